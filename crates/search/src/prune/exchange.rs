//! Exchange pruning: moves that lose material by static exchange evaluation (SEE) are
//! skipped.
//!
//! Near the leaves a move whose piece is simply taken back hardly raises alpha. The
//! test costs one such evaluation; it errs on sacrifices, and so the deeper the node the
//! more a move may lose.
use crate::prelude::*;

crate::params! {
    /// A move that loses more than a margin by static exchange is skipped.
    pub struct Exchange {
        max_depth = 8 in 1..=20: "greatest remaining depth";
        quiet = 22 in 0..=30000: "loss allowed to quiet moves, for the square of the reduced depth";
        tactical = 90 in 0..=30000: "loss allowed to tactical moves, for each ply";
    }
}

impl Exchange {
    #[inline]
    pub(crate) fn late<P: Position>(
        &self,
        pos: &P,
        n: &Node<P::Move>,
        c: &Candidate<P::Move>,
        late_depth: Depth,
    ) -> Late {
        if n.depth > self.max_depth || pos.exchange_holds(c.m, self.threshold(n.depth, late_depth, c.quiet)) {
            return Late::Search;
        }
        Late::Skip
    }

    #[inline]
    fn threshold(&self, depth: Depth, late_depth: Depth, quiet: bool) -> Score {
        if quiet { -self.quiet * late_depth * late_depth } else { -self.tactical * depth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, candidate, node};

    #[test]
    fn the_allowed_loss_grows_with_depth() {
        let method = Exchange { quiet: 20, tactical: 90, ..Exchange::on() };
        assert_eq!(method.threshold(5, 3, true), -180);
        assert_eq!(method.threshold(5, 3, false), -450);
    }

    #[test]
    fn a_losing_move_is_skipped_near_the_leaves_only() {
        let method = Exchange { quiet: 20, ..Exchange::on() };
        let toy = Toy { exchange: -100, ..Toy::new(1) };
        assert_eq!(method.late(&toy, &Node { depth: 2, ..node() }, &candidate(3), 2), Late::Skip);
        assert_eq!(method.late(&toy, &Node { depth: 3, ..node() }, &candidate(3), 3), Late::Search);
        let n = Node { depth: method.max_depth + 1, ..node() };
        assert_eq!(method.late(&Toy { exchange: -10_000, ..toy }, &n, &candidate(3), 2), Late::Search);
    }
}
