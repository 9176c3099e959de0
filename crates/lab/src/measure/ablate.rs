//! What is each method worth? Every method of a recipe off in turn (or on in turn upon a small
//! base), alone or in pairs: searches of positions, and games against the base.
//!
//! Games are dealt out in batches, most to where the interval is widest or the order undecided
//! (see the module `schedule`); a batch depends on the results of the batches before it alone, so that the
//! games are the same however often the run was interrupted.
mod page;
mod record;
mod schedule;
mod summary;
mod text;
mod variant;

pub use record::{Found, What};
pub use summary::{Ablated, Effect, Interaction};
pub use variant::{Direction, Variant, of_options, of_recipe};

use crate::{
    measure::searches::{self, Searches},
    play::{
        matches::{Limit, Pairing, Played, Player, Rules, Spec, play},
        openings::{self, Opening},
    },
    study::{
        driver::{self, Ended},
        error::Error,
        numbering::Numbering,
        progress::Progress,
        record::{Plan, Run},
        registry::Entry,
        shape::{Shown, Stop, Study},
        shard::Shard,
    },
};
use niwaki_games::Kit;
use niwaki_search::{engine, random::Random};
use schedule::{Schedule, Slot};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeMap, btree_map},
    ops::ControlFlow,
    path::Path,
    time::{Duration, Instant},
};

/// Name of the command in records.
pub const COMMAND: &str = "ablate";
/// The place of the base among the players.
const BASE: usize = 0;
/// Players that a thread keeps at its board: each has a table of its own.
const MOST_PLAYERS: usize = 32;
/// The most games for each change at each number of nodes.
pub const MOST_GAMES: usize = 100_000;

/// What the records of this command mean.
pub const ENTRY: Entry = Entry {
    command: COMMAND,
    numbering: Some(numbering),
    prepared: None,
    show,
    picture: Some(|run| Ok(page::picture(&Ablated::read(run)?))),
};

/// An ablation as it is asked for.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub kit: &'static dyn Kit,
    /// Whether methods are taken away or added.
    pub direction: Direction,
    /// What the changes are measured against.
    pub base: Spec,
    /// The changed players.
    pub variants: Vec<Variant>,
    /// The same players on positions; a game without positions has none.
    pub searches: Option<Searches>,
    /// Nodes of a move, one or several budgets.
    pub budgets: Vec<u64>,
    /// Games for each change at each budget, in the mean.
    pub games: usize,
    /// Where games begin.
    pub openings: Vec<Opening>,
    /// Order of the openings.
    pub seed: u64,
    /// How games are played; the limit is that of the budget.
    pub rules: Rules,
    /// Size of each player's table in MiB.
    pub hash: usize,
    /// Jobs at a time.
    pub jobs: usize,
    /// How long a program may be silent.
    pub patience: Duration,
    /// The part of the run that is done.
    pub shard: Shard,
    /// The command that repeats the run.
    pub command: String,
}

impl Settings {
    /// Every change at every budget.
    fn cells(&self) -> usize {
        self.variants.len() * self.budgets.len()
    }

    /// Pairs of games in all.
    fn pairs(&self) -> usize {
        self.cells() * self.games.div_ceil(2)
    }

    /// Searches of positions, filled up to an even number: so the games of a pair stay in one shard.
    fn first_game(&self) -> usize {
        let searches = self.searches.as_ref().map_or(0, |searches| searches.numbering(None).count());
        searches.next_multiple_of(2)
    }

    /// Refuses more games than there are openings for.
    fn check(&self) -> Result<(), Error> {
        let most = 2 * self.openings.len();
        if self.games > most {
            let openings = self.openings.len();
            let reason =
                format!("{} games: with {openings} openings every game after {most} would be a repetition", self.games);
            return Err(Error::new(reason));
        }
        Ok(())
    }

