//! What is built in: recipes, suite, book, bench positions.
use crate::kit::BuiltIn;

macro_rules! recipe {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../../../recipes/othello/", $name, ".toml")))
    };
}

pub(super) const RECIPES: &[BuiltIn] =
    &[recipe!("none"), recipe!("multi-cut"), recipe!("null-move"), recipe!("niwaki")];
pub(super) const COMPARED: &[&str] = &["none", "multi-cut", "niwaki"];
pub(super) const SUITE: &str = include_str!("../../../../../suites/othello.txt");
pub(super) const BOOK: &str = include_str!("../../../../../suites/othello-openings.txt");
pub(super) const BENCH: &str = include_str!("../bench_positions.txt");
