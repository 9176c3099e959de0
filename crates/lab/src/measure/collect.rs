//! Collecting RankCut's statistics (Lim & Lee 2006) from self-play. Every tenth game is held
//! out, to see whether what the others predict of the chance of a better move comes true in
//! games that they have not seen.
mod page;
mod record;
pub mod risk;
mod summary;
mod text;

pub use record::Game;
pub use summary::Collection;
pub(crate) use summary::{Band, calibration};

use crate::{
    measure::effort::Effort,
    play::self_play,
    setup::recipe::Recipe,
    study::{
        error::Error,
        numbering::Numbering,
        record::{Plan, Run},
        registry::Entry,
        shape::{Shown, Stop, Study},
        shard::Shard,
    },
};
use niwaki_search::{
    engine::Engine,
    node::Depth,
    random::Random,
    rank_observer::RankObserver,
    rank_statistics::{Bins, Statistics},
    watch,
};
use serde_json::{Value as Json, json};

/// Name of the command in records.
pub const COMMAND: &str = "collect";

/// What the records of this command mean.
pub const ENTRY: Entry =
    Entry { command: COMMAND, numbering: Some(numbering), prepared: None, show, picture: Some(page::picture) };

/// How statistics are collected.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The settings of every search.
    pub recipe: Recipe,
    /// What ends the search of each move.
    pub effort: Effort,
    /// How many games.
    pub games: usize,
    /// Seed of their openings.
    pub seed: u64,
    /// Size of each thread's table in MiB.
    pub hash: usize,
    /// Least depth of the nodes that are observed.
    pub min_depth: Depth,
    /// How states are sorted.
    pub bins: Bins,
    /// The part of the games that is played.
    pub shard: Shard,
    /// The command that repeats the run.
    pub command: String,
}

impl Study for Settings {
    type Record = Game;
    type Worker = Box<dyn Engine>;

    fn plan(&self) -> Plan {
        let decides = json!({
            "what": "rankcut",
            "game": self.recipe.kit.name(),
            "recipe": self.recipe.to_json(),
            "limit": self.effort.words(),
            "seed": self.seed,
            "hash": self.hash,
            "min_depth": self.min_depth,
            "bins": record::describe_bins(&self.bins),
        });
        let notes = json!({ "games": self.games, "repeat": self.command });
        Plan { command: COMMAND, decides, notes, shard: self.shard }
    }

    fn numbering(&self, _prepared: Option<&Json>) -> Numbering {
        games(self.games)
    }

    fn worker(&self, _thread: usize, _prepared: Option<&Json>) -> Result<Box<dyn Engine>, Error> {
        Ok(self.recipe.engine(self.hash)?)
    }

    fn work(&self, engine: &mut Box<dyn Engine>, job: usize, stop: &Stop<'_>) -> Result<Option<Game>, Error> {
        Ok(self.play(&mut **engine, job, stop)?)
    }
}

impl Settings {
    /// One game. Observation begins after its first search: those before it, which look for a
    /// balanced opening, are no part of the game.
    fn play(&self, engine: &mut dyn Engine, game: usize, stop: &Stop<'_>) -> Result<Option<Game>, String> {
        let (mut searches, mut nodes, mut begun) = (0, 0, false);
        engine.watch(None);
        let limits = || self.effort.limits();
        let (mut random, thresholds) = (Random::new(seed_of(self.seed, game)), self.recipe.kit.thresholds());
        self_play::play(engine, thresholds, &mut random, &limits, &mut |engine, report| {
            if begun {
                searches += 1;
                nodes += report.nodes;
            } else {
                engine.watch(Some(Box::new(RankObserver::new(self.min_depth, self.bins.clone()))));
                begun = true;
            }
            !stop.is_set()
        })?;
        let observer: Option<Box<RankObserver>> = engine.watch(None).and_then(watch::unwrap);
        let found = observer.map_or_else(|| Statistics::of(self.bins.clone()), |observer| observer.statistics());
        Ok((!stop.is_set()).then(|| Game::new(game, searches, nodes, &found)))
    }
}

/// The seed of a game: the number at its place in the stream of the run.
pub(super) fn seed_of(seed: u64, game: usize) -> u64 {
    let mut random = Random::new(seed);
    for _ in 0..game {
        random.number();
    }
    random.number()
}

pub(super) fn games(count: usize) -> Numbering {
    Numbering::Line { field: "game", count, together: 1 }
}

pub(super) fn numbering(header: &Json, _prepared: Option<&Json>) -> Option<Numbering> {
    header["notes"]["games"].as_u64().and_then(|count| usize::try_from(count).ok()).map(games)
}

fn show(run: &Run) -> Result<Shown, Error> {
    if run.header.as_ref().is_some_and(|header| header["plan"]["what"] == risk::WHAT) {
        return risk::show(run);
    }
    let collection = Collection::new(run)?;
    let page = Some(page::page(run, &collection));
    Ok(Shown { lines: collection.lines(), json: collection.to_json(), page, ..Shown::default() })
}

#[cfg(test)]
mod tests;
