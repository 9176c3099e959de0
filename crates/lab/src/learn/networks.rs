//! The record of all networks that were ever trained: what from, how, and what they won.
//!
//! The record is a file written by hand, `nets/history.toml`. It holds counts; what can be
//! computed from them (Elo, intervals, sequential tests, ratings) is computed.
mod check;
mod file;
mod picture;
mod print;
mod rating;

pub use file::{Match, Network, Run, Verdict};
pub use picture::picture;
pub use print::{json, markdown, matches, table};
pub use rating::rate;

pub use crate::setup::recipe::SEED;
use crate::study::error::Error;
use file::History as Written;
use niwaki_games::input;
use std::fmt;
use toml::Spanned;

/// The built-in record.
const EMBEDDED: &str = include_str!(data!("nets/history.toml"));
/// What errors call it.
const EMBEDDED_NAME: &str = "nets/history.toml";

/// What limits the moves of a match. Ratings of one kind do not hold for the other: at fixed
/// nodes a slow network costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A number of nodes a move.
    Nodes,
    /// A clock.
    Clock,
}

impl Class {
    /// Both.
    pub const ALL: [Class; 2] = [Class::Nodes, Class::Clock];
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Nodes => "fixed nodes",
            Class::Clock => "clock",
        })
    }
}

/// All networks, and the games that they learned from.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    /// Runs of training games.
    pub runs: Vec<Run>,
    /// The networks, in the order of the file.
    pub networks: Vec<Network>,
}

impl History {
    /// The built-in record.
    pub fn embedded() -> Result<History, Error> {
        History::parse(EMBEDDED_NAME, EMBEDDED)
    }

    /// Reads a file.
    pub fn read(file: &str) -> Result<History, Error> {
        let text = input::read_text(file, input::SETTINGS).map_err(|reason| Error::at(file, reason.to_string()))?;
        History::parse(file, &text)
    }

    /// Reads a text and checks that all it names is there. `file` names it in errors.
    pub fn parse(file: &str, text: &str) -> Result<History, Error> {
        let written: Written = toml::from_str(text).map_err(|error| Error::toml(file, text, &error))?;
        check::check(&written).map_err(|(byte, reason)| Error::at_byte(file, text, byte, reason))?;
        Ok(History {
            runs: written.runs.into_iter().map(Spanned::into_inner).collect(),
            networks: written.networks.into_iter().map(Spanned::into_inner).collect(),
        })
    }

    /// The runs that a network learned from.
    pub fn runs_of<'a>(&'a self, network: &'a Network) -> impl Iterator<Item = &'a Run> {
        self.runs.iter().filter(|run| network.data.contains(&run.name))
    }

    /// Every match, with the network whose results it counts.
    pub fn all_matches(&self) -> impl Iterator<Item = (&Network, &Match)> {
        self.networks.iter().flat_map(|network| network.matches().map(move |found| (network, found)))
    }
}

#[cfg(test)]
mod tests;
