//! From the name of a command to what its records mean: for reports, merges and tests.
use super::{
    error::Error,
    numbering::{CONTRADICTION, Numbering},
    record::{self, Run},
    shape::Shown,
};
use serde_json::Value as Json;
use std::path::Path;

/// How jobs are numbered, from the header and the record of the preparation; `None` where these
/// are of something else.
pub type ReadNumbering = fn(&Json, Option<&Json>) -> Option<Numbering>;
/// Draws a picture from records.
pub type Draw = fn(&Run) -> Result<String, Error>;

/// What is known of the records of a command.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Name of the command, as headers have it.
    pub command: &'static str,
    /// How its jobs are numbered; `None`: it cannot be shared among machines.
    pub numbering: Option<ReadNumbering>,
    /// The field by which the record of the preparation is known.
    pub prepared: Option<&'static str>,
    /// What the records say.
    pub show: fn(&Run) -> Result<Shown, Error>,
    /// The picture that says most.
    pub picture: Option<Draw>,
}

impl Entry {
    /// Whether a record is that of the preparation.
    pub fn is_prepared(&self, record: &Json) -> bool {
        self.prepared.is_some_and(|field| record.get(field).is_some())
    }
}

/// All commands that keep records.
#[derive(Clone, Copy, Debug)]
pub struct Registry(pub &'static [Entry]);

impl Registry {
    /// The entry of a command.
    pub fn of(&self, command: &str) -> Option<&'static Entry> {
        self.0.iter().find(|entry| entry.command == command)
    }

    /// The entry of the command that wrote a header.
    pub fn of_header(&self, header: Option<&Json>) -> Result<&'static Entry, Error> {
        let command = header.and_then(|header| header["command"].as_str()).unwrap_or_default();
        self.of(command).ok_or_else(|| Error::new(format!("expected the records of niwaki {}", self.names())))
    }

    /// What the records in a folder say.
    pub fn show(&self, folder: &Path) -> Result<Shown, Error> {
        let run = record::read(folder)?;
        let shown = self.of_run(&run).and_then(|entry| (entry.show)(&self.in_order(run)));
        shown.map_err(|error| error.in_file(folder.join(record::FILE).display()))
    }

    /// The records in the order of their jobs, whatever the order in which these ended.
    fn in_order(&self, mut run: Run) -> Run {
        let Ok(entry) = self.of_header(run.header.as_ref()) else { return run };
        let prepared = run.records.first().filter(|record| entry.is_prepared(record)).cloned();
        let header = run.header.as_ref().unwrap_or(&Json::Null);
        let numbering = entry.numbering.and_then(|numbering| numbering(header, prepared.as_ref()));
        if let Some(numbering) = numbering {
            // The record of the preparation has no number and stays first.
            run.records.sort_by_key(|record| numbering.job(record));
        }
        run
    }

    /// The main picture of the records in a folder.
    pub fn picture(&self, folder: &Path) -> Result<String, Error> {
        let run = self.in_order(record::read(folder)?);
        let draw = |entry: &Entry| match entry.picture {
            Some(picture) => picture(&run),
            None => Err(Error::new(format!("niwaki {} has no main picture", entry.command))),
        };
        let drawn = self.of_run(&run).and_then(draw);
        drawn.map_err(|error| error.in_file(folder.join(record::FILE).display()))
    }

    /// The entry of the command that wrote records, of which no two contradict each other.
    fn of_run(&self, run: &Run) -> Result<&'static Entry, Error> {
        let header = run.header.as_ref();
        let entry = self.of_header(header)?;
        let skipped = usize::from(run.records.first().is_some_and(|record| entry.is_prepared(record)));
        let (prepared, results) = run.records.split_at(skipped);
        let numbering = entry.numbering.zip(header).and_then(|(number, header)| number(header, prepared.first()));
        let Some(numbering) = numbering else { return Ok(entry) };
        match numbering.contradiction(results) {
            None => Ok(entry),
            Some(index) => Err(Error::line(record::line_of(index + skipped), CONTRADICTION)),
        }
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.0.iter().map(|entry| entry.command).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => names.concat(),
        }
    }
}
