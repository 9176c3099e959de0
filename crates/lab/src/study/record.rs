//! Records of a run: one JSON line for each result, in a folder that a run which was
//! stopped, killed or cut off resumes from.
//!
//! The first line is the header: all that is needed to repeat the run. A run into a folder
//! whose header says something else is refused, as is a second run at the same time. A line
//! is written in one go, so that only the last can be half-written; it is cut off.
mod machine;

pub(crate) use machine::speed;

use super::{
    error::Error,
    growing::{Growing, failed, lock},
    shard::Shard,
};
use niwaki_games::input;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
};

/// Name of the file in the folder of a run.
pub const FILE: &str = "records.jsonl";
/// What it holds, in messages.
pub(super) const RECORDS: &str = "records";
/// Where runs go by default.
pub const RUNS: &str = "runs";
/// What a header must share with the plan of the run that resumes from it, besides the part.
const COMPARED: [&str; 4] = ["command", "niwaki", "commit", "plan"];
/// Where the header of a part says which it is; that of a whole run says nothing.
pub(crate) const SHARD: &str = "shard";
/// Where the header of a timed run says how fast its machine is.
pub(crate) const SPEED: &str = "nodes_per_second";
/// What a header begins with, even if it was cut off.
const BEGINNING: &[u8] = b"{\"command\":\"";
/// Which program wrote a header; `build.rs` finds it out.
pub(crate) const COMMIT: &str = env!("NIWAKI_COMMIT");
/// What stands there if it could not.
pub(crate) const UNKNOWN_COMMIT: &str = "unknown";

/// What a run is: enough to repeat it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The command that makes it.
    pub command: &'static str,
    /// What decides the results, such as players, openings, limits and seed.
    pub decides: Json,
    /// What only decides how far the run goes, or nothing: it may change when the run is resumed.
    pub notes: Json,
    /// The part of the run that is done.
    pub shard: Shard,
}

impl Plan {
    /// The folder of this run below [`RUNS`]: the same for the same plan and part.
    pub fn folder(&self) -> PathBuf {
        let part = if self.shard.is_whole() { String::new() } else { format!("-{}", self.shard.file_name()) };
        let name = format!("{}-{}{part}", self.command, hash(self.decides.to_string().as_bytes()));
        Path::new(RUNS).join(name)
    }

    /// The header of its records.
    pub(crate) fn header(&self) -> Json {
        let header = Header {
            command: self.command,
            niwaki: env!("CARGO_PKG_VERSION"),
            commit: COMMIT,
            plan: &self.decides,
            notes: &self.notes,
            machine: machine::describe(),
            date: json!(machine::today()),
            shard: (!self.shard.is_whole()).then(|| self.shard.to_string()),
        };
        serde_json::to_value(header).unwrap_or_default()
    }

    /// The header of a run that begins here and now: where times count, with the speed of the machine.
    fn begun(&self) -> Json {
        let mut header = self.header();
        if is_timed(&header) {
            header["machine"][SPEED] = json!(speed());
        }
        header
    }

    /// Refuses records that were made under another plan.
    fn check(&self, path: &Path, found: &Json) -> Result<(), Error> {
        let planned = self.header();
        let of_part = || difference(SHARD, &found[SHARD], &planned[SHARD]);
        match difference_of_runs(found, &planned).or_else(of_part) {
            None => Ok(()),
            Some(difference) => {
                let reason = format!("the records of another run: {difference}; give --out another folder");
                Err(Error::at(path.display(), reason))
            }
        }
    }
}

/// The first line of a file of records. A run is resumed, and shards are merged, only where
/// command, version, commit and plan are the same.
#[derive(Serialize)]
struct Header<'a> {
    /// The command that makes the run.
    command: &'a str,
    /// Version of the program.
    niwaki: &'a str,
    /// Commit of the program, with a + if files had changed since.
    commit: &'a str,
    /// All that decides the results: game, recipes with every parameter, positions or openings by
    /// their hash, limits, seed.
    plan: &'a Json,
    /// What only decides how far the run goes, and the command that repeats it (`repeat`).
    notes: &'a Json,
    /// System, processor, its model and cores of the machine that began the run; of a timed run also
    /// its speed, the nodes a second of one fixed search on one thread (`nodes_per_second`).
    machine: Json,
    /// The day on which it began.
    date: Json,
    /// The part of the run, such as 2/8; a whole run has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
}

