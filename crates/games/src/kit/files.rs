//! What the files of a game hold, in a form that every game shares.
use niwaki_search::{
    engine::Rules,
    game::{Known, Side},
    node::{Depth, Score},
};
use std::{fmt::Debug, path::Path, sync::Arc};

/// A built-in file: its name and its text.
pub type BuiltIn = (&'static str, &'static str);

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// A position in the game's notation; `None`: the start.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

impl Opening {
    /// Goes to its position.
    pub fn set(&self, rules: &mut dyn Rules) -> Result<(), String> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        rules.set_position(self.start.as_deref(), &moves)
    }
}

/// A game that is over, for a file that people and other programs read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FinishedGame {
    /// Where it began; `None`: the start.
    pub start: Option<String>,
    /// The moves, each perhaps with a comment.
    pub moves: Vec<(String, Option<String>)>,
    /// Who won; `None`: a draw.
    pub winner: Option<Side>,
    /// Names of the players, in the order of [`Side`].
    pub players: [String; 2],
    /// The event and the round in it, from 1.
    pub event: (String, usize),
    /// More about it: name and value.
    pub tags: Vec<(String, String)>,
}

/// The exact value of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolvedPosition {
    /// The value for the side to move, in the unit of the game's suite.
    pub score: Score,
    /// A line of best play to the end of the game.
    pub line: Vec<String>,
    /// Positions searched.
    pub nodes: u64,
}

/// Finds exact values.
pub trait ExactSolver: Send {
    /// The value of a position; the message says what was wrong with it.
    fn solve(&mut self, position: &str) -> Result<SolvedPosition, String>;
}

/// Opens a solver with a table of this size in MiB.
pub type SolverOpener = fn(usize) -> Box<dyn ExactSolver>;

/// Games in one text (GGF), for programs that speak NBoard.
#[derive(Clone, Copy, Debug)]
pub struct NBoard {
    /// The game so far, from its start by its moves, as such programs read it.
    pub write: fn(&Opening) -> Result<String, String>,
    /// The reverse.
    pub read: fn(&str) -> Result<Opening, String>,
}

/// Writes a game that is over.
pub type GameWriter = fn(&FinishedGame) -> Result<String, String>;

/// Someone who knows how some games will end, such as endgame tables.
pub trait Judge: Debug + Send + Sync {
    /// The result for the side to move with best play, if it is beyond doubt.
    fn judge(&self, position: &str) -> Option<Known>;
    /// What decides its judgements, for records.
    fn facts(&self) -> JudgeFacts;
}

/// What decides the judgements of endgame tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgeFacts {
    /// Most men on the board.
    pub pieces: u32,
    /// Whether the rule that draws long games without progress counts.
    pub fifty_moves: bool,
    /// Sets of men that the tables hold.
    pub materials: usize,
}

/// Which endgame tables are used, and how.
#[derive(Clone, Copy, Debug)]
pub struct TableChoice<'a> {
    /// The folder of the tables.
    pub folder: &'a Path,
    /// Most men on the board; `None`: as many as there are tables for.
    pub pieces: Option<u32>,
    /// Whether the rule that draws long games without progress counts.
    pub fifty_moves: bool,
}

/// Opens endgame tables.
pub type TableOpener = fn(&TableChoice<'_>) -> Result<Arc<dyn Judge>, String>;

/// A fit of ProbCut's model from a paper, to be printed beside ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedFit {
    /// Depth of the search that predicts.
    pub shallow: Depth,
    /// Depth of the search that is predicted.
    pub height: Depth,
    /// Stage of the game; `None`: all together.
    pub stage: Option<usize>,
    /// Greatest absolute shallow score of a point.
    pub bound: Score,
    /// a
    pub slope: f64,
    /// b, where it is given.
    pub offset: Option<f64>,
    /// sigma
    pub deviation: f64,
    /// r, where it is given.
    pub correlation: Option<f64>,
}

/// The fits of a paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedFits {
    /// Its authors.
    pub authors: &'static str,
    /// The fits.
    pub fits: &'static [PublishedFit],
}
