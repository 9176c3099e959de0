//! What came of a suite, in words for people and in JSON.
use crate::{
    measure::{
        compare::{self, Comparison, Error, METHOD_HEAD, Row, Trial, align, method_cells},
        question::{self, Points},
    },
    study::record::Run,
};
use niwaki_search::node::Score;
use niwaki_statistics::intervals::solved_error;
use serde_json::{Value as Json, json};

/// What came of all positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// What a comparison says of its only side.
    pub row: Row,
    /// Points of all positions that give such.
    pub points: Option<Points>,
    /// Positions at which a program failed.
    pub faults: usize,
    /// The comparison with itself.
    told: Comparison,
}

/// What the records of a run say.
pub fn summary(run: &Run) -> Result<(Summary, Vec<Trial>), Error> {
    let (told, mut trials) = compare::comparison(run)?;
    trials.sort_by_key(|trial| trial.number);
    let row = told.rows.first().cloned().ok_or(Error::Foreign)?;
    let add = |sum: Option<Points>, points: Points| {
        let Points { got, most } = sum.unwrap_or(Points { got: 0, most: 0 });
        Some(Points { got: got.saturating_add(points.got), most: most.saturating_add(points.most) })
    };
    let points = trials.iter().filter_map(|trial| trial.points).fold(None, add);
    let faults = trials.iter().filter(|trial| trial.fault.is_some()).count();
    Ok((Summary { row, points, faults, told }, trials))
}

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
        format!("{}/{}  {share:.1} % ({low:.1} to {high:.1}), standard error {error:.2}", row.solved, row.asked)
    }

    /// The summary in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let (row, told) = (&self.row, &self.told);
        let depth = row.mean_depth.map_or("-".to_string(), |depth| format!("{depth:.2}"));
        let mut lines = vec![format!("{} on {}, {} each", row.recipe, told.suite, told.limit)];
        lines.push(format!("solved      {}", self.solved_words()));
        if let Some(Points { got, most }) = self.points {
            lines.push(format!("points      {got}/{most}  {:.1} %", 100.0 * f64::from(got) / f64::from(most.max(1))));
        }
        if self.faults > 0 {
            lines.push(format!("faults      {}", self.faults));
        }
        lines.extend([
            format!("positions   {}", row.positions),
            format!("nodes       {}", row.nodes),
            format!("time        {:.3} s of search", row.seconds),
            format!("mean depth  {depth} in {} positions without a mate", told.without_mate),
            format!("speed       {:.0} nps", row.speed()),
        ]);
        if !row.methods.is_empty() {
            // All of them are of the same recipe.
            let cells = method_cells(std::slice::from_ref(row)).into_iter().map(|cells| cells[1..].to_vec());
            lines.push(String::new());
            lines.extend(align(&METHOD_HEAD[1..], &cells.collect::<Vec<_>>(), 1));
        }
        lines.extend(told.part_words());
        lines
    }

    /// The summary as one JSON object, told from those of positions by its only key.
    pub fn to_json(&self) -> Json {
        let mut summary = self.row.to_json();
        summary["suite"] = json!(self.told.suite);
        summary["limit"] = json!(self.told.limit);
        summary["standard_error"] = json!(self.solved_error());
        summary["points"] = json!(self.points);
        summary["faults"] = json!(self.faults);
        summary["positions_without_mate"] = json!(self.told.without_mate);
        summary["part"] = json!(self.told.part);
        json!({ "summary": summary })
    }
}
