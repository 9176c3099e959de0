//! Niwaki's games: rules, notation and evaluation of each, behind one door.
//!
//! [`open`] is the only place where the search is compiled for a game; everything else
//! in laboratory and command line holds a `Box<dyn Engine>`.
use niwaki_search::{GameEngine, engine::Engine};

pub mod chess;
pub mod conformance;
pub mod connect_four;
pub mod input;

/// Names of the games.
pub const GAMES: &[&str] = &["chess", "connect-four"];

/// An engine for the game of that name, at its start position, everything switched off.
pub fn open(name: &str) -> Result<Box<dyn Engine>, String> {
    Ok(match name {
        "chess" => Box::new(GameEngine::new(chess::Chess::default())?),
        "connect-four" => Box::new(GameEngine::new(connect_four::ConnectFour)?),
        _ => return Err(format!("no game {name:?}; there are {}", GAMES.join(", "))),
    })
}

/// What tells the network inside the program from others; `None`: the game has none.
pub fn built_in_network(game: &str) -> Option<u64> {
    (game == "chess").then(|| chess::network::built_in().fingerprint())
}
