//! Othello: the game that ProbCut was made for (Buro's Logistello).
//!
//! Sixty-four squares; a disc turns every enclosed line of the opponent's, and must turn at
//! least one. Who cannot move passes, which is a move and never a choice. When neither side
//! can move the discs are counted, and the empty squares are the winner's: the score of a
//! game is its margin in discs, even and at most 64.
//!
//! | file | holds |
//! | --- | --- |
//! | `bits` | sets of squares: flips, mobility, symmetries |
//! | `board` | positions and moves: the rules |
//! | `text` | positions and moves as text; `transcript`, `ggf`, `wthor`: whole games |
//! | `solver` | exact values near the end of the game; `exact`: the solver behind the search |
//! | `hand` | the evaluation written by hand |
//! | `kit` | what laboratory and application must know besides |
pub mod bits;
mod board;
pub mod ggf;
mod hand;
pub mod kit;
mod lines;
mod solver;
mod stability;
mod text;
mod transcript;
mod wthor;

pub use board::{Board, DISC, Play};
pub use solver::{Discs, Solved, Solver};

use crate::exact::Exact;
use niwaki_search::{
    game::{Evaluator, Game, MoveOf, Position, Settled, Stop, Style},
    node::{Depth, Score},
};

/// The game. A position is written as its 64 squares, a1 first, row by row, and the side to
/// move: `X` is Black, who begins, `O` is White, `-` is empty.
#[derive(Clone, Copy, Default)]
pub struct Othello;

/// The evaluation, and the solver behind the search.
#[derive(Default)]
pub struct Judgement {
    exact: Exact<Solver>,
}

impl Evaluator<Board> for Judgement {
    fn reset(&mut self, _root: &Board) {
        self.exact.forget::<Board>();
    }
    fn evaluate(&mut self, pos: &Board) -> Score {
        static_score(pos)
    }
    fn settle(&mut self, pos: &Board, alpha: Score, beta: Score, _: Depth, stop: &mut Stop<'_>) -> Option<Settled> {
        self.exact.settle(pos, alpha, beta, stop)
    }
}

/// Static value for the side to move. Who must pass is judged by what the opponent then has.
fn static_score(pos: &Board) -> Score {
    match pos.outcome() {
        Some(outcome) => outcome.score(0),
        None if pos.moves() == 0 => -hand::evaluate(&pos.play(Play::PASS)),
        None => hand::evaluate(pos),
    }
}

impl Game for Othello {
    type Position = Board;
    type Evaluator = Judgement;
    const NAME: &'static str = "othello";
    const UNIT: Score = DISC;

    fn start(&self) -> Board {
        Board::START
    }
    fn parse(&self, text: &str) -> Result<Board, String> {
        text::parse_board(text)
    }
    fn print(&self, pos: &Board) -> String {
        text::print_board(pos)
    }
    fn parse_move(&self, pos: &Board, text: &str) -> Result<MoveOf<Self>, String> {
        text::parse_legal(pos, text)
    }
    fn print_move(&self, _pos: &Board, m: Play) -> String {
        text::print_move(m)
    }
    fn diagram(&self, pos: &Board) -> String {
        text::diagram(pos)
    }
    fn evaluator(&self) -> Judgement {
        Judgement::default()
    }
    fn explain(&self, pos: &Board, _style: Style) -> Vec<String> {
        hand::explain(pos)
    }
}
