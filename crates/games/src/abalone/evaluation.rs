//! The evaluation: what each value of each feature is worth, own less the enemy's.
use super::{
    board::Board,
    features::{FEATURES, Feature, SIZES, VALUES, features},
};
use niwaki_search::{
    game::{Evaluator, Position, Style},
    node::Score,
};

/// What the side to move has by being to move.
const TO_MOVE: Score = 5;

/// Weights written by hand: a marble is a hundred, and the last ones are worth more.
static BY_HAND: [i16; VALUES] = by_hand();

/// Evaluates positions.
#[derive(Clone, Debug, Default)]
pub struct AbaloneEvaluator {
    style: Style,
}

impl Evaluator<Board> for AbaloneEvaluator {
    fn choose(&mut self, style: Style) {
        self.style = style;
    }

    #[inline]
    fn evaluate(&mut self, pos: &Board) -> Score {
        let values = features(pos);
        let worth = |side: usize| side_worth(&BY_HAND, &values[side]);
        worth(pos.side().index()) - worth(pos.side().other().index()) + TO_MOVE
    }
}

#[inline]
fn side_worth(weights: &[i16; VALUES], values: &[usize; FEATURES]) -> Score {
    Feature::ALL.iter().map(|&feature| Score::from(weights[feature.offset() + values[feature as usize]])).sum()
}

/// The parts of the score, for people.
pub(super) fn explain(pos: &Board, _style: Style) -> Vec<String> {
    let values = features(pos);
    let [own, enemy] = [pos.side(), pos.side().other()].map(|side| values[side.index()]);
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
