//! RankCut (Lim & Lee 2006): once no better move is likely to come, the rest is
//! searched shallower.
//!
//! Statistics from games say for each state of a node - depth, check, rank of the
//! move, changes of the best move, best score against alpha, last score against the
//! best, phase of the move order - how often that move or a later one still was
//! better. Where the chance lies below a threshold the move loses a ply, and so do all
//! later ones until one raises alpha. Table move, good captures and killers are never
//! touched, nor is a move that is extended.
//!
//! It is as sound as the statistics: they come from searches without it, and the
//! paper does not search again what beats alpha at the lower depth (`research` does).
//! A test costs one look into a table and nothing is searched for it.
//!
//! Our move order needs no change for it: quiet moves are sorted by history to the
//! last one, so the history phase holds every move whose history is good.
use crate::{
    prelude::*,
    rank_statistics::{State, Statistics},
};

crate::choice! {
    /// What a later move must beat to count as better.
    pub enum Against {
        /// The best score so far, even below alpha (the paper).
        Best = "best",
        /// Alpha.
        Alpha = "alpha",
    }
}

crate::params! {
    /// Moves after which nothing better is likely to come are searched shallower.
    pub struct RankCut {
        threshold = 75 in 0..=10000: "chance of a better move below which moves are reduced, in hundredths of a percent";
        samples = 1000 in 1..=1000000000: "least visits of a state whose statistics are believed";
        min_depth = 7 in 1..=64: "least remaining depth";
        reduction = 1 in 1..=8: "plies taken off";
    }
    choose {
        against: Against = Best: "what a later move must beat";
        prune_rest: Switch = On: "once triggered, later moves are reduced without a test until one raises alpha";
        research: Switch = Off: "a reduced move that beats alpha is searched again in full";
    }
}

/// Parts of one in which the threshold is given.
const WHOLE: u64 = 10_000;

impl RankCut {
    /// Plies taken off a move in this state; with `rest` no statistics are asked.
    pub(crate) fn reduction<M: Move>(
        &self,
        statistics: &Statistics,
        n: &Node<M>,
        state: &State,
        extension: Depth,
        rest: bool,
    ) -> Depth {
        if n.depth < self.min_depth || extension > 0 || !(rest || self.is_unlikely(statistics, state)) {
            return 0;
        }
        // Never straight into quiescence.
        self.reduction.min(n.depth - 2).max(0)
    }

    /// Whether the statistics say that hardly anything better will come.
    fn is_unlikely(&self, statistics: &Statistics, state: &State) -> bool {
        let Some(cell) = statistics.cell(state) else { return false };
        let better = match self.against {
            Against::Best => cell.improved,
            Against::Alpha => cell.raised,
        };
        cell.visits >= self.samples as u64 && better * WHOLE < cell.visits * self.threshold as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        answer::Reduction,
        books::by_rank,
        course::Course,
        knowledge::Knowledge,
        methods::Methods,
        rank_statistics::{Bins, Cell, Phase},
        toy::{Toy, ToyMove, candidate, node, with_knowledge},
    };
    use std::sync::Arc;

    /// A capture that loses nothing.
    const GOOD: ToyMove = ToyMove(2);
    const UNLIKELY: Cell = Cell { visits: 2000, improved: 14, raised: 3 };

    fn deep() -> Node<ToyMove> {
        Node { depth: 8, ..node() }
    }

    /// The course of a node whose first move came to 60 below alpha.
    fn course() -> Course {
        Course::new(-60)
    }

    /// Statistics of the state in which the move of rank 5 stands at `deep`.
    fn statistics(cell: Cell) -> Statistics {
        let state = course().state((deep().depth, false, deep().alpha), 5, Phase::Remaining);
        let mut found = Statistics::of(Bins::of_unit(100));
        found.cells.insert(found.bins.number(found.bins.place(&state)), cell);
        found
    }

    /// The reduction of a candidate; the course learns whether it holds for the rest.
    fn ask(
        method: RankCut,
        cell: Cell,
        (n, c, extension, late): (Node<ToyMove>, Candidate<ToyMove>, Depth, Depth),
        course: &mut Course,
    ) -> Reduction {
        let methods = Methods { rank_cut: method, ..Methods::off() };
        // No exchange holds: every capture loses material.
        let toy = Toy { exchange: if c.m == GOOD { 0 } else { -1 }, ..Toy::new(1) };
        let knowledge = Knowledge { rank_cut: Arc::new(statistics(cell)), ..Knowledge::default() };
        with_knowledge(&methods, &knowledge, &toy, |s| {
            s.courses.push(*course);
            let found = by_rank(s, &toy, &n, c, extension, late);
            *course = s.courses[0];
            found
        })
    }

    fn lost(method: RankCut, cell: Cell, n: Node<ToyMove>, c: Candidate<ToyMove>, extension: Depth) -> Depth {
        ask(method, cell, (n, c, extension, 0), &mut course()).lost
    }

