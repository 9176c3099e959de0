//! Records of a run: one JSON line for each result, in a folder that a run which was
//! stopped, killed or cut off goes on from.
//!
//! The first line is the header: all that is needed to repeat the run. A run into a folder
//! whose header says something else is refused, as is a second run at the same time. A line
//! is written in one go, so that only the last can be half-written; it is cut off.
use crate::shard::Shard;
use serde_json::{Value as Json, json};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, BufRead, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    thread::available_parallelism,
};

/// Name of the file in the folder of a run.
pub const FILE: &str = "records.jsonl";
/// Where runs go unless they are told.
pub const RUNS: &str = "runs";
/// What a header must share with the plan of the run that goes on from it, besides the part.
const COMPARED: [&str; 4] = ["command", "niwaki", "commit", "plan"];
/// Where the header of a part says which it is; that of a whole run says nothing.
pub(crate) const SHARD: &str = "shard";
/// What the header says of a commit that was not known when Niwaki was built.
const UNKNOWN: &str = "unknown";

/// Why records could not be had or kept; each message is one line.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Error {
    /// What the system refuses: a read-only folder, a full disk.
    #[error("{path}: {doing}: {reason}")]
    System {
        /// The file or folder.
        path: String,
        /// What was tried.
        doing: &'static str,
        /// What the system says.
        reason: String,
    },
    /// Another process writes to the folder.
    #[error("{path}: another run is writing to this folder")]
    Busy {
        /// The file.
        path: String,
    },
    /// Something that is no record.
    #[error("{path}: line {line}: expected {expected}")]
    Line {
        /// The file.
        path: String,
        /// Where, from 1.
        line: usize,
        /// What should be there.
        expected: &'static str,
    },
    /// The records belong to another run.
    #[error("{path}: the records of another run: {difference}; give --out another folder")]
    Other {
        /// The file.
        path: String,
        /// The first thing that differs.
        difference: String,
    },
}

/// What a run is: enough to repeat it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The command that makes it.
    pub command: &'static str,
    /// What decides the results, such as players, openings, limits and seed.
    pub decides: Json,
    /// What only decides how far the run goes, or nothing: it may change when it goes on.
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
        let mut header = json!({
            "command": self.command,
            "niwaki": env!("CARGO_PKG_VERSION"),
            "commit": option_env!("NIWAKI_COMMIT").unwrap_or(UNKNOWN),
            "plan": self.decides,
            "notes": self.notes,
            "machine": {
                "system": std::env::consts::OS,
                "processor": std::env::consts::ARCH,
                "cores": available_parallelism().map_or(0, |cores| cores.get()),
            },
        });
        if !self.shard.is_whole() {
            header[SHARD] = json!(self.shard.to_string());
        }
        header
    }
}

/// What a file of records holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// The header; `None` in a file that was cut off before its first line ended.
    pub header: Option<Json>,
    /// The results, in the order in which they were written.
    pub records: Vec<Json>,
}

/// The records of a run that goes on. Nobody else can write to them while it lives.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// Bytes of whole lines.
    length: u64,
}

impl Journal {
    /// Opens the records in `folder`, which is made if it is not there. Returns what is
    /// recorded already.
    pub fn open(folder: &Path, plan: &Plan) -> Result<(Journal, Vec<Json>), Error> {
        fs::create_dir_all(folder).map_err(|reason| system(folder, "cannot make the folder", &reason))?;
        let path = folder.join(FILE);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|reason| system(&path, "cannot open the records", &reason))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Error::Busy { path: path.display().to_string() }),
            Err(TryLockError::Error(reason)) => return Err(system(&path, "cannot lock the records", &reason)),
        }
        let (run, length) = read_lines(&path, &file)?;
        // A header without results, of a run that failed at once, binds nobody.
        let fresh = run.records.is_empty();
        let mut journal = Journal { file, path, length: if fresh { 0 } else { length } };
        if let Some(header) = run.header.filter(|_| !fresh) {
            journal.check(&header, &plan.header())?;
        }
        journal.cut_off()?;
        if fresh {
            journal.append(&plan.header())?;
        }
        Ok((journal, run.records))
    }

    /// Adds one record. When this fails the file ends with the last whole line all the same.
    pub fn append(&mut self, record: &Json) -> Result<(), Error> {
        let line = format!("{record}\n");
        if let Err(reason) = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush()) {
            // The reason that counts is the first; the next run cuts off what stays.
            let _ = self.cut_off();
            return Err(system(&self.path, "cannot write a record", &reason));
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// Takes away what follows the last whole line, and goes there.
    fn cut_off(&mut self) -> Result<(), Error> {
        let cut = self.file.set_len(self.length).and_then(|()| self.file.seek(SeekFrom::Start(self.length)));
        cut.map(drop).map_err(|reason| system(&self.path, "cannot write the records", &reason))
    }

    /// Refuses records that were made under another plan.
    fn check(&self, found: &Json, planned: &Json) -> Result<(), Error> {
        let of_part = || difference(SHARD, &found[SHARD], &planned[SHARD]);
        match difference_of_runs(found, planned).or_else(of_part) {
            None => Ok(()),
            Some(difference) => Err(Error::Other { path: self.path.display().to_string(), difference }),
        }
    }
}

