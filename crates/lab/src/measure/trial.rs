//! One recipe or program on one position: the record of compare, suite and sweep.
use crate::{
    measure::{
        iterations::Searched,
        question::{self, Points},
    },
    study::{
        error::Error,
        record::{Run, line_of},
    },
};
use niwaki_games::{Kit, Problem};
use niwaki_search::{
    node::{Depth, Score, is_mate},
    tally::Tally,
};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// What a search said after a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The depth.
    pub depth: Depth,
    /// Nodes up to its end.
    pub nodes: u64,
    /// Whether its move was right; `None` where none is asked for.
    pub right: Option<bool>,
}

/// What a method did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// How often it searched or acted.
    pub tries: u64,
    /// How often it acted.
    pub cuts: u64,
    /// Nodes of its own searches.
    pub nodes: u64,
    /// Moves that it reduced and that were searched again. Older records have none.
    #[serde(default)]
    pub again: u64,
    /// Quiet moves thrown away together with the one it skipped. Older records have none.
    #[serde(default)]
    pub rest: u64,
}

impl Count {
    /// Adds another.
    pub(crate) fn add(&mut self, part: &Count) {
        self.tries += part.tries;
        self.cuts += part.cuts;
        self.nodes += part.nodes;
        self.again += part.again;
        self.rest += part.rest;
    }
}

impl From<&Tally> for Count {
    fn from(tally: &Tally) -> Count {
        let Tally { tries, cuts, nodes, again, rest } = *tally;
        Count { tries, cuts, nodes, again, rest }
    }
}

/// One recipe on one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// Name of the recipe.
    pub recipe: String,
    /// Place of the position in its file, from 1.
    pub number: usize,
    /// Name of the position; its number if it has none.
    pub id: String,
    /// The position.
    pub position: String,
    /// Whether the right move was found; `None` where none is asked for.
    pub solved: Option<bool>,
    /// The move as people write it; `None` when the game is over.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// Score for the side to move.
    pub score: Score,
    /// Whether a mate was proved, after which depths come for nothing.
    pub mate: bool,
    /// Depth reached.
    pub depth: Depth,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
    /// Every finished depth.
    pub iterations: Vec<Step>,
    /// What each method did, by its name.
    pub methods: BTreeMap<String, Count>,
    /// Points for the move, where the position gives such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// Why a program gave no answer; it counts as a wrong one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The same at each remaining depth: depth, tries, cuts, nodes. Older records have none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub depths: BTreeMap<String, Vec<[u64; 4]>>,
}

impl Trial {
    /// The trial as one JSON object: a record.
    pub fn to_json(&self) -> Json {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// The trials in the records of a run.
pub fn trials(run: &Run) -> Result<Vec<Trial>, Error> {
    let read = |(index, record): (usize, &Json)| {
        serde_json::from_value(record.clone())
            .map_err(|reason| Error::line(line_of(index), format!("expected a trial of a comparison: {reason}")))
    };
    run.records.iter().enumerate().map(read).collect()
}

/// What a search says of a position.
pub(crate) fn trial(
    kit: &dyn Kit,
    recipe: &str,
    number: usize,
    problem: &Problem,
    searched: &Searched,
) -> Result<Trial, String> {
    let report = &searched.report;
    let best = report.line.first().map(String::as_str);
    let steps = searched.iterations.iter().map(|step| {
        let right = question::is_right(problem, step.line.first().map(String::as_str), step.score);
        Step { depth: step.depth, nodes: step.nodes, right }
    });
    Ok(Trial {
        recipe: recipe.to_string(),
        number,
        id: problem.id.clone().unwrap_or_else(|| number.to_string()),
        position: problem.position.clone(),
        solved: question::is_right(problem, best, report.score),
        best: best.map(|text| kit.move_for_people(&problem.position, text)).transpose()?,
        score: report.score,
        mate: is_mate(report.score),
        depth: searched.iterations.last().map_or(0, |last| last.depth),
        nodes: report.nodes,
        seconds: report.time.as_secs_f64(),
        iterations: steps.collect(),
        methods: report.tally.iter().map(|(id, tally)| (id.name().to_string(), tally.into())).collect(),
        points: question::points(problem, best),
        fault: None,
        depths: report.tally_by_depth.iter().map(|(id, rows)| (id.name().to_string(), by_depth(rows))).collect(),
    })
}

/// The rows that hold anything.
fn by_depth(rows: &[Tally]) -> Vec<[u64; 4]> {
    let row = |(depth, tally): (usize, &Tally)| [depth as u64, tally.tries, tally.cuts, tally.nodes];
    rows.iter().enumerate().map(row).filter(|row| row[1] > 0).collect()
}
