//! Razoring (Birmingham & Kent 1977), as today's programs use it.
//!
//! If the evaluation lies so far below alpha that only tactics could save the node,
//! quiescence is asked; when it agrees its score is returned. It errs where a quiet move
//! wins, and pays for the quiescence search when that does not agree.
use crate::prelude::*;

crate::params! {
    /// A hopeless node gets the score of quiescence.
    pub struct Razoring {
        max_depth = 3 in 1..=12: "greatest remaining depth";
        base = 200 in 0..=30000: "margin at depth 0";
        per_depth = 150 in 0..=30000: "margin added for each ply";
    }
}

impl Razoring {
    #[inline(always)]
    pub(crate) fn before_moves<S: Doors>(&self, s: &mut S, pos: &S::Position, n: &NodeIn<S>) -> Before {
        if !matches!(self.slack(n), Some(0..)) {
            return Before::Search;
        }
        let score = s.quiescence(pos, n, n.alpha + 1);
        if score <= n.alpha { Before::Cut(score) } else { Before::Search }
    }

    /// How far the evaluation and its margin lie below alpha: from 0 on quiescence is asked.
    #[inline]
    pub(crate) fn slack<M: Move>(&self, n: &Node<M>) -> Option<Score> {
        let eval = n.eval.filter(|_| n.depth <= self.max_depth)?;
        Some(n.alpha - (eval + self.base + self.per_depth * n.depth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        methods::Methods,
        toy::{Toy, ToyMove, node, with_search},
    };

    fn ask(n: &Node<ToyMove>) -> Before {
        let toy = Toy::new(3);
        with_search(&Methods::off(), &toy, |s| Razoring::on().before_moves(s, &toy, n))
    }

    #[test]
    fn a_hopeless_node_is_cut_off_if_quiescence_agrees() {
        // No score of the toy game reaches this alpha but a win.
        let n = Node { alpha: 1000, beta: 1001, depth: 2, eval: Some(0), ..node() };
        assert!(matches!(ask(&n), Before::Cut(score) if score <= n.alpha));
        assert_eq!(ask(&Node { depth: Razoring::on().max_depth + 1, ..n }), Before::Search);
        assert_eq!(ask(&Node { eval: Some(900), ..n }), Before::Search);
    }

    #[test]
    fn quiescence_may_disagree() {
        let n = Node { alpha: -1000, beta: -999, depth: 2, eval: Some(-5000), ..node() };
        assert_eq!(ask(&n), Before::Search);
    }
}
