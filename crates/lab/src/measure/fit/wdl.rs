//! Fitting the chances of win, draw and loss to training games: what a score means.
//!
//! Every position of a game has its result, so positions of one game say much the same:
//! games, not positions, are held out, and intervals come from leaving out games.
mod calibration;
mod data;
mod likelihood;
mod print;
#[cfg(test)]
mod tests;

pub use calibration::Band;
pub use data::{Data, Point, Source};

use crate::study::error::Error;
use data::Counts;
use niwaki_games::chances::{Chances, MaterialChances};
use niwaki_statistics::{Interval, student};

/// One game in this number is held out.
const HELD_OUT: usize = 10;
/// With fewer games there is nothing to hold out, and nothing to tell how sure a fit is.
const FEWEST_GAMES: usize = 20;
/// Parts of the games of which each is left out once (jackknife).
const PARTS: usize = 40;
/// Material that so few positions have counts as the nearest that more have.
const RARE: f64 = 0.01;
/// Digits are kept to this: what is measured is what is written.
const ROUNDING: f64 = 100.0;

/// Mean logarithmic loss of held-out positions, in nats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Of the chances that were fitted.
    pub fitted: f64,
    /// Of the built-in ones.
    pub inside: f64,
    /// Of the same chances for every position: the shares of the results.
    pub blind: f64,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The chances that the game has now, and what counts as material.
    pub model: MaterialChances,
    /// Where the games are from.
    pub files: Vec<Source>,
    /// Games to learn from, and held out.
    pub games: [usize; 2],
    /// Their positions.
    pub positions: [usize; 2],
    /// The chances.
    pub chances: Chances,
    /// How they are without a part of the games, each in turn.
    without: Vec<Chances>,
    /// How well they predict the held-out games.
    pub losses: Losses,
    /// What they predict there, and what came.
    pub bands: Vec<Band>,
}

/// Fits the chances to all games but every tenth, with which they are tested.
pub fn fit(model: MaterialChances, data: &Data) -> Result<Outcome, Error> {
    if data.games.len() < FEWEST_GAMES {
        return Err(Error::new(format!("expected at least {FEWEST_GAMES} games, not {}", data.games.len())));
    }
    let is_held_out = |number: usize| number % HELD_OUT == HELD_OUT - 1;
    let part =
        |held_out: bool| data.games.iter().enumerate().filter(move |(number, _)| is_held_out(*number) == held_out);
    let learned: Vec<&[Point]> = part(false).map(|(_, game)| game.as_slice()).collect();
    let held_out: Vec<&[Point]> = part(true).map(|(_, game)| game.as_slice()).collect();
    let games = learned.len();
    let parts = parts(&learned);
    let all = Counts::sum(&parts);
    if let Some(missing) = all.missing() {
        let none = format!("of the {games} games to learn from none was {missing}");
        return Err(Error::new(format!("expected won and drawn games; {none}")));
    }
    let undetermined =
        || Error::new(format!("the {games} games to learn from do not determine the chances; expected more games"));
    if held_out.iter().all(|game| game.is_empty()) {
        return Err(undetermined());
    }
    let start = all.start(model.built_in.full, RARE);
    let fitted = |counts: &Counts, start| likelihood::fit(&counts.cells(), start).ok_or_else(undetermined);
    let best = fitted(&all, start)?;
    let without = parts.iter().map(|part| fitted(&all.without(part), best)).collect::<Result<_, _>>()?;
    let chances = rounded(best);
    let loss = |chances: &Chances| calibration::loss(&held_out, chances);
    let positions = |games: &[&[Point]]| games.iter().map(|game| game.len()).sum();
    Ok(Outcome {
        model,
        files: data.files.clone(),
        games: [games, held_out.len()],
        positions: [positions(&learned), positions(&held_out)],
        losses: Losses { fitted: loss(&chances), inside: loss(&model.built_in), blind: all.blind_loss(&held_out) },
        bands: calibration::bands(&held_out, &chances),
        chances,
        without,
    })
}

/// The games in parts, so that neighbours are in different ones.
fn parts(games: &[&[Point]]) -> Vec<Counts> {
    let mut parts = vec![Counts::default(); PARTS.min(games.len())];
    let count = parts.len();
    for (number, game) in games.iter().enumerate() {
        parts[number % count].add(game);
    }
    parts
}

fn rounded(chances: Chances) -> Chances {
    let round = |terms: [f64; _]| terms.map(|term: f64| (term * ROUNDING).round() / ROUNDING);
    Chances { even_win: round(chances.even_win), win_spread: round(chances.win_spread), ..chances }
}

impl Outcome {
    /// A value that follows from the chances with its interval of 95 %, by the jackknife of
    /// Tukey (1958) over parts of the games.
    pub fn interval(&self, value: &dyn Fn(&Chances) -> f64) -> Interval {
        let values: Vec<f64> = self.without.iter().map(value).collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let quantile = student::quantile_95(values.len() as u64 - 1).unwrap_or(f64::INFINITY);
        Interval::around(value(&self.chances), quantile * (squares * (count - 1.0) / count).sqrt())
    }
}
