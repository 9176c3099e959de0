//! One shape for every measurement, and what all of them share.
//!
//! | file | holds |
//! | --- | --- |
//! | [`shape`] | the trait `Study`: plan, jobs, worker, records |
//! | [`driver`] | runs any study: resume, threads, shards, interruption |
//! | [`record`], `growing` | the journal: header and records, one JSON line each; the file that it grows in |
//! | [`numbering`] | the jobs of a run by number |
//! | [`shard`], [`merge`] | parts of a run, and how they are joined |
//! | [`registry`] | from the name of a command to what its records mean |
//! | [`progress`], [`interrupt`], [`files`], [`error`] | the progress line, Ctrl-C, whole files, located errors |
pub mod driver;
pub mod error;
pub mod files;
pub(crate) mod follow;
pub(crate) mod growing;
pub mod interrupt;
pub mod merge;
pub mod numbering;
pub mod progress;
pub mod record;
pub mod registry;
pub mod shape;
pub mod shard;
pub(crate) mod workers;