/// What a file of records holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// The header; `None` in a file that was cut off before its first line ended.
    pub header: Option<Json>,
    /// The results, in the order in which they were written.
    pub records: Vec<Json>,
}

/// The records of a run that is being made. Nobody else can write to them while it lives.
#[derive(Debug)]
pub struct Journal(Growing);

impl Journal {
    /// Opens the records in `folder`, which is made if it is not there. Returns what is
    /// recorded already.
    pub fn open(folder: &Path, plan: &Plan) -> Result<(Journal, Vec<Json>), Error> {
        fs::create_dir_all(folder).map_err(|reason| Error::system(folder, "cannot make the folder", &reason))?;
        let path = folder.join(FILE);
        let mut file = Growing::open(&path, RECORDS)?;
        let (run, length) = read_lines(&path, file.file())?;
        // A header without results, of a run that failed at once, binds nobody.
        if run.records.is_empty() {
            file.keep(0)?;
            file.append(format!("{}\n", plan.begun()).as_bytes())?;
            file.sync_new()?;
        } else {
            run.header.map_or(Ok(()), |header| plan.check(&path, &header))?;
            file.keep(length)?;
        }
        Ok((Journal(file), run.records))
    }

    /// Adds one record. When this fails the file ends with the last whole line all the same.
    pub fn append(&mut self, record: &Json) -> Result<(), Error> {
        self.0.append(format!("{record}\n").as_bytes())
    }
}

/// Reads the records of a run without going on with it.
pub fn read(folder: &Path) -> Result<Run, Error> {
    let path = folder.join(FILE);
    let file = input::open(&path).map_err(|reason| failed(&path, "open", RECORDS, &reason))?;
    read_lines(&path, &file).map(|(run, _)| run)
}

