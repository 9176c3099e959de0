//! The number of a placement of pieces: each arrangement on the board, but for its mirror
//! images, has a place of its own in a table.
//!
//! The pieces form groups. The leading group uses up the symmetry: three different pieces
//! or the two kings, the first of them brought into the triangle a1-d1-d4; with pawns those
//! of one side, the foremost of them on the files a to d. Each further group consists of
//! like pieces on the squares that are still free; it is numbered as a combination. The
//! numbers of the groups are the digits of the whole, in an order that the table names.
use super::{super::king_attacks, source::Damage};
use crate::chess::Square;

/// A side of the board, and how often a piece fits on half of one.
const SQUARES: usize = 64;
pub(super) const MOST_PIECES: usize = super::material::MOST_MEN as usize;
/// Squares on which pawns can stand.
const PAWN_SQUARES: u64 = 48;
/// Squares of a file on which pawns can stand.
const PAWN_RANKS: usize = 6;
pub(super) const PAWN_FILES: usize = 4;
/// Squares below the diagonal of the board, and of its quarter.
const BELOW_DIAGONAL: u64 = 28;
const BELOW_SHORT_DIAGONAL: u64 = 6;
/// Placements of three different pieces, and of two kings, but for symmetry.
const THREE_PLACEMENTS: u64 = 31_332;
const KING_PLACEMENTS: u64 = 462;

/// How many ways there are to choose `k` of `n`, at `CHOOSE[k][n]`.
static CHOOSE: [[u64; SQUARES + 1]; MOST_PIECES] = choose_table();

const fn choose_table() -> [[u64; SQUARES + 1]; MOST_PIECES] {
    let mut table = [[0; SQUARES + 1]; MOST_PIECES];
    table[0] = [1; SQUARES + 1];
    let mut k = 1;
    while k < MOST_PIECES {
        let mut n = 1;
        while n <= SQUARES {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            n += 1;
        }
        k += 1;
    }
    table
}

/// A leading group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lead {
    /// Three different pieces.
    Three,
    /// The kings.
    Kings,
    /// That many pawns, the foremost on one of the files a to d.
    Pawns { count: usize, file: usize },
}

impl Lead {
    fn pieces(self) -> usize {
        match self {
            Lead::Three => 3,
            Lead::Kings => 2,
            Lead::Pawns { count, .. } => count,
        }
    }

    fn placements(self) -> u64 {
        match self {
            Lead::Three => THREE_PLACEMENTS,
            Lead::Kings => KING_PLACEMENTS,
            Lead::Pawns { count, file } => PAWN_RANK_START[count][file][PAWN_RANKS],
        }
    }
}

/// Like pieces behind the leading group.
#[derive(Clone, Copy, Debug)]
struct Group {
    count: usize,
    /// Pawns do not stand on the first rank.
    pawns: bool,
    factor: u64,
}

/// How the placements of a table are numbered.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    lead: Lead,
    lead_factor: u64,
    groups: Vec<Group>,
    /// How many numbers there are.
    pub(super) size: u64,
}

impl Numbering {
    /// `counts` are the sizes of the groups behind the leading one, of which the first are
    /// the other side's pawns if `order` has a second place. The places say after how many
    /// of the others the leading group, and those pawns, come.
    pub(super) fn new(lead: Lead, counts: &[usize], order: (u8, Option<u8>)) -> Result<Numbering, Damage> {
        let mut groups: Vec<Group> = counts.iter().map(|&count| Group { count, pawns: false, factor: 0 }).collect();
        let mut others = 0..groups.len();
        let mut free = SQUARES - lead.pieces();
        if order.1.is_some() {
            let pawns = groups.first_mut().ok_or(Damage("pieces that do not fit the name"))?;
            pawns.pawns = true;
            free -= pawns.count;
            others.start = 1;
        }
        let (mut size, mut lead_factor) = (1u64, 0);
        for place in 0..=groups.len() as u8 {
            let placements = if place == order.0 {
                lead_factor = size;
                lead.placements()
            } else if Some(place) == order.1 {
                groups[0].factor = size;
                CHOOSE[groups[0].count][PAWN_SQUARES as usize - lead.pieces()]
            } else {
                let group = others.next().map(|group| &mut groups[group]).ok_or(Damage("an order that cannot be"))?;
                group.factor = size;
                free -= group.count;
                CHOOSE[group.count][free + group.count]
            };
            size = size.checked_mul(placements).ok_or(Damage("too many placements"))?;
        }
        if lead_factor == 0 || groups.iter().any(|group| group.factor == 0) {
            return Err(Damage("an order that cannot be"));
        }
        Ok(Numbering { lead, lead_factor, groups, size })
    }

