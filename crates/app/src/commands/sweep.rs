//! `niwaki sweep`: every setting of a grid, side by side on positions.
use crate::commands::{
    compare::{Half, Positions, open},
    search_options::SearchOptions,
};
use anyhow::{Result, anyhow};
use clap::Args;
use niwaki_games::Kit;
use niwaki_lab::measure::{
    searches::Searches,
    sweep::{self, Axis},
};
use std::{io::Write, time::Duration};

/// What to sweep, on which positions, and how long.
#[derive(Args)]
pub(crate) struct Options {
    /// Name or file of the recipe, perhaps with changes: turk-mc,multi_cut.moves=12
    #[arg(value_name = "RECIPE", id = "swept")]
    recipe: String,
    /// A parameter and its values: multi_cut.cuts=2,3,4 or 2..4, in steps 4..12:4; may be repeated
    #[arg(long, required = true, value_name = "PATH=VALUES")]
    grid: Vec<Axis>,
    /// The recipe that settings are measured against [default: the recipe unchanged]
    #[arg(long, value_name = "RECIPE")]
    base: Option<String>,
    #[command(flatten)]
    positions: Positions,
    #[command(flatten)]
    search: SearchOptions,
}

/// Sweeps, records, prints and writes the report.
pub(crate) fn run(options: &Options, kit: &'static dyn Kit, changes: &[String], output: &mut impl Write) -> Result<()> {
    let base = options.base.as_ref().map(|base| open(kit, base, changes)).transpose()?;
    let recipe = open(kit, &options.recipe, changes)?;
    let recipes = sweep::recipes(&recipe, base, &options.grid).map_err(|reason| anyhow!("--grid {reason}"))?;
    let suite = options.positions.read(kit, Half::Tune)?;
    let settings = options.search.settings(kit, Duration::ZERO);
    let searches = Searches::of_recipes(sweep::COMMAND, settings, suite, &recipes, 0)?;
    options.search.run(&searches.with(sweep::GRID, sweep::describe(&options.grid)), &mut |_, _| Ok(()), output)
}
