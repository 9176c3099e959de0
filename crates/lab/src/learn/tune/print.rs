//! What came of tuning, in words for people, in JSON, and as a recipe.
use super::{Parameter, Settings, Step};
use crate::report::significant;
use serde_json::{Value as Json, json};

const PATH_WIDTH: usize = 24;

/// Head of the table of parameters.
pub(super) const HEAD: [&str; 6] = ["parameter", "start", "end", "setting", "range", "step"];

/// What stands in the table of each parameter.
pub(super) fn cells(parameter: &Parameter, end: f64) -> Vec<String> {
    let range = format!("{}..{}", parameter.low, parameter.high);
    let numbers = [parameter.start, end].map(significant);
    let [start, now] = numbers;
    vec![parameter.path.clone(), start, now, setting(parameter, end).to_string(), range, significant(parameter.step)]
}

/// The whole number that a recipe takes: the nearest.
fn setting(parameter: &Parameter, value: f64) -> i32 {
    parameter.clamp(value.round()) as i32
}

/// Where the parameters stand after these iterations.
fn theta(settings: &Settings, steps: &[Step]) -> Vec<f64> {
    let start = || settings.parameters.iter().map(|parameter| parameter.start).collect();
    steps.last().map_or_else(start, |step| step.theta.clone())
}

fn values(settings: &Settings, steps: &[Step]) -> Vec<i32> {
    settings.parameters.iter().zip(theta(settings, steps)).map(|(one, value)| setting(one, value)).collect()
}

/// The table of start, end and range in lines for people.
pub fn table(settings: &Settings, steps: &[Step]) -> Vec<String> {
    let row = |cells: &[String]| {
        let numbers: String = cells[1..].iter().map(|cell| format!(" {cell:>12}")).collect();
        format!("{:<PATH_WIDTH$}{numbers}", cells[0])
    };
    let (count, pairs, limit) = (steps.len(), settings.pairs, settings.rules.limit.describe());
    let mut lines = vec![
        format!("{}: {count} iterations of {pairs} pairs of games, {limit} a move", settings.recipe.name),
        row(&HEAD.map(str::to_string)),
    ];
    let ends = theta(settings, steps);
    lines.extend(settings.parameters.iter().zip(ends).map(|(parameter, end)| row(&cells(parameter, end))));
    lines
}

/// The end as one JSON object, its only key tells it from those of iterations.
pub fn summary_json(settings: &Settings, steps: &[Step]) -> Json {
    let entry = |(parameter, end): (&Parameter, f64)| {
        let mut entry = parameter.describe();
        entry["end"] = json!(end);
        entry["setting"] = json!(setting(parameter, end));
        entry
    };
    let ends = theta(settings, steps);
    let parameters: Vec<Json> = settings.parameters.iter().zip(ends).map(entry).collect();
    json!({ "summary": { "iterations": steps.len(), "pairs": steps.len() * settings.pairs, "parameters": parameters } })
}

/// The tuned recipe as the text of a file.
pub fn recipe(settings: &Settings, steps: &[Step]) -> Result<String, String> {
    let tuned = settings.with(&values(settings, steps))?;
    let paths: Vec<&str> = settings.parameters.iter().map(|parameter| parameter.path.as_str()).collect();
    let games = 2 * steps.len() * settings.pairs;
    let about = format!("{} with {} tuned in {games} games", settings.recipe.name, paths.join(", "));
    Ok(format!("about = {}\n\n{}", json!(about), tuned.show()))
}
