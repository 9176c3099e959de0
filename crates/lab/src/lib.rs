//! The laboratory: recipes, suites and what is measured with them.
pub mod collect;
pub mod fit;
pub mod model;
pub mod recipe;
pub mod regression;
pub mod self_play;
pub mod suite;
mod workers;

pub use serde_json::json;
