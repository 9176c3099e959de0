//! Patterns: what the learned evaluation sees of a position (Buro 1997).
//!
//! A pattern is a shape of squares that lies on the board in up to eight ways. Its state, own,
//! other or empty on each square, is a number to the base 3, and every state has a weight.
//! Mirror images of a state within a shape share one. Beside the shapes the moves of both
//! sides, their empty neighbours and the empty squares are counted: who will make the last move
//! is worth discs, and no shape sees whether their number is even. All states of a position together, one for
//! each place of each shape, are its features; the evaluation is the sum of their weights,
//! which differ by stage.
//!
//! The states of all places are found at once: each disc adds its powers of three to a row
//! of numbers, which the compiler makes vectors of.
use super::bits::{Bits, SQUARES, SYMMETRIES, image, mobility, neighbours};
use std::sync::LazyLock;

/// The shapes, as squares of one of their places.
const SHAPES: [&[u8]; 11] = [
    // A corner, three by three.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    // An edge and the squares diagonally before its corners.
    &[9, 0, 1, 2, 3, 4, 5, 6, 7, 14],
    // A corner, two by five.
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
    // The second, third and fourth row.
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    // Diagonals of eight to four squares.
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
];
/// Places of all shapes together.
const PLACES: usize = 46;
/// The same, filled up so that vectors hold them.
const LANES: usize = 48;
/// What is counted besides: moves of the side to move, of the other, the empty squares beside
/// the discs of either, and all empty squares.
const COUNTS: usize = 5;
/// Values of a count: what is more counts as the most.
const COUNT_VALUES: usize = 33;
/// The most empty squares that are told apart; above, only even and odd numbers are.
const MOST_EMPTIES: u32 = COUNT_VALUES as u32 - 2;
/// Features of a position.
pub(super) const FEATURES: usize = PLACES + COUNTS;

/// Stages of the weights: the early game is one, then five empty squares each, then the end.
pub(super) const STAGES: usize = 10;
const STAGE_EMPTIES: u32 = 5;
const FIRST_STAGE_EMPTIES: u32 = 50;

/// The stage of a number of empty squares.
#[inline]
pub(super) fn stage(empties: u32) -> usize {
    let later = (FIRST_STAGE_EMPTIES + STAGE_EMPTIES - 1).saturating_sub(empties) / STAGE_EMPTIES;
    (later as usize).min(STAGES - 1)
}

/// A row of numbers, one for each place.
type Row = [u16; LANES];

/// Where the shapes lie, and which weight each state of each place has.
pub(super) struct Layout {
    /// What a disc on a square adds to the state of each place.
    powers: [Row; SQUARES],
    /// Where the states of each place begin in a table of all states.
    starts: [u32; PLACES],
    /// The first weight of the counts, in a table of all states.
    counts: u32,
    /// States of all shapes and counts.
    states: usize,
    /// For each state its weight: mirror images share one.
    weights: Vec<u32>,
    /// How many weights there are.
    width: usize,
}

/// The one layout.
pub(super) static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

impl Layout {
    fn new() -> Layout {
        let mut layout = Layout {
            powers: [[0; LANES]; SQUARES],
            starts: [0; PLACES],
            counts: 0,
            states: 0,
            weights: Vec::new(),
            width: 0,
        };
        let mut place = 0;
        for shape in SHAPES {
            for squares in places(shape) {
                layout.starts[place] = layout.states as u32;
                for (power, square) in squares.iter().rev().enumerate() {
                    layout.powers[*square][place] = 3u16.pow(power as u32);
                }
                place += 1;
            }
            layout.add_states(3usize.pow(shape.len() as u32), |state| mirrored_state(shape, state));
        }
        assert_eq!(place, PLACES);
        layout.counts = layout.states as u32;
        layout.add_states(COUNTS * COUNT_VALUES, |state| state);
        layout
    }

    /// Adds the states of a shape: a state and its mirror image have one weight.
    fn add_states(&mut self, states: usize, mirrored: impl Fn(usize) -> usize) {
        let mut own = vec![0; states];
        for state in 0..states {
            let other = mirrored(state);
            own[state] = if other < state { own[other] } else { self.width as u32 };
            self.width += usize::from(other >= state);
        }
        self.weights.extend(own);
        self.states += states;
    }

    /// How many weights a stage has.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// How many states all shapes and counts have.
    pub(super) fn states(&self) -> usize {
        self.states
    }

    /// The weight of a state.
    pub(super) fn weight(&self, state: usize) -> usize {
        self.weights[state] as usize
    }

