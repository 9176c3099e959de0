//! Parts of an experiment joined: each step was done by one of them.
use super::{Experiment, FILE, Note, plan::places, read_folder};
use crate::study::{error::Error, record};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Joins the folders of the parts of a run into `out`, which is empty or not there. A step
/// that no part has done is refused unless `partial`; two parts that have done the same step
/// must have found the same. A step that was interrupted is resumed by the command that
/// made the parts, given `out`.
pub fn join(out: &Path, parts: &[PathBuf], partial: bool) -> Result<(), Error> {
    let failed = |path: &Path, reason: &str| Error::at(path.display(), reason);
    let Some(first) = parts.first() else { return Err(failed(out, "expected the folders of parts")) };
    if out.exists() && fs::read_dir(out).map_or(true, |mut inside| inside.next().is_some()) {
        return Err(failed(out, "expected a folder that is empty or not there"));
    }
    let (experiment, note) = of_run(first)?;
    for part in &parts[1..] {
        if of_run(part)? != (experiment.clone(), note.clone()) {
            let reason = format!("another experiment, scale or input than in {}", first.display());
            return Err(failed(part, &reason));
        }
    }
    let mut chosen = Vec::new();
    for step in places(&experiment, &note).into_iter().map(|place| place.folder) {
        match one_of(parts, &step)? {
            Some(records) => chosen.push((step, records)),
            None if partial => {}
            None => return Err(failed(&step, "no part has done this; --partial joins what is there")),
        }
    }
    let write = |from: &Path, to: &Path| {
        let folder = to.parent().map_or(Ok(()), fs::create_dir_all);
        folder.and_then(|()| fs::copy(from, to)).map(drop).map_err(|reason| failed(to, &reason.to_string()))
    };
    for (step, records) in &chosen {
        write(records, &out.join(step).join(record::FILE))?;
    }
    write(&first.join(FILE), &out.join(FILE))
}

/// What all parts must share.
fn of_run(folder: &Path) -> Result<(Experiment, Note), Error> {
    let (experiment, note) = read_folder(folder)?;
    Ok((Experiment { run: None, ..experiment }, Note { command: String::new(), ..note }))
}

/// The records of a step, if one part has them or several have the same.
fn one_of(parts: &[PathBuf], step: &Path) -> Result<Option<PathBuf>, Error> {
    let mut found: Option<(PathBuf, record::Run)> = None;
    for path in parts.iter().map(|part| part.join(step)).filter(|path| path.join(record::FILE).exists()) {
        let run = record::read(&path)?;
        match &found {
            None => found = Some((path, run)),
            Some((_, known)) if *known == run => {}
            Some((known, _)) => {
                return Err(Error::at(path.display(), format!("other records than in {}", known.display())));
            }
        }
    }
    Ok(found.map(|(path, _)| path.join(record::FILE)))
}
