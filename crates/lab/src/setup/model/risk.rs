//! The file of the risk model: how it was made, its weights and its thresholds.
use super::check_game;
use crate::study::error::Error;
use niwaki_games::Kit;
use niwaki_search::knowledge::risk::{DEPTHS, FEATURES, GREATEST_WEIGHT, Model, NAMES};
use std::fmt::Write;
use toml::{Table, Value};

/// Where the weights of the depths stand among the [`NAMES`].
const DEPTH: &str = "depth";
/// Thresholds as files have them.
const PERCENT: f64 = 100.0;
const SECTIONS: [&str; 3] = ["collected", "weights", "thresholds"];

/// The text of a file; `origin` says how the model was made, in the words of TOML.
pub fn write(model: &Model, origin: &[(&str, serde_json::Value)]) -> String {
    let mut text = String::from(
        "# The chance that a quiet move beats alpha, for risk-managed pruning: its logit is the sum of the weights,\n\
         # each times its fact. Scores are in pawns, discs or stones, rank is a logarithm, history a share of its limit.\n\n\
         [collected]\n",
    );
    for (name, value) in origin {
        // Writing to a text cannot fail. JSON and TOML write these values alike.
        let _ = writeln!(text, "{name} = {value}");
    }
    text.push_str("\n[weights]\n");
    let mut places = 0..FEATURES;
    for name in NAMES {
        let count = if name == DEPTH { DEPTHS } else { 1 };
        let numbers: Vec<String> = places.by_ref().take(count).map(|at| format!("{:.4}", model.weights[at])).collect();
        let value = if name == DEPTH { format!("[{}]", numbers.join(", ")) } else { numbers.concat() };
        let _ = writeln!(text, "{name} = {value}");
    }
    let percent: Vec<String> = model.thresholds.iter().map(|chance| format!("{:.4}", PERCENT * chance)).collect();
    let _ = writeln!(text, "\n# A move with a smaller chance is skipped; from depth 1 on.\n[thresholds]");
    let _ = writeln!(text, "percent = [{}]", percent.join(", "));
    text
}

/// Reads the text of the file `name`.
pub fn parse(kit: &dyn Kit, name: &str, text: &str) -> Result<Model, Error> {
    let table: Table = text.parse().map_err(|error| Error::toml(name, text, &error))?;
    let key = |reason: String| Error::at(name, reason);
    if let Some(other) = table.keys().find(|key| !SECTIONS.contains(&key.as_str())) {
        return Err(key(format!("{}: no such key; there are {}", super::shorten(other), SECTIONS.join(", "))));
    }
    check_game(kit, name, "collected.game", table.get("collected").and_then(|origin| origin.get("game")))?;
    let section = |name: &str| {
        let table = table.get(name).and_then(Value::as_table);
        table.ok_or_else(|| key(format!("{name}: expected a table")))
    };
    let weights = parse_weights(section("weights")?).map_err(key)?;
    let percent = section("thresholds")?.get("percent").and_then(|value| numbers(value, DEPTHS));
    let within = |percent: &Vec<f64>| percent.iter().all(|percent| *percent > 0.0 && *percent < PERCENT);
    let percent = percent.filter(within).ok_or_else(|| {
        key(format!("thresholds.percent: expected {DEPTHS} numbers, each above 0 and below {PERCENT}"))
    })?;
    let thresholds = std::array::from_fn(|index| percent[index] / PERCENT);
    Ok(Model { name: name.to_string(), unit: kit.rules().unit(), weights, thresholds })
}

fn parse_weights(table: &Table) -> Result<[f64; FEATURES], String> {
    if let Some(other) = table.keys().find(|key| !NAMES.contains(&key.as_str())) {
        return Err(format!("weights.{}: no such weight; there are {}", super::shorten(other), NAMES.join(", ")));
    }
    let mut weights = Vec::with_capacity(FEATURES);
    for name in NAMES {
        let count = if name == DEPTH { DEPTHS } else { 1 };
        let found = match table.get(name) {
            Some(value) if name == DEPTH => numbers(value, count),
            Some(value) => number(value).map(|number| vec![number]),
            None => None,
        };
        let wrong = || {
            let what = if name == DEPTH { format!("{count} numbers") } else { "a number".to_string() };
            format!("weights.{name}: expected {what} from -{GREATEST_WEIGHT} to {GREATEST_WEIGHT}")
        };
        let within = |numbers: &Vec<f64>| numbers.iter().all(|number| number.abs() <= GREATEST_WEIGHT);
        weights.extend(found.filter(within).ok_or_else(wrong)?);
    }
    weights.try_into().map_err(|_| "weights: expected one for each fact".to_string())
}

fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|number| number as f64)).filter(|number| number.is_finite())
}

fn numbers(value: &Value, count: usize) -> Option<Vec<f64>> {
    value.as_array().filter(|list| list.len() == count)?.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_games::list::ALL;
    use serde_json::json;

    fn model() -> Model {
        let weights = std::array::from_fn(|index| index as f64 / 8.0 - 1.0);
        let thresholds = std::array::from_fn(|index| 0.04 / (index + 1) as f64);
        Model { name: "my.toml".into(), unit: 100, weights, thresholds }
    }

    fn text() -> String {
        write(&model(), &[("game", json!("chess")), ("moves", json!(9))])
    }

    #[test]
    fn what_is_written_can_be_read() {
        let found = parse(ALL[0], "my.toml", &text()).unwrap();
        assert_eq!((found.name.as_str(), found.unit, found.weights), ("my.toml", 100, model().weights));
        let near = |(one, two): (&f64, &f64)| (one - two).abs() < 1e-6;
        assert!(found.thresholds.iter().zip(&model().thresholds).all(near));
    }

    #[test]
    fn a_wrong_model_is_refused_in_one_line_that_names_the_file_and_the_place() {
        let changed = |from: &str, to: &str| {
            assert!(text().contains(from), "{from}");
            let message = parse(ALL[0], "my.toml", &text().replacen(from, to, 1)).unwrap_err().to_string();
            let tidy = message.starts_with("my.toml") && message.lines().count() == 1 && message.len() < 400;
            assert!(tidy, "{message}");
            message
        };
        assert!(changed("game = \"chess\"", "").contains("collected.game: expected"));
        assert!(changed("game = \"chess\"", "game = \"go\"").contains("go"));
        assert!(changed("base = -1.0000", "base = 99").contains("weights.base: expected a number from -32 to 32"));
        assert!(changed("base = -1.0000", "base = nan").contains("weights.base: expected"));
        assert!(changed("base = -1.0000", "").contains("weights.base: expected"));
        assert!(changed("base = -1.0000", "bias = 1").contains("\"bias\": no such weight"));
        assert!(changed("depth = [-0.8750, ", "depth = [").contains("weights.depth: expected 8 numbers"));
        assert!(changed("percent = [4.0000, ", "percent = [0, ").contains("thresholds.percent: expected 8 numbers"));
        assert!(changed("percent = [4.0000, ", "percent = [100, ").contains("thresholds.percent: expected"));
        assert!(changed("[thresholds]", "[limits]").contains("\"limits\": no such key"));
        assert!(changed("[weights]", "[weights").contains("line"));
    }
}
