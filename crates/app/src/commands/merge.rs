//! `niwaki merge`: the parts of a run joined.
use crate::commands::{experiment, study};
use crate::printable::printable;
use anyhow::Result;
use clap::Args;
use niwaki_lab::studies;
use std::{io::Write, path::PathBuf};

/// What to join, and where to.
#[derive(Args)]
pub(crate) struct Options {
    /// Folder for the joined run; empty or not there
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// Folders of the parts
    #[arg(required = true, value_name = "DIR")]
    parts: Vec<PathBuf>,
    /// Join what is there if parts are missing or unfinished
    #[arg(long)]
    partial: bool,
    /// Print the summary as one JSON object
    #[arg(long)]
    json: bool,
}

/// Joins the parts and shows what they come to.
pub(crate) fn run(options: &Options, output: &mut impl Write) -> Result<()> {
    if options.parts.iter().all(|part| experiment::is_run(part)) {
        niwaki_lab::papers::experiment::join(&options.out, &options.parts, options.partial)?;
        return experiment::remake(&options.out, output);
    }
    for doubt in niwaki_lab::study::merge::merge(&studies::ALL, &options.out, &options.parts, options.partial)? {
        eprintln!("niwaki: {}", printable(&doubt));
    }
    study::show(&options.out, options.json, false, output)
}
