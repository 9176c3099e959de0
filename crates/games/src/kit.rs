//! What laboratory and application must know of a game beyond its rules and its search: its
//! files, its built-in positions, its units. One implementation a game, found through [`ALL`].
use crate::problem::{self, Problem};
use niwaki_search::engine::{Engine, Rules};
use std::fmt::{self, Debug, Formatter};

/// The games. The first is the default.
pub const ALL: &[&dyn Kit] = &[&crate::chess::kit::ChessKit, &crate::connect_four::kit::ConnectFourKit];

/// Between the name of a game and that of a variant: `abalone:belgian`.
const VARIANT: char = ':';

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// A position in the game's notation; `None`: the start.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

/// A game, as laboratory and application see it.
pub trait Kit: Sync {
    /// Name, with that of the variant behind a colon if it is one.
    fn name(&self) -> &'static str;
    /// Other rules of the same game, each a kit of its own.
    fn variants(&self) -> &'static [&'static dyn Kit] {
        &[]
    }
    /// An engine at the start position, everything switched off.
    fn engine(&self) -> Result<Box<dyn Engine>, String>;
    /// The rules at the start position: no table, no network.
    fn rules(&self) -> Box<dyn Rules>;

    /// The built-in test suite, as its file is; `None`: the game has none.
    fn suite(&self) -> Option<&'static str> {
        None
    }
    /// Reads the problems of a file. Messages begin with the number of the line.
    fn read_problems(&self, text: &str) -> Result<Vec<Problem>, String> {
        problem::parse_lines(&mut *self.rules(), text)
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

    /// The legal move `text` of `position` as people write it.
    fn move_for_people(&self, _position: &str, text: &str) -> Result<String, String> {
        Ok(text.to_string())
    }
    /// A position without what tells only how it was reached, such as counters of moves.
    fn placement<'a>(&self, position: &'a str) -> &'a str {
        position
    }
}

impl Debug for dyn Kit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The game of that name.
pub fn find(name: &str) -> Result<&'static dyn Kit, String> {
    let game = name.split(VARIANT).next().unwrap_or_default();
    let family = ALL
        .iter()
        .filter(|kit| kit.name() == game)
        .flat_map(|kit| [*kit].into_iter().chain(kit.variants().iter().copied()));
    family
        .into_iter()
        .find(|kit| kit.name() == name)
        .ok_or_else(|| format!("no game {name:?}; there are {}", names().join(", ")))
}

/// The names of all games and variants.
pub fn names() -> Vec<&'static str> {
    ALL.iter().flat_map(|kit| std::iter::once(kit.name()).chain(kit.variants().iter().map(|kit| kit.name()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_by_its_name_and_others_are_refused() {
        for name in names() {
            let kit = find(name).unwrap();
            assert_eq!((kit.name(), kit.rules().game(), kit.engine().unwrap().game()), (name, name, name));
        }
        for wrong in ["", "ches", "chess:", "chess:960", ":"] {
            assert!(find(wrong).unwrap_err().ends_with("there are chess, connect-four"), "{wrong}");
        }
    }

    #[test]
    fn built_in_suites_and_books_can_be_read_and_written() {
        for kit in ALL {
            for problem in kit.suite().into_iter().flat_map(|text| kit.read_problems(text).unwrap()) {
                assert_eq!(kit.write_problem(&problem).unwrap(), problem.line, "{}", kit.name());
            }
            if let Some(book) = kit.book() {
                assert!(!kit.read_openings("book", book, 0).unwrap().is_empty(), "{}", kit.name());
            }
        }
    }
}
