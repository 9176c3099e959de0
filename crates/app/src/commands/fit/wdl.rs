//! `niwaki fit wdl`: chances of win, draw and loss from training games.
use super::{check_place, write};
use crate::commands::search_options::{MOST_JOBS, jobs};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use niwaki_lab::measure::fit::wdl::{self, Data};
use std::{
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};

/// What to learn from, and where the model goes.
#[derive(Args)]
pub(crate) struct Options {
    /// Files of games, as niwaki datagen writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the model to this file
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Overwrite that file if it is there
    #[arg(long)]
    force: bool,
    /// Threads that read games [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    jobs: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Fits the chances, prints what came of it, and writes the model.
pub(crate) fn run(options: &Options, output: &mut impl Write) -> Result<()> {
    if let Some(file) = &options.out {
        check_place(Path::new(file), options.force).map_err(|reason| anyhow!("--out {file}: {reason}"))?;
    }
    let live = !options.json && io::stderr().is_terminal();
    if live {
        eprint!("reading the games\r");
    }
    let data = Data::read(&options.files, jobs(options.jobs))?;
    if live {
        eprint!("{} games; fitting\r", data.games.len());
    }
    let outcome = wdl::fit(&data)?;
    if options.json {
        writeln!(output, "{}", outcome.to_json())?;
    } else {
        for line in outcome.lines() {
            writeln!(output, "{line}")?;
        }
    }
    match &options.out {
        Some(file) => write(file, &outcome.model(), options.force).with_context(|| format!("--out {file}")),
        None => Ok(()),
    }
}
