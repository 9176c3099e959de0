//! What came of a fit: a table beside the paper's numbers, JSON, and the model's file.
use super::{Depths, Fit, GAME_NODES, Row, STRIDE, Settings, Source};
use crate::{setup::model, study::record::Run};
use niwaki_games::{Kit, kit::PublishedFit};
use niwaki_statistics::regression::Line;
use serde_json::{Value as Json, json};

/// The name of a stage; without one, of all together.
pub(super) fn stage_name(kit: &dyn Kit, stage: Option<usize>) -> &'static str {
    stage.map_or("all", |stage| kit.stages().get(stage).copied().unwrap_or("unknown"))
}

impl Row {
    /// What a paper has for the same.
    pub(super) fn published(&self, kit: &dyn Kit) -> Option<&'static PublishedFit> {
        let Depths { shallow, height } = self.depths;
        let key = (shallow, height, self.stage, self.bound);
        let fits = kit.published_fits()?.fits;
        fits.iter().find(|line| (line.shallow, line.height, line.stage, line.bound) == key)
    }

    /// The row on one line for people.
    fn line(&self, kit: &dyn Kit) -> String {
        let ours = match self.line {
            Some(Line { slope, offset, deviation, correlation, points }) => {
                format!("{slope:>6.3} {offset:>7.2} {deviation:>7.1} {correlation:>5.2} {points:>6}")
            }
            None => format!("{:>6} {:>7} {:>7} {:>5} {:>6}", "-", "-", "-", "-", "-"),
        };
        let number = |value: Option<f64>, width, digits| {
            value.map_or_else(|| format!("{:>width$}", "-"), |value| format!("{value:>width$.digits$}"))
        };
        let theirs = self.published(kit).map_or_else(String::new, |line| {
            let (offset, correlation) = (number(line.offset, 7, 2), number(line.correlation, 5, 2));
            format!("  | {:>6.3} {offset} {:>7.1} {correlation}", line.slope, line.deviation)
        });
        let pair = format!("({},{})", self.depths.shallow, self.depths.height);
        let (stage, bound, outside, decisive) = (stage_name(kit, self.stage), self.bound, self.outside, self.decisive);
        format!("{pair:<7} {stage:<13} {bound:>5} {ours} {outside:>7} {decisive:>5}{theirs}")
    }

    /// The row as one JSON object.
    pub fn to_json(self, kit: &dyn Kit) -> Json {
        json!({
            "shallow": self.depths.shallow,
            "height": self.depths.height,
            "stage": stage_name(kit, self.stage),
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
        let paper = self.kit.published_fits();
        // The same four numbers, from the paper.
        let head = paper.map_or_else(String::new, |paper| format!("  | {}", paper.authors));
        let mut lines = vec![
            format!("{} positions, {} more left out (side to move forced)", self.positions(), self.left_out),
            format!(
                "{:<7} {:<13} {:>5} {:>6} {:>7} {:>7} {:>5} {:>6} {:>7} {:>5}{head}",
                "pair", "stage", "bound", "a", "b", "sigma", "r", "n", "outside", "mates"
            ),
        ];
        lines.extend(self.rows.iter().map(|row| row.line(self.kit)));
        lines.extend(self.reliability_lines());
        lines
    }

    /// The summary as one JSON object.
    pub fn to_json(&self, run: &Run) -> Json {
        let plan = run.header.as_ref().map_or(&Json::Null, |header| &header["plan"]);
        json!({ "summary": {
            "game": self.kit.name(),
            "recipe": plan["recipe"]["name"],
            "source": plan["source"]["words"],
            "positions": self.positions(),
            "forced": self.left_out,
            "reliability": self.reliability_json(),
        }})
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
            self.recipe.evaluation(),
            self.hash
        ));
        head.push(format!(
            "Left out: {} positions with the side to move forced, so that {} are left;",
            fit.left_out,
            fit.positions()
        ));
        head.push(format!("of each pair the points with a shallow score beyond {bound}, and proven wins and losses."));
        let stages = self.kit.stages().iter().enumerate().map(|(number, name)| format!("{number} {name}"));
        head.push(format!("Stages: {}.", stages.collect::<Vec<_>>().join(", ")));
        model::write_prob_cut(game, &head, &fit.model_pairs(self))
    }
}