    fn schedule(&self) -> Schedule {
        let mut order: Vec<usize> = (0..self.openings.len()).collect();
        Random::new(self.seed).shuffle(&mut order);
        let mine = |index: &usize| self.shard.takes(*index);
        let jobs = jobs(self.first_game() + 2 * self.pairs());
        let first = self.first_game();
        let pairs = (0..self.pairs()).filter(|pair| jobs.falls_to(self.shard, first + 2 * pair)).collect();
        let openings = (0..order.len()).filter(mine).map(|index| order[index]).collect();
        Schedule { budgets: self.budgets.len(), variants: self.variants.len(), openings, pairs }
    }
}

/// A run up to the end of one batch of games.
struct Batch<'a> {
    settings: &'a Settings,
    /// Jobs up to its end.
    count: usize,
    /// What each of its pairs of games is, by number.
    slots: BTreeMap<usize, Slot>,
}

/// What a thread works with; all of it is made when it is first needed.
#[derive(Default)]
pub struct Worker {
    searcher: Option<searches::Worker>,
    referee: Option<Box<dyn engine::Rules>>,
    players: BTreeMap<usize, Box<dyn Player>>,
}

impl Study for Batch<'_> {
    type Record = Found;
    type Worker = Worker;

    fn plan(&self) -> Plan {
        self.settings.plan()
    }

    fn numbering(&self, _prepared: Option<&Json>) -> Numbering {
        jobs(self.count)
    }

    fn worker(&self, _thread: usize, _prepared: Option<&Json>) -> Result<Worker, Error> {
        Ok(Worker::default())
    }

    fn work(&self, worker: &mut Worker, job: usize, stop: &Stop<'_>) -> Result<Option<Found>, Error> {
        let what = match job.checked_sub(self.settings.first_game()) {
            Some(game) => self.play(worker, job, game, stop)?,
            None => self.search(worker, job, stop)?,
        };
        Ok(what.map(|what| Found { job, what }))
    }

    fn vouches(&self, found: &Found) -> bool {
        !matches!(&found.what, What::Search(trial) if trial.fault.is_some())
    }
}

impl Batch<'_> {
    fn search(&self, worker: &mut Worker, job: usize, stop: &Stop<'_>) -> Result<Option<What>, Error> {
        let searches = self.settings.searches.as_ref().filter(|searches| job < searches.numbering(None).count());
        let Some(searches) = searches else { return Ok(Some(What::Nothing)) };
        let searcher = match &mut worker.searcher {
            Some(searcher) => searcher,
            none => none.insert(searches.worker(0, None)?),
        };
        Ok(searches.work(searcher, job, stop)?.map(|trial| What::Search(Box::new(trial))))
    }

    fn play(&self, worker: &mut Worker, job: usize, game: usize, stop: &Stop<'_>) -> Result<Option<What>, Error> {
        let started = Instant::now();
        let Settings { kit, openings, budgets, rules, .. } = self.settings;
        let slot = self.slots.get(&(game / 2)).ok_or_else(|| Error::new("a game beyond its batch"))?;
        let changed = slot.variant + 1;
        let players = if game % 2 == 0 { [BASE, changed] } else { [changed, BASE] };
        let (nodes, opening) = (budgets[slot.budget], slot.opening);
        let rules = Rules { limit: Limit::Nodes(nodes), ..rules.clone() };
        self.settings.seat(worker, changed)?;
        let referee = worker.referee.get_or_insert_with(|| kit.rules());
        let at_board = players.map(|player| worker.players.remove(&player));
        let [Some(mut first), Some(mut second)] = at_board else { return Err(Error::new("a player is missing")) };
        let pair: [&mut dyn Player; 2] = [&mut *first, &mut *second];
        let played = play(*kit, &mut **referee, pair, &openings[opening], &rules, &|| stop.is_set());
        worker.players.extend(players.into_iter().zip([first, second]));
        let pairing = Pairing { number: job, players, opening };
        let played = played?.map(|played| Played::new(pairing, played, started.elapsed(), false));
        Ok(played.map(|played| What::Game { nodes, played: Box::new(played) }))
    }
}

