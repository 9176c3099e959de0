//! Positions to learn from, out of files of games.
use super::{
    checkpoint::{Checkpoint, Read},
    later,
    store::{Memory, Store},
};
use crate::{
    learn::datagen::{self, Games, replay},
    study::{error::Error, workers},
};
use niwaki_games::kit::learning::{Learner, Sample};
use niwaki_search::game::Side;
use serde_json::Value as Json;
use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

/// One game of this many is held out.
const HELD_OUT: usize = 50;
/// Games expanded at a time.
const PART: usize = 500;
/// Bytes of games for each part of the positions: it has about a million.
const PART_BYTES: u64 = 1 << 22;

/// A file that positions are from.
#[derive(Clone, Debug)]
pub struct DataFile {
    /// Its name, without the folder.
    pub name: String,
    /// What tells its content from others.
    pub hash: String,
    /// How its games were made.
    pub header: Option<Json>,
    /// How many games it holds.
    pub games: usize,
    /// How many positions of them are used.
    pub positions: usize,
}

/// How files are read.
#[derive(Clone, Debug)]
pub struct Reading<'a> {
    /// Threads.
    pub threads: usize,
    /// Seed of the parts into which positions are dealt.
    pub seed: u64,
    /// How much is kept in memory.
    pub memory: Memory,
    /// Weight of each score of a game against the one before it in its game; 0: a position
    /// is judged by its own search alone.
    pub later: f32,
    /// The run to resume: of files that have grown since, only its games are read.
    pub resumed: Option<&'a Checkpoint>,
}

/// What a network learns from, and what it is tested with.
#[derive(Debug)]
pub struct Data {
    /// Positions to learn from.
    pub samples: Store,
    /// Positions of other games.
    pub held_out: Vec<Sample>,
    /// Where they are from.
    pub files: Vec<DataFile>,
}

impl Data {
    /// The quiet positions of files. Of 50 games one is held out as a whole: positions of one
    /// game resemble each other.
    pub fn read(learner: &dyn Learner, paths: &[PathBuf], reading: Reading<'_>) -> Result<Data, Error> {
        let bytes: u64 = paths.iter().filter_map(|path| fs::metadata(path).ok()).map(|file| file.len()).sum();
        let parts = reading.resumed.map_or((bytes / PART_BYTES) as usize + 1, Checkpoint::parts);
        let samples = Store::new(parts, reading.seed, reading.memory.clone());
        let mut data = Data { samples, held_out: Vec::new(), files: Vec::new() };
        let before = reading.resumed.map(Checkpoint::read_games).unwrap_or_default();
        for (number, path) in paths.iter().enumerate() {
            data.add(learner, path, before.get(number), &reading)?;
        }
        Ok(data)
    }

    /// Adds the games of a file; `before` is what a run to resume has read of it.
    fn add(
        &mut self,
        learner: &dyn Learner,
        path: &Path,
        before: Option<&Read>,
        reading: &Reading<'_>,
    ) -> Result<(), Error> {
        let mut games = Games::read(path)?;
        if let Some(before) = before {
            games.truncate(before.games);
        }
        games.check_game(learner.game())?;
        let positions = self.samples.len() + self.held_out.len();
        let work = |(): &mut (), range: &Range<usize>| expand(learner, &games, range.clone(), reading.later);
        let mut kept = Ok(());
        workers::run(
            &mut vec![(); reading.threads.max(1)],
            &datagen::parts(games.len(), PART),
            &work,
            &mut |[samples, held_out]| {
                self.held_out.extend(held_out);
                if kept.is_ok() {
                    kept = samples.into_iter().try_for_each(|sample| self.samples.push(sample));
                }
            },
        )?;
        kept?;
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let positions = self.samples.len() + self.held_out.len() - positions;
        let hash = games.hash();
        self.files.push(DataFile { name, hash, games: games.len(), positions, header: games.header });
        Ok(())
    }

    /// What was read of each file.
    pub(super) fn read_games(&self) -> Vec<Read> {
        self.files.iter().map(|file| Read { games: file.games, hash: file.hash.clone() }).collect()
    }
}

/// The quiet positions of some games: those to learn from, and those held out.
fn expand(learner: &dyn Learner, games: &Games, numbers: Range<usize>, later: f32) -> Result<[Vec<Sample>; 2], Error> {
    let mut found = [Vec::new(), Vec::new()];
    for number in numbers {
        let game = games.get(number)?;
        let samples = &mut found[usize::from(number % HELD_OUT == 0)];
        let mut chances = Vec::with_capacity(game.plies.len());
        let mut quiet: Vec<(usize, Side)> = Vec::new();
        let first = samples.len();
        let replayed = replay(learner, &game, &mut |searched| {
            let side = searched.position.side();
            if searched.is_quiet() {
                quiet.push((chances.len(), side));
                samples.push(searched.sample());
            }
            chances.push(later::chance(searched.score, side));
        });
        replayed.map_err(|reason| games.wrong(number, reason))?;
        if later > 0.0 {
            later::blend(&mut chances, later);
            for (sample, (ply, side)) in samples[first..].iter_mut().zip(quiet) {
                sample.score = later::score(chances[ply], side);
            }
        }
    }
    Ok(found)
}
