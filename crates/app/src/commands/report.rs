//! `niwaki report`: what a run came to, from its records alone.
use crate::commands::{experiment, study};
use anyhow::{Result, bail};
use clap::Args;
use niwaki_lab::{report, studies, study::files};
use std::{io::Write, path::PathBuf};

/// The run, and how to show it.
#[derive(Args)]
pub(crate) struct Options {
    /// Folder of the run
    folder: PathBuf,
    /// Write the main picture as a file of its own, in SVG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Overwrite that file if it exists
    #[arg(long)]
    force: bool,
    /// Print the summary as one JSON object
    #[arg(long)]
    json: bool,
}

/// Shows a run again.
pub(crate) fn run(options: &Options, output: &mut impl Write) -> Result<()> {
    let folder = &options.folder;
    if experiment::is_run(folder) {
        return match &options.picture {
            Some(file) => bail!("--picture {}: an experiment has no main picture", file.display()),
            None => experiment::remake(folder, output),
        };
    }
    if let Some(file) = &options.picture {
        files::check_place(file, options.force)?;
        files::replace(file, report::standalone(&studies::ALL.picture(folder)?).as_bytes())?;
    }
    study::show(folder, options.json, false, output)
}
