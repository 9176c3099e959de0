//! `niwaki compare`: recipes side by side on positions.
use crate::{
    report,
    suite::{GREATEST_HASH, MOST_JOBS, jobs},
};
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use niwaki_games::chess::Epd;
use niwaki_lab::{
    compare::{self, Comparison, Settings, Trial},
    mine::HALVES,
    recipe::{self, Recipe},
    record::{self, Journal, Plan},
    suite::{self, Effort},
};
use niwaki_search::node::{Depth, MAX_DEPTH};
use std::{
    fs,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Depth of the searches unless another limit is given.
const DEFAULT_DEPTH: Depth = 8;

/// The part of the suite inside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Half {
    /// For choosing parameters
    Tune,
    /// For reporting
    Test,
    /// Both
    All,
}

/// What to compare, where, how long, and how to tell.
#[derive(Args)]
pub(crate) struct Options {
    /// Names or files of recipes, each perhaps with changes: null-move,null_move.reduction=3
    /// [default: null-move multi-cut multi-cut-enhanced mpc rankcut modern niwaki]
    #[arg(value_name = "RECIPE")]
    recipes: Vec<String>,
    /// The recipe that the others are measured against [default: the first]
    #[arg(long, value_name = "RECIPE")]
    base: Option<String>,
    /// Positions in EPD, one on a line [default: the suite inside the program]
    #[arg(long, value_name = "FILE")]
    positions: Option<String>,
    /// Half of the suite inside the program
    #[arg(long, value_enum, default_value_t = Half::Test, conflicts_with = "positions")]
    half: Half,
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
    /// Folder for records and report [default: one below runs/, named by what is compared]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Run again what is recorded in the folder already
    #[arg(long)]
    force: bool,
    /// Print a JSON object for each recipe and position, and a last one with the summary
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

    fn settings(&self, changes: &[String]) -> Result<Settings> {
        let names: Vec<&str> = match self.recipes.as_slice() {
            [] => compare::RECIPES.to_vec(),
            named => named.iter().map(String::as_str).collect(),
        };
        let mut recipes: Vec<Recipe> = Vec::new();
        for name in names {
            if recipes.iter().any(|recipe| recipe.name == name) {
                bail!("{name}: given twice");
            }
            recipes.push(open(name, changes)?);
        }
        let base = match &self.base {
            None => 0,
            Some(base) => recipes
                .iter()
                .position(|recipe| recipe.name == *base)
                .ok_or_else(|| anyhow!("--base {base}: expected one of the recipes compared"))?,
        };
        let (jobs, hash) = (jobs(self.jobs), self.hash as usize);
        Ok(Settings { recipes, base, effort: self.effort(), jobs, hash })
    }

    /// The positions, and what they are called.
    fn positions(&self) -> Result<(Vec<Epd>, String)> {
        if let Some(file) = &self.positions {
            return Ok((suite::read(file)?, file.clone()));
        }
        let mut all = suite::built_in()?;
        let half = match self.half {
            Half::All => return Ok((all, format!("{} suite", suite::BUILT_IN_NAME))),
            Half::Tune => HALVES[0],
            Half::Test => HALVES[1],
        };
        all.retain(|epd| epd.comments[1].as_deref() == Some(half));
        Ok((all, format!("{} suite, {half} half", suite::BUILT_IN_NAME)))
    }
}

/// A recipe with the changes behind its name and those for all; named as it was asked for.
fn open(text: &str, changes: &[String]) -> Result<Recipe> {
    let mut parts = text.split(',');
    let mut recipe = recipe::open(parts.next().unwrap_or_default())?;
    for change in parts {
        recipe.change(change).map_err(|reason| anyhow!("{text}: {reason}"))?;
    }
    for change in changes {
        recipe.change(change).map_err(|reason| anyhow!("--set {reason}"))?;
    }
    recipe.name = text.to_string();
    Ok(recipe)
}

/// Compares, records, prints and writes the report.
pub(crate) fn run(options: &Options, game: &str, changes: &[String], output: &mut impl Write) -> Result<()> {
    if game != suite::GAME {
        bail!("--game {game}: suites hold positions of {} only", suite::GAME);
    }
    let settings = options.settings(changes)?;
    let (positions, suite) = options.positions()?;
    let plan = compare::plan(&positions, &suite, &settings, &record::command_line()).map_err(anyhow::Error::msg)?;
    let folder = options.out.clone().unwrap_or_else(|| plan.folder());
    if options.force {
        forget(&folder)?;
    }
    let (journal, trials) = search(&positions, &settings, &plan, &folder)?;
    drop(journal);
    let names: Vec<&str> = settings.recipes.iter().map(|recipe| recipe.name.as_str()).collect();
    let told = Comparison::new(&trials, &names, names[settings.base], &suite, &settings.effort.words());
    let report = report::write(&folder)?;
    if options.json {
        for trial in &trials {
            writeln!(output, "{}", trial.to_json())?;
        }
        return Ok(writeln!(output, "{}", told.to_json())?);
    }
    for line in told.lines() {
        writeln!(output, "{line}")?;
    }
    Ok(writeln!(output, "report: {}", report.display())?)
}

/// Searches what is not recorded yet, and records it.
fn search(positions: &[Epd], settings: &Settings, plan: &Plan, folder: &Path) -> Result<(Journal, Vec<Trial>)> {
    let (mut journal, records) = Journal::open(folder, plan)?;
    let place = || folder.join(record::FILE).display().to_string();
    let done = compare::trials(&records).with_context(place)?;
    let (all, before, started) = (positions.len() * settings.recipes.len(), done.len(), Instant::now());
    if before > 0 && io::stderr().is_terminal() {
        eprintln!("{before} of {all} searches are recorded in {}; --force runs them again", folder.display());
    }
    let mut written = Ok(());
    let mut count = before;
    let trials = compare::run(positions, settings, done, &mut |trial| {
        written = journal.append(&trial.to_json());
        count += 1;
        show_progress(&trial.recipe, count, all, started.elapsed() / (count - before) as u32);
        written.is_ok()
    });
    written?;
    Ok((journal, trials.map_err(anyhow::Error::msg)?))
}

/// Takes away the records of a run, if the folder holds such and nobody writes to them.
fn forget(folder: &Path) -> Result<()> {
    let path = folder.join(record::FILE);
    if path.exists() {
        record::read(folder)?;
        fs::remove_file(&path).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// On a terminal only.
fn show_progress(recipe: &str, done: usize, all: usize, each: Duration) {
    if io::stderr().is_terminal() {
        let left = each.as_secs_f64() * all.saturating_sub(done) as f64;
        let end = if done == all { "\x1b[2K\r" } else { "" };
        // Nothing is lost if the terminal has gone.
        let _ = write!(io::stderr(), "\r{done}/{all} searches, about {left:.0} s left: {recipe:<30}{end}");
    }
}
