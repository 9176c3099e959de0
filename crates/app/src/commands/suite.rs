//! `niwaki suite`: a test suite with one recipe or another engine.
use crate::{commands::search_options::SearchOptions, printable::printable};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use niwaki_games::Kit;
use niwaki_lab::{
    measure::{
        problems,
        searches::{Searches, Suite},
        suite,
        trial::Trial,
    },
    play::matches::{Kind, Spec},
    setup::recipe::Recipe,
};
use std::{io::Write, time::Duration};

/// What to search, with what, and how long.
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

    /// The program that answers, if one is named.
    fn program(&self, kit: &'static dyn Kit) -> Result<Option<Spec>> {
        let Some(text) = &self.engine else { return Ok(None) };
        match Spec::parse(kit, text).map_err(|reason| anyhow!("--engine {reason}"))? {
            spec if matches!(spec.kind, Kind::Program(_)) => {
                spec.check(kit).map(|()| Some(spec)).map_err(|reason| anyhow!("--engine {reason}"))
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
    let program = options.program(kit)?;
    let problems = problems::read(kit, &options.file)?;
    let suite = Suite { name: options.file.clone(), problems };
    let settings = options.search.settings(kit, Duration::from_secs(options.patience.into()));
    let name = [std::slice::from_ref(&recipe.name), changes].concat().join(",");
    let searches = match program {
        Some(spec) => Searches::of_program(suite::COMMAND, settings, suite, spec),
        None => Searches::of_recipes(suite::COMMAND, settings, suite, &[Recipe { name, ..recipe }], 0)?,
    };
    let verbose = options.verbose && !options.search.json;
    // Of a program that never answers only the last word is printed.
    let (mut waiting, mut answers) = (Vec::new(), false);
    let mut take = |trial: &Trial, output: &mut dyn Write| {
        answers |= trial.fault.is_none();
        waiting.extend(trial.fault.as_ref().map(|fault| {
            let place = format!("{}: position {} ({})", trial.recipe, trial.number, trial.id);
            printable(&format!("niwaki: {place}: {fault}")).into_owned()
        }));
        if answers {
            waiting.drain(..).for_each(|line| eprintln!("{line}"));
        }
        if verbose { writeln!(output, "{}", trial.line()) } else { Ok(()) }
    };
    options.search.run(&searches, &mut take, output)
}
