//! Test suites: positions that ask for a move, a win or points (see [`crate::measure::question`]),
//! each searched by itself, by a recipe or by another program.
mod page;
mod summary;
mod text;

pub use summary::Summary;

use crate::{
    measure::searches,
    study::{error::Error, record::Run, registry::Entry, shape::Shown},
};

/// Name of the command in records.
pub const COMMAND: &str = "suite";

/// What the records of this command mean.
pub const ENTRY: Entry =
    Entry { command: COMMAND, numbering: Some(searches::numbering), prepared: None, show, picture: None };

fn show(run: &Run) -> Result<Shown, Error> {
    let (summary, trials) = Summary::read(run)?;
    let page = page::page(run, &summary, &trials);
    Ok(Shown { lines: summary.lines(), json: summary.to_json(), page: Some(page), ..Shown::default() })
}
