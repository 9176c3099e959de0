//! What the games so far add up to.
use super::{
    Counters, FAULTS, Played, Settings, Stop,
    rating::{self, Meeting},
};
use niwaki_search::game::Side;
use niwaki_statistics::{
    Outcome, Pentanomial, Results, Trinomial,
    elo::{self, Estimate},
    sprt::Verdict,
    student,
};
use std::{collections::BTreeMap, time::Duration};

/// What one player has used and done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerSums {
    /// Its results.
    pub games: Trinomial,
    /// Moves it chose.
    pub moves: u64,
    /// Their depths added up.
    pub depths: u64,
    /// Their nodes.
    pub nodes: u64,
    /// Their time.
    pub time: Duration,
    /// Games lost by a fault, by reason.
    pub faults: BTreeMap<String, u64>,
    /// What its methods did, if it plays in this process.
    pub methods: Counters,
}

impl PlayerSums {
    /// A sum as a mean over the moves.
    pub fn mean(&self, sum: f64) -> f64 {
        sum / self.moves.max(1) as f64
    }
}

/// The results of two players, seen by the first.
#[derive(Clone, Debug)]
struct Row {
    players: [usize; 2],
    games: Trinomial,
    pairs: Pentanomial,
    /// The first game of a pair whose second is not there yet, with its margin.
    waiting: Option<(Outcome, Option<i32>)>,
    /// The mean margin of each pair, where games have margins.
    margins: Vec<f64>,
}

impl Row {
    /// Adds a game, seen by the first player.
    fn add(&mut self, result: Outcome, margin: Option<i32>) {
        self.games.record(result);
        match self.waiting.take() {
            Some((before, before_margin)) => {
                self.pairs.record(before, result);
                let both = before_margin.zip(margin);
                self.margins.extend(both.map(|(one, two)| f64::from(one + two) / 2.0));
            }
            None => self.waiting = Some((result, margin)),
        }
    }
}

/// The standing of a match.
#[derive(Clone, Debug)]
pub struct Standing {
    rows: Vec<Row>,
    /// Each player's sums.
    pub players: Vec<PlayerSums>,
    /// How games ended, and how often.
    pub reasons: BTreeMap<String, u64>,
    /// Time of all games from beginning to end, one after the other.
    pub time: Duration,
    /// Plies played.
    pub plies: u64,
}

impl Standing {
    /// Before the first game.
    pub(super) fn new(settings: &Settings) -> Standing {
        Standing::of(settings.players.len(), settings.pairings())
    }

    /// Before the first game of some players, of whom these meet.
    pub(crate) fn of(players: usize, pairings: Vec<[usize; 2]>) -> Standing {
        let row = |players| Row {
            players,
            games: Trinomial::default(),
            pairs: Pentanomial::default(),
            waiting: None,
            margins: Vec::new(),
        };
        Standing {
            rows: pairings.into_iter().map(row).collect(),
            players: vec![PlayerSums::default(); players],
            reasons: BTreeMap::new(),
            time: Duration::ZERO,
            plies: 0,
        }
    }

    pub(crate) fn add(&mut self, played: &Played) {
        let outcome = |player: usize| played.outcome_of(player);
        let mut sorted = played.pairing.players;
        sorted.sort_unstable();
        if let Some(row) = self.rows.iter_mut().find(|row| row.players == sorted) {
            let sign = if played.pairing.players[0] == sorted[0] { 1 } else { -1 };
            row.add(outcome(sorted[0]), played.ending.margin.map(|margin| sign * margin));
        }
        for side in [Side::First, Side::Second] {
            let player = played.pairing.players[side.index()];
            let sums = &mut self.players[player];
            sums.games.record(outcome(player));
            sums.methods.add(&played.methods[side.index()]);
            let fault = played.ending.winner == Some(side.other()) && FAULTS.contains(&played.ending.reason.as_str());
            if fault {
                *sums.faults.entry(played.ending.reason.clone()).or_default() += 1;
            }
        }
        self.add_moves(played);
        *self.reasons.entry(played.ending.reason.clone()).or_default() += 1;
        self.time += played.time;
    }

    /// Adds the next game of a match of two of which nothing but the result is known, seen by the
    /// first player.
    pub(super) fn add_result(&mut self, outcome: Outcome) {
        self.rows.iter_mut().take(1).for_each(|row| row.add(outcome, None));
    }

    /// The game may begin with either side, as its opening does; faults end it at any time.
    fn add_moves(&mut self, played: &Played) {
        self.plies += played.choices.len() as u64;
        for (ply, choice) in played.choices.iter().enumerate() {
            let side = (played.begins.index() + ply) % 2;
            let sums = &mut self.players[played.pairing.players[side]];
            sums.moves += 1;
            sums.depths += u64::from(choice.depth.unsigned_abs());
            sums.nodes += choice.nodes;
            sums.time += choice.time;
        }
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.reasons.values().sum()
    }

    /// The pairs of one pairing, seen by its first player.
    pub fn pairs(&self, row: usize) -> Results {
        self.rows.get(row).map_or_else(Pentanomial::default, |row| row.pairs).into()
    }

    /// The results of one pairing: players, single games and pairs.
    pub fn row(&self, row: usize) -> Option<([usize; 2], Trinomial, Pentanomial)> {
        self.rows.get(row).map(|row| (row.players, row.games, row.pairs))
    }

    /// The mean margin of a game of one pairing, seen by its first player, with its interval by
    /// pairs; `None` where games have none.
    pub fn margin(&self, row: usize) -> Option<Estimate> {
        let margins = &self.rows.get(row)?.margins;
        let value = margins.iter().sum::<f64>() / margins.len().max(1) as f64;
        (!margins.is_empty()).then(|| Estimate { value, interval: student::mean(margins) })
    }

    /// Pairings.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Whether every game has its counterpart.
    pub(super) fn is_paired(&self) -> bool {
        self.rows.iter().all(|row| row.waiting.is_none())
    }

    /// Half of the width of the interval of Elo, in a match of two.
    pub(super) fn reach(&self) -> Option<f64> {
        Some(elo::logistic(&self.pairs(0))?.interval?.reach()).filter(|reach| reach.is_finite())
    }

    /// What the test of a match says: the log-likelihood ratio and what it means.
    pub fn verdict(&self, settings: &Settings) -> Option<(f64, Verdict)> {
        self.verdict_of(&settings.stop)
    }

    /// The same of any test.
    pub(super) fn verdict_of(&self, stop: &Stop) -> Option<(f64, Verdict)> {
        let Stop::Sprt { test, pairs, .. } = stop else { return None };
        let row = self.rows.first()?;
        let results: Results = if *pairs { row.pairs.into() } else { row.games.into() };
        let ratio = test.log_likelihood_ratio(&results);
        Some((ratio, test.verdict(ratio)))
    }

    /// Ratings of all players on one scale with mean 0, where the games allow it.
    pub fn ratings(&self) -> Option<Vec<Estimate>> {
        let meetings: Vec<Meeting> = self
            .rows
            .iter()
            .filter(|row| Results::from(row.pairs).observations() > 0)
            .map(|row| Meeting { players: row.players, results: row.pairs.into() })
            .collect();
        rating::rate(self.players.len(), &meetings)
    }

    /// Share of the time that was spent outside the players' moves.
    pub fn overhead(&self) -> Option<f64> {
        let thinking: Duration = self.players.iter().map(|sums| sums.time).sum();
        let share = 1.0 - thinking.as_secs_f64() / self.time.as_secs_f64();
        share.is_finite().then_some(share)
    }
}
