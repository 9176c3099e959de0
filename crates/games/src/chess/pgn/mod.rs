//! Games as text: portable game notation.
mod lexer;
mod reader;
mod writer;

pub use reader::{Games, read_games};
pub use writer::print_game;

use super::{board::Board, moves::Move};
use std::fmt;

/// A game: who played, from where, what, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Names and values in the order of the text.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Board,
    /// What was said before the first move.
    pub preface: Option<String>,
    /// The moves of the game itself; variations are not kept.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub result: GameResult,
}

/// A move of a game and what was said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub m: Move,
    /// The comments that follow it, as one line.
    pub comment: Option<String>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum GameResult {
    WhiteWins,
    BlackWins,
    Draw,
    /// Unfinished, or nobody knows.
    #[default]
    Unknown,
}

impl GameRecord {
    /// A game without moves and tags.
    pub fn new(start: Board) -> GameRecord {
        GameRecord { tags: Vec::new(), start, preface: None, moves: Vec::new(), result: GameResult::Unknown }
    }

    /// The value of the tag of this name, whatever the case of its letters.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find_tag(&self.tags, name)
    }

    /// The position after all moves.
    pub fn last_position(&self) -> Board {
        self.moves.iter().fold(self.start, |board, played| board.after(played.m))
    }
}

impl GameResult {
    /// Reads "1-0", "0-1", "1/2-1/2" or "*".
    pub fn parse(text: &str) -> Option<GameResult> {
        match text {
            "1-0" => Some(GameResult::WhiteWins),
            "0-1" => Some(GameResult::BlackWins),
            "1/2-1/2" | "1/2" => Some(GameResult::Draw),
            "*" => Some(GameResult::Unknown),
            _ => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}

fn find_tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|tag| tag.0.eq_ignore_ascii_case(name)).map(|tag| tag.1.as_str())
}

/// A comment on one line, so that it survives being wrapped; `None` if it is blank.
fn one_line(comment: &str) -> Option<String> {
    let words: Vec<&str> = comment.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}
