//! What the evaluation looks at. Each feature is a small number for each side, so that an
//! evaluation is a table of what each value is worth.
//!
//! Distance to a reference point and cohesion are those of ABA-PRO (Aichholzer, Aurenhammer &
//! Werner 2002): the point lies between the two centres of mass and the centre of the board.
use super::{
    board::Board,
    cells::{BOARD, ROWS, ahead, bit, distance, place},
    moves::pushes,
};
use niwaki_search::game::Side;

/// How many features a side has.
pub(super) const FEATURES: usize = 10;
/// Values of each feature, in the order of [`Feature`].
pub(super) const SIZES: [usize; FEATURES] = [7, 48, 24, 15, 15, 13, 8, 24, 12, 8];
/// Values of all features.
pub(super) const VALUES: usize = total();

/// The features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Feature {
    /// Marbles pushed off the board.
    Lost,
    /// Distance of a marble from the reference point, in eighths of a cell.
    Distance,
    /// Neighbours of its own that a marble has, in quarters.
    Cohesion,
    /// Marbles on the edge.
    Edge,
    /// Marbles on the ring inside it.
    OuterRing,
    /// Marbles two steps from the centre.
    InnerRing,
    /// Marbles on the centre and around it.
    Centre,
    /// Three in a row.
    Triples,
    /// Moves that push a marble to another cell.
    Pushes,
    /// Moves that push a marble off the board.
    Ejections,
}

impl Feature {
    /// All of them, in order.
    pub(super) const ALL: [Feature; FEATURES] = [
        Feature::Lost,
        Feature::Distance,
        Feature::Cohesion,
        Feature::Edge,
        Feature::OuterRing,
        Feature::InnerRing,
        Feature::Centre,
        Feature::Triples,
        Feature::Pushes,
        Feature::Ejections,
    ];

    /// Where its values begin among those of all features.
    pub(super) const fn offset(self) -> usize {
        let (mut sum, mut before) = (0, 0);
        while before < self as usize {
            sum += SIZES[before];
            before += 1;
        }
        sum
    }
}

const fn total() -> usize {
    let (mut sum, mut feature) = (0, 0);
    while feature < FEATURES {
        sum += SIZES[feature];
        feature += 1;
    }
    sum
}

/// Row and diagonal of the centre.
const MIDDLE: (usize, usize) = (4, 4);
/// The furthest that a cell lies from another.
const FURTHEST: usize = 8;
/// Cells by their distance from the centre.
const RINGS: [u128; 5] = rings();
/// Cells at least so far from each place of the square of nine by nine; distance 1 first.
static BEYOND: [[u128; FURTHEST]; ROWS * ROWS] = beyond();
/// Bits in the number of a row or a diagonal.
const NUMBER_BITS: usize = 4;
const ROW_BITS: [u128; NUMBER_BITS] = number_bits(true);
const DIAGONAL_BITS: [u128; NUMBER_BITS] = number_bits(false);

/// The values of all features for each side, all within [`SIZES`].
pub(super) fn features(pos: &Board) -> [[usize; FEATURES]; 2] {
    let beyond = &BEYOND[reference(pos)];
    [Side::First, Side::Second].map(|side| {
        let (own, enemy) = (pos.marbles[side.index()], pos.marbles[side.other().index()]);
        let count = own.count_ones().max(1);
        let distances: u32 = beyond.iter().map(|beyond| (own & beyond).count_ones()).sum();
        let [pushing, ejecting] = pushes(own, enemy);
        let ring = |ring: usize| (own & RINGS[ring]).count_ones();
        let found = [
            pos.lost(side),
            8 * distances / count,
            4 * pairs(own) / count,
            ring(4),
            ring(3),
            ring(2),
            ring(1) + ring(0),
            triples(own),
            pushing,
            ejecting,
        ];
        let mut values = [0; FEATURES];
        for (feature, value) in found.into_iter().enumerate() {
            values[feature] = (value as usize).min(SIZES[feature] - 1);
        }
        values
    })
}