    #[test]
    fn a_move_after_which_nothing_better_is_likely_is_reduced() {
        let on = RankCut::on();
        assert_eq!(lost(on, UNLIKELY, deep(), candidate(5), 0), 1);
        assert_eq!(lost(on, Cell { improved: 15, ..UNLIKELY }, deep(), candidate(5), 0), 0, "0.75 % is not below");
        assert_eq!(lost(on, UNLIKELY, deep(), candidate(6), 0), 0, "nothing is known of rank 6");
        assert_eq!(lost(RankCut { threshold: 69, ..on }, UNLIKELY, deep(), candidate(5), 0), 0);
        assert_eq!(lost(RankCut { reduction: 3, ..on }, UNLIKELY, deep(), candidate(5), 0), 3);
        assert_eq!(lost(RankCut { reduction: 8, ..on }, UNLIKELY, deep(), candidate(5), 0), 6, "a search is left");
    }

    #[test]
    fn too_few_samples_are_not_believed() {
        let few = Cell { visits: 999, improved: 0, raised: 0 };
        assert_eq!(lost(RankCut::on(), few, deep(), candidate(5), 0), 0);
        assert_eq!(lost(RankCut { samples: 999, ..RankCut::on() }, few, deep(), candidate(5), 0), 1);
    }

    #[test]
    fn each_guard_forbids_what_it_says() {
        let on = RankCut::on();
        assert_eq!(lost(RankCut { min_depth: 9, ..on }, UNLIKELY, deep(), candidate(5), 0), 0);
        assert_eq!(lost(on, UNLIKELY, deep(), candidate(5), 1), 0, "an extended move");
        assert_eq!(lost(RankCut::off(), UNLIKELY, deep(), candidate(5), 0), 0);
        let barred = Node { permit: deep().permit.without(Id::RankCut), ..deep() };
        assert_eq!(lost(on, UNLIKELY, barred, candidate(5), 0), 0);
        for earlier in [Candidate { killer: true, ..candidate(5) }, Candidate { m: GOOD, quiet: false, ..candidate(5) }]
        {
            assert_eq!(lost(on, UNLIKELY, deep(), earlier, 0), 0, "{earlier:?}");
        }
        let losing = Candidate { quiet: false, history: 9, ..candidate(5) };
        assert_eq!(lost(on, UNLIKELY, deep(), losing, 0), 1, "a losing capture is one of the rest");
        assert_eq!(lost(on, UNLIKELY, deep(), Candidate { history: 1, ..candidate(5) }, 0), 0, "another phase");
    }

    #[test]
    fn the_rest_is_reduced_without_a_test_until_alpha_is_raised() {
        let mut course = course();
        let next = |method, c, course: &mut Course| ask(method, UNLIKELY, (deep(), c, 0, 0), course).lost;
        assert_eq!(next(RankCut::on(), candidate(5), &mut course), 1);
        assert_eq!(next(RankCut::on(), candidate(9), &mut course), 1);
        course.note(-20, 0);
        assert_eq!(next(RankCut::on(), candidate(10), &mut course), 1, "a new best below alpha");
        course.note(10, 0);
        assert_eq!(next(RankCut::on(), candidate(11), &mut course), 0);

        let each = RankCut { prune_rest: Switch::Off, ..RankCut::on() };
        let mut course = super::tests::course();
        assert_eq!(next(each, candidate(5), &mut course), 1);
        assert_eq!(next(each, candidate(9), &mut course), 0);
    }

    #[test]
    fn better_may_mean_better_than_alpha() {
        let cell = Cell { improved: 500, ..UNLIKELY };
        assert_eq!(lost(RankCut::on(), cell, deep(), candidate(5), 0), 0);
        assert_eq!(lost(RankCut { against: Against::Alpha, ..RankCut::on() }, cell, deep(), candidate(5), 0), 1);
    }

    #[test]
    fn of_two_reductions_the_larger_is_taken() {
        let with_late = |method, late| ask(method, UNLIKELY, (deep(), candidate(5), 0, late), &mut course());
        let (on, again) = (RankCut::on(), RankCut { research: Switch::On, ..RankCut::on() });
        assert_eq!(with_late(on, 0), Reduction::lost(1, Id::RankCut));
        assert_eq!(with_late(on, 1), Reduction::delayed(1, Id::LateMoveReduction));
        assert_eq!(with_late(on, 2), Reduction::delayed(2, Id::LateMoveReduction));
        assert_eq!(with_late(again, 0), Reduction::delayed(1, Id::RankCut));
    }

    #[test]
    fn values_outside_their_range_are_refused_with_the_range() {
        let mut method = RankCut::on();
        for (name, value, range) in
            [("threshold", "10001", "0..=10000"), ("samples", "0", "1..="), ("min_depth", "65", "1..=64")]
        {
            assert!(method.set(name, value).unwrap_err().contains(range), "{name}");
        }
        assert!(method.set("reduction", "9").unwrap_err().contains("1..=8"));
        assert!(method.set("research", "perhaps").unwrap_err().contains("false, true"));
        assert!(method.set("against", "beta").unwrap_err().contains("best, alpha"));
    }
}
