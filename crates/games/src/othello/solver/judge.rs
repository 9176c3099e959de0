//! What the evaluation makes of a position a few plies on. It decides nothing: it orders moves
//! where subtrees are large, and guesses the value that a proof begins with.
use super::Discs;
use crate::othello::{
    bits::{Bits, flips, mobility, squares},
    board::{DISC, final_discs},
    tables::Weights,
};
use niwaki_search::node::Score;

/// Beyond any score.
pub(super) const BEYOND: Score = 100 * DISC;

/// Searches by the evaluation, and counts what they cost.
pub(super) struct Judge<'a> {
    pub(super) weights: &'a Weights,
    pub(super) nodes: u64,
}

impl Judge<'_> {
    /// The score for the side to move, `depth` plies on; a bound outside the window.
    pub(super) fn score(&mut self, own: Bits, other: Bits, alpha: Score, beta: Score, depth: u32) -> Score {
        self.nodes += 1;
        let moves = mobility(own, other);
        if moves == 0 {
            return match mobility(other, own) {
                0 => DISC * final_discs(own, other),
                _ => -self.score(other, own, -beta, -alpha, depth),
            };
        }
        match depth {
            0 => self.weights.judge(own, other, moves),
            _ => self.by_moves(own, other, moves, [alpha, beta], depth),
        }
    }

    fn by_moves(&mut self, own: Bits, other: Bits, moves: Bits, window: [Score; 2], depth: u32) -> Score {
        let [mut alpha, beta] = window;
        let after = |square: usize| {
            let turned = flips(own, other, square);
            (other ^ turned, own | turned | 1 << square)
        };
        let mut best = -BEYOND;
        let mut try_move = |judge: &mut Self, (yours, mine): (Bits, Bits)| {
            best = best.max(-judge.score(yours, mine, -beta, -alpha, depth - 1));
            alpha = alpha.max(best);
            best >= beta
        };
        if depth == 1 {
            squares(moves).any(|square| try_move(self, after(square)));
            return best;
        }
        // The fewer answers, the sooner.
        let mut list = [(0, (0, 0)); MOST_MOVES];
        let mut count = 0;
        for square in squares(moves).take(MOST_MOVES) {
            let next = after(square);
            list[count] = (mobility(next.0, next.1).count_ones(), next);
            count += 1;
        }
        list[..count].sort_unstable_by_key(|(answers, _)| *answers);
        list[..count].iter().any(|(_, next)| try_move(self, *next));
        best
    }

    /// A guess at the value, as a number of discs that a game can end with.
    pub(super) fn guess(&mut self, own: Bits, other: Bits, depth: u32) -> Discs {
        let score = self.score(own, other, -BEYOND, BEYOND, depth);
        2 * (score + DISC).div_euclid(2 * DISC).clamp(-32, 32)
    }
}

/// More than any position has.
const MOST_MOVES: usize = 40;
