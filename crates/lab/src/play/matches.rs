//! Matches: recipes or programs against each other, in pairs of games from one opening with
//! colours swapped, until a number of games is played or a test is sure.
//!
//! Every game is a record as soon as it is over, in whatever order games end; results are
//! delivered in the order of the schedule. So a result depends neither on the number of jobs
//! nor on how often the run was interrupted.
mod affinity;
mod counters;
mod course;
mod game;
mod group;
mod limit;
mod nboard;
mod page;
mod pictures;
mod player;
mod process;
mod rating;
mod record;
mod recorded;
mod shared;
mod summary;
mod text;

pub use counters::Counters;
pub use game::{Draw, DrawWish, Ending, Resign, Rules};
pub use limit::Clocks;
pub use limit::{Limit, TimeControl};
pub use page::{page, picture};
pub use player::Player;
pub use player::{Choice, FAULTS, Fault, Kind, Spec};
pub use process::{Program, Protocol, SHOW_METHODS};
pub use record::Played;
pub use recorded::{recorded, standing};
pub use shared::{Joint, part_folder, run_part};
pub use summary::{PlayerSums, Standing};
pub use text::{finished_game, table};
pub(crate) use {
    game::play,
    player::{ILLEGAL, Inside},
};

use crate::{
    play::openings::{self, Opening},
    study::{
        driver::{self, Ended},
        error::Error,
        numbering::Numbering,
        progress::Progress,
        record::{Plan, Run, speed},
        registry::Entry,
        shape::{Shown, Stop as StopFlag, Study},
        shard::Shard,
    },
};
use niwaki_games::{
    Kit,
    kit::{Judge, JudgeFacts},
};
use niwaki_search::{engine, random::Random};
use niwaki_statistics::sprt::{Model, Sprt, Verdict};
use serde_json::{Value as Json, json};
use std::{
    ops::ControlFlow,
    path::Path,
    time::{Duration, Instant},
};

/// Name of the command in records.
pub const COMMAND: &str = "match";
/// The most games of a pairing.
pub const MOST_GAMES: usize = 1_000_000;
/// Pairs before an interval may end a match: of fewer it is not to be trusted.
const LEAST_PAIRS: u64 = 16;

/// What the records of this command mean.
pub const ENTRY: Entry =
    Entry { command: COMMAND, numbering: Some(numbering), prepared: None, show, picture: Some(page::picture) };

/// When a match ends, besides after a number of games.
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

/// Which players meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meetings {
    /// Each meets each.
    Each,
    /// Only the first player meets the others.
    Gauntlet,
    /// Each meets so many that come next in the list.
    Neighbours(usize),
}

impl Meetings {
    /// Those of the plan in a header.
    fn of_plan(plan: &Json) -> Option<Meetings> {
        match (plan["neighbours"].as_u64(), plan["gauntlet"].as_bool()?) {
            (Some(reach), _) => Some(Meetings::Neighbours(usize::try_from(reach).ok()?)),
            (None, true) => Some(Meetings::Gauntlet),
            (None, false) => Some(Meetings::Each),
        }
    }

    /// Pairs of players who meet.
    fn pairings(self, players: usize) -> Vec<[usize; 2]> {
        let all = (0..players).flat_map(|one| (one + 1..players).map(move |two| [one, two]));
        let meet = |[one, two]: &[usize; 2]| match self {
            Meetings::Each => true,
            Meetings::Gauntlet => *one == 0,
            Meetings::Neighbours(reach) => two - one <= reach,
        };
        all.filter(meet).collect()
    }
}

/// A match as it is asked for.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub kit: &'static dyn Kit,
    /// Who plays.
    pub players: Vec<Spec>,
    /// Which of them meet.
    pub meetings: Meetings,
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
    /// Times are for a machine of this speed, in nodes a second of the fixed search that headers
    /// record: others get more or less.
    pub scale_nps: Option<u64>,
    /// Whether each game is kept on a core of its own.
    pub affinity: bool,
    /// Whether the records say of each move what the methods did.
    pub counters: bool,
    /// The command that repeats the match.
    pub command: String,
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
    pub fn pair(self) -> usize {
        self.number / 2
    }
}

impl Settings {
    /// What the records must say for a run to resume from them.
    fn describe(&self) -> Plan {
        let rules = &self.rules;
        let mut decides = json!({
            "game": self.kit.name(),
            "players": self.players.iter().map(Spec::describe).collect::<Vec<_>>(),
            "gauntlet": self.meetings == Meetings::Gauntlet,
            "openings": openings::describe(&self.openings),
            "seed": self.seed,
            "limit": rules.limit.describe(),
            "margin_ms": rules.margin.as_millis() as u64,
            "resign": rules.resign.map(|resign| json!([resign.score, resign.count])),
            "draw": rules.draw.map(|draw| json!([draw.from_move, draw.count, draw.score])),
            "max_plies": rules.max_plies,
            "tables": rules.judge.as_ref().map(|judge| describe_judge(&**judge)),
            "hash": self.hash,
            "scale_nps": self.scale_nps,
        });
        if let Meetings::Neighbours(reach) = self.meetings {
            decides["neighbours"] = json!(reach);
        }
        let notes = json!({
            "games": self.games,
            "stop": self.stop.describe(),
            "jobs": self.jobs,
            "repeat": self.command,
        });
        Plan { command: COMMAND, decides, notes, shard: self.shard }
    }

