//! Multi-cut inside the singular test, as today's programs have it (Stockfish since
//! 2019).
//!
//! The table move is known to beat beta; if the other moves, searched to half the
//! depth for the singular test, reach beta without it, there are two ways to beat
//! beta, and the node is cut off. Multi-cut with C = 2, M = all moves, R = half the
//! depth, applied where the table holds a lower bound. The test search is made anyway,
//! so it costs nothing; the risk is that of a search of half the depth.
use crate::prelude::*;

crate::choice! {
    /// What must reach beta.
    pub enum Reach {
        /// The bound of the test, which the other moves have reached.
        Bound = "bound",
        /// The score that the test found.
        Value = "value",
    }
}

crate::choice! {
    /// At which nodes.
    pub enum Nodes {
        /// All.
        All = "all",
        /// Those off the principal variation.
        NoPv = "no-pv",
        /// Expected cut nodes.
        Cut = "cut",
    }
}

crate::choice! {
    /// Score of a node that is cut off.
    pub enum Returns {
        /// What reached beta.
        Found = "found",
        /// Beta.
        Beta = "beta",
    }
}

crate::params! {
    /// If the singular test shows a second way to beat beta, the node is cut off.
    pub struct SingularMultiCut {
        blend = 0 in 0..=100: "share of beta in the score returned, in hundredths";
    }
    choose {
        reach: Reach = Value: "what must reach beta";
        nodes: Nodes = NoPv: "nodes at which it acts";
        returns: Returns = Found: "score of a node that is cut off";
        eval: Switch = Off: "only if the static evaluation reaches beta as well";
    }
}

const HUNDREDTHS: i32 = 100;

impl SingularMultiCut {
    /// The score to cut the node off with, after the test found `others` with `bound`.
    #[inline]
    pub(crate) fn verdict<M: Move>(&self, n: &Node<M>, others: Score, bound: Score) -> Option<Score> {
        let found = if self.reach == Reach::Bound { bound } else { others };
        let here = match self.nodes {
            Nodes::All => true,
            Nodes::NoPv => n.kind != Kind::Pv,
            Nodes::Cut => n.kind == Kind::Cut,
        };
        let quiet = self.eval == Switch::Off || n.eval.is_some_and(|eval| eval >= n.beta);
        if others < bound || found < n.beta || is_decisive(found) || !here || !quiet {
            return None;
        }
        let score = if self.returns == Returns::Beta { n.beta } else { found };
        Some(score + (n.beta - score) * self.blend / HUNDREDTHS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        node::WIN,
        toy::{ToyMove, node},
    };

    fn at(kind: Kind) -> Node<ToyMove> {
        Node { alpha: 99, beta: 100, depth: 8, kind, ..node() }
    }

    #[test]
    fn it_cuts_where_the_others_reach_beta_and_only_there() {
        let method = SingularMultiCut::on();
        assert_eq!(method.verdict(&at(Kind::Cut), 130, 90), Some(130));
        assert_eq!(method.verdict(&at(Kind::Cut), 99, 90), None);
        assert_eq!(method.verdict(&at(Kind::Cut), 130, 140), None, "the test failed low");
        assert_eq!(method.verdict(&at(Kind::Cut), WIN - 9, 90), None, "a win is not proven");
    }

    #[test]
    fn the_bound_can_be_asked_for_instead_of_the_score() {
        let method = SingularMultiCut { reach: Reach::Bound, ..SingularMultiCut::on() };
        assert_eq!(method.verdict(&at(Kind::Cut), 130, 90), None);
        assert_eq!(method.verdict(&at(Kind::Cut), 130, 120), Some(120));
    }

    #[test]
    fn each_kind_of_node_is_guarded() {
        let cuts =
            |nodes, kind| SingularMultiCut { nodes, ..SingularMultiCut::on() }.verdict(&at(kind), 130, 90).is_some();
        assert!(cuts(Nodes::All, Kind::Pv) && cuts(Nodes::All, Kind::All));
        assert!(!cuts(Nodes::NoPv, Kind::Pv) && cuts(Nodes::NoPv, Kind::All));
        assert!(!cuts(Nodes::Cut, Kind::All) && cuts(Nodes::Cut, Kind::Cut));
    }

    #[test]
    fn the_evaluation_can_be_asked_too() {
        let method = SingularMultiCut { eval: Switch::On, ..SingularMultiCut::on() };
        assert_eq!(method.verdict(&Node { eval: Some(99), ..at(Kind::Cut) }, 130, 90), None);
        assert_eq!(method.verdict(&Node { eval: None, ..at(Kind::Cut) }, 130, 90), None);
        assert_eq!(method.verdict(&Node { eval: Some(100), ..at(Kind::Cut) }, 130, 90), Some(130));
    }

    #[test]
    fn the_score_is_what_was_found_beta_or_between() {
        let returns = |returns, blend| {
            SingularMultiCut { returns, blend, ..SingularMultiCut::on() }.verdict(&at(Kind::Cut), 130, 90).unwrap()
        };
        assert_eq!(
            (returns(Returns::Found, 0), returns(Returns::Found, 40), returns(Returns::Beta, 0)),
            (130, 118, 100)
        );
    }

    #[test]
    fn a_value_out_of_range_is_refused_with_the_range() {
        assert!(SingularMultiCut::off().set("blend", "101").unwrap_err().contains("0..=100"));
        assert!(SingularMultiCut::off().set("reach", "both").unwrap_err().contains("bound, value"));
    }
}
