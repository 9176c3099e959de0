//! What came of all positions of a suite.
use crate::{
    measure::{
        compare::{Comparison, Row},
        question::Points,
        trial::Trial,
    },
    study::{error::Error, record::Run},
};

/// What came of all positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// What a comparison says of its only side.
    pub row: Row,
    /// Points of all positions that give such.
    pub points: Option<Points>,
    /// Positions at which a program failed.
    pub faults: usize,
    /// The comparison with itself.
    pub(super) comparison: Comparison,
}

impl Summary {
    /// What the records of a run say, and its trials in the order of the file.
    pub fn read(run: &Run) -> Result<(Summary, Vec<Trial>), Error> {
        let (comparison, mut trials) = Comparison::read(run)?;
        trials.sort_by_key(|trial| trial.number);
        let row = comparison.rows.first().cloned().ok_or_else(|| Error::new("expected the records of a suite"))?;
        let add = |sum: Option<Points>, points: Points| {
            let Points { got, most } = sum.unwrap_or(Points { got: 0, most: 0 });
            Some(Points { got: got.saturating_add(points.got), most: most.saturating_add(points.most) })
        };
        let points = trials.iter().filter_map(|trial| trial.points).fold(None, add);
        let faults = trials.iter().filter(|trial| trial.fault.is_some()).count();
        Ok((Summary { row, points, faults, comparison }, trials))
    }
}
