//! A parameter to tune: where it starts, within which range, and how far it is shaken.
use crate::setup::recipe::Recipe;
use niwaki_search::{param::Param, prune::Methods};
use serde_json::{Value as Json, json};

/// With a smaller step both sides could be rounded to the same setting.
pub(super) const LEAST_STEP: f64 = 0.5;
/// Without a word about it, the step is this share of the range, or that of the start if it
/// is less: the ranges of declarations are wide, what is worth trying lies around the start.
const STEP_OF_RANGE: f64 = 1.0 / 20.0;
const STEP_OF_START: f64 = 1.0 / 5.0;

/// A parameter that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its path, as in recipes.
    pub path: String,
    /// Its value at the start.
    pub start: f64,
    /// The least value.
    pub low: i32,
    /// The greatest value.
    pub high: i32,
    /// How far to both sides of the value the last games are played.
    pub step: f64,
}

impl Parameter {
    /// Reads `PATH[=START][:LOW..HIGH][:STEP]`. What is not said comes from the recipe and
    /// from the declaration of the parameter. The message is one line.
    pub fn parse(text: &str, recipe: &Recipe) -> Result<Parameter, String> {
        let mut parts = text.split(':').map(str::trim);
        let first = parts.next().unwrap_or_default();
        let (path, start) = first.split_once('=').map_or((first, None), |(path, start)| (path.trim(), Some(start)));
        let declared = declaration(path, recipe)?;
        let wrong = |expected: &str| format!("{text}: expected {expected}");
        let (mut range, mut step) = (None, None);
        for part in parts {
            match part.split_once("..") {
                Some((low, high)) if range.is_none() => {
                    let ends = low.trim().parse::<i32>().ok().zip(high.trim().parse::<i32>().ok());
                    range = Some(ends.ok_or_else(|| wrong("a range of whole numbers such as 10..50"))?);
                }
                None if step.is_none() => step = Some(number(part).ok_or_else(|| wrong("a number as the step"))?),
                _ => return Err(wrong("PATH[=START][:LOW..HIGH][:STEP]")),
            }
        }
        let start = match start {
            Some(start) => number(start).ok_or_else(|| wrong("a number as the start"))?,
            None => recipe.methods.get(path).unwrap_or(declared.default).into(),
        };
        let (low, high) = range.unwrap_or((declared.min, declared.max));
        let step = step.unwrap_or_else(|| usual_step(start, low, high));
        let parameter = Parameter { path: path.to_string(), start, low, high, step };
        parameter.check(&declared).map_err(|reason| format!("{path}: {reason}"))?;
        Ok(parameter)
    }

    fn check(&self, declared: &Param) -> Result<(), String> {
        let (low, high) = (self.low, self.high);
        let (least, greatest) = (declared.min, declared.max);
        if low < least || high > greatest || low >= high {
            return Err(format!("expected a range within {least}..{greatest}, not {low}..{high}"));
        }
        if !(f64::from(low)..=f64::from(high)).contains(&self.start) {
            return Err(format!("expected a start within {low}..{high}, not {}", self.start));
        }
        let widest = (f64::from(high) - f64::from(low)) / 2.0;
        if !(LEAST_STEP..=widest).contains(&self.step) {
            return Err(format!("expected a step from {LEAST_STEP} to {widest}, half of the range, not {}", self.step));
        }
        Ok(())
    }

    /// What it means, from its declaration.
    pub fn about(&self) -> &'static str {
        find(&self.path).map_or("", |(_, param)| param.about)
    }

    /// A value pushed back into the range.
    pub(super) fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.low.into(), self.high.into())
    }

    /// For records.
    pub(super) fn describe(&self) -> Json {
        json!({ "path": self.path, "start": self.start, "low": self.low, "high": self.high, "step": self.step })
    }

    /// Reads what [`Parameter::describe`] wrote.
    pub(super) fn from_record(record: &Json) -> Option<Parameter> {
        let end = |name: &str| record[name].as_i64().and_then(|end| i32::try_from(end).ok());
        Some(Parameter {
            path: record["path"].as_str()?.to_string(),
            start: record["start"].as_f64()?,
            low: end("low")?,
            high: end("high")?,
            step: record["step"].as_f64()?,
        })
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|number| number.is_finite())
}

