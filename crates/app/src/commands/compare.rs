//! `niwaki compare`: recipes side by side on positions.
use crate::commands::{
    report,
    search_options::{SearchOptions, search},
};
use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueEnum};
use niwaki_games::chess::Epd;
use niwaki_lab::{
    measure::{
        compare::{self, Settings},
        suite,
    },
    play::mine::HALVES,
    setup::recipe::{self, Recipe},
    study::record,
};
use std::io::Write;

/// The part of the suite inside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Half {
    /// For choosing parameters
    Tune,
    /// For reporting
    Test,
    /// Both
    All,
}

/// The positions that recipes are compared on.
#[derive(Args)]
pub(crate) struct Positions {
    /// Positions in EPD, one on a line [default: the suite inside the program]
    #[arg(long, value_name = "FILE")]
    positions: Option<String>,
    /// Half of the suite inside the program [default: test; for a sweep, which chooses, tune]
    #[arg(long, value_enum, conflicts_with = "positions")]
    half: Option<Half>,
}

impl Positions {
    /// The positions, and what they are called; of the suite inside the program this half,
    /// unless another is named.
    pub(crate) fn read(&self, usual: Half) -> Result<(Vec<Epd>, String)> {
        if let Some(file) = &self.positions {
            return Ok((suite::read(file)?, file.clone()));
        }
        let mut all = suite::built_in()?;
        let half = match self.half.unwrap_or(usual) {
            Half::All => return Ok((all, format!("{} suite", suite::BUILT_IN_NAME))),
            Half::Tune => HALVES[0],
            Half::Test => HALVES[1],
        };
        all.retain(|epd| epd.comments[1].as_deref() == Some(half));
        Ok((all, format!("{} suite, {half} half", suite::BUILT_IN_NAME)))
    }
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
    #[command(flatten)]
    positions: Positions,
    #[command(flatten)]
    search: SearchOptions,
}

impl Options {
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
        Ok(self.search.settings(recipes, base))
    }
}

/// A recipe with the changes behind its name and those for all; named as it was asked for.
pub(crate) fn open(text: &str, changes: &[String]) -> Result<Recipe> {
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
    check_game(game)?;
    let settings = options.settings(changes)?;
    let (positions, suite) = options.positions.read(Half::Test)?;
    let plan = compare::plan(&positions, &suite, &settings, &record::command_line()).map_err(anyhow::Error::msg)?;
    let all = settings.recipes.len() * positions.len();
    let folder = options.search.folder(&plan)?;
    search(&plan, &folder, all, &mut |_| Ok(()), |done, hear| compare::run(&positions, &settings, done, hear))?;
    report::tell(&folder, options.search.json, true, output)
}

/// Positions in EPD are of one game.
pub(crate) fn check_game(game: &str) -> Result<()> {
    if game != suite::GAME {
        bail!("--game {game}: suites hold positions of {} only", suite::GAME);
    }
    Ok(())
}
