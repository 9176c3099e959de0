//! What is missing where the records of a run are not all of it.
use crate::{
    report::{grouped, headline},
    study::record,
};
use serde_json::Value as Json;

/// Why records are only a part of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// They are a shard, such as `2/8`.
    Shard(String),
    /// The run was interrupted.
    Unfinished {
        /// Searches that are done.
        done: usize,
        /// Searches of the run.
        all: usize,
    },
}

impl Part {
    /// What part of a run its records are; `None` if they are all.
    pub(crate) fn of(header: &Json, done: usize, recipes: usize) -> Option<Part> {
        if let Some(shard) = header[record::SHARD].as_str() {
            return Some(Part::Shard(shard.to_string()));
        }
        let all = usize::try_from(header["plan"]["suite"]["positions"].as_u64()?).ok()?.checked_mul(recipes)?;
        (done < all).then_some(Part::Unfinished { done, all })
    }

    /// A sentence for the reader of what is only a part.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Part::Shard(shard) => format!("This is part {shard} of a run only; niwaki merge joins the parts of a run."),
            Part::Unfinished { done, all } => {
                let [done, all] = [done, all].map(|count| grouped(*count as u64));
                format!("Unfinished: {done} of {all} searches are done; the same command resumes.")
            }
        }
    }

    /// The part in JSON.
    pub(crate) fn to_json(&self) -> Json {
        match self {
            Part::Shard(shard) => format!("part {shard} of a run").into(),
            Part::Unfinished { done, all } => format!("unfinished, {done} of {all} searches").into(),
        }
    }
}

/// A finding, which says first of an interrupted run how much of it there is.
pub(crate) fn part_headline(part: Option<&Part>, finding: &str) -> String {
    match part {
        Some(Part::Unfinished { done, all }) => headline(finding, [*done, *all], "searches"),
        _ => finding.to_string(),
    }
}
