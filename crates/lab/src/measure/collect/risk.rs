//! Collecting moves for the risk model: quiet moves of games against itself, each with what
//! the model sees of it and with the answer to the question that the model is to answer: does
//! it beat alpha?
//!
//! The judge is a second engine with the same tools and quiescence, but no forward pruning,
//! which searches the move at the full depth of its node. Each game is a record by itself: the
//! moves of a game depend on the seed and the number of the game alone.
mod record;
mod text;

pub use record::{Game, Move};
pub use text::Collection;

use super::{COMMAND, games, seed_of};
use crate::{
    learn::datagen::NetworkFile,
    measure::effort::Effort,
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
    engine::Engine,
    knowledge::risk::DEPTHS,
    prune::Methods,
    question::{Asked, Question},
    random::Random,
    reservoir::Reservoir,
    risk_observer::{RULES, RiskObserver, Sampled},
    watch,
};
use serde_json::{Value as Json, json};

/// What is collected, in the words of the plan.
pub const WHAT: &str = "risk";
/// The option of a game that names its network.
const NETWORK_OPTION: &str = "EvalFile";
/// Size of the judge's table in MiB. Each question begins with an empty one.
const JUDGE_TABLE: usize = 1;

/// How moves are collected.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The settings of every search.
    pub recipe: Recipe,
    /// Its network; `None`: the built-in evaluation.
    pub network: Option<NetworkFile>,
    /// What ends the search of each move of a game.
    pub effort: Effort,
    /// How many games.
    pub games: usize,
    /// Searches watched of a game, which then ends: long endings say the same again and again.
    pub searches: usize,
    /// Seed of their openings and of the choice of moves.
    pub seed: u64,
    /// Size of each thread's table in MiB.
    pub hash: usize,
    /// Moves kept of each game, for each depth from 1 on.
    pub keep: [usize; DEPTHS],
    /// Most nodes of a question to the judge.
    pub judge_nodes: u64,
    /// The part of the games that is played.
    pub shard: Shard,
    /// The command that repeats the run.
    pub command: String,
}

/// The engine that plays, and the one that judges.
pub struct Worker {
    player: Box<dyn Engine>,
    judge: Box<dyn Engine>,
}

impl Study for Settings {
    type Record = Game;
    type Worker = Worker;

    fn plan(&self) -> Plan {
        let decides = json!({
            "what": WHAT,
            "game": self.recipe.kit.name(),
            "recipe": self.recipe.to_json(),
            "evaluation": self.evaluation(),
            "limit": self.effort.words(),
            "seed": self.seed,
            "hash": self.hash,
            "searches": self.searches,
            "keep": self.keep,
            "judge_nodes": self.judge_nodes,
        });
        let notes = json!({ "games": self.games, "repeat": self.command });
        Plan { command: COMMAND, decides, notes, shard: self.shard }
    }

    fn numbering(&self, _prepared: Option<&Json>) -> Numbering {
        games(self.games)
    }

    fn worker(&self, _thread: usize, _prepared: Option<&Json>) -> Result<Worker, Error> {
        let judge = Recipe { methods: self.recipe.methods.without_pruning(), ..self.recipe.clone() };
        Ok(Worker { player: self.engine(&self.recipe, self.hash)?, judge: self.engine(&judge, JUDGE_TABLE)? })
    }

    fn work(&self, worker: &mut Worker, job: usize, stop: &Stop<'_>) -> Result<Option<Game>, Error> {
        Ok(self.play(worker, job, stop)?)
    }
}

impl Settings {
    /// The evaluation: the network's fingerprint, or that it was written by hand.
    pub fn evaluation(&self) -> String {
        match &self.network {
            Some(network) if !self.recipe.methods.hand_evaluation.enabled => network.fingerprint.clone(),
            _ => self.recipe.evaluation(),
        }
    }

