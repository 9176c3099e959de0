//! The transposition table (TT), shared by all threads without locks.
//!
//! An entry is two words, the data and the key xored with the data (Hyatt & Mann
//! 2002): a torn write makes a wrong key, so it is never read as an answer. Each
//! entry carries the selectivity under which it was made: a bound found under
//! heavier pruning never answers a lighter search.
use crate::node::{Bound, Depth, Score, to_node, to_root};
use std::{
    mem::MaybeUninit,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

crate::params! {
    /// The transposition table. Off: nothing is looked up or stored.
    pub struct Transposition {}
}

/// How heavily the search that made an entry pruned; 0 is "not at all".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Selectivity(u8);

impl Selectivity {
    /// No pruning: such entries answer every search.
    pub const NONE: Selectivity = Selectivity(0);
    /// The settings of the recipe at hand but for a method that is left out.
    pub const PART: Selectivity = Selectivity(SELECTIVITY_MASK as u8 - 1);
    /// The settings of the recipe at hand.
    pub const FULL: Selectivity = Selectivity(SELECTIVITY_MASK as u8);
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Bits of the best move, 0 if none is known.
    pub move_bits: u16,
    /// The score, or [`NO_SCORE`](crate::node::NO_SCORE).
    pub score: Score,
    /// The static evaluation before corrections, or [`NO_SCORE`](crate::node::NO_SCORE).
    pub eval: Score,
    /// Depth of the search that found the score.
    pub depth: Depth,
    /// What the score says.
    pub bound: Bound,
    /// The node lay on a principal variation.
    pub pv: bool,
    /// The pruning under which the score was found.
    pub selectivity: Selectivity,
}

const ENTRIES_PER_CLUSTER: usize = 4;
const BYTES_PER_CLUSTER: usize = 64;
const BYTES_PER_MEGABYTE: usize = 1 << 20;
/// Depths above this are stored as this: seven bits.
const DEPTH_MASK: u64 = 0x7f;
const SELECTIVITY_MASK: u64 = 0x7;
const GENERATION_MASK: u64 = 0x7;
/// Plies that an entry counts as shallower for each search it is older.
const PLIES_PER_GENERATION: i32 = 4;
/// A shallower bound of the same position replaces a deeper one up to this difference.
const KEEP_DEEPER_BY: Depth = 4;
/// Clusters looked at to estimate how full the table is.
const FILL_SAMPLE: usize = 250;

#[repr(align(64))]
struct Cluster([AtomicU64; 2 * ENTRIES_PER_CLUSTER]);

/// The table.
pub struct Table {
    clusters: Box<[Cluster]>,
    generation: AtomicU64,
}

impl Table {
    /// A table of at most `megabytes` MiB; the message says why there is none.
    pub fn new(megabytes: usize) -> Result<Table, String> {
        let count = (megabytes.max(1) * BYTES_PER_MEGABYTE) / BYTES_PER_CLUSTER;
        if count.checked_mul(BYTES_PER_CLUSTER).is_none_or(|bytes| bytes > isize::MAX as usize) {
            return Err(format!("a table of {megabytes} MiB is too large"));
        }
        let mut probe: Vec<u8> = Vec::new();
        probe
            .try_reserve_exact(count * BYTES_PER_CLUSTER)
            .map_err(|_| format!("no memory for a table of {megabytes} MiB"))?;
        drop(probe);
        Ok(Table { clusters: zeroed_clusters(count), generation: AtomicU64::new(0) })
    }

    /// Forgets everything, with `threads` threads.
    pub fn clear(&self, threads: usize) {
        let share = self.clusters.len().div_ceil(threads.max(1));
        let wipe = |part: &[Cluster]| part.iter().flat_map(|c| &c.0).for_each(|word| word.store(0, Relaxed));
        std::thread::scope(|scope| {
            // The first part is done here: to wait for a thread would cost a small table more.
            let mut parts = self.clusters.chunks(share);
            let first = parts.next().unwrap_or_default();
            for part in parts {
                scope.spawn(move || wipe(part));
            }
            wipe(first);
        });
        self.generation.store(0, Relaxed);
    }

    /// A new search begins: older entries become easier to replace.
    pub fn age(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) & GENERATION_MASK, Relaxed);
    }

    /// What is known of the position `key`, `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: i32) -> Option<Entry> {
        let cluster = &self.clusters[self.index(key)].0;
        for pair in cluster.chunks_exact(2) {
            let data = pair[1].load(Relaxed);
            if pair[0].load(Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data, ply));
            }
        }
        None
    }

    /// Remembers `entry` for the position `key`, `ply` plies from the root.
    #[inline]
    pub fn store(&self, key: u64, ply: i32, mut entry: Entry) {
        let cluster = &self.clusters[self.index(key)].0;
        let generation = self.generation.load(Relaxed);
        let mut worst = (i32::MAX, 0);
        for (slot, pair) in cluster.chunks_exact(2).enumerate() {
            let data = pair[1].load(Relaxed);
            if data == 0 {
                worst = (i32::MIN, slot);
                break;
            }
            if pair[0].load(Relaxed) ^ data == key {
                if entry.move_bits == 0 {
                    entry.move_bits = data as u16;
                }
                let deeper = depth_of(data) - entry.depth > KEEP_DEEPER_BY;
                if deeper && entry.bound != Bound::Exact && generation_of(data) == generation {
                    return;
                }
                worst = (i32::MIN, slot);
                break;
            }
            let age = (generation.wrapping_sub(generation_of(data)) & GENERATION_MASK) as i32;
            let worth = depth_of(data) - PLIES_PER_GENERATION * age;
            if worth < worst.0 {
                worst = (worth, slot);
            }
        }
        let data = pack(&entry, ply, generation);
        cluster[2 * worst.1].store(key ^ data, Relaxed);
        cluster[2 * worst.1 + 1].store(data, Relaxed);
    }

    /// Asks the processor to fetch the place of `key` while other work is done.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = &self.clusters[self.index(key)];
            // SAFETY: a prefetch has no effect on memory, and the address is that of
            // a living reference. It hides the cache miss of every child's probe.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(cluster.cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// How full the table is with entries of the last search, in thousandths.
    pub fn fill(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.clusters[..FILL_SAMPLE.min(self.clusters.len())];
        let words = sample.iter().flat_map(|c| c.0.chunks_exact(2)).map(|pair| pair[1].load(Relaxed));
        let used = words.filter(|&data| data != 0 && generation_of(data) == generation).count();
        (used * 1000 / (sample.len() * ENTRIES_PER_CLUSTER)) as u32
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        ((key as u128 * self.clusters.len() as u128) >> u64::BITS) as usize
    }
}

