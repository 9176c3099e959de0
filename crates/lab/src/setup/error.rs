//! Why a recipe or a model could not be had.
use niwaki_games::Kit;

/// Why a recipe could not be had; each message is one line.
#[derive(Debug, thiserror::Error, PartialEq)]
pub enum Error {
    /// Neither a recipe's name nor a file.
    #[error("{name}: no such recipe or file; recipes are {}", recipe_names(*kit).join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The game.
        kit: &'static dyn Kit,
    },
    /// A recipe or a model of another game: their margins are in other units.
    #[error("{file}: {what} of {theirs}, not of {ours}")]
    Foreign {
        /// The file or name.
        file: String,
        /// `a recipe` or `a model`.
        what: &'static str,
        /// The game that it is of.
        theirs: String,
        /// The game that was asked for.
        ours: &'static str,
    },
    /// The file is there but cannot be read.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// Not TOML.
    #[error("{file}: line {line}: {reason}")]
    Syntax {
        /// The file or recipe.
        file: String,
        /// Where, from 1.
        line: usize,
        /// What was expected.
        reason: String,
    },
    /// A key that means nothing, or a value that does not fit.
    #[error("{file}: {reason}")]
    Key {
        /// The file or recipe.
        file: String,
        /// The key and what was expected.
        reason: String,
    },
    /// A recipe that rests on itself.
    #[error("{file}: base: expected a recipe that does not rest on this one, not {chain}")]
    Cycle {
        /// The file or recipe.
        file: String,
        /// The way back to it.
        chain: String,
    },
}

fn recipe_names(kit: &dyn Kit) -> Vec<&'static str> {
    kit.recipes().iter().map(|(name, _)| *name).collect()
}

/// What belongs to another game is refused.
pub(crate) fn foreign(kit: &dyn Kit, file: &str, what: &'static str, theirs: &str) -> Error {
    Error::Foreign { file: file.to_string(), what, theirs: theirs.to_string(), ours: kit.name() }
}

/// An error of the TOML reader as ours, with its line.
pub(crate) fn syntax(file: &str, text: &str, error: &toml::de::Error) -> Error {
    let start = error.span().map_or(0, |span| span.start).min(text.len());
    let line = text.as_bytes()[..start].iter().filter(|byte| **byte == b'\n').count() + 1;
    let reason = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
    Error::Syntax { file: file.to_string(), line, reason }
}
