//! Niwaki's games: rules, notation and evaluation of each, behind one door.
//!
//! Each game has a [`kit::Kit`]: its engine is the only place where the search is compiled for a
//! game; laboratory and command line hold a `&dyn Kit`, a `Box<dyn Engine>`, or a `Box<dyn Rules>`
//! where nothing is searched.
use niwaki_search::engine::{Engine, Rules};

/// The path of a file that is built in, from its path below the top folder: `models`, `nets`,
/// `recipes` or `suites`. `build.rs` says where these are, in the repository and in the crate.
macro_rules! data {
    ($($path:expr),+) => {
        concat!(env!("NIWAKI_DATA"), "/", $($path),+)
    };
}

pub mod abalone;
pub mod chances;
pub mod chess;
pub mod conformance;
pub mod connect_four;
pub mod exact;
pub mod input;
mod keys;
pub mod kit;
mod line_states;
pub mod lines_of_action;
pub mod list;
pub mod othello;
pub mod problem;
mod side_values;
pub mod synthetic;

pub use kit::Kit;
pub use problem::Problem;

/// An engine for the game of that name, at its start position, everything switched off.
pub fn open(name: &str) -> Result<Box<dyn Engine>, String> {
    list::find(name)?.engine()
}

/// The rules of the game of that name, at its start position: no table, no network.
pub fn rules(name: &str) -> Result<Box<dyn Rules>, String> {
    Ok(list::find(name)?.rules())
}
