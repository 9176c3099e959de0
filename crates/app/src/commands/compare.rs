//! `niwaki compare`: recipes side by side on positions.
use crate::commands::{
    report,
    search_options::{SearchOptions, search},
};
use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueEnum};
use niwaki_games::{Kit, Problem};
use niwaki_lab::{
    measure::{
        compare::{self, Settings},
        problems::{self, HALVES},
    },
    setup::recipe::{self, Recipe},
    study::record,
};
use std::io::Write;

/// The part of the built-in suite.
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
    /// Positions, one on a line, as the game writes them (EPD) [default: the built-in suite]
    #[arg(long, value_name = "FILE")]
    positions: Option<String>,
    /// Half of the built-in suite [default: test; for a sweep, which chooses, tune]
    #[arg(long, value_enum, conflicts_with = "positions")]
    half: Option<Half>,
}

impl Positions {
    /// The positions, and what they are called; of the built-in suite this half,
    /// unless another is named.
    pub(crate) fn read(&self, kit: &dyn Kit, usual: Half) -> Result<(Vec<Problem>, String)> {
        if let Some(file) = &self.positions {
            return Ok((problems::read(kit, file)?, file.clone()));
        }
        let half = match self.half.unwrap_or(usual) {
            Half::All => None,
            Half::Tune => Some(HALVES[0]),
            Half::Test => Some(HALVES[1]),
        };
        Ok((problems::built_in(kit, half)?, problems::built_in_name(half)))
    }
}

/// What to compare, where, how long, and how to tell.
#[derive(Args)]
pub(crate) struct Options {
    /// Names or files of recipes, each perhaps with changes: null-move,null_move.reduction=3
    /// [default: a few of the game's own]
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
    fn settings(&self, kit: &'static dyn Kit, changes: &[String]) -> Result<Settings> {
        let names: Vec<&str> = match self.recipes.as_slice() {
            [] => kit.compared_recipes().to_vec(),
            named => named.iter().map(String::as_str).collect(),
        };
        let mut recipes: Vec<Recipe> = Vec::new();
        for name in names {
            if recipes.iter().any(|recipe| recipe.name == name) {
                bail!("{name}: given twice");
            }
            recipes.push(open(kit, name, changes)?);
        }
        let base = match &self.base {
            None => 0,
            Some(base) => recipes
                .iter()
                .position(|recipe| recipe.name == *base)
                .ok_or_else(|| anyhow!("--base {base}: expected one of the recipes compared"))?,
        };
        Ok(self.search.settings(kit, recipes, base))
    }
}

/// A recipe with the changes behind its name and those for all; named as it was asked for.
pub(crate) fn open(kit: &'static dyn Kit, text: &str, changes: &[String]) -> Result<Recipe> {
    let mut parts = text.split(',');
    let mut recipe = recipe::open(kit, parts.next().unwrap_or_default())?;
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
pub(crate) fn run(options: &Options, kit: &'static dyn Kit, changes: &[String], output: &mut impl Write) -> Result<()> {
    let settings = options.settings(kit, changes)?;
    let (positions, suite) = options.positions.read(kit, Half::Test)?;
    let plan = compare::plan(&positions, &suite, &settings, &record::command_line()).map_err(anyhow::Error::msg)?;
    let all = settings.recipes.len() * positions.len();
    let folder = options.search.folder(&plan)?;
    search(&plan, &folder, all, &mut |_| Ok(()), |done, hear| compare::run(&positions, &settings, done, hear))?;
    report::tell(&folder, options.search.json, true, output)
}
