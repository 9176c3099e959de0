//! `niwaki networks`: the record of all networks.
use anyhow::Result;
use clap::Args;
use niwaki_lab::{
    learn::networks::{self, History},
    study::files,
};
use std::{io::Write, path::PathBuf};

/// Which record, and how it is shown.
#[derive(Args)]
pub(crate) struct Options {
    /// The record [default: that of the program, nets/history.toml]
    #[arg(value_name = "FILE")]
    file: Option<String>,
    /// Print every match instead
    #[arg(long)]
    matches: bool,
    /// Print all tables as Markdown instead
    #[arg(long, conflicts_with = "matches")]
    markdown: bool,
    /// Print one JSON object instead
    #[arg(long, conflicts_with_all = ["matches", "markdown"])]
    json: bool,
    /// Also draw Elo by generation into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Overwrite that file if it is there
    #[arg(long, requires = "svg")]
    force: bool,
}

/// Prints the record, and draws it if asked.
pub(crate) fn run(options: &Options, output: &mut impl Write) -> Result<()> {
    let history = match &options.file {
        Some(file) => History::read(file)?,
        None => History::embedded()?,
    };
    if let Some(path) = &options.svg {
        files::check_place(path, options.force)?;
        files::replace(path, networks::picture(&history).as_bytes())?;
    }
    if options.json {
        return Ok(writeln!(output, "{}", networks::json(&history))?);
    }
    if options.markdown {
        return Ok(write!(output, "{}", networks::markdown(&history))?);
    }
    let lines = if options.matches { networks::matches(&history) } else { networks::table(&history) };
    lines.iter().try_for_each(|line| writeln!(output, "{line}"))?;
    if !options.matches {
        writeln!(
            output,
            "\nElo is over the evaluation written by hand (seed), from all matches; --matches shows them."
        )?;
    }
    Ok(())
}
