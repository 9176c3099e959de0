//! What laboratory and application must know of Lines of Action.
use super::{
    LinesOfAction,
    board::BothConnected,
    game::letter,
    lines::{SQUARES, WIDTH},
    tables::{self, LoaLearner},
};
use crate::kit::{
    BuiltIn, Kit, Thresholds,
    learning::Learner,
    svg::{self, Cell},
};
use niwaki_search::{
    GameEngine, GameRules,
    engine::{Engine, Rules},
    game::Game,
    node::BEST_EVAL,
};

/// The kit of Lines of Action, or of a variant.
pub struct LinesOfActionKit(BothConnected);

/// By the rules of the Computer Olympiad.
pub const KIT: LinesOfActionKit = LinesOfActionKit(BothConnected::Draw);
const MOVER_WINS: LinesOfActionKit = LinesOfActionKit(BothConnected::MoverWins);

impl LinesOfActionKit {
    fn game(&self) -> LinesOfAction {
        LinesOfAction::new(self.0)
    }
}

impl Kit for LinesOfActionKit {
    fn name(&self) -> &'static str {
        self.game().name()
    }

    fn about(&self) -> &'static str {
        match self.0 {
            BothConnected::Draw => "Lines of Action: connect all pieces; a move that connects both sides draws",
            BothConnected::MoverWins => "Lines of Action: a move that connects both sides wins",
        }
    }

    fn variants(&self) -> &'static [&'static dyn Kit] {
        match self.0 {
            BothConnected::Draw => &[&MOVER_WINS],
            BothConnected::MoverWins => &[],
        }
    }

    fn engine(&self) -> Result<Box<dyn Engine>, String> {
        Ok(Box::new(GameEngine::new(self.game())?))
    }

    fn rules(&self) -> Box<dyn Rules> {
        Box::new(GameRules::new(self.game()))
    }

    fn thresholds(&self) -> Thresholds {
        // A lost game may still look well: nothing but a proven win ends one early.
        Thresholds { resign: BEST_EVAL + 1, training_won: BEST_EVAL + 1, ..Thresholds::CENTIPAWNS }
    }

    fn bench_positions(&self) -> Result<Vec<String>, String> {
        Ok(include_str!("bench_positions.txt").lines().map(str::to_string).collect())
    }

    fn network(&self) -> Option<u64> {
        Some(tables::built_in().fingerprint())
    }

    fn learner(&self) -> Option<&'static dyn Learner> {
        Some(&LoaLearner)
    }

    fn recipes(&self) -> &'static [BuiltIn] {
        &[
            ("none", include_str!(data!("recipes/loa/none.toml"))),
            ("null-move", include_str!(data!("recipes/loa/null-move.toml"))),
            ("multi-cut", include_str!(data!("recipes/loa/multi-cut.toml"))),
            ("efp", include_str!(data!("recipes/loa/efp.toml"))),
            ("niwaki", include_str!(data!("recipes/loa/niwaki.toml"))),
        ]
    }

    fn default_recipe(&self) -> &'static str {
        "niwaki"
    }

    fn compared_recipes(&self) -> &'static [&'static str] {
        &["none", "null-move", "multi-cut", "efp", "niwaki"]
    }

    fn fitted_recipe(&self) -> &'static str {
        "null-move"
    }

    fn observed_recipe(&self) -> &'static str {
        "null-move"
    }

    fn suite(&self) -> Option<&'static str> {
        Some(include_str!(data!("suites/loa.txt")))
    }

    fn book(&self) -> Option<&'static str> {
        Some(include_str!(data!("suites/loa-openings.txt")))
    }

    fn picture(&self, position: &str) -> Result<String, String> {
        let pos = self.game().parse(position)?;
        let cells = (0..SQUARES).map(|square| {
            let (file, rank) = (square % WIDTH, square / WIDTH);
            let ground = if (file + rank) % 2 == 0 { "#c9a66b" } else { "#e6cfa0" };
            let inside = piece(letter(&pos, square));
            Cell { column: file as u32, row: (WIDTH - 1 - rank) as u32, ground, inside }
        });
        Ok(svg::board(&self.game().print(&pos), WIDTH as u32, WIDTH as u32, &cells.collect::<Vec<_>>()))
    }

    fn draw_reason(&self, _rules: &dyn Rules) -> &'static str {
        "both connected"
    }
}

fn piece(letter: char) -> String {
    let fill = match letter {
        'x' => "#222",
        'o' => "#fff",
        _ => return String::new(),
    };
    format!("<circle r=\"15\" fill=\"{fill}\" stroke=\"#222\"/>")
}
