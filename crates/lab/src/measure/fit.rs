//! Fitting the model of ProbCut: how a shallow search predicts a deep one.
//!
//! Each position is searched once, to the greatest height; the score of every finished
//! iteration is that of a search of its depth. Left out are positions in which the side
//! to move is forced, where ProbCut is never asked, and points whose shallow score lies
//! outside a bound or one of whose scores is a proven win: they fit no line. Left out too
//! are depths that reach the end of the game, and no solver is asked.
pub mod bound;
mod page;
mod record;
mod reliability;
pub mod risk;
mod summary;
mod text;
pub mod wdl;

pub use record::Scores;
pub use reliability::Reliability;
pub use summary::{Fit, Row};

use crate::{
    measure::collect,
    play::self_play,
    setup::recipe::Recipe,
    study::{
        error::Error,
        numbering::Numbering,
        progress::Progress,
        record::{Plan, Run, hash},
        registry::Entry,
        shape::{Shown, Stop, Study},
        shard::Shard,
        workers,
    },
};
use niwaki_games::{Kit, kit::Thresholds};
use niwaki_search::{
    engine::Engine,
    limits::Limits,
    node::{Depth, Score},
    random::Random,
};
use serde_json::{Value as Json, json};
use std::collections::HashSet;

/// Name of the command in records.
pub const COMMAND: &str = "fit";
/// What the records of this command mean.
pub const ENTRY: Entry =
    Entry { command: COMMAND, numbering: Some(numbering), prepared: Some(POSITIONS), show, picture: None };
/// The field of the first record, which holds the positions.
const POSITIONS: &str = "positions";
/// Of a game of self-play one position in five is taken.
const STRIDE: usize = 5;
/// Nodes of each move of such a game.
const GAME_NODES: u64 = 5_000;
/// Games in a row that may yield no position at all.
const MOST_EMPTY_GAMES: usize = 1_000;

/// A pair of depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// Depth of the search that predicts; 0 is the static evaluation.
    pub shallow: Depth,
    /// Depth of the search that is predicted.
    pub height: Depth,
}

/// Where the positions come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File {
        /// Its name.
        name: String,
        /// Its positions.
        positions: Vec<String>,
    },
    /// Self-play.
    SelfPlay {
        /// How many positions.
        count: usize,
        /// Seed of the random openings.
        seed: u64,
    },
}

/// Fewer positions for the greatest heights, which cost the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Few {
    /// Heights above this.
    pub above: Depth,
    /// How many positions, spread evenly over all.
    pub count: usize,
}

/// What is fitted, and with what.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub kit: &'static dyn Kit,
    /// The settings of every search; ProbCut itself and a solver are switched off.
    pub recipe: Recipe,
    /// In the order in which the model shall have them.
    pub pairs: Vec<Depths>,
    /// The positions.
    pub source: Source,
    /// Fewer of them for great heights.
    pub few: Option<Few>,
    /// Greatest absolute shallow score of a point. The first is the model's; the fits of
    /// the others are for comparison.
    pub bounds: Vec<Score>,
    /// Threshold of each stage, as the model shall have it.
    pub thresholds: Vec<f64>,
    /// Size of each thread's table in MiB.
    pub hash: usize,
    /// The part of the positions that is searched.
    pub shard: Shard,
    /// The command that repeats the run.
    pub command: String,
}

/// An engine, and the positions that it is asked about.
pub struct Worker {
    engine: Box<dyn Engine>,
    positions: Vec<String>,
}

impl Study for Settings {
    type Record = Scores;
    type Worker = Worker;

    const PREPARED: Option<&'static str> = Some(POSITIONS);

    fn plan(&self) -> Plan {
        let mut source = json!({ "words": self.source.words() });
        if let Source::File { positions, .. } = &self.source {
            source["hash"] = json!(hash(positions.join("\n").as_bytes()));
        }
        let decides = json!({
            "what": "probcut",
            "game": self.kit.name(),
            "recipe": self.recipe.to_json(),
            "pairs": self.pairs.iter().map(|depths| [depths.shallow, depths.height]).collect::<Vec<_>>(),
            "source": source,
            "few": self.few.map(|few| json!([few.above, few.count])),
            "bounds": self.bounds,
            "hash": self.hash,
        });
        Plan { command: COMMAND, decides, notes: json!({ "repeat": self.command }), shard: self.shard }
    }

    fn prepare(&self, jobs: usize, progress: &Progress) -> Result<Option<Json>, Error> {
        let positions = match &self.source {
            Source::File { positions, .. } => positions.clone(),
            Source::SelfPlay { count, seed } => self.collect(*count, *seed, jobs, progress)?,
        };
        Ok(Some(json!({ POSITIONS: positions })))
    }

    fn numbering(&self, prepared: Option<&Json>) -> Numbering {
        positions(prepared)
    }

    fn worker(&self, _thread: usize, prepared: Option<&Json>) -> Result<Worker, Error> {
        let list = prepared.and_then(|record| record[POSITIONS].as_array()).into_iter().flatten();
        let positions = list.filter_map(|text| text.as_str().map(str::to_string)).collect();
        Ok(Worker { engine: self.engine()?, positions })
    }

