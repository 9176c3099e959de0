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
//! | `patterns`, `tables` | the learned evaluation; `hand`: the one written by hand |
//! | `kit` | what laboratory and application must know besides |
pub mod bits;
mod board;
pub mod ggf;
mod hand;
pub mod kit;
mod lines;
mod patterns;
mod solver;
mod stability;
mod tables;
mod text;
mod transcript;
mod wthor;

pub use board::{Board, DISC, Play};
pub use solver::{Discs, Solved, Solver};
pub use tables::OthelloLearner;

use crate::exact::Exact;
use niwaki_search::{
    game::{Evaluator, Game, GameOption, MoveOf, OptionKind, Position, Settled, Stop, Style},
    node::{Depth, Score},
};
use std::{path::Path, sync::Arc};
use tables::Weights;

/// The game. A position is written as its 64 squares, a1 first, row by row, and the side to
/// move: `X` is Black, who begins, `O` is White, `-` is empty.
#[derive(Clone, Debug, Default)]
pub struct Othello {
    /// Weights of a file in place of the built-in ones.
    weights: Option<Arc<Weights>>,
}

impl Othello {
    fn weights(&self) -> Arc<Weights> {
        self.weights.clone().unwrap_or_else(Weights::built_in)
    }
}

/// The evaluation, and the solver behind the search.
pub struct Judgement {
    weights: Arc<Weights>,
    style: Style,
    exact: Exact<Solver>,
}

impl Evaluator<Board> for Judgement {
    fn choose(&mut self, style: Style) {
        self.style = style;
    }
    fn reset(&mut self, _root: &Board) {
        self.exact.forget::<Board>();
    }
    /// Who must pass is judged by what the opponent then has.
    fn evaluate(&mut self, pos: &Board) -> Score {
        let judge = |pos: &Board| match self.style {
            Style::Best => self.weights.evaluate(pos),
            Style::ByHand | Style::Plain => hand::evaluate(pos),
        };
        match pos.outcome() {
            Some(outcome) => outcome.score(0),
            None if pos.moves() == 0 => -judge(&pos.play(Play::PASS)),
            None => judge(pos),
        }
    }
    fn settle(&mut self, pos: &Board, alpha: Score, beta: Score, _: Depth, stop: &mut Stop<'_>) -> Option<Settled> {
        self.exact.settle(pos, alpha, beta, stop)
    }
}

/// The option that names a file of weights.
const EVAL_FILE: &str = "EvalFile";

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
        Judgement { weights: self.weights(), style: Style::default(), exact: Exact::default() }
    }
    fn explain(&self, pos: &Board, style: Style) -> Vec<String> {
        match style {
            Style::Best => {
                vec![format!("patterns {:+.2} discs", f64::from(self.weights().evaluate(pos)) / f64::from(DISC))]
            }
            Style::ByHand | Style::Plain => hand::explain(pos),
        }
    }
    fn options(&self) -> Vec<GameOption> {
        vec![GameOption { name: EVAL_FILE, kind: OptionKind::Text { default: "" } }]
    }
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name != EVAL_FILE {
            return Err(format!("no such option: {name}"));
        }
        self.weights = if value.is_empty() { None } else { Some(Weights::read(Path::new(value))?) };
        Ok(())
    }
}
