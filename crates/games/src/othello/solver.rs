//! The exact value of a position near the end of the game.
//!
//! Alpha-beta over the sets of discs to the end of the game, with a transposition table of
//! its own. What makes it fast:
//!
//! - The last four empty squares are unrolled ([`last`]); a little before, moves are tried
//!   by parity alone: who moves last in a region gains by it.
//! - Earlier, moves that leave the opponent few answers come first ([`order`]).
//! - Stable discs bound the score before any move is tried.
//! - A move to a position in the table that refutes the node is found before any is searched.
//!
//! Values are margins in discs for the side to move, empty squares to the winner: even
//! numbers from -64 to 64.
mod judge;
mod last;
mod order;
mod table;

use super::{
    Board, DISC, Play,
    bits::{Bits, SQUARES, flips, mobility, squares},
    stability::stable_discs,
    tables::Weights,
};
use crate::exact::WindowSolver;
use judge::Judge;
use last::quarter;
use niwaki_search::{
    game::{Position, Settled},
    node::{Bound, Score},
};
use order::{Care, Tries};
use std::sync::Arc;
use table::{Known, MOST, NO_SQUARE, Table};

/// Discs by which the side to move wins.
pub type Discs = i32;

/// Below any value.
const NONE: Discs = -65;
/// Up to so many empty squares moves are tried by parity alone, without a table.
const PARITY_ALONE: u32 = 7;
/// Up to so many a small list holds the moves.
const FEW: u32 = 16;
/// From so many empty squares positions are kept in the table.
const TABLE_FROM: u32 = 8;
/// From this many empty squares on the table is asked for the positions that moves lead to.
const REFUTATION_FROM: u32 = 9;
/// From this many empty squares on moves are ranked with full care.
const CARE_FROM: u32 = 10;
/// From this many empty squares on the evaluation has a say in the order of moves; it looks a ply further on
/// with every few empty squares more.
const JUDGED_FROM: u32 = 12;
const EMPTIES_A_PLY: u32 = 4;
const MOST_JUDGED_PLIES: u32 = 4;
/// From this many empty squares on the value is guessed before it is proved, by a search of some plies.
const GUESSED_FROM: u32 = 12;
const GUESS_PLIES: u32 = 6;
/// Nodes between two questions whether to stop.
const STOP_INTERVAL: u64 = 4096;

/// The value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// For the side to move.
    pub discs: Discs,
    /// A move that keeps the value; `None` if the game is over.
    pub best: Option<Play>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Called every few thousand nodes with their number so far; `true` interrupts the search.
type Stop<'a> = &'a mut dyn FnMut(u64) -> bool;

/// The solver, with its table.
#[derive(Debug)]
pub struct Solver {
    table: Table,
    weights: Arc<Weights>,
    nodes: u64,
    /// Nodes at which to ask whether to stop.
    next_stop: u64,
    is_stopped: bool,
}

impl Solver {
    /// A solver with a transposition table of that many mebibytes.
    pub fn new(megabytes: usize) -> Solver {
        let (table, weights) = (Table::new(megabytes), Weights::built_in());
        Solver { table, weights, nodes: 0, next_stop: STOP_INTERVAL, is_stopped: false }
    }

    /// The value of the position and a best move.
    pub fn solve(&mut self, pos: &Board) -> Solved {
        self.begin();
        let discs = self.prove(pos.own(), pos.other());
        let best = self.keeping_move(pos, discs);
        Solved { discs, best, nodes: self.nodes }
    }

    /// The value by a row of questions whether it is at least so much, from a guess on
    /// (MTD(f); Plaat, Schaeffer, Pijls & de Bruin 1996).
    fn prove(&mut self, own: Bits, other: Bits) -> Discs {
        let never = &mut |_| false;
        if (!(own | other)).count_ones() < GUESSED_FROM {
            return self.value(own, other, NONE, -NONE, never);
        }
        let mut judge = Judge { weights: &self.weights, nodes: 0 };
        let mut guess = judge.guess(own, other, GUESS_PLIES);
        self.nodes += judge.nodes;
        let (mut low, mut high) = (-Discs::from(MOST), Discs::from(MOST));
        while low < high {
            let wanted = if guess == low { guess + 2 } else { guess };
            guess = self.value(own, other, wanted - 1, wanted, never);
            if guess >= wanted { low = guess } else { high = guess }
        }
        low
    }

