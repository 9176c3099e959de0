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
const TO_MOVE: i16 = 15;

/// The sign of each feature and rough sizes from the words of the papers on MIA.
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
    [pos.side(), pos.side().other()].map(|side| features(pos, side))
}

/// The parts of the score, for people.
pub(super) fn explain(pos: &Board) -> Vec<String> {
    let [own, enemy] = both(pos);
    FEATURES.explain(&WEIGHTS, &own, &enemy)
}

fn worth(feature: Feature, value: i32) -> i32 {
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