    fn engine(&self, recipe: &Recipe, hash: usize) -> Result<Box<dyn Engine>, String> {
        let mut engine = recipe.engine(hash)?;
        if let Some(network) = &self.network {
            engine.set_option(NETWORK_OPTION, &network.path.display().to_string())?;
        }
        Ok(engine)
    }

    /// The rules that the model is measured by: those of the recipe, switched on.
    fn rules(&self) -> Methods {
        let mut rules = self.recipe.methods;
        (rules.late_move_count.enabled, rules.futility.enabled, rules.history_pruning.enabled) = (true, true, true);
        debug_assert!(RULES.iter().all(|id| rules.is_on(*id)));
        rules
    }

    /// One game, and the judge's answers. Its first search, which comes after those that look
    /// for a balanced opening, is not watched.
    fn play(&self, worker: &mut Worker, game: usize, stop: &Stop<'_>) -> Result<Option<Game>, String> {
        let seed = seed_of(self.seed, game);
        let (mut positions, mut nodes, mut begun) = (Vec::new(), 0, false);
        worker.player.watch(None);
        let limits = || self.effort.limits();
        let (mut random, thresholds) = (Random::new(seed), self.recipe.kit.thresholds());
        self_play::play(&mut *worker.player, thresholds, &mut random, &limits, &mut |engine, report| {
            let watcher: Option<Box<RiskObserver>> = engine.watch(None).and_then(watch::unwrap);
            let mut watcher = watcher.unwrap_or_else(|| Box::new(RiskObserver::new(self.keep, seed, self.rules())));
            if begun {
                positions.push(engine.position());
                nodes += report.nodes;
                watcher.next_search();
            }
            begun = true;
            engine.watch(Some(watcher));
            positions.len() < self.searches && !stop.is_set()
        })?;
        let watcher: Option<Box<RiskObserver>> = worker.player.watch(None).and_then(watch::unwrap);
        let reservoirs = watcher.map_or_else(Default::default, |watcher| watcher.into_reservoirs());
        let mut record = Game::new(game, positions.len() as u64, nodes, reservoirs.each_ref().map(|depth| depth.seen));
        let done = self.judge(&mut *worker.judge, &positions, &reservoirs, &mut record, stop)?;
        Ok(done.then_some(record))
    }

    /// Asks the judge about every move that was kept, search by search. `false`: it was stopped.
    fn judge(
        &self,
        judge: &mut dyn Engine,
        positions: &[String],
        reservoirs: &[Reservoir<Sampled>],
        record: &mut Game,
        stop: &Stop<'_>,
    ) -> Result<bool, String> {
        judge.clear();
        for (search, position) in positions.iter().enumerate() {
            judge.set_position(Some(position), &[])?;
            let kept = reservoirs.iter().flat_map(|depth| &depth.kept);
            for sampled in kept.filter(|sampled| sampled.search == search) {
                if stop.is_set() {
                    return Ok(false);
                }
                let Some(verdict) = judge.ask(&self.question(sampled)) else { continue };
                record.judge_nodes += verdict.nodes;
                record.add(sampled, verdict.score.map(|score| score > sampled.alpha));
            }
        }
        Ok(!stop.is_set())
    }

    fn question(&self, sampled: &Sampled) -> Question {
        Question {
            asked: Asked::Move(sampled.m),
            path: sampled.path.clone(),
            alpha: sampled.alpha,
            beta: sampled.alpha + 1,
            depth: sampled.node.depth,
            kind: sampled.kind,
            iteration: sampled.node.depth,
            improving: sampled.node.improving,
            eval: None,
            nodes: self.judge_nodes,
        }
    }
}

/// What the records of such a run say.
pub(super) fn show(run: &Run) -> Result<Shown, Error> {
    let collection = Collection::read(run)?;
    Ok(Shown { lines: collection.lines(), json: collection.to_json(), ..Shown::default() })
}

#[cfg(test)]
mod tests;
