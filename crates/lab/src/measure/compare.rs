//! Recipes side by side on the same positions: what each method saves, and what it costs.
mod depths;
mod page;
mod summary;
mod text;

pub use crate::measure::part::Part;
pub use page::picture;
pub use summary::{AtDepth, Comparison, Estimate, Method, Row};
pub(crate) use {
    page::{each_position, repeat},
    summary::fall,
    text::{HEAD, METHOD_HEAD, SHORT_METHOD_HEAD, estimate_json, method_cells},
};

use crate::{
    measure::searches,
    study::{error::Error, record::Run, registry::Entry, shape::Shown},
};

/// Name of the command in records.
pub const COMMAND: &str = "compare";

/// What the records of this command mean.
pub const ENTRY: Entry = Entry {
    command: COMMAND,
    numbering: Some(searches::numbering),
    prepared: None,
    show,
    picture: Some(|run| Ok(picture(&Comparison::read(run)?.0))),
};

fn show(run: &Run) -> Result<Shown, Error> {
    let (comparison, trials) = Comparison::read(run)?;
    let page = page::page(run, &comparison, &trials);
    Ok(Shown { lines: comparison.lines(), json: comparison.to_json(), page: Some(page), ..Shown::default() })
}