/// The place nearest to the mean of both centres of mass and the centre of the board.
#[inline]
fn reference(pos: &Board) -> usize {
    let counts = pos.marbles.map(|set| set.count_ones().max(1));
    let mean = |bits: &[u128; NUMBER_BITS]| {
        let sum = |set: u128| (0..NUMBER_BITS).map(|bit| (set & bits[bit]).count_ones() << bit).sum::<u32>();
        let [first, second] = pos.marbles.map(sum);
        let (weighed, whole) = (first * counts[1] + second * counts[0], counts[0] * counts[1]);
        ((2 * (weighed + MIDDLE.0 as u32 * whole) + 3 * whole) / (6 * whole)) as usize
    };
    (mean(&ROW_BITS) * ROWS + mean(&DIAGONAL_BITS)).min(ROWS * ROWS - 1)
}

/// Pairs of neighbours.
#[inline]
fn pairs(set: u128) -> u32 {
    [ahead::<1>(set, 1), ahead::<10>(set, 1), ahead::<11>(set, 1)].iter().map(|next| (set & next).count_ones()).sum()
}

#[inline]
fn triples(set: u128) -> u32 {
    let three = |next: u128, third: u128| (set & next & third).count_ones();
    three(ahead::<1>(set, 1), ahead::<1>(set, 2))
        + three(ahead::<10>(set, 1), ahead::<10>(set, 2))
        + three(ahead::<11>(set, 1), ahead::<11>(set, 2))
}

const fn rings() -> [u128; 5] {
    let mut sets = [0; 5];
    let mut bit = 0;
    while bit < 128 {
        if BOARD >> bit & 1 != 0 {
            sets[distance(place(bit), MIDDLE)] |= 1 << bit;
        }
        bit += 1;
    }
    sets
}

const fn number_bits(of_row: bool) -> [u128; NUMBER_BITS] {
    let mut sets = [0; NUMBER_BITS];
    let mut index = 0;
    while index < 128 * NUMBER_BITS {
        let (bit, part) = (index / NUMBER_BITS, index % NUMBER_BITS);
        if BOARD >> bit & 1 != 0 {
            let (row, diagonal) = place(bit);
            let number = if of_row { row } else { diagonal };
            sets[part] |= ((number >> part & 1) as u128) << bit;
        }
        index += 1;
    }
    sets
}

const fn beyond() -> [[u128; FURTHEST]; ROWS * ROWS] {
    let mut table = [[0; FURTHEST]; ROWS * ROWS];
    let mut index = 0;
    while index < ROWS * ROWS * ROWS * ROWS {
        let (one, other) = (index / (ROWS * ROWS), index % (ROWS * ROWS));
        if let Some(bit) = bit(other / ROWS, other % ROWS) {
            let distance = distance((one / ROWS, one % ROWS), (other / ROWS, other % ROWS));
            let mut least = 1;
            while least <= distance && least <= FURTHEST {
                table[one][least - 1] |= 1 << bit;
                least += 1;
            }
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::Abalone;
    use niwaki_search::game::Game;

    #[test]
    fn features_count_what_they_say() {
        let [black, white] = features(&Abalone::default().start());
        assert_eq!(black, white, "the start is fair");
        let value = |feature: Feature| black[feature as usize];
        assert_eq!((value(Feature::Lost), value(Feature::Edge), value(Feature::OuterRing)), (0, 7, 4));
        assert_eq!((value(Feature::InnerRing), value(Feature::Centre), value(Feature::Ejections)), (3, 0, 0));
        // 3 + 4 + 1 along the rows, 3 and 3 along each other axis.
        assert_eq!(value(Feature::Triples), 8 + 3 + 3);
    }

    #[test]
    fn a_push_over_the_edge_is_counted() {
        // a5 is pushed off along its row by two or three, and by c5 and b5 from above.
        let threat = "SSSSS/SSSSSS/2SS3/8/9/ss6/2sss2/ssssss/1sssS 0 0 b 0 1";
        let [black, white] = features(&Abalone::default().parse(threat).unwrap());
        assert_eq!((black[Feature::Ejections as usize], white[Feature::Ejections as usize]), (3, 0));
    }
}
