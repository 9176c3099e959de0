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
const TO_MOVE: i16 = 5;

/// Weights written by hand: a marble is a hundred, and the last ones are worth more.
static BY_HAND: LazyLock<Vec<i16>> =
    LazyLock::new(|| FEATURES.by_hand(|feature, value| worth_by_hand(Feature::ALL[feature], value), TO_MOVE));

/// Evaluates positions.
#[derive(Clone, Debug)]
pub struct AbaloneEvaluator {
    weights: &'static [i16],
}

impl Default for AbaloneEvaluator {
    fn default() -> Self {
        AbaloneEvaluator { weights: &BY_HAND }
    }
}

impl Evaluator<Board> for AbaloneEvaluator {
    #[inline]
    fn evaluate(&mut self, pos: &Board) -> Score {
        let [own, enemy] = both(pos);
        FEATURES.score(self.weights, &own, &enemy)
    }
}

/// The values of the side to move and of the other.
#[inline]
fn both(pos: &Board) -> [Values<COUNT>; 2] {
    let values = features(pos);
    [pos.side(), pos.side().other()].map(|side| values[side.index()])
}

/// The parts of the score, for people.
pub(super) fn explain(pos: &Board) -> Vec<String> {
    let [own, enemy] = both(pos);
    FEATURES.explain(&BY_HAND, &own, &enemy)
}

fn worth_by_hand(feature: Feature, value: i32) -> i32 {
    match feature {
        Feature::Lost => -(100 * value + 10 * value * value),
        Feature::Distance => -12 * value,
        Feature::Cohesion => 10 * value,
        Feature::Edge => -8 * value,
        Feature::OuterRing => -2 * value,
        Feature::InnerRing => 2 * value,
        Feature::Centre => 5 * value,
        Feature::Triples => 3 * value,
        Feature::Pushes => 4 * value,
        Feature::Ejections => 15 * value,
    }
}
