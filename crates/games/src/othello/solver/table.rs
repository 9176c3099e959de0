//! The solver's transposition table. An entry holds the whole position, so one position is
//! never taken for another; a lost entry costs time only.
use super::Discs;
use crate::othello::bits::Bits;

/// Bounds of a value, and the move that was best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) low: i8,
    pub(super) high: i8,
    /// A square; [`NO_SQUARE`] is none.
    pub(super) best: u8,
}

/// No move is known.
pub(super) const NO_SQUARE: u8 = 64;
/// Nothing is known of the value.
pub(super) const MOST: i8 = 64;

impl Known {
    pub(super) const NOTHING: Known = Known { low: -MOST, high: MOST, best: NO_SQUARE };

    /// The bound that answers the question, if one does.
    #[inline]
    pub(super) fn answers(self, alpha: Discs, beta: Discs) -> Option<Discs> {
        match (Discs::from(self.low), Discs::from(self.high)) {
            (low, high) if low >= beta || low == high => Some(low),
            (_, high) if high <= alpha => Some(high),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    own: Bits,
    other: Bits,
    known: Known,
    empties: u8,
    /// When it was written; 0 is never.
    age: u16,
}

const NO_ENTRY: Entry = Entry { own: 0, other: 0, known: Known::NOTHING, empties: 0, age: 0 };

/// Two entries: the greater subtree, and what came last.
type Bucket = [Entry; 2];

#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: u16,
}

impl Table {
    /// A table of about that many mebibytes.
    pub(super) fn new(megabytes: usize) -> Table {
        let most = (megabytes.max(1) << 20) / size_of::<Bucket>();
        Table { buckets: vec![[NO_ENTRY; 2]; 1 << most.ilog2()], age: 1 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if self.age == u16::MAX {
            self.buckets.fill([NO_ENTRY; 2]);
            self.age = 0;
        }
        self.age += 1;
    }

    #[inline]
    fn index(&self, own: Bits, other: Bits) -> usize {
        // Odd numbers, with bits in no order.
        let mixed = own.wrapping_mul(0x9e6c_63d0_876a_68ad) ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
        (mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as usize & (self.buckets.len() - 1)
    }

    #[inline]
    pub(super) fn find(&self, own: Bits, other: Bits) -> Option<Known> {
        let bucket = &self.buckets[self.index(own, other)];
        let is_it = |entry: &&Entry| entry.own == own && entry.other == other && entry.age == self.age;
        bucket.iter().find(is_it).map(|entry| entry.known)
    }

    /// Keeps what a search within the window has found.
    #[inline]
    pub(super) fn store(&mut self, own: Bits, other: Bits, known: Known) {
        let (index, age) = (self.index(own, other), self.age);
        let empties = (!(own | other)).count_ones() as u8;
        let [greater, last] = &mut self.buckets[index];
        let is_it = |entry: &Entry| entry.own == own && entry.other == other && entry.age == age;
        let place = match () {
            _ if is_it(last) => last,
            _ if is_it(greater) || greater.age != age || greater.empties <= empties => greater,
            _ => last,
        };
        *place = Entry { own, other, known, empties, age };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_until_it_is_forgotten_and_nothing_else_is() {
        let mut table = Table::new(1);
        let position = |number: u64| (number.wrapping_mul(0x9e37_79b9_7f4a_7c15), number << 1 | 1);
        let known = |number: u64| Known { low: (number % 60) as i8 - 30, high: 30, best: (number % 64) as u8 };
        for number in 0..200_000 {
            let (own, other) = position(number);
            table.store(own, other, known(number));
            assert_eq!(table.find(own, other), Some(known(number)));
        }
        let found: Vec<u64> = (0..200_000).filter(|&n| table.find(position(n).0, position(n).1).is_some()).collect();
        assert!(found.len() > table.buckets.len() && found.len() < 200_000, "{}", found.len());
        assert!(found.iter().all(|&n| table.find(position(n).0, position(n).1) == Some(known(n))));
        table.clear();
        assert!(found.iter().all(|&n| table.find(position(n).0, position(n).1).is_none()));
    }

    #[test]
    fn bounds_answer_where_they_settle_the_question() {
        let known = |low, high| Known { low, high, best: NO_SQUARE };
        assert_eq!(known(4, 4).answers(0, 64), Some(4));
        assert_eq!((known(4, 64).answers(2, 4), known(4, 64).answers(4, 6)), (Some(4), None));
        assert_eq!((known(-64, 4).answers(4, 6), known(-64, 4).answers(2, 4)), (Some(4), None));
    }
}
