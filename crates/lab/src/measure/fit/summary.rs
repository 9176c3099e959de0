//! The lines of a fit, with what they leave over.
use super::{COMMAND, Depths, POSITIONS, Scores, Settings};
use crate::study::{
    error::Error,
    record::{Run, line_of},
};
use niwaki_games::{Kit, list};
use niwaki_search::{
    knowledge::prob_cut::Pair,
    node::{Depth, MAX_DEPTH, Score, is_decisive},
};
use niwaki_statistics::regression::{self, Line};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Scores of one position by depth; no score where it was not searched so deep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) stage: usize,
    pub(super) scores: Vec<Option<Score>>,
}

/// One fit: a pair in a stage of the game, or in all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The pair.
    pub depths: Depths,
    /// The stage; `None`: all together.
    pub stage: Option<usize>,
    /// Greatest absolute shallow score of a point.
    pub bound: Score,
    /// Points left out because of it.
    pub outside: usize,
    /// Points left out because of a proven win or loss.
    pub decisive: usize,
    /// The line; `None` if there are too few points.
    pub line: Option<Line>,
}

/// All fits of a run.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The game.
    pub kit: &'static dyn Kit,
    /// The pairs of depths.
    pub pairs: Vec<Depths>,
    /// The bounds; the first is the model's.
    pub bounds: Vec<Score>,
    /// Positions left out because the side to move was forced or the game over.
    pub left_out: usize,
    /// The fits.
    pub rows: Vec<Row>,
    pub(super) samples: Vec<Sample>,
}

impl Fit {
    /// What the records of a run say.
    pub fn read(run: &Run) -> Result<Fit, Error> {
        let foreign = || Error::new("expected the records of a fit");
        let header = run.header.as_ref().filter(|header| header["command"] == COMMAND).ok_or_else(foreign)?;
        let plan = &header["plan"];
        let list = |name: &str| plan[name].as_array().ok_or_else(foreign);
        let pairs = list("pairs")?.iter().map(depths).collect::<Option<Vec<_>>>().ok_or_else(foreign)?;
        let bound = |value: &Json| Score::try_from(value.as_i64()?).ok();
        let bounds = list("bounds")?.iter().map(bound).collect::<Option<Vec<_>>>().ok_or_else(foreign)?;
        let kit = plan["game"].as_str().and_then(|game| list::find(game).ok()).ok_or_else(foreign)?;
        let found = samples(run, kit)?;
        let all = found.len();
        let samples: Vec<Sample> = found.into_values().flatten().collect();
        let rows = rows(kit, &samples, &pairs, &bounds);
        Ok(Fit { kit, pairs, bounds, left_out: all - samples.len(), rows, samples })
    }

    /// Positions that were searched.
    pub fn positions(&self) -> usize {
        self.samples.len()
    }

    /// The fits of the model's bound in single stages.
    pub(super) fn fits(&self) -> impl Iterator<Item = (&Row, Line)> {
        let bound = self.bounds.first().copied();
        self.rows
            .iter()
            .filter(move |row| Some(row.bound) == bound && row.stage.is_some())
            .filter_map(|row| row.line.map(|line| (row, line)))
    }

    /// The pairs of the model, in their order, each with a note on its fit.
    pub(super) fn model_pairs(&self, settings: &Settings) -> Vec<(Pair, String)> {
        let bound = self.bounds.first().copied();
        let pair = |row: &Row| {
            let (stage, line) = (row.stage?, row.line.filter(|line| line.slope > 0.0)?);
            let pair = Pair {
                stage,
                height: row.depths.height,
                shallow: row.depths.shallow,
                slope: line.slope,
                offset: line.offset,
                deviation: line.deviation,
                threshold: settings.thresholds.get(stage).copied()?,
            };
            let (points, correlation) = (line.points, line.correlation);
            let left_out = format!("{} beyond the bound, {} with a win or loss", row.outside, row.decisive);
            Some((pair, format!("n = {points}, r = {correlation:.3}; left out: {left_out}")))
        };
        self.rows.iter().filter(|row| Some(row.bound) == bound).filter_map(pair).collect()
    }
}

/// What came of each position, by number; `None`: left out.
fn samples(run: &Run, kit: &dyn Kit) -> Result<BTreeMap<usize, Option<Sample>>, Error> {
    let mut samples = BTreeMap::new();
    for (index, record) in run.records.iter().enumerate() {
        if record.get(POSITIONS).is_some_and(Json::is_array) {
            continue;
        }
        let wrong = || Error::line(line_of(index), "expected positions or scores of a fit");
        let scores: Scores = serde_json::from_value(record.clone()).map_err(|_| wrong())?;
        samples.insert(scores.number, sample(&scores, kit).ok_or_else(wrong)?);
    }
    Ok(samples)
}

/// `None` where the numbers make no sense.
fn sample(record: &Scores, kit: &dyn Kit) -> Option<Option<Sample>> {
    if record.left_out {
        return Some(None);
    }
    let stage = record.stage.filter(|stage| *stage < kit.stages().len())?;
    let sample = Sample { stage, scores: record.scores.clone() };
    (sample.scores.len() <= MAX_DEPTH as usize + 1).then_some(Some(sample))
}

/// A pair of depths in a plan.
pub(super) fn depths(value: &Json) -> Option<Depths> {
    let [shallow, height] = value.as_array()?.as_slice() else { return None };
    let depth = |value: &Json| Depth::try_from(value.as_u64()?).ok().filter(|depth| *depth <= MAX_DEPTH);
    Some(Depths { shallow: depth(shallow)?, height: depth(height)? })
}

/// All fits: for each bound and pair the stages, then all together.
fn rows(kit: &dyn Kit, samples: &[Sample], pairs: &[Depths], bounds: &[Score]) -> Vec<Row> {
    // Where there is one stage, it is all.
    let stages = || (0..kit.stages().len()).map(Some).chain((kit.stages().len() > 1).then_some(None));
    let pairs = bounds.iter().flat_map(|bound| pairs.iter().map(move |depths| (*bound, *depths)));
    pairs.flat_map(|(bound, depths)| stages().map(move |stage| row(samples, depths, stage, bound))).collect()
}

pub(super) fn row(samples: &[Sample], depths: Depths, stage: Option<usize>, bound: Score) -> Row {
    points(samples, depths, stage, bound).0
}

/// A fit, with its points.
pub(super) fn points(samples: &[Sample], depths: Depths, stage: Option<usize>, bound: Score) -> (Row, Vec<(f64, f64)>) {
    let score = |sample: &Sample, depth: Depth| sample.scores.get(depth as usize).copied().flatten();
    let mut row = Row { depths, stage, bound, outside: 0, decisive: 0, line: None };
    let mut points = Vec::new();
    for sample in samples.iter().filter(|sample| stage.is_none_or(|stage| sample.stage == stage)) {
        match (score(sample, depths.shallow), score(sample, depths.height)) {
            (Some(shallow), Some(deep)) if is_decisive(shallow) || is_decisive(deep) => row.decisive += 1,
            (Some(shallow), Some(_)) if shallow.abs() > bound => row.outside += 1,
            (Some(shallow), Some(deep)) => points.push((f64::from(shallow), f64::from(deep))),
            _ => {}
        }
    }
    row.line = regression::fit(&points);
    (row, points)
}
