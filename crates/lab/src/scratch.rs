//! Places for what tests write.
use crate::study::{
    driver,
    progress::Progress,
    record::{self, Run},
    shape::Study,
};
use std::path::PathBuf;
use tempfile::TempDir;

/// A path for a file or a folder: not there yet, and gone when the test is over.
pub(crate) struct Scratch {
    pub(crate) path: PathBuf,
    _folder: TempDir,
}

impl Scratch {
    pub(crate) fn new() -> Scratch {
        let folder = TempDir::with_prefix("niwaki-").unwrap();
        Scratch { path: folder.path().join("scratch"), _folder: folder }
    }

    /// Where a run in this folder keeps its records.
    pub(crate) fn records(&self) -> PathBuf {
        self.path.join(record::FILE)
    }
}

/// The records of a study that was run on several threads.
pub(crate) fn records_of(study: &impl Study, threads: usize) -> Run {
    let scratch = Scratch::new();
    driver::run_all(study, &scratch.path, threads, &Progress::hidden()).unwrap();
    record::read(&scratch.path).unwrap()
}
