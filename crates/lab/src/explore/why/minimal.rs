//! The smallest part of a list that still does it.
//!
//! QuickXplain (Junker 2004): halve the list; what is needed of the second half while all of the
//! first is there comes first, then what is needed of the first half while only that is there.
//! It takes about k log n tests for k items of n. Of several answers it prefers items that
//! stand early in the list.

/// What is left, and how it was found.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Smallest<T> {
    /// The items, which do it together.
    pub(super) names: Vec<T>,
    /// Whether they are known to be minimal: the tests did not run out, and agreed in the end.
    pub(super) minimal: bool,
    /// Tests made.
    pub(super) tests: usize,
}

/// Says whether a part does it, and what it cost to find out.
pub(super) type Test<'a, T> = dyn FnMut(&[T]) -> (bool, u64) + 'a;

struct Search<'a, T> {
    does_it: &'a mut Test<'a, T>,
    tests: usize,
    spent: u64,
    most: u64,
}

/// The smallest part of the items with which `does_it` says yes; what its tests cost is not much
/// more than `most`. All of the items do it.
pub(super) fn smallest<'a, T: Copy>(items: &[T], most: u64, does_it: &'a mut Test<'a, T>) -> Smallest<T> {
    let mut search = Search { does_it, tests: 0, spent: 0, most };
    let names = search.needed(&[], false, items);
    let in_time = search.spent < most;
    let holds = search.test(&names);
    match in_time && holds {
        true => Smallest { names, minimal: true, tests: search.tests },
        // A search is not a sum of its decisions: two that do nothing alone may undo each other.
        false => fewer_by_halves(items, search),
    }
}

/// Less strict: parts are left out while it still does it.
fn fewer_by_halves<T: Copy>(items: &[T], mut search: Search<'_, T>) -> Smallest<T> {
    let mut left = items.to_vec();
    search.most += search.spent;
    let mut size = left.len().div_ceil(2);
    loop {
        let mut from = 0;
        while from < left.len() && search.spent < search.most {
            let part = from..(from + size).min(left.len());
            let rest = [&left[..part.start], &left[part.end..]].concat();
            if !rest.is_empty() && search.test(&rest) {
                left = rest;
            } else {
                from += size;
            }
        }
        if size == 1 || search.spent >= search.most {
            let minimal = size == 1 && search.spent < search.most;
            return Smallest { names: left, minimal, tests: search.tests };
        }
        size = size.div_ceil(2);
    }
}

impl<T: Copy> Search<'_, T> {
    fn test(&mut self, items: &[T]) -> bool {
        let (does_it, cost) = (self.does_it)(items);
        (self.tests, self.spent) = (self.tests + 1, self.spent + cost);
        does_it
    }

    /// What is needed of `items` besides `given`, which have grown since the last test or not.
    fn needed(&mut self, given: &[T], grown: bool, items: &[T]) -> Vec<T> {
        if grown && (self.spent >= self.most || self.test(given)) {
            return Vec::new();
        }
        let [_, _, ..] = items else { return items.to_vec() };
        let (first, second) = items.split_at(items.len() / 2);
        let later = self.needed(&[given, first].concat(), true, second);
        let earlier = self.needed(&[given, &later].concat(), !later.is_empty(), first);
        [earlier, later].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn found(count: u32, wanted: &[&[u32]]) -> Smallest<u32> {
        let items: Vec<u32> = (0..count).collect();
        smallest(&items, 1000, &mut |part| {
            let part: HashSet<u32> = part.iter().copied().collect();
            (wanted.iter().any(|set| set.iter().all(|item| part.contains(item))), 1)
        })
    }

    #[test]
    fn what_is_needed_is_found_in_few_tests() {
        let one = found(10_000, &[&[4711]]);
        assert!(one.names == [4711] && one.minimal && one.tests <= 30, "{one:?}");
        let three = found(10_000, &[&[7, 4711, 9998]]);
        assert!(three.names == [7, 4711, 9998] && three.minimal && three.tests <= 90, "{three:?}");
    }

    #[test]
    fn of_two_answers_the_earlier_is_taken() {
        assert_eq!(found(1000, &[&[900], &[20]]).names, [20]);
    }

    #[test]
    fn items_that_undo_each_other_are_left_out() {
        // 3 does it, unless 5 is there without 6.
        let items: Vec<u32> = (0..64).collect();
        let mut does_it = |part: &[u32]| (part.contains(&3) && (!part.contains(&5) || part.contains(&6)), 1);
        let smallest = smallest(&items, 1000, &mut does_it);
        assert_eq!(smallest.names, [3]);
    }

    #[test]
    fn tests_are_not_more_than_allowed_by_far() {
        let items: Vec<u32> = (0..4096).collect();
        let mut tests = 0;
        let all = smallest(&items, 50, &mut |part| {
            tests += 1;
            (part.len() == 4096, 1)
        });
        assert!(!all.minimal && all.names.len() == 4096 && tests < 120, "{tests}");
    }
}
