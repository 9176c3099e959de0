//! Risk-managed pruning: a quiet move is searched only if its chance of beating alpha is
//! worth the search.
//!
//! Late-move count, futility and history pruning each look at one fact: how many moves came
//! before, how far the evaluation lies below alpha, what history thinks of the move. Here one
//! logistic model of all these facts, fitted to the moves of the search itself, gives the
//! chance that the move beats alpha, and one threshold takes the place of the three rules.
//! Pruning by a model of the error goes back to Buro's ProbCut (1995); deciding move by move
//! from what the search has seen to Lim & Lee's RankCut (2006). It errs as often as the model
//! says, where the positions are like those it was fitted to: that is what the fit's held-out
//! games and the audit check. Checks are outside of it, for few positions of games teach what
//! they are worth: they are never skipped here.
//!
//! The same model can say how deep a move deserves to be searched (`reduction`): late-move
//! reduction then takes off more of a move that hardly passes, and less of one that is likely
//! to beat alpha. That is off until games have shown what it is worth.
//!
//! The model comes from a file that `niwaki fit risk` writes; without one nothing is skipped.
//! The cost is small: the node's part of the sum is made once, a move adds its rank and its
//! history, static exchange is asked only where it decides. As rank rises and history falls
//! from one quiet move to the next, the first that fails ends the quiet moves of the node.
use crate::{
    knowledge::risk::{LOGIT, NodeFacts, Said, Standing},
    prelude::*,
};

crate::params! {
    /// A quiet move that a fitted model gives too small a chance to beat alpha is skipped.
    pub struct Risk {
        max_depth = 8 in 1..=8: "greatest remaining depth";
        threshold = 0 in 0..=9999: "chance below which a move is skipped at depth 1, in hundredths of a percent; 0: those of the model, depth by depth";
        depth_slope = 0 in -200..=200: "what the threshold falls for each further ply, in hundredths of a logit";
        reduction = 0 in 0..=300: "what late-move reduction takes off less for each logit that a quiet move stands above the pivot, and more below, in hundredths of a ply; 0: nothing";
        reduction_pivot = 150 in -500..=1000: "logits above the threshold at which it is left as it is, in hundredths";
    }
    choose {
        pv: Switch = Off: "on the principal variation too";
    }
}

/// Hundredths of a percent in one.
const WHOLE: f64 = 1e4;
const HUNDREDTHS: f64 = 100.0;

impl Risk {
    /// The chance that takes the place of the model's threshold at depth 1, if any.
    pub(crate) fn chance(&self) -> Option<f64> {
        (self.threshold > 0).then(|| f64::from(self.threshold) / WHOLE)
    }

    /// Logits by which each further ply lowers the threshold.
    pub(crate) fn slope(&self) -> f64 {
        f64::from(self.depth_slope) / HUNDREDTHS
    }

    /// What the model sees of a node whose best score so far is `best`; `None`: the method
    /// does not act there.
    pub(crate) fn facts<M: Move>(&self, n: &Node<M>, best: Score) -> Option<NodeFacts> {
        let eval = n.eval.filter(|_| n.depth <= self.max_depth && (!n.is_pv() || self.pv.is_on()))?;
        let table = match n.table {
            Some(table) if table.score >= n.beta && table.bound.is_lower() => Said::High,
            Some(table) if table.score <= n.alpha && table.bound.is_upper() => Said::Low,
            _ => Said::Nothing,
        };
        let (gap, lag) = (eval - n.alpha, n.alpha - best);
        Some(NodeFacts { depth: n.depth, gap, lag, improving: n.improving, cut: n.kind == Kind::Cut, table })
    }

    /// Hundredths of a ply by which a move is to be reduced more than by late-move reduction.
    #[inline]
    pub(crate) fn further<M: Move>(&self, c: &Candidate<M>, standing: Option<Standing>) -> i32 {
        let Some(standing) = standing.filter(|_| self.reduction > 0 && c.quiet) else { return 0 };
        let above = standing.of(c.rank, c.history, c.killer) - self.reduction_pivot * LOGIT / HUNDREDTHS as i32;
        -(above * self.reduction / LOGIT)
    }

