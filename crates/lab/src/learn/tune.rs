//! Tuning: parameters of a recipe are moved to where games are won, by SPSA at fixed nodes.
//!
//! Every iteration is a record as soon as its games are over. What it asks depends on the
//! seed, its number and the results before it; so a run that was killed resumes to exactly
//! the course it would have taken.
mod games;
mod page;
mod parameter;
mod print;
mod spsa;

pub use page::page;
pub use parameter::Parameter;
pub use print::{recipe, summary_json, table};
pub use spsa::{Question, Spsa};

use crate::{
    play::{
        matches::Rules,
        openings::{self, Opening},
    },
    setup::recipe::Recipe,
    study::{
        error::Error,
        record::{self, Journal, Plan, Run},
        registry::Entry,
        shape::Shown,
        shard::Shard,
    },
};
use niwaki_statistics::Pentanomial;
use serde_json::{Value as Json, json};
use std::path::Path;

/// Name of the command in records.
pub const COMMAND: &str = "tune";
/// What the records of this command mean.
pub const ENTRY: Entry = Entry { command: COMMAND, numbering: None, prepared: None, show, picture: None };

fn show(run: &Run) -> Result<Shown, Error> {
    let json = json!({ "iterations": run.records.len(), "last": run.records.last() });
    Ok(Shown { json, page: Some(page::page(run)?), ..Shown::default() })
}

/// The most iterations of a run.
pub const MOST_ITERATIONS: usize = 1_000_000;
/// How far a parameter moves in the last iteration, in steps, for a pair won by one point:
/// a good deal for some thousand games; for many more, less is better.
pub const DEFAULT_RATE: f64 = 0.1;

/// A tuning run as it is asked for.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What is tuned.
    pub recipe: Recipe,
    /// Its parameters that are moved.
    pub parameters: Vec<Parameter>,
    /// Iterations.
    pub iterations: usize,
    /// Pairs of games of each.
    pub pairs: usize,
    /// How fast parameters move: see [`DEFAULT_RATE`].
    pub rate: f64,
    /// Seed of everything that is drawn.
    pub seed: u64,
    /// Where games begin.
    pub openings: Vec<Opening>,
    /// How games are played.
    pub rules: Rules,
    /// Size of each player's table in MiB.
    pub hash: usize,
    /// Games at a time.
    pub jobs: usize,
    /// The command line that repeats the run.
    pub command: String,
}

/// An iteration that is done.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its number, from 0.
    pub iteration: usize,
    /// Each parameter's direction.
    pub signs: Vec<i32>,
    /// The settings that played those of `minus`.
    pub plus: Vec<i32>,
    /// The settings against which they played.
    pub minus: Vec<i32>,
    /// The pairs, seen by `plus`.
    pub pairs: Pentanomial,
    /// The parameters after it.
    pub theta: Vec<f64>,
}

impl Settings {
    /// What the records must say for a run to go on from them. The number of iterations
    /// belongs to it: the gains depend on it from the first.
    pub fn plan(&self) -> Plan {
        let rules = &self.rules;
        let decides = json!({
            "game": self.recipe.kit.name(),
            "recipe": self.recipe.to_json(),
            "parameters": self.parameters.iter().map(Parameter::describe).collect::<Vec<_>>(),
            "iterations": self.iterations,
            "pairs": self.pairs,
            "rate": self.rate,
            "seed": self.seed,
            "openings": openings::describe(&self.openings),
            "limit": rules.limit.describe(),
            "resign": rules.resign.map(|resign| json!([resign.score, resign.count])),
            "draw": rules.draw.map(|draw| json!([draw.from_move, draw.count, draw.score])),
            "max_plies": rules.max_plies,
            "hash": self.hash,
        });
        let notes = json!({ "jobs": self.jobs, "repeat": self.command });
        Plan { command: COMMAND, decides, notes, shard: Shard::WHOLE }
    }

