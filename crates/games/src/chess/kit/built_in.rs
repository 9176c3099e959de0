//! The built-in files of chess, and figures of papers.
use crate::kit::{BuiltIn, PublishedFit, PublishedFits};
use niwaki_search::node::{Depth, Score};

/// Positions from games that were played for this purpose, and six endings made by hand:
/// opposition, zugzwang, a back rank, bishops of one colour.
pub(super) const BENCH: &str = include_str!("../bench_positions.txt");
/// Positions that `niwaki mine` found.
pub(super) const SUITE: &str = include_str!(data!("suites/chess.epd"));
/// Its first lines say how it was made.
pub(super) const BOOK: &str = include_str!(data!("suites/openings.epd"));

/// The recipes, in the order in which they are listed.
pub(super) const RECIPES: &[BuiltIn] = &[
    ("none", include_str!(data!("recipes/chess/none.toml"))),
    ("null-move", include_str!(data!("recipes/chess/null-move.toml"))),
    ("multi-cut", include_str!(data!("recipes/chess/multi-cut.toml"))),
    ("multi-cut-enhanced", include_str!(data!("recipes/chess/multi-cut-enhanced.toml"))),
    ("turk", include_str!(data!("recipes/chess/turk.toml"))),
    ("turk-mc", include_str!(data!("recipes/chess/turk-mc.toml"))),
    ("turk-variable", include_str!(data!("recipes/chess/turk-variable.toml"))),
    ("turk-t10", include_str!(data!("recipes/chess/turk-t10.toml"))),
    ("turk-t20", include_str!(data!("recipes/chess/turk-t20.toml"))),
    ("z-none", include_str!(data!("recipes/chess/z-none.toml"))),
    ("z-nm", include_str!(data!("recipes/chess/z-nm.toml"))),
    ("z-thesis", include_str!(data!("recipes/chess/z-thesis.toml"))),
    ("z-1", include_str!(data!("recipes/chess/z-1.toml"))),
    ("z-2", include_str!(data!("recipes/chess/z-2.toml"))),
    ("z-ind", include_str!(data!("recipes/chess/z-ind.toml"))),
    ("z-trans", include_str!(data!("recipes/chess/z-trans.toml"))),
    ("z-cut", include_str!(data!("recipes/chess/z-cut.toml"))),
    ("z-3", include_str!(data!("recipes/chess/z-3.toml"))),
    ("z-main", include_str!(data!("recipes/chess/z-main.toml"))),
    ("efp", include_str!(data!("recipes/chess/efp.toml"))),
    ("probcut", include_str!(data!("recipes/chess/probcut.toml"))),
    ("mpc", include_str!(data!("recipes/chess/mpc.toml"))),
    ("crafty", include_str!(data!("recipes/chess/crafty.toml"))),
    ("rankcut", include_str!(data!("recipes/chess/rankcut.toml"))),
    ("rankcut-alpha", include_str!(data!("recipes/chess/rankcut-alpha.toml"))),
    ("modern", include_str!(data!("recipes/chess/modern.toml"))),
    ("niwaki", include_str!(data!("recipes/chess/niwaki.toml"))),
    ("niwaki-risk", include_str!(data!("recipes/chess/niwaki-risk.toml"))),
];

/// What fits and collections have written.
pub(super) const MODELS: &[BuiltIn] = &[
    ("chess-prob-cut", include_str!(data!("models/chess-prob-cut.toml"))),
    ("chess-rank-cut", include_str!(data!("models/chess-rank-cut.toml"))),
    ("chess-risk", include_str!(data!("models/chess-risk.toml"))),
];

/// Jiang & Buro (2003), with Crafty 18.15 and about 2,700 positions: their table 1, and the two
/// pooled fits of the text. The signs of the offsets are lost in print; they are those of the
/// copy in the chess programming wiki.
pub(super) const JIANG_BURO: PublishedFits = PublishedFits {
    authors: "Jiang & Buro",
    fits: &[
        fit((3, 5), Some(0), 300, [0.998, 55.8], Some(-7.0), Some(0.90)),
        fit((3, 5), Some(1), 300, [1.026, 51.8], Some(-4.1), Some(0.94)),
        fit((4, 8), Some(0), 300, [1.02, 82.0], Some(2.36), Some(0.82)),
        fit((4, 8), Some(1), 300, [1.11, 75.0], Some(1.75), Some(0.90)),
        fit((4, 8), None, 300, [1.07, 83.0], None, None),
        fit((4, 8), None, 1000, [1.13, 103.0], None, None),
    ],
};

const fn fit(
    (shallow, height): (Depth, Depth),
    stage: Option<usize>,
    bound: Score,
    [slope, deviation]: [f64; 2],
    offset: Option<f64>,
    correlation: Option<f64>,
) -> PublishedFit {
    PublishedFit { shallow, height, stage, bound, slope, offset, deviation, correlation }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_bench_has_about_forty_positions_and_none_twice() {
        let different: HashSet<&str> = BENCH.lines().collect();
        assert!((35..=50).contains(&different.len()) && different.len() == BENCH.lines().count());
    }

    #[test]
    fn the_book_says_how_it_was_made() {
        assert!(BOOK.starts_with("# "));
    }
}
