//! A file of games: a line that names the format, a line of JSON that says how the games were
//! made, and the games. It may end anywhere: a run resumes after the last whole game.
use super::game::{Format, Found, Game, LONGEST_BODY, find, has_wrong_length};
use crate::study::record::{self, Plan};
use niwaki_games::input;
use serde_json::Value as Json;
use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    ops::Range,
    path::{Path, PathBuf},
};

/// First line of a file of each format.
const FIRST_LINES: [(Format, &[u8]); 2] = [(Format::Two, FIRST_LINE), (Format::One, b"Niwaki games 1\n")];
/// First line of a new file.
const FIRST_LINE: &[u8] = b"Niwaki games 2\n";

/// Why games could not be had or kept; each message is one line.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Error {
    /// What the system refuses.
    #[error("{path}: {doing}: {reason}")]
    System {
        /// The file.
        path: String,
        /// What was tried.
        doing: &'static str,
        /// What the system says.
        reason: String,
    },
    /// Another process writes to the file.
    #[error("{path}: another run is writing to this file")]
    Busy {
        /// The file.
        path: String,
    },
    /// The file is no file of games.
    #[error("{path}: expected a file of games, as niwaki datagen writes it")]
    Foreign {
        /// The file.
        path: String,
    },
    /// There is something else between the games.
    #[error("{path}: byte {at}: expected a game; the file is damaged")]
    Damaged {
        /// The file.
        path: String,
        /// Where, from 0.
        at: usize,
    },
    /// The file holds no whole game.
    #[error("{path}: expected games, there is none")]
    Empty {
        /// The file.
        path: String,
    },
    /// A game that cannot be played.
    #[error("{path}: game {number}: {reason}")]
    Game {
        /// The file.
        path: String,
        /// Which, from 1.
        number: usize,
        /// What is wrong.
        reason: String,
    },
    /// The games belong to another run.
    #[error("{path}: the games of another run: {difference}; give --out another file")]
    Other {
        /// The file.
        path: String,
        /// The first thing that differs.
        difference: String,
    },
    /// An engine cannot be had, or fails.
    #[error("{0}")]
    Engine(String),
}

/// The games of a file.
#[derive(Clone, Debug)]
pub struct Games {
    /// Where they are from.
    pub path: String,
    /// How they were made; `None` in a file that ends before its header does.
    pub header: Option<Json>,
    format: Format,
    bytes: Vec<u8>,
    bodies: Vec<Range<usize>>,
    /// Bytes of the header and of whole games.
    length: usize,
}

impl Games {
    /// Reads a file; it holds at least one game.
    pub fn read(path: &Path) -> Result<Games, Error> {
        let bytes = input::read(path, input::ANY).map_err(|reason| system(path, "cannot read the games", &reason))?;
        let games = Games::find(path, bytes)?;
        if games.is_empty() { Err(Error::Empty { path: games.path }) } else { Ok(games) }
    }

