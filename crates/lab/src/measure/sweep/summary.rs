//! The settings of a sweep beside their base.
use super::Axis;
use crate::{
    measure::{
        compare::{Comparison, Estimate, Row},
        trial::Trial,
    },
    study::{error::Error, record::Run},
};

/// A sweep that was run.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The comparison: the base first, then the settings in the order of the grid.
    pub comparison: Comparison,
    /// The grid.
    pub axes: Vec<Axis>,
}

impl Sweep {
    /// What the records of a run say, and its trials.
    pub fn read(run: &Run) -> Result<(Sweep, Vec<Trial>), Error> {
        let foreign = || Error::new("expected the records of a sweep");
        let header = run.header.as_ref().filter(|header| header["command"] == super::COMMAND).ok_or_else(foreign)?;
        let axes = header["plan"]["grid"].as_array().map(|axes| axes.iter().map(Axis::from_json).collect());
        let axes: Vec<Axis> = axes.flatten().filter(|axes: &Vec<Axis>| !axes.is_empty()).ok_or_else(foreign)?;
        let (comparison, trials) = Comparison::read(run)?;
        let settings = axes.iter().try_fold(1_usize, |count, axis| count.checked_mul(axis.values.len()));
        if settings.and_then(|count| count.checked_add(1)) != Some(comparison.rows.len()) {
            return Err(foreign());
        }
        Ok((Sweep { comparison, axes }, trials))
    }

    /// The base.
    pub fn base(&self) -> &Row {
        &self.comparison.rows[0]
    }

    /// The settings in the order of the grid, each with its place on every axis.
    pub fn settings(&self) -> impl Iterator<Item = (Vec<usize>, &Row)> {
        self.comparison.rows.iter().skip(1).enumerate().map(|(index, row)| (self.places(index), row))
    }

    /// The last axis is the fastest.
    fn places(&self, mut index: usize) -> Vec<usize> {
        let mut places = vec![0; self.axes.len()];
        for (place, axis) in places.iter_mut().zip(&self.axes).rev() {
            *place = index % axis.values.len();
            index /= axis.values.len();
        }
        places
    }

    /// Names of the axes: of the parameters alone where that tells them apart.
    pub fn names(&self) -> Vec<&str> {
        let last = |axis: &'_ Axis| axis.path.rsplit('.').next().unwrap_or_default().to_string();
        let short = |axis: &Axis| self.axes.iter().filter(|other| last(other) == last(axis)).count() == 1;
        let name = |axis: &'_ Axis| if short(axis) { axis.path.rfind('.').map_or(0, |dot| dot + 1) } else { 0 };
        self.axes.iter().map(|axis| &axis.path[name(axis)..]).collect()
    }

    /// A setting in words.
    pub fn setting(&self, places: &[usize]) -> String {
        let values = places.iter().zip(&self.axes).map(|(place, axis)| axis.values[*place].as_str());
        let words = self.names().into_iter().zip(values).map(|(name, value)| format!("{name}={value}"));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Solved positions as a share of the base's, with an interval from that of the difference.
    pub fn solved_share(&self, row: &Row) -> Option<Estimate> {
        let base = self.base();
        let share = |solved: f64| solved / base.solved as f64;
        let interval =
            row.difference.map(|rates| rates.map(|rate| share(base.solved as f64 + rate * row.asked as f64)));
        (base.solved > 0 && row.positions > 0).then(|| Estimate { value: share(row.solved as f64), interval })
    }
}
