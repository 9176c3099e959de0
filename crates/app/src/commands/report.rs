//! `niwaki report`: what a run came to, from its records alone.
use crate::commands::experiment;
use anyhow::{Context, Result, bail};
use clap::Args;
use niwaki_lab::{
    Json, json,
    learn::tune,
    measure::{
        collect,
        compare::{self, Trial},
        fit, suite, sweep,
    },
    play::matches,
    report,
    study::record::{self, Run},
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

/// What the records of a run say, whatever command made them.
fn told(run: &Run) -> Result<Told> {
    match run.header.as_ref().and_then(|header| header["command"].as_str()).unwrap_or_default() {
        compare::COMMAND => of_comparison(run),
        sweep::COMMAND => of_sweep(run),
        suite::COMMAND => of_suite(run),
        matches::COMMAND => of_match(run),
        tune::COMMAND => of_tuning(run),
        fit::COMMAND => of_fit(run),
        collect::COMMAND => of_collection(run),
        _ => bail!("expected the records of niwaki compare, suite, sweep, match, tune, fit or collect"),
    }
}

/// Prints what the records in a folder say, and writes the page where there is one. With
/// `each`, the JSON of every search comes first.
pub(crate) fn tell(folder: &Path, json: bool, each: bool, output: &mut impl Write) -> Result<()> {
    let records = folder.join(record::FILE).display().to_string();
    let run = record::read(folder)?;
    let told = told(&run).context(records.clone())?;
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
    let (settings, standing) = matches::standing(run)?;
    let (lines, summary) = (matches::table(&settings, &standing), standing.to_json(&settings));
    Ok(Told { lines, summary, trials: Vec::new(), page: Some(matches::page(run)?) })
}

fn of_tuning(run: &Run) -> Result<Told> {
    let summary = json!({ "iterations": run.records.len(), "last": run.records.last() });
    Ok(Told { lines: Vec::new(), summary, trials: Vec::new(), page: Some(tune::page(run)?) })
}

fn of_fit(run: &Run) -> Result<Told> {
    let summary = Json::Array(fit::lines(run)?);
    Ok(Told { lines: Vec::new(), summary, trials: Vec::new(), page: Some(fit::page(run)?) })
}

fn of_collection(run: &Run) -> Result<Told> {
    let collection = collect::collection(run)?;
    let (lines, summary) = (collection.lines(), collection.to_json());
    Ok(Told { lines, summary, trials: Vec::new(), page: Some(collect::page(run)?) })
}

/// The picture that says most of a run.
fn main_picture(run: &Run) -> Result<String> {
    match run.header.as_ref().and_then(|header| header["command"].as_str()).unwrap_or_default() {
        compare::COMMAND => Ok(compare::picture(&compare::comparison(run)?.0)),
        matches::COMMAND => Ok(matches::picture(run)?),
        collect::COMMAND => Ok(collect::picture(run)?),
        "" => bail!("expected the records of a run"),
        other => bail!("there is no single picture of the command {other}"),
    }
}

/// Writes the report beside the records.
pub(crate) fn write(folder: &Path) -> Result<PathBuf> {
    match told(&record::read(folder)?)?.page {
        Some(page) => write_page(folder, &page),
        None => bail!("{}: there is no report of this command", folder.display()),
    }
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
    let picture = report::standalone(&main_picture(&record::read(folder)?).with_context(place)?);
    fs::write(file, picture).with_context(|| file.display().to_string())
}