    fn work(&self, worker: &mut Worker, job: usize, _stop: &Stop<'_>) -> Result<Option<Scores>, Error> {
        let depth = self.depth(job, worker.positions.len());
        Ok(Some(self.search(&mut *worker.engine, job, &worker.positions[job], depth)?))
    }
}

fn positions(prepared: Option<&Json>) -> Numbering {
    let count = prepared.and_then(|record| record[POSITIONS].as_array()).map_or(0, Vec::len);
    Numbering::Line { field: "number", count, together: 1 }
}

fn is_at_bound(header: &Json) -> bool {
    header["plan"]["what"] == bound::WHAT
}

fn numbering(header: &Json, prepared: Option<&Json>) -> Option<Numbering> {
    if is_at_bound(header) {
        return collect::numbering(header, prepared);
    }
    Some(positions(prepared))
}

fn show(run: &Run) -> Result<Shown, Error> {
    if run.header.as_ref().is_some_and(is_at_bound) {
        return bound::show(run);
    }
    let fit = Fit::read(run)?;
    let each = fit.rows.iter().map(|row| row.to_json(fit.kit)).collect();
    Ok(Shown { lines: fit.lines(), json: fit.to_json(run), each, page: Some(page::page(run, &fit)) })
}

impl Settings {
    fn engine(&self) -> Result<Box<dyn Engine>, String> {
        let mut recipe = self.recipe.clone();
        recipe.methods.prob_cut.enabled = false;
        // What a solver settles no shallow search has to predict.
        recipe.methods.exact.enabled = false;
        recipe.engine(self.hash)
    }

    /// How deep the position at this place of `all` is searched.
    fn depth(&self, index: usize, all: usize) -> Depth {
        let heights = self.pairs.iter().map(|depths| depths.height);
        let deep = |few: &Few| (index + 1) * few.count / all > index * few.count / all;
        match self.few.filter(|few| few.count < all && !deep(few)) {
            Some(few) => heights.filter(|height| *height <= few.above).max().unwrap_or(0),
            None => heights.max().unwrap_or(0),
        }
    }

    /// Positions of self-play, none twice. A game depends on the seed and its number alone,
    /// so the positions do not depend on how many are played at a time.
    fn collect(&self, count: usize, seed: u64, jobs: usize, progress: &Progress) -> Result<Vec<String>, String> {
        let mut engines = (0..jobs.max(1)).map(|_| self.engine()).collect::<Result<Vec<_>, _>>()?;
        let (mut positions, mut known) = (Vec::new(), HashSet::new());
        let (mut games, mut empty, thresholds) = (0, 0, self.kit.thresholds());
        progress.begin(Some(count));
        progress.prefix("finding positions: ");
        while positions.len() < count {
            let round: Vec<usize> = (games..games + engines.len()).collect();
            games += round.len();
            let play = |engine: &mut Box<dyn Engine>, game: &usize| play(&mut **engine, thresholds, seed, *game);
            workers::run(&mut engines, &round, &play, &mut |found| {
                let before = positions.len();
                positions.extend(found.into_iter().filter(|position| known.insert(position.clone())));
                empty = if positions.len() == before { empty + 1 } else { 0 };
            })?;
            if empty > MOST_EMPTY_GAMES {
                return Err(format!("only {} positions were found in {games} games", positions.len()));
            }
            progress.set(positions.len().min(count));
        }
        progress.prefix("");
        positions.truncate(count);
        Ok(positions)
    }

    /// Searches a position with nothing remembered from another.
    fn search(&self, engine: &mut dyn Engine, number: usize, position: &str, depth: Depth) -> Result<Scores, String> {
        engine.set_position(Some(position), &[])?;
        if engine.forced() || engine.outcome().is_some() {
            return Ok(Scores::left_out(number));
        }
        let mut scores = vec![None; depth as usize + 1];
        scores[0] = Some(engine.evaluate());
        engine.clear();
        engine.control().prepare(false);
        // A search to the end of the game is no search of its depth: it is final.
        let end = engine.plies_left().unwrap_or(Depth::MAX);
        engine.go(&Limits::depth(depth.max(1)), &mut |report| {
            if let Some(score) = scores.get_mut(report.depth as usize).filter(|_| report.depth < end) {
                *score = Some(report.score);
            }
        });
        Ok(Scores { number, stage: Some(engine.stage()), scores, left_out: false })
    }
}

fn play(engine: &mut dyn Engine, thresholds: Thresholds, seed: u64, game: usize) -> Result<Vec<String>, String> {
    let mut random = Random::new(Random::new(seed).number().wrapping_add(game as u64));
    let (mut ply, mut found) = (game, Vec::new());
    self_play::play(engine, thresholds, &mut random, &|| Limits::nodes(GAME_NODES), &mut |engine, _| {
        if ply.is_multiple_of(STRIDE) {
            found.push(engine.position());
        }
        ply += 1;
        true
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests;
