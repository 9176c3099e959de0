//! Training games: an engine against itself, quickly, from random openings.
//!
//! Each game's chance comes from the run's seed and the game's number alone, and games are
//! kept in the order of their numbers: a run of more threads, or one that was broken off and
//! went on, gives the same file.
pub mod chess;
mod file;
mod game;
mod play;
mod stats;
#[cfg(test)]
mod tests;

pub use file::{Error, Games, Writer};
pub use game::{Game, Ply, Winner};
pub use stats::Stats;

use crate::{
    setup::recipe::Recipe,
    study::{
        record::{Plan, hash},
        workers,
    },
};
use niwaki_search::{engine::Engine, node::Score};
use serde_json::json;
use std::{
    ops::{ControlFlow, Range},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// The option of a game that names its network.
const NETWORK_OPTION: &str = "EvalFile";
/// Games shared out at a time.
const BATCH: usize = 4096;

/// A network to play with.
#[derive(Clone, Debug)]
pub struct NetworkFile {
    /// The file.
    pub path: PathBuf,
    /// What tells it from others.
    pub fingerprint: String,
}

/// When a game ends before its rules end it, and how it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Least number of random plies; every other game, by chance, has one more.
    pub opening_plies: usize,
    /// An opening with a score further from 0 is drawn again.
    pub fair: Score,
    /// A game is won when the score was beyond this ...
    pub won: Score,
    /// ... for so many plies.
    pub won_plies: usize,
    /// A game is drawn when the score was nearer to 0 than this ...
    pub drawn: Score,
    /// ... for so many plies ...
    pub drawn_plies: usize,
    /// ... and the game has this length.
    pub drawn_from: usize,
    /// A longer game is drawn.
    pub most_plies: usize,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            opening_plies: 8,
            fair: 800,
            won: 2500,
            won_plies: 4,
            drawn: 8,
            drawn_plies: 10,
            drawn_from: 70,
            most_plies: 500,
        }
    }
}

/// A run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub game: String,
    /// What searches.
    pub recipe: Recipe,
    /// Its network; `None`: the evaluation inside the program.
    pub network: Option<NetworkFile>,
    /// No new iteration begins after so many nodes.
    pub soft: u64,
    /// The search ends after so many nodes.
    pub hard: u64,
    /// How games begin and end.
    pub rules: Rules,
    /// Seed of all chance.
    pub seed: u64,
    /// Games that the file shall hold in the end; `None`: no end.
    pub games: Option<usize>,
    /// How long games are played; `None`: no end.
    pub time: Option<Duration>,
    /// Games played at a time.
    pub jobs: usize,
    /// Size of each job's table in MiB.
    pub hash: usize,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games that the file held before.
    pub before: usize,
    /// Games played now.
    pub games: usize,
    /// Their searched plies.
    pub plies: u64,
    /// Nodes of these searches.
    pub nodes: u64,
    /// Time since the run began.
    pub time: Duration,
}

impl Settings {
    /// What the header of the file says.
    pub fn plan(&self) -> Plan {
        let Rules { opening_plies, fair, won, won_plies, drawn, drawn_plies, drawn_from, most_plies } = self.rules;
        let settings = self.recipe.to_json()["methods"].to_string();
        let decides = json!({
            "game": self.game,
            "network": self.evaluation(),
            "recipe": { "name": self.recipe.name, "hash": hash(settings.as_bytes()) },
            "soft_nodes": self.soft,
            "hard_nodes": self.hard,
            "hash": self.hash,
            "seed": self.seed,
            "opening": { "plies": opening_plies, "fair": fair },
            "won": [won, won_plies],
            "drawn": [drawn, drawn_plies, drawn_from],
            "most_plies": most_plies,
        });
        let notes = json!({ "games": self.games, "seconds": self.time.map(|time| time.as_secs()), "jobs": self.jobs });
        Plan { command: "datagen", decides, notes, shard: crate::study::shard::Shard::WHOLE }
    }

    /// The evaluation: the network's fingerprint, or that it was written by hand.
    fn evaluation(&self) -> String {
        match &self.network {
            Some(network) if !self.recipe.methods.hand_evaluation.enabled => network.fingerprint.clone(),
            _ => self.recipe.evaluation(),
        }
    }

    fn open(&self) -> Result<Box<dyn Engine>, String> {
        let mut engine = niwaki_games::open(&self.game)?;
        if let Some(network) = &self.network {
            engine.set_option(NETWORK_OPTION, &network.path.display().to_string())?;
        }
        engine.resize_table(self.hash)?;
        self.recipe.install(&mut *engine);
        Ok(engine)
    }
}

/// Plays games and adds them to the file. `hear` is told after each game.
pub fn run(settings: &Settings, path: &Path, hear: &mut dyn FnMut(&Progress)) -> Result<Progress, Error> {
    let started = Instant::now();
    let opened = (0..settings.jobs.max(1)).map(|_| settings.open()).collect::<Result<Vec<_>, _>>();
    let mut engines = opened.map_err(Error::Engine)?;
    let (mut writer, before) = Writer::open(path, &settings.plan())?;
    let mut progress = Progress { before, ..Progress::default() };
    let ended = AtomicBool::new(false);
    let work = |engine: &mut Box<dyn Engine>, number: &usize| match ended.load(Relaxed) {
        true => Ok(None),
        false => play::play(&mut **engine, settings, *number as u64).map(Some),
    };
    let most = settings.games.unwrap_or(usize::MAX);
    let mut written = Ok(());
    while !ended.load(Relaxed) && before + progress.games < most {
        let next = before + progress.games;
        let numbers: Vec<usize> = (next..most.min(next.saturating_add(BATCH))).collect();
        let played = workers::run_until(&mut engines, &numbers, &work, &mut |played| {
            let Some(played) = played else { return ControlFlow::Break(()) };
            written = writer.append(&played.game);
            progress.games += 1;
            progress.plies += played.game.plies.len() as u64;
            progress.nodes += played.nodes;
            progress.time = started.elapsed();
            hear(&progress);
            let end = written.is_err() || settings.time.is_some_and(|time| progress.time >= time);
            ended.store(end, Relaxed);
            if end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        played.map_err(Error::Engine)?;
    }
    written.map(|()| progress)
}

/// The numbers below `count` in parts of a size.
pub(crate) fn parts(count: usize, size: usize) -> Vec<Range<usize>> {
    (0..count).step_by(size).map(|start| start..count.min(start + size)).collect()
}
