//! The variable null-move bound (Björnsson & Marsland 2000): how far below beta a null
//! move may stay and still cut the node off.
//!
//! The more good alternatives the player to move has left unexplored on the path to
//! this node, the less it matters if this one is cut wrongly: another may still hold.
//! So the bound is lowered by the number of such moves. A move is good if its history
//! is; the first move of a node, and nodes with an open window, count for nothing.
//! Riskier than the null move itself, at every node where the lower bound decides.
use crate::{
    prelude::*,
    prune::null_move::{NullBound, NullMove},
};

impl NullMove {
    /// Score units by which the bound lies below beta, t.
    #[inline]
    pub(crate) fn lowering<S: Doors>(&self, s: &S, ply: i32) -> Score {
        match self.bound {
            NullBound::Fixed => self.lowered,
            NullBound::Variable if s.passed_above(ply) => 0,
            NullBound::Variable => self.lowering_for(s.alternatives_above(ply)),
        }
    }

    fn lowering_for(&self, alternatives: i32) -> Score {
        match alternatives {
            many if many > self.many => self.many_lowered,
            few if few > self.few => self.few_lowered,
            _ => 0,
        }
    }

    /// Whether the search must count alternatives.
    #[inline]
    pub(crate) fn counts_alternatives(&self) -> bool {
        self.enabled && self.bound == NullBound::Variable
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::Position,
        methods::Methods,
        node::{Kind, Node},
        toy::{Toy, node, with_search},
    };

    fn variable() -> NullMove {
        NullMove { bound: NullBound::Variable, ..NullMove::on() }
    }

    #[test]
    fn the_bound_falls_with_the_number_of_alternatives() {
        let t = |alternatives| variable().lowering_for(alternatives);
        assert_eq!((t(0), t(1), t(15), t(16), t(500)), (0, 10, 10, 20, 20));
    }

    #[test]
    fn alternatives_of_the_own_side_on_the_path_are_counted() {
        let toy = Toy::new(3);
        with_search(&Methods::off(), &toy, |s| {
            for (ply, left) in [9, 4, 7, 5, 1].into_iter().enumerate() {
                s.push(&toy, Some(crate::toy::ToyMove(1)), &toy.play(crate::toy::ToyMove(1)), ply as i32);
                s.frame_mut(ply as i32).alternatives = left;
            }
            assert_eq!(s.alternatives_above(5), 9);
            assert_eq!(s.alternatives_above(4), 16);
            assert_eq!(variable().lowering(s, 4), 20);
            assert_eq!(NullMove { lowered: 7, ..NullMove::on() }.lowering(s, 4), 7);
        });
    }

    #[test]
    fn inside_a_null_move_search_the_bound_is_beta() {
        let toy = Toy::new(3);
        with_search(&Methods::off(), &toy, |s| {
            s.push(&toy, None, &toy.pass().unwrap(), 1);
            s.frame_mut(2).alternatives = 99;
            assert_eq!(variable().lowering(s, 4), 0);
        });
    }

    #[test]
    fn a_lowered_bound_cuts_where_beta_itself_would_not_and_returns_beta() {
        let toy = Toy::new(3);
        let ask = |beta, lowered| {
            let method = NullMove { lowered, eval_margin: -30_000, ..NullMove::on() };
            let n = Node { alpha: beta - 1, beta, depth: 5, kind: Kind::Cut, ..node() };
            with_search(&Methods::off(), &toy, |s| method.before_moves(s, &toy, &n))
        };
        // The greatest bound that the pass still beats.
        let beaten = (-300..300).rev().find(|&beta| matches!(ask(beta, 0), Before::Cut(_))).unwrap();
        assert_eq!(ask(beaten + 10, 0), Before::Search);
        assert_eq!(ask(beaten + 10, 10), Before::Cut(beaten + 10));
        assert_eq!(ask(beaten + 10, 9), Before::Search);
    }

    #[test]
    fn values_out_of_range_are_refused_with_the_range() {
        assert!(NullMove::off().set("lowered", "1001").unwrap_err().contains("0..=1000"));
        assert!(NullMove::off().set("bound", "loose").unwrap_err().contains("fixed, variable"));
    }
}
