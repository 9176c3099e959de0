//! Sets of squares: which discs a move turns, where a side can move, and the images of a set
//! under the symmetries of the board.
//!
//! Bit 0 is a1, bit 7 h1, bit 63 h8. The loops over four directions are what the compiler
//! makes vectors of.

/// A set of squares.
pub type Bits = u64;

/// Squares of the board.
pub(crate) const SQUARES: usize = 64;
/// Steps towards higher bits: along a row, down to the left, down, down to the right.
const STEPS: [u32; 4] = [1, 7, 8, 9];
/// Squares that are not on the left or right edge: rows do not run into each other.
const INNER_FILES: Bits = 0x7e7e_7e7e_7e7e_7e7e;
/// Discs that a move can turn in each direction.
const TURNABLE: [Bits; 4] = [INNER_FILES, INNER_FILES, !0, INNER_FILES];
/// The corners.
pub(crate) const CORNERS: Bits = 0x8100_0000_0000_0081;

/// The squares seen from a square, in the directions of [`STEPS`] and opposite to them.
#[derive(Clone, Copy)]
struct Rays {
    up: [Bits; 4],
    down: [Bits; 4],
}

static RAYS: [Rays; SQUARES] = rays();

const fn rays() -> [Rays; SQUARES] {
    let mut all = [Rays { up: [0; 4], down: [0; 4] }; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut direction = 0;
        while direction < 4 {
            // Along a row, down to the left, down, down to the right.
            let (file_step, rank_step) = [(1, 0), (-1, 1), (0, 1), (1, 1)][direction];
            all[square].up[direction] = ray(square as i32, file_step, rank_step);
            all[square].down[direction] = ray(square as i32, -file_step, -rank_step);
            direction += 1;
        }
        square += 1;
    }
    all
}

const fn ray(square: i32, file_step: i32, rank_step: i32) -> Bits {
    let (mut file, mut rank, mut set) = (square % 8 + file_step, square / 8 + rank_step, 0);
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        set |= 1 << (rank * 8 + file);
        file += file_step;
        rank += rank_step;
    }
    set
}

/// The discs of `other` that a disc of `own` on the empty `square` turns.
///
/// Towards higher bits a carry runs through the other's discs and stops at the first square
/// that is not one of them; towards lower bits that square is the highest bit left.
#[inline]
pub fn flips(own: Bits, other: Bits, square: usize) -> Bits {
    let Rays { up, down } = &RAYS[square % SQUARES];
    let mut turned = [0; 4];
    for direction in 0..4 {
        let ray = up[direction];
        let end = (other | !ray).wrapping_add(1) & ray & own;
        let ups = end.wrapping_sub((end != 0) as u64) & ray;
        let ray = down[direction];
        let end = (1 << 63) >> (ray & !other | 1).leading_zeros() & ray & own;
        turned[direction] = ups | (end << 1).wrapping_neg() & ray;
    }
    turned[0] | turned[1] | turned[2] | turned[3]
}

/// The empty squares on which a disc of `own` turns one of `other`.
#[inline]
pub fn mobility(own: Bits, other: Bits) -> Bits {
    let mut moves = [0; 4];
    for direction in 0..4 {
        let (step, turnable) = (STEPS[direction], other & TURNABLE[direction]);
        // Runs of one, then two, then up to six discs beside an own one (parallel prefix).
        let mut up = turnable & own << step;
        let mut down = turnable & own >> step;
        up |= turnable & up << step;
        down |= turnable & down >> step;
        let (pairs_up, pairs_down) = (turnable & turnable << step, turnable & turnable >> step);
        up |= pairs_up & up << (2 * step);
        down |= pairs_down & down >> (2 * step);
        up |= pairs_up & up << (2 * step);
        down |= pairs_down & down >> (2 * step);
        moves[direction] = up << step | down >> step;
    }
    (moves[0] | moves[1] | moves[2] | moves[3]) & !(own | other)
}

/// The squares next to those of the set.
#[inline]
pub(crate) const fn neighbours(set: Bits) -> Bits {
    const NOT_FIRST_FILE: Bits = 0xfefe_fefe_fefe_fefe;
    const NOT_LAST_FILE: Bits = 0x7f7f_7f7f_7f7f_7f7f;
    let row = set | (set << 1 & NOT_FIRST_FILE) | (set >> 1 & NOT_LAST_FILE);
    (row | row << 8 | row >> 8) & !set
}

