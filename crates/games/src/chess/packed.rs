//! Attacks of sliders where the processor gathers and scatters bits by itself: the table
//! holds which squares of the empty board's lines are reached, in two bytes instead of
//! eight, and so stays in the cache next to the search's own tables.
//!
//! AMD processors before Zen 3 have these instructions, but slow ones: build for them
//! with `-C target-feature=-bmi2`.
#![allow(long_running_const_eval)]
use super::{
    attacks::{BISHOP_DIRECTIONS, Directions, ROOK_DIRECTIONS, Rays, blocked, first_blocker, mask, rays},
    bitboard::Bitboard,
    types::Square,
};
use std::arch::x86_64::{_pdep_u64, _pext_u64};

/// Where the attacks of a slider on one square lie in the common table.
#[derive(Clone, Copy)]
struct Lines {
    /// Squares whose occupancy matters.
    mask: u64,
    /// Squares attacked on an empty board.
    reach: u64,
    offset: u32,
}

/// 2^17 rather than the 107648 in use, so that a mask replaces the bounds check.
const TABLE_SIZE: usize = 1 << 17;
const ROOK_TABLE_SIZE: u32 = 102_400;
const ROOKS: [Lines; 64] = place(ROOK_DIRECTIONS, 0);
const BISHOPS: [Lines; 64] = place(BISHOP_DIRECTIONS, ROOK_TABLE_SIZE);
static ROOK: [Lines; 64] = ROOKS;
static BISHOP: [Lines; 64] = BISHOPS;
static SLIDERS: [u16; TABLE_SIZE] = slider_table();

/// Squares a bishop on `square` attacks when `occupied` squares block it.
#[inline]
pub(super) fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&BISHOP[square.index()], occupied)
}

/// Squares a rook on `square` attacks when `occupied` squares block it.
#[inline]
pub(super) fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&ROOK[square.index()], occupied)
}

#[inline]
fn look_up(lines: &Lines, Bitboard(occupied): Bitboard) -> Bitboard {
    // SAFETY: this file is compiled only for processors that have both instructions, and
    // they touch no memory. By multiplication the search is slower by some hundredths.
    #[allow(unsafe_code)]
    unsafe {
        let index = lines.offset as usize + _pext_u64(occupied, lines.mask) as usize;
        Bitboard(_pdep_u64(SLIDERS[index & (TABLE_SIZE - 1)] as u64, lines.reach))
    }
}

/// Lays the 64 squares of a slider one after the other from `start` in the table.
const fn place(directions: Directions, start: u32) -> [Lines; 64] {
    let rays = rays(directions);
    let mut table = [Lines { mask: 0, reach: 0, offset: 0 }; 64];
    let mut offset = start;
    let mut square = 0;
    while square < 64 {
        let mask = mask(square, directions);
        table[square] = Lines { mask, reach: blocked(&rays, square, 0), offset };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    table
}

const fn slider_table() -> [u16; TABLE_SIZE] {
    let table = fill([0; TABLE_SIZE], &ROOKS, &rays(ROOK_DIRECTIONS));
    fill(table, &BISHOPS, &rays(BISHOP_DIRECTIONS))
}

/// Enters the attacks for every occupancy that matters to a slider, in the order of the
/// numbers that their gathered bits make.
const fn fill(mut table: [u16; TABLE_SIZE], sliders: &[Lines; 64], rays: &Rays<u64>) -> [u16; TABLE_SIZE] {
    let mut square = 0;
    while square < 64 {
        let lines = &sliders[square];
        let gathered = gather_rays(rays, square, lines.reach);
        let mut index = lines.offset as usize;
        let mut occupied = 0u64;
        loop {
            table[index] = blocked_gathered(rays, &gathered, square, occupied);
            index += 1;
            occupied = occupied.wrapping_sub(lines.mask) & lines.mask;
            if occupied == 0 {
                break;
            }
        }
        square += 1;
    }
    table
}

/// What [`blocked`] tells, from rays that are gathered already: the compiler would take
/// long to gather the bits of each entry.
const fn blocked_gathered(rays: &Rays<u64>, gathered: &Rays<u16>, square: usize, occupied: u64) -> u16 {
    let mut attacks = 0;
    let mut i = 0;
    while i < 4 {
        attacks ^= gathered[i][square];
        let blockers = rays[i][square] & occupied;
        if blockers != 0 {
            attacks ^= gathered[i][first_blocker(i, blockers)];
        }
        i += 1;
    }
    attacks
}

/// The rays from `square` and from the squares it reaches, as far as they lie in `reach`.
const fn gather_rays(rays: &Rays<u64>, square: usize, reach: u64) -> Rays<u16> {
    let mut gathered = [[0; 64]; 4];
    let mut i = 0;
    while i < 4 {
        let mut rest = rays[i][square] | 1 << square;
        while rest != 0 {
            let from = rest.trailing_zeros() as usize;
            gathered[i][from] = gather(rays[i][from], reach);
            rest &= rest - 1;
        }
        i += 1;
    }
    gathered
}

/// The bits of `set` on the squares of `reach`, side by side.
const fn gather(set: u64, reach: u64) -> u16 {
    let (mut rest, mut place, mut gathered) = (reach, 0, 0);
    while rest != 0 {
        gathered |= ((set >> rest.trailing_zeros() & 1) as u16) << place;
        rest &= rest - 1;
        place += 1;
    }
    gathered
}

#[cfg(test)]
mod tests {
    use super::{super::magics, *};
    use niwaki_search::random::Random;

    #[test]
    fn both_ways_to_find_attacks_agree() {
        let mut random = Random::new(1);
        for round in 0..20_000 {
            let (square, occupied) = (Square::wrapping(round), Bitboard(random.number() & random.number()));
            assert_eq!(bishop_attacks(square, occupied), magics::bishop_attacks(square, occupied));
            assert_eq!(rook_attacks(square, occupied), magics::rook_attacks(square, occupied));
        }
    }
}
