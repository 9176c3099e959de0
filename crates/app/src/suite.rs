//! `niwaki suite`: a test suite with one recipe or another engine.
use crate::{
    compare::check_game,
    printable::printable,
    report,
    search_options::{SearchOptions, search},
};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use niwaki_lab::{
    compare::Trial,
    duel::{Kind, Spec},
    recipe::Recipe,
    record,
    suite::{self, Settings},
};
use std::{io::Write, time::Duration};

/// What to search, how long, and how to tell.
#[derive(Args)]
pub(crate) struct Options {
    /// Positions in EPD, one on a line, with moves to find (bm) or to avoid (am), a mate in so many
    /// moves (dm), or points for moves (c0 "f5=10, Be5=2")
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
    fn player(&self, recipe: Recipe, changes: &[String]) -> Result<Spec> {
        let Some(text) = &self.engine else {
            let name = [std::slice::from_ref(&recipe.name), changes].concat().join(",");
            return Ok(Spec { name, kind: Kind::Recipe { recipe: Box::new(recipe), options: Vec::new() } });
        };
        match Spec::parse(text).map_err(|reason| anyhow!("--engine {reason}"))? {
            spec if matches!(spec.kind, Kind::Program(_)) => Ok(spec),
            _ => bail!("--engine {text}: expected uci:FILE[,OPTION=VALUE...]"),
        }
    }
}

/// Runs the suite, records it and prints what came of it.
pub(crate) fn run(
    options: &Options,
    game: &str,
    recipe: Recipe,
    changes: &[String],
    output: &mut impl Write,
) -> Result<()> {
    check_game(game)?;
    let shared = &options.search;
    let settings = Settings {
        player: options.player(recipe, changes)?,
        effort: shared.effort(),
        jobs: shared.jobs(),
        hash: shared.hash(),
        shard: shared.shard(),
        patience: Duration::from_secs(options.patience.into()),
    };
    let positions = suite::read(&options.file)?;
    let plan =
        suite::plan(&positions, &options.file, &settings, &record::command_line()).map_err(anyhow::Error::msg)?;
    let folder = shared.folder(&plan)?;
    let mut tell = |trial: &Trial| {
        if let Some(fault) = &trial.fault {
            let place = format!("{}: position {} ({})", trial.recipe, trial.number, trial.id);
            eprintln!("niwaki: {}", printable(&format!("{place}: {fault}")));
        }
        if options.verbose && !shared.json { writeln!(output, "{}", trial.line()) } else { Ok(()) }
    };
    search(&plan, &folder, positions.len(), &mut tell, |done, hear| suite::run(&positions, &settings, done, hear))?;
    report::tell(&folder, shared.json, true, output)
}
