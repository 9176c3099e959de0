//! The laboratory: recipes, suites and what is measured with them.
pub mod recipe;

pub use serde_json::json;
