//! A match as its records have it, game by game: what the page shows.
use super::{COMMAND, FAULTS, Meetings, Pairing, Played, Standing, Stop, recorded::stop};
use crate::study::{
    error::Error,
    record::{Run, line_of},
};
use niwaki_search::game::Side;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A match game by game.
pub(super) struct Course {
    pub(super) names: Vec<String>,
    /// When it was to end.
    pub(super) stop: Stop,
    pub(super) standing: Standing,
    /// Plies of each game.
    pub(super) lengths: Vec<u64>,
    /// The log-likelihood ratio of the test after each number of games.
    pub(super) course: Vec<(f64, f64)>,
    /// How games ended, and how many were won by the first player of their pairing, drawn and lost.
    pub(super) endings: BTreeMap<String, [u64; 3]>,
    /// Games lost by a fault: number, loser, reason and what happened.
    pub(super) faults: Vec<[String; 4]>,
}

/// Records of something else.
pub(super) fn foreign() -> Error {
    Error::new("expected the records of a match")
}

impl Course {
    pub(super) fn new(run: &Run) -> Result<Course, Error> {
        let header = run.header.as_ref().filter(|header| header["command"] == COMMAND).ok_or_else(foreign)?;
        let players = header["plan"]["players"].as_array().filter(|players| players.len() > 1).ok_or_else(foreign)?;
        let name = |player: &Json| player["name"].as_str().map(str::to_string).ok_or_else(foreign);
        let names = players.iter().map(name).collect::<Result<Vec<String>, Error>>()?;
        let meetings = Meetings::of_plan(&header["plan"]).ok_or_else(foreign)?;
        let standing = Standing::of(names.len(), meetings.pairings(names.len()));
        let mut course = Course {
            names,
            stop: stop(&header["notes"]["stop"]).ok_or_else(foreign)?,
            standing,
            lengths: Vec::new(),
            course: Vec::new(),
            endings: BTreeMap::new(),
            faults: Vec::new(),
        };
        for played in games(&run.records, course.names.len())? {
            course.add(&played);
            // Games that were still played when the match was decided do not count.
            if course.standing.is_decided(&course.stop) {
                break;
            }
        }
        Ok(course)
    }

    fn add(&mut self, played: &Played) {
        self.standing.add(played);
        self.lengths.push(played.choices.len() as u64);
        let Pairing { number, players, .. } = played.pairing;
        let first = players[0].min(players[1]);
        let place = match played.ending.winner {
            None => 1,
            Some(side) if players[side.index()] == first => 0,
            Some(_) => 2,
        };
        self.endings.entry(played.ending.reason.clone()).or_default()[place] += 1;
        if let Some(loser) = played.ending.winner.map(Side::other).filter(|_| is_fault(played)) {
            let detail = played.ending.detail.clone().unwrap_or_default();
            let loser = self.names[players[loser.index()]].clone();
            self.faults.push([(number + 1).to_string(), loser, played.ending.reason.clone(), detail]);
        }
        if let Some((ratio, _)) = self.standing.verdict_of(&self.stop).filter(|_| self.standing.is_paired()) {
            self.course.push((self.standing.games() as f64, ratio));
        }
    }
}

fn is_fault(played: &Played) -> bool {
    FAULTS.contains(&played.ending.reason.as_str())
}

/// The games in the order of the schedule. Those whose counterpart is missing, of a run
/// that was interrupted, are left out unless they are the last.
fn games(records: &[Json], players: usize) -> Result<Vec<Played>, Error> {
    let mut games = BTreeMap::new();
    for (index, record) in records.iter().enumerate() {
        let wrong = || Error::line(line_of(index), "expected a game of this match");
        let played: Played = serde_json::from_value(record.clone()).map_err(|_| wrong())?;
        if played.pairing.players.iter().any(|player| *player >= players) {
            return Err(wrong());
        }
        games.insert(played.pairing.number, played);
    }
    let last = games.keys().copied().next_back();
    let whole = |number: usize| games.contains_key(&(number ^ 1)) || Some(number) == last;
    let numbers: Vec<usize> = games.keys().copied().filter(|number| whole(*number)).collect();
    Ok(numbers.iter().filter_map(|number| games.remove(number)).collect())
}
