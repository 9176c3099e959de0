//! Reverse futility pruning (RFP), also called static null move pruning.
//!
//! Heinz' futility seen from the other side: if the evaluation lies above beta by more
//! than the opponent could win back in the plies left, the node will fail high. It
//! searches nothing, so it is the cheapest cut of all; it errs where a threat is
//! hidden from the evaluation, the more so the greater the depth.
use crate::prelude::*;

crate::params! {
    /// An evaluation far above beta is taken as proof of a fail high.
    pub struct ReverseFutility {
        max_depth = 8 in 1..=20: "greatest remaining depth";
        margin = 75 in 0..=30000: "margin for each ply";
        improving = 60 in 0..=30000: "taken off the margin when the evaluation is rising";
        blend_percent = 50 in 0..=100: "returned score, from beta (0) to the evaluation (100)";
    }
}

const PERCENT: Score = 100;

impl ReverseFutility {
    #[inline(always)]
    pub(crate) fn before_moves<S: Doors>(&self, _s: &mut S, _pos: &S::Position, n: &NodeIn<S>) -> Before {
        self.verdict(n)
    }

    #[inline]
    fn verdict<M: Move>(&self, n: &Node<M>) -> Before {
        match (n.eval, self.slack(n)) {
            (Some(eval), Some(0..)) => Before::Cut(n.beta + (eval - n.beta) * self.blend_percent / PERCENT),
            _ => Before::Search,
        }
    }

    /// How far the evaluation lies above beta and margin: from 0 on the node is cut off.
    #[inline]
    pub(crate) fn slack<M: Move>(&self, n: &Node<M>) -> Option<Score> {
        let margin = self.margin * n.depth - if n.improving { self.improving } else { 0 };
        n.eval.filter(|_| n.depth <= self.max_depth).map(|eval| eval - margin - n.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::node;

    #[test]
    fn an_evaluation_above_beta_and_margin_cuts() {
        let method = ReverseFutility { margin: 100, improving: 50, blend_percent: 0, ..ReverseFutility::on() };
        let n = Node { depth: 2, alpha: 0, beta: 1, eval: Some(201), ..node() };
        assert_eq!(method.verdict(&n), Before::Cut(1));
        assert_eq!(method.verdict(&Node { eval: Some(200), ..n }), Before::Search);
        assert_eq!(method.verdict(&Node { eval: Some(151), improving: true, ..n }), Before::Cut(1));
        assert_eq!(method.verdict(&Node { depth: method.max_depth + 1, eval: Some(20_000), ..n }), Before::Search);
    }
}
