//! Internal iterative reduction (IIR): a deep node without a table move is searched
//! shallower.
//!
//! Ed Schröder's idea of 2020, after internal iterative deepening: where nothing is
//! known of a node its moves are badly ordered, and a full search would cost much; the
//! next iteration finds the table move and the full depth. Sound only in the long run.
use crate::prelude::*;

crate::params! {
    /// Without a table move a node is searched one ply shallower.
    pub struct InternalReduction {
        min_depth = 4 in 2..=30: "least remaining depth";
        plies = 1 in 1..=3: "plies taken off";
    }
}

impl InternalReduction {
    #[inline]
    pub(crate) fn node<M: Move>(&self, n: &Node<M>) -> Depth {
        let known = !n.table_move.is_none() || n.is_root() || n.is_test();
        if known || n.kind == Kind::All || n.depth < self.min_depth { 0 } else { self.plies }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{ToyMove, node};

    #[test]
    fn only_a_deep_node_without_table_move_is_reduced() {
        let method = InternalReduction::on();
        let n = Node { depth: 6, kind: Kind::Cut, ..node() };
        assert_eq!(method.node(&n), 1);
        assert_eq!(method.node(&Node { depth: 3, ..n }), 0);
        assert_eq!(method.node(&Node { table_move: ToyMove(1), ..n }), 0);
        assert_eq!(method.node(&Node { kind: Kind::All, ..n }), 0);
        assert_eq!(method.node(&Node { without: ToyMove(1), ..n }), 0);
    }
}
