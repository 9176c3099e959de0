//! A match as its records tell it.
use super::{COMMAND, FAULTS, Pairing, Played, Standing, Stop, pairings, recorded::stop};
use crate::{report::Unreadable, study::record::Run};
use niwaki_search::game::Side;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// What a page says of a match.
pub(super) struct Told {
    pub(super) names: Vec<String>,
    /// When it was to end.
    pub(super) stop: Stop,
    pub(super) standing: Standing,
    /// Plies of each game.
    pub(super) lengths: Vec<u64>,
    /// The log-likelihood ratio of the test after so many games.
    pub(super) course: Vec<(f64, f64)>,
    /// How games ended, and how many were won by the first player of their pairing, drawn and lost.
    pub(super) endings: BTreeMap<String, [u64; 3]>,
    /// Games lost by a fault: number, loser, reason and what happened.
    pub(super) faults: Vec<[String; 4]>,
}

pub(super) const FOREIGN: Unreadable = Unreadable::Foreign("a match");

impl Told {
    pub(super) fn new(run: &Run) -> Result<Told, Unreadable> {
        let header = run.header.as_ref().filter(|header| header["command"] == COMMAND).ok_or(FOREIGN)?;
        let players = header["plan"]["players"].as_array().filter(|players| players.len() > 1).ok_or(FOREIGN)?;
        let name = |player: &Json| player["name"].as_str().map(str::to_string).ok_or(FOREIGN);
        let names = players.iter().map(name).collect::<Result<Vec<String>, Unreadable>>()?;
        let standing = Standing::of(names.len(), pairings(names.len(), header["plan"]["gauntlet"] == true));
        let mut told = Told {
            names,
            stop: stop(&header["notes"]["stop"]).ok_or(FOREIGN)?,
            standing,
            lengths: Vec::new(),
            course: Vec::new(),
            endings: BTreeMap::new(),
            faults: Vec::new(),
        };
        for played in games(&run.records, told.names.len())? {
            told.add(&played);
            // Games that were still played when the match was decided do not count.
            if told.standing.is_decided(&told.stop) {
                break;
            }
        }
        Ok(told)
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
/// that was cut off, are left out unless they are the last.
fn games(records: &[Json], players: usize) -> Result<Vec<Played>, Unreadable> {
    let mut games = BTreeMap::new();
    for (index, record) in records.iter().enumerate() {
        // The first line is the header.
        let wrong = Unreadable::Record { line: index + 2, expected: "a game of this match" };
        let played = game(record, players).ok_or(wrong)?;
        games.insert(played.pairing.number, played);
    }
    let last = games.keys().copied().next_back();
    let whole = |number: usize| games.contains_key(&(number ^ 1)) || Some(number) == last;
    let numbers: Vec<usize> = games.keys().copied().filter(|number| whole(*number)).collect();
    Ok(numbers.iter().filter_map(|number| games.remove(number)).collect())
}

fn game(record: &Json, players: usize) -> Option<Played> {
    let number = |value: &Json| value.as_u64().map(|number| number as usize);
    let [one, two] = record["players"].as_array()?.as_slice() else { return None };
    let (one, two) = (number(one)?, number(two)?);
    let fits = one < players && two < players && one != two;
    let pairing =
        Pairing { number: number(&record["game"])?, players: [one, two], opening: number(&record["opening"])? };
    Played::from_record(record, pairing).filter(|_| fits)
}
