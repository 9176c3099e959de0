//! Doing what a plan says. Every step has a folder with records of its own and resumes from
//! them; the folder of the run holds a copy of the file, with how it was run.
use super::{Experiment, Note, Plan, Step, Work};
use crate::{
    measure::{compare, searches::Searches},
    play::matches,
    study::{
        driver::{self, Ended},
        error::Error,
        files,
        progress::Progress,
        record,
    },
};
use serde::Serialize;
use std::{fs, path::Path};

/// Name of the copy of the experiment in the folder of its run.
pub const FILE: &str = "experiment.toml";

/// Makes the folder of a run: a copy of the file, with how it is run. A folder that holds
/// something else is refused; one that holds the same is resumed.
pub fn prepare(folder: &Path, text: &str, note: &Note) -> Result<(), Error> {
    #[derive(Serialize)]
    struct Run<'a> {
        run: &'a Note,
    }
    let path = folder.join(FILE);
    let failed = |reason: &dyn std::fmt::Display| Error::at(path.display(), reason.to_string());
    if path.exists() {
        let (found, found_note) = read_folder(folder)?;
        let same_note =
            Note { command: String::new(), ..found_note } == Note { command: String::new(), ..note.clone() };
        let same = Experiment { run: None, ..found } == Experiment::parse(FILE, text)?;
        let reason = "holds another experiment, scale or input; give --out another folder";
        return if same && same_note { Ok(()) } else { Err(Error::at(folder.display(), reason)) };
    }
    let run = toml::to_string(&Run { run: note }).map_err(|reason| failed(&reason))?;
    let copy = format!("{}\n\n# How it was run.\n{run}", text.trim_end());
    fs::create_dir_all(folder).map_err(|reason| failed(&reason))?;
    files::replace(&path, copy.as_bytes())
}

/// The experiment of a folder, and how it was run.
pub fn read_folder(folder: &Path) -> Result<(Experiment, Note), Error> {
    let file = folder.join(FILE).display().to_string();
    let (experiment, _) = Experiment::read(&file)?;
    match experiment.run.clone() {
        Some(note) => Ok((experiment, note)),
        None => Err(Error::at(file, "run: expected, as `niwaki experiment run` writes it")),
    }
}

/// Takes away what a run has left in its folder, where that is its records and nothing else.
pub fn forget(folder: &Path, experiment: &Experiment, note: &Note) -> Result<(), Error> {
    let remove = |path: &Path| match path.exists() {
        true => fs::remove_file(path).map_err(|reason| Error::at(path.display(), reason.to_string())),
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
pub fn run(plan: &Plan, folder: &Path, progress: &Progress) -> Result<Ended, Error> {
    let steps = plan.steps.len();
    for (index, step) in plan.steps.iter().enumerate() {
        progress.prefix(format!("{}/{steps} {}: ", index + 1, step.name));
        let ended = step.run(&folder.join(&step.folder), plan.jobs, progress);
        match ended.map_err(|error| Error::at(&step.name, error))? {
            Ended::Finished | Ended::Decided => {}
            interrupted => return Ok(interrupted),
        }
    }
    Ok(Ended::Finished)
}

impl Step {
    fn run(&self, folder: &Path, jobs: usize, progress: &Progress) -> Result<Ended, Error> {
        match &self.work {
            Work::Suite { suite, recipes, settings } => {
                let (settings, suite) = ((**settings).clone(), suite.clone());
                let searches = Searches::of_recipes(compare::COMMAND, settings, suite, recipes, 0)?;
                driver::run_all(&searches, folder, jobs, progress)
            }
            Work::Match(settings) => {
                matches::run(settings, folder, progress, &mut |_, _| Ok(())).map(|(_, ended)| ended)
            }
            Work::Fit(settings) => driver::run_all(&**settings, folder, jobs, progress),
        }
    }
}
