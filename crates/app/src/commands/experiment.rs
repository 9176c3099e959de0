//! `niwaki experiment`: any experiment from its file. `niwaki reproduce`: the tables of the
//! papers, which are built-in experiments.
use crate::commands::{
    search_options::{MOST_JOBS, jobs},
    study,
};
use anyhow::{Result, anyhow, bail};
use clap::{Args, Subcommand};
use niwaki_lab::{
    json,
    papers::{
        experiment::{self, Experiment, FILE, Note, Plan, Scale},
        reproduce,
    },
    play::matches::Spec,
    study::{
        files, record,
        shard::{Shard, whole_command},
    },
};
use std::{
    collections::BTreeMap,
    io::Write,
    path::{Path, PathBuf},
};

const REPORT: &str = "report.html";
const INDEX: &str = "index.html";
/// Stands for every table.
const ALL: &str = "all";
/// Digits of the hash that tells apart runs with other positions, openings or opponents.
const HASH_DIGITS: usize = 8;

/// What to do with the file of an experiment.
#[derive(Subcommand)]
pub(crate) enum What {
    /// Run it; the same command resumes it
    #[command(after_help = "Example: niwaki experiment run my-table.toml --scale quick --out runs/my-table")]
    Run {
        /// The file, in TOML; see docs/experiments.md
        file: String,
        #[command(flatten)]
        options: Options,
    },
    /// Say whether it can be run, and print what would be done
    #[command(after_help = "Example: niwaki experiment check my-table.toml")]
    Check {
        /// The file, in TOML
        file: String,
        #[command(flatten)]
        options: Options,
    },
}

/// Which tables of the papers.
#[derive(Args)]
pub(crate) struct Tables {
    /// A table by its name, or all; without it they are listed
    table: Option<String>,
    #[command(flatten)]
    options: Options,
}

/// How much of it, on what, where it is kept and how it is shown.
#[derive(Args)]
pub(crate) struct Options {
    /// How much: quick (minutes), medium, or paper (as many positions and games as the paper)
    #[arg(long, default_value = "quick")]
    scale: Scale,
    /// Positions in EPD for all suites, or for one that the experiment names, as in WAC=wac.epd;
    /// may be repeated [default: the built-in suite]
    #[arg(long, value_name = "[NAME=]FILE")]
    positions: Vec<String>,
    /// Openings of matches in EPD or PGN [default: the built-in book]
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// Who plays for a program of the paper, as in uci:FILE [default: a recipe]
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<String>,
    /// Searches or games at a time [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    jobs: Option<u32>,
    /// Folder for records and report [default: one below runs/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Do only a part of the comparisons, matches and fits, such as 2/8: they are dealt out, so that
    /// the parts may run at the same time into the same folder
    #[arg(long, default_value = "1/1", value_name = "I/N")]
    shard: Shard,
    /// Run again what is recorded in the folder already
    #[arg(long)]
    force: bool,
    /// Only print what would be done, and about how long it takes
    #[arg(long)]
    dry_run: bool,
    /// Print a JSON object for each row, and one for each experiment with what it says
    #[arg(long)]
    json: bool,
}

/// An experiment, its text, and the folder of its run.
struct Job {
    experiment: Experiment,
    text: String,
    note: Note,
    folder: PathBuf,
}

impl Options {
    /// How these experiments are run. Every file that is named must be for one of them.
    fn note(&self, experiment: &Experiment, all: &[Experiment]) -> Result<Note> {
        let suites = |experiment: &Experiment| -> Vec<String> {
            experiment.parts().flat_map(|part| part.rows()).filter_map(|row| row.suite.clone()).collect()
        };
        let mut positions = BTreeMap::new();
        for text in &self.positions {
            let (name, file) = text.split_once('=').unwrap_or(("", text));
            if !name.is_empty() && !all.iter().any(|known| suites(known).iter().any(|suite| suite == name)) {
                bail!("--positions {text}: no row asks for positions called {name}");
            }
            if name.is_empty() || suites(experiment).iter().any(|suite| suite == name) {
                positions.insert(name.to_string(), file.to_string());
            }
        }
        if let Some(opponent) = &self.opponent {
            Spec::parse(niwaki_games::list::ALL[0], opponent).map_err(|reason| anyhow!("--opponent {reason}"))?;
        }
        let (openings, opponent) = (self.openings.clone(), self.opponent.clone());
        Ok(Note { scale: self.scale, command: whole_command(&record::command_line()), positions, openings, opponent })
    }

