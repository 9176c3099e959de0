//! Whether a set of pieces is connected, diagonals included.
//!
//! The Euler number of a set is its groups less its holes, and depends on windows of two by two
//! squares alone (Gray 1971): so a move changes it by what stands around two or three squares.
//! A set whose Euler number is above 1 has several groups. Only the others, one in a thousand,
//! are filled to see whether one group is all (Winands, van den Herik & Uiterwijk 2001).
use super::lines::{SQUARES, squares};

/// Patterns of three by three squares.
const PATTERNS: usize = 512;
/// The squares around each.
static NEIGHBOURS: [u64; SQUARES] = neighbours();
/// What a piece adds to the Euler number, by the pattern around it, and the groups it touches
/// there.
static ADDED: [i8; PATTERNS] = added();
static TOUCHED: [u8; PATTERNS] = touched();
const NOT_FIRST_FILE: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_LAST_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// What stands around a square, as a number.
#[inline]
fn pattern(set: u64, square: usize) -> usize {
    // The three squares below begin at bit 0, those beside it at 8, those above at 16.
    let near = (set & NEIGHBOURS[square]).rotate_right((square as u32).wrapping_sub(9) % SQUARES as u32);
    (near & 7 | near >> 5 & 0o70 | near >> 10 & 0o700) as usize
}

/// The squares around a square.
#[inline]
pub(super) fn around(square: usize) -> u64 {
    NEIGHBOURS[square]
}

/// What a piece on the square adds to the Euler number of the others.
#[inline]
pub(super) fn euler_of(set: u64, square: usize) -> i8 {
    ADDED[pattern(set, square)]
}

/// How many groups a piece on the square would touch, as far as its neighbours show.
#[inline]
pub(super) fn touched_by(set: u64, square: usize) -> u8 {
    TOUCHED[pattern(set, square)]
}

/// Groups less holes.
pub(super) fn euler_number(set: u64) -> i8 {
    squares(set).map(|square| euler_of(set & ((1 << square) - 1), square)).sum()
}

/// Whether a set with this Euler number is one group. An empty one is not.
#[inline]
pub(super) fn is_connected(set: u64, euler: i8) -> bool {
    euler <= 1 && first_group(set) == set && set != 0
}

/// The squares of a set and all around it.
#[inline]
pub(super) fn spread(set: u64) -> u64 {
    let wide = set | (set & NOT_LAST_FILE) << 1 | (set & NOT_FIRST_FILE) >> 1;
    wide | wide << 8 | wide >> 8
}

/// The group of the first piece.
#[inline]
pub(super) fn first_group(set: u64) -> u64 {
    let mut group = set & set.wrapping_neg();
    loop {
        let wider = spread(group) & set;
        if wider == group {
            return group;
        }
        group = wider;
    }
}

const fn neighbours() -> [u64; SQUARES] {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let own = 1u64 << square;
        let wide = own | (own & NOT_LAST_FILE) << 1 | (own & NOT_FIRST_FILE) >> 1;
        table[square] = (wide | wide << 8 | wide >> 8) & !own;
        square += 1;
    }
    table
}

/// The middle of a pattern.
const MIDDLE: usize = 1 << 4;

/// Four times the share of a window in the Euler number: 1 for one piece, -1 for three, -2 for
/// two that meet at a corner.
const fn window(pattern: usize, corner: usize) -> i8 {
    let cells = [corner, corner + 1, corner + 3, corner + 4];
    let mut inside = 0;
    let mut cell = 0;
    while cell < cells.len() {
        inside |= (pattern >> cells[cell] & 1) << cell;
        cell += 1;
    }
    match inside {
        0b0001 | 0b0010 | 0b0100 | 0b1000 => 1,
        0b0111 | 0b1011 | 0b1101 | 0b1110 => -1,
        0b0110 | 0b1001 => -2,
        _ => 0,
    }
}

const fn windows(pattern: usize) -> i8 {
    window(pattern, 0) + window(pattern, 1) + window(pattern, 3) + window(pattern, 4)
}

const fn added() -> [i8; PATTERNS] {
    let mut table = [0; PATTERNS];
    let mut pattern = 0;
    while pattern < PATTERNS {
        table[pattern] = (windows(pattern | MIDDLE) - windows(pattern & !MIDDLE)) / 4;
        pattern += 1;
    }
    table
}

/// Whether two of the nine cells touch.
const fn is_near(one: usize, other: usize) -> bool {
    let (columns, rows) = (one % 3, one / 3);
    columns.abs_diff(other % 3) <= 1 && rows.abs_diff(other / 3) <= 1
}

const fn touched() -> [u8; PATTERNS] {
    let mut table = [0; PATTERNS];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let mut rest = pattern & !MIDDLE;
        while rest != 0 {
            rest &= !group_of(rest);
            table[pattern] += 1;
        }
        pattern += 1;
    }
    table
}

/// The cells of a pattern that are joined to its first.
const fn group_of(pattern: usize) -> usize {
    let mut group = pattern & pattern.wrapping_neg();
    let mut round = 0;
    while round < 9 {
        let mut pair = 0;
        while pair < 81 {
            let (one, other) = (pair / 9, pair % 9);
            if group >> one & 1 != 0 && pattern >> other & 1 != 0 && is_near(one, other) {
                group |= 1 << other;
            }
            pair += 1;
        }
        round += 1;
    }
    group
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_search::random::Random;

    /// Groups, by filling one after the other.
    fn count_groups(mut set: u64) -> i8 {
        let mut groups = 0;
        while set != 0 {
            set &= !first_group(set);
            groups += 1;
        }
        groups
    }

    fn random_set(random: &mut Random, pieces: usize) -> u64 {
        // Few squares, so that groups are large.
        (0..pieces).fold(0, |set, _| set | 1 << (random.below(5) + 8 * random.below(5) + 9))
    }

    #[test]
    fn a_set_is_connected_if_it_is_one_group_and_the_filter_never_hides_one() {
        let mut random = Random::new(1);
        let (mut connected, mut filtered) = (0, 0);
        for round in 0..20_000 {
            let set = random_set(&mut random, 1 + round % 12);
            let (groups, euler) = (count_groups(set), euler_number(set));
            assert!(euler <= groups, "{set:#x}");
            assert_eq!(is_connected(set, euler), groups == 1, "{set:#x}");
            connected += usize::from(groups == 1);
            filtered += usize::from(groups > 1 && euler > 1);
        }
        assert!(connected > 1000 && connected + filtered > 19_500, "{connected} {filtered}");
    }

    #[test]
    fn a_ring_is_a_group_with_a_hole() {
        // b2 c2 d2 b3 d3 b4 c4 d4.
        let ring = NEIGHBOURS[18];
        assert_eq!((euler_number(ring), touched_by(ring, 18), euler_of(ring, 18)), (0, 1, 1));
        assert!(is_connected(ring, 0) && !is_connected(0, 0));
    }

    #[test]
    fn edges_do_not_meet() {
        let (a1, h1, a2) = (1, 1 << 7, 1 << 8);
        assert_eq!(spread(h1) & a2, 0);
        assert_eq!((euler_number(h1 | a2), euler_number(a1 | a2)), (2, 1));
        assert_eq!(around(0).count_ones() + around(7).count_ones() + around(27).count_ones(), 3 + 3 + 8);
    }
}
