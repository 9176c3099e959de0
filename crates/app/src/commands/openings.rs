//! `niwaki openings`: a book of short lines that leave both sides their chances.
use crate::commands::{
    search_options::{MOST_JOBS, jobs},
    study,
};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use niwaki_games::Kit;
use niwaki_lab::{
    play::openings::{self, Settings},
    setup::recipe::Recipe,
    study::progress::Progress,
};
use niwaki_search::node::Score;
use std::{fs::OpenOptions, io::Write, path::PathBuf};

const MOST_OPENINGS: i64 = 1_000_000;
const MOST_PLIES: i64 = 100;
const WIDEST_WINDOW: i64 = 10_000;

/// How many openings, how they are chosen, and where they go.
#[derive(Args)]
pub(crate) struct Options {
    /// Openings to make
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=MOST_OPENINGS))]
    count: u32,
    /// Random plies of each
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=MOST_PLIES))]
    plies: u32,
    /// Keep an opening if its score is no further from 0 than this, in score units [default: the game's own]
    #[arg(long, value_name = "SCORE", value_parser = clap::value_parser!(i32).range(0..=WIDEST_WINDOW))]
    window: Option<Score>,
    /// Nodes of the first search
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Nodes of the search that checks what the first has passed
    #[arg(long, value_name = "NODES", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    check: u64,
    /// Keep an opening only if its exact value is no further from 0 than this, in the unit of the game's
    /// suite; the file then holds exact values. Needs a game with a solver
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(i32).range(0..=WIDEST_WINDOW))]
    exact: Option<Score>,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Openings searched at a time [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    jobs: Option<u32>,
    /// File to write, which must not be there [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Options {
    /// The command that makes the same openings.
    fn command(&self, recipe: &Recipe, window: Score) -> String {
        let Options { count, plies, nodes, check, seed, .. } = self;
        let exact = self.exact.map(|most| format!(" --exact {most}")).unwrap_or_default();
        format!(
            "niwaki openings --game {game} --recipe {} --count {count} --plies {plies} --window {window} \
             --nodes {nodes} --check {check}{exact} --seed {seed}",
            recipe.name,
            game = recipe.kit.name()
        )
    }
}

/// Makes the openings and writes them one by one.
pub(crate) fn run(options: &Options, kit: &'static dyn Kit, recipe: Recipe, output: &mut impl Write) -> Result<()> {
    let mut file = match &options.out {
        Some(path) if path.exists() => bail!("--out {}: it is there already", path.display()),
        Some(path) => {
            let file = OpenOptions::new().write(true).create_new(true).open(path);
            Some(file.with_context(|| format!("--out {}", path.display()))?)
        }
        None => None,
    };
    let output: &mut dyn Write = match &mut file {
        Some(file) => file,
        None => output,
    };
    let (game, window) = (kit.name(), options.window.unwrap_or(kit.thresholds().opening_window));
    writeln!(output, "# Openings of {game}, made by Niwaki {}:", env!("CARGO_PKG_VERSION"))?;
    writeln!(output, "# {}", options.command(&recipe, window))?;
    let settings = Settings {
        kit,
        recipe,
        count: options.count as usize,
        plies: options.plies as usize,
        window,
        nodes: options.nodes,
        check_nodes: options.check,
        exact: options.exact,
        seed: options.seed,
        jobs: jobs(options.jobs),
    };
    let progress = if options.out.is_some() { study::progress(Some(settings.count)) } else { Progress::hidden() };
    let (mut written, mut count) = (Ok(()), 0);
    let made = openings::make(&settings, &mut |made| {
        if written.is_ok() {
            written = made.line(kit).map_err(|reason| anyhow!(reason)).and_then(|line| Ok(writeln!(output, "{line}")?));
        }
        count += 1;
        progress.set(count);
    });
    progress.finish();
    written?;
    Ok(made?)
}
