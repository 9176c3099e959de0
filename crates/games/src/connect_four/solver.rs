//! The exact value of a Connect Four position.
//!
//! Alpha-beta with a window of one point over the sets of stones, and a transposition
//! table of its own. The wanted score is narrowed by such questions: first who wins,
//! then how early. What makes it fast:
//!
//! - Nobody wins on the spot in a searched node: such positions are answered by their
//!   parents, which look at threats, not at moves ([`threats`]).
//! - Moves that let the opponent win at once are not tried; if there is no other, the
//!   node is lost without a search.
//! - How early either side can still win bounds the score before any move is tried, and
//!   so does a board on which a side has no line of four left.
//! - Moves that create more threats come first, then those nearer to the middle.
//! - A position and its mirror image are one entry of the table.
//!
//! # Scores
//!
//! [`Points`] count from the end of the game: a win with the winner's last stone is worth
//! 1, with the one before it 2, and so on; 0 is a draw, losses are negative. A point does
//! not depend on when the question is asked, so it can be kept in the table.
//! [`to_score`] turns points into the search's scores: a win in n plies is `WIN - n`.
mod table;
mod threats;

use super::{BOARD, BOTTOM, Board, COLUMN, COLUMNS, Column, HEIGHT, ROWS, has_four};
use crate::exact::WindowSolver;
use niwaki_search::{
    game::{Position, Settled},
    node::{Bound, Score, WIN},
};
use table::{Interval, Table};
use threats::{mirrored, winning_cells};

/// How many stones before the winner's last one the game is won; see the head of the file.
pub type Points = i32;

const STONES: i32 = (COLUMNS * ROWS) as i32;
const STONES_OF_SIDE: i32 = STONES / 2;
/// A win with the fourth stone.
pub const BEST: Points = STONES_OF_SIDE - 3;
/// Nodes between two questions whether to stop.
const STOP_INTERVAL: u64 = 4096;

fn stones(pos: &Board) -> i32 {
    pos.all.count_ones() as i32
}

/// Points as a score of the search for the side to move in `pos`: `WIN - n` for a win in
/// n plies.
pub fn to_score(pos: &Board, points: Points) -> Score {
    let stones = stones(pos);
    let stone_of_winner = STONES_OF_SIDE + 1 - points.abs();
    match points {
        0 => 0,
        1.. => WIN - (2 * (stone_of_winner - stones / 2) - 1),
        _ => 2 * (stone_of_winner - (stones + 1) / 2) - WIN,
    }
}

/// The value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// For the side to move; [`to_score`] turns it into a score of the search.
    pub points: Points,
    /// A move that keeps the value, the first from the middle; `None` if the game is over.
    pub best: Option<Column>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Called every few thousand nodes with their number so far; `true` interrupts the search.
type Stop<'a> = &'a mut dyn FnMut(u64) -> bool;

/// The solver, with its table.
pub struct Solver {
    table: Table,
    nodes: u64,
    /// Whether mirror images can meet below the root.
    mirror: bool,
}

impl Solver {
    /// A solver with a transposition table of that many mebibytes.
    pub fn new(megabytes: usize) -> Solver {
        Solver { table: Table::new(megabytes), nodes: 0, mirror: true }
    }

    /// The value of the position and a best move.
    pub fn solve(&mut self, pos: &Board) -> Solved {
        self.nodes = 0;
        let points = self.value(pos);
        let best = from_the_middle(pos).find(|&m| self.keeps(pos, m, points));
        Solved { points, best, nodes: self.nodes }
    }

    /// All legal moves with their exact values, from the middle outwards.
    pub fn moves(&mut self, pos: &Board) -> Vec<(Column, Points)> {
        from_the_middle(pos).map(|m| (m, -self.value(&pos.play(m)))).collect()
    }

    /// A line of best play to the end of the game.
    pub fn line(&mut self, pos: &Board) -> Vec<Column> {
        let (mut pos, mut line) = (*pos, Vec::new());
        while let Some(best) = self.solve(&pos).best {
            pos = pos.play(best);
            line.push(best);
        }
        line
    }
}

