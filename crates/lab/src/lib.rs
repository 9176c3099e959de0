//! The laboratory: recipes, suites, what is measured with them, and how sure it is.
pub mod collect;
pub mod compare;
pub mod datagen;
pub mod duel;
pub mod experiment;
pub mod fit;
mod iterations;
pub mod merge;
pub mod mine;
pub mod model;
pub mod networks;
pub mod openings;
pub mod question;
pub mod recipe;
pub mod record;
pub mod regression;
pub mod report;
pub mod reproduce;
#[cfg(test)]
mod scratch;
pub mod self_play;
pub mod shard;
pub mod statistics;
pub mod suite;
pub mod sweep;
pub mod train;
pub mod tune;
mod workers;

pub use serde_json::{Value as Json, json};
