//! `niwaki collect`: statistics from games of the engine against itself.
use crate::commands::{
    fit::check_place,
    report,
    search_options::{GREATEST_HASH, MOST_JOBS, jobs},
};
use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use niwaki_lab::{
    Json, json,
    measure::{
        collect::{self, Collection, Settings},
        suite::Effort,
    },
    setup::{model::rank_cut, recipe::Recipe},
    study::record::{self, Journal},
};
use niwaki_search::node::{Depth, MAX_DEPTH};
use std::{
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

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
}

/// How long, how much, and where to.
#[derive(Args)]
pub(crate) struct Options {
    /// Games to play; each tenth is held out, to check what the others foretell
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    games: u32,
    /// Search each move to this depth [default: 10]
    #[arg(long, group = "limit", value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<Depth>,
    /// Search so many nodes for each move
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
    /// Folder for records and report; the same command goes on from them [default: runs/collect-...]
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Collects, records each game, writes the file and prints how well it foretells.
pub(crate) fn run(options: &Options, recipe: Recipe, changes: &[String], output: &mut impl Write) -> Result<()> {
    let out = &options.out;
    check_place(out, options.force).map_err(|reason| anyhow!("{}: {reason}", out.display()))?;
    let effort = match options.nodes {
        Some(nodes) => Effort::Nodes(nodes),
        None => Effort::Depth(options.depth.unwrap_or(DEFAULT_DEPTH)),
    };
    let settings = Settings {
        recipe,
        effort,
        games: options.games as usize,
        seed: options.seed,
        jobs: jobs(options.jobs),
        hash: options.hash as usize,
        min_depth: options.min_depth,
    };
    let plan = collect::plan(&settings, &record::command_line());
    let folder = options.records.clone().unwrap_or_else(|| plan.folder());
    let (mut journal, records) = Journal::open(&folder, &plan)?;
    let (started, before) = (Instant::now(), records.len());
    let mut keep = |record: &Json| journal.append(record).map_err(|error| error.to_string());
    let collection = collect::go_on(&settings, &records, &mut keep, &mut |collection| {
        show_progress(collection, settings.games, before, started.elapsed());
        true
    });
    let collection = collection.map_err(anyhow::Error::msg)?;
    drop(journal);
    let text = file_text(&collection, &settings, changes, options.least);
    replace(out, &text).with_context(|| out.display().to_string())?;
    let report = report::write(&folder)?;
    if options.json {
        return Ok(writeln!(output, "{}", collection.to_json())?);
    }
    for line in collection.lines() {
        writeln!(output, "{line}")?;
    }
    Ok(writeln!(output, "report: {}", report.display())?)
}

/// The file with what was collected so far, and how.
fn file_text(collection: &Collection, settings: &Settings, changes: &[String], least: u64) -> String {
    let limit = match settings.effort {
        Effort::Nodes(nodes) => format!("{nodes} nodes"),
        Effort::Depth(depth) => format!("depth {depth}"),
        Effort::Time(time) => format!("{} ms", time.as_millis()),
    };
    let about =
        format!("chances of a better move by the state of the node, for RankCut in {}", settings.recipe.kit.name());
    let origin = [
        ("game", json!(settings.recipe.kit.name())),
        ("recipe", json!(settings.recipe.name)),
        ("changes", json!(changes)),
        ("evaluation", json!(settings.recipe.evaluation())),
        ("limit", json!(limit)),
        ("hash", json!(settings.hash)),
        ("seed", json!(settings.seed)),
        ("games", json!(collection.games)),
        ("held_out", json!(collection.held_out_games)),
        ("searches", json!(collection.searches)),
        ("nodes", json!(collection.nodes)),
        ("min_depth", json!(settings.min_depth)),
        ("version", json!(env!("CARGO_PKG_VERSION"))),
    ];
    rank_cut::write(&collection.counted, &about, &origin, least)
}

/// Writes beside the file first, so that it is whole at every moment.
fn replace(out: &Path, text: &str) -> io::Result<()> {
    let mut beside = out.as_os_str().to_owned();
    beside.push(".part");
    std::fs::write(&beside, text)?;
    std::fs::rename(&beside, out)
}

/// On a terminal only.
fn show_progress(collection: &Collection, games: usize, before: usize, elapsed: Duration) {
    let done = collection.games + collection.held_out_games;
    if io::stderr().is_terminal() {
        let each = elapsed.as_secs_f64() / done.saturating_sub(before).max(1) as f64;
        let left = each * games.saturating_sub(done) as f64;
        let end = if done == games { '\n' } else { '\r' };
        eprint!("game {done}/{games}, {left:.0} s left   {end}");
    }
}
