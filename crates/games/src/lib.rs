//! Niwaki's games: rules, notation and evaluation of each, behind one door.
//!
//! [`open`] is the only place where the search is compiled for a game; everything else in
//! laboratory and command line holds a `Box<dyn Engine>`, or what [`rules`] gives, a
//! `Box<dyn Rules>`, where nothing is searched.
use niwaki_search::{
    GameEngine, GameRules,
    engine::{Engine, Rules},
};

pub mod chess;
pub mod conformance;
pub mod connect_four;

/// Names of the games.
pub const GAMES: &[&str] = &["chess", "connect-four"];

/// An engine for the game of that name, at its start position, everything switched off.
pub fn open(name: &str) -> Result<Box<dyn Engine>, String> {
    Ok(match name {
        "chess" => Box::new(GameEngine::new(chess::Chess::default())?),
        "connect-four" => Box::new(GameEngine::new(connect_four::ConnectFour)?),
        _ => return Err(unknown(name)),
    })
}

/// The rules of the game of that name, at its start position: no table, no network.
pub fn rules(name: &str) -> Result<Box<dyn Rules>, String> {
    Ok(match name {
        "chess" => Box::new(GameRules::new(chess::Chess::default())),
        "connect-four" => Box::new(GameRules::new(connect_four::ConnectFour)),
        _ => return Err(unknown(name)),
    })
}

fn unknown(name: &str) -> String {
    format!("no game {name:?}; there are {}", GAMES.join(", "))
}

/// What tells the network inside the program from others; `None`: the game has none.
pub fn built_in_network(game: &str) -> Option<u64> {
    (game == "chess").then(|| chess::network::built_in().fingerprint())
}
