//! The games, in one list.
use crate::{
    abalone,
    chess::kit::ChessKit,
    connect_four::kit::ConnectFourKit,
    kit::Kit,
    lines_of_action,
    othello::kit::OthelloKit,
    synthetic::{Synthetic, kit::SyntheticKit},
};

/// The games. The first is the default.
pub const ALL: &[&dyn Kit] = &[
    &ChessKit,
    &ConnectFourKit,
    &OthelloKit,
    &lines_of_action::kit::KIT,
    &abalone::kit::KIT,
    &SyntheticKit(Synthetic::Correlated),
];

/// All games and variants.
fn all() -> impl Iterator<Item = &'static dyn Kit> {
    ALL.iter().flat_map(|kit| std::iter::once(*kit).chain(kit.variants().iter().copied()))
}

/// The game of that name.
pub fn find(name: &str) -> Result<&'static dyn Kit, String> {
    all().find(|kit| kit.name() == name).ok_or_else(|| format!("no game {name:?}; there are {}", names().join(", ")))
}

/// The names of all games and variants.
pub fn names() -> Vec<&'static str> {
    all().map(|kit| kit.name()).collect()
}
