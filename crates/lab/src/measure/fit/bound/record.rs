//! The record of a game whose nodes near the bound were sampled.
use crate::measure::fit::Depths;
use niwaki_search::node::{MAX_DEPTH, Score};
use serde::{Deserialize, Serialize};

/// Numbers that describe a point.
const NUMBERS: usize = 5;

/// What one game has shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// Number of the game, from 0.
    pub game: usize,
    /// Searches in which nodes were sampled.
    pub searches: u64,
    /// Their nodes.
    pub nodes: u64,
    /// Nodes of the questions about the nodes that were sampled.
    pub asked_nodes: u64,
    /// Five numbers for each node and pair of depths: stage of the game, shallow depth, height,
    /// shallow score less beta, and 1 if the node reaches beta at its height.
    pub points: Vec<i32>,
}

/// What a shallow search says of a node near its bound, and how it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) stage: usize,
    pub(super) depths: Depths,
    /// Shallow score less beta.
    pub(super) above: Score,
    /// The node reaches beta at its height.
    pub(super) reaches: bool,
}

impl Game {
    /// Adds what was found of a node.
    pub(super) fn add(&mut self, stage: usize, depths: Depths, above: Score, reaches: bool) {
        self.points.extend([stage as i32, depths.shallow, depths.height, above, i32::from(reaches)]);
    }

    /// The points; `None` if the numbers make no sense.
    pub(super) fn read(&self, stages: usize) -> Option<Vec<Point>> {
        let whole = self.points.len().is_multiple_of(NUMBERS);
        whole.then(|| self.points.chunks(NUMBERS).map(|numbers| read_point(numbers, stages)).collect())?
    }
}

fn read_point(numbers: &[i32], stages: usize) -> Option<Point> {
    let [stage, shallow, height, above, reaches] = *numbers else { return None };
    let stage = usize::try_from(stage).ok().filter(|stage| *stage < stages)?;
    let sound = 0 <= shallow && shallow < height && height <= MAX_DEPTH && (0..=1).contains(&reaches);
    sound.then_some(Point { stage, depths: Depths { shallow, height }, above, reaches: reaches == 1 })
}