    /// Finds the games in the bytes of a file.
    fn find(path: &Path, bytes: Vec<u8>) -> Result<Games, Error> {
        let name = path.display().to_string();
        let begins = |(_, line): &&(Format, &[u8])| {
            let begun = bytes.len().min(line.len());
            bytes[..begun] == line[..begun]
        };
        let Some((format, line)) = FIRST_LINES.iter().find(begins) else { return Err(Error::Foreign { path: name }) };
        let mut games =
            Games { path: name, header: None, format: *format, bytes: Vec::new(), bodies: Vec::new(), length: 0 };
        let begun = bytes.len().min(line.len());
        let rest = &bytes[begun..];
        let Some(end) = rest.iter().position(|byte| *byte == b'\n') else { return Ok(games) };
        let header: Option<Json> = serde_json::from_slice(&rest[..end]).ok().filter(Json::is_object);
        if header.is_none() {
            return Err(Error::Foreign { path: games.path });
        }
        games.header = header;
        games.length = begun + end + 1;
        loop {
            let left = &bytes[games.length..];
            match find(*format, left) {
                Found::Body(body, taken) => {
                    games.length += taken;
                    games.bodies.push(games.length - body.len()..games.length);
                }
                _ if is_cut(*format, left) => break,
                _ => return Err(Error::Damaged { path: games.path, at: games.length }),
            }
        }
        games.bytes = bytes;
        Ok(games)
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Bytes of the games, without the header.
    pub fn bytes(&self) -> usize {
        self.bodies.first().map_or(0, |first| self.length - first.start)
    }

    /// Leaves only the first games, as if the file had not grown.
    pub fn truncate(&mut self, games: usize) {
        self.bodies.truncate(games);
        self.length = self.bodies.last().map_or(self.length, |body| body.end);
    }

    /// A number that tells files apart.
    pub fn hash(&self) -> String {
        record::hash(&self.bytes[..self.length])
    }

    /// A game by its number, from 0.
    pub fn get(&self, number: usize) -> Result<Game, Error> {
        let game = self.bodies.get(number).and_then(|body| Game::read(self.format, &self.bytes[body.clone()]));
        game.ok_or_else(|| self.wrong(number, "it makes no sense".to_string()))
    }

    /// What is wrong with a game.
    pub fn wrong(&self, number: usize, reason: String) -> Error {
        Error::Game { path: self.path.clone(), number: number + 1, reason }
    }
}

/// A file to which games are added. Nobody else can write to it while it lives.
#[derive(Debug)]
pub struct Writer {
    file: File,
    path: PathBuf,
    /// Bytes of the header and of whole games.
    length: u64,
}

impl Writer {
    /// Opens or begins the file of a run; returns how many games it holds already.
    pub fn open(path: &Path, plan: &Plan) -> Result<(Writer, usize), Error> {
        match input::check(path) {
            Err(reason) if reason.kind() != io::ErrorKind::NotFound => {
                return Err(system(path, "cannot open the file", &reason));
            }
            _ => {}
        }
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.map_err(|reason| system(path, "cannot open the file", &reason))?;
        match record::locked(path, file.try_lock()) {
            Ok(true) => {}
            Ok(false) => return Err(Error::Busy { path: path.display().to_string() }),
            Err(reason) => return Err(system(path, "cannot lock the file", &reason)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|reason| system(path, "cannot read the games", &reason))?;
        let games = Games::find(path, bytes)?;
        // A header without games, of a run that failed at once, binds nobody.
        let header = games.header.as_ref().filter(|_| !games.is_empty());
        let planned = plan.header();
        let mut writer = Writer { file, path: path.to_path_buf(), length: 0 };
        let older = (games.format != Format::Two).then(|| "an older program wrote them".to_string());
        match header.map(|header| record::difference_of_runs(header, &planned).or(older)) {
            Some(Some(difference)) => return Err(Error::Other { path: games.path, difference }),
            Some(None) => {
                writer.length = games.length as u64;
                writer.cut_off()?;
            }
            None => {
                writer.cut_off()?;
                writer.write(&[FIRST_LINE, planned.to_string().as_bytes(), b"\n"].concat())?;
            }
        }
        Ok((writer, games.len()))
    }

    /// Adds a game. When this fails the file ends with the last whole game all the same.
    pub fn append(&mut self, game: &Game) -> Result<(), Error> {
        let mut bytes = Vec::new();
        game.write(&mut bytes);
        self.write(&bytes)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if let Err(reason) = self.file.write_all(bytes).and_then(|()| self.file.flush()) {
            // The reason that counts is the first; the next run cuts off what stays.
            let _ = self.cut_off();
            return Err(system(&self.path, "cannot write a game", &reason));
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Takes away what follows the last whole game, and goes there.
    fn cut_off(&mut self) -> Result<(), Error> {
        let cut = self.file.set_len(self.length).and_then(|()| self.file.seek(SeekFrom::Start(self.length)));
        cut.map(drop).map_err(|reason| system(&self.path, "cannot write the games", &reason))
    }
}

/// Whether a game was being written when the run ended. A disk that lost its power may
/// leave zeros.
fn is_cut(format: Format, bytes: &[u8]) -> bool {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let cut = [bytes, &bytes[..end]].into_iter().find(|bytes| find(format, bytes) == Found::Cut);
    let is_whole = |bytes: &[u8]| format == Format::One && has_wrong_length(bytes);
    end < 2 * LONGEST_BODY && cut.is_some_and(|bytes| !is_whole(bytes))
}

fn system(path: &Path, doing: &'static str, reason: &io::Error) -> Error {
    Error::System { path: path.display().to_string(), doing, reason: reason.to_string() }
}
