//! Fitting the model of ProbCut at the bound: on nodes of the tree where its question is open.
//!
//! A fit to positions of games measures how far a shallow score lies from a deep one anywhere.
//! ProbCut asks something narrower: at a node of the tree whose evaluation is near beta, how
//! likely is it that the deep search reaches beta, if the shallow score lies so far above or
//! below? Here nodes of searches are sampled, and a logistic curve is fitted to just that. The
//! model's line then has slope 1; its deviation is that of the normal distribution nearest to
//! the curve.
//!
//! Each job is a game against itself. Some of its positions are searched deeper, with a watcher
//! that samples nodes off the principal variation; of each the shallow scores are searched, and
//! whether it reaches beta at its full depth.
mod record;
mod summary;
mod text;

pub use record::Game;
pub use summary::{BoundFit, Curve};

use super::{COMMAND, Depths};
use crate::{
    measure::collect::{games, seed_of},
    play::self_play,
    setup::recipe::Recipe,
    study::{
        error::Error,
        numbering::Numbering,
        record::{Plan, Run},
        shape::{Shown, Stop, Study},
        shard::Shard,
    },
};
use niwaki_search::{
    bound_observer::{BoundObserver, Near},
    engine::Engine,
    limits::Limits,
    node::{Depth, Kind, Score},
    question::{Asked, Question},
    random::Random,
    watch,
};
use serde_json::{Value as Json, json};

/// What is fitted, in the words of the plan.
pub const WHAT: &str = "probcut at the bound";
/// Nodes of each move of a game.
const GAME_NODES: u64 = 5_000;
/// Plies from one position that is searched deeper to the next.
const STRIDE: usize = 16;
/// Plies of a game after which it ends.
const MOST_PLIES: usize = 100;
/// Nodes kept of each height in a search.
const ROOM: usize = 8;
/// Most nodes of a question.
const MOST_NODES: u64 = 5_000_000;
/// Size of the table of the engine that is asked, in MiB; each question begins with an empty one.
const ASKED_TABLE: usize = 1;

/// What is fitted, and with what.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The settings of every search; ProbCut itself is switched off.
    pub recipe: Recipe,
    /// In the order in which the model shall have them.
    pub pairs: Vec<Depths>,
    /// How many games.
    pub games: usize,
    /// Seed of their openings and of the choice of nodes.
    pub seed: u64,
    /// Greatest distance of the static evaluation and of the shallow score from beta.
    pub near: Score,
    /// Threshold of each stage, as the model shall have it.
    pub thresholds: Vec<f64>,
    /// Size of each thread's table in MiB.
    pub hash: usize,
    /// The part of the games that is played.
    pub shard: Shard,
    /// The command that repeats the run.
    pub command: String,
}

/// The engine that plays, and the one that is asked.
pub struct Worker {
    player: Box<dyn Engine>,
    asked: Box<dyn Engine>,
}

impl Study for Settings {
    type Record = Game;
    type Worker = Worker;

    fn plan(&self) -> Plan {
        let decides = json!({
            "what": WHAT,
            "game": self.recipe.kit.name(),
            "recipe": self.recipe.to_json(),
            "evaluation": self.recipe.evaluation(),
            "pairs": self.pairs.iter().map(|depths| [depths.shallow, depths.height]).collect::<Vec<_>>(),
            "seed": self.seed,
            "near": self.near,
            "hash": self.hash,
        });
        let notes = json!({ "games": self.games, "repeat": self.command });
        Plan { command: COMMAND, decides, notes, shard: self.shard }
    }

    fn numbering(&self, _prepared: Option<&Json>) -> Numbering {
        games(self.games)
    }

    fn worker(&self, _thread: usize, _prepared: Option<&Json>) -> Result<Worker, Error> {
        let mut recipe = self.recipe.clone();
        recipe.methods.prob_cut.enabled = false;
        Ok(Worker { player: recipe.engine(self.hash)?, asked: recipe.engine(ASKED_TABLE)? })
    }

    fn work(&self, worker: &mut Worker, job: usize, stop: &Stop<'_>) -> Result<Option<Game>, Error> {
        Ok(self.play(worker, job, stop)?)
    }
}

