//! The laboratory: recipes, suites, what is measured with them, and how sure it is.
pub mod model;
pub mod recipe;
pub mod self_play;
pub mod statistics;
pub mod suite;

pub use serde_json::{Value as Json, json};
