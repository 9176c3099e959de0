//! Niwaki's search: one principal-variation search for every game, in which each
//! forward-pruning method is a module that can be switched on, set and counted.
//!
//! * [`game`]   what a game must offer
//! * [`node`]   what is known about the node being searched
//! * [`search`] one search thread
//! * [`methods`] every method with its parameters; the register of methods is in `id.rs`
//! * [`prune`]  the methods, their order, and the places where they act
//! * [`tally`]  what the methods did, by depth
//! * [`param`]  one table a method: defaults, ranges, names
//! * [`watch`]  looking on while a search goes through its tree
//! * [`question`] questions about a node inside a tree
//! * [`random`] the one generator of random numbers
//! * [`engine`] the door to laboratory and command line
mod alphabeta;
mod answer;
mod assessment;
mod books;
pub mod bound_observer;
mod course;
mod deepen;
mod doors;
pub mod engine;
pub mod game;
mod game_engine;
mod game_rules;
mod history;
mod id;
pub mod knowledge;
pub mod limits;
mod logarithm;
mod memory;
pub mod methods;
pub mod node;
pub mod param;
mod picker;
mod prelude;
pub mod prune;
pub mod question;
mod quiescence;
pub mod random;
pub mod rank_observer;
pub mod rank_statistics;
pub mod reference;
pub mod reservoir;
pub mod risk_observer;
pub mod score;
pub mod search;
mod table;
pub mod tally;
#[cfg(test)]
mod tests;
mod threads;
mod tools;
#[cfg(test)]
mod toy;
pub mod walk;
pub mod watch;

pub use game_engine::{DEFAULT_TABLE, GameEngine};
pub use game_rules::{GameRules, perft};