    /// The number of the pieces on these squares, in the order of the groups; for pawns the
    /// foremost must be the first.
    #[inline]
    pub(super) fn number(&self, squares: &mut [usize]) -> u64 {
        let mut number = self.lead_factor
            * match self.lead {
                Lead::Three => number_of_three(squares),
                Lead::Kings => number_of_kings(squares),
                Lead::Pawns { count, .. } => number_of_pawns(squares, count),
            };
        let mut start = self.lead.pieces();
        for group in &self.groups {
            let (before, rest) = squares.split_at_mut(start);
            number += group.factor * number_of_group(before, &mut rest[..group.count], group.pawns);
            start += group.count;
        }
        number
    }
}

/// Like pieces on free squares: the rank of their combination.
#[inline]
fn number_of_group(before: &[usize], group: &mut [usize], pawns: bool) -> u64 {
    group.sort_unstable();
    let not_for_pawns = if pawns { 8 } else { 0 };
    let ranked = group.iter().enumerate().map(|(rank, &square)| {
        let taken = before.iter().filter(|&&other| other < square).count();
        CHOOSE[rank + 1][square - taken - not_for_pawns]
    });
    ranked.sum()
}

const fn file(square: usize) -> usize {
    square & 7
}

const fn rank(square: usize) -> usize {
    square >> 3
}

const fn on_diagonal(square: usize) -> bool {
    file(square) == rank(square)
}

/// Numbers the squares below the diagonal of a board with `width` files, rank by rank.
const fn below_diagonal(square: usize, width: usize) -> usize {
    let (file, rank) = (file(square), rank(square));
    rank * (2 * width - rank - 1) / 2 + file - rank - 1
}

/// Turns the board so that the first piece stands in the triangle a1-d1-d4, and the first
/// piece of the leading ones that is off its diagonal below it.
#[inline]
fn turn(squares: &mut [usize], leading: usize) {
    let mut flip = 0;
    if file(squares[0]) > 3 {
        flip |= 7;
    }
    if rank(squares[0]) > 3 {
        flip |= 56;
    }
    squares.iter_mut().for_each(|square| *square ^= flip);
    let off = squares[..leading].iter().find(|&&square| !on_diagonal(square));
    if off.is_some_and(|&square| rank(square) > file(square)) {
        squares.iter_mut().for_each(|square| *square = file(*square) << 3 | rank(*square));
    }
}

/// First those with the first piece below the diagonal, then those with it on the diagonal
/// and the second below it, then with two on it, then with all three.
#[inline]
fn number_of_three(squares: &mut [usize]) -> u64 {
    turn(squares, 3);
    let [a, b, c] = [squares[0], squares[1], squares[2]];
    let less_b = usize::from(b > a);
    let less_c = usize::from(c > a) + usize::from(c > b);
    let below = |square: usize| below_diagonal(square, 8) as u64;
    let (diagonal_a, diagonal_b) = (rank(a) as u64, rank(b).wrapping_sub(less_b) as u64);
    let mut start = BELOW_SHORT_DIAGONAL * 63 * 62;
    if !on_diagonal(a) {
        return (below_diagonal(a, 4) as u64 * 63 + (b - less_b) as u64) * 62 + (c - less_c) as u64;
    }
    if !on_diagonal(b) {
        return start + (diagonal_a * BELOW_DIAGONAL + below(b)) * 62 + (c - less_c) as u64;
    }
    start += 4 * BELOW_DIAGONAL * 62;
    if !on_diagonal(c) {
        return start + (diagonal_a * 7 + diagonal_b) * BELOW_DIAGONAL + below(c);
    }
    start += 4 * 7 * BELOW_DIAGONAL;
    start + (diagonal_a * 7 + diagonal_b) * 6 + (rank(c) - less_c) as u64
}

#[inline]
fn number_of_kings(squares: &mut [usize]) -> u64 {
    turn(squares, 2);
    let first = squares[0];
    let triangle = if on_diagonal(first) { 6 + rank(first) } else { below_diagonal(first, 4) };
    u64::from(KINGS[triangle][squares[1]])
}