    /// A line of best play to the end of the game.
    pub fn line(&mut self, pos: &Board, discs: Discs) -> Vec<Play> {
        let (mut pos, mut discs, mut line) = (*pos, discs, Vec::new());
        while let Some(best) = self.keeping_move(&pos, discs) {
            (pos, discs) = (pos.play(best), -discs);
            line.push(best);
        }
        line
    }

    fn begin(&mut self) {
        (self.nodes, self.next_stop, self.is_stopped) = (0, STOP_INTERVAL, false);
    }

    /// A move that keeps the value `discs`, which the position has.
    fn keeping_move(&mut self, pos: &Board, discs: Discs) -> Option<Play> {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let known = self.table.find(pos.own(), pos.other()).map(|known| Play::at(known.best.into()));
        moves.sort_by_key(|&m| (Some(m) != known, -pos.prior(m)));
        let keeps = |&m: &Play| {
            let after = pos.play(m);
            self.value(after.own(), after.other(), -discs, 1 - discs, &mut |_| false) <= -discs
        };
        moves.into_iter().find(keeps)
    }

    /// The value within the window: exact inside, a bound outside.
    fn value(&mut self, own: Bits, other: Bits, alpha: Discs, beta: Discs, stop: Stop) -> Discs {
        let empty = !(own | other);
        match empty.count_ones() {
            ..=3 => self.plain(own, other, alpha, beta),
            4 => self.last_four(own, other, alpha, beta),
            _ => {
                self.search(own, other, alpha, beta, squares(empty).fold(0, |set, square| set ^ quarter(square)), stop)
            }
        }
    }

    /// Fewer than four empty squares, where nothing need be fast.
    fn plain(&mut self, own: Bits, other: Bits, mut alpha: Discs, beta: Discs) -> Discs {
        self.nodes += 1;
        let moves = mobility(own, other);
        if moves == 0 {
            return self.pass(own, other, alpha, beta, Self::plain);
        }
        let mut best = NONE;
        for square in squares(moves) {
            let turned = flips(own, other, square);
            best = best.max(-self.plain(other ^ turned, own | turned | 1 << square, -beta, -alpha));
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
        }
        best
    }

    /// Five empty squares or more; `parity` holds the quarters in which their number is odd.
    fn search(&mut self, own: Bits, other: Bits, alpha: Discs, beta: Discs, parity: u32, stop: Stop) -> Discs {
        match (!(own | other)).count_ones() {
            empties if empties <= PARITY_ALONE => self.by_parity(own, other, alpha, beta, parity),
            ..=FEW => self.ranked::<{ FEW as usize }>(own, other, alpha, beta, parity, stop),
            _ => self.ranked::<SQUARES>(own, other, alpha, beta, parity, stop),
        }
    }

    /// A few empty squares: moves in odd quarters first.
    fn by_parity(&mut self, own: Bits, other: Bits, mut alpha: Discs, beta: Discs, parity: u32) -> Discs {
        let empty = !(own | other);
        if empty.count_ones() == 4 {
            return self.last_four(own, other, alpha, beta);
        }
        self.nodes += 1;
        if let Some(most) = stable_bound(own, other, alpha, empty.count_ones()) {
            return most;
        }
        let moves = mobility(own, other);
        if moves == 0 {
            return self.pass(own, other, alpha, beta, |s, own, other, alpha, beta| {
                s.by_parity(own, other, alpha, beta, parity)
            });
        }
        let odd = ODD_SQUARES[parity as usize % ODD_SQUARES.len()];
        let mut best = NONE;
        for mut set in [moves & odd, moves & !odd] {
            while set != 0 {
                let square = set.trailing_zeros() as usize;
                set &= set - 1;
                let turned = flips(own, other, square);
                let mine = own | turned | 1 << square;
                best = best.max(-self.by_parity(other ^ turned, mine, -beta, -alpha, parity ^ quarter(square)));
                if best >= beta {
                    return best;
                }
                alpha = alpha.max(best);
            }
        }
        best
    }