fn usual_step(start: f64, low: i32, high: i32) -> f64 {
    let width = f64::from(high) - f64::from(low);
    // A start of 0 tells nothing of the scale.
    let near = if start == 0.0 { width } else { start.abs() * STEP_OF_START };
    near.min(width * STEP_OF_RANGE).max(LEAST_STEP)
}

/// The method and the declaration of a path.
fn find(path: &str) -> Option<(&str, Param)> {
    let (method, name) = path.split_once('.')?;
    let (_, params) = Methods::describe().into_iter().find(|(known, _)| *known == method)?;
    Some((method, *params.iter().find(|param| param.name == name)?))
}

/// How the parameter is declared, if it is a number of a method that is switched on.
fn declaration(path: &str, recipe: &Recipe) -> Result<Param, String> {
    let Some((method, param)) = find(path) else {
        // The reason is that for which it cannot be set.
        let reason = recipe.clone().methods.set(path, "");
        return Err(reason.err().unwrap_or_else(|| format!("{path}: no such parameter")));
    };
    if !param.choices.is_empty() {
        let choices = param.choices.join(", ");
        return Err(format!(
            "{path}: expected a parameter that is a number; between {choices} there is nothing to tune"
        ));
    }
    if recipe.methods.get(&format!("{method}.enabled")) != Some(1) {
        return Err(format!("{path}: {method} is switched off in {}: its parameters do nothing", recipe.name));
    }
    Ok(param)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::recipe;

    fn parse(text: &str) -> Result<Parameter, String> {
        Parameter::parse(text, &recipe::open(niwaki_games::list::ALL[0], "null-move").unwrap())
    }

    #[test]
    fn what_is_not_said_comes_from_recipe_and_declaration() {
        let recipe = recipe::open(niwaki_games::list::ALL[0], "null-move").unwrap();
        let (_, params) = Methods::describe().into_iter().find(|(name, _)| *name == "null_move").unwrap();
        let declared = params.iter().find(|param| param.name == "min_depth").unwrap();
        let all = parse("null_move.min_depth").unwrap();
        assert_eq!(all.start, f64::from(recipe.methods.null_move.min_depth));
        assert_eq!((all.low, all.high), (declared.min, declared.max));
        assert!(all.step >= LEAST_STEP);
        let said = parse("null_move.min_depth = 3.5 : 2..6 : 0.75").unwrap();
        assert_eq!((said.start, said.low, said.high, said.step), (3.5, 2, 6, 0.75));
        assert_eq!(Parameter::from_record(&said.describe()), Some(said));
    }

    #[test]
    fn wide_declarations_give_steps_that_fit_the_start() {
        assert_eq!(usual_step(200.0, 0, 30_000), 40.0);
        assert_eq!(usual_step(200.0, 0, 400), 20.0);
        assert_eq!(usual_step(0.0, 0, 400), 20.0);
        assert_eq!(usual_step(2.0, 1, 12), LEAST_STEP);
    }

    #[test]
    fn what_cannot_be_tuned_is_refused_with_what_was_expected() {
        let message = |text: &str| {
            let message = parse(text).unwrap_err();
            assert!(!message.contains('\n'), "{message}");
            message
        };
        assert!(message("null_move.enabled").contains("expected a parameter that is a number"));
        assert!(message("razoring.base").contains("razoring is switched off in null-move"));
        assert!(message("soup.base").contains("no such method"));
        assert!(message("null_move.soup").contains("no such parameter"));
        assert!(message("").contains("expected method.parameter"));
        assert!(message("null_move.min_depth:50").contains("expected a step from 0.5"));
        assert!(message("null_move.min_depth:0.4").contains("expected a step from 0.5"));
        assert!(message("null_move.min_depth:nan").contains("expected a number as the step"));
        assert!(message("null_move.min_depth=x").contains("expected a number as the start"));
        assert!(message("null_move.min_depth=9:2..6").contains("expected a start within 2..6"));
        assert!(message("null_move.min_depth:6..2").contains("expected a range within"));
        assert!(message("null_move.min_depth:-9999..2").contains("expected a range within"));
        assert!(message("null_move.min_depth:2..x").contains("a range of whole numbers"));
        assert!(message("null_move.min_depth:2..6:1:1").contains("PATH[=START]"));
    }
}