    /// Pairs of players who meet.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        self.meetings.pairings(self.players.len())
    }

    /// The games in their order: round by round, in each round all pairings from one opening,
    /// in each pairing both colours.
    pub fn schedule(&self) -> Vec<Pairing> {
        let (order, pairings) = (self.order(), self.pairings());
        (0..self.count()).map(|number| pairing(&order, &pairings, number)).collect()
    }

    /// How many games there are.
    fn count(&self) -> usize {
        2 * self.pairings().len() * self.games.div_ceil(2)
    }

    /// The openings in the order in which they are played.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.openings.len()).collect();
        Random::new(self.seed).shuffle(&mut order);
        order
    }

    /// Whether the games of a pairing would be the same if an opening came again.
    pub fn repeats(&self) -> bool {
        let inside = |player: &Spec| matches!(player.kind, Kind::Recipe { .. });
        self.rules.limit.repeats() && self.players.iter().all(inside)
    }

    /// Whether this is a part that must know of the others when the whole is decided.
    pub fn is_shared(&self) -> bool {
        !self.shard.is_whole() && !matches!(self.stop, Stop::Games)
    }

    /// The rules with the times of this machine.
    fn scaled_rules(&self) -> Rules {
        let factor = self.scale_nps.zip(speed()).map(|(nominal, speed)| nominal as f64 / speed.max(1) as f64);
        Rules { limit: factor.map_or(self.rules.limit, |factor| self.rules.limit.scaled(factor)), ..self.rules.clone() }
    }

    /// Refuses more games than there are openings, with players who would repeat them.
    fn check(&self) -> Result<(), Error> {
        let different = 2 * self.openings.len();
        if self.repeats() && self.games > different {
            return Err(Error::new(format!(
                "{} games: with {} openings at fixed nodes or depth every game after {different} would be a repetition",
                self.games,
                self.openings.len()
            )));
        }
        Ok(())
    }
}

/// The game of a number.
fn pairing(order: &[usize], pairings: &[[usize; 2]], number: usize) -> Pairing {
    let (pair, opening) = (number / 2 % pairings.len(), number / 2 / pairings.len());
    let [one, two] = pairings[pair];
    let players = if number % 2 == 0 { [one, two] } else { [two, one] };
    Pairing { number, players, opening: order[opening % order.len().max(1)] }
}

/// A place where games are played: its own players and its own referee.
pub struct Board {
    referee: Box<dyn engine::Rules>,
    players: Vec<Box<dyn Player>>,
}

impl Study for Settings {
    type Record = Played;
    type Worker = Board;

    fn plan(&self) -> Plan {
        self.describe()
    }

    fn numbering(&self, _prepared: Option<&Json>) -> Numbering {
        games(self.count())
    }

    /// The thread keeps its core for good, and gives it to the programs that it starts.
    fn worker(&self, thread: usize, _prepared: Option<&Json>) -> Result<Board, Error> {
        if self.affinity {
            let cores = affinity::shared_out(true, self.jobs)?;
            cores.get(thread).copied().flatten().map_or(Ok(()), affinity::pin)?;
        }
        let open = |spec: &Spec| spec.open(self.kit, self.hash, self.patience);
        let players = self.players.iter().map(open).collect::<Result<_, String>>()?;
        Ok(Board { referee: self.kit.rules(), players })
    }

    fn work(&self, board: &mut Board, job: usize, stop: &StopFlag<'_>) -> Result<Option<Played>, Error> {
        let started = Instant::now();
        let pairing = pairing(&self.order(), &self.pairings(), job);
        let Ok([first, second]) = board.players.get_disjoint_mut(pairing.players) else {
            return Err(Error::new("a player cannot play itself"));
        };
        let opening = &self.openings[pairing.opening];
        let players: [&mut dyn Player; 2] = [&mut **first, &mut **second];
        let rules = self.scaled_rules();
        let played = game::play(self.kit, &mut *board.referee, players, opening, &rules, &|| stop.is_set())?;
        let time = started.elapsed();
        Ok(played.map(|game| Played::new(pairing, game, time, self.counters)))
    }
}

fn games(count: usize) -> Numbering {
    Numbering::Line { field: "game", count, together: 2 }
}

fn numbering(header: &Json, _prepared: Option<&Json>) -> Option<Numbering> {
    Some(games(recorded(header)?.count()))
}

fn show(run: &Run) -> Result<Shown, Error> {
    let (settings, standing) = standing(run)?;
    let (lines, json) = (table(&settings, &standing), standing.to_json(&settings));
    Ok(Shown { lines, json, page: Some(page(run)?), ..Shown::default() })
}

/// Plays a match, or resumes it, and keeps its records in `folder`. `take` gets each game in the
/// order of the schedule, with the standing after it.
pub fn run(
    settings: &Settings,
    folder: &Path,
    progress: &Progress,
    take: &mut dyn FnMut(&Played, &Standing) -> Result<(), Error>,
) -> Result<(Standing, Ended), Error> {
    settings.check()?;
    let mut standing = Standing::new(settings);
    let ended = driver::run(settings, folder, settings.jobs, progress, &mut |delivery| {
        standing.add(delivery.record);
        take(delivery.record, &standing)?;
        Ok(if standing.is_decided(&settings.stop) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    Ok((standing, ended))
}

impl Standing {
    /// Whether the match need not continue.
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