    /// Moves in their order, with the table where it pays; at most `N` empty squares.
    fn ranked<const N: usize>(
        &mut self,
        own: Bits,
        other: Bits,
        alpha: Discs,
        beta: Discs,
        parity: u32,
        stop: Stop,
    ) -> Discs {
        self.nodes += 1;
        if self.is_time(stop) {
            return alpha;
        }
        let empties = (!(own | other)).count_ones();
        if let Some(most) = stable_bound(own, other, alpha, empties) {
            return most;
        }
        let moves = mobility(own, other);
        if moves == 0 {
            let again = |s: &mut Self, own, other, alpha, beta| s.ranked::<N>(own, other, alpha, beta, parity, stop);
            return self.pass(own, other, alpha, beta, again);
        }
        let known = if empties >= TABLE_FROM { self.table.find(own, other) } else { None }.unwrap_or(Known::NOTHING);
        if let Some(value) = known.answers(alpha, beta) {
            return value;
        }
        let care = if empties >= CARE_FROM { Care::Full } else { Care::Quick };
        let mut tries = Tries::<N>::of(own, other, moves, parity, known.best, care);
        let refuted = if empties >= REFUTATION_FROM { self.known_refutation(&tries, beta) } else { None };
        let (best, square) = match refuted {
            Some((square, low)) => (low, square),
            None => {
                if empties >= JUDGED_FROM {
                    self.judge(&mut tries, known.best, empties);
                }
                self.try_moves(tries, alpha, beta, parity, stop)
            }
        };
        if empties >= TABLE_FROM && !self.is_stopped {
            self.table.store(own, other, narrowed(known, best, alpha, beta, square));
        }
        best
    }

    /// Has the evaluation rank the moves of a position with this number of empty squares.
    fn judge<const N: usize>(&mut self, tries: &mut Tries<N>, table_move: u8, empties: u32) {
        let mut judge = Judge { weights: &self.weights, nodes: 0 };
        let depth = ((empties - JUDGED_FROM) / EMPTIES_A_PLY).min(MOST_JUDGED_PLIES);
        tries.judge(&mut judge, table_move, depth);
        self.nodes += judge.nodes;
    }

