//! What commands that search positions share: limits, jobs, parts, records.
use crate::commands::study;
use anyhow::Result;
use clap::Args;
use niwaki_games::Kit;
use niwaki_lab::{
    measure::{
        effort::Effort,
        searches::{Searches, Settings},
        trial::Trial,
    },
    study::{error::Error, record, shard::Shard},
};
use niwaki_search::node::{Depth, MAX_DEPTH};
use std::{
    io::{self, Write},
    num::NonZeroUsize,
    ops::ControlFlow,
    path::PathBuf,
    thread::available_parallelism,
    time::Duration,
};

/// Depth of the searches unless another limit is given.
const DEFAULT_DEPTH: Depth = 8;
pub(crate) const MOST_JOBS: i64 = 1024;
pub(crate) const GREATEST_HASH: i64 = 1 << 20;

/// How long to search, with what, and where it is kept.
#[derive(Args)]
pub(crate) struct SearchOptions {
    /// Search each position to this depth [default: 8]
    #[arg(long, group = "limit", value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<Depth>,
    /// Nodes to search in each position
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds to search each position
    #[arg(long, group = "limit", value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    time: Option<u32>,
    /// Searches at a time [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    jobs: Option<u32>,
    /// Size of each job's table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: u32,
    /// Do only a part of the searches: 2/8 is the second of eight; niwaki merge joins the parts
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Folder of the records; the same command resumes from them [default: one below runs/, named
    /// by what is searched]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Run again what is recorded in the folder already
    #[arg(long)]
    force: bool,
    /// Print a JSON object for each search, and a last one with the summary
    #[arg(long)]
    pub(crate) json: bool,
}

impl SearchOptions {
    fn effort(&self) -> Effort {
        match (self.nodes, self.time) {
            (Some(nodes), _) => Effort::Nodes(nodes),
            (_, Some(time)) => Effort::Time(Duration::from_millis(time.into())),
            _ => Effort::Depth(self.depth.unwrap_or(DEFAULT_DEPTH)),
        }
    }

    /// How positions of a game are searched with these limits.
    pub(crate) fn settings(&self, kit: &'static dyn Kit, patience: Duration) -> Settings {
        let (effort, hash, shard) = (self.effort(), self.hash as usize, self.shard.unwrap_or(Shard::WHOLE));
        Settings { kit, effort, hash, patience, shard, command: record::command_line() }
    }

    /// Searches what is not recorded yet, and shows what came of it. `take` gets each trial in order.
    pub(crate) fn run(
        &self,
        searches: &Searches,
        take: &mut dyn FnMut(&Trial, &mut dyn Write) -> io::Result<()>,
        output: &mut impl Write,
    ) -> Result<()> {
        let folder = study::folder(searches, self.out.as_deref(), self.force)?;
        study::run(searches, &folder, jobs(self.jobs), &mut |delivery| {
            take(delivery.record, output).map_err(|error| Error::new(error.to_string()))?;
            study::print_result(self.json, delivery.record, output)?;
            Ok(ControlFlow::Continue(()))
        })?;
        study::show(&folder, self.json, false, output)
    }
}

/// The jobs asked for, or one for each core.
pub(crate) fn jobs(asked: Option<u32>) -> usize {
    let cores = || available_parallelism().map_or(1, NonZeroUsize::get);
    asked.map_or_else(cores, |jobs| jobs as usize)
}
