//! The solver's transposition table. An entry holds the whole name of its position, so one
//! position is never taken for another; a lost entry costs time only.
//!
//! The part in use starts small and doubles when it fills up: most questions are small,
//! and a small table stays in the processor's caches, which trebles the speed.
use super::{BEST, Points};

/// Bits of an entry: the name of the position, then its bounds.
const NAME_BITS: u32 = 49;
const POINTS_BITS: u32 = 6;
const NAME: u64 = (1 << NAME_BITS) - 1;
const POINTS: u64 = (1 << POINTS_BITS) - 1;
const _: () = assert!(2 * BEST < 1 << POINTS_BITS && NAME_BITS + 2 * POINTS_BITS <= u64::BITS);

/// Buckets in use at first: 256 KiB.
const FIRST_BUCKETS: usize = 1 << 14;
/// Odd, with bits in no order: spreads names over the table.
const SPREAD: u64 = 0x9e6c_63d0_876a_68ad;

/// Bounds of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub(super) low: Points,
    pub(super) high: Points,
}

impl Interval {
    /// The bound that says on which side of `alpha` the value lies, if one does.
    #[inline]
    pub(super) fn outside(self, alpha: Points) -> Option<Points> {
        match self {
            Interval { low, .. } if low > alpha => Some(low),
            Interval { high, .. } if high <= alpha => Some(high),
            _ => None,
        }
    }
}

/// Two entries: what came first, and what came last. 0 is no entry: no name is 0.
type Bucket = [u64; 2];

pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// Buckets in use, a power of two, less one.
    mask: usize,
    /// Entries written since the last growth.
    written: usize,
}

impl Table {
    /// A table of at most that many mebibytes, and of at least the least size.
    pub(super) fn new(megabytes: usize) -> Table {
        let most = (megabytes << 20) / size_of::<Bucket>();
        let buckets = if most <= FIRST_BUCKETS { FIRST_BUCKETS } else { 1 << most.ilog2() };
        Table { buckets: vec![[0; 2]; buckets], mask: FIRST_BUCKETS - 1, written: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets[..=self.mask].fill([0; 2]);
        (self.mask, self.written) = (FIRST_BUCKETS - 1, 0);
    }

    #[inline]
    fn index(&self, name: u64) -> usize {
        (name.wrapping_mul(SPREAD) >> 32) as usize & self.mask
    }

    #[inline]
    pub(super) fn find(&self, name: u64) -> Option<Interval> {
        let bucket = self.buckets[self.index(name)];
        let entry = bucket.into_iter().find(|entry| entry & NAME == name)?;
        let points = |shift: u32| (entry >> shift & POINTS) as Points - BEST;
        Some(Interval { low: points(NAME_BITS), high: points(NAME_BITS + POINTS_BITS) })
    }

    #[inline]
    pub(super) fn store(&mut self, name: u64, interval: Interval) {
        let bits = |points: Points, shift: u32| ((points + BEST) as u64) << shift;
        let entry = name | bits(interval.low, NAME_BITS) | bits(interval.high, NAME_BITS + POINTS_BITS);
        let index = self.index(name);
        let [first, last] = &mut self.buckets[index];
        let is_free = |slot: u64| slot == 0 || slot & NAME == name;
        let slot = if is_free(*first) { first } else { last };
        self.written += usize::from(*slot & NAME != name);
        *slot = entry;
        if self.written > self.mask {
            self.grow();
        }
    }

    /// Doubles the part in use and moves the entries that now belong to its new half.
    #[cold]
    fn grow(&mut self) {
        self.written = 0;
        let old = self.mask + 1;
        if old == self.buckets.len() {
            return;
        }
        self.mask = 2 * old - 1;
        for index in 0..old {
            for slot in 0..2 {
                let entry = self.buckets[index][slot];
                if entry != 0 && self.index(entry & NAME) != index {
                    self.buckets[index][slot] = 0;
                    self.buckets[index + old][slot] = entry;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Different names, many of which share a bucket.
    fn names() -> impl Iterator<Item = u64> {
        (1..200_000u64).map(|n| n.wrapping_mul(0x1_0000_0001_0007) & NAME | 1 << (n % 49)).filter(|&name| name != 0)
    }

    fn bounds_of(name: u64) -> Interval {
        let low = (name % 19) as Points - BEST;
        Interval { low, high: low + (name % 17) as Points }
    }

    #[test]
    fn one_position_is_never_taken_for_another() {
        let mut table = Table::new(1);
        for name in names() {
            table.store(name, bounds_of(name));
            assert_eq!(table.find(name), Some(bounds_of(name)));
        }
        let found: Vec<u64> = names().filter(|&name| table.find(name).is_some()).collect();
        assert!(found.len() > table.buckets.len() / 2 && found.len() < 200_000, "{}", found.len());
        assert!(found.iter().all(|&name| table.find(name) == Some(bounds_of(name))));
    }

    #[test]
    fn growth_loses_nothing_and_clearing_loses_all() {
        let mut table = Table::new(4);
        let few: Vec<u64> = names().take(FIRST_BUCKETS / 2).collect();
        few.iter().for_each(|&name| table.store(name, bounds_of(name)));
        let kept = |table: &Table| few.iter().filter(|&&name| table.find(name) == Some(bounds_of(name))).count();
        let before = kept(&table);
        assert!(before > few.len() / 2);
        table.grow();
        assert_eq!((kept(&table), table.mask), (before, 2 * FIRST_BUCKETS - 1));
        table.clear();
        assert_eq!((kept(&table), table.mask), (0, FIRST_BUCKETS - 1));
        assert!(table.buckets.iter().all(|bucket| *bucket == [0; 2]));
    }
}
