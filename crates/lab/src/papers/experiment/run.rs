//! Doing what a plan says. Every step has a folder with records of its own and goes on from
//! them; the folder of the run holds a copy of the file, with how it was run.
use super::{Error, Experiment, Note, Plan, Step, Work};
use crate::{
    measure::{compare, fit},
    play::matches,
    study::record::{self, Journal},
};
use niwaki_games::chess::Epd;
use serde::Serialize;
use serde_json::Value as Json;
use std::{fs, path::Path};

/// Name of the copy of the experiment in the folder of its run.
pub const FILE: &str = "experiment.toml";

/// How far the work has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The step, from 1.
    pub step: usize,
    /// Of how many.
    pub steps: usize,
    /// What it is.
    pub name: &'a str,
    /// Searches, games or positions done.
    pub done: usize,
    /// Of how many.
    pub all: usize,
}

/// Makes the folder of a run: a copy of the file, with how it is run. A folder that holds
/// something else is refused; one that holds the same is gone on with.
pub fn prepare(folder: &Path, text: &str, note: &Note) -> Result<(), Error> {
    #[derive(Serialize)]
    struct Run<'a> {
        run: &'a Note,
    }
    let path = folder.join(FILE);
    let failed = |reason: &dyn std::fmt::Display| Error::Failed(format!("{}: {reason}", path.display()));
    if path.exists() {
        let (found, found_note) = read_folder(folder)?;
        let same_note =
            Note { command: String::new(), ..found_note } == Note { command: String::new(), ..note.clone() };
        let same = Experiment { run: None, ..found } == Experiment::parse(FILE, text)?;
        return if same && same_note { Ok(()) } else { Err(Error::Other { folder: folder.display().to_string() }) };
    }
    let run = toml::to_string(&Run { run: note }).map_err(|reason| failed(&reason))?;
    let copy = format!("{}\n\n# How it was run.\n{run}", text.trim_end());
    // Shards may begin at the same time.
    let part = folder.join(format!("{FILE}.{}.part", std::process::id()));
    let written =
        fs::create_dir_all(folder).and_then(|()| fs::write(&part, copy)).and_then(|()| fs::rename(&part, &path));
    written.map_err(|reason| failed(&reason))
}

/// The experiment of a folder, and how it was run.
pub fn read_folder(folder: &Path) -> Result<(Experiment, Note), Error> {
    let file = folder.join(FILE).display().to_string();
    let (experiment, _) = Experiment::read(&file)?;
    match experiment.run.clone() {
        Some(note) => Ok((experiment, note)),
        None => Err(Error::Unreadable { file, reason: "run: expected, as `niwaki experiment run` writes it".into() }),
    }
}

/// Takes away what a run has left in its folder, where that is its records and nothing else.
pub fn forget(folder: &Path, experiment: &Experiment, note: &Note) -> Result<(), Error> {
    let remove = |path: &Path| match path.exists() {
        true => fs::remove_file(path).map_err(|reason| Error::Failed(format!("{}: {reason}", path.display()))),
        false => Ok(()),
    };
    for (number, part) in experiment.parts().enumerate() {
        for row in 0..part.rows.len() {
            let place = folder.join(experiment.folder(number, row, note.scale));
            if place.join(record::FILE).exists() {
                record::read(&place)?;
                remove(&place.join(record::FILE))?;
            }
        }
    }
    remove(&folder.join(FILE))
}

/// Does every step that is not done yet.
pub fn run(plan: &Plan, folder: &Path, hear: &mut dyn FnMut(Progress<'_>)) -> Result<(), Error> {
    let steps = plan.steps.len();
    for (index, step) in plan.steps.iter().enumerate() {
        let mut tell = |done, all| hear(Progress { step: index + 1, steps, name: &step.name, done, all });
        step.run(&folder.join(&step.folder), &plan.note.command, &mut tell)?;
    }
    Ok(())
}

impl Step {
    fn run(&self, folder: &Path, command: &str, tell: &mut dyn FnMut(usize, usize)) -> Result<(), Error> {
        match &self.work {
            Work::Suite { positions, suite, settings } => {
                search(positions, settings, &compare::plan(positions, suite, settings, command), folder, tell)
            }
            Work::Match(settings) => {
                let all = settings.schedule().len();
                let played = matches::run(settings, folder, &mut |_, standing| {
                    tell(standing.games() as usize, all);
                    Ok(())
                });
                played.map(drop).map_err(|error| match error {
                    matches::Error::Record(error) => Error::Record(error),
                    other => Error::Failed(format!("{}: {other}", self.name)),
                })
            }
            Work::Fit(settings) => regress(settings, folder, command, tell),
        }
    }
}

/// Searches what is not recorded yet, and records it.
fn search(
    positions: &[Epd],
    settings: &compare::Settings,
    plan: &Result<record::Plan, String>,
    folder: &Path,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<(), Error> {
    let plan = plan.as_ref().map_err(|reason| Error::Failed(reason.clone()))?;
    let (mut journal, records) = Journal::open(folder, plan)?;
    let place = folder.join(record::FILE);
    let done = compare::trials(&records).map_err(|error| Error::Failed(format!("{}: {error}", place.display())))?;
    let (mut count, all) = (done.len(), positions.len() * settings.recipes.len());
    let mut written = Ok(());
    let searched = compare::run(positions, settings, done, &mut |trial| {
        written = journal.append(&trial.to_json());
        count += 1;
        tell(count, all);
        written.is_ok()
    });
    written?;
    searched.map(drop).map_err(Error::Failed)
}

/// Fits, and records each position as it is searched.
fn regress(
    settings: &fit::Settings,
    folder: &Path,
    command: &str,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<(), Error> {
    let (mut journal, records) = Journal::open(folder, &fit::plan(settings, command).map_err(Error::Failed)?)?;
    let mut keep = |record: &Json| journal.append(record).map_err(|error| error.to_string());
    let fitted = fit::go_on(settings, &records, &mut keep, &mut |progress| {
        if let fit::Progress::Searched(done, all) = progress {
            tell(done, all);
        }
    });
    fitted.map(drop).map_err(Error::Failed)
}