impl Settings {
    /// Makes sure that base and a changed player sit at the board.
    fn seat(&self, worker: &mut Worker, changed: usize) -> Result<(), Error> {
        if worker.players.len() >= MOST_PLAYERS && !worker.players.contains_key(&changed) {
            worker.players.retain(|player, _| *player == BASE);
        }
        for player in [BASE, changed] {
            let spec = player.checked_sub(1).map_or(&self.base, |variant| &self.variants[variant].spec);
            if let btree_map::Entry::Vacant(seat) = worker.players.entry(player) {
                seat.insert(spec.open(self.kit, self.hash, self.patience)?);
            }
        }
        Ok(())
    }

    /// What the run is.
    pub fn plan(&self) -> Plan {
        let rules = &self.rules;
        let decides = json!({
            "game": self.kit.name(),
            "direction": self.direction.word(),
            "base": self.base.describe_with_hash(),
            "variants": self.variants.iter().map(Variant::describe).collect::<Vec<_>>(),
            "searches": self.searches.as_ref().map(|searches| searches.plan().decides),
            "openings": openings::describe(&self.openings),
            "seed": self.seed,
            "nodes": self.budgets,
            "resign": rules.resign.map(|resign| json!([resign.score, resign.count])),
            "draw": rules.draw.map(|draw| json!([draw.from_move, draw.count, draw.score])),
            "max_plies": rules.max_plies,
            "hash": self.hash,
        });
        let notes = json!({
            "games": self.games,
            "first_game": self.first_game(),
            "pairs": self.pairs(),
            "repeat": self.command,
        });
        Plan { command: COMMAND, decides, notes, shard: self.shard }
    }
}

fn jobs(count: usize) -> Numbering {
    Numbering::Line { field: "job", count, together: 2 }
}

fn numbering(header: &Json, _prepared: Option<&Json>) -> Option<Numbering> {
    let number = |key: &str| usize::try_from(header["notes"][key].as_u64()?).ok();
    Some(jobs(number("first_game")?.checked_add(number("pairs")?.checked_mul(2)?)?))
}

fn show(run: &Run) -> Result<Shown, Error> {
    let ablated = Ablated::read(run)?;
    let page = page::page(run, &ablated);
    Ok(Shown { lines: ablated.lines(), json: ablated.to_json(), page: Some(page), ..Shown::default() })
}

/// Searches and plays what the folder does not hold yet. `take` gets each result once, when it
/// is new.
pub fn run(
    settings: &Settings,
    folder: &Path,
    progress: &Progress,
    take: &mut dyn FnMut(&Found) -> Result<(), Error>,
) -> Result<Ended, Error> {
    settings.check()?;
    let schedule = settings.schedule();
    let first = settings.first_game();
    let (mut known, mut taken) = (BTreeMap::new(), 0);
    // The first pass reads what is recorded, and searches; it plays nothing.
    let mut batch = Batch { settings, count: first, slots: BTreeMap::new() };
    // Records beyond the first games are read too: a run that resumes knows its games.
    let recorded = record::recorded(folder)?;
    recorded.iter().for_each(|found| schedule::note(&mut known, found, first, settings));
    loop {
        let ended = driver::run(&batch, folder, settings.jobs, progress, &mut |delivery| {
            schedule::note(&mut known, delivery.record, first, settings);
            // Every pass delivers what the passes before it did, in the same order.
            if delivery.job >= taken {
                taken = delivery.job + 1;
                take(delivery.record)?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if ended != Ended::Finished {
            return Ok(ended);
        }
        let Some(slots) = schedule.next(&known) else { return Ok(Ended::Finished) };
        let last = slots.keys().next_back().copied().unwrap_or_default();
        batch = Batch { settings, count: first + 2 * (last + 1), slots };
    }
}

#[cfg(test)]
mod tests;
