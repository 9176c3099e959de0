//! `niwaki collect risk`: quiet moves of games, each judged by a search without pruning.
use crate::commands::{
    datagen::open_network,
    search_options::{GREATEST_HASH, MOST_JOBS, jobs},
    study,
};
use anyhow::Result;
use clap::Args;
use niwaki_lab::{
    measure::{collect::risk::Settings, effort::Effort},
    setup::recipe::Recipe,
    study::{record, shard::Shard},
};
use niwaki_search::{
    knowledge::risk::DEPTHS,
    node::{Depth, MAX_DEPTH},
};
use std::{io::Write, path::PathBuf};

const MOST_GAMES: i64 = 1_000_000;
/// Nodes of the searches unless another limit is given.
const DEFAULT_NODES: u64 = 10_000;

/// How long, how much, and where to.
#[derive(Args)]
pub(crate) struct Options {
    /// Games to play
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    games: u32,
    /// Searches taken of each game, from its beginning: long endings say the same again and again
    #[arg(long, default_value_t = 80, value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    searches: u32,
    /// Nodes to search for each move [default: 10000]
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search each move to this depth
    #[arg(long, group = "limit", value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<Depth>,
    /// Moves kept of each game, for each remaining depth from 1 to 8
    #[arg(long, value_name = "COUNTS", value_parser = parse_keep, default_value = "240,240,200,160,100,50,16,6")]
    keep: [usize; DEPTHS],
    /// Most nodes of a search that judges a move; a move that needs more has no answer
    #[arg(long, value_name = "NODES", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    judge_nodes: u64,
    /// Seed of the openings and of the choice of moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play and judge with this network in place of the built-in one
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Games played at a time [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    jobs: Option<u32>,
    /// Size of each job's table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: u32,
    /// Play only a part of the games: 2/8 is the second of eight; niwaki merge joins the parts
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Folder for the records; the same command resumes from them [default: runs/collect-...]
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Numbers for each depth, with commas between them.
fn parse_keep(text: &str) -> Result<[usize; DEPTHS], String> {
    const MOST: usize = 100_000;
    let counts: Option<Vec<usize>> = text.split(',').map(|count| count.trim().parse().ok()).collect();
    let counts = counts.filter(|counts| counts.iter().all(|count| *count <= MOST));
    counts
        .and_then(|counts| counts.try_into().ok())
        .ok_or_else(|| format!("expected {DEPTHS} numbers up to {MOST} with commas between them"))
}

/// Plays, judges, records each game, and prints what was collected.
pub(crate) fn run(options: &Options, recipe: Recipe, output: &mut impl Write) -> Result<()> {
    let effort = match options.depth {
        Some(depth) => Effort::Depth(depth),
        None => Effort::Nodes(options.nodes.unwrap_or(DEFAULT_NODES)),
    };
    let network = options.network.as_deref().map(|path| open_network(recipe.kit, path)).transpose()?;
    let settings = Settings {
        recipe,
        network,
        effort,
        games: options.games as usize,
        searches: options.searches as usize,
        seed: options.seed,
        hash: options.hash as usize,
        keep: options.keep,
        judge_nodes: options.judge_nodes,
        shard: options.shard.unwrap_or(Shard::WHOLE),
        command: record::command_line(),
    };
    let folder = study::folder(&settings, options.records.as_deref(), false)?;
    study::run(&settings, &folder, jobs(options.jobs), &mut study::no_take)?;
    study::show(&folder, options.json, false, output)
}