/// Reads the records of a run without going on with it.
pub fn read(folder: &Path) -> Result<Run, Error> {
    let path = folder.join(FILE);
    let file = File::open(&path).map_err(|reason| system(&path, "cannot open the records", &reason))?;
    read_lines(&path, &file).map(|(run, _)| run)
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
        let taken = taken.map_err(|reason| system(path, "cannot read the records", &reason))?;
        if buffer.last() != Some(&b'\n') {
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

fn wrong(path: &Path, line: usize, expected: &'static str) -> Error {
    Error::Line { path: path.display().to_string(), line, expected }
}

fn system(path: &Path, doing: &'static str, reason: &io::Error) -> Error {
    Error::System { path: path.display().to_string(), doing, reason: reason.to_string() }
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
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("niwaki-record-{name}-{}", std::process::id()));
            // Left over from a test that was killed.
            let _ = fs::remove_dir_all(&path);
            Folder(path)
        }

        fn file(&self) -> PathBuf {
            self.0.join(FILE)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn plan(nodes: u64) -> Plan {
        Plan {
            command: "match",
            decides: json!({ "nodes": nodes, "players": ["a", "b"] }),
            notes: json!({}),
            shard: Shard::WHOLE,
        }
    }

    fn job(number: usize) -> Json {
        json!({ "game": number, "result": "1-0", "why": "mate \"é\"" })
    }

    /// Does what is not recorded of ten jobs.
    fn run(folder: &Folder) -> Vec<Json> {
        let (mut journal, mut records) = Journal::open(&folder.0, &plan(5)).unwrap();
        for number in records.len()..10 {
            journal.append(&job(number)).unwrap();
            records.push(job(number));
        }
        records
    }

    #[test]
    fn a_run_cut_off_at_any_byte_goes_on_to_the_same_records() {
        let folder = Folder::new("cut");
        let records = run(&folder);
        let whole = fs::read(folder.file()).unwrap();
        for length in 0..=whole.len() {
            fs::write(folder.file(), &whole[..length]).unwrap();
            assert_eq!(run(&folder), records, "cut at {length}");
            assert!(fs::read(folder.file()).unwrap() == whole, "cut at {length}");
        }
        assert_eq!(read(&folder.0).unwrap().records, records);
    }

    #[test]
    fn a_block_of_zeros_at_the_end_is_cut_off_and_one_in_the_middle_is_named() {
        let folder = Folder::new("zeros");
        let records = run(&folder);
        let whole = fs::read(folder.file()).unwrap();
        for end in ["\0\0\0", "\0\0\0\n", "{\"game\":\n"] {
            fs::write(folder.file(), [&whole[..], end.as_bytes()].concat()).unwrap();
            assert_eq!(run(&folder), records);
        }
        let lines = String::from_utf8(whole).unwrap().replacen("{\"game\":3", "\0\0\0", 1);
        fs::write(folder.file(), lines).unwrap();
        let message = Journal::open(&folder.0, &plan(5)).unwrap_err().to_string();
        assert!(message.ends_with("line 5: expected a JSON object"), "{message}");
    }

    #[test]
    fn records_of_another_plan_are_refused_with_the_difference() {
        let folder = Folder::new("other");
        run(&folder);
        let message = Journal::open(&folder.0, &plan(6)).unwrap_err().to_string();
        assert!(message.contains("plan.nodes was 5, now it is 6"), "{message}");
        let mut more = plan(5);
        more.decides["players"] = json!(["a", "c"]);
        let message = Journal::open(&folder.0, &more).unwrap_err().to_string();
        assert!(message.contains("plan.players[1] was \"b\", now it is \"c\""), "{message}");
        more.decides["players"] = json!(["a"]);
        assert!(Journal::open(&folder.0, &more).unwrap_err().to_string().contains("plan.players was [\"a\",\"b\"]"));
        let noted = Plan { notes: json!({ "games": 9 }), ..plan(5) };
        assert!(Journal::open(&folder.0, &noted).is_ok(), "how far a run goes may change");
        let empty = Folder::new("empty");
        drop(Journal::open(&empty.0, &plan(5)).unwrap());
        assert!(Journal::open(&empty.0, &plan(6)).is_ok(), "nothing is lost");
        assert_ne!(plan(5).folder(), plan(6).folder());
        assert_eq!(plan(5).folder(), noted.folder());
    }

    #[test]
    fn a_part_of_a_run_has_its_own_folder_and_goes_on_as_that_part_only() {
        let folder = Folder::new("part");
        let part = |text: &str| Plan { shard: text.parse().unwrap(), ..plan(5) };
        assert!(part("2/8").folder().display().to_string().ends_with("-2-of-8"));
        assert_eq!(part("1/1").folder(), plan(5).folder());
        Journal::open(&folder.0, &part("2/8")).unwrap().0.append(&job(1)).unwrap();
        assert!(Journal::open(&folder.0, &part("2/8")).is_ok());
        let message = Journal::open(&folder.0, &part("3/8")).unwrap_err().to_string();
        assert!(message.contains("shard was \"2/8\", now it is \"3/8\""), "{message}");
        assert!(Journal::open(&folder.0, &plan(5)).unwrap_err().to_string().contains("shard was \"2/8\""));
    }

    #[test]
    fn two_runs_into_one_folder_are_refused() {
        let folder = Folder::new("busy");
        let (journal, _) = Journal::open(&folder.0, &plan(5)).unwrap();
        let message = Journal::open(&folder.0, &plan(5)).unwrap_err().to_string();
        assert!(message.ends_with("another run is writing to this folder"), "{message}");
        drop(journal);
        assert!(Journal::open(&folder.0, &plan(5)).is_ok());
    }

    #[test]
    fn what_is_no_file_of_records_is_left_alone() {
        let folder = Folder::new("foreign");
        fs::create_dir_all(&folder.0).unwrap();
        for (text, expected) in [("my notes\n", "a JSON object"), ("{\"a\":1}\n", "the header of a run"), ("[]\n", "a")]
        {
            fs::write(folder.file(), text).unwrap();
            let message = Journal::open(&folder.0, &plan(5)).unwrap_err().to_string();
            assert!(message.contains("line 1: expected") && message.contains(expected), "{message}");
            assert_eq!(fs::read_to_string(folder.file()).unwrap(), text);
        }
        assert!(read(&folder.0.join("gone")).unwrap_err().to_string().contains("cannot open the records"));
    }

    /// `/dev/full` refuses every write, as a full disk does.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_and_a_folder_that_cannot_be_made_give_one_clear_line() {
        let file = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut journal = Journal { file, path: PathBuf::from("runs/records.jsonl"), length: 0 };
        let message = journal.append(&job(0)).unwrap_err().to_string();
        assert!(message.starts_with("runs/records.jsonl: cannot write a record: No space left"), "{message}");
        let message = Journal::open(Path::new("/proc/niwaki"), &plan(5)).unwrap_err().to_string();
        assert!(message.starts_with("/proc/niwaki: cannot make the folder: ") && !message.contains('\n'), "{message}");
    }

    #[test]
    fn hashes_are_the_published_ones() {
        assert_eq!(hash(b""), "cbf29ce484222325");
        assert_eq!(hash(b"foobar"), "85944171f73967e8");
        assert_eq!(hash_lines(["ab", "c", ""].map(str::to_string)), hash(b"ab\nc\n"));
    }
}