    /// The states of a position for the side of `own`, which is to move, in a table of all.
    #[inline]
    pub(super) fn features(&self, own: Bits, other: Bits, own_moves: Bits) -> [u32; FEATURES] {
        let row = self.row(own, other);
        let mut features = [0; FEATURES];
        for place in 0..PLACES {
            features[place] = self.starts[place] + u32::from(row[place]);
        }
        let sets = [own_moves, mobility(other, own), neighbours(own) & !other, neighbours(other) & !own];
        let [own_moves, other_moves, beside_own, beside_other] =
            sets.map(|set| set.count_ones().min(COUNT_VALUES as u32 - 1));
        let counted = [own_moves, other_moves, beside_own, beside_other, empties_value((!(own | other)).count_ones())];
        for (index, value) in counted.into_iter().enumerate() {
            features[PLACES + index] = self.counts + (index * COUNT_VALUES) as u32 + value;
        }
        features
    }

    /// The state of each place.
    #[inline]
    fn row(&self, own: Bits, other: Bits) -> Row {
        let (mine, yours) = (self.sum(own), self.sum(other));
        std::array::from_fn(|lane| mine[lane].wrapping_add(yours[lane].wrapping_mul(2)))
    }

    #[inline]
    fn sum(&self, mut set: Bits) -> Row {
        let mut sum = [0; LANES];
        while set != 0 {
            let powers = &self.powers[set.trailing_zeros() as usize % SQUARES];
            set &= set - 1;
            for lane in 0..LANES {
                sum[lane] = u16::wrapping_add(sum[lane], powers[lane]);
            }
        }
        sum
    }
}

/// The value of a number of empty squares.
#[inline]
fn empties_value(empties: u32) -> u32 {
    if empties < MOST_EMPTIES { empties } else { MOST_EMPTIES + (empties - MOST_EMPTIES) % 2 }
}

/// The squares of each place of a shape, in the order of its squares.
fn places(shape: &[u8]) -> Vec<Vec<usize>> {
    let mut found: Vec<(Bits, Vec<usize>)> = Vec::new();
    for symmetry in 0..SYMMETRIES {
        let squares: Vec<usize> =
            shape.iter().map(|&square| image(1 << square, symmetry).trailing_zeros() as usize).collect();
        let set = squares.iter().fold(0, |set, square| set | 1 << square);
        if found.iter().all(|(other, _)| *other != set) {
            found.push((set, squares));
        }
    }
    found.into_iter().map(|(_, squares)| squares).collect()
}

/// The state of a shape as its mirror image sees it; the same where it has none.
fn mirrored_state(shape: &[u8], state: usize) -> usize {
    let set = shape.iter().fold(0, |set: Bits, square| set | 1 << square);
    let is_mirror = |symmetry: &usize| image(set, *symmetry) == set;
    let Some(symmetry) = (1..SYMMETRIES).find(is_mirror) else { return state };
    let digit = |square: u8| {
        let place = shape.iter().position(|own| *own == square).unwrap_or_default();
        state / 3usize.pow((shape.len() - 1 - place) as u32) % 3
    };
    let turned = |square: u8| image(1 << square, symmetry).trailing_zeros() as u8;
    shape.iter().fold(0, |mirrored, &square| 3 * mirrored + digit(turned(square)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Board;
    use niwaki_search::{game::Position, random::Random};

    /// The weights of a position, in no order.
    fn weights(own: Bits, other: Bits) -> Vec<usize> {
        let features = LAYOUT.features(own, other, mobility(own, other));
        let mut weights: Vec<usize> = features.iter().map(|&state| LAYOUT.weight(state as usize)).collect();
        weights.sort_unstable();
        weights
    }

    #[test]
    fn all_eight_images_of_a_position_have_the_same_weights() {
        let mut random = Random::new(8);
        let mut pos = Board::START;
        for _ in 0..300 {
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            pos = if moves.is_empty() { Board::START } else { pos.play(moves[random.below(moves.len())]) };
            let (own, other) = (pos.own(), pos.other());
            for symmetry in 1..SYMMETRIES {
                assert_eq!(weights(own, other), weights(image(own, symmetry), image(other, symmetry)));
            }
        }
    }

    #[test]
    fn every_square_is_seen_and_no_state_lies_outside_its_table() {
        for square in 0..SQUARES {
            assert!(LAYOUT.powers[square].iter().any(|&power| power > 0), "{square}");
        }
        for (own, other) in [(!0, 0), (0, !0), (0, 0)] {
            assert!(LAYOUT.features(own, other, 0).iter().all(|&state| (state as usize) < LAYOUT.states()));
        }
        assert!(LAYOUT.weights.iter().all(|&weight| (weight as usize) < LAYOUT.width()));
        assert_eq!((LAYOUT.states(), LAYOUT.width()), (167_430, 114_042));
    }

    #[test]
    fn empty_squares_are_told_apart_by_number_and_where_they_are_many_by_parity() {
        assert_eq!([0, 1, 30, 31, 32, 33, 34, 60].map(empties_value), [0, 1, 30, 31, 32, 31, 32, 31 + 29 % 2]);
    }

    #[test]
    fn stages_are_five_empty_squares_each_but_the_first_and_the_last() {
        assert_eq!([60, 50, 49, 45, 44, 10, 9, 5, 4, 0].map(stage), [0, 0, 1, 1, 2, 8, 9, 9, 9, 9]);
    }
}
