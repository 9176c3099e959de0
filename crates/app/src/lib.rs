//! The command line of Niwaki and its UCI and UGI front end.
pub mod bench;
mod calculators;
pub mod cancel;
pub mod cli;
mod collect;
mod compare;
mod datagen;
mod duel;
mod fit;
mod mine;
mod openings;
pub mod perft;
mod suite;
mod train;
pub mod uci;
