//! What is built in: recipes, models, suite, book, bench positions.
use crate::kit::BuiltIn;

macro_rules! recipe {
    ($name:literal) => {
        ($name, include_str!(data!("recipes/othello/", $name, ".toml")))
    };
}

macro_rules! model {
    ($name:literal) => {
        ($name, include_str!(data!("models/", $name, ".toml")))
    };
}

pub(super) const RECIPES: &[BuiltIn] = &[
    recipe!("none"),
    recipe!("probcut"),
    recipe!("mpc-1997"),
    recipe!("mpc"),
    recipe!("multi-cut"),
    recipe!("rankcut"),
    recipe!("null-move"),
    recipe!("niwaki"),
];
pub(super) const MODELS: &[BuiltIn] =
    &[model!("othello-prob-cut"), model!("othello-mpc-1997"), model!("othello-rank-cut")];
pub(super) const COMPARED: &[&str] = &["none", "probcut", "mpc-1997", "mpc", "multi-cut", "rankcut", "niwaki"];
pub(super) const SUITE: &str = include_str!(data!("suites/othello.txt"));
pub(super) const BOOK: &str = include_str!(data!("suites/othello-openings.txt"));
pub(super) const BENCH: &str = include_str!("../bench_positions.txt");
