//! What commands that search positions share: limits, jobs, parts, records.
use anyhow::{Context, Result};
use clap::Args;
use niwaki_lab::{
    measure::{
        compare::{self, Trial},
        suite::Effort,
    },
    setup::recipe::Recipe,
    study::{
        record::{self, Journal, Plan},
        shard::Shard,
    },
};
use niwaki_search::node::{Depth, MAX_DEPTH};
use std::{
    io::{self, IsTerminal, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread::available_parallelism,
    time::{Duration, Instant},
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
    /// Search so many nodes in each position
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search each position for so many milliseconds
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
    /// Folder of the records; the same command goes on from them [default: one below runs/, named
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
    pub(crate) fn effort(&self) -> Effort {
        match (self.nodes, self.time) {
            (Some(nodes), _) => Effort::Nodes(nodes),
            (_, Some(time)) => Effort::Time(Duration::from_millis(time.into())),
            _ => Effort::Depth(self.depth.unwrap_or(DEFAULT_DEPTH)),
        }
    }

    pub(crate) fn jobs(&self) -> usize {
        jobs(self.jobs)
    }

    pub(crate) fn hash(&self) -> usize {
        self.hash as usize
    }

    pub(crate) fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// A comparison of recipes with these limits.
    pub(crate) fn settings(&self, recipes: Vec<Recipe>, base: usize) -> compare::Settings {
        let (effort, jobs, hash, shard) = (self.effort(), self.jobs(), self.hash(), self.shard());
        compare::Settings { recipes, base, effort, jobs, hash, shard }
    }

    /// The folder of a run, without old records if that is wanted.
    pub(crate) fn folder(&self, plan: &Plan) -> Result<PathBuf> {
        let folder = self.out.clone().unwrap_or_else(|| plan.folder());
        if self.force {
            record::remove(&folder)?;
        }
        Ok(folder)
    }
}

/// The jobs asked for, or one for each core.
pub(crate) fn jobs(asked: Option<u32>) -> usize {
    let cores = || available_parallelism().map_or(1, NonZeroUsize::get);
    asked.map_or_else(cores, |jobs| jobs as usize)
}

/// Searches what is not recorded yet, and records it. `all` counts the searches of the whole
/// run; `tell` is told of each trial, first of those recorded before.
pub(crate) fn search(
    plan: &Plan,
    folder: &Path,
    all: usize,
    tell: &mut dyn FnMut(&Trial) -> io::Result<()>,
    run: impl FnOnce(Vec<Trial>, &mut dyn FnMut(&Trial) -> bool) -> Result<Vec<Trial>, String>,
) -> Result<()> {
    let (mut journal, records) = Journal::open(folder, plan)?;
    let place = || folder.join(record::FILE).display().to_string();
    let done = compare::trials(&records).with_context(place)?;
    let (all, before, started) = (plan.shard.jobs(all), done.len(), Instant::now());
    if before > 0 && io::stderr().is_terminal() {
        eprintln!("{before} of {all} searches are recorded in {}; --force runs them again", folder.display());
    }
    done.iter().try_for_each(&mut *tell)?;
    let (mut written, mut told, mut count) = (Ok(()), Ok(()), before);
    let searched = run(done, &mut |trial| {
        written = journal.append(&trial.to_json());
        hide_progress();
        told = tell(trial);
        count += 1;
        show_progress(&trial.recipe, count, all, started.elapsed() / (count - before) as u32);
        written.is_ok() && told.is_ok()
    });
    written?;
    told?;
    searched.map(drop).map_err(anyhow::Error::msg)
}

/// On a terminal only.
fn show_progress(recipe: &str, done: usize, all: usize, each: Duration) {
    if io::stderr().is_terminal() {
        let left = each.as_secs_f64() * all.saturating_sub(done) as f64;
        // Nothing is lost if the terminal has gone.
        let _ = write!(io::stderr(), "\r{done}/{all} searches, about {left:.0} s left: {recipe:<30}");
        if done == all {
            hide_progress();
        }
    }
}

/// Makes room for other lines.
fn hide_progress() {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[2K");
    }
}