/// Size of the table behind a search in MiB: what it is asked about is near the end of the game.
const SEARCH_MEGABYTES: usize = 1;

impl WindowSolver<Board> for Solver {
    fn for_search() -> Solver {
        Solver::new(SEARCH_MEGABYTES)
    }
    fn clear(&mut self) {
        self.table.clear();
    }
    fn solve_within(&mut self, pos: &Board, alpha: Score, beta: Score, stop: Stop) -> Option<Settled> {
        self.nodes = 0;
        let at_most = (-BEST..=BEST).rev().find(|&points| to_score(pos, points) <= alpha).unwrap_or(-BEST);
        let at_least = (-BEST..=BEST).find(|&points| to_score(pos, points) >= beta).unwrap_or(BEST);
        let found = self.narrow(pos, Interval { low: at_most, high: at_least.max(at_most + 1) }, stop)?;
        let bound = match found {
            Interval { low, high } if low == high => Bound::Exact,
            Interval { low, .. } if low >= at_least => Bound::Lower,
            _ => Bound::Upper,
        };
        let points = if bound == Bound::Upper { found.high } else { found.low };
        Some(Settled { score: to_score(pos, points), bound, nodes: self.nodes })
    }
}

/// The legal moves, those nearest to the middle first.
fn from_the_middle(pos: &Board) -> impl Iterator<Item = Column> + use<> {
    let pos = *pos;
    FROM_THE_MIDDLE.into_iter().map(|column| Column(column as u16 + 1)).filter(move |&m| pos.is_legal(m))
}

const FROM_THE_MIDDLE: [u32; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];

/// Never interrupts.
fn never(_nodes: u64) -> bool {
    false
}

impl Solver {
    fn value(&mut self, pos: &Board) -> Points {
        self.narrow(pos, Interval { low: -BEST, high: BEST }, &mut never).map_or(0, |found| found.low)
    }

    /// Whether the move keeps the value of the position.
    fn keeps(&mut self, pos: &Board, m: Column, points: Points) -> bool {
        let window = Interval { low: -points, high: 1 - points };
        self.narrow(&pos.play(m), window, &mut never).is_some_and(|after| after.high <= -points)
    }

    /// Bounds of the value that lie on one point, or on one side of the window.
    fn narrow(&mut self, pos: &Board, window: Interval, stop: Stop) -> Option<Interval> {
        if let Some(points) = on_the_spot(pos) {
            return Some(Interval { low: points, high: points });
        }
        self.mirror = can_meet_mirror(pos);
        let stones = stones(pos);
        let mut known = Interval { low: -(STONES - stones) / 2, high: (STONES - 1 - stones) / 2 };
        while known.low < known.high && known.low < window.high && known.high > window.low {
            let asked = Interval { low: known.low.max(window.low), high: known.high.min(window.high) };
            let target = next_question(asked);
            let bound = self.search(pos, target - 1, stop)?;
            if bound >= target {
                known.low = bound;
            } else {
                known.high = bound;
            }
        }
        Some(known)
    }

    /// The name of the position, or of its mirror image where the two can meet.
    #[inline]
    fn name(&self, pos: &Board) -> u64 {
        let name = pos.own + pos.all + BOTTOM;
        if self.mirror { name.min(mirrored(name)) } else { name }
    }

