//! A file that grows by whole pieces, records or games, and keeps them whatever happens: nobody
//! else writes to it, a piece that could not be written whole is cut off, and a power cut loses
//! no more than the last seconds.
use super::{error::Error, files::sync_folder};
use niwaki_games::input;
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// A power cut loses no more than the pieces of this time.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// The file, open for as long as this lives.
#[derive(Debug)]
pub(crate) struct Growing {
    file: File,
    path: PathBuf,
    /// What it holds: `records`, `games`.
    what: &'static str,
    /// Bytes of whole pieces.
    length: u64,
    /// Since when there have been pieces that a power cut would lose.
    unsynced: Option<Instant>,
}

/// The last pieces are as safe as the first.
impl Drop for Growing {
    fn drop(&mut self) {
        // Nobody is left to tell; the pieces are written, and nearly always kept.
        let _ = self.sync();
    }
}

impl Growing {
    /// Opens a file, or makes it. Nothing can be added before [`Growing::keep`].
    pub(crate) fn open(path: &Path, what: &'static str) -> Result<Growing, Error> {
        let failed = |reason| failed(path, "open", what, &reason);
        match input::check(path) {
            Err(reason) if reason.kind() != io::ErrorKind::NotFound => return Err(failed(reason)),
            _ => {}
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        lock(path, &file, what)?;
        Ok(Growing { file, path: path.to_path_buf(), what, length: 0, unsynced: None })
    }

    /// The file, to be read.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Keeps the first bytes only, whole pieces, and goes to their end.
    pub(crate) fn keep(&mut self, length: u64) -> Result<(), Error> {
        self.length = length;
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(drop).map_err(|reason| failed(&self.path, "write", self.what, &reason))
    }

    /// Adds a piece. When this fails the file ends with the last whole piece all the same.
    pub(crate) fn append(&mut self, piece: &[u8]) -> Result<(), Error> {
        if let Err(reason) = self.file.write_all(piece).and_then(|()| self.file.flush()) {
            // The reason that counts is the first; the next run cuts off what stays.
            let _ = self.keep(self.length);
            return Err(failed(&self.path, "write", self.what, &reason));
        }
        self.length += piece.len() as u64;
        let since = *self.unsynced.get_or_insert_with(Instant::now);
        if since.elapsed() < SYNC_EVERY { Ok(()) } else { self.sync() }
    }

    /// Makes the first piece and the name of a new file survive a power cut.
    pub(crate) fn sync_new(&mut self) -> Result<(), Error> {
        self.sync()?;
        sync_folder(&self.path).map_err(|reason| failed(&self.path, "write", self.what, &reason))
    }

    /// Makes what is written survive a power cut.
    fn sync(&mut self) -> Result<(), Error> {
        if self.unsynced.take().is_none() {
            return Ok(());
        }
        match self.file.sync_data() {
            // Some file systems cannot; they keep what they keep.
            Err(reason) if !matches!(reason.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput) => {
                Err(failed(&self.path, "write", self.what, &reason))
            }
            _ => Ok(()),
        }
    }
}

/// What cannot be done with a file that holds `what`.
pub(crate) fn failed(path: &Path, doing: &str, what: &str, reason: &io::Error) -> Error {
    Error::system(path, &format!("cannot {doing} the {what}"), reason)
}

/// Keeps others from writing while the file is open.
pub(crate) fn lock(path: &Path, file: &File, what: &str) -> Result<(), Error> {
    match locked(path, file.try_lock()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Error::at(path.display(), "another run is writing to this file")),
        Err(reason) => Err(failed(path, "lock", what, &reason)),
    }
}

/// Whether a file is ours now; where the system has no locks, it is, and a line warns of it.
fn locked(path: &Path, tried: Result<(), TryLockError>) -> io::Result<bool> {
    match tried {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(reason)) if has_no_locks(&reason) => {
            let path = path.display();
            eprintln!("niwaki: {path}: no locks on this file system; make sure that no other run writes here");
            Ok(true)
        }
        Err(TryLockError::Error(reason)) => Err(reason),
    }
}

/// As on Lustre without `flock`, or on NFS without its lock service.
fn has_no_locks(reason: &io::Error) -> bool {
    const NO_LOCKS_AVAILABLE: i32 = 37;
    let out_of_locks = cfg!(target_os = "linux") && reason.raw_os_error() == Some(NO_LOCKS_AVAILABLE);
    reason.kind() == io::ErrorKind::Unsupported || out_of_locks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn pieces_are_synced_every_few_seconds_and_not_one_by_one() {
        let scratch = Scratch::new();
        let mut file = Growing::open(&scratch.path, "games").unwrap();
        file.append(b"one").unwrap();
        file.sync_new().unwrap();
        assert_eq!(file.unsynced, None, "the beginning is safe");
        file.append(b"two").unwrap();
        let since = file.unsynced.unwrap();
        file.append(b"three").unwrap();
        assert_eq!(file.unsynced, Some(since));
        file.unsynced = since.checked_sub(SYNC_EVERY);
        file.append(b"four").unwrap();
        assert_eq!(file.unsynced, None);
    }

    /// `/dev/full` refuses every write, as a full disk does.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_gives_one_clear_line() {
        let (file, path) = (OpenOptions::new().write(true).open("/dev/full").unwrap(), PathBuf::from("my.games"));
        let mut file = Growing { file, path, what: "games", length: 0, unsynced: None };
        let message = file.append(b"one").unwrap_err().to_string();
        assert!(message.starts_with("my.games: cannot write the games: No space left"), "{message}");
    }

    #[test]
    fn a_file_system_without_locks_is_warned_of_and_used() {
        let path = Path::new("runs/records.jsonl");
        let failed = |kind: io::ErrorKind| locked(path, Err(TryLockError::Error(kind.into())));
        assert!(failed(io::ErrorKind::Unsupported).unwrap());
        assert!(failed(io::ErrorKind::PermissionDenied).is_err());
        assert!(!locked(path, Err(TryLockError::WouldBlock)).unwrap());
        #[cfg(target_os = "linux")]
        for (number, fine) in [(38, true), (95, true), (37, true), (5, false)] {
            let reason = TryLockError::Error(io::Error::from_raw_os_error(number));
            assert_eq!(locked(path, Err(reason)).is_ok(), fine, "error {number}");
        }
    }
}
