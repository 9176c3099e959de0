//! What laboratory and application must know of Abalone.
use super::{
    Abalone, Start,
    board::QUIET_DRAW,
    cells::ROWS,
    game::{letter, row_cells},
    tables::{self, AbaloneLearner},
};
use crate::kit::{BuiltIn, Kit, Thresholds, learning::Learner, svg};
use niwaki_search::{
    GameEngine, GameRules,
    engine::{Engine, Rules},
    game::Game,
    node::Depth,
    rank_statistics::Bins,
};
use std::{borrow::Cow, fmt::Write};

/// The kit of Abalone, or of a variant.
pub struct AbaloneKit(Start);

/// From the standard start.
pub const KIT: AbaloneKit = AbaloneKit(Start::Standard);
const BELGIAN: AbaloneKit = AbaloneKit(Start::Belgian);
const GERMAN: AbaloneKit = AbaloneKit(Start::German);

/// Fields of a position that make it; the others count plies and moves.
const PLACEMENT_FIELDS: usize = 4;
/// More moves than most positions have: ranks up to it are told apart by RankCut.
const GREATEST_RANK: i32 = 80;
/// Deeper nodes are too few in games for statistics; they are taken for nodes of this depth.
const GREATEST_DEPTH: Depth = 3;
/// A row of the picture is lower than a cell is wide, so that circles touch.
const ROW_HEIGHT: usize = 35;

impl AbaloneKit {
    fn game(&self) -> Abalone {
        Abalone::new(self.0)
    }
}

impl Kit for AbaloneKit {
    fn name(&self) -> &'static str {
        self.game().name()
    }

    fn about(&self) -> &'static str {
        match self.0 {
            Start::Standard => "Abalone: push six marbles off the board",
            Start::Belgian => "Abalone from the Belgian daisy",
            Start::German => "Abalone from the German daisy",
        }
    }

    fn variants(&self) -> &'static [&'static dyn Kit] {
        match self.0 {
            Start::Standard => &[&BELGIAN, &GERMAN],
            _ => &[],
        }
    }

    fn engine(&self) -> Result<Box<dyn Engine>, String> {
        Ok(Box::new(GameEngine::new(self.game())?))
    }

    fn rules(&self) -> Box<dyn Rules> {
        Box::new(GameRules::new(self.game()))
    }

    fn thresholds(&self) -> Thresholds {
        // Most moves differ by little: what stands out is less than in chess. A game is given up
        // when four marbles are missing.
        Thresholds { mined_gain: 10, mined_margin: 25, resign: 500, opening_window: 40, ..Thresholds::CENTIPAWNS }
    }

    fn rank_bins(&self) -> Bins {
        Bins { rank: GREATEST_RANK, depth: GREATEST_DEPTH, ..Bins::of_unit(self.unit()) }
    }

    fn bench_positions(&self) -> Result<Vec<String>, String> {
        Ok(include_str!("bench_positions.txt").lines().map(str::to_string).collect())
    }

    fn network(&self) -> Option<u64> {
        Some(tables::built_in().fingerprint())
    }

    fn learner(&self) -> Option<&'static dyn Learner> {
        Some(&AbaloneLearner)
    }

    fn recipes(&self) -> &'static [BuiltIn] {
        &[
            ("none", include_str!(data!("recipes/abalone/none.toml"))),
            ("null-move", include_str!(data!("recipes/abalone/null-move.toml"))),
            ("multi-cut", include_str!(data!("recipes/abalone/multi-cut.toml"))),
            ("efp", include_str!(data!("recipes/abalone/efp.toml"))),
            ("rankcut", include_str!(data!("recipes/abalone/rankcut.toml"))),
            ("niwaki", include_str!(data!("recipes/abalone/niwaki.toml"))),
        ]
    }

    fn default_recipe(&self) -> &'static str {
        "niwaki"
    }

    fn compared_recipes(&self) -> &'static [&'static str] {
        &["none", "null-move", "multi-cut", "efp", "rankcut", "niwaki"]
    }

    fn fitted_recipe(&self) -> &'static str {
        "null-move"
    }

    fn observed_recipe(&self) -> &'static str {
        "null-move"
    }

    fn models(&self) -> &'static [BuiltIn] {
        &[("abalone-rank-cut", include_str!(data!("models/abalone-rank-cut.toml")))]
    }

    /// The positions come from games from the standard start; the daisies are other openings of the
    /// same game.
    fn suite(&self) -> Option<&'static str> {
        (self.0 == Start::Standard).then_some(include_str!(data!("suites/abalone.txt")))
    }

    fn book(&self) -> Option<&'static str> {
        match self.0 {
            Start::Standard => Some(include_str!(data!("suites/abalone-openings.txt"))),
            Start::Belgian => Some(include_str!(data!("suites/abalone-belgian-openings.txt"))),
            Start::German => None,
        }
    }

    fn placement<'a>(&self, position: &'a str) -> Cow<'a, str> {
        let end = position.match_indices(' ').nth(PLACEMENT_FIELDS - 1).map_or(position.len(), |(place, _)| place);
        Cow::Borrowed(&position[..end])
    }

    fn picture(&self, position: &str) -> Result<String, String> {
        let pos = self.game().parse(position)?;
        let cell = svg::CELL as usize;
        let mut inside = String::new();
        for row in 0..ROWS {
            let left = row.abs_diff(ROWS / 2) * cell / 2 + cell / 2;
            for (place, bit) in row_cells(row).enumerate() {
                let (x, y) = (left + place * cell, (ROWS - 1 - row) * ROW_HEIGHT + cell / 2);
                let fill = match letter(&pos, bit) {
                    's' => "#222",
                    'S' => "#fff",
                    _ => "#b9977a",
                };
                // Writing to a text cannot fail.
                let _ = write!(inside, "<circle cx=\"{x}\" cy=\"{y}\" r=\"17\" fill=\"{fill}\" stroke=\"#5b4636\"/>");
            }
        }
        let (width, height) = (ROWS * cell, (ROWS - 1) * ROW_HEIGHT + cell);
        Ok(svg::picture(&self.game().print(&pos), width as u32, height as u32, &inside))
    }

    fn loss_reason(&self, _rules: &dyn Rules) -> &'static str {
        "six marbles"
    }

    fn draw_reason(&self, rules: &dyn Rules) -> &'static str {
        let position = rules.position();
        let quiet = position.split(' ').nth(PLACEMENT_FIELDS).and_then(|word| word.parse::<u16>().ok());
        if quiet.is_some_and(|plies| plies >= QUIET_DRAW) { "hundred plies" } else { "no moves" }
    }
}