/// The squares of a set, from the lowest.
pub(crate) fn squares(mut set: Bits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (square < SQUARES).then_some(square)
    })
}

/// Turns the board upside down.
pub(crate) fn upside_down(set: Bits) -> Bits {
    set.swap_bytes()
}

/// Exchanges left and right.
pub(crate) fn mirrored(set: Bits) -> Bits {
    set.swap_bytes().reverse_bits()
}

/// Exchanges files and ranks: a1 and h8 stay where they are.
pub(crate) fn transposed(set: Bits) -> Bits {
    let swap = |set: Bits, mask: Bits, shift: u32| {
        let moved = (set ^ set >> shift) & mask;
        set ^ moved ^ moved << shift
    };
    let set = swap(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = swap(set, 0x0000_cccc_0000_cccc, 14);
    swap(set, 0x0000_0000_f0f0_f0f0, 28)
}

/// The image of a set under one of the eight symmetries of the board; 0 changes nothing.
pub(crate) fn image(set: Bits, symmetry: usize) -> Bits {
    let set = if symmetry & 1 != 0 { mirrored(set) } else { set };
    let set = if symmetry & 2 != 0 { upside_down(set) } else { set };
    if symmetry & 4 != 0 { transposed(set) } else { set }
}

/// How many symmetries the board has.
pub(crate) const SYMMETRIES: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_search::random::Random;

    /// Walks square by square.
    fn slow_flips(own: Bits, other: Bits, square: usize) -> Bits {
        let mut all = 0;
        for (file_step, rank_step) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut file, mut rank, mut run) = (square as i32 % 8, square as i32 / 8, 0);
            loop {
                (file, rank) = (file + file_step, rank + rank_step);
                let bit = if (0..8).contains(&file) && (0..8).contains(&rank) { 1u64 << (rank * 8 + file) } else { 0 };
                match bit {
                    _ if bit & other != 0 => run |= bit,
                    _ if bit & own != 0 => break all |= run,
                    _ => break,
                }
            }
        }
        all
    }

    /// Boards of every density.
    fn boards() -> impl Iterator<Item = (Bits, Bits)> {
        let mut random = Random::new(1);
        (0..20_000).map(move |index| {
            let mut number = || random.number();
            let filled = match index % 4 {
                0 => number(),
                1 => number() | number(),
                2 => number() | number() | number() | number(),
                _ => !0,
            };
            let colours = if index % 3 == 0 { number() & number() } else { number() };
            (filled & colours, filled & !colours)
        })
    }

    #[test]
    fn flips_and_mobility_are_those_of_a_walk_over_the_squares() {
        for (own, other) in boards() {
            let mut moves = 0;
            for square in squares(!(own | other)) {
                let turned = slow_flips(own, other, square);
                assert_eq!(flips(own, other, square), turned, "{own:#x} {other:#x} {square}");
                moves |= ((turned != 0) as u64) << square;
            }
            assert_eq!(mobility(own, other), moves, "{own:#x} {other:#x}");
        }
    }

    #[test]
    fn the_symmetries_are_eight_different_ones_that_keep_the_rules() {
        let odd = 0b110;
        let mut images: Vec<Bits> = (0..SYMMETRIES).map(|symmetry| image(odd, symmetry)).collect();
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), SYMMETRIES);
        assert_eq!((transposed(0b10), mirrored(0b10), upside_down(0b10)), (1 << 8, 1 << 6, 1 << 57));
        for (own, other) in boards().take(500) {
            for symmetry in 0..SYMMETRIES {
                let turned = mobility(image(own, symmetry), image(other, symmetry));
                assert_eq!(turned, image(mobility(own, other), symmetry));
            }
        }
    }

    #[test]
    fn neighbours_do_not_cross_the_edge() {
        assert_eq!(neighbours(1), 0x302);
        assert_eq!(neighbours(1 << 7), 0xc040);
        assert_eq!(neighbours(1 << 63), 0x40c0_0000_0000_0000);
    }
}
