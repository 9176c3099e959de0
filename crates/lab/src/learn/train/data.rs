//! Positions to learn from, out of files of games.
use super::{Error, Sample};
use crate::{
    learn::datagen::{self, Games, chess},
    study::workers,
};
use serde_json::Value as Json;
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// One game of so many is held out.
const HELD_OUT: usize = 50;
/// Games expanded at a time.
const PART: usize = 500;

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

/// What a network learns from, and what it is tested with.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// Positions to learn from.
    pub samples: Vec<Sample>,
    /// Positions of other games.
    pub held_out: Vec<Sample>,
    /// Where they are from.
    pub files: Vec<DataFile>,
}

impl Data {
    /// The quiet positions of files, found on so many threads. Of 50 games one is held out
    /// as a whole: positions of one game resemble each other.
    pub fn read(paths: &[PathBuf], threads: usize) -> Result<Data, Error> {
        let mut data = Data::default();
        for path in paths {
            data.add(path, threads)?;
        }
        Ok(data)
    }

    fn add(&mut self, path: &Path, threads: usize) -> Result<(), Error> {
        let games = Games::read(path)?;
        let game = games.header.as_ref().and_then(|header| header["plan"]["game"].as_str()).unwrap_or_default();
        if game != chess::GAME {
            return Err(Error::OtherGame { path: games.path.clone(), game: game.to_string() });
        }
        let before = self.samples.len() + self.held_out.len();
        let work = |(): &mut (), range: &Range<usize>| expand(&games, range.clone()).map_err(|error| error.to_string());
        let parts = datagen::parts(games.len(), PART);
        let found = workers::run(&mut vec![(); threads.max(1)], &parts, &work, &mut |[samples, held_out]| {
            self.samples.extend(samples);
            self.held_out.extend(held_out);
        });
        found.map_err(datagen::Error::Engine)?;
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let positions = self.samples.len() + self.held_out.len() - before;
        let hash = games.hash();
        self.files.push(DataFile { name, hash, games: games.len(), positions, header: games.header });
        Ok(())
    }
}

/// The quiet positions of some games: those to learn from, and those held out.
fn expand(games: &Games, numbers: Range<usize>) -> Result<[Vec<Sample>; 2], datagen::Error> {
    let mut found = [Vec::new(), Vec::new()];
    for number in numbers {
        let game = games.get(number)?;
        let samples = &mut found[usize::from(number % HELD_OUT == 0)];
        let replayed = chess::replay(&game, &mut |searched| {
            if searched.is_quiet() {
                samples.push(Sample::new(&searched));
            }
        });
        replayed.map_err(|reason| games.wrong(number, reason))?;
    }
    Ok(found)
}
