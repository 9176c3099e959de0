//! The command line of Niwaki and its UCI and UGI front end.
pub mod bench;
pub mod cancel;
pub mod cli;
mod commands;
pub mod perft;
mod printable;
pub mod uci;
