//! Matches: recipes or programs against each other, in pairs of games from one opening with
//! colours swapped, until so many games are played or a test is sure.
//!
//! Every game is a record as soon as it is over, in whatever order games end; what they say
//! is told in the order of the schedule. So a result depends neither on the number of jobs
//! nor on how often the run was interrupted.
mod affinity;
mod counters;
mod game;
mod limit;
mod page;
mod pictures;
mod played;
mod player;
mod print;
mod process;
mod rating;
mod recorded;
mod standing;
mod told;

pub use counters::Counters;
pub use game::{Draw, Ending, Resign, Rules};
pub use limit::{Limit, TimeControl};
pub use page::{page, picture};
pub use played::Played;
pub use player::{Choice, FAULTS, Fault, Kind, Spec};
pub use print::{finished_game, table};
pub use process::Program;
pub use recorded::{recorded, standing};
pub use standing::{PlayerSums, Standing};
pub(crate) use {
    game::play,
    limit::Clocks,
    player::{ILLEGAL, Inside, Player},
};

use crate::{
    play::openings::{self, Opening},
    study::{
        record::{self, Journal, Plan},
        shard::Shard,
        workers,
    },
};
use niwaki_games::{
    Kit,
    kit::{Judge, JudgeFacts},
};
use niwaki_search::{engine, random::Random};
use niwaki_statistics::sprt::{Model, Sprt, Verdict};
use played::read_records;
use serde_json::{Value as Json, json};
use std::{
    collections::HashMap,
    ops::ControlFlow,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// Name of the command in records.
pub const COMMAND: &str = "match";
/// The most games of a pairing.
pub const MOST_GAMES: usize = 200_000;
/// Pairs before an interval may end a match: of fewer it is not to be trusted.
const LEAST_PAIRS: u64 = 16;

/// Why a match could not be played; each message is one line.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The records.
    #[error(transparent)]
    Record(#[from] record::Error),
    /// A player that cannot be had, or an opening that is none.
    #[error("{0}")]
    Player(String),
    /// More games than there are openings, with players who would repeat them.
    #[error(
        "{wanted} games: with {openings} openings at fixed nodes or depth every game after {} would be a repetition",
        2 * openings
    )]
    Openings {
        /// Games wanted for each pairing.
        wanted: usize,
        /// Openings there are.
        openings: usize,
    },
}

/// When a match ends, besides after so many games.
#[derive(Clone, Debug)]
pub enum Stop {
    /// Not before.
    Games,
    /// When a test is sure. It looks at pairs of games, or at single games.
    Sprt {
        /// The test.
        test: Sprt,
        /// Its words, for records and tables.
        text: String,
        /// Whether it looks at pairs.
        pairs: bool,
    },
    /// When the interval of Elo is no wider than this to either side.
    Until(f64),
}

impl Stop {
    /// Reads `elo0,elo1[,alpha,beta][,normalized|logistic][,pentanomial|trinomial]`.
    pub fn parse_sprt(text: &str) -> Result<Stop, String> {
        let wrong =
            || format!("expected elo0,elo1[,alpha,beta][,normalized|logistic][,pentanomial|trinomial], not {text:?}");
        let (mut model, mut pairs, mut numbers) = (Model::Normalized, true, Vec::new());
        for word in text.split(',').map(str::trim) {
            match word {
                "normalized" => model = Model::Normalized,
                "logistic" => model = Model::Logistic,
                "pentanomial" => pairs = true,
                "trinomial" => pairs = false,
                _ => numbers.push(word.parse::<f64>().map_err(|_| wrong())?),
            }
        }
        let usual = niwaki_statistics::sprt::DEFAULT_ERROR;
        let (elo0, elo1, alpha, beta) = match numbers[..] {
            [elo0, elo1] => (elo0, elo1, usual, usual),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err(wrong()),
        };
        let test = Sprt::new(model, elo0, elo1, alpha, beta).map_err(|error| error.to_string())?;
        Ok(Stop::Sprt { test, text: text.to_string(), pairs })
    }

    fn describe(&self) -> Json {
        match self {
            Stop::Games => Json::Null,
            Stop::Sprt { text, .. } => json!({ "sprt": text }),
            Stop::Until(elo) => json!({ "until": elo }),
        }
    }
}

