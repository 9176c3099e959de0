//! `niwaki sweep`: every setting of a grid, side by side on positions.
use crate::commands::{
    compare::{Half, Positions, open},
    report,
    search_options::{SearchOptions, search},
};
use anyhow::{Result, anyhow};
use clap::Args;
use niwaki_games::Kit;
use niwaki_lab::{
    measure::{
        compare,
        sweep::{self, Axis},
    },
    study::record,
};
use std::io::Write;

/// What to sweep, where, how long, and how to tell.
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
    let settings = options.search.settings(kit, recipes, 0);
    let (positions, suite) = options.positions.read(kit, Half::Tune)?;
    let plan = sweep::plan(&positions, &suite, &options.grid, &settings, &record::command_line());
    let plan = plan.map_err(anyhow::Error::msg)?;
    let all = settings.recipes.len() * positions.len();
    let folder = options.search.folder(&plan)?;
    search(&plan, &folder, all, &mut |_| Ok(()), |done, hear| compare::run(&positions, &settings, done, hear))?;
    report::tell(&folder, options.search.json, true, output)
}
