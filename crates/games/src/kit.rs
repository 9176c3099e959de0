//! What laboratory and application must know of a game beyond its rules and its search: its
//! files, its built-in positions and recipes, its units. One implementation a game, found
//! through the list of games, [`crate::list`]. What a game lacks it leaves out; the command that needs it says so.
mod files;
pub mod learning;
pub(crate) mod svg;
mod thresholds;

pub use files::{
    BuiltIn, ExactSolver, FinishedGame, GameWriter, Judge, JudgeFacts, NBoard, Opening, PublishedFit, PublishedFits,
    SolvedPosition, SolverOpener, TableChoice, TableOpener,
};
pub use thresholds::Thresholds;

use crate::{
    chances::MaterialChances,
    problem::{self, Problem},
};
use learning::Learner;
use niwaki_search::{
    engine::{Engine, Rules},
    game::Side,
    node::Score,
    rank_statistics::Bins,
};
use std::{
    borrow::Cow,
    fmt::{self, Debug, Formatter},
};

/// A game, as laboratory and application see it.
pub trait Kit: Sync {
    /// Name, with that of the variant behind a colon if it is one: `abalone:belgian`.
    fn name(&self) -> &'static str;
    /// One line about it.
    fn about(&self) -> &'static str;
    /// Other rules of the same game, each a kit of its own.
    fn variants(&self) -> &'static [&'static dyn Kit] {
        &[]
    }
    /// Whether recipes and models of that game serve this one: its own do, and in a variant those
    /// of its game.
    fn is_served_by(&self, game: &str) -> bool {
        self.name() == game || self.name().split(':').next() == Some(game)
    }
    /// An engine at the start position, everything switched off.
    fn engine(&self) -> Result<Box<dyn Engine>, String>;
    /// The rules at the start position: no table, no network.
    fn rules(&self) -> Box<dyn Rules>;

    /// Positions of the bench: by default the start and what each first move leads to.
    fn bench_positions(&self) -> Result<Vec<String>, String> {
        let mut rules = self.rules();
        let mut all = vec![rules.position()];
        for first in rules.legal_moves() {
            rules.set_position(None, &[&first])?;
            all.push(rules.position());
        }
        Ok(all)
    }
    /// The scores at which the laboratory decides.
    fn thresholds(&self) -> Thresholds;
    /// Stages of the game that models tell apart.
    fn stages(&self) -> &'static [&'static str] {
        self.rules().stages()
    }
    /// Score units that people count as one: a pawn, a disc, a stone.
    fn unit(&self) -> Score {
        self.rules().unit()
    }
    /// How RankCut's statistics sort what they see.
    fn rank_bins(&self) -> Bins {
        Bins::of_unit(self.unit())
    }
    /// Whether games are won by a margin that counts, in units ([`Kit::unit`]): discs.
    fn counts_margins(&self) -> bool {
        false
    }
    /// What tells the built-in network, or the tables, from others; `None`: the game has none.
    fn network(&self) -> Option<u64> {
        None
    }

    /// The built-in recipes, in the order in which they are listed.
    fn recipes(&self) -> &'static [BuiltIn];
    /// The recipe that is used when none is named.
    fn default_recipe(&self) -> &'static str;
    /// The recipes that are compared when none is named; the first is the base.
    fn compared_recipes(&self) -> &'static [&'static str];
    /// The recipe whose searches ProbCut's model is fitted to when none is named.
    fn fitted_recipe(&self) -> &'static str {
        self.default_recipe()
    }
    /// The recipe whose searches RankCut's statistics are collected from when none is named.
    fn observed_recipe(&self) -> &'static str {
        self.default_recipe()
    }
    /// The built-in models.
    fn models(&self) -> &'static [BuiltIn] {
        &[]
    }
    /// Fits of ProbCut's model in a paper.
    fn published_fits(&self) -> Option<PublishedFits> {
        None
    }

    /// The built-in test suite, as its file is; `None`: the game has none.
    fn suite(&self) -> Option<&'static str> {
        None
    }
    /// Reads the problems of a file. Messages begin with the number of the line.
    fn read_problems(&self, text: &str) -> Result<Vec<Problem>, String> {
        problem::parse_lines(&mut *self.rules(), text)
    }
    /// The text of a file that is named so: old files are not always UTF-8, and a game may
    /// have archives that are no text at all.
    fn text_of(&self, _file: &str, bytes: &[u8]) -> Result<String, String> {
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
    /// A problem as a line of a file, which [`Kit::read_problems`] reads.
    fn write_problem(&self, problem: &Problem) -> Result<String, String> {
        Ok(problem::print_line(problem))
    }

    /// The built-in opening book, as its file is; `None`: the game has none.
    fn book(&self) -> Option<&'static str> {
        None
    }
    /// Reads the openings of a file that is named so; of whole games the first `plies` are
    /// taken. Messages begin with the number of the line.
    fn read_openings(&self, _file: &str, text: &str, _plies: usize) -> Result<Vec<Opening>, String> {
        let problems = self.read_problems(text)?;
        Ok(problems.into_iter().map(|problem| Opening { start: Some(problem.position), moves: Vec::new() }).collect())
    }
    /// What writes games for people and other programs (PGN); `None`: the game has no such file.
    fn game_writer(&self) -> Option<GameWriter> {
        None
    }

    /// The legal move `text` of `position` as people write it.
    fn move_for_people(&self, _position: &str, text: &str) -> Result<String, String> {
        Ok(text.to_string())
    }
    /// What a person has written for a move of `position`, as the game's own text of the move.
    fn move_of_people(&self, _position: &str, text: &str) -> Result<String, String> {
        Ok(text.to_string())
    }
    /// A position without what tells only how it was reached, such as counters of moves, and
    /// with one name for its mirror images: so books and suites hold no position twice.
    fn placement<'a>(&self, position: &'a str) -> Cow<'a, str> {
        position.into()
    }
    /// A picture of a position, as SVG.
    fn picture(&self, position: &str) -> Result<String, String>;

    /// What people call a side.
    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "first player",
            Side::Second => "second player",
        }
    }
    /// Why the side to move has lost in the position at hand, in a word.
    fn loss_reason(&self, _rules: &dyn Rules) -> &'static str {
        "win"
    }
    /// Why the position at hand is drawn, its history aside, in a word or two.
    fn draw_reason(&self, rules: &dyn Rules) -> &'static str {
        if rules.legal_moves().is_empty() { "no moves" } else { "rule" }
    }
    /// How it is learned from training games; `None`: the game has no network to train.
    fn learner(&self) -> Option<&'static dyn Learner> {
        None
    }
    /// Chances of win, draw and loss by material; `None`: the game has none.
    fn chances(&self) -> Option<MaterialChances> {
        None
    }
    /// What opens endgame tables; `None`: the game has none.
    fn tables(&self) -> Option<TableOpener> {
        None
    }
    /// What opens the exact solver; `None`: the game has none.
    fn solver(&self) -> Option<SolverOpener> {
        None
    }
    /// How games are put into words for programs that speak NBoard; `None`: they do not play it.
    fn nboard(&self) -> Option<NBoard> {
        None
    }
    /// Whether other programs play it by UCI.
    fn is_spoken_in_uci(&self) -> bool {
        false
    }
}

impl Debug for dyn Kit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for dyn Kit {
    fn eq(&self, other: &dyn Kit) -> bool {
        self.name() == other.name()
    }
}

#[cfg(test)]
mod tests;
