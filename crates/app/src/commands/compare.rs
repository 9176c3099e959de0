//! `niwaki compare`: recipes side by side on positions.
use crate::commands::search_options::SearchOptions;
use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueEnum};
use niwaki_games::Kit;
use niwaki_lab::{
    measure::{
        compare,
        problems::{self, HALVES},
        searches::{Searches, Suite},
    },
    setup::recipe::{self, Recipe},
};
use std::{io::Write, time::Duration};

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
    /// Whether a file is named.
    pub(crate) fn are_named(&self) -> bool {
        self.positions.is_some()
    }

    /// The positions, and what they are called; of the built-in suite this half,
    /// unless another is named.
    pub(crate) fn read(&self, kit: &dyn Kit, usual: Half) -> Result<Suite> {
        if let Some(file) = &self.positions {
            return Ok(Suite { name: file.clone(), problems: problems::read(kit, file)? });
        }
        let half = match self.half.unwrap_or(usual) {
            Half::All => None,
            Half::Tune => Some(HALVES[0]),
            Half::Test => Some(HALVES[1]),
        };
        Ok(Suite { name: problems::built_in_name(half), problems: problems::built_in(kit, half)? })
    }
}

/// What to compare, on which positions, and how long.
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
    /// The recipes, and the place of the base.
    fn recipes(&self, kit: &'static dyn Kit, changes: &[String]) -> Result<(Vec<Recipe>, usize)> {
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
        Ok((recipes, base))
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
    let (recipes, base) = options.recipes(kit, changes)?;
    let suite = options.positions.read(kit, Half::Test)?;
    let settings = options.search.settings(kit, Duration::ZERO);
    let searches = Searches::of_recipes(compare::COMMAND, settings, suite, &recipes, base)?;
    options.search.run(&searches, &mut |_, _| Ok(()), output)
}
