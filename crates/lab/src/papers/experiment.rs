//! Experiments: a file says what to measure and, where a paper did so before, what it found.
//!
//! ```toml
//! id = "my-table"
//! title = "Null move with three reductions"
//!
//! [[part]]
//! name = "suite"
//! kind = "suite"                     # or match, or fit
//! base = "null-move"
//! columns = ["nodes_percent", "solved"]
//! scale.quick = { positions = 50, depth = 7 }
//!
//! [[part.row]]
//! name = "R = 3"
//! recipe = "null-move"
//! set = ["null_move.reduction=3"]
//! paper = { nodes_percent = 81.5 }   # left out where there is no paper
//! ```
//!
//! Each part is a comparison, a match or a fit with records of its own, so that it resumes
//! where it was stopped. Tables and report are made from file and records alone.
mod agreement;
mod check;
mod column;
mod estimate;
mod file;
mod found;
mod join;
mod page;
mod plan;
mod print;
mod run;
mod scale;
mod searches;
mod steps;
mod table;

pub use agreement::Agreement;
pub use column::{Column, Value};
pub use file::{Experiment, Figure, Kind, Note, Opponent, Part, Row};
pub use join::join;
pub use page::{index, page};
pub use plan::{Plan, Step, Work};
pub use run::{FILE, forget, prepare, read_folder, run};
pub use scale::{Extent, Scale, Scales};
pub use table::{Cell, Line, Table, tables};

use crate::study::{self, record};

/// Why an experiment could not be read or run; each message is one line.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Error {
    /// The file is not there or cannot be read.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// Something in the file that cannot be.
    #[error("{file}: line {line}: {reason}")]
    Line {
        /// The file.
        file: String,
        /// Where, from 1.
        line: usize,
        /// The key and what was expected.
        reason: String,
    },
    /// The folder belongs to something else.
    #[error("{folder}: holds another experiment, scale or input; give --out another folder")]
    Other {
        /// The folder.
        folder: String,
    },
    /// The records.
    #[error(transparent)]
    Record(#[from] record::Error),
    /// Positions, openings or players.
    #[error("{0}")]
    Failed(String),
}

impl From<study::error::Error> for Error {
    fn from(error: study::error::Error) -> Error {
        Error::Failed(error.to_string())
    }
}

#[cfg(test)]
mod tests;