    /// The value by the best move, and that move.
    fn try_moves<const N: usize>(
        &mut self,
        mut tries: Tries<N>,
        mut alpha: Discs,
        beta: Discs,
        parity: u32,
        stop: Stop,
    ) -> (Discs, u8) {
        let (mut best, mut best_square) = (NONE, NO_SQUARE);
        for index in 0.. {
            let Some(m) = tries.next(index) else { break };
            let parity = parity ^ quarter(m.square.into());
            // The first move is searched in full, a later one if it lies inside the window.
            let value = match index {
                0 => None,
                _ => Some(-self.search(m.own, m.other, -alpha - 1, -alpha, parity, stop)),
            };
            let value = match value {
                Some(value) if value <= alpha || value >= beta => value,
                _ => -self.search(m.own, m.other, -beta, -alpha, parity, stop),
            };
            if self.is_stopped {
                break;
            }
            if value > best {
                (best, best_square) = (value, m.square);
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        (best, best_square)
    }

    #[inline]
    fn is_time(&mut self, stop: Stop) -> bool {
        if self.nodes >= self.next_stop && !self.is_stopped {
            self.next_stop = self.nodes + STOP_INTERVAL;
            self.is_stopped = stop(self.nodes);
        }
        self.is_stopped
    }
}

/// Size of the table behind a search in MiB.
const SEARCH_MEGABYTES: usize = 8;

impl WindowSolver<Board> for Solver {
    fn for_search() -> Solver {
        Solver::new(SEARCH_MEGABYTES)
    }
    fn clear(&mut self) {
        self.table.clear();
    }
    fn solve_within(&mut self, pos: &Board, alpha: Score, beta: Score, stop: Stop) -> Option<Settled> {
        self.begin();
        let low = alpha.div_euclid(DISC).clamp(NONE, -NONE - 1);
        let high = (-(-beta).div_euclid(DISC)).clamp(low + 1, -NONE);
        let discs = self.value(pos.own(), pos.other(), low, high, stop);
        if self.is_stopped {
            return None;
        }
        let bound = match discs {
            _ if discs >= high => Bound::Lower,
            _ if discs <= low => Bound::Upper,
            _ => Bound::Exact,
        };
        Some(Settled { score: DISC * discs, bound, nodes: self.nodes })
    }
}

/// What is known after a search within the window has found `best`.
#[inline]
fn narrowed(known: Known, best: Discs, alpha: Discs, beta: Discs, square: u8) -> Known {
    let value = best as i8;
    let low = if best > alpha { known.low.max(value) } else { known.low };
    let high = if best < beta { known.high.min(value) } else { known.high };
    // Of a node that failed low no move is known to be best.
    Known { low, high, best: if best > alpha || known.best == NO_SQUARE { square } else { known.best } }
}

/// Squares in quarters of which the set says so.
static ODD_SQUARES: [Bits; 16] = {
    const QUARTERS: [Bits; 4] =
        [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
    let mut all = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut index = 0;
        while index < 4 {
            if set >> index & 1 != 0 {
                all[set] |= QUARTERS[index];
            }
            index += 1;
        }
        set += 1;
    }
    all
};

/// Least alpha, in discs, at which stable discs are counted, by empty squares: lower values
/// are seldom out of reach.
fn stable_from(empties: u32) -> Discs {
    match empties {
        ..=6 => 99.min(8 + 4 * empties as Discs),
        _ => (2 * empties as Discs).min(40),
    }
}

/// The most that the side to move can reach against the opponent's stable discs, where that
/// is no more than `alpha`.
#[inline]
fn stable_bound(own: Bits, other: Bits, alpha: Discs, empties: u32) -> Option<Discs> {
    if alpha < stable_from(empties) {
        return None;
    }
    let most = Discs::from(MOST) - 2 * stable_discs(other, own).count_ones() as Discs;
    (most <= alpha).then_some(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::board::final_discs;
    use niwaki_search::{game::Side, random::Random};

    /// Plain minimax to the end of the game.
    fn minimax(pos: &Board) -> Discs {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        moves.iter().map(|&m| -minimax(&pos.play(m))).max().unwrap_or_else(|| final_discs(pos.own(), pos.other()))
    }

    /// A position of a random game with this number of empty squares.
    fn late(random: &mut Random, empties: u32) -> Board {
        loop {
            let mut pos = Board::START;
            while pos.empties() > empties && pos.count_moves() > 0 {
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                pos = pos.play(moves[random.below(moves.len())]);
            }
            if pos.empties() == empties {
                return pos;
            }
        }
    }

    #[test]
    fn late_positions_have_the_values_of_minimax() {
        let mut random = Random::new(4);
        let mut solver = Solver::new(1);
        for index in 0..600 {
            let pos = late(&mut random, index % 9);
            let value = minimax(&pos);
            let solved = solver.solve(&pos);
            assert_eq!(solved.discs, value, "{pos:?}");
            let line = solver.line(&pos, value);
            let end = line.iter().fold(pos, |pos, &m| pos.play(m));
            let sign = if end.side() == pos.side() { 1 } else { -1 };
            assert_eq!((end.count_moves(), sign * end.final_discs()), (0, value), "{pos:?}");
            assert_eq!(solved.best, line.first().copied());
        }
    }

    #[test]
    fn a_window_gives_the_value_or_a_bound_on_its_side() {
        let mut random = Random::new(5);
        let mut solver = Solver::new(1);
        for _ in 0..300 {
            let empties = 7 + random.below(6) as u32;
            let pos = late(&mut random, empties);
            solver.clear();
            let value = DISC * solver.solve(&pos).discs;
            solver.clear();
            for alpha in [-6401, -333, -1, 0, 199, 200, 4000] {
                for width in [1, 100, 450, 9000] {
                    let settled = solver.solve_within(&pos, alpha, alpha + width, &mut |_| false).unwrap();
                    let holds = match settled.bound {
                        Bound::Exact => settled.score == value,
                        Bound::Lower => settled.score >= alpha + width && settled.score <= value,
                        _ => settled.score <= alpha && settled.score >= value,
                    };
                    assert!(holds, "{pos:?} is {value}, in {alpha} + {width}: {settled:?}");
                }
            }
        }
    }

    #[test]
    fn an_interrupted_search_says_nothing_and_does_no_harm() {
        let mut random = Random::new(6);
        let pos = late(&mut random, 16);
        let mut solver = Solver::new(1);
        let value = solver.solve(&pos).discs;
        solver.clear();
        assert_eq!(solver.solve_within(&pos, -6400, 6400, &mut |_| true), None);
        assert_eq!(solver.solve(&pos).discs, value);
        assert_eq!(Board::new(pos.own(), pos.other(), Side::First).own(), pos.own());
    }
}
