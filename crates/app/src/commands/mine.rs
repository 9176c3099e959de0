//! `niwaki mine`: new test positions from Niwaki's own games.
use crate::commands::{
    search_options::{GREATEST_HASH, MOST_JOBS, jobs},
    study,
};
use anyhow::{Result, anyhow};
use clap::Args;
use niwaki_games::Kit;
use niwaki_lab::{
    json,
    play::mine::{self, Mined, Nodes, Settings, Theme},
    setup::recipe::Recipe,
    study::files,
};
use niwaki_search::node::Score;
use std::{io::Write, path::PathBuf};

const MOST_POSITIONS: i64 = 1_000_000;
const GREATEST_MARGIN: i64 = 10_000;

/// How many, how sure, and where to.
#[derive(Args)]
pub(crate) struct Options {
    /// Positions to find
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=MOST_POSITIONS))]
    count: u32,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Score units by which the best move must lie above the second [default: the game's own]
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..=GREATEST_MARGIN))]
    margin: Option<Score>,
    /// Nodes of the deep search; others are in proportion: the shallow one that must
    /// miss gets a hundredth, the deeper one that must agree four times as many
    #[arg(long, default_value_t = 400_000, value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000_000))]
    nodes: u64,
    /// Games mined at a time [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    jobs: Option<u32>,
    /// Size of each job's table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: u32,
    /// File to write (EPD, or as the game writes positions); after each game it holds what was found so far
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The searches in proportion to the deep one, as the defaults are.
fn nodes(deep: u64) -> Nodes {
    let usual = Nodes::default();
    let share = |nodes: u64| (u128::from(nodes) * u128::from(deep) / u128::from(usual.deep)) as u64;
    Nodes { shallow: share(usual.shallow), screen: share(usual.screen), deep, verify: share(usual.verify) }
}

/// Mines, writes the file after each game, and prints what came of it.
pub(crate) fn run(options: &Options, kit: &'static dyn Kit, recipe: Recipe, output: &mut impl Write) -> Result<()> {
    let out = &options.out;
    files::check_place(out, options.force)?;
    let settings = Settings {
        kit,
        recipe,
        count: options.count as usize,
        seed: options.seed,
        jobs: jobs(options.jobs),
        hash: options.hash as usize,
        nodes: nodes(options.nodes),
        margin: options.margin.unwrap_or(kit.thresholds().mined_margin),
    };
    let write = |mined: &Mined| Ok(files::replace(out, file_text(&settings, mined)?.as_bytes())?);
    // Finds before the work, not after it, that the file cannot be written.
    write(&Mined::default())?;
    let progress = study::progress(Some(settings.count));
    let mut written: Result<()> = Ok(());
    let mined = mine::run(&settings, &mut |mined| {
        if written.is_ok() {
            written = write(mined);
        }
        progress.set(mined.found.len());
        progress.message(format!("{} games", mined.games));
        written.is_ok()
    });
    progress.finish();
    written?;
    let mined = mined.map_err(anyhow::Error::msg)?;
    let tactical = mined.found.iter().filter(|found| found.theme == Theme::Tactical).count();
    let (found, games, looked_at) = (mined.found.len(), mined.games, mined.looked_at);
    if options.json {
        let (positional, file) = (found - tactical, out.display().to_string());
        let line = json!({
            "found": found, "tactical": tactical, "positional": positional,
            "games": games, "looked_at": looked_at, "file": file,
        });
        return Ok(writeln!(output, "{line}")?);
    }
    writeln!(output, "found       {found} positions, {tactical} tactical and {} positional", found - tactical)?;
    writeln!(output, "games       {games}, {looked_at} positions looked at")?;
    Ok(writeln!(output, "file        {}", out.display())?)
}

/// The positions, and how they were found.
fn file_text(settings: &Settings, mined: &Mined) -> Result<String> {
    let Nodes { shallow, screen, deep, verify } = settings.nodes;
    let mut text = format!(
        "# Positions that niwaki mine found in Niwaki's own games: seed {}, recipe {}, version {}.\n\
         # A search of {shallow} nodes misses the move; searches of {deep} and {verify} nodes see it, at least\n\
         # {} above any other. c0: depth at which it falls and stays ({screen} nodes screened), and theme.\n\
         # c1: the half for tuning or for testing, by games.\n",
        settings.seed,
        settings.recipe.name,
        env!("CARGO_PKG_VERSION"),
        settings.margin,
    );
    for (index, found) in mined.found.iter().enumerate() {
        let line = settings.kit.write_problem(&found.problem(index + 1));
        text.push_str(&line.map_err(|reason| anyhow!(reason))?);
        text.push('\n');
    }
    Ok(text)
}