    fn check(&self) -> Result<(), Error> {
        let wrong = |reason: String| Err(Error::new(reason));
        if self.parameters.is_empty() {
            return wrong("expected at least one parameter to tune".to_string());
        }
        for (index, one) in self.parameters.iter().enumerate() {
            if self.parameters[..index].iter().any(|other| other.path == one.path) {
                return wrong(format!("{}: given twice", one.path));
            }
        }
        let most = self.openings.len();
        if self.pairs > most {
            return wrong(format!("{} pairs: expected at most {most}, the number of openings", self.pairs));
        }
        Ok(())
    }

    /// The recipe with these values of the parameters.
    pub fn with(&self, values: &[i32]) -> Result<Recipe, String> {
        let mut recipe = self.recipe.clone();
        for (parameter, value) in self.parameters.iter().zip(values) {
            recipe.set(&parameter.path, &value.to_string())?;
        }
        Ok(recipe)
    }
}

/// Tunes by games, or resumes, and keeps the records in `folder`. `on_step` gets
/// each iteration in turn. Returns all of them.
pub fn run(
    settings: &Settings,
    folder: &Path,
    on_step: &mut dyn FnMut(&Step) -> Result<(), String>,
) -> Result<Vec<Step>, Error> {
    settings.check()?;
    let mut boards = games::Boards::new(settings);
    follow(settings, folder, &mut |question| boards.play(settings, question), on_step)
}

/// The same with results from wherever.
pub fn follow(
    settings: &Settings,
    folder: &Path,
    answer: &mut dyn FnMut(&Question) -> Result<Pentanomial, String>,
    on_step: &mut dyn FnMut(&Step) -> Result<(), String>,
) -> Result<Vec<Step>, Error> {
    let (mut journal, records) = Journal::open(folder, &settings.plan())?;
    let mut spsa = Spsa::new(&settings.parameters, settings.iterations, settings.rate, settings.seed);
    let mut steps = Vec::new();
    for (index, record) in records.iter().enumerate() {
        let pairs = spsa.question().and_then(|question| {
            let pairs = pairs_of(record, &question)?;
            steps.push(take(&mut spsa, question, pairs));
            Some(pairs)
        });
        if pairs.is_none() {
            let (file, reason) = (folder.join(record::FILE), format!("expected iteration {} of this run", index + 1));
            return Err(Error::on_line(file.display(), record::line_of(index), reason));
        }
    }
    for step in &steps {
        on_step(step)?;
    }
    while let Some(question) = spsa.question() {
        let pairs = answer(&question)?;
        let step = take(&mut spsa, question, pairs);
        journal.append(&step.to_record())?;
        on_step(&step)?;
        steps.push(step);
    }
    Ok(steps)
}

/// Moves the parameters by what came of a question.
fn take(spsa: &mut Spsa, question: Question, pairs: Pentanomial) -> Step {
    spsa.learn(&question, lead(&pairs));
    let Question { iteration, signs, plus, minus, .. } = question;
    Step { iteration, signs, plus, minus, pairs, theta: spsa.theta().to_vec() }
}

/// Points by which a pair was won in the mean, from -2 to 2.
fn lead(pairs: &Pentanomial) -> f64 {
    let [lost, behind, even, ahead, won] = pairs.pairs.map(|count| count as f64);
    let all = lost + behind + even + ahead + won;
    if all == 0.0 { 0.0 } else { (2.0 * (won - lost) + ahead - behind) / all }
}

/// The pairs of a recorded iteration, if it asked this question. Where it led to is worked
/// out again: numbers with a point may change a little on their way through a file.
fn pairs_of(record: &Json, question: &Question) -> Option<Pentanomial> {
    let same = record["iteration"] == json!(question.iteration + 1)
        && record["plus"] == json!(question.plus)
        && record["minus"] == json!(question.minus);
    let counts = record["pairs"].as_array().filter(|_| same)?;
    let counts: Vec<u64> = counts.iter().map(Json::as_u64).collect::<Option<_>>()?;
    Some(Pentanomial { pairs: counts.try_into().ok()? })
}

impl Step {
    /// The iteration as a record; it counts from 1.
    pub fn to_record(&self) -> Json {
        json!({
            "iteration": self.iteration + 1,
            "signs": self.signs,
            "plus": self.plus,
            "minus": self.minus,
            "pairs": self.pairs.pairs,
            "theta": self.theta,
        })
    }
}

#[cfg(test)]
mod tests;
