//! `niwaki collect`: statistics from games of the engine against itself.
pub(crate) mod risk;

use crate::commands::{
    search_options::{GREATEST_HASH, MOST_JOBS, jobs},
    study,
};
use anyhow::Result;
use clap::{Args, Subcommand};
use niwaki_lab::{
    measure::{
        collect::{Collection, Settings},
        effort::Effort,
    },
    setup::recipe::Recipe,
    study::{files, record, shard::Shard},
};
use niwaki_search::node::{Depth, MAX_DEPTH};
use std::{io::Write, path::PathBuf};

/// Depth of the searches unless another limit is given.
const DEFAULT_DEPTH: Depth = 10;
const MOST_GAMES: i64 = 1_000_000;

/// What is collected.
#[derive(Subcommand)]
pub(crate) enum What {
    /// How often a late move still is the best one, by the state of its node: what the
    /// method rank_cut reads. The recipe is the game's own for it unless another is named
    #[command(after_help = "Example: niwaki collect rankcut --games 50 --depth 10 --out my-rank-cut.toml")]
    Rankcut(Options),
    /// Quiet moves, each with what the method risk sees of it and whether it beats alpha in a
    /// search without pruning. niwaki fit risk makes the model from them
    #[command(after_help = "Example: niwaki collect risk --games 200 --nodes 10000 --records runs/moves\n\
                      Example: niwaki fit risk runs/moves --out my-risk.toml")]
    Risk(risk::Options),
}

/// How long, how much, and where to.
#[derive(Args)]
pub(crate) struct Options {
    /// Games to play; each tenth is held out, to check what the others predict
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    games: u32,
    /// Search each move to this depth [default: 10]
    #[arg(long, group = "limit", value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<Depth>,
    /// Nodes to search for each move
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at a time [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    jobs: Option<u32>,
    /// Size of each job's table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: u32,
    /// Least depth of the nodes that are observed
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    min_depth: Depth,
    /// Cells with fewer visits are not written
    #[arg(long, value_name = "VISITS", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    least: u64,
    /// File to write when all games are played
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Play only a part of the games: 2/8 is the second of eight; niwaki merge joins the parts
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Folder for records and report; the same command resumes from them [default: runs/collect-...]
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Collects, records each game, writes the file and prints how well it predicts.
pub(crate) fn run(options: &Options, recipe: Recipe, changes: &[String], output: &mut impl Write) -> Result<()> {
    files::check_place(&options.out, options.force)?;
    let effort = match options.nodes {
        Some(nodes) => Effort::Nodes(nodes),
        None => Effort::Depth(options.depth.unwrap_or(DEFAULT_DEPTH)),
    };
    let bins = recipe.kit.rank_bins();
    let settings = Settings {
        recipe,
        effort,
        games: options.games as usize,
        seed: options.seed,
        hash: options.hash as usize,
        min_depth: options.min_depth,
        bins,
        shard: options.shard.unwrap_or(Shard::WHOLE),
        command: record::command_line(),
    };
    let folder = study::folder(&settings, options.records.as_deref(), false)?;
    study::run(&settings, &folder, jobs(options.jobs), &mut study::no_take)?;
    let collection = Collection::new(&record::read(&folder)?)?;
    let model = settings.model(&collection, changes, options.least);
    files::replace(&options.out, model.as_bytes())?;
    study::show(&folder, options.json, false, output)
}
