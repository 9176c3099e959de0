//! `niwaki fit risk`: the chance that a quiet move beats alpha, from collected moves.
use crate::commands::study;
use anyhow::Result;
use clap::Args;
use niwaki_games::Kit;
use niwaki_lab::{
    measure::fit::risk::{self, Data},
    study::{files, record},
};
use std::{io::Write, path::PathBuf};

/// What to learn from, and where the model goes.
#[derive(Args)]
pub(crate) struct Options {
    /// Folders with the records of niwaki collect risk
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Wrong skips that the thresholds allow, in percent of those of the hand-made rules
    #[arg(long, value_name = "PERCENT", default_value_t = 80.0, value_parser = parse_risk)]
    risk: f64,
    /// Write the model to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the report, one HTML file with tables and pictures
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Overwrite these files if they are there
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn parse_risk(text: &str) -> Result<f64, String> {
    const MOST: f64 = 10_000.0;
    match text.parse() {
        Ok(percent) if percent > 0.0 && percent <= MOST => Ok(percent),
        _ => Err(format!("expected a number above 0, up to {MOST}")),
    }
}

/// Fits the model, prints what came of it, and writes model and report.
pub(crate) fn run(options: &Options, kit: &dyn Kit, output: &mut impl Write) -> Result<()> {
    for file in options.out.iter().chain(&options.report) {
        files::check_place(file, options.force)?;
    }
    let progress = study::progress(None);
    progress.message("reading the moves");
    let data = Data::read(kit, &options.folders)?;
    progress.message("fitting");
    let outcome = risk::fit(kit, &data, options.risk)?;
    progress.finish();
    if options.json {
        writeln!(output, "{}", outcome.to_json())?;
    } else {
        for line in outcome.lines() {
            writeln!(output, "{line}")?;
        }
    }
    if let Some(file) = &options.out {
        files::replace(file, outcome.model().as_bytes())?;
    }
    if let Some(file) = &options.report {
        files::replace(file, outcome.page(&record::command_line()).as_bytes())?;
    }
    Ok(())
}
