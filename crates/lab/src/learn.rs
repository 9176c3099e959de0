//! What learns from games: training data, networks, parameters.
pub mod datagen;
pub mod networks;
pub mod train;
pub mod tune;