    /// Tells runs at the same scale with other input apart; empty where all is usual.
    fn suffix(&self) -> String {
        let input = json!([self.positions, self.openings, self.opponent]).to_string();
        let usual = self.positions.is_empty() && self.openings.is_none() && self.opponent.is_none();
        if usual { String::new() } else { format!("-{}", &record::hash(input.as_bytes())[..HASH_DIGITS]) }
    }

    fn plan(&self, job: &Job) -> Result<Plan> {
        Ok(Plan::new(job.experiment.clone(), job.note.clone(), jobs(self.jobs), self.shard)?)
    }
}

/// Runs or checks the file of an experiment.
pub(crate) fn run(what: &What, output: &mut impl Write) -> Result<()> {
    let (What::Run { file, options } | What::Check { file, options }) = what;
    let (experiment, text) = Experiment::read(file)?;
    if experiment.run.is_some() {
        bail!("{file}: run: this table is written into the folder of a run; take it out");
    }
    let hash = record::hash(text.as_bytes());
    let name = format!("{}-{}-{}{}", experiment.id, options.scale, &hash[..HASH_DIGITS], options.suffix());
    let folder = options.out.clone().unwrap_or_else(|| Path::new(record::RUNS).join(name));
    let note = options.note(&experiment, std::slice::from_ref(&experiment))?;
    let job = Job { experiment, text, note, folder };
    if options.dry_run || matches!(what, What::Check { .. }) {
        return print_plan(&options.plan(&job)?, options.json, output);
    }
    carry_out(&job, options, output).map(drop)
}

/// Lists the tables of the papers, or runs one or all.
pub(crate) fn reproduce(tables: &Tables, output: &mut impl Write) -> Result<()> {
    let options = &tables.options;
    let Some(name) = &tables.table else { return list(options.json, output) };
    let names = if name == ALL { reproduce::names() } else { vec![name.as_str()] };
    let opened = names.iter().map(|name| reproduce::open(name)).collect::<Result<Vec<_>, _>>()?;
    let all: Vec<Experiment> = opened.iter().map(|(experiment, _)| experiment.clone()).collect();
    let usual = format!("reproduce-{}{}", options.scale, options.suffix());
    let home = options.out.clone().unwrap_or_else(|| Path::new(record::RUNS).join(usual));
    let mut jobs = Vec::new();
    for (experiment, text) in opened {
        let (note, folder) = (options.note(&experiment, &all)?, home.join(&experiment.id));
        jobs.push(Job { experiment, text: text.to_string(), note, folder });
    }
    // What cannot be run is found before the first table, not after hours.
    let plans = jobs.iter().map(|job| options.plan(job)).collect::<Result<Vec<Plan>>>()?;
    if options.dry_run {
        return plans.iter().try_for_each(|plan| print_plan(plan, options.json, output));
    }
    drop(plans);
    let mut findings = Vec::new();
    for job in &jobs {
        findings.push(carry_out(job, options, output)?);
    }
    if name == ALL {
        let index = write_index(&home, &whole_command(&record::command_line()))?;
        if !options.json {
            writeln!(output, "\nAll tables")?;
            for (job, finding) in jobs.iter().zip(&findings) {
                writeln!(output, "{}: {finding}", job.experiment.id)?;
            }
            writeln!(output, "reports: {}", index.display())?;
        }
    }
    Ok(())
}

fn list(as_json: bool, output: &mut impl Write) -> Result<()> {
    for name in reproduce::names() {
        let (experiment, _) = reproduce::open(name)?;
        let Experiment { id, title, source, minutes, .. } = &experiment;
        if as_json {
            let rows: usize = experiment.parts().map(|part| part.rows.len()).sum();
            let minutes: BTreeMap<String, f64> =
                minutes.iter().map(|(scale, time)| (scale.to_string(), *time)).collect();
            let line = json!({ "table": id, "title": title, "source": source, "rows": rows, "minutes": minutes });
            writeln!(output, "{line}")?;
            continue;
        }
        let cost = |scale: &Scale| minutes.get(scale).map(|time| format!("{scale} {time} min"));
        let costs: Vec<String> = Scale::ALL.iter().filter_map(cost).collect();
        let cost = if costs.is_empty() { String::new() } else { format!("; {} on two cores", costs.join(", ")) };
        writeln!(output, "{id:<12} {title}\n{:<12} {source}{cost}", "")?;
    }
    if !as_json {
        writeln!(output, "Run one with: niwaki reproduce {} --scale quick", reproduce::names()[0])?;
    }
    Ok(())
}

