//! The shape of a measurement.
//!
//! A study has a plan, which says what decides its results, and jobs, which are numbered. Workers
//! do the jobs; each job gives one record. All that is shown of a study is made from its records.
use super::{error::Error, numbering::Numbering, progress::Progress, record::Plan};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A measurement, ready to be run by [`super::driver::run`].
pub trait Study: Sync {
    /// What a job gives.
    type Record: Serialize + DeserializeOwned + Clone + Send + Sync;
    /// What a thread needs for its jobs: an engine, a board with players.
    type Worker: Send;

    /// The field by which the record of the preparation is known, where there is one.
    const PREPARED: Option<&'static str> = None;

    /// What the run is. Pure: the same study has the same plan.
    fn plan(&self) -> Plan;

    /// Finds what the jobs are about, if that takes work of its own (positions from self-play).
    /// It is kept as the first record.
    fn prepare(&self, _jobs: usize, _progress: &Progress) -> Result<Option<Json>, Error> {
        Ok(None)
    }

    /// How the jobs are numbered.
    fn numbering(&self, prepared: Option<&Json>) -> Numbering;

    /// A worker for the thread of a number, made by that thread when it has its first job.
    fn worker(&self, thread: usize, prepared: Option<&Json>) -> Result<Self::Worker, Error>;

    /// Does a job. `None`: it was given up because the run stops.
    fn work(&self, worker: &mut Self::Worker, job: usize, stop: &Stop<'_>) -> Result<Option<Self::Record>, Error>;

    /// Whether a record shows that the worker works at all. Until one does, records are held back:
    /// a program that never answers leaves none.
    fn vouches(&self, _record: &Self::Record) -> bool {
        true
    }
}

/// Whether the run stops: it is decided, or interrupted.
#[derive(Clone, Copy, Debug)]
pub struct Stop<'a>(pub(super) &'a AtomicBool);

impl Stop<'_> {
    /// Whether a job should be given up.
    pub fn is_set(&self) -> bool {
        self.0.load(Relaxed) || super::interrupt::requested()
    }
}

/// What a run shows of itself, from its records alone.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Lines for people.
    pub lines: Vec<String>,
    /// The summary.
    pub json: Json,
    /// The results one by one, where they are known only at the end and `--json` prints them.
    pub each: Vec<Json>,
    /// The report, one HTML file.
    pub page: Option<String>,
}
