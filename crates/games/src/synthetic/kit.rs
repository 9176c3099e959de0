//! What laboratory and application must know of the synthetic games.
use super::{Board, Branch, STEP, Synthetic, solver, text, tree::Steps};
use crate::kit::{
    BuiltIn, ExactSolver, Kit, SolvedPosition, SolverOpener, Thresholds,
    svg::{self, Cell},
};
use niwaki_search::{
    GameEngine, GameRules,
    engine::{Engine, Rules},
    game::{Game, Position},
};

/// Trees of the bench.
const BENCH_TREES: u32 = 8;
/// No evaluation is greater: a step for every ply, and what noise a law of some use adds.
const GREATEST_EVALUATION: i32 = 100 * STEP;

/// Solves by looking at every node that counts.
struct Exact;

impl ExactSolver for Exact {
    fn solve(&mut self, position: &str) -> Result<SolvedPosition, String> {
        let (score, line, nodes) = solver::solve(&text::parse(position)?);
        Ok(SolvedPosition { score, line: line.iter().map(|m| m.0.to_string()).collect(), nodes })
    }
}

/// The kit of a variant.
pub struct SyntheticKit(pub Synthetic);

impl Kit for SyntheticKit {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn about(&self) -> &'static str {
        match self.0 {
            Synthetic::Correlated => "random trees in which sibling leaves are alike, to a degree that can be set",
            Synthetic::PGame => "P-games: every leaf is won or lost on its own",
            Synthetic::NGame => "N-games: every edge is a step up or down",
        }
    }

    fn variants(&self) -> &'static [&'static dyn Kit] {
        match self.0 {
            Synthetic::Correlated => &[&SyntheticKit(Synthetic::PGame), &SyntheticKit(Synthetic::NGame)],
            Synthetic::PGame | Synthetic::NGame => &[],
        }
    }

    fn engine(&self) -> Result<Box<dyn Engine>, String> {
        Ok(Box::new(GameEngine::new(self.0)?))
    }

    fn rules(&self) -> Box<dyn Rules> {
        Box::new(GameRules::new(self.0))
    }

    /// The first trees of the size at which the variant starts.
    fn bench_positions(&self) -> Result<Vec<String>, String> {
        let tree = self.0.start().tree;
        Ok((1..=BENCH_TREES).map(|seed| text::print(&Board::root(tree.with_seed(seed)))).collect())
    }

    fn thresholds(&self) -> Thresholds {
        Thresholds::by_proof(GREATEST_EVALUATION)
    }

    fn solver(&self) -> Option<SolverOpener> {
        Some(|_megabytes| Box::new(Exact))
    }

    fn recipes(&self) -> &'static [BuiltIn] {
        &[
            ("none", include_str!(data!("recipes/synthetic/none.toml"))),
            ("multi-cut", include_str!(data!("recipes/synthetic/multi-cut.toml"))),
            ("niwaki", include_str!(data!("recipes/synthetic/niwaki.toml"))),
        ]
    }

    fn default_recipe(&self) -> &'static str {
        "niwaki"
    }

    fn compared_recipes(&self) -> &'static [&'static str] {
        &["none", "multi-cut", "niwaki"]
    }

    /// A model of ProbCut must not be fitted to searches that leave moves out.
    fn fitted_recipe(&self) -> &'static str {
        "none"
    }

    fn observed_recipe(&self) -> &'static str {
        "none"
    }

    /// A cell for every ply: the branch that was taken, on the colour of its edge.
    fn picture(&self, position: &str) -> Result<String, String> {
        let pos = text::parse(position)?;
        let mut board = Board::root(pos.tree);
        let mut cells = Vec::new();
        for (column, m) in pos.path().enumerate() {
            let before = board.sum();
            board = board.play(Branch(m.into()));
            let inside = format!("<text text-anchor=\"middle\" dominant-baseline=\"central\">{m}</text>");
            cells.push(Cell { column: column as u32, row: 0, ground: colour(board.sum() - before), inside });
        }
        let rest = cells.len()..usize::from(pos.tree.depth);
        cells.extend(rest.map(|column| Cell { column: column as u32, row: 0, ground: "#eee", inside: String::new() }));
        Ok(svg::board(&text::print(&pos), cells.len() as u32, 1, &cells))
    }
}

/// Green for the first player, red for the second.
fn colour(edge: Steps) -> &'static str {
    match edge {
        1.. => "#9fd39f",
        0 => "#ccc",
        _ => "#e7a6a0",
    }
}
