//! The evaluation: what each value of each feature is worth.
use super::{
    board::Board,
    features::{COUNT, FEATURES, Feature, features},
};
use crate::side_values::Values;
use niwaki_search::{
    game::{Evaluator, Position},
    node::Score,
};
use std::sync::LazyLock;

/// What the side to move has by being to move.
const TO_MOVE: i16 = 15;

/// Weights written by hand: the sign of each feature and rough sizes from the words of the
/// papers on MIA.
static BY_HAND: LazyLock<Vec<i16>> =
    LazyLock::new(|| FEATURES.by_hand(|feature, value| worth_by_hand(Feature::ALL[feature], value), TO_MOVE));

/// Evaluates positions.
#[derive(Clone, Debug)]
pub struct LoaEvaluator {
    weights: &'static [i16],
}

impl Default for LoaEvaluator {
    fn default() -> Self {
        LoaEvaluator { weights: &BY_HAND }
    }
}

impl Evaluator<Board> for LoaEvaluator {
    #[inline]
    fn evaluate(&mut self, pos: &Board) -> Score {
        let [own, enemy] = both(pos);
        FEATURES.score(self.weights, &own, &enemy)
    }
}

/// The values of the side to move and of the other.
#[inline]
fn both(pos: &Board) -> [Values<COUNT>; 2] {
    [pos.side(), pos.side().other()].map(|side| features(pos, side))
}

/// The parts of the score, for people.
pub(super) fn explain(pos: &Board) -> Vec<String> {
    let [own, enemy] = both(pos);
    FEATURES.explain(&BY_HAND, &own, &enemy)
}

fn worth_by_hand(feature: Feature, value: i32) -> i32 {
    match feature {
        // The inverse of the surplus: 600 for the tightest group, 150 for the start.
        Feature::Concentration => 4800 / (8 + value),
        Feature::Centralisation => 8 * value,
        Feature::CentreOfMass => 3 * value,
        Feature::Quads => 20 * value,
        Feature::Mobility => 5 * value,
        Feature::Walls => 8 * value,
        Feature::Connectedness => 8 * value,
        Feature::Uniformity => -4 * value,
        Feature::Pieces => -10 * value,
        Feature::Euler => -15 * value,
    }
}
