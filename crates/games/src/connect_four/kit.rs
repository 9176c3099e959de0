//! What laboratory and application must know of Connect Four.
use super::{ConnectFour, Solver};
use crate::kit::{
    BuiltIn, ExactSolver, Kit, SolvedPosition, SolverOpener, Thresholds,
    svg::{self, Cell},
};
use niwaki_search::{
    GameEngine, GameRules,
    engine::{Engine, Rules},
    game::{Game, Position, Side},
    node::Score,
};

/// More than any evaluation reaches.
const GREATEST_EVALUATION: Score = 250;
const COLUMNS: u32 = 7;
const ROWS: u32 = 6;

impl ExactSolver for Solver {
    fn solve(&mut self, position: &str) -> Result<SolvedPosition, String> {
        let pos = ConnectFour.parse(position)?;
        let solved = Solver::solve(self, &pos);
        let mut after = pos;
        let mut line = Vec::new();
        for m in self.line(&pos) {
            line.push(ConnectFour.print_move(&after, m));
            after = after.play(m);
        }
        Ok(SolvedPosition { score: solved.points, line, nodes: solved.nodes })
    }
}

/// The kit of Connect Four.
pub struct ConnectFourKit;

impl Kit for ConnectFourKit {
    fn name(&self) -> &'static str {
        ConnectFour::NAME
    }

    fn about(&self) -> &'static str {
        "seven columns of six, four in a line win"
    }

    fn engine(&self) -> Result<Box<dyn Engine>, String> {
        Ok(Box::new(GameEngine::new(ConnectFour)?))
    }

    fn rules(&self) -> Box<dyn Rules> {
        Box::new(GameRules::new(ConnectFour))
    }

    fn thresholds(&self) -> Thresholds {
        Thresholds::by_proof(GREATEST_EVALUATION)
    }

    fn solver(&self) -> Option<SolverOpener> {
        Some(|megabytes| Box::new(Solver::new(megabytes)))
    }

    fn recipes(&self) -> &'static [BuiltIn] {
        &[
            ("none", include_str!(data!("recipes/connect-four/none.toml"))),
            ("multi-cut", include_str!(data!("recipes/connect-four/multi-cut.toml"))),
            ("niwaki", include_str!(data!("recipes/connect-four/niwaki.toml"))),
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

    fn suite(&self) -> Option<&'static str> {
        Some(include_str!(data!("suites/connect-four.txt")))
    }

    /// Lines of 12 plies whose exact value is a draw, or a win with one of the last two stones: made
    /// by `niwaki openings --exact 2`, as the head of the file says.
    fn book(&self) -> Option<&'static str> {
        Some(include_str!(data!("suites/connect-four-openings.txt")))
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "yellow",
            Side::Second => "red",
        }
    }

    fn picture(&self, position: &str) -> Result<String, String> {
        let pos = ConnectFour.parse(position)?;
        let text = ConnectFour.print(&pos);
        let columns: Vec<&str> = text.split('/').collect();
        let cells = (0..COLUMNS * ROWS).map(|index| {
            let (column, row) = (index % COLUMNS, index / COLUMNS);
            let stone = columns[column as usize].chars().nth((ROWS - 1 - row) as usize);
            Cell { column, row, ground: "#2b5fb4", inside: disc(stone) }
        });
        Ok(svg::board(&text, COLUMNS, ROWS, &cells.collect::<Vec<_>>()))
    }
}

fn disc(stone: Option<char>) -> String {
    let fill = match stone {
        Some('x') => "#f2c230",
        Some(_) => "#d83a2e",
        None => "#fff",
    };
    format!("<circle r=\"16\" fill=\"{fill}\"/>")
}
