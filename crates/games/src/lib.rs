//! Niwaki: games.
use niwaki_search::engine::Engine;

pub mod chess;
pub mod perft;

/// Names of the games.
pub const GAMES: &[&str] = &["chess", "connect-four"];

/// Opens a game by its name.
pub fn open(_name: &str) -> Option<Box<dyn Engine>> {
    None
}