#[allow(unsafe_code)]
fn zeroed_clusters(count: usize) -> Box<[Cluster]> {
    let mut clusters = Box::<[Cluster]>::new_uninit_slice(count);
    ask_for_huge_pages(&mut clusters);
    for cluster in &mut clusters {
        cluster.write(Cluster([const { AtomicU64::new(0) }; 2 * ENTRIES_PER_CLUSTER]));
    }
    // SAFETY: every cluster has just been written.
    unsafe { clusters.assume_init() }
}

/// Asks the system to map memory that has not been touched yet in large pages. A table
/// is read all over: with small pages most reads must first look up where the page is.
/// If the system does not want to, nothing is lost.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn ask_for_huge_pages<T>(memory: &mut [MaybeUninit<T>]) {
    use std::ffi::{c_int, c_void};
    unsafe extern "C" {
        fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }
    const HUGE_PAGES: c_int = 14;
    const PAGE: usize = 4096;
    let range = memory.as_mut_ptr_range();
    let (start, end) = (range.start.cast::<u8>(), range.end.cast::<u8>());
    let skipped = start.align_offset(PAGE);
    let bytes = (end as usize - start as usize).saturating_sub(skipped) / PAGE * PAGE;
    // SAFETY: the whole pages inside a living buffer, and the advice leaves what is in
    // them as it is. A fifth of the search's time went into waiting for the table.
    unsafe {
        madvise(start.wrapping_add(skipped).cast(), bytes, HUGE_PAGES);
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages<T>(_memory: &mut [MaybeUninit<T>]) {}

// One word: move 16, score 16, evaluation 16, depth 7, bound 2, pv 1, generation 3, selectivity 3.
const SCORE_AT: u32 = 16;
const EVAL_AT: u32 = 32;
const DEPTH_AT: u32 = 48;
const BOUND_AT: u32 = 55;
const PV_AT: u32 = 57;
const GENERATION_AT: u32 = 58;
const SELECTIVITY_AT: u32 = 61;

#[inline]
fn pack(e: &Entry, ply: i32, generation: u64) -> u64 {
    let score = to_node(e.score, ply) as i16 as u16 as u64;
    let eval = e.eval as i16 as u16 as u64;
    let depth = e.depth.clamp(0, DEPTH_MASK as Depth) as u64;
    e.move_bits as u64
        | score << SCORE_AT
        | eval << EVAL_AT
        | depth << DEPTH_AT
        | (e.bound as u64) << BOUND_AT
        | (e.pv as u64) << PV_AT
        | generation << GENERATION_AT
        | (e.selectivity.0 as u64) << SELECTIVITY_AT
}

#[inline]
fn unpack(data: u64, ply: i32) -> Entry {
    const BOUNDS: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];
    Entry {
        move_bits: data as u16,
        score: to_root((data >> SCORE_AT) as i16 as Score, ply),
        eval: (data >> EVAL_AT) as i16 as Score,
        depth: depth_of(data),
        bound: BOUNDS[(data >> BOUND_AT & 3) as usize],
        pv: data >> PV_AT & 1 != 0,
        selectivity: Selectivity((data >> SELECTIVITY_AT & SELECTIVITY_MASK) as u8),
    }
}

