//! `niwaki suite`: a test suite with one recipe or another engine.
use crate::commands::{
    report,
    search_options::{SearchOptions, search},
};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use niwaki_games::Kit;
use niwaki_lab::{
    measure::{
        compare::Trial,
        problems,
        suite::{self, Settings},
    },
    play::matches::{Kind, Spec},
    setup::recipe::Recipe,
    study::record,
};
use std::{io::Write, time::Duration};

/// What to search, how long, and how to tell.
#[derive(Args)]
pub(crate) struct Options {
    /// Positions, one on a line, with moves to find (bm) or to avoid (am), the moves to a win (EPD:
    /// dm), or points for moves (EPD: c0 "f5=10, Be5=2")
    file: String,
    /// A UCI engine instead of a recipe: uci:FILE[,OPTION=VALUE...] (args=... are its arguments)
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,
    /// How long an engine may take for a position beyond its time before it counts as hung
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    patience: u32,
    /// Print a line for each position
    #[arg(long)]
    verbose: bool,
    #[command(flatten)]
    search: SearchOptions,
}

impl Options {
    /// Whether another engine is to answer.
    pub(crate) fn names_engine(&self) -> bool {
        self.engine.is_some()
    }

    /// Who answers.
    fn player(&self, kit: &'static dyn Kit, recipe: Recipe, changes: &[String]) -> Result<Spec> {
        let Some(text) = &self.engine else {
            let name = [std::slice::from_ref(&recipe.name), changes].concat().join(",");
            return Ok(Spec { name, kind: Kind::Recipe { recipe: Box::new(recipe), options: Vec::new() } });
        };
        match Spec::parse(kit, text).map_err(|reason| anyhow!("--engine {reason}"))? {
            spec if matches!(spec.kind, Kind::Program(_)) => {
                spec.check(kit).map(|()| spec).map_err(|reason| anyhow!("--engine {reason}"))
            }
            _ => bail!("--engine {text}: expected uci:FILE[,OPTION=VALUE...]"),
        }
    }
}

/// Runs the suite, records it and prints what came of it.
pub(crate) fn run(
    options: &Options,
    kit: &'static dyn Kit,
    recipe: Recipe,
    changes: &[String],
    output: &mut impl Write,
) -> Result<()> {
    let shared = &options.search;
    let settings = Settings {
        kit,
        player: options.player(kit, recipe, changes)?,
        effort: shared.effort(),
        jobs: shared.jobs(),
        hash: shared.hash(),
        shard: shared.shard(),
        patience: Duration::from_secs(options.patience.into()),
    };
    let positions = problems::read(kit, &options.file)?;
    let plan =
        suite::plan(&positions, &options.file, &settings, &record::command_line()).map_err(anyhow::Error::msg)?;
    let folder = shared.folder(&plan)?;
    let mut tell = |trial: &Trial| {
        if let Some(fault) = &trial.fault {
            eprintln!("niwaki: {}: position {} ({}): {fault}", trial.recipe, trial.number, trial.id);
        }
        if options.verbose && !shared.json { writeln!(output, "{}", trial.line()) } else { Ok(()) }
    };
    search(&plan, &folder, positions.len(), &mut tell, |done, hear| suite::run(&positions, &settings, done, hear))?;
    report::tell(&folder, shared.json, true, output)
}
