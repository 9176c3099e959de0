//! What came of a fit: tables for people, JSON, and the model's file.
use super::{HELD_OUT, Losses, Outcome, Source};
use crate::setup::model::comment;
use niwaki_games::chances::{Chances, TERMS};
use niwaki_statistics::Interval;
use serde_json::{Value as Json, json};

const PERCENT: f64 = 100.0;
/// The coefficients with their names.
fn terms(chances: &Chances) -> [(&'static str, [f64; TERMS]); 2] {
    [("even_win", chances.even_win), ("win_spread", chances.win_spread)]
}

impl Source {
    /// How the games were made, in words.
    fn words(&self) -> String {
        let plan = self.header.as_ref().map_or(&Json::Null, |header| &header["plan"]);
        let network = plan["network"].as_str().unwrap_or("?");
        let [soft, hard, seed] = ["soft_nodes", "hard_nodes", "seed"].map(|key| &plan[key]);
        format!("{}: {} games, network {network}, {soft} to {hard} nodes, seed {seed}", self.name, self.games)
    }

    fn to_json(&self) -> Json {
        json!({ "file": self.name, "games": self.games, "hash": self.hash, "header": self.header })
    }
}

impl Outcome {
    /// Materials at which the chances are shown: both ends and the middle.
    fn shown(&self) -> [u32; 3] {
        let [least, most] = self.chances.material;
        [least, u32::midpoint(least, most), most]
    }

    /// Each coefficient: name, power, value and interval.
    fn coefficients(&self) -> Vec<(&'static str, usize, f64, Interval)> {
        let mut found = Vec::new();
        for (index, (name, values)) in terms(&self.chances).into_iter().enumerate() {
            for (power, value) in values.into_iter().enumerate() {
                let interval = self.interval(&|chances| terms(chances)[index].1[power]);
                found.push((name, power, value, interval));
            }
        }
        found
    }

    /// The fit in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let ([games, held_out], [positions, tested]) = (self.games, self.positions);
        let [least, most] = self.chances.material;
        let mut lines = vec![
            format!("games       {games} and {held_out} held out"),
            format!("positions   {positions} and {tested} held out: not in check, no mate"),
            format!("material    {least} to {most}; {}, both sides", self.model.worth),
            String::new(),
            format!("{:<12} {:>5} {:>9}   95 %", "coefficient", "power", "value"),
        ];
        lines.extend(self.coefficients().into_iter().map(|(name, power, value, Interval { low, high })| {
            format!("{name:<12} {power:>5} {value:>9.2}   {low:.2} to {high:.2}")
        }));
        lines.push(String::new());
        lines.push(format!("{:<12} {:>9} {:>9}   at 0: win, draw, loss", "material", "even_win", "spread"));
        lines.extend(self.shown().map(|material| self.line_of(material)));
        lines.push(String::new());
        let Losses { fitted, inside, blind } = self.losses;
        lines.push(format!(
            "held-out log loss {fitted:.4}; of the chances in the program {inside:.4}, without a score {blind:.4}"
        ));
        lines.push(
            "held-out positions by predicted chance of a win: percent predicted, seen (95 %, as of that number of games)".into(),
        );
        lines.push(format!("{:>7} {:>9} {:>6}  {:<21} {:<21} {}", "win", "positions", "games", "win", "draw", "loss"));
        lines.extend(self.bands.iter().map(band));
        lines
    }

    fn line_of(&self, material: u32) -> String {
        let [even, spread] = [0, 1].map(|index| {
            let value = move |chances: &Chances| chances.at(material)[index];
            format!("{:.0} ± {:.0}", value(&self.chances), self.interval(&value).reach())
        });
        let [win, draw, loss] = self.chances.thousandths(0.0, material);
        format!("{material:<12} {even:>9} {spread:>9}   {win} {draw} {loss}")
    }

    /// The fit as one JSON object.
    pub fn to_json(&self) -> Json {
        let Losses { fitted, inside, blind } = self.losses;
        let coefficient = |(name, power, value, interval): (&str, usize, f64, Interval)| json!({ "of": name, "power": power, "value": value, "low": interval.low, "high": interval.high });
        let band = |band: &super::Band| {
            let result = |result: usize| {
                let interval = band.interval(result).map(|interval| [interval.low, interval.high]);
                json!({ "predicted": band.predicted_share(result), "seen": band.seen[result], "interval": interval })
            };
            json!({
                "ends": band.ends, "positions": band.positions, "games": band.games,
                "win": result(0), "draw": result(1), "loss": result(2),
            })
        };
        json!({
            "files": self.files.iter().map(Source::to_json).collect::<Vec<_>>(),
            "games": self.games[0], "held_out_games": self.games[1],
            "positions": self.positions[0], "held_out_positions": self.positions[1],
            "material": self.chances.material,
            "even_win": self.chances.even_win, "win_spread": self.chances.win_spread,
            "coefficients": self.coefficients().into_iter().map(coefficient).collect::<Vec<_>>(),
            "log_loss": { "fitted": fitted, "inside": inside, "blind": blind },
            "calibration": self.bands.iter().map(band).collect::<Vec<_>>(),
        })
    }

    /// The model as a file, with a head that says how it was made.
    pub fn model(&self) -> String {
        let ([games, held_out], [positions, _]) = (self.games, self.positions);
        let Losses { fitted, blind, .. } = self.losses;
        let mut head = vec![
            "Chances of win, draw and loss by score and material.".to_string(),
            format!("Made by `niwaki fit wdl`, version {}.", env!("CARGO_PKG_VERSION")),
        ];
        head.extend(self.files.iter().map(|file| format!("Games: {}.", file.words())));
        head.push(format!(
            "Learned from {games} games with {positions} positions not in check; every {HELD_OUT}th game,"
        ));
        head.push(format!("{held_out} in all, was held out: log loss {fitted:.4} there, {blind:.4} without a score."));
        let mut text: String = head.iter().map(|line| comment(line)).collect();
        text.push_str(
            "\n# A win has the chance 1 / (1 + exp((even_win - score) / win_spread)), a loss the same with\n",
        );
        text.push_str("# -score, a draw the rest; in score units, for the side to move. Both are polynomials in\n");
        text.push_str(&format!(
            "# material / {}, lowest power first. Material ({},\n",
            self.chances.full, self.model.worth
        ));
        text.push_str("# both sides) beyond the range counts as its nearest end.\n");
        text.push_str(&format!("material = {:?}\n", self.chances.material));
        for (name, values) in terms(&self.chances) {
            let intervals = self.coefficients().into_iter().filter(|(other, ..)| *other == name);
            let intervals = intervals.map(|(.., Interval { low, high })| format!("{low:.2} to {high:.2}"));
            text.push_str(&comment(&format!("95 %: {}", intervals.collect::<Vec<_>>().join(", "))));
            text.push_str(&format!("{name} = [{}]\n", values.map(|value| format!("{value:.2}")).join(", ")));
        }
        text
    }
}

/// A band on one line for people.
fn band(band: &super::Band) -> String {
    let [low, high] = band.ends.map(|end| (end * PERCENT).round());
    let result = |result: usize| {
        let [predicted, seen] = [band.predicted_share(result), band.seen_share(result)].map(|share| PERCENT * share);
        let interval = band.interval(result).map_or_else(String::new, |interval| {
            let Interval { low, high } = interval.map(|end| PERCENT * end);
            format!("({low:.0} to {high:.0})")
        });
        format!("{predicted:>4.1} {seen:>5.1} {interval}")
    };
    let [win, draw, loss] = [0, 1, 2].map(result);
    let ends = format!("{low}-{high}");
    format!("{ends:>7} {:>9} {:>6}  {win:<21} {draw:<21} {loss}", band.positions, band.games)
}
