//! A fit of the risk model in lines for people, in JSON, and as a model file.
use super::{Band, HELD_OUT, Outcome, Row, measure::Measured};
use crate::setup::model::risk;
use niwaki_search::knowledge::risk::{DEPTHS, NAMES};
use serde_json::{Value as Json, json};

const PERCENT: f64 = 100.0;
/// Where the weights of the depths stand among the [`NAMES`].
const DEPTH: &str = "depth";

/// The weights with their names: `depth 3`.
pub(super) fn names() -> Vec<String> {
    let name = |name: &str| match name {
        DEPTH => (1..=DEPTHS).map(|depth| format!("{DEPTH} {depth}")).collect(),
        name => vec![name.to_string()],
    };
    NAMES.into_iter().flat_map(name).collect()
}

impl Measured {
    /// The share of wrong skips with its interval.
    pub(super) fn wrong_words(&self) -> String {
        let ends = self.wrong_interval.map(|ends| format!(" [{:.2}, {:.2}]", ends.low, ends.high));
        format!("{:.2}{}", self.wrong_share, ends.unwrap_or_default())
    }
}

impl Outcome {
    /// The fit in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let ([games, held_out], [moves, beats]) = (self.games, self.moves);
        let measured = &self.measured;
        let calibration = measured.calibration;
        let mut lines = vec![
            format!("games       {games} and {held_out} held out"),
            format!("moves       {moves}, of which {beats} beat alpha; {} without an answer", self.undetermined),
            format!("held out    {} moves, of which {} beat alpha", measured.moves[0], measured.moves[1]),
            format!(
                "area        {:.3}; evaluation alone {:.3}, rank {:.3}, history {:.3}",
                measured.area, measured.single[0], measured.single[1], measured.single[2]
            ),
            format!(
                "calibration slope {:.2} ± {:.2}, offset {:+.2}",
                calibration.slope,
                2.0 * calibration.slope_error,
                calibration.offset
            ),
            format!("wrong skips at the volume of the rules: {} of theirs", measured.wrong_words()),
            String::new(),
            "held-out moves by predicted chance to beat alpha".to_string(),
            format!("{:>8} {:>8} {:>10} {:>10}", "below", "moves", "predicted", "observed"),
        ];
        lines.extend(measured.bands.iter().map(band_line));
        lines.extend([String::new(), "held-out moves by depth; wrong: skipped, but they beat alpha".to_string()]);
        lines.push(format!(
            "{:>5} {:>7} {:>6} {:>9} {:>6} {:>12} {:>12} {:>10} {:>6} {:>10}",
            "depth", "moves", "beat", "rules", "wrong", "same volume", "same wrong", "threshold", "skips", "wrong"
        ));
        lines.extend(measured.rows.iter().map(|row| self.row_line(row)));
        lines
    }

    fn row_line(&self, row: &Row) -> String {
        let share = |part: u64| PERCENT * part as f64 / row.moves.max(1) as f64;
        format!(
            "{:>5} {:>7} {:>6} {:>7.1} % {:>6} {:>6} wrong {:>10.1} % {:>8.3} % {:>4.1} % {:>8}",
            row.depth,
            row.moves,
            row.beats,
            share(row.rules[0]),
            row.rules[1],
            row.equal_volume,
            share(row.equal_wrong),
            PERCENT * self.model.thresholds[row.depth as usize - 1],
            share(row.skipped[0]),
            row.skipped[1]
        )
    }

    /// The fit as one JSON object.
    pub fn to_json(&self) -> Json {
        let measured = &self.measured;
        let band = |band: &Band| {
            json!({
                "below_percent": band.below, "moves": band.moves,
                "predicted": band.predicted, "observed": band.observed,
            })
        };
        let row = |row: &Row| {
            json!({
                "depth": row.depth, "moves": row.moves, "beats": row.beats,
                "rules": row.rules[0], "rules_wrong": row.rules[1], "equal_volume_wrong": row.equal_volume,
                "equal_wrong_moves": row.equal_wrong, "skipped": row.skipped[0], "skipped_wrong": row.skipped[1],
            })
        };
        let weights = names().into_iter().zip(self.model.weights.iter().zip(&self.errors));
        json!({
            "game": self.game,
            "games": self.games[0],
            "held_out": self.games[1],
            "moves": self.moves[0],
            "beats": self.moves[1],
            "undetermined": self.undetermined,
            "area": measured.area,
            "area_of_evaluation": measured.single[0],
            "area_of_rank": measured.single[1],
            "area_of_history": measured.single[2],
            "calibration": {
                "slope": measured.calibration.slope, "slope_error": measured.calibration.slope_error,
                "offset": measured.calibration.offset,
            },
            "wrong_share": measured.wrong_share,
            "wrong_share_low": measured.wrong_interval.map(|ends| ends.low),
            "wrong_share_high": measured.wrong_interval.map(|ends| ends.high),
            "bands": measured.bands.iter().map(band).collect::<Vec<_>>(),
            "depths": measured.rows.iter().map(row).collect::<Vec<_>>(),
            "thresholds": self.model.thresholds,
            "weights": weights.map(|(name, (weight, error))| json!([name, weight, error])).collect::<Vec<_>>(),
        })
    }

    /// The model as a file, with how it was made.
    pub fn model(&self) -> String {
        let source = |(_, plan, games): &(String, Json, usize)| {
            let word = |key: &str| plan[key].as_str().unwrap_or_default().to_string();
            let recipe = plan["recipe"]["name"].as_str().unwrap_or_default();
            let (limit, evaluation, seed) = (word("limit"), word("evaluation"), &plan["seed"]);
            format!("{games} games, recipe {recipe}, evaluation {evaluation}, {limit} a move, seed {seed}")
        };
        let measured = &self.measured;
        let rounded = |value: f64| json!((value * 1000.0).round() / 1000.0);
        let origin = [
            ("game", json!(self.game)),
            ("from", json!(self.sources.iter().map(source).collect::<Vec<_>>())),
            ("moves", json!(self.moves[0])),
            ("beat_alpha", json!(self.moves[1])),
            ("held_out", json!(format!("every {HELD_OUT}rd game, to measure; the model is of all"))),
            ("area", rounded(measured.area)),
            ("calibration_slope", rounded(measured.calibration.slope)),
            ("wrong_share", rounded(measured.wrong_share)),
            ("risk_percent", json!(self.risk)),
            ("version", json!(env!("CARGO_PKG_VERSION"))),
        ];
        risk::write(&self.model, &origin)
    }
}

fn band_line(band: &Band) -> String {
    let share = |part: f64| PERCENT * part / band.moves.max(1) as f64;
    format!(
        "{:>6} % {:>8} {:>8.2} % {:>8.2} %",
        band.below,
        band.moves,
        share(band.predicted),
        share(band.observed as f64)
    )
}
