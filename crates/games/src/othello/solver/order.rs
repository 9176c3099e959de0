//! The order in which the solver tries moves: fastest first (Logistello). Where the opponent
//! has few answers the subtree is small, and such moves are good besides.
use super::{
    Solver,
    judge::{BEYOND, Judge},
    last::quarter,
    table::NO_SQUARE,
};
use crate::othello::{
    DISC,
    bits::{Bits, CORNERS, flips, mobility, neighbours},
    stability::stable_discs,
};

/// A move, with the position it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Try {
    pub(super) square: u8,
    /// Sorts the moves, greatest first.
    rank: i32,
    /// The discs of the opponent, who is to move, and those of the mover.
    pub(super) own: Bits,
    pub(super) other: Bits,
}

/// The moves of a position with at most `N` empty squares.
pub(super) struct Tries<const N: usize> {
    list: [Try; N],
    count: usize,
}

// What speaks for a move, in units of which an answer of the opponent counts ANSWER.
const TABLE_MOVE: i32 = 1 << 24;
const ANSWER: i32 = 32;
const CORNER_ANSWER: i32 = 32;
const BORDER: i32 = 16;
const STABLE: i32 = 8;
const ODD: i32 = 12;
const CORNER: i32 = 32;
/// A disc, by the evaluation.
const JUDGED: i32 = 24;
/// How far below the best score, in discs, others are still distinguished.
const APART: i32 = 12;

/// How much is asked of a move before it is tried.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Care {
    /// Answers of the opponent and parity.
    Quick,
    /// Empty neighbours and stable discs too.
    Full,
}

impl<const N: usize> Tries<N> {
    /// All `moves` of the position, ranked.
    #[inline]
    pub(super) fn of(own: Bits, other: Bits, mut moves: Bits, parity: u32, table_move: u8, care: Care) -> Self {
        let empty = Try { square: NO_SQUARE, rank: 0, own: 0, other: 0 };
        let mut tries = Tries { list: [empty; N], count: 0 };
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let turned = flips(own, other, square);
            let (yours, mine) = (other ^ turned, own | turned | 1 << square);
            let rank = if square == table_move as usize { TABLE_MOVE } else { rank(yours, mine, square, parity, care) };
            tries.list[tries.count] = Try { square: square as u8, rank, own: yours, other: mine };
            tries.count += 1;
        }
        tries
    }

    #[inline]
    pub(super) fn all(&self) -> &[Try] {
        &self.list[..self.count]
    }

    /// Ranks them anew: what the evaluation sees `depth` plies on counts too.
    pub(super) fn judge(&mut self, judge: &mut Judge<'_>, table_move: u8, depth: u32) {
        let mut best = -BEYOND;
        for m in self.list[..self.count].iter_mut().filter(|m| m.square != table_move) {
            let score = -judge.score(m.own, m.other, -BEYOND, APART * DISC - best, depth);
            best = best.max(score);
            m.rank += JUDGED * score / DISC;
        }
    }

    /// The best of those from `index` on, which it is exchanged with.
    #[inline]
    pub(super) fn next(&mut self, index: usize) -> Option<Try> {
        let rest = self.list[..self.count].get_mut(index..).filter(|rest| !rest.is_empty())?;
        let mut best = 0;
        for place in 1..rest.len() {
            if rest[place].rank > rest[best].rank {
                best = place;
            }
        }
        rest.swap(0, best);
        Some(rest[0])
    }
}

#[inline]
fn rank(yours: Bits, mine: Bits, square: usize, parity: u32, care: Care) -> i32 {
    let answers = mobility(yours, mine);
    let mut rank = -ANSWER * answers.count_ones() as i32 - CORNER_ANSWER * (answers & CORNERS).count_ones() as i32;
    rank += CORNER * (CORNERS >> square & 1) as i32;
    if parity & quarter(square) != 0 {
        rank += ODD;
    }
    if care == Care::Full {
        let border = neighbours(mine) & !yours;
        rank -= BORDER * border.count_ones() as i32;
        rank += STABLE * stable_discs(mine, yours).count_ones() as i32;
    }
    rank
}

impl Solver {
    /// A move to a position in the table that answers the question at once (enhanced
    /// transposition cutoff, Schaeffer & Plaat 1996).
    #[inline]
    pub(super) fn known_refutation<const N: usize>(&self, tries: &Tries<N>, beta: i32) -> Option<(u8, i32)> {
        let value = |m: &Try| Some((m.square, -i32::from(self.table.find(m.own, m.other)?.high)));
        tries.all().iter().filter_map(value).find(|&(_, low)| low >= beta)
    }
}