impl Settings {
    fn heights(&self) -> Vec<Depth> {
        let mut heights: Vec<Depth> = self.pairs.iter().map(|depths| depths.height).collect();
        heights.sort_unstable();
        heights.dedup();
        heights
    }

    /// One game, with the points of the nodes that were sampled.
    fn play(&self, worker: &mut Worker, game: usize, stop: &Stop<'_>) -> Result<Option<Game>, String> {
        let seed = seed_of(self.seed, game);
        let (mut random, thresholds) = (Random::new(seed), self.recipe.kit.thresholds());
        let mut record = Game { game, ..Game::default() };
        let (mut ply, mut failed) = (game, None);
        let Worker { player, asked } = worker;
        // What it has learned in another game must not count.
        asked.clear();
        let limits = || Limits::nodes(GAME_NODES);
        self_play::play(&mut **player, thresholds, &mut random, &limits, &mut |engine, _| {
            ply += 1;
            if ply.is_multiple_of(STRIDE) {
                let nodes = self.sample(engine, seed ^ ply as u64, &mut record);
                failed = self.ask_all(&mut **asked, engine, &nodes, &mut record, stop).err();
            }
            ply < game + MOST_PLIES && failed.is_none() && !stop.is_set()
        })?;
        failed.map_or(Ok((!stop.is_set()).then_some(record)), Err)
    }

    /// Searches the position at hand a ply deeper than the greatest height, and samples nodes.
    fn sample(&self, engine: &mut dyn Engine, seed: u64, record: &mut Game) -> Vec<Near> {
        let heights = self.heights();
        engine.watch(Some(Box::new(BoundObserver::new(&heights, ROOM, self.near, seed))));
        engine.control().prepare(false);
        let deepest = heights.last().copied().unwrap_or(1) + 1;
        record.nodes += engine.go(&Limits::depth(deepest), &mut |_| ()).nodes;
        record.searches += 1;
        let watcher: Option<Box<BoundObserver>> = engine.watch(None).and_then(watch::unwrap);
        watcher.map_or_else(Vec::new, |watcher| watcher.into_nodes())
    }

    /// Asks about every node that was sampled.
    fn ask_all(
        &self,
        asked: &mut dyn Engine,
        engine: &dyn Engine,
        nodes: &[Near],
        record: &mut Game,
        stop: &Stop<'_>,
    ) -> Result<(), String> {
        asked.set_position(Some(&engine.position()), &[])?;
        for node in nodes.iter().take_while(|_| !stop.is_set()) {
            // Does it reach beta at its full depth?
            let window = (node.beta - 1, node.beta, node.kind);
            let Some(deep) = self.ask(asked, node, node.height, window, record) else { continue };
            for depths in self.pairs.iter().filter(|depths| depths.height == node.height) {
                let window = (node.beta - self.near - 1, node.beta + self.near + 1, Kind::Pv);
                let shallow = match depths.shallow {
                    0 => Some(node.eval),
                    depth => self.ask(asked, node, depth, window, record),
                };
                if let Some(shallow) = shallow {
                    record.add(engine.stage(), *depths, shallow - node.beta, deep >= node.beta);
                }
            }
        }
        Ok(())
    }

    fn ask(
        &self,
        asked: &mut dyn Engine,
        node: &Near,
        depth: Depth,
        (alpha, beta, kind): (Score, Score, Kind),
        record: &mut Game,
    ) -> Option<Score> {
        let verdict = asked.ask(&Question {
            asked: Asked::Score,
            path: node.path.clone(),
            alpha,
            beta,
            depth,
            kind,
            iteration: node.height,
            improving: false,
            eval: None,
            nodes: MOST_NODES,
        })?;
        record.asked_nodes += verdict.nodes;
        verdict.score
    }
}

/// What the records of such a run say.
pub(super) fn show(run: &Run) -> Result<Shown, Error> {
    let fit = BoundFit::read(run)?;
    let each = fit.curves.iter().map(|curve| curve.to_json(fit.kit)).collect();
    Ok(Shown { lines: fit.lines(), json: fit.to_json(run), each, page: Some(fit.page(run)) })
}

#[cfg(test)]
mod tests;
