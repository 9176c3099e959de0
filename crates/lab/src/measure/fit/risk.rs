//! Fitting the risk model to collected moves: the chance that a quiet move beats alpha.
//!
//! Moves of one game are alike, so whole games are held out: every third. A model of the other
//! games predicts them; that shows how well such a model tells moves apart (area under the ROC
//! curve), whether its chances come true (calibration), and how many of its skips are wrong
//! where it skips as many moves as the hand-made rules would. The model that is written is then
//! fitted to all games.
mod measure;
mod page;
mod print;

pub use measure::{Band, Measured, Row};

use crate::{
    measure::collect::risk::{Collection, Move},
    study::{error::Error, record},
};
use niwaki_games::Kit;
use niwaki_search::{
    knowledge::risk::{DEPTHS, FEATURES, Model, features},
    node::{Depth, Score},
};
use niwaki_statistics::logistic::{self, Case, chance};
use serde_json::Value as Json;
use std::path::PathBuf;

/// Every game of this number is held out.
const HELD_OUT: usize = 3;
/// Penalty of the squares of the weights, the intercept's excepted.
const RIDGE: f64 = 1.0;
const INTERCEPT: usize = 0;
/// A depth with fewer moves takes the threshold of the depth before.
const FEWEST_MOVES: usize = 500;
/// With fewer games there is nothing to hold out.
const FEWEST_GAMES: usize = 6;

/// A move with the numbers that the weights multiply.
#[derive(Clone, Debug)]
struct Point {
    m: Move,
    beats: bool,
    facts: [f64; FEATURES],
}

/// The games of some collections, and what they are.
#[derive(Clone, Debug)]
pub struct Data {
    unit: Score,
    /// The moves of each game that the judge has an answer to.
    games: Vec<Vec<Point>>,
    /// Moves to which it has none.
    undetermined: usize,
    /// Where the moves are from, with the plan of each collection and its number of games.
    sources: Vec<(String, Json, usize)>,
}

impl Data {
    /// Reads the records of collections of a game.
    pub fn read(kit: &dyn Kit, folders: &[PathBuf]) -> Result<Data, Error> {
        let mut data = Data { unit: kit.rules().unit(), games: Vec::new(), undetermined: 0, sources: Vec::new() };
        for folder in folders {
            let file = folder.join(record::FILE).display().to_string();
            let collection = Collection::read(&record::read(folder)?).map_err(|error| error.in_file(&file))?;
            if collection.plan["game"] != kit.name() {
                let game = collection.plan["game"].as_str().unwrap_or_default();
                return Err(Error::at(file, format!("expected moves of {}, not of {game}", kit.name())));
            }
            if data.sources.iter().any(|(_, plan, _)| *plan == collection.plan) {
                return Err(Error::at(file, "the games of another folder once more; expected each once"));
            }
            data.sources.push((folder.display().to_string(), collection.plan.clone(), collection.games.len()));
            collection.games.into_values().for_each(|(_, moves)| data.add(moves));
        }
        Ok(data)
    }

    /// Adds a game.
    fn add(&mut self, moves: Vec<Move>) {
        let all = moves.len();
        let unit = self.unit;
        let point = |m: Move| m.beats.map(|beats| Point { m, beats, facts: features(unit, &m.node, &m.facts) });
        let points: Vec<Point> = moves.into_iter().filter_map(point).collect();
        self.undetermined += all - points.len();
        self.games.push(points);
    }

