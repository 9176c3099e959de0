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

#[cfg(test)]
mod tests;
