//! Training games: an engine against itself, quickly, from random openings.
//!
//! Each game's random numbers come from the run's seed and the game's number alone, and games
//! are kept in the order of their numbers: a run of more threads, or one that was interrupted
//! and resumed, gives the same file.
mod file;
mod game;
mod play;
mod replay;
mod stats;
#[cfg(test)]
mod tests;

pub use file::{Games, Writer};
pub use game::{Game, Ply, Winner};
pub use replay::{Searched, replay};
pub use stats::Stats;

use crate::{
    setup::recipe::Recipe,
    study::{
        error::Error,
        record::{Plan, hash},
        workers,
    },
};
use niwaki_games::Kit;
use niwaki_search::{engine::Engine, node::Score};
use serde_json::{Value as Json, json};
use std::{
    ops::{ControlFlow, Range},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// The option of a game that names its network.
const NETWORK_OPTION: &str = "EvalFile";
/// Plies for which a score must stay beyond a limit to win a game.
const WON_PLIES: usize = 4;
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

/// A game is won when the score was beyond `score` for `plies` plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Won {
    /// The score.
    pub score: Score,
    /// How many plies.
    pub plies: usize,
}

/// When a game ends before its rules end it, and how it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Least and greatest number of random plies.
    pub opening_plies: [usize; 2],
    /// How many games of 100 begin from another start position that the game offers.
    pub other_starts: usize,
    /// An opening with a score further from 0 is drawn again.
    pub fair: Score,
    /// When a game is won.
    pub won: Won,
    /// One game of this many is played out; 0: none is.
    pub played_out: usize,
    /// When a game that is played out is won: hardly earlier than by a proven win.
    pub played_out_won: Won,
    /// A game is drawn when the score was nearer to 0 than this ...
    pub drawn: Score,
    /// ... for this many plies ...
    pub drawn_plies: usize,
    /// ... and the game has this length.
    pub drawn_from: usize,
    /// A longer game is drawn.
    pub most_plies: usize,
}

impl Rules {
    /// The usual rules of a game.
    pub fn of(kit: &dyn Kit) -> Rules {
        let thresholds = kit.thresholds();
        Rules {
            opening_plies: [8, 9],
            other_starts: 0,
            fair: thresholds.training_fair,
            won: Won { score: thresholds.training_won, plies: WON_PLIES },
            played_out: 8,
            played_out_won: Won { score: thresholds.training_played_out, plies: WON_PLIES },
            drawn: thresholds.training_drawn,
            drawn_plies: 10,
            drawn_from: 70,
            most_plies: 500,
        }
    }

    /// All that decides games, for the header of a file.
    fn decides(&self) -> Json {
        let won = |won: Won| json!([won.score, won.plies]);
        json!({
            "opening": { "plies": self.opening_plies, "fair": self.fair, "other_starts": self.other_starts },
            "won": won(self.won),
            "played_out": { "one_in": self.played_out, "won": won(self.played_out_won) },
            "drawn": [self.drawn, self.drawn_plies, self.drawn_from],
            "most_plies": self.most_plies,
        })
    }
}

/// A run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What searches.
    pub recipe: Recipe,
    /// Its network; `None`: the built-in evaluation.
    pub network: Option<NetworkFile>,
    /// No new iteration begins after this many nodes.
    pub soft: u64,
    /// The search ends after this many nodes.
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
        let settings = self.recipe.to_json()["methods"].to_string();
        let mut decides = json!({
            "game": self.recipe.kit.name(),
            "network": self.evaluation(),
            "recipe": { "name": self.recipe.name, "hash": hash(settings.as_bytes()) },
            "soft_nodes": self.soft,
            "hard_nodes": self.hard,
            "hash": self.hash,
            "seed": self.seed,
        });
        if let (Json::Object(all), Json::Object(rules)) = (&mut decides, self.rules.decides()) {
            all.extend(rules);
        }
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

    /// The other start positions, if any game shall begin there.
    fn starts(&self, engine: &dyn Engine) -> Result<Vec<String>, String> {
        let starts = if self.rules.other_starts > 0 { engine.other_starts() } else { return Ok(Vec::new()) };
        if starts.is_empty() {
            Err(format!("{} has no other start positions", self.recipe.kit.name()))
        } else {
            Ok(starts)
        }
    }

    fn open(&self) -> Result<Box<dyn Engine>, String> {
        let mut engine = self.recipe.kit.engine()?;
        if let Some(network) = &self.network {
            engine.set_option(NETWORK_OPTION, &network.path.display().to_string())?;
        }
        engine.resize_table(self.hash)?;
        self.recipe.install(&mut *engine);
        Ok(engine)
    }
}

/// Plays games and adds them to the file. `on_game` is called after each game.
pub fn run(settings: &Settings, path: &Path, on_game: &mut dyn FnMut(&Progress)) -> Result<Progress, Error> {
    let started = Instant::now();
    let mut engines = (0..settings.jobs.max(1)).map(|_| settings.open()).collect::<Result<Vec<_>, _>>()?;
    let starts = settings.starts(&*engines[0])?;
    let (mut writer, before) = Writer::open(path, &settings.plan(), settings.recipe.kit.counts_margins())?;
    let mut progress = Progress { before, ..Progress::default() };
    let ended = AtomicBool::new(false);
    let work = |engine: &mut Box<dyn Engine>, number: &usize| match ended.load(Relaxed) {
        true => Ok(None),
        false => play::play(&mut **engine, settings, &starts, *number as u64).map(Some),
    };
    let most = settings.games.unwrap_or(usize::MAX);
    let mut written = Ok(());
    while !ended.load(Relaxed) && before + progress.games < most {
        let next = before + progress.games;
        let numbers: Vec<usize> = (next..most.min(next.saturating_add(BATCH))).collect();
        workers::run_until(&mut engines, &numbers, &work, &mut |played| {
            let Some(played) = played else { return ControlFlow::Break(()) };
            written = writer.append(&played.game);
            progress.games += 1;
            progress.plies += played.game.plies.len() as u64;
            progress.nodes += played.nodes;
            progress.time = started.elapsed();
            on_game(&progress);
            let end = written.is_err() || settings.time.is_some_and(|time| progress.time >= time);
            ended.store(end, Relaxed);
            if end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
    }
    written.map(|()| progress)
}

/// The numbers below `count` in parts of a size.
pub(crate) fn parts(count: usize, size: usize) -> Vec<Range<usize>> {
    (0..count).step_by(size).map(|start| start..count.min(start + size)).collect()
}
