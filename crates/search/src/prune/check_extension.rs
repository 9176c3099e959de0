//! Check extension: a move that leaves the opponent no choice costs no depth.
//!
//! As old as chess programs. It prunes nothing: it keeps forcing lines, which other
//! methods must not cut, from falling over the horizon. It costs nodes.
use crate::prelude::*;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        node::Kind,
        toy::{Toy, node},
    };

    #[test]
    fn only_a_forcing_move_is_extended() {
        let forced = Toy { forced: true, ..Toy::new(1) };
        assert_eq!(CheckExtension::on().extension(&node(), &forced), 1);
        assert_eq!(CheckExtension::on().extension(&node(), &Toy::new(1)), 0);
        let on_pv = CheckExtension { pv_only: 1, ..CheckExtension::on() };
        assert_eq!(on_pv.extension(&node(), &forced), 0);
        assert_eq!(on_pv.extension(&Node { kind: Kind::Pv, ..node() }, &forced), 1);
        let shallow = CheckExtension { max_depth: 3, ..CheckExtension::on() };
        assert_eq!(shallow.extension(&Node { depth: 3, ..node() }, &forced), 1, "the greatest depth is inclusive");
        assert_eq!(shallow.extension(&Node { depth: 4, ..node() }, &forced), 0);
    }
}
