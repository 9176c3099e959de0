//! The bytes of a table: small files are read whole when first needed, large ones piece by
//! piece. Every read is checked against the length of the file.
use std::{
    borrow::Cow,
    fs::File,
    io::{self, Read},
    path::Path,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// Files up to this many bytes are read whole: all tables with five pieces.
const SMALL: u64 = 32 << 20;
/// Most bytes of tables in memory, in the whole process; beyond it all are read by pieces.
const MOST_IN_MEMORY: u64 = 1 << 30;
static IN_MEMORY: AtomicU64 = AtomicU64::new(0);

/// What is wrong with a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Damage(pub(super) &'static str);

pub(super) const TOO_SHORT: Damage = Damage("the file is too short");

impl From<io::Error> for Damage {
    fn from(_: io::Error) -> Damage {
        Damage("the file cannot be read")
    }
}

pub(super) enum Source {
    /// The whole file; made by [`Source::in_memory`], which counts it.
    Memory(Vec<u8>),
    /// The file and its length.
    Disk(File, u64),
}

impl Source {
    pub(super) fn open(path: &Path) -> Result<Source, Damage> {
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(Damage("no regular file"));
        }
        let length = metadata.len();
        if length > SMALL || IN_MEMORY.load(Relaxed) + length > MOST_IN_MEMORY {
            return Ok(Source::Disk(file, length));
        }
        let mut bytes = vec![0; length as usize];
        file.read_exact(&mut bytes)?;
        Ok(Source::in_memory(bytes))
    }

    pub(super) fn in_memory(bytes: Vec<u8>) -> Source {
        IN_MEMORY.fetch_add(bytes.len() as u64, Relaxed);
        Source::Memory(bytes)
    }

    pub(super) fn length(&self) -> u64 {
        match self {
            Source::Memory(bytes) => bytes.len() as u64,
            Source::Disk(_, length) => *length,
        }
    }

    /// `count` bytes from `offset` on.
    #[inline]
    pub(super) fn bytes(&self, offset: u64, count: usize) -> Result<Cow<'_, [u8]>, Damage> {
        let end = offset.checked_add(count as u64).filter(|&end| end <= self.length()).ok_or(TOO_SHORT)?;
        match self {
            Source::Memory(bytes) => bytes.get(offset as usize..end as usize).map(Cow::Borrowed).ok_or(TOO_SHORT),
            Source::Disk(file, _) => {
                let mut bytes = vec![0; count];
                read_exact_at(file, &mut bytes, offset)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }

    /// The number of two bytes at `offset`.
    #[inline]
    pub(super) fn two(&self, offset: u64) -> Result<u16, Damage> {
        let bytes = self.bytes(offset, 2)?;
        bytes.first_chunk().map(|&bytes| u16::from_le_bytes(bytes)).ok_or(TOO_SHORT)
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        if let Source::Memory(bytes) = self {
            IN_MEMORY.fetch_sub(bytes.len() as u64, Relaxed);
        }
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => {
                bytes = &mut bytes[count..];
                offset += count as u64;
            }
        }
    }
    Ok(())
}

/// Reads a header from its start to its end.
pub(super) struct Reader<'a> {
    source: &'a Source,
    /// Where the next byte lies.
    pub(super) offset: u64,
}

impl<'a> Reader<'a> {
    pub(super) fn new(source: &'a Source, offset: u64) -> Reader<'a> {
        Reader { source, offset }
    }

    pub(super) fn bytes(&mut self, count: usize) -> Result<Cow<'a, [u8]>, Damage> {
        let bytes = self.source.bytes(self.offset, count)?;
        self.offset += count as u64;
        Ok(bytes)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Damage> {
        self.bytes(1)?.first().copied().ok_or(TOO_SHORT)
    }

    pub(super) fn two(&mut self) -> Result<u16, Damage> {
        self.offset += 2;
        self.source.two(self.offset - 2)
    }

    pub(super) fn four(&mut self) -> Result<u32, Damage> {
        let low = self.two()?;
        Ok(u32::from(self.two()?) << 16 | u32::from(low))
    }

    /// Goes to the next multiple of `unit`, a power of two.
    pub(super) fn align(&mut self, unit: u64) {
        self.offset = self.offset.next_multiple_of(unit);
    }

    /// Skips `count` bytes, which must exist, and returns where they begin.
    pub(super) fn skip(&mut self, count: u64) -> Result<u64, Damage> {
        let start = self.offset;
        self.offset = start.checked_add(count).filter(|&end| end <= self.source.length()).ok_or(TOO_SHORT)?;
        Ok(start)
    }
}