/// A match as it is asked for.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub kit: &'static dyn Kit,
    /// Who plays.
    pub players: Vec<Spec>,
    /// Only the first player meets the others.
    pub gauntlet: bool,
    /// Where games begin.
    pub openings: Vec<Opening>,
    /// Order of the openings.
    pub seed: u64,
    /// How games are played.
    pub rules: Rules,
    /// Games of each pairing at most.
    pub games: usize,
    /// When to end before that.
    pub stop: Stop,
    /// Size of each player's table in MiB.
    pub hash: usize,
    /// Games at a time.
    pub jobs: usize,
    /// How long a program may be silent.
    pub patience: Duration,
    /// The part of the pairs of games that is played.
    pub shard: Shard,
    /// Whether each game is kept on a core of its own.
    pub affinity: bool,
    /// Whether the records tell of each move what the methods did.
    pub counters: bool,
}

/// What decides the judgements of endgame tables, as records have it.
fn describe_judge(judge: &dyn Judge) -> Json {
    let JudgeFacts { pieces, fifty_moves, materials } = judge.facts();
    json!({ "pieces": pieces, "fifty_moves": fifty_moves, "materials": materials })
}

/// A game of the schedule: who plays whom, and from which opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Number of the game, from 0.
    pub number: usize,
    /// The players, in the order of [`niwaki_search::game::Side`].
    pub players: [usize; 2],
    /// The opening.
    pub opening: usize,
}

impl Pairing {
    /// Number of the pair that the game belongs to, from 0.
    pub(crate) fn pair(self) -> usize {
        self.number / 2
    }
}

impl Settings {
    /// What the records must say for a run to go on from them.
    pub fn plan(&self) -> Plan {
        let rules = &self.rules;
        let decides = json!({
            "game": self.kit.name(),
            "players": self.players.iter().map(Spec::describe).collect::<Vec<_>>(),
            "gauntlet": self.gauntlet,
            "openings": openings::describe(&self.openings),
            "seed": self.seed,
            "limit": rules.limit.describe(),
            "margin_ms": rules.margin.as_millis() as u64,
            "resign": rules.resign.map(|resign| json!([resign.score, resign.count])),
            "draw": rules.draw.map(|draw| json!([draw.from_move, draw.count, draw.score])),
            "max_plies": rules.max_plies,
            "tables": rules.judge.as_ref().map(|judge| describe_judge(&**judge)),
            "hash": self.hash,
        });
        let notes = json!({
            "games": self.games,
            "stop": self.stop.describe(),
            "jobs": self.jobs,
            "repeat": record::command_line(),
        });
        Plan { command: COMMAND, decides, notes, shard: self.shard }
    }

    /// Pairs of players who meet.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        pairings(self.players.len(), self.gauntlet)
    }

    /// The games in their order: round by round, in each round all pairings from one opening,
    /// in each pairing both colours.
    pub fn schedule(&self) -> Vec<Pairing> {
        let mut order: Vec<usize> = (0..self.openings.len()).collect();
        Random::new(self.seed).shuffle(&mut order);
        let mut schedule = Vec::new();
        for round in 0..self.games.div_ceil(2) {
            let opening = order[round % order.len().max(1)];
            for [one, two] in self.pairings() {
                for players in [[one, two], [two, one]] {
                    schedule.push(Pairing { number: schedule.len(), players, opening });
                }
            }
        }
        schedule
    }

    /// The games of this part: both colours of an opening stay together.
    pub(crate) fn part(&self) -> Vec<Pairing> {
        self.schedule().into_iter().filter(|pairing| self.shard.takes(pairing.pair())).collect()
    }

    /// Whether the games of a pairing would be the same if an opening came again.
    pub fn repeats(&self) -> bool {
        let inside = |player: &Spec| matches!(player.kind, Kind::Recipe { .. });
        self.rules.limit.repeats() && self.players.iter().all(inside)
    }

    fn check(&self) -> Result<(), Error> {
        let openings = self.openings.len();
        if self.repeats() && self.games > 2 * openings {
            return Err(Error::Openings { wanted: self.games, openings });
        }
        Ok(())
    }
}

fn pairings(players: usize, gauntlet: bool) -> Vec<[usize; 2]> {
    let all = (0..players).flat_map(|one| (one + 1..players).map(move |two| [one, two]));
    all.filter(|[one, _]| !gauntlet || *one == 0).collect()
}

/// A place where games are played: its own players and its own referee.
struct Board {
    referee: Box<dyn engine::Rules>,
    players: Vec<Box<dyn Player>>,
    /// The core on which it stands, if it has one of its own.
    core: Option<usize>,
}

