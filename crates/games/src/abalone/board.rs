//! A position of Abalone.
use super::cells::{BOARD, bits, holds, step};
use crate::keys::{numbers, scramble};
use niwaki_search::game::{Outcome, Side};

/// Marbles of a side at the start.
pub(super) const MARBLES: u32 = 14;
/// Marbles that a side loses with the game.
pub(super) const LOST_GAME: u32 = 6;
/// Plies without a lost marble after which the game is drawn.
pub(super) const QUIET_DRAW: u16 = 100;
/// The most marbles that move together.
const LONGEST: i32 = 3;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Marbles of each side.
    pub(super) marbles: [u128; 2],
    pub(super) key: u64,
    /// Plies since a marble was lost.
    pub(super) quiet: u16,
    /// The same, but no further back than the last free pass.
    pub(super) reversible: u16,
    /// Number of the move, from 1, counted when the first player moves.
    pub(super) number: u16,
    pub(super) side: Side,
}

static MARBLE_KEYS: [[u64; 128]; 2] = [numbers(0x6162_616c_0000), numbers(0x6162_616c_0100)];
const SECOND_TO_MOVE: u64 = scramble(0x6162_616c_0200);

impl Board {
    /// A position of marbles that do not share a cell.
    pub(super) fn new(marbles: [u128; 2], side: Side, quiet: u16, number: u16) -> Board {
        let mut key = if side == Side::First { 0 } else { SECOND_TO_MOVE };
        for (set, keys) in marbles.iter().zip(&MARBLE_KEYS) {
            key = bits(*set).fold(key, |key, bit| key ^ keys[bit]);
        }
        Board { marbles, key, quiet, reversible: quiet, number, side }
    }

    /// Marbles of the side to move.
    #[inline]
    pub(super) fn own(&self) -> u128 {
        self.marbles[self.side.index()]
    }

    /// Marbles of the other.
    #[inline]
    pub(super) fn enemy(&self) -> u128 {
        self.marbles[self.side.other().index()]
    }

    /// Marbles that a side has lost.
    #[inline]
    pub(super) fn lost(&self, side: Side) -> u32 {
        MARBLES.saturating_sub(self.marbles[side.index()].count_ones())
    }

    /// Whether the side to move has lost: only the side that moved last can have won.
    #[inline]
    pub(super) fn is_lost(&self) -> bool {
        self.lost(self.side) >= LOST_GAME
    }

    /// The result, repetition aside.
    #[inline]
    pub(super) fn result(&self) -> Option<Outcome> {
        if self.is_lost() {
            return Some(Outcome::Loss);
        }
        (self.quiet >= QUIET_DRAW).then_some(Outcome::Draw)
    }

    /// A marble of a side appears or vanishes.
    #[inline]
    fn flip(&mut self, side: Side, bit: usize) {
        self.marbles[side.index()] ^= 1 << bit;
        self.key ^= MARBLE_KEYS[side.index()][bit];
    }

    /// Own marbles in a row from `rear` on.
    #[inline]
    pub(super) fn run(&self, rear: usize, direction: usize) -> i32 {
        (1..LONGEST).find(|&steps| !holds(self.own(), step(rear, direction, steps))).unwrap_or(LONGEST)
    }

    /// The row that begins with `rear` moves one step, and what stands before it is pushed: all
    /// that changes is at the ends of the rows. The move is legal.
    #[inline]
    pub(super) fn move_along(&mut self, rear: usize, direction: usize) {
        let (own, other) = (self.side, self.side.other());
        let front = step(rear, direction, self.run(rear, direction));
        if holds(self.enemy(), front) {
            let behind = step(front, direction, 1);
            let end = if holds(self.enemy(), behind) { step(behind, direction, 1) } else { behind };
            self.flip(other, front);
            if holds(BOARD, end) {
                self.flip(other, end);
            } else {
                // Undone by the count of the move that follows.
                (self.quiet, self.reversible) = (u16::MAX, u16::MAX);
            }
        }
        self.flip(own, rear);
        self.flip(own, front);
    }

    /// Marbles side by side, from `first` on along `axis`, move one step aside.
    #[inline]
    pub(super) fn move_aside(&mut self, first: usize, axis: usize, marbles: i32, direction: usize) {
        for marble in 0..marbles {
            let from = step(first, 2 * axis, marble);
            self.flip(self.side, from);
            self.flip(self.side, step(from, direction, 1));
        }
    }

    /// The other side is to move, one ply later.
    #[inline]
    pub(super) fn count_ply(&mut self) {
        self.quiet = self.quiet.wrapping_add(1);
        self.reversible = self.reversible.wrapping_add(1);
        self.number = self.number.saturating_add(u16::from(self.side == Side::Second));
        self.change_side();
    }

    /// Nothing moves, and the other side is to move.
    #[inline]
    pub(super) fn change_side(&mut self) {
        self.side = self.side.other();
        self.key ^= SECOND_TO_MOVE;
    }
}
