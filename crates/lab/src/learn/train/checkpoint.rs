//! Where training stands after an epoch, so that it resumes after a stop and gives the same
//! network.
//!
//! A line that names the format, a line of JSON (the plan of the run, which games it learns
//! from, the losses so far), the numbers of the optimiser, and a check. The order of positions
//! depends on seed and epoch alone, so no state of random numbers is needed.
use super::{Epoch, Settings};
use crate::study::{
    error::Error,
    files,
    record::{self, Plan},
    shard::Shard,
};
use serde_json::{Value as Json, json};
use std::{fs, io, path::Path, time::Duration};

const FIRST_LINE: &[u8] = b"Niwaki training 1\n";
/// Bytes of the check at the end: what [`record::hash`] writes.
const CHECK: usize = 16;
const NO_CHECKPOINT: &str = "expected where a training stands, as niwaki train writes it";

/// Weights and what the optimiser remembers of them, each a row of the same length.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct State {
    /// As they are learned.
    pub(super) weights: Vec<f32>,
    /// Mean slopes.
    pub(super) means: Vec<f32>,
    /// Mean squares of slopes.
    pub(super) squares: Vec<f32>,
    /// The weights of the best epoch.
    pub(super) best: Vec<f32>,
}

/// A file of games as a run has read it: the file may have grown since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// How many games.
    pub games: usize,
    /// What tells them from others.
    pub hash: String,
}

/// Where training stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    header: Json,
    /// The epochs that are over.
    pub(super) epochs: Vec<Epoch>,
    /// Time of training so far.
    pub(super) time: Duration,
    pub(super) state: State,
}

impl Checkpoint {
    pub(super) fn new(header: Json, epochs: &[Epoch], time: Duration, state: State) -> Checkpoint {
        Checkpoint { header, epochs: epochs.to_vec(), time, state }
    }

