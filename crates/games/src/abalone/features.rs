//! What the evaluation looks at. Each feature is a small number for each side, so that an
//! evaluation is a table of what each value is worth.
//!
//! Distance to a reference point and cohesion are those of ABA-PRO (Aichholzer, Aurenhammer &
//! Werner 2002): the point lies between the two centres of mass and the centre of the board.
use super::{
    board::Board,
    cells::{BOARD, MIDDLE, ROWS, ahead, bit, distance, place, ring},
    moves::pushes,
};
use crate::side_values::{SideFeatures, Values};
use niwaki_search::game::Side;

/// How many features a side has.
pub(super) const COUNT: usize = 10;

/// Names and sizes, in the order of [`Feature`].
pub(super) const FEATURES: SideFeatures<COUNT> = SideFeatures::new(
    ["lost", "distance", "cohesion", "edge", "outer ring", "inner ring", "centre", "triples", "pushes", "ejections"],
    [7, 48, 24, 15, 15, 13, 8, 24, 12, 8],
);

/// What they are.
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
    pub(super) const ALL: [Feature; COUNT] = [
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
}

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

/// The values of all features for each side.
pub(super) fn features(pos: &Board) -> [Values<COUNT>; 2] {
    let distances = distances(pos);
    [Side::First, Side::Second].map(|side| {
        let (own, enemy) = (pos.marbles[side.index()], pos.marbles[side.other().index()]);
        let count = own.count_ones().max(1);
        let [pushing, ejecting] = pushes(own, enemy);
        let ring = |ring: usize| (own & RINGS[ring]).count_ones();
        FEATURES.values([
            pos.lost(side),
            distances[side.index()] as u32,
            4 * pairs(own) / count,
            ring(4),
            ring(3),
            ring(2),
            ring(1) + ring(0),
            triples(own),
            pushing,
            ejecting,
        ])
    })
}

/// How many values [`Feature::Distance`] has.
pub(super) const DISTANCES: usize = FEATURES.size(Feature::Distance as usize);

/// The mean distance of the marbles of each side from the reference point, in eighths of a cell.
#[inline]
pub(super) fn distances(pos: &Board) -> [usize; 2] {
    let beyond = &BEYOND[reference(pos)];
    pos.marbles.map(|set| {
        let sum: u32 = beyond.iter().map(|beyond| (set & beyond).count_ones()).sum();
        (8 * sum / set.count_ones().max(1)) as usize
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
            sets[ring(place(bit))] |= 1 << bit;
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