impl Board {
    /// Boards are set up by threads of their own, which give their core to the programs they start.
    fn new(settings: &Settings, core: Option<usize>) -> Result<Board, String> {
        let set_up = || {
            core.map_or(Ok(()), affinity::pin)?;
            Board::set_up(settings, core)
        };
        let joined = std::thread::scope(|scope| scope.spawn(set_up).join());
        joined.unwrap_or_else(|_| Err("a player cannot be set up".to_string()))
    }

    fn set_up(settings: &Settings, core: Option<usize>) -> Result<Board, String> {
        let referee = settings.kit.rules();
        let open = |spec: &Spec| spec.open(settings.kit, settings.hash, settings.patience);
        Ok(Board { referee, players: settings.players.iter().map(open).collect::<Result<_, _>>()?, core })
    }

    fn play(&mut self, settings: &Settings, pairing: Pairing, stop: &AtomicBool) -> Result<Option<Played>, String> {
        // The thread may be another one than before.
        self.core.map_or(Ok(()), affinity::pin)?;
        let started = Instant::now();
        let Ok([first, second]) = self.players.get_disjoint_mut(pairing.players) else {
            return Err("a player cannot play itself".to_string());
        };
        let opening = &settings.openings[pairing.opening];
        let players: [&mut dyn Player; 2] = [&mut **first, &mut **second];
        let played = game::play(settings.kit, &mut *self.referee, players, opening, &settings.rules, stop)?;
        let time = started.elapsed();
        Ok(played.map(|game| Played::new(pairing, game, time, settings.counters)))
    }
}

/// Plays a match, or goes on with it, and keeps its records in `folder`. `hear` is told of
/// each game in the order of the schedule, with the standing after it.
pub fn run(
    settings: &Settings,
    folder: &Path,
    hear: &mut dyn FnMut(&Played, &Standing) -> Result<(), String>,
) -> Result<Standing, Error> {
    settings.check()?;
    let (journal, records) = Journal::open(folder, &settings.plan())?;
    let done = read_records(&records, &settings.schedule()).map_err(Error::Player)?;
    let schedule = settings.part();
    // Programs are started only if there is something to play.
    let missing = schedule.iter().filter(|pairing| !done.contains_key(&pairing.number)).count();
    let jobs = settings.jobs.clamp(1, missing.max(1));
    let mut boards: Vec<Option<Board>> = (0..jobs).map(|_| None).collect();
    if missing > 0 && !finished(settings, &schedule, &done) {
        let cores = affinity::shared_out(settings.affinity, jobs).map_err(Error::Player)?;
        for (board, core) in boards.iter_mut().zip(cores) {
            *board = Some(Board::new(settings, core).map_err(Error::Player)?);
        }
    }
    let (journal, enough) = (Mutex::new(journal), AtomicBool::new(false));
    let work = |board: &mut Option<Board>, pairing: &Pairing| match (done.get(&pairing.number), board) {
        (Some(played), _) => Ok(Some(played.clone())),
        (None, None) => Ok(None),
        (None, Some(board)) => {
            let played = board.play(settings, *pairing, &enough)?;
            if let Some(played) = &played {
                let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
                journal.append(&played.to_record()).map_err(|error| error.to_string())?;
            }
            Ok(played)
        }
    };
    let mut standing = Standing::new(settings);
    let mut heard = Ok(());
    let worked = workers::run_until(&mut boards, &schedule, &work, &mut |played: Option<Played>| {
        let Some(played) = played else { return ControlFlow::Break(()) };
        standing.add(&played);
        heard = hear(&played, &standing);
        if heard.is_err() || standing.is_decided(&settings.stop) {
            enough.store(true, Relaxed);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    worked.and(heard).map_err(Error::Player)?;
    Ok(standing)
}

/// Whether the records alone decide the match.
fn finished(settings: &Settings, schedule: &[Pairing], done: &HashMap<usize, Played>) -> bool {
    let mut standing = Standing::new(settings);
    for played in schedule.iter().map_while(|pairing| done.get(&pairing.number)) {
        standing.add(played);
        if standing.is_decided(&settings.stop) {
            return true;
        }
    }
    false
}

impl Standing {
    /// Whether the match need not go on.
    fn is_decided(&self, stop: &Stop) -> bool {
        match stop {
            Stop::Games => false,
            Stop::Sprt { .. } => self.verdict_of(stop).is_some_and(|(_, verdict)| verdict != Verdict::Continue),
            Stop::Until(reach) => self.reach().is_some_and(|found| {
                self.pairs(0).observations() >= LEAST_PAIRS && self.is_paired() && found <= *reach
            }),
        }
    }
}

#[cfg(test)]
mod tests;
