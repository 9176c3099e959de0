//! Rows of numbers that begin where a cache line does: a vector that lies across two lines
//! costs twice the time.
use std::ops::{Deref, DerefMut};

/// Bytes of a cache line, and of the longest vector.
const LINE: usize = 64;

/// Numbers, the first at the beginning of a cache line.
#[derive(Debug)]
pub(super) struct Aligned<T> {
    numbers: Vec<T>,
    start: usize,
    length: usize,
}

impl<T: Copy + Default> Aligned<T> {
    /// A row of zeros.
    pub(super) fn new(length: usize) -> Aligned<T> {
        let numbers = vec![T::default(); length + LINE / size_of::<T>()];
        let start = numbers.as_ptr().align_offset(LINE).min(LINE / size_of::<T>());
        Aligned { numbers, start, length }
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.numbers[self.start..self.start + self.length]
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.numbers[self.start..self.start + self.length]
    }
}

impl<T: Copy + Default> Clone for Aligned<T> {
    fn clone(&self) -> Self {
        let mut copy = Aligned::new(self.length);
        copy.copy_from_slice(self);
        copy
    }
}

impl<T: PartialEq> PartialEq for Aligned<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_their_copies_begin_at_a_cache_line() {
        for length in [0, 1, 100, 5000] {
            let mut row = Aligned::<i16>::new(length);
            row.iter_mut().zip(0..).for_each(|(number, index)| *number = index);
            for row in [&row, &row.clone()] {
                assert_eq!(row.as_ptr() as usize % LINE, 0);
                assert!(row.iter().copied().eq(0..length as i16));
            }
            assert!(row == row.clone());
        }
    }
}