    /// What becomes of a quiet move, by the standing of its node.
    #[inline]
    pub(crate) fn late<P: Position>(&self, pos: &P, c: &Candidate<P::Move>, standing: &Standing) -> Late {
        let above = standing.of(c.rank, c.history, c.killer);
        let (safe, losing) = (above >= 0, above + standing.losing >= 0);
        if safe && losing {
            return Late::Search;
        }
        if pos.forces(c.m) {
            return Late::Search;
        }
        match (safe, losing) {
            (false, false) if c.sorted && standing.falls => Late::KeepForcing,
            (false, false) => Late::Skip,
            _ if safe == pos.exchange_holds(c.m, 0) => Late::Search,
            _ => Late::Skip,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        knowledge::risk::{DEPTHS, FEATURES, Model, logit},
        node::TableFacts,
        toy::{Toy, candidate, node},
    };

    /// Chance 2 % at rank 1, less with rank and history; losing moves far less.
    fn model() -> Model {
        let mut weights = [0.0; FEATURES];
        weights[0] = logit(0.02);
        let [rank, history, losing] = [DEPTHS + 1, DEPTHS + 3, DEPTHS + 10];
        (weights[rank], weights[history], weights[losing]) = (-1.0, 2.0, -3.0);
        Model { name: "test".into(), unit: 100, weights, thresholds: [0.005; DEPTHS] }
    }

    fn ask(toy: &Toy, c: &Candidate<crate::toy::ToyMove>) -> Late {
        let method = Risk::on();
        let standing = model().rows(method.chance(), method.slope()).standing(&method.facts(&node(), -20).unwrap());
        method.late(toy, c, &standing)
    }

    fn sorted(rank: i32) -> Candidate<crate::toy::ToyMove> {
        Candidate { sorted: true, ..candidate(rank) }
    }

    #[test]
    fn a_late_move_ends_the_quiet_moves_where_they_are_in_order() {
        let toy = Toy::new(1);
        assert_eq!(
            [4, 5, 6].map(|rank| ask(&toy, &sorted(rank))),
            [Late::Search, Late::KeepForcing, Late::KeepForcing]
        );
        assert_eq!(ask(&toy, &Candidate { sorted: false, ..sorted(5) }), Late::Skip);
        assert_eq!(ask(&toy, &Candidate { history: 16_384, ..sorted(12) }), Late::Search);
        assert_eq!(ask(&toy, &Candidate { history: -16_384, ..sorted(2) }), Late::KeepForcing);
    }

    #[test]
    fn exchange_decides_where_it_can_and_ends_nothing() {
        let losing = Toy { exchange: -1, ..Toy::new(1) };
        assert_eq!(ask(&losing, &sorted(2)), Late::Skip);
        assert_eq!(ask(&losing, &Candidate { history: 3 * 16_384, ..sorted(2) }), Late::Search);
    }

    #[test]
    fn a_move_that_forces_is_never_skipped() {
        let check = Toy { forcing: candidate(4).m.0, exchange: -1, ..Toy::new(1) };
        for rank in [2, 9, 60] {
            assert_eq!(ask(&check, &sorted(rank)), Late::Search, "rank {rank}");
        }
    }

    #[test]
    fn the_likelier_move_is_reduced_less() {
        let standing = model().rows(None, 0.0).standing(&Risk::on().facts(&node(), -20).unwrap());
        let plies = |reduction, rank| {
            Risk { reduction, reduction_pivot: 0, ..Risk::on() }.further(&sorted(rank), Some(standing))
        };
        // 2 % at rank 1 is 1.40 logits above the threshold of 0.5 %; each e-fold of the rank costs one.
        assert_eq!([plies(100, 1), plies(100, 4), plies(100, 20)], [-140, -1, 159]);
        assert_eq!((plies(0, 20), Risk { reduction: 100, ..Risk::on() }.further(&sorted(20), None)), (0, 0));
        let tactical = Candidate { quiet: false, ..sorted(20) };
        assert_eq!(Risk { reduction: 100, ..Risk::on() }.further(&tactical, Some(standing)), 0);
    }

    #[test]
    fn nodes_without_evaluation_too_deep_or_on_the_principal_variation_are_left_alone() {
        let method = Risk::on();
        let pv = Node { kind: Kind::Pv, ..node() };
        let deep = Node { depth: method.max_depth + 1, ..node() };
        for n in [Node { eval: None, ..node() }, pv, deep] {
            assert_eq!(method.facts(&n, -20), None, "{n:?}");
        }
        assert!(Risk { pv: Switch::On, ..method }.facts(&pv, -20).is_some());
    }

    #[test]
    fn the_table_counts_where_it_settles_the_window() {
        let said = |score, bound| {
            let n = Node { table: Some(TableFacts { score, depth: 1, bound }), ..node() };
            Risk::on().facts(&n, -20).unwrap().table
        };
        assert_eq!(
            [said(0, Bound::Upper), said(-9, Bound::Exact), said(1, Bound::Upper)],
            [Said::Low, Said::Low, Said::Nothing]
        );
        assert_eq!(
            [said(1, Bound::Lower), said(9, Bound::Exact), said(0, Bound::Lower)],
            [Said::High, Said::High, Said::Nothing]
        );
        assert_eq!(Risk::on().facts(&node(), -20).unwrap().table, Said::Nothing);
    }
}