    /// A lower bound of the value above `alpha`, or an upper bound of at most `alpha`.
    /// Nobody has won, and the side to move cannot win at once.
    fn search(&mut self, pos: &Board, alpha: Points, stop: Stop) -> Option<Points> {
        self.nodes += 1;
        if self.nodes % STOP_INTERVAL == 0 && stop(self.nodes) {
            return None;
        }
        let cells = pos.safe_cells();
        if cells == 0 {
            return Some(-(STONES - stones(pos)) / 2);
        }
        let mut known = bounds(pos);
        if let Some(bound) = known.outside(alpha) {
            return Some(bound);
        }
        let name = self.name(pos);
        if let Some(found) = self.table.find(name) {
            known = Interval { low: known.low.max(found.low), high: known.high.min(found.high) };
            if let Some(bound) = known.outside(alpha) {
                return Some(bound);
            }
        }
        let moves = Moves::of(pos, cells);
        if let Some(bound) = self.known_refutation(pos, &moves, alpha) {
            return Some(bound);
        }
        let mut best = known.low;
        for cell in moves.best_first() {
            best = best.max(-self.search(&pos.after(cell), -alpha - 1, stop)?);
            if best > alpha {
                self.table.store(name, Interval { low: best, ..known });
                return Some(best);
            }
        }
        self.table.store(name, Interval { high: best, ..known });
        Some(best)
    }

    /// A bound above `alpha` by a move to a position in the table, whatever its rank.
    #[inline]
    fn known_refutation(&self, pos: &Board, moves: &Moves, alpha: Points) -> Option<Points> {
        let value = |cell| self.table.find(self.name(&pos.after(cell))).map(|after| -after.high);
        moves.best_first().filter_map(value).find(|&bound| bound > alpha)
    }
}

/// What the number of stones and the lines left say of a position in which the side to
/// move cannot win at once and has a safe move.
#[inline]
fn bounds(pos: &Board) -> Interval {
    let (stones, empty) = (stones(pos), BOARD ^ pos.all);
    let can_win = stones < STONES - 2 && has_four(pos.own | empty);
    let can_lose = stones < STONES - 3 && has_four(pos.enemy() | empty);
    Interval {
        low: if can_lose { -(STONES - 2 - stones) / 2 } else { 0 },
        high: if can_win { (STONES - 1 - stones) / 2 } else { 0 },
    }
}

/// Whether positions below this one and their mirror images can both arise from it: no
/// stone has one of the other side opposite to it. The table need not look for them elsewhere.
fn can_meet_mirror(pos: &Board) -> bool {
    mirrored(pos.own) & pos.enemy() == 0
}

/// The value where no search is needed: the game is over or is won with the next stone.
fn on_the_spot(pos: &Board) -> Option<Points> {
    let stones = stones(pos);
    if has_four(pos.enemy()) {
        Some(-(STONES_OF_SIDE + 1 - (stones + 1) / 2))
    } else if stones == STONES {
        Some(0)
    } else if winning_cells(pos.own, pos.all) & pos.open_cells() != 0 {
        Some(STONES_OF_SIDE - stones / 2)
    } else {
        None
    }
}

/// Which least value to ask for: first for a win, then step by step away from the draw.
/// More steps than by halving, but each is cheap with the answers before it in the table.
fn next_question(asked: Interval) -> Points {
    if asked.high >= 1 { asked.low.max(0) + 1 } else { asked.high }
}

/// Moves with the number of threats that they create, worst first.
struct Moves {
    ranked: [(u32, u64); COLUMNS as usize],
    count: usize,
}

impl Moves {
    #[inline]
    fn of(pos: &Board, cells: u64) -> Moves {
        let mut moves = Moves { ranked: [(0, 0); COLUMNS as usize], count: 0 };
        for column in FROM_THE_MIDDLE.into_iter().rev() {
            let cell = cells & COLUMN << (column * HEIGHT);
            if cell != 0 {
                moves.insert(winning_cells(pos.own | cell, pos.all | cell).count_ones(), cell);
            }
        }
        moves
    }

    /// Of equals the one inserted last is the best.
    #[inline]
    fn insert(&mut self, threats: u32, cell: u64) {
        let mut place = self.count;
        while place > 0 && self.ranked[place - 1].0 > threats {
            self.ranked[place] = self.ranked[place - 1];
            place -= 1;
        }
        self.ranked[place] = (threats, cell);
        self.count += 1;
    }

    fn best_first(&self) -> impl Iterator<Item = u64> {
        self.ranked[..self.count].iter().rev().map(|&(_, cell)| cell)
    }
}
