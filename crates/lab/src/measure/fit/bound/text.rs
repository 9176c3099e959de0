//! A fit at the bound: a table, JSON, a page, and the model's file.
use super::{BoundFit, Curve, Settings};
use crate::{
    measure::fit::{self, text::stage_name},
    report::{Axis, Calibration, Form, Page, Predicted, grouped, headline, percent},
    setup::model,
    study::record::Run,
};
use niwaki_games::Kit;
use niwaki_statistics::intervals::wilson;
use serde_json::{Value as Json, json};

const NOTHING: &str = "-";

impl Curve {
    fn name(&self, kit: &dyn Kit) -> String {
        format!("depth {} from {}, {}", self.depths.height, self.depths.shallow, stage_name(kit, Some(self.stage)))
    }

    /// Offset and deviation, or that there is none.
    fn numbers(&self) -> [String; 2] {
        self.line.map_or_else(
            || [NOTHING.to_string(), NOTHING.to_string()],
            |[offset, deviation]| [format!("{offset:+.1}"), format!("{deviation:.1}")],
        )
    }

    fn share(&self) -> f64 {
        self.points[1] as f64 / self.points[0].max(1) as f64
    }

    /// The curve as one JSON object.
    pub fn to_json(&self, kit: &dyn Kit) -> Json {
        json!({
            "shallow": self.depths.shallow,
            "height": self.depths.height,
            "stage": stage_name(kit, Some(self.stage)),
            "points": self.points[0],
            "reach": self.points[1],
            "outside": self.outside,
            "offset": self.line.map(|line| line[0]),
            "deviation": self.line.map(|line| line[1]),
        })
    }

    fn picture(&self, kit: &dyn Kit) -> String {
        let axis = |label: &str| Axis { form: Form::Percent, ..Axis::linear(label) };
        let group = |&(points, predicted, observed): &(u64, f64, u64)| Predicted {
            predicted: predicted / points as f64,
            observed: observed as f64 / points as f64,
            interval: wilson(observed, points),
        };
        let calibration = Calibration {
            title: format!("Chance to reach beta: {}", self.name(kit)),
            x: axis("predicted"),
            y: axis("observed"),
            groups: self.bands.iter().map(group).collect(),
        };
        calibration.svg()
    }
}

impl BoundFit {
    /// The curves as a table.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("{} games, {} nodes and {} of questions", self.games, self.nodes[0], self.nodes[1]),
            format!(
                "{:<7} {:<11} {:>7} {:>8} {:>7} {:>7} {:>7}",
                "pair", "stage", "points", "reach", "b", "sigma", "outside"
            ),
        ];
        lines.extend(self.curves.iter().map(|curve| {
            let pair = format!("({},{})", curve.depths.shallow, curve.depths.height);
            let (stage, [offset, deviation]) = (stage_name(self.kit, Some(curve.stage)), curve.numbers());
            let (points, share, outside) = (curve.points[0], percent(curve.share()), curve.outside);
            format!("{pair:<7} {stage:<11} {points:>7} {share:>8} {offset:>7} {deviation:>7} {outside:>7}")
        }));
        lines
    }

    /// The summary as one JSON object.
    pub fn to_json(&self, run: &Run) -> Json {
        let plan = run.header.as_ref().map_or(&Json::Null, |header| &header["plan"]);
        json!({ "summary": {
            "game": self.kit.name(),
            "recipe": plan["recipe"]["name"],
            "games": self.games,
            "nodes": self.nodes[0],
            "asked_nodes": self.nodes[1],
        }})
    }

    /// The report as one HTML file.
    pub(super) fn page(&self, run: &Run) -> String {
        let header = run.header.as_ref().unwrap_or(&Json::Null);
        let points: usize = self.curves.iter().map(|curve| curve.points[0]).sum();
        let title = format!("Niwaki: fit of ProbCut at the bound, {} points", grouped(points as u64));
        let points = grouped(points as u64);
        let finding = format!(
            "{points} nodes of trees show how often a shallow score on one side of beta holds in a deep search."
        );
        let progress = fit::numbering(header, None).map_or([0; 2], |numbering| numbering.progress(run));
        let mut page = Page::new(&title, &headline(&finding, progress, "games"));
        page.paragraph(
            "Nodes of the tree off the principal variation, with an evaluation near beta. The chance that the deep \
             search reaches beta is a curve of the shallow score less beta; sigma is the deviation of the normal \
             distribution nearest to it, b what the shallow score is to be raised by.",
        );
        let rows = self.curves.iter().map(|curve| {
            let [offset, deviation] = curve.numbers();
            let (points, outside) = (grouped(curve.points[0] as u64), grouped(curve.outside as u64));
            vec![curve.name(self.kit), points, percent(curve.share()), offset, deviation, outside]
        });
        page.table(&["pair", "points", "reach beta", "b", "sigma", "too far away"], &rows.collect::<Vec<_>>());
        let drawn = self.curves.iter().filter(|curve| curve.line.is_some());
        let pictures: Vec<(String, &str)> = drawn
            .map(|curve| (curve.picture(self.kit), "On the line, as many nodes reach beta as were predicted."))
            .collect();
        page.pictures(&pictures);
        page.repeat(header);
        page.finish_for(header)
    }
}

impl Settings {
    /// The model as a file, with a head that says how it was made.
    pub fn model(&self, fit: &BoundFit) -> String {
        let game = self.recipe.kit.name();
        let stages = self.recipe.kit.stages().iter().enumerate().map(|(number, name)| format!("{number} {name}"));
        let head = [
            format!("How shallow searches of {game} predict whether a node near its bound reaches it, for ProbCut."),
            format!("Made by `niwaki fit probcut --at-bound`, version {}.", env!("CARGO_PKG_VERSION")),
            format!("Nodes: of searches in {} games against itself, seed {}.", fit.games, self.seed),
            format!("Evaluation and shallow score at most {} from beta.", self.near),
            format!("Searches: recipe {}, evaluation {}.", self.recipe.name, self.recipe.evaluation()),
            format!("Stages: {}.", stages.collect::<Vec<_>>().join(", ")),
        ];
        model::write_prob_cut(game, &head, &fit.model_pairs(self))
    }
}