/// The machine that began a run, and when, as reports say it.
pub(crate) fn machine_words(header: &Json) -> String {
    let machine = &header["machine"];
    let word = |value: &Json| value.as_str().map(str::to_string);
    let speed = machine[SPEED].as_f64().map(|speed| format!("{:.2} million nodes/s in a fixed search", speed / 1e6));
    let cores = machine["cores"].as_u64().map(|cores| format!("{cores} cores"));
    let place = [word(&machine["system"]), word(&machine["processor"])].into_iter().flatten().collect::<Vec<_>>();
    let facts = [Some(place.join(" ")), word(&machine["model"]), cores, speed, word(&header["date"])];
    format!("Machine: {}.", facts.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

/// Whether a run gives its searches time, by the words that matches and searches have for it.
pub(crate) fn is_timed(header: &Json) -> bool {
    let limit = header["plan"]["limit"].as_str().unwrap_or_default();
    limit.starts_with("tc ") || limit.ends_with(" ms")
}

/// The line of a record in its file, from 1; the first line is the header.
pub fn line_of(index: usize) -> usize {
    index + 2
}

/// Whether two records of one job say the same, apart from the times they took.
pub fn same_result(one: &Json, two: &Json) -> bool {
    without_times(one) == without_times(two)
}

fn without_times(record: &Json) -> Json {
    let fields = record.as_object().into_iter().flatten().filter(|(name, _)| !name.contains("seconds"));
    fields.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The command that this process was started with, fit for a shell: what repeats a run.
pub fn command_line() -> String {
    let plain = |word: &str| word.chars().all(|letter| letter.is_alphanumeric() || "-_./=,:+".contains(letter));
    let quote = |word: String| match plain(&word) && !word.is_empty() {
        true => word,
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    let words = std::env::args_os().skip(1).map(|word| quote(word.to_string_lossy().into_owned()));
    ["niwaki".to_string()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// Takes away the records of a run, if the folder holds such and nobody writes to them.
pub fn remove(folder: &Path) -> Result<(), Error> {
    let path = folder.join(FILE);
    let file = match input::open(&path) {
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => return Ok(()),
        opened => opened.map_err(|reason| failed(&path, "open", RECORDS, &reason))?,
    };
    lock(&path, &file, RECORDS)?;
    read_lines(&path, &file)?;
    fs::remove_file(&path).map_err(|reason| failed(&path, "remove", RECORDS, &reason))
}

/// The hash of openings or positions in a header (FNV-1a, 64 bits): the same everywhere.
pub fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", add_to_hash(HASH_OFFSET, bytes))
}

/// The hash of lines with line ends between them, without a copy of them all.
pub fn hash_lines(lines: impl IntoIterator<Item = String>) -> String {
    let mut number = HASH_OFFSET;
    for (index, line) in lines.into_iter().enumerate() {
        let gap: &[u8] = if index > 0 { b"\n" } else { b"" };
        number = add_to_hash(add_to_hash(number, gap), line.as_bytes());
    }
    format!("{number:016x}")
}

const HASH_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

fn add_to_hash(number: u64, bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0100_0000_01b3;
    bytes.iter().fold(number, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// Reads whole lines; returns how many bytes they take. A last line that is not whole or no
/// record was being written when the run ended.
fn read_lines(path: &Path, file: &File) -> Result<(Run, u64), Error> {
    let mut reader = BufReader::new(file);
    let (mut run, mut length) = (Run::default(), 0);
    let mut buffer = Vec::new();
    for line in 1.. {
        buffer.clear();
        let taken = reader.read_until(b'\n', &mut buffer);
        let taken = taken.map_err(|reason| failed(path, "read", RECORDS, &reason))?;
        if buffer.last() != Some(&b'\n') {
            if line == 1 && !is_begun(&buffer) {
                return Err(wrong(path, line, "the header of a run"));
            }
            break;
        }
        let parsed = serde_json::from_slice(&buffer).ok().filter(Json::is_object);
        match parsed {
            Some(header) if line == 1 => {
                let is_header = header["command"].is_string() && header["plan"].is_object();
                run.header = Some(header).filter(|_| is_header);
                if !is_header {
                    return Err(wrong(path, line, "the header of a run"));
                }
            }
            Some(record) => run.records.push(record),
            None if line > 1 && reader.fill_buf().is_ok_and(<[u8]>::is_empty) => break,
            None => return Err(wrong(path, line, "a JSON object")),
        }
        length += taken as u64;
    }
    Ok((run, length))
}

/// Whether bytes can be what was written of a header. A disk that lost its power may leave zeros.
fn is_begun(bytes: &[u8]) -> bool {
    let common = bytes.len().min(BEGINNING.len());
    bytes[..common] == BEGINNING[..common] || bytes.iter().all(|byte| *byte == 0)
}

fn wrong(path: &Path, line: usize, expected: &str) -> Error {
    Error::on_line(path.display(), line, format!("expected {expected}"))
}

/// The first thing in which the headers of two runs differ, whatever parts they are.
pub(crate) fn difference_of_runs(found: &Json, planned: &Json) -> Option<String> {
    COMPARED.iter().find_map(|key| difference(key, &found[*key], &planned[*key]))
}

/// The first place below `path` in which two values differ, and how.
fn difference(path: &str, found: &Json, planned: &Json) -> Option<String> {
    match (found, planned) {
        (Json::Object(old), Json::Object(new)) => {
            let keys = old.keys().chain(new.keys().filter(|key| !old.contains_key(*key)));
            keys.into_iter().find_map(|key| difference(&format!("{path}.{key}"), &found[key], &planned[key]))
        }
        (Json::Array(old), Json::Array(new)) if old.len() == new.len() => {
            let pairs = old.iter().zip(new).enumerate();
            pairs.into_iter().find_map(|(index, (old, new))| difference(&format!("{path}[{index}]"), old, new))
        }
        _ if found == planned => None,
        _ => Some(format!("{path} was {}, now it is {}", shorten(found), shorten(planned))),
    }
}

fn shorten(value: &Json) -> String {
    const LONGEST: usize = 80;
    let text = value.to_string();
    let start: String = text.chars().take(LONGEST).collect();
    if start.len() < text.len() { format!("{start}...") } else { text }
}

#[cfg(test)]
mod tests;
