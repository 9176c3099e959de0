//! The evaluation: what each value of each feature is worth, own less the enemy's.
use super::{
    board::Board,
    features::{FEATURES, Feature, SIZES, VALUES, features},
};
use niwaki_search::{
    game::{Evaluator, Position, Side, Style},
    node::Score,
};

/// What the side to move has by being to move.
const TO_MOVE: Score = 15;

/// Weights written by hand: the sign of each feature and rough sizes from the words of the
/// papers on MIA.
static BY_HAND: [i16; VALUES] = by_hand();

/// Evaluates positions.
#[derive(Clone, Debug, Default)]
pub struct LoaEvaluator {
    style: Style,
}

impl Evaluator<Board> for LoaEvaluator {
    fn choose(&mut self, style: Style) {
        self.style = style;
    }

    #[inline]
    fn evaluate(&mut self, pos: &Board) -> Score {
        let worth = |side| side_worth(&BY_HAND, &features(pos, side));
        worth(pos.side()) - worth(pos.side().other()) + TO_MOVE
    }
}

#[inline]
fn side_worth(weights: &[i16; VALUES], values: &[usize; FEATURES]) -> Score {
    Feature::ALL.iter().map(|&feature| Score::from(weights[feature.offset() + values[feature as usize]])).sum()
}

/// The parts of the score, for people.
pub(super) fn explain(pos: &Board, _style: Style) -> Vec<String> {
    let [own, enemy] = [pos.side(), pos.side().other()].map(|side: Side| features(pos, side));
    let line = |&feature: &Feature| {
        let worth = |values: &[usize; FEATURES]| BY_HAND[feature.offset() + values[feature as usize]];
        let place = feature as usize;
        format!("{feature:?}: {} ({}) against {} ({})", own[place], worth(&own), enemy[place], worth(&enemy))
    };
    let to_move = format!("to move: {TO_MOVE}");
    Feature::ALL.iter().map(line).chain([to_move]).collect()
}

const fn by_hand() -> [i16; VALUES] {
    let mut table = [0; VALUES];
    let (mut feature, mut place) = (0, 0);
    while feature < FEATURES {
        let mut value = 0;
        while value < SIZES[feature] {
            table[place] = worth_by_hand(Feature::ALL[feature], value as i32) as i16;
            (place, value) = (place + 1, value + 1);
        }
        feature += 1;
    }
    table
}

const fn worth_by_hand(feature: Feature, value: i32) -> i32 {
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
