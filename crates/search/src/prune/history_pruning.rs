//! History pruning: near the leaves, quiet moves that failed again and again are skipped.
//!
//! Botvinnik's programs asked history first; in this form in programs since about 2005.
//! It is as sound as history is: statistics of other positions decide.
use crate::prelude::*;

crate::params! {
    /// A quiet move with a bad record is skipped.
    pub struct HistoryPruning {
        max_depth = 4 in 1..=12: "greatest reduced depth";
        threshold = 4000 in 0..=65536: "history below minus this, for each ply of reduced depth, is bad";
    }
}

impl HistoryPruning {
    #[inline]
    pub(crate) fn late<P: Position>(
        &self,
        _pos: &P,
        n: &Node<P::Move>,
        c: &Candidate<P::Move>,
        late_depth: Depth,
    ) -> Late {
        if let Some(0..) = self.slack(n, c, late_depth) { Late::Skip } else { Late::Search }
    }

    /// How far the record lies below the threshold: from 0 on the move is skipped.
    #[inline]
    pub(crate) fn slack<M: Move>(&self, n: &Node<M>, c: &Candidate<M>, late_depth: Depth) -> Option<i32> {
        let asked = c.quiet && late_depth <= self.max_depth && !n.forced;
        asked.then(|| -self.threshold * late_depth - c.history - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, candidate, node};

    #[test]
    fn a_bad_record_skips_and_a_mixed_one_does_not() {
        let method = HistoryPruning { threshold: 1000, ..HistoryPruning::on() };
        let (toy, n) = (Toy::new(1), node());
        let bad = Candidate { history: -2001, ..candidate(5) };
        assert_eq!(method.late(&toy, &n, &bad, 2), Late::Skip);
        assert_eq!(method.late(&toy, &n, &Candidate { history: -2000, ..bad }, 2), Late::Search);
        for good in [0, 2001, 60_000] {
            assert_eq!(method.late(&toy, &n, &Candidate { history: good, ..bad }, 2), Late::Search, "{good}");
        }
        assert_eq!(method.late(&toy, &n, &Candidate { quiet: false, ..bad }, 2), Late::Search);
        assert_eq!(method.late(&toy, &Node { forced: true, ..n }, &bad, 2), Late::Search);
        assert_eq!(method.late(&toy, &n, &Candidate { history: -60_000, ..bad }, method.max_depth + 1), Late::Search);
    }
}
