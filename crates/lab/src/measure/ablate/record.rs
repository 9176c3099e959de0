//! One search or one game of an ablation.
use crate::{
    measure::trial::Trial,
    play::matches::Played,
    study::{
        error::Error,
        record::{self, FILE, Run, line_of},
    },
};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What a job gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Number of the job, from 0: first the searches, then the games.
    pub job: usize,
    /// What it was.
    #[serde(flatten)]
    pub what: What,
}

/// The kinds of jobs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// A search of a position, as `compare` records it.
    Search(Box<Trial>),
    /// A game of the base (player 0) and a changed player (from 1), as `match` records it.
    Game {
        /// Nodes of a move.
        nodes: u64,
        /// The game.
        played: Box<Played>,
    },
    /// Nothing: it fills an odd number of searches up.
    Nothing,
}

/// The records of a run in a folder; none if there is no run yet.
pub(super) fn recorded(folder: &Path) -> Result<Vec<Found>, Error> {
    if !folder.join(FILE).exists() {
        return Ok(Vec::new());
    }
    found(&record::read(folder)?).map_err(|error| error.in_file(folder.join(FILE).display()))
}

/// The results in the records of a run.
pub(super) fn found(run: &Run) -> Result<Vec<Found>, Error> {
    let wrong =
        |index: usize, reason| Error::line(line_of(index), format!("expected a result of an ablation: {reason}"));
    let read = |(index, record)| Found::deserialize(record).map_err(|reason| wrong(index, reason));
    run.records.iter().enumerate().map(read).collect()
}
