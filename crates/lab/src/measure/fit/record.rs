//! The record of one position of a fit.
use niwaki_search::node::Score;
use serde::{Deserialize, Serialize};

/// Scores of one position by depth. The first record of a run is another: `positions`, all of
/// them, in the game's notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scores {
    /// Place of the position, from 0.
    pub number: usize,
    /// Stage of the game, its place among the stages of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<usize>,
    /// The score of each depth from 0, the static evaluation; null where none was found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<Option<Score>>,
    /// Whether the position was left out: the side to move is forced, or the game is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left_out: bool,
}

impl Scores {
    /// A position that was left out.
    pub fn left_out(number: usize) -> Scores {
        Scores { number, stage: None, scores: Vec::new(), left_out: true }
    }
}
