//! The laboratory: recipes, suites and what is measured with them.
pub mod collect;
pub mod model;
pub mod recipe;
pub mod self_play;
pub mod suite;

pub use serde_json::json;
