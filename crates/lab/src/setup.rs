//! What a search is set up with: recipes of methods, and the models that methods read.
pub mod model;
pub mod recipe;