    /// Reads a checkpoint; `None` if there is no file.
    pub fn read(path: &Path) -> Result<Option<Checkpoint>, Error> {
        let bytes = match fs::read(path) {
            Err(reason) if reason.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|reason| Error::system(path, "cannot read the checkpoint", &reason))?,
        };
        let parsed = Checkpoint::from_bytes(&bytes);
        parsed.map(Some).ok_or_else(|| Error::at(path.display(), NO_CHECKPOINT))
    }

    /// Writes it in place of the last; a crash leaves one of them.
    pub(super) fn write(&self, path: &Path) -> Result<(), Error> {
        files::replace(path, &self.to_bytes())
    }

    fn to_bytes(&self) -> Vec<u8> {
        let losses: Vec<[u64; 2]> = self.epochs.iter().map(|epoch| epoch.exact()).collect();
        let about = json!({ "header": self.header, "losses": losses, "seconds": self.time.as_secs_f64() });
        let mut bytes = [FIRST_LINE, about.to_string().as_bytes(), b"\n"].concat();
        for row in self.state.rows() {
            bytes.extend(row.iter().flat_map(|number| number.to_le_bytes()));
        }
        let check = record::hash(&bytes);
        bytes.extend(check.as_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Checkpoint> {
        let (content, check) = bytes.split_at_checked(bytes.len().checked_sub(CHECK)?)?;
        if record::hash(content).as_bytes() != check {
            return None;
        }
        let rest = content.strip_prefix(FIRST_LINE)?;
        let (about, numbers) = rest.split_at(rest.iter().position(|byte| *byte == b'\n')?);
        let about: Json = serde_json::from_slice(about).ok()?;
        let losses = about["losses"].as_array()?;
        let header = about["header"].clone();
        Some(Checkpoint {
            epochs: losses.iter().map(Epoch::from_exact).collect::<Option<_>>()?,
            time: Duration::try_from_secs_f64(about["seconds"].as_f64()?).ok()?,
            state: State::read(numbers.get(1..)?)?,
            header,
        })
    }

    /// The games of each file that the run learns from.
    pub fn read_games(&self) -> Vec<Read> {
        let files = self.header["plan"]["games"].as_array().map(Vec::as_slice).unwrap_or_default();
        let read = |file: &Json| {
            let games = usize::try_from(file["games"].as_u64()?).ok()?;
            Some(Read { games, hash: file["hash"].as_str()?.to_string() })
        };
        files.iter().filter_map(read).collect()
    }

    /// Into how many parts the positions were dealt.
    pub fn parts(&self) -> usize {
        self.header["plan"]["parts"].as_u64().and_then(|parts| usize::try_from(parts).ok()).unwrap_or(1)
    }

    /// The first thing in which another run differs from that of the checkpoint.
    pub fn difference(&self, header: &Json) -> Option<String> {
        record::difference_of_runs(&self.header, header)
    }
}

impl State {
    fn rows(&self) -> [&Vec<f32>; 4] {
        [&self.weights, &self.means, &self.squares, &self.best]
    }

    fn read(bytes: &[u8]) -> Option<State> {
        const ROWS: usize = 4;
        let (numbers, []) = bytes.as_chunks() else { return None };
        if numbers.len() % ROWS != 0 {
            return None;
        }
        let mut rows =
            numbers.chunks((numbers.len() / ROWS).max(1)).map(|row| row.iter().map(|bytes| f32::from_le_bytes(*bytes)));
        let mut next = || rows.next().map(Iterator::collect);
        Some(State { weights: next()?, means: next()?, squares: next()?, best: next()? })
    }
}

impl Epoch {
    /// The losses as bits: numbers in text could be rounded.
    fn exact(&self) -> [u64; 2] {
        [self.loss.to_bits(), self.held_out.to_bits()]
    }

    fn from_exact(losses: &Json) -> Option<Epoch> {
        let loss = |index: usize| Some(f64::from_bits(losses[index].as_u64()?));
        Some(Epoch { loss: loss(0)?, held_out: loss(1)? })
    }
}

/// What decides the network, as the header of a checkpoint says it.
pub(super) fn header(settings: &Settings, games: &[Read], parts: usize) -> Json {
    let games: Vec<Json> = games.iter().map(|read| json!({ "games": read.games, "hash": read.hash })).collect();
    let decides = json!({
        "width": settings.width,
        "start": settings.start.as_ref().map(|network| format!("{:016x}", network.fingerprint())),
        "lambda": settings.lambda,
        "later": settings.later,
        "epochs": settings.epochs,
        "batch": settings.batch,
        "rate": settings.rate,
        "seed": settings.seed,
        "games": games,
        "parts": parts,
    });
    Plan { command: "train", decides, notes: json!({}), shard: Shard::WHOLE }.header()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn checkpoint() -> Checkpoint {
        let row = |number: f32| vec![number; 12_000];
        let state = State { weights: row(0.1), means: row(-0.2), squares: row(1e-30), best: row(4.0) };
        let epochs = [Epoch { loss: 0.1, held_out: 1.0 / 3.0 }, Epoch { loss: 0.05, held_out: 0.2 }];
        let header =
            json!({ "command": "train", "plan": { "width": 16, "parts": 3, "games": [{ "games": 5, "hash": "ab" }] } });
        Checkpoint::new(header, &epochs, Duration::from_millis(1500), state)
    }

    #[test]
    fn what_was_written_is_read_back() {
        let file = Scratch::new();
        assert_eq!(Checkpoint::read(&file.path), Ok(None));
        let written = checkpoint();
        written.write(&file.path).unwrap();
        let read = Checkpoint::read(&file.path).unwrap().unwrap();
        assert_eq!(read, written);
        assert_eq!((read.parts(), read.read_games()), (3, vec![Read { games: 5, hash: "ab".to_string() }]));
    }

    #[test]
    fn damage_is_found() {
        let bytes = checkpoint().to_bytes();
        for place in (0..bytes.len()).step_by(997).chain(bytes.len() - 20..bytes.len()) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 4;
            assert_eq!(Checkpoint::from_bytes(&damaged), None, "{place}");
            assert_eq!(Checkpoint::from_bytes(&bytes[..place]), None, "{place}");
        }
        let file = Scratch::new();
        fs::write(&file.path, "my notes").unwrap();
        let message = Checkpoint::read(&file.path).unwrap_err().to_string();
        assert!(message.ends_with(NO_CHECKPOINT), "{message}");
    }
}
