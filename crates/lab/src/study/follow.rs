//! The records of a part while another process, perhaps on another machine, writes them.
//!
//! Takes no lock and reads only what is new since the last look, whole lines only: a line that is
//! being written, or that a kill cut off, is read when it is whole.
use super::{
    error::Error,
    growing::failed,
    record::{self, FILE, RECORDS, SHARD},
    shard::Shard,
};
use serde_json::Value as Json;
use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Seek, SeekFrom},
    path::{Path, PathBuf},
};

/// What a header must agree with, and gets the lines of records.
pub(crate) struct Expected<'a> {
    /// The header that this process would write.
    pub(crate) header: &'a Json,
    /// Takes a line; false if it is no record.
    pub(crate) take: &'a mut dyn FnMut(&[u8]) -> bool,
}

/// A file of records, and how far it is read.
#[derive(Debug)]
pub(crate) struct Follower {
    path: PathBuf,
    shard: Shard,
    /// Bytes of whole lines that were read; 0 until a record follows the header, for a header alone
    /// may be written anew.
    offset: u64,
}

impl Follower {
    /// Of the records of a part below a shared folder.
    pub(crate) fn new(shared: &Path, shard: Shard) -> Follower {
        Follower { path: folder_of(shared, shard).join(FILE), shard, offset: 0 }
    }

    /// Reads what is new. A part that has not begun has nothing.
    pub(crate) fn look(&mut self, expected: &mut Expected<'_>) -> Result<(), Error> {
        let length = match fs::metadata(&self.path) {
            Ok(known) => known.len(),
            Err(reason) if reason.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(reason) => return Err(self.failed(&reason)),
        };
        if length < self.offset {
            return Err(Error::at(self.path.display(), "records that were read are gone; begin in a new folder"));
        }
        if length == self.offset {
            return Ok(());
        }
        self.read(expected)
    }

    fn read(&mut self, expected: &mut Expected<'_>) -> Result<(), Error> {
        let mut file = File::open(&self.path).map_err(|reason| self.failed(&reason))?;
        file.seek(SeekFrom::Start(self.offset)).map_err(|reason| self.failed(&reason))?;
        let mut reader = BufReader::new(file);
        let (mut position, mut line) = (self.offset, Vec::new());
        loop {
            line.clear();
            let taken = reader.read_until(b'\n', &mut line).map_err(|reason| self.failed(&reason))?;
            if line.last() != Some(&b'\n') {
                return Ok(());
            }
            if position == 0 {
                self.check(&line, expected.header)?;
            } else if !(expected.take)(&line) {
                // A power cut may leave such a last line; the part itself cuts it off.
                let is_last = reader.fill_buf().is_ok_and(<[u8]>::is_empty);
                return if is_last { Ok(()) } else { Err(self.foreign("expected a record of this run")) };
            } else {
                self.offset = position + taken as u64;
            }
            position += taken as u64;
        }
    }

    /// Refuses the records of another run, or of another part.
    fn check(&self, line: &[u8], own: &Json) -> Result<(), Error> {
        let header: Json = serde_json::from_slice(line).map_err(|_| self.foreign("expected the header of a run"))?;
        if let Some(difference) = record::difference_of_runs(&header, own) {
            return Err(self.foreign(&format!("the records of another run: {difference}")));
        }
        let is_part = header[SHARD].as_str() == Some(&self.shard.to_string());
        if is_part { Ok(()) } else { Err(self.foreign(&format!("expected the records of part {}", self.shard))) }
    }

    fn foreign(&self, reason: &str) -> Error {
        Error::at(self.path.display(), reason)
    }

    fn failed(&self, reason: &io::Error) -> Error {
        failed(&self.path, "read", RECORDS, reason)
    }
}

/// The folder of a part below the folder that all parts share.
pub(crate) fn folder_of(shared: &Path, shard: Shard) -> PathBuf {
    shared.join(shard.file_name())
}
