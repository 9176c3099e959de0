//! Late-move pruning (LMP), or move-count pruning: after a number of moves the rest of
//! the quiet ones is skipped.
//!
//! In programs since Glaurung (2008). Good move ordering makes a late quiet move
//! unlikely to be best, the less likely the shallower the node; nothing proves it.
use crate::prelude::*;

crate::params! {
    /// Quiet moves beyond a number that grows with the square of the depth are skipped.
    pub struct LateMoveCount {
        max_depth = 8 in 1..=20: "greatest remaining depth";
        base = 3 in 0..=1000: "moves always searched";
        per_square = 90 in 0..=400: "moves added for the square of the depth, in hundredths";
        steady_percent = 50 in 10..=100: "share of that number when the evaluation is not rising";
    }
}

const PERCENT: i32 = 100;

impl LateMoveCount {
    #[inline]
    pub(crate) fn late<P: Position>(
        &self,
        _pos: &P,
        n: &Node<P::Move>,
        c: &Candidate<P::Move>,
        _late_depth: Depth,
    ) -> Late {
        if let Some(0..) = self.slack(n, c) { Late::SkipRest } else { Late::Search }
    }

    /// How many places the move stands behind the first that is skipped, from 0 on.
    #[inline]
    pub(crate) fn slack<M: Move>(&self, n: &Node<M>, c: &Candidate<M>) -> Option<i32> {
        if !c.quiet || n.forced || n.depth > self.max_depth {
            return None;
        }
        let full = self.base + self.per_square * n.depth * n.depth / PERCENT;
        let allowed = if n.improving { full } else { full * self.steady_percent / PERCENT };
        Some(c.rank - allowed.max(1) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, candidate, node};

    #[test]
    fn moves_beyond_the_count_are_skipped() {
        let method = LateMoveCount { base: 4, per_square: 100, steady_percent: 50, ..LateMoveCount::on() };
        let n = Node { depth: 2, improving: true, ..node() };
        let toy = Toy::new(1);
        assert_eq!(method.late(&toy, &n, &candidate(8), 2), Late::Search);
        assert_eq!(method.late(&toy, &n, &candidate(9), 2), Late::SkipRest);
        assert_eq!(method.late(&toy, &Node { improving: false, ..n }, &candidate(5), 2), Late::SkipRest);
        assert_eq!(method.late(&toy, &n, &Candidate { quiet: false, ..candidate(9) }, 2), Late::Search);
        assert_eq!(method.late(&toy, &Node { forced: true, ..n }, &candidate(9), 2), Late::Search);
        assert_eq!(method.late(&toy, &Node { depth: method.max_depth + 1, ..n }, &candidate(99), 2), Late::Search);
    }
}