    /// The moves of the games that are held out, or of the others, with the number of the game.
    fn part(&self, held_out: bool) -> Vec<(usize, &Point)> {
        let games = self.games.iter().enumerate();
        let part = games.filter(|(number, _)| (number % HELD_OUT == HELD_OUT - 1) == held_out);
        part.flat_map(|(number, game)| game.iter().map(move |point| (number, point))).collect()
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The model of all games, with thresholds.
    pub model: Model,
    /// How a model of two thirds of the games predicts the rest.
    pub measured: Measured,
    /// Games to learn from, and held out.
    pub games: [usize; 2],
    /// Moves of all games, and those that beat alpha.
    pub moves: [usize; 2],
    /// Moves without an answer.
    pub undetermined: usize,
    /// Percent of the wrong skips of the rules that the thresholds allow.
    pub risk: f64,
    /// Share of the moves below the thresholds, for each depth.
    pub skipped: [f64; DEPTHS],
    /// Standard errors of the weights.
    pub errors: Vec<f64>,
    sources: Vec<(String, Json, usize)>,
    game: String,
}

/// Fits the model. Its thresholds allow, at each depth, `risk` percent of the wrong skips that
/// it predicts of the hand-made rules.
pub fn fit(kit: &dyn Kit, data: &Data, risk: f64) -> Result<Outcome, Error> {
    let games = data.games.len();
    if games < FEWEST_GAMES {
        return Err(Error::new(format!("expected at least {FEWEST_GAMES} games, not {games}")));
    }
    let (learned, held_out) = (data.part(false), data.part(true));
    let undetermined = || Error::new("the moves do not determine the chances; expected more games");
    let (weights, _) = weights(learned.iter().map(|(_, point)| *point)).ok_or_else(undetermined)?;
    let tested = thresholds(learned.iter().map(|(_, point)| *point), &weights, risk);
    let measured = measure::measure(&held_out, &weights, &tested).ok_or_else(undetermined)?;
    let all = || data.games.iter().flatten();
    let (weights, errors) = self::weights(all()).ok_or_else(undetermined)?;
    let thresholds = thresholds(all(), &weights, risk);
    let below = |depth: usize| {
        let moves = || all().filter(|point| point.m.node.depth == depth as Depth + 1);
        let skipped = moves().filter(|point| chance(logit(&weights, point)) < thresholds[depth]).count();
        skipped as f64 / moves().count().max(1) as f64
    };
    let held = (0..games).filter(|number| number % HELD_OUT == HELD_OUT - 1).count();
    Ok(Outcome {
        skipped: std::array::from_fn(below),
        model: Model { name: "fit".to_string(), unit: data.unit, weights, thresholds },
        measured,
        games: [games - held, held],
        moves: [all().count(), all().filter(|point| point.beats).count()],
        undetermined: data.undetermined,
        risk,
        errors,
        sources: data.sources.clone(),
        game: kit.name().to_string(),
    })
}

/// Weights of greatest likelihood, and their standard errors.
fn weights<'a>(points: impl Iterator<Item = &'a Point>) -> Option<([f64; FEATURES], Vec<f64>)> {
    let case = |point: &'a Point| Case { facts: &point.facts, happened: point.beats, weight: 1.0 };
    let fit = logistic::fit(&points.map(case).collect::<Vec<_>>(), RIDGE, &[INTERCEPT])?;
    Some((fit.weights.try_into().ok()?, fit.errors))
}

fn logit(weights: &[f64; FEATURES], point: &Point) -> f64 {
    weights.iter().zip(&point.facts).map(|(weight, fact)| weight * fact).sum()
}

/// For each depth the chance below which moves are skipped: those with the smallest chances,
/// as long as their sum, the wrong skips to be expected, stays within `risk` percent of that of
/// the moves that the rules skip. Sums of chances are steadier than counts of a few moves.
fn thresholds<'a>(points: impl Iterator<Item = &'a Point>, weights: &[f64; FEATURES], risk: f64) -> [f64; DEPTHS] {
    let mut by_depth: [Vec<(f64, bool)>; DEPTHS] = Default::default();
    for point in points {
        let rules = point.m.skipped_by_rules();
        by_depth[point.m.node.depth as usize - 1].push((chance(logit(weights, point)), rules));
    }
    let mut last = None;
    by_depth.map(|mut moves| {
        if moves.len() >= FEWEST_MOVES || last.is_none() {
            last = Some(threshold(&mut moves, risk));
        }
        last.unwrap_or(LEAST_THRESHOLD)
    })
}

/// A threshold at which nothing is ever skipped.
const LEAST_THRESHOLD: f64 = 1e-6;
const PERCENT: f64 = 100.0;

fn threshold(moves: &mut [(f64, bool)], risk: f64) -> f64 {
    moves.sort_by(|one, two| one.0.total_cmp(&two.0));
    let ruled: f64 = moves.iter().filter(|(_, rules)| *rules).map(|(chance, _)| chance).sum();
    let (mut sum, allowed) = (0.0, ruled * risk / PERCENT);
    let beyond = moves.iter().find(|(chance, _)| {
        sum += chance;
        sum > allowed
    });
    beyond.map_or(LEAST_THRESHOLD, |(chance, _)| chance.max(LEAST_THRESHOLD))
}

#[cfg(test)]
mod tests;
