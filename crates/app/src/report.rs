//! `niwaki report`: what a run came to, from its records alone.
use crate::experiment;
use anyhow::{Context, Result, bail};
use clap::Args;
use niwaki_lab::{
    Json,
    compare::{self, Trial},
    duel, json,
    record::{self, Run},
    report, suite, sweep, tune,
};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

const REPORT: &str = "report.html";

/// The run, and how to tell of it.
#[derive(Args)]
pub(crate) struct Options {
    /// Folder of the run
    folder: PathBuf,
    /// Write the main picture of a comparison as a file of its own, in SVG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Overwrite that file if it is there
    #[arg(long)]
    force: bool,
    /// Print the summary as one JSON object
    #[arg(long)]
    json: bool,
}

/// Tells of a run again.
pub(crate) fn run(options: &Options, output: &mut impl Write) -> Result<()> {
    if experiment::is_run(&options.folder) {
        return match &options.picture {
            Some(file) => bail!("--picture {}: expected the folder of a comparison", file.display()),
            None => experiment::remake(&options.folder, output),
        };
    }
    if let Some(file) = &options.picture {
        write_picture(&options.folder, file, options.force)?;
    }
    tell(&options.folder, options.json, false, output)
}

/// What is said of a run.
struct Told {
    lines: Vec<String>,
    summary: Json,
    trials: Vec<Trial>,
    page: Option<String>,
}

/// Prints what the records in a folder say, and writes the page where there is one. With
/// `each`, the JSON of every search comes first.
pub(crate) fn tell(folder: &Path, json: bool, each: bool, output: &mut impl Write) -> Result<()> {
    let records = folder.join(record::FILE).display().to_string();
    let run = record::read(folder)?;
    let command = run.header.as_ref().and_then(|header| header["command"].as_str()).unwrap_or_default();
    let told = match command {
        compare::COMMAND => of_comparison(&run).context(records.clone())?,
        sweep::COMMAND => of_sweep(&run).context(records.clone())?,
        suite::COMMAND => of_suite(&run).context(records.clone())?,
        duel::COMMAND => of_match(&run).context(records.clone())?,
        tune::COMMAND => of_tuning(&run).context(records.clone())?,
        _ => bail!("{records}: expected the records of niwaki compare, suite, sweep, match or tune"),
    };
    let page = told.page.map(|page| write_page(folder, &page)).transpose()?;
    if json {
        for trial in told.trials.iter().filter(|_| each) {
            writeln!(output, "{}", trial.to_json())?;
        }
        return Ok(writeln!(output, "{}", told.summary)?);
    }
    for line in told.lines {
        writeln!(output, "{line}")?;
    }
    match page {
        Some(page) => Ok(writeln!(output, "report: {}", page.display())?),
        None => Ok(writeln!(output, "records: {records}")?),
    }
}

fn of_comparison(run: &Run) -> Result<Told> {
    let (told, trials) = compare::comparison(run)?;
    Ok(Told { lines: told.lines(), summary: told.to_json(), trials, page: Some(compare::page(run)?) })
}

fn of_sweep(run: &Run) -> Result<Told> {
    let (told, trials) = sweep::sweep(run)?;
    Ok(Told { lines: told.lines(), summary: told.to_json(), trials, page: Some(sweep::page(run)?) })
}

fn of_suite(run: &Run) -> Result<Told> {
    let (told, trials) = suite::summary(run)?;
    Ok(Told { lines: told.lines(), summary: told.to_json(), trials, page: None })
}

fn of_match(run: &Run) -> Result<Told> {
    let (settings, standing) = duel::standing(run).map_err(anyhow::Error::msg)?;
    let (lines, summary) = (duel::table(&settings, &standing), standing.to_json(&settings));
    Ok(Told { lines, summary, trials: Vec::new(), page: None })
}

fn of_tuning(run: &Run) -> Result<Told> {
    let summary = json!({ "iterations": run.records.len(), "last": run.records.last() });
    Ok(Told { lines: Vec::new(), summary, trials: Vec::new(), page: Some(tune::page(run)?) })
}

/// Writes beside the file first, so that it is whole at every moment.
pub(crate) fn write_page(folder: &Path, page: &str) -> Result<PathBuf> {
    let (path, part) = (folder.join(REPORT), folder.join(format!("{REPORT}.part")));
    let written = fs::write(&part, page).and_then(|()| fs::rename(&part, &path));
    written.with_context(|| path.display().to_string())?;
    Ok(path)
}

/// Writes the main picture of the records in a folder as a file of its own.
fn write_picture(folder: &Path, file: &Path, force: bool) -> Result<()> {
    if file.exists() && !force {
        bail!("{}: it is there already; --force overwrites it", file.display());
    }
    let place = || folder.join(record::FILE).display().to_string();
    let (told, _) = compare::comparison(&record::read(folder)?).with_context(place)?;
    let picture = report::standalone(&compare::picture(&told));
    fs::write(file, picture).with_context(|| file.display().to_string())
}
