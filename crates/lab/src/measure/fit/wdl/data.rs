//! Scores and results out of files of games.
use crate::{
    learn::datagen::{self, Games, Searched, replay},
    study::{error::Error, workers},
};
use niwaki_games::{
    chances::{Chances, TERMS},
    kit::learning::Learner,
};
use niwaki_search::node::is_decisive;
use serde_json::Value as Json;
use std::{collections::BTreeMap, ops::Range, path::PathBuf};

/// Games played again at a time.
const PART: usize = 500;
/// Results: win, draw, loss.
const RESULTS: usize = 3;

/// A position that was searched: what the search said, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// For the side to move.
    pub score: i16,
    /// Of both sides.
    pub material: u8,
    /// For the side to move: 0 for a win, 1 for a draw, 2 for a loss.
    pub result: u8,
}

/// A file that games are from.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name, without the folder.
    pub name: String,
    /// What tells its content from others.
    pub hash: String,
    /// How its games were made.
    pub header: Option<Json>,
    /// How many games it holds.
    pub games: usize,
}

/// The positions of games, each game by itself.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// Where they are from.
    pub files: Vec<Source>,
    /// The games.
    pub games: Vec<Vec<Point>>,
}

impl Data {
    /// The positions of files, found on several threads. Left out are those in check, where a
    /// score is about to change, and those with a proven win or loss, whose chances are known.
    pub fn read(learner: &dyn Learner, paths: &[PathBuf], threads: usize) -> Result<Data, Error> {
        let mut data = Data::default();
        for path in paths {
            let games = Games::read(path)?;
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            data.add(learner, name, games, threads)?;
        }
        Ok(data)
    }

    fn add(&mut self, learner: &dyn Learner, name: String, games: Games, threads: usize) -> Result<(), Error> {
        games.check_game(learner.game())?;
        let hash = games.hash();
        if let Some(before) = self.files.iter().find(|file| file.hash == hash) {
            let reason = format!("the games of {} once more; expected each file once", before.name);
            return Err(Error::at(games.path, reason));
        }
        let work = |(): &mut (), range: &Range<usize>| points(learner, &games, range.clone());
        let parts = datagen::parts(games.len(), PART);
        workers::run(&mut vec![(); threads.max(1)], &parts, &work, &mut |part| self.games.extend(part))?;
        self.files.push(Source { name, hash, games: games.len(), header: games.header });
        Ok(())
    }
}

/// The positions of some games.
fn points(learner: &dyn Learner, games: &Games, numbers: Range<usize>) -> Result<Vec<Vec<Point>>, Error> {
    let mut found = Vec::new();
    for number in numbers {
        let mut points = Vec::new();
        let replayed = replay(learner, &games.get(number)?, &mut |searched| points.extend(point(&searched)));
        replayed.map_err(|reason| games.wrong(number, reason))?;
        found.push(points);
    }
    Ok(found)
}

pub(super) fn point(searched: &Searched<'_>) -> Option<Point> {
    if searched.position.is_forced() || is_decisive(searched.score) {
        return None;
    }
    let score = i16::try_from(searched.score).ok()?;
    let material = u8::try_from(searched.position.material()).ok()?;
    Some(Point { score, material, result: 2 - searched.result() })
}

/// Results by material and score. The model does not know the sides, so a position counts
/// for the side that is ahead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts(BTreeMap<(u8, u16), [u64; RESULTS]>);

/// Positions with the same material and score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) material: u32,
    pub(super) score: f64,
    /// How many were won, drawn and lost.
    pub(super) results: [f64; RESULTS],
}

impl Counts {
    pub(super) fn add(&mut self, game: &[Point]) {
        for point in game {
            let result = if point.score < 0 { 2 - point.result } else { point.result };
            let cell = self.0.entry((point.material, point.score.unsigned_abs())).or_default();
            cell[usize::from(result)] += 1;
        }
    }

    pub(super) fn sum(parts: &[Counts]) -> Counts {
        let mut sum = Counts::default();
        for (key, results) in parts.iter().flat_map(|part| &part.0) {
            let cell = sum.0.entry(*key).or_default();
            cell.iter_mut().zip(results).for_each(|(sum, count)| *sum += count);
        }
        sum
    }

    /// The same without a part of it.
    pub(super) fn without(&self, part: &Counts) -> Counts {
        let mut rest = self.clone();
        for (key, results) in &part.0 {
            let cell = rest.0.entry(*key).or_default();
            cell.iter_mut().zip(results).for_each(|(rest, count)| *rest -= count);
        }
        rest
    }

    pub(super) fn cells(&self) -> Vec<Cell> {
        let filled = self.0.iter().filter(|(_, results)| results.iter().any(|count| *count > 0));
        let cell = |(&(material, score), results): (&(u8, u16), &[u64; RESULTS])| Cell {
            material: material.into(),
            score: score.into(),
            results: results.map(|count| count as f64),
        };
        filled.map(cell).collect()
    }

    fn results(&self) -> [u64; RESULTS] {
        let mut sum = [0; RESULTS];
        self.0.values().for_each(|results| sum.iter_mut().zip(results).for_each(|(sum, count)| *sum += count));
        sum
    }

    /// A result that no position has.
    pub(super) fn missing(&self) -> Option<&'static str> {
        match self.results() {
            [0, _, 0] => Some("won"),
            [_, 0, _] => Some("drawn"),
            _ => None,
        }
    }

    /// Where a fit begins: both values the mean score, whatever the material. Material at
    /// either end that only a share `rare` of the positions has does not count.
    pub(super) fn start(&self, full: u32, rare: f64) -> Chances {
        let sizes = || self.0.iter().map(|(key, results)| (*key, results.iter().sum::<u64>() as f64));
        let all: f64 = sizes().map(|(_, size)| size).sum();
        let mean = sizes().map(|((_, score), size)| size * f64::from(score)).sum::<f64>() / all;
        let below = |share: f64| {
            let mut left = share * all;
            let reached = sizes().find(|(_, size)| {
                left -= size;
                left <= 0.0
            });
            reached.map_or(0, |((material, _), _)| u32::from(material))
        };
        let terms = std::array::from_fn::<f64, TERMS, _>(|power| if power == 0 { mean.max(1.0) } else { 0.0 });
        Chances { full, material: [below(rare), below(1.0 - rare)], even_win: terms, win_spread: terms }
    }

    /// Mean loss of other games' positions if all have the chances that are the shares of
    /// the results here, the same for both sides.
    pub(super) fn blind_loss(&self, games: &[&[Point]]) -> f64 {
        let [won, drawn, lost] = self.results().map(|count| count as f64);
        let (all, decided) = (won + drawn + lost, (won + lost) / 2.0);
        let loss = |point: &Point| -(if point.result == 1 { drawn } else { decided } / all).ln();
        let losses: Vec<f64> = games.iter().flat_map(|game| game.iter()).map(loss).collect();
        losses.iter().sum::<f64>() / losses.len() as f64
    }
}
