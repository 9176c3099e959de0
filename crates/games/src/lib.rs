//! Niwaki: games.
pub mod chess;
pub mod perft;
