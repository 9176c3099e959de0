//! What came of a fit: a table beside the paper's numbers, JSON, and the model's file.
use super::{Depths, Fit, GAME_NODES, Row, STRIDE, Settings, Source};
use crate::{
    setup::model::{self, STAGES},
    study::record::Run,
};
use niwaki_search::node::Score;
use niwaki_statistics::regression::Line;
use serde_json::{Value as Json, json};

/// A line of Jiang & Buro (2003): Crafty 18.15, about 2,700 positions.
pub(super) struct Published {
    shallow: i32,
    height: i32,
    stage: Option<usize>,
    bound: Score,
    pub(super) slope: f64,
    pub(super) offset: Option<f64>,
    pub(super) deviation: f64,
    pub(super) correlation: Option<f64>,
}

/// Their table 1, and the two pooled fits of the text. The signs of the offsets are lost
/// in print; they are those of the copy in the chess programming wiki.
const PUBLISHED: [Published; 6] = [
    published((3, 5), Some(0), 300, 0.998, Some(-7.0), 55.8, Some(0.90)),
    published((3, 5), Some(1), 300, 1.026, Some(-4.1), 51.8, Some(0.94)),
    published((4, 8), Some(0), 300, 1.02, Some(2.36), 82.0, Some(0.82)),
    published((4, 8), Some(1), 300, 1.11, Some(1.75), 75.0, Some(0.90)),
    published((4, 8), None, 300, 1.07, None, 83.0, None),
    published((4, 8), None, 1000, 1.13, None, 103.0, None),
];

const fn published(
    (shallow, height): (i32, i32),
    stage: Option<usize>,
    bound: Score,
    slope: f64,
    offset: Option<f64>,
    deviation: f64,
    correlation: Option<f64>,
) -> Published {
    Published { shallow, height, stage, bound, slope, offset, deviation, correlation }
}

pub(super) fn stage_name(stage: Option<usize>) -> &'static str {
    stage.map_or("all", |stage| STAGES[stage])
}

impl Row {
    pub(super) fn published(&self) -> Option<&'static Published> {
        let Depths { shallow, height } = self.depths;
        let key = (shallow, height, self.stage, self.bound);
        PUBLISHED.iter().find(|line| (line.shallow, line.height, line.stage, line.bound) == key)
    }

    /// The row on one line for people.
    fn line(&self, paper: bool) -> String {
        let ours = match self.line {
            Some(Line { slope, offset, deviation, correlation, points }) => {
                format!("{slope:>6.3} {offset:>7.2} {deviation:>7.1} {correlation:>5.2} {points:>6}")
            }
            None => format!("{:>6} {:>7} {:>7} {:>5} {:>6}", "-", "-", "-", "-", "-"),
        };
        let number = |value: Option<f64>, width, digits| {
            value.map_or_else(|| format!("{:>width$}", "-"), |value| format!("{value:>width$.digits$}"))
        };
        let theirs = self.published().filter(|_| paper).map_or_else(String::new, |line| {
            let (offset, correlation) = (number(line.offset, 7, 2), number(line.correlation, 5, 2));
            format!("  | {:>6.3} {offset} {:>7.1} {correlation}", line.slope, line.deviation)
        });
        let pair = format!("({},{})", self.depths.shallow, self.depths.height);
        let (stage, bound, outside, decisive) = (stage_name(self.stage), self.bound, self.outside, self.decisive);
        format!("{pair:<7} {stage:<11} {bound:>5} {ours} {outside:>7} {decisive:>5}{theirs}")
    }

    /// The row as one JSON object.
    pub fn to_json(self) -> Json {
        json!({
            "shallow": self.depths.shallow,
            "height": self.depths.height,
            "stage": stage_name(self.stage),
            "bound": self.bound,
            "slope": self.line.map(|line| line.slope),
            "offset": self.line.map(|line| line.offset),
            "deviation": self.line.map(|line| line.deviation),
            "correlation": self.line.map(|line| line.correlation),
            "points": self.line.map_or(0, |line| line.points),
            "outside": self.outside,
            "decisive": self.decisive,
        })
    }
}

impl Source {
    /// Where the positions come from, in words.
    pub(super) fn words(&self) -> String {
        match self {
            Source::File { name, .. } => name.clone(),
            Source::SelfPlay { count, seed } => {
                format!("{count} of games against itself, every {STRIDE}th, {GAME_NODES} nodes a move, seed {seed}")
            }
        }
    }
}

impl Fit {
    /// The fits as a table, beside the paper's numbers where these are of the same game.
    pub fn lines(&self) -> Vec<String> {
        let paper = self.beside_paper();
        let head = if paper { "  | Jiang & Buro: a, b, sigma, r" } else { "" };
        let mut lines = vec![
            format!("{} positions, {} more left out (side to move forced)", self.positions(), self.left_out),
            format!(
                "{:<7} {:<11} {:>5} {:>6} {:>7} {:>7} {:>5} {:>6} {:>7} {:>5}{head}",
                "pair", "stage", "bound", "a", "b", "sigma", "r", "n", "outside", "mates"
            ),
        ];
        lines.extend(self.rows.iter().map(|row| row.line(paper)));
        lines
    }

    /// The summary as one JSON object.
    pub fn to_json(&self, run: &Run) -> Json {
        let plan = run.header.as_ref().map_or(&Json::Null, |header| &header["plan"]);
        json!({ "summary": {
            "game": self.game,
            "recipe": plan["recipe"]["name"],
            "source": plan["source"]["words"],
            "positions": self.positions(),
            "forced": self.left_out,
        }})
    }

    /// Whether the paper's numbers are of this game.
    pub(super) fn beside_paper(&self) -> bool {
        self.game == niwaki_games::kit::ALL[0].name()
    }
}

impl Settings {
    /// The model as a file, with a head that says how it was made.
    pub fn model(&self, fit: &Fit) -> String {
        let bound = self.bounds.first().copied().unwrap_or_default();
        let game = self.kit.name();
        let mut head = vec![
            format!("How shallow searches of {game} predict deep ones, for ProbCut."),
            format!("Made by `niwaki fit probcut`, version {}.", env!("CARGO_PKG_VERSION")),
            format!("Positions: {}.", self.source.words()),
        ];
        if let Some(few) = self.few {
            head.push(format!("Heights above {}: at most {} of them, spread evenly.", few.above, few.count));
        }
        head.push(format!(
            "Searches: recipe {}, evaluation {}, table {} MiB, cleared each time.",
            self.recipe.name,
            self.recipe.evaluation(game),
            self.hash
        ));
        head.push(format!(
            "Left out: {} positions with the side to move forced, so that {} are left;",
            fit.left_out,
            fit.positions()
        ));
        head.push(format!("of each pair the points with a shallow score beyond {bound}, and proven wins and losses."));
        head.push(format!("Stages: 0 {}, 1 {}.", STAGES[0], STAGES[1]));
        model::write_prob_cut(&head, &fit.model_pairs(self))
    }
}
