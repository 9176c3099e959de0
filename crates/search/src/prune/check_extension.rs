//! Check extension: a move that leaves the opponent no choice costs no depth.
//!
//! As old as chess programs. It prunes nothing: it keeps forcing lines, which other
//! methods must not cut, from falling over the horizon. It costs nodes.
use crate::{
    game::{Move, Position},
    node::{Depth, Node},
};

crate::params! {
    /// A move that forces the opponent (chess: gives check) is searched deeper.
    pub struct CheckExtension {
        plies = 1 in 1..=2: "plies added";
        max_depth = 64 in 0..=127: "greatest remaining depth at which it acts";
        pv_only = 0 in 0..=1: "1: only on the principal variation";
    }
}

impl CheckExtension {
    #[inline]
    pub(crate) fn extension<M: Move, P: Position>(&self, n: &Node<M>, child: &P) -> Depth {
        if n.depth > self.max_depth || self.pv_only != 0 && !n.is_pv() || !child.forced() {
            return 0;
        }
        self.plies
    }
}
