//! A file of games: a line that names the format, a line of JSON that says how the games were
//! made, and the games. It may end anywhere: a run resumes after the last whole game.
use super::game::{Format, Found, Game, LONGEST_BODY, find, has_wrong_length};
use crate::study::{
    error::Error,
    growing::{Growing, failed},
    record::{self, Plan},
};
use niwaki_games::input;
use serde_json::Value as Json;
use std::{io::Read, ops::Range, path::Path};

/// What a file holds, in messages.
const GAMES: &str = "games";
/// First line of a file of each format.
const FIRST_LINES: [(Format, &[u8]); 3] =
    [(Format::Two, b"Niwaki games 2\n"), (Format::Three, b"Niwaki games 3\n"), (Format::One, b"Niwaki games 1\n")];

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
        let bytes = input::read(path, input::ANY).map_err(|reason| failed(path, "read", GAMES, &reason))?;
        let games = Games::find(path, bytes)?;
        if games.is_empty() { Err(Error::at(games.path, "expected games, there is none")) } else { Ok(games) }
    }

    /// Finds the games in the bytes of a file.
    fn find(path: &Path, bytes: Vec<u8>) -> Result<Games, Error> {
        let foreign = || Error::at(path.display(), "expected a file of games, as niwaki datagen writes it");
        let begins = |(_, line): &&(Format, &[u8])| {
            let begun = bytes.len().min(line.len());
            bytes[..begun] == line[..begun]
        };
        let (format, line) = FIRST_LINES.iter().find(begins).ok_or_else(foreign)?;
        let path = path.display().to_string();
        let mut games = Games { path, header: None, format: *format, bytes: Vec::new(), bodies: Vec::new(), length: 0 };
        let begun = bytes.len().min(line.len());
        let rest = &bytes[begun..];
        let Some(end) = rest.iter().position(|byte| *byte == b'\n') else { return Ok(games) };
        let header: Option<Json> = serde_json::from_slice(&rest[..end]).ok().filter(Json::is_object);
        if header.is_none() {
            return Err(foreign());
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
                _ => {
                    let reason = format!("byte {}: expected a game; the file is damaged", games.length);
                    return Err(Error::at(games.path, reason));
                }
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
        Error::at(&self.path, format!("game {}: {reason}", number + 1))
    }

    /// The name of the game that is played in them.
    pub fn game(&self) -> &str {
        self.header.as_ref().and_then(|header| header["plan"]["game"].as_str()).unwrap_or_default()
    }

    /// Refuses games of another game.
    pub fn check_game(&self, expected: &str) -> Result<(), Error> {
        match self.game() {
            game if game == expected => Ok(()),
            game => Err(Error::at(&self.path, format!("expected games of {expected}, not of {game}"))),
        }
    }
}

/// A file to which games are added. Nobody else can write to it while it lives.
#[derive(Debug)]
pub struct Writer {
    file: Growing,
    format: Format,
}

impl Writer {
    /// Opens or begins the file of a run; returns how many games it holds already. Margins are
    /// kept where they count.
    pub fn open(path: &Path, plan: &Plan, margins: bool) -> Result<(Writer, usize), Error> {
        let format = if margins { Format::Three } else { Format::Two };
        let (mut file, mut bytes) = (Growing::open(path, GAMES)?, Vec::new());
        file.file().read_to_end(&mut bytes).map_err(|reason| failed(path, "read", GAMES, &reason))?;
        let games = Games::find(path, bytes)?;
        let planned = plan.header();
        // A header without games, of a run that failed at once, binds nobody.
        if games.is_empty() {
            file.keep(0)?;
            let line = FIRST_LINES.iter().find(|(written, _)| *written == format).map_or(&b""[..], |(_, line)| line);
            file.append(&[line, planned.to_string().as_bytes(), b"\n"].concat())?;
            file.sync_new()?;
            return Ok((Writer { file, format }, 0));
        }
        let older = (games.format != format).then(|| "an older program wrote them".to_string());
        let header = games.header.as_ref();
        if let Some(difference) = header.and_then(|header| record::difference_of_runs(header, &planned).or(older)) {
            let reason = format!("the games of another run: {difference}; give --out another file");
            return Err(Error::at(games.path, reason));
        }
        file.keep(games.length as u64)?;
        Ok((Writer { file, format }, games.len()))
    }

    /// Adds a game. When this fails the file ends with the last whole game all the same.
    pub fn append(&mut self, game: &Game) -> Result<(), Error> {
        let mut bytes = Vec::new();
        game.write(self.format, &mut bytes);
        self.file.append(&bytes)
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