#[inline]
fn depth_of(data: u64) -> Depth {
    (data >> DEPTH_AT & DEPTH_MASK) as Depth
}

#[inline]
fn generation_of(data: u64) -> u64 {
    data >> GENERATION_AT & GENERATION_MASK
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::{NO_SCORE, WIN};

    fn entry(depth: Depth) -> Entry {
        Entry {
            move_bits: 0x1234,
            score: -317,
            eval: 25,
            depth,
            bound: Bound::Lower,
            pv: true,
            selectivity: Selectivity(5),
        }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let table = Table::new(1).unwrap();
        table.store(99, 4, entry(7));
        assert_eq!(table.probe(99, 4), Some(entry(7)));
        assert_eq!(table.probe(98, 4), None);
    }

    #[test]
    fn a_win_is_counted_from_the_node_that_asks() {
        let table = Table::new(1).unwrap();
        table.store(7, 3, Entry { score: WIN - 10, ..entry(2) });
        assert_eq!(table.probe(7, 5).unwrap().score, WIN - 12);
        table.store(7, 3, Entry { score: 10 - WIN, ..entry(2) });
        assert_eq!(table.probe(7, 5).unwrap().score, 12 - WIN);
        table.store(7, 3, Entry { score: NO_SCORE, ..entry(2) });
        assert_eq!(table.probe(7, 5).unwrap().score, NO_SCORE);
    }

    #[test]
    fn shallow_and_old_entries_go_first() {
        let table = Table::new(1).unwrap();
        let same_cluster: Vec<u64> = (1..=5).collect();
        for &key in &same_cluster[..4] {
            table.store(key, 0, entry(10 + key as Depth));
        }
        table.store(5, 0, entry(1));
        assert_eq!(table.probe(1, 0), None);
        assert!(table.probe(5, 0).is_some() && table.probe(4, 0).is_some());
    }

    #[test]
    fn a_deep_entry_of_an_old_search_goes_before_a_shallow_one_of_this() {
        let table = Table::new(1).unwrap();
        (1..=3).for_each(|key| table.store(key, 0, entry(10)));
        (0..3).for_each(|_| table.age());
        table.store(4, 0, entry(1));
        table.store(5, 0, entry(1));
        let kept: Vec<u64> = (1..=5).filter(|&key| table.probe(key, 0).is_some()).collect();
        assert_eq!(kept, [2, 3, 4, 5]);
    }

    #[test]
    fn clearing_forgets_everything() {
        let table = Table::new(1).unwrap();
        (0..1000u64).for_each(|i| table.store(i << 54 | 1, 0, entry(3)));
        assert!(table.fill() > 0);
        table.clear(2);
        assert_eq!((table.fill(), table.probe(1, 0)), (0, None));
    }

    #[test]
    fn a_torn_write_is_not_an_answer() {
        let table = Table::new(1).unwrap();
        table.store(77, 0, entry(3));
        let cluster = &table.clusters[table.index(77)].0;
        cluster[1].store(cluster[1].load(Relaxed) ^ 1, Relaxed);
        assert_eq!(table.probe(77, 0), None);
    }

    #[test]
    fn an_impossible_size_is_refused() {
        assert!(Table::new(usize::MAX / BYTES_PER_MEGABYTE).is_err());
    }
}