/// Squares of the triangle: those below the diagonal rank by rank, then the diagonal.
const TRIANGLE: [usize; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

static KINGS: std::sync::LazyLock<[[u16; SQUARES]; 10]> = std::sync::LazyLock::new(king_table);

/// Numbers the placements of two kings that do not touch: by the square of the first in the
/// triangle, then by that of the second, which is not above the diagonal if the first is on
/// it. Those with both on the diagonal come last.
fn king_table() -> [[u16; SQUARES]; 10] {
    let mut table = [[0; SQUARES]; 10];
    let mut next = 0;
    for both_on_diagonal in [false, true] {
        for (row, &first) in table.iter_mut().zip(&TRIANGLE) {
            let square = Square::wrapping(first as u32);
            let touched = king_attacks(square) | square.bit();
            for (second, number) in row.iter_mut().enumerate() {
                let above = on_diagonal(first) && rank(second) > file(second);
                let both = on_diagonal(first) && on_diagonal(second);
                let touch = touched.has(Square::wrapping(second as u32));
                if !above && !touch && both == both_on_diagonal {
                    *number = next;
                    next += 1;
                }
            }
        }
    }
    table
}

/// The order of squares for leading pawns: from the middle files outwards, from the seventh
/// rank down. The foremost pawn is the one with the greatest number.
pub(super) const fn pawn_order(square: usize) -> usize {
    let right = file(square) > 3;
    let folded = if right { 7 - file(square) } else { file(square) };
    47 - 12 * folded - 2 * (rank(square) - 1) - right as usize
}

/// Where the numbers of a foremost pawn begin: by the count of leading pawns, its file,
/// and its rank from the second on; at the end how many there are in all.
static PAWN_RANK_START: [[[u64; PAWN_RANKS + 1]; PAWN_FILES]; MOST_PIECES - 1] = pawn_table();

const fn pawn_table() -> [[[u64; PAWN_RANKS + 1]; PAWN_FILES]; MOST_PIECES - 1] {
    let mut table = [[[0; PAWN_RANKS + 1]; PAWN_FILES]; MOST_PIECES - 1];
    let choose = choose_table();
    let mut count = 1;
    while count < MOST_PIECES - 1 {
        let mut file = 0;
        while file < PAWN_FILES {
            let mut rank = 0;
            while rank < PAWN_RANKS {
                let order = pawn_order((rank + 1) * 8 + file);
                table[count][file][rank + 1] = table[count][file][rank] + choose[count - 1][order];
                rank += 1;
            }
            file += 1;
        }
        count += 1;
    }
    table
}

#[inline]
fn number_of_pawns(squares: &mut [usize], count: usize) -> u64 {
    if file(squares[0]) > 3 {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    let foremost = squares[0];
    squares[1..count].sort_unstable_by_key(|&square| pawn_order(square));
    let others = squares[1..count].iter().enumerate();
    let ranked = others.map(|(rank, &square)| CHOOSE[rank + 1][pawn_order(square)]);
    PAWN_RANK_START[count][file(foremost)][rank(foremost) - 1] + ranked.sum::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// All placements of different squares, as many as there are pieces.
    fn placements(pieces: usize, allowed: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
        (0..pieces).fold(vec![Vec::new()], |shorter, piece| {
            let extend = |start: &Vec<usize>| {
                let free = (0..SQUARES).filter(|&square| !start.contains(&square) && allowed(piece, square));
                free.map(|square| [start.clone(), vec![square]].concat()).collect::<Vec<_>>()
            };
            shorter.iter().flat_map(extend).collect()
        })
    }

    /// Every number below the size is used.
    fn is_dense(numbering: &Numbering, all: Vec<Vec<usize>>) -> bool {
        let numbers: HashSet<u64> = all.into_iter().map(|mut squares| numbering.number(&mut squares)).collect();
        numbers.len() as u64 == numbering.size && numbers.iter().all(|&number| number < numbering.size)
    }

    #[test]
    fn three_pieces_have_31332_numbers() {
        let numbering = Numbering::new(Lead::Three, &[], (0, None)).unwrap();
        assert!(is_dense(&numbering, placements(3, |_, _| true)));
    }

    #[test]
    fn two_kings_have_462_numbers() {
        let numbering = Numbering::new(Lead::Kings, &[], (0, None)).unwrap();
        let square = |index: usize| Square::wrapping(index as u32);
        let apart = |squares: &Vec<usize>| !king_attacks(square(squares[0])).has(square(squares[1]));
        assert!(is_dense(&numbering, placements(2, |_, _| true).into_iter().filter(apart).collect()));
    }

    #[test]
    fn pawns_use_every_number_of_their_file() {
        for count in 1..=3 {
            for place in 0..PAWN_FILES {
                let lead = Lead::Pawns { count, file: place };
                let numbering = Numbering::new(lead, &[], (0, None)).unwrap();
                let mut all = placements(count, |_, square| (8..56).contains(&square));
                all.retain(|squares| squares[1..].iter().all(|&other| pawn_order(other) < pawn_order(squares[0])));
                all.retain(|squares| file(squares[0]).min(7 - file(squares[0])) == place);
                assert!(is_dense(&numbering, all), "{count} {place}");
            }
        }
    }

    #[test]
    fn the_order_of_groups_changes_the_numbers_but_not_their_count() {
        let pawn = Lead::Pawns { count: 1, file: 1 };
        for order in [(0, Some(1)), (1, Some(0)), (2, Some(0)), (0, Some(2)), (1, Some(2)), (2, Some(1))] {
            let numbering = Numbering::new(pawn, &[1, 1], order).unwrap();
            let all = placements(3, |piece, square| match piece {
                0 => (8..56).contains(&square) && file(square) == 1,
                1 => (8..56).contains(&square),
                _ => true,
            });
            assert!(is_dense(&numbering, all), "{order:?}");
        }
        for order in [(0, Some(0)), (3, Some(0)), (0, Some(3)), (15, Some(15))] {
            assert!(Numbering::new(pawn, &[1, 1], order).is_err(), "{order:?}");
        }
        assert!(Numbering::new(Lead::Kings, &[2], (2, None)).is_err());
    }
}
