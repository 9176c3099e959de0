//! Hindsight: the depth of a reduced node is set right once its evaluation is known.
//!
//! A late move was reduced before its position was evaluated. If the evaluation shows that
//! the move did no harm, the node is searched a ply deeper after all; if both evaluations, the
//! one before the move and the one after it, together say that the side to move now stands
//! far better than thought, a ply shallower. An idea of recent engines (Stockfish, 2023 on).
//! It costs nothing, and errs as reductions do.
use crate::prelude::*;

crate::params! {
    /// A reduced node is searched a ply deeper or shallower, by what its move did to the evaluation.
    pub struct Hindsight {
        deeper = 3 in 1..=20: "plies that the move must have been reduced by for a ply more";
        shallower = 1 in 1..=20: "plies that the move must have been reduced by for a ply less";
        min_depth = 2 in 1..=20: "least remaining depth for a ply less";
        margin = 175 in 0..=30000: "by how much the move must have worsened the evaluation of its side for a ply less";
    }
}

impl Hindsight {
    /// Plies taken off a node that a move reduced by `reduction` has led to; `before` is the
    /// evaluation before that move, of the other side.
    #[inline]
    pub(crate) fn node<M: Move>(&self, n: &Node<M>, reduction: Depth, before: Option<Score>) -> Depth {
        let Some((eval, before)) = n.eval.zip(before).filter(|_| !n.is_test()) else { return 0 };
        let worsened = eval + before;
        match reduction {
            _ if reduction >= self.deeper && worsened <= 0 => -1,
            _ if reduction >= self.shallower && n.depth >= self.min_depth && worsened > self.margin => 1,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{ToyMove, node};

    #[test]
    fn a_reduced_move_that_did_no_harm_is_searched_deeper() {
        let (method, n) = (Hindsight::on(), Node { eval: Some(-40), ..node() });
        assert_eq!(method.node(&n, 3, Some(40)), -1);
        assert_eq!(method.node(&n, 3, Some(41)), 0);
        assert_eq!(method.node(&n, 2, Some(40)), 0);
    }

    #[test]
    fn a_reduced_move_that_did_much_harm_is_searched_shallower() {
        let (method, n) = (Hindsight::on(), Node { eval: Some(100), ..node() });
        assert_eq!(method.node(&n, 1, Some(76)), 1);
        assert_eq!(method.node(&n, 1, Some(75)), 0);
        assert_eq!(method.node(&n, 0, Some(76)), 0);
        assert_eq!(method.node(&Node { depth: 1, ..n }, 1, Some(76)), 0);
    }

    #[test]
    fn nothing_is_done_in_check_after_a_check_and_in_tests() {
        let (method, n) = (Hindsight::on(), Node { eval: Some(-40), ..node() });
        assert_eq!(method.node(&n, 3, None), 0);
        assert_eq!(method.node(&Node { eval: None, ..n }, 3, Some(40)), 0);
        assert_eq!(method.node(&Node { without: ToyMove(1), ..n }, 3, Some(40)), 0);
    }
}
