//! Positions to learn from, as many as the disk holds.
//!
//! Each position is dealt at random into one of many parts. An epoch takes the parts in a
//! random order, and each part's positions in a random order: positions of one game are far
//! apart, and only one part needs to be in memory. Parts are kept in memory up to a limit,
//! and beyond it in a scratch file that has no name and so is gone with the process. The
//! limit changes nothing but the speed.
use crate::study::error::Error;
use niwaki_games::kit::learning::Sample;
use niwaki_search::random::Random;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// Positions that are written to the scratch file at a time, or read.
const RUN: usize = 4096;
/// Positions for which memory is taken at a time.
const GROWTH: usize = 1 << 16;
/// Tells the stream that deals positions from others of the same seed.
const DEAL: u64 = 0x6465_616c;

/// How much is kept in memory, and where the rest goes.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The most positions in memory.
    pub positions: usize,
    /// Name of the scratch file, for a moment.
    pub scratch: PathBuf,
}

impl Memory {
    /// A size in MiB, and a scratch file.
    pub fn new(mebibytes: usize, scratch: PathBuf) -> Memory {
        Memory { positions: (mebibytes << 20) / Sample::BYTES, scratch }
    }
}

/// Positions in parts.
#[derive(Debug)]
pub struct Store {
    parts: Vec<Part>,
    memory: Memory,
    file: Option<File>,
    /// Bytes of the scratch file.
    written: u64,
    count: usize,
    random: Random,
}

/// Positions in the order in which they came: first those in memory, then runs of the
/// scratch file, then those that are not yet a run.
#[derive(Debug, Default)]
struct Part {
    held: Vec<Sample>,
    /// Where each run begins in the scratch file.
    runs: Vec<u64>,
    rest: Vec<Sample>,
}

impl Store {
    /// An empty store of at least one part.
    pub fn new(parts: usize, seed: u64, memory: Memory) -> Store {
        let parts = (0..parts.max(1)).map(|_| Part::default()).collect();
        Store { parts, memory, file: None, written: 0, count: 0, random: Random::new(seed ^ DEAL) }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Adds a position.
    pub fn push(&mut self, sample: Sample) -> Result<(), Error> {
        let number = self.random.below(self.parts.len());
        let part = &mut self.parts[number];
        self.count += 1;
        if self.count <= self.memory.positions {
            if part.held.len() == part.held.capacity() {
                part.held.reserve_exact(GROWTH.min(self.memory.positions));
            }
            part.held.push(sample);
            return Ok(());
        }
        part.rest.push(sample);
        if part.rest.len() == RUN { self.spill(number) } else { Ok(()) }
    }

    /// Writes what a part has to the scratch file.
    fn spill(&mut self, part: usize) -> Result<(), Error> {
        let path = &self.memory.scratch;
        let wrong = |reason: io::Error| Error::system(path, "cannot keep positions in a scratch file", &reason);
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(open_nameless(path).map_err(wrong)?),
        };
        let part = &mut self.parts[part];
        let bytes: Vec<u8> = part.rest.drain(..).flat_map(|sample| sample.to_bytes()).collect();
        file.seek(SeekFrom::Start(self.written)).and_then(|_| file.write_all(&bytes)).map_err(wrong)?;
        part.runs.push(self.written);
        self.written += bytes.len() as u64;
        Ok(())
    }

    /// Appends the positions of a part.
    fn load(&mut self, part: usize, out: &mut Vec<Sample>) -> Result<(), Error> {
        let part = &self.parts[part];
        out.extend(&part.held);
        if let Some(file) = &mut self.file {
            let mut bytes = vec![0; RUN * Sample::BYTES];
            for start in &part.runs {
                let read = file.seek(SeekFrom::Start(*start)).and_then(|_| file.read_exact(&mut bytes));
                let wrong = |reason| Error::system(&self.memory.scratch, "cannot read the scratch file", &reason);
                read.map_err(wrong)?;
                out.extend(bytes.as_chunks().0.iter().map(Sample::from_bytes));
            }
        }
        out.extend(&part.rest);
        Ok(())
    }

    /// The positions of an epoch in batches; fewer than a batch are left out. The order
    /// depends on the seed and the number of the epoch, from 0, alone.
    pub fn batches(&mut self, seed: u64, epoch: usize, batch: usize) -> Batches<'_> {
        let mut random = Random::new(Random::new(seed).number().wrapping_add(epoch as u64));
        let mut order: Vec<usize> = (0..self.parts.len()).collect();
        random.shuffle(&mut order);
        Batches { store: self, order, random, buffer: Vec::new(), used: 0, batch: batch.max(1) }
    }
}

