//! `niwaki fit wdl`: chances of win, draw and loss from training games.
use crate::commands::{
    search_options::{MOST_JOBS, jobs},
    study,
};
use anyhow::{Result, anyhow};
use clap::Args;
use niwaki_games::Kit;
use niwaki_lab::{
    measure::fit::wdl::{self, Data},
    study::files,
};
use std::{io::Write, path::PathBuf};

/// What to learn from, and where the model goes.
#[derive(Args)]
pub(crate) struct Options {
    /// Files of games, as niwaki datagen writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the model to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite that file if it exists
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
pub(crate) fn run(options: &Options, kit: &dyn Kit, output: &mut impl Write) -> Result<()> {
    let lacks = || anyhow!("{} has no chances by material", kit.name());
    let (model, learner) = kit.chances().zip(kit.learner()).ok_or_else(lacks)?;
    options.out.as_deref().map_or(Ok(()), |file| files::check_place(file, options.force))?;
    let progress = study::progress(None);
    progress.message("reading the games");
    let data = Data::read(learner, &options.files, jobs(options.jobs))?;
    progress.message(format!("{} games; fitting", data.games.len()));
    let outcome = wdl::fit(model, &data)?;
    progress.finish();
    if options.json {
        writeln!(output, "{}", outcome.to_json())?;
    } else {
        for line in outcome.lines() {
            writeln!(output, "{line}")?;
        }
    }
    let model = outcome.model();
    Ok(options.out.as_deref().map_or(Ok(()), |file| files::replace(file, model.as_bytes()))?)
}
