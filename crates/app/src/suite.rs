//! `niwaki suite`: a test suite with one recipe.
use anyhow::{Result, bail};
use clap::Args;
use niwaki_lab::{
    recipe::Recipe,
    suite::{self, Effort, Settings},
};
use niwaki_search::node::{Depth, MAX_DEPTH};
use std::{io::Write, num::NonZeroUsize, thread::available_parallelism, time::Duration};

/// Depth of the searches unless another limit is given.
const DEFAULT_DEPTH: Depth = 8;
pub(crate) const MOST_JOBS: i64 = 1024;
pub(crate) const GREATEST_HASH: i64 = 1 << 20;

/// What to search, how long, and how to tell.
#[derive(Args)]
pub(crate) struct Options {
    /// Positions in EPD, one on a line, with moves to find (bm) or to avoid (am)
    file: String,
    /// Search each position to this depth [default: 8]
    #[arg(long, group = "limit", value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<Depth>,
    /// Search so many nodes in each position
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search each position for so many milliseconds
    #[arg(long, group = "limit", value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    time: Option<u32>,
    /// Positions searched at a time [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    jobs: Option<u32>,
    /// Size of each job's table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: u32,
    /// Print a line for each position
    #[arg(long)]
    verbose: bool,
    /// Print a JSON object for each position, and a last one with the summary
    #[arg(long)]
    json: bool,
}

impl Options {
    fn effort(&self) -> Effort {
        match (self.nodes, self.time) {
            (Some(nodes), _) => Effort::Nodes(nodes),
            (_, Some(time)) => Effort::Time(Duration::from_millis(time.into())),
            _ => Effort::Depth(self.depth.unwrap_or(DEFAULT_DEPTH)),
        }
    }
}

/// The jobs asked for, or one for each core.
pub(crate) fn jobs(asked: Option<u32>) -> usize {
    let cores = || available_parallelism().map_or(1, NonZeroUsize::get);
    asked.map_or_else(cores, |jobs| jobs as usize)
}

/// Runs the suite and prints what came of it.
pub(crate) fn run(options: &Options, game: &str, recipe: Recipe, output: &mut impl Write) -> Result<()> {
    if game != suite::GAME {
        bail!("--game {game}: suites hold positions of {} only", suite::GAME);
    }
    let positions = suite::read(&options.file)?;
    let settings = Settings { recipe, effort: options.effort(), jobs: jobs(options.jobs), hash: options.hash as usize };
    let mut written = Ok(());
    let summary = suite::run(&positions, &settings, &mut |answer| {
        if written.is_ok() && (options.json || options.verbose) {
            let line = if options.json { answer.to_json().to_string() } else { answer.line() };
            written = writeln!(output, "{line}");
        }
    })?;
    written?;
    if options.json {
        return Ok(writeln!(output, "{}", summary.to_json())?);
    }
    for line in summary.lines() {
        writeln!(output, "{line}")?;
    }
    Ok(())
}