/// A file that only this process can reach.
fn open_nameless(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path)?;
    fs::remove_file(path)?;
    Ok(file)
}

/// The positions of an epoch.
pub struct Batches<'a> {
    store: &'a mut Store,
    /// The parts that are still to come, the last first.
    order: Vec<usize>,
    random: Random,
    /// Positions in their random order.
    buffer: Vec<Sample>,
    /// How many of them were given away.
    used: usize,
    batch: usize,
}

impl Batches<'_> {
    /// The next batch; `None` at the end.
    pub fn next_batch(&mut self) -> Result<Option<&[Sample]>, Error> {
        while self.buffer.len() - self.used < self.batch {
            let Some(part) = self.order.pop() else { return Ok(None) };
            self.buffer.drain(..self.used);
            self.used = 0;
            let before = self.buffer.len();
            self.store.load(part, &mut self.buffer)?;
            self.random.shuffle(&mut self.buffer[before..]);
        }
        let start = self.used;
        self.used += self.batch;
        Ok(Some(&self.buffer[start..self.used]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        learn::train::tests::{random_boards, sample},
        scratch::Scratch,
    };

    /// Positions that differ by their scores.
    fn samples(count: usize) -> Vec<Sample> {
        let boards = random_boards(50, 1);
        (0..count).map(|number| sample(&boards[number % 50], number as i32, 1)).collect()
    }

    fn store(count: usize, parts: usize, in_memory: usize, place: &Scratch) -> Store {
        let memory = Memory { positions: in_memory, scratch: place.path.clone() };
        let mut store = Store::new(parts, 7, memory);
        samples(count).into_iter().for_each(|sample| store.push(sample).unwrap());
        store
    }

    fn epoch(store: &mut Store, number: usize, batch: usize) -> Vec<Sample> {
        let mut batches = store.batches(3, number, batch);
        let mut all = Vec::new();
        while let Some(batch) = batches.next_batch().unwrap() {
            all.extend_from_slice(batch);
        }
        all
    }

    #[test]
    fn the_limit_of_memory_changes_nothing_and_leaves_no_file() {
        let place = Scratch::new();
        let count = 30_000;
        let mut whole = store(count, 3, count, &place);
        let first = epoch(&mut whole, 0, 100);
        assert_eq!(first.len(), count);
        for in_memory in [0, 1, 5000, 29_999] {
            let mut small = store(count, 3, in_memory, &place);
            assert_eq!(small.file.is_some(), in_memory < 15_000, "{in_memory}");
            assert!(epoch(&mut small, 0, 100) == first, "{in_memory}");
            assert!(epoch(&mut small, 1, 100) != first, "{in_memory}");
            assert!(epoch(&mut small, 0, 100) == first, "{in_memory}: an epoch can be repeated");
        }
        assert!(!place.path.exists());
        assert!(!place.path.parent().unwrap().read_dir().unwrap().any(|entry| entry.is_ok()));
    }

    #[test]
    fn every_epoch_has_every_position_in_another_order() {
        let mut store = store(1003, 4, 1003, &Scratch::new());
        let numbers = |samples: &[Sample]| {
            let mut numbers: Vec<i16> = samples.iter().map(|sample| sample.score).collect();
            numbers.sort_unstable();
            numbers
        };
        let (one, two) = (epoch(&mut store, 0, 1), epoch(&mut store, 1, 1));
        assert!(one != two && numbers(&one) == numbers(&two));
        assert!(numbers(&one).into_iter().eq(0..1003));
        assert_eq!(epoch(&mut store, 0, 10).len(), 1000, "whole batches only");
        assert_eq!(epoch(&mut store, 0, 1004).len(), 0);
    }

    #[test]
    fn positions_that_came_together_are_far_apart() {
        let mut store = store(20_000, 8, 0, &Scratch::new());
        let order = epoch(&mut store, 0, 1);
        let near = order.windows(2).filter(|pair| pair[0].score.abs_diff(pair[1].score) < 100).count();
        assert!(near < 20_000 / 50, "{near}: about one in a hundred is expected by chance");
    }

    #[test]
    fn a_scratch_file_that_cannot_be_written_is_named() {
        let place = Scratch::new();
        let memory = Memory { positions: 0, scratch: place.path.join("no/such") };
        let mut store = Store::new(1, 1, memory);
        let failed = samples(RUN).into_iter().find_map(|sample| store.push(sample).err()).unwrap().to_string();
        assert!(failed.contains("no/such: cannot keep positions in a scratch file: "), "{failed}");
    }
}
