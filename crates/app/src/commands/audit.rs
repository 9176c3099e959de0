//! `niwaki audit`: what wrong cuts cost.
use crate::commands::{
    compare::{Half, Positions, open},
    search_options::{GREATEST_HASH, MOST_JOBS, jobs},
    study,
};
use anyhow::{Result, bail};
use clap::Args;
use niwaki_games::Kit;
use niwaki_lab::{
    measure::{audit::Settings, searches::Suite},
    study::{record, shard::Shard},
};
use niwaki_search::node::{Depth, MAX_DEPTH};
use std::{io::Write, ops::ControlFlow, path::PathBuf};

const MOST_SAMPLES: i64 = 1000;

/// What to audit, on which positions, and how closely.
#[derive(Args)]
pub(crate) struct Options {
    /// Names or files of recipes, each perhaps with changes: niwaki,reverse_futility.margin=0
    /// [default: that of the game]
    #[arg(value_name = "RECIPE")]
    recipes: Vec<String>,
    #[command(flatten)]
    positions: Positions,
    /// Positions to audit, spread evenly over all; 0: all of them
    #[arg(long, default_value_t = 100, value_name = "N")]
    count: usize,
    /// Search each position to this depth
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Depth,
    /// Decisions judged for each method and remaining depth of a search
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=MOST_SAMPLES))]
    sample: u32,
    /// Greatest remaining depth of the decisions judged
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    max_depth: Depth,
    /// Nodes that the search without pruning may take at depth 1, twice as many for each ply more
    #[arg(long, default_value_t = 5000, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    oracle_nodes: u64,
    /// Nodes of each search that judges a changed move
    #[arg(long, default_value_t = 40_000, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    judge_nodes: u64,
    /// Seed of the samples
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Searches audited at a time [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    jobs: Option<u32>,
    /// Size of each job's table in MiB
    #[arg(long, value_name = "MB", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: u32,
    /// Audit only a part of the searches: 2/8 is the second of eight; niwaki merge joins the parts
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Folder of the records; the same command resumes from them [default: one below runs/, named
    /// by what is audited]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Run again what is recorded in the folder already
    #[arg(long)]
    force: bool,
    /// Print a JSON object for each search, and a last one with the summary
    #[arg(long)]
    json: bool,
}

/// So many positions, spread evenly.
fn spread(suite: Suite, count: usize) -> Suite {
    let all = suite.problems.len();
    if count == 0 || count >= all {
        return suite;
    }
    let problems = (0..count).map(|place| suite.problems[place * all / count].clone()).collect();
    Suite { name: suite.name, problems }
}

/// Audits, records, prints and writes the report.
pub(crate) fn run(options: &Options, kit: &'static dyn Kit, changes: &[String], output: &mut impl Write) -> Result<()> {
    let names: Vec<&str> = match options.recipes.as_slice() {
        [] => vec![kit.default_recipe()],
        named => named.iter().map(String::as_str).collect(),
    };
    let mut recipes = Vec::new();
    for (place, name) in names.iter().enumerate() {
        if names[..place].contains(name) {
            bail!("{name}: given twice");
        }
        recipes.push(open(kit, name, changes)?);
    }
    let settings = Settings {
        recipes,
        suite: spread(options.positions.read(kit, Half::Test)?, options.count),
        depth: options.depth,
        sample: options.sample as usize,
        max_depth: options.max_depth,
        oracle_nodes: options.oracle_nodes,
        judge_nodes: options.judge_nodes,
        seed: options.seed,
        hash: options.hash as usize,
        shard: options.shard.unwrap_or(Shard::WHOLE),
        command: record::command_line(),
    };
    let folder = study::folder(&settings, options.out.as_deref(), options.force)?;
    study::run(&settings, &folder, jobs(options.jobs), &mut |delivery| {
        study::print_result(options.json, delivery.record, output)?;
        Ok(ControlFlow::Continue(()))
    })?;
    study::show(&folder, options.json, false, output)
}