fn print_plan(plan: &Plan, as_json: bool, output: &mut impl Write) -> Result<()> {
    let lines = plan.lines()?;
    if as_json {
        return Ok(writeln!(output, "{}", json!({ "experiment": plan.experiment.id, "plan": lines }))?);
    }
    lines.iter().try_for_each(|line| Ok(writeln!(output, "{line}")?))
}

/// Runs what is not done yet, prints the tables and writes the report; returns the finding.
fn carry_out(job: &Job, options: &Options, output: &mut impl Write) -> Result<String> {
    if options.force && job.folder.join(FILE).exists() {
        let (found, note) = experiment::read_folder(&job.folder)?;
        experiment::forget(&job.folder, &found, &note)?;
    }
    let plan = options.plan(job)?;
    experiment::prepare(&job.folder, &job.text, &job.note)?;
    let progress = study::progress(None);
    let ended = experiment::run(&plan, &job.folder, &progress);
    progress.finish();
    study::check_ended(ended?, &job.folder)?;
    let tables = experiment::tables(&job.folder, &job.experiment, &job.note)?;
    let report = write_page(&job.folder, REPORT, &experiment::page(&job.experiment, &job.note, &tables))?;
    if options.json {
        let mut objects = job.experiment.to_json(&job.note, &tables);
        let summary = objects.pop().map(|summary| study::with_places(summary, &job.folder, Some(&report)));
        objects.iter().chain(&summary).try_for_each(|object| writeln!(output, "{object}"))?;
    } else {
        for line in job.experiment.lines(&job.note, &tables) {
            writeln!(output, "{line}")?;
        }
        writeln!(output, "report: {}\n", report.display())?;
    }
    Ok(job.experiment.finding(&tables))
}

/// Whether a folder holds the run of an experiment, or of all tables.
pub(crate) fn is_run(folder: &Path) -> bool {
    folder.join(FILE).exists() || !table_folders(folder).is_empty()
}

/// Makes the report of a run again, from file and records alone.
pub(crate) fn remake(folder: &Path, output: &mut impl Write) -> Result<()> {
    let inside = table_folders(folder);
    if inside.is_empty() {
        let (experiment, note) = experiment::read_folder(folder)?;
        let tables = experiment::tables(folder, &experiment, &note)?;
        let report = write_page(folder, REPORT, &experiment::page(&experiment, &note, &tables))?;
        return Ok(writeln!(output, "report: {}", report.display())?);
    }
    inside.iter().try_for_each(|table| remake(table, output))?;
    let index = write_index(folder, &format!("niwaki reproduce {ALL}"))?;
    Ok(writeln!(output, "reports: {}", index.display())?)
}

/// The folders of tables below one of `reproduce all`.
fn table_folders(folder: &Path) -> Vec<PathBuf> {
    let places = reproduce::names().into_iter().map(|name| folder.join(name));
    places.filter(|place| place.join(FILE).exists()).collect()
}

fn write_index(home: &Path, command: &str) -> Result<PathBuf> {
    let mut entries = Vec::new();
    for place in table_folders(home) {
        let (experiment, note) = experiment::read_folder(&place)?;
        let finding = experiment.finding(&experiment::tables(&place, &experiment, &note)?);
        let link = format!("{}/{REPORT}", experiment.id);
        entries.push((experiment, finding, link));
    }
    write_page(home, INDEX, &experiment::index("Niwaki: the tables of the papers", &entries, command))
}

fn write_page(folder: &Path, name: &str, page: &str) -> Result<PathBuf> {
    let path = folder.join(name);
    files::replace(&path, page.as_bytes())?;
    Ok(path)
}
