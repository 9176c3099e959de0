//! The command line of Niwaki and its UCI and UGI front end.
pub mod bench;
mod calculators;
pub mod cancel;
pub mod cli;
mod collect;
mod compare;
mod duel;
mod experiment;
mod fit;
mod mine;
mod openings;
pub mod perft;
mod suite;
pub mod uci;
