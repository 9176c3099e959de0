//! A suite in words for people and in JSON.
use super::Summary;
use crate::{
    measure::{
        compare::{Part, SHORT_METHOD_HEAD, method_cells},
        part::part_headline,
        question::{self, Points},
        trial::Trial,
    },
    report::{align, ends},
};
use niwaki_search::node::Score;
use niwaki_statistics::intervals::solved_error;
use serde_json::{Value as Json, json};

impl Trial {
    /// The trial on one line for people.
    pub fn line(&self) -> String {
        let verdict = match (&self.fault, self.solved) {
            (Some(_), _) => "fault",
            (None, Some(true)) => "solved",
            (None, Some(false)) => "failed",
            (None, None) => "-",
        };
        let (number, best, score) = (self.number, self.best.as_deref().unwrap_or("-"), score_words(self.score));
        let (depth, nodes, seconds) = (self.depth, self.nodes, self.seconds);
        let points = self.points.map(|points| format!(" {}/{} points", points.got, points.most)).unwrap_or_default();
        let fault = self.fault.as_ref().map(|fault| format!(": {fault}")).unwrap_or_default();
        format!(
            "{number:>4} {verdict:<6} {best:<8} {score:>6} depth {depth:>2} {nodes:>10} nodes {seconds:>8.3} s{points}  {}{fault}",
            self.id
        )
    }
}

fn score_words(score: Score) -> String {
    question::mate(score).map_or_else(|| format!("{score:+}"), |moves| format!("#{moves}"))
}

impl Summary {
    /// The paper's standard error of the number of solved positions.
    fn solved_error(&self) -> Option<f64> {
        solved_error(self.row.solved, self.row.asked)
    }

    fn solved_words(&self) -> String {
        let row = &self.row;
        let (Some(rate), Some(error)) = (row.rate, self.solved_error()) else { return "no question".to_string() };
        let share = 100.0 * row.solved as f64 / row.asked as f64;
        let (low, high) = (100.0 * rate.low, 100.0 * rate.high);
        let interval = ends(format!("{low:.1}"), format!("{high:.1}"));
        format!("{}/{}, {share:.1} %{interval}; standard error {error:.1} positions (Lim & Lee)", row.solved, row.asked)
    }

    /// The main finding in a sentence.
    pub(super) fn headline(&self) -> String {
        part_headline(self.comparison.part.as_ref(), &self.finding())
    }

    fn finding(&self) -> String {
        let (row, comparison) = (&self.row, &self.comparison);
        match row.asked {
            0 => format!("{} searched {} positions, {} each.", row.recipe, row.positions, comparison.limit),
            asked => {
                format!("{} solves {} of {asked} positions, {} each.", row.recipe, row.solved, comparison.limit)
            }
        }
    }

    /// What is known of all positions: name and value.
    pub(super) fn facts(&self) -> Vec<Vec<String>> {
        let (row, comparison) = (&self.row, &self.comparison);
        let depth = row.mean_depth.map_or("-".to_string(), |depth| format!("{depth:.2}"));
        let mut facts = vec![("solved", self.solved_words())];
        if let Some(Points { got, most }) = self.points {
            facts.push(("points", format!("{got}/{most}  {:.1} %", 100.0 * f64::from(got) / f64::from(most.max(1)))));
        }
        if self.faults > 0 {
            facts.push(("faults", self.faults.to_string()));
        }
        facts.extend([
            ("positions", row.positions.to_string()),
            ("nodes", row.nodes.to_string()),
            ("time", format!("{:.3} s of search", row.seconds)),
            ("mean depth", format!("{depth} in {} positions without a mate", comparison.without_mate)),
            ("speed", format!("{:.0} nps", row.speed())),
        ]);
        facts.into_iter().map(|(name, value)| vec![name.to_string(), value]).collect()
    }

    /// The summary in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let (row, comparison) = (&self.row, &self.comparison);
        let mut lines = vec![format!("{} on {}, {} each", row.recipe, comparison.suite, comparison.limit)];
        lines.extend(self.facts().into_iter().map(|fact| format!("{:<11} {}", fact[0], fact[1])));
        if !row.methods.is_empty() {
            // All of them are of the same recipe.
            let cells = method_cells(&[row]).into_iter().map(|cells| cells[1..].to_vec());
            lines.push(String::new());
            lines.extend(align(&SHORT_METHOD_HEAD[1..], &cells.collect::<Vec<_>>(), 1));
        }
        lines.extend(comparison.remarks());
        lines
    }

    /// The summary as one JSON object; its only key tells it from those of positions.
    pub fn to_json(&self) -> Json {
        let mut summary = self.row.to_json();
        summary["suite"] = json!(self.comparison.suite);
        summary["limit"] = json!(self.comparison.limit);
        summary["standard_error"] = json!(self.solved_error());
        summary["points"] = json!(self.points);
        summary["faults"] = json!(self.faults);
        summary["positions_without_mate"] = json!(self.comparison.without_mate);
        summary["part"] = json!(self.comparison.part.as_ref().map(Part::to_json));
        json!({ "summary": summary })
    }
}
