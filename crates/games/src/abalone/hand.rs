//! The evaluation by hand: what each value of each feature is worth. The weights that were
//! learned judge better (`tables`).
use super::{
    board::Board,
    features::{COUNT, FEATURES, Feature, features},
};
use crate::side_values::Values;
use niwaki_search::{game::Position, node::Score};
use std::sync::LazyLock;

/// What the side to move has by being to move.
const TO_MOVE: i16 = 5;

/// A marble is a hundred, and the last ones are worth more.
static WEIGHTS: LazyLock<Vec<i16>> =
    LazyLock::new(|| FEATURES.by_hand(|feature, value| worth(Feature::ALL[feature], value), TO_MOVE));

/// Static value of a position for the side to move.
#[inline]
pub(super) fn evaluate(pos: &Board) -> Score {
    let [own, enemy] = both(pos);
    FEATURES.score(&WEIGHTS, &own, &enemy)
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
    FEATURES.explain(&WEIGHTS, &own, &enemy)
}

fn worth(feature: Feature, value: i32) -> i32 {
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
