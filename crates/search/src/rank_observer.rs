//! The watcher that counts RankCut's statistics while a thread searches.
//!
//! The nodes that count are those of enough depth, without the root and singular tests.
use crate::{
    course::Course,
    node::Depth,
    rank_statistics::{Bins, Cell, Phase, Statistics},
    watch::{Look, MoveFacts, NodeFacts, Searched, Watch},
};

/// A tested move of a node that is not finished yet.
#[derive(Clone, Copy, Debug)]
struct Test {
    cell: u32,
    improved: bool,
    raised: bool,
}

/// A node whose moves are being searched.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// How its moves have fared, after the first.
    course: Option<Course>,
    /// Phase of the move at hand, if it is to be tested.
    phase: Option<Phase>,
    /// Its first test, and the first that has not had its better move yet.
    first: usize,
    improved: usize,
    raised: usize,
}

/// Counts for the statistics.
#[derive(Clone, Debug)]
pub struct RankObserver {
    min_depth: Depth,
    statistics: Statistics,
    /// Nodes on the path that count, the one at hand last.
    open: Vec<Open>,
    /// Their tests, those of the node at hand last.
    tests: Vec<Test>,
}

impl RankObserver {
    /// Counts at nodes of at least this depth, in these bins.
    pub fn new(min_depth: Depth, bins: Bins) -> Self {
        RankObserver { min_depth, statistics: Statistics::of(bins), open: Vec::new(), tests: Vec::new() }
    }

    /// What was counted.
    pub fn statistics(self) -> Statistics {
        self.statistics
    }

    fn counts(&self, n: &NodeFacts) -> bool {
        n.depth >= self.min_depth && n.ply > 0 && !n.is_test()
    }
}

impl Watch for RankObserver {
    fn moves(&mut self, n: &NodeFacts, _look: &dyn Look) {
        if self.counts(n) {
            let first = self.tests.len();
            self.open.push(Open { course: None, phase: None, first, improved: first, raised: first });
        }
    }

    fn candidate(&mut self, n: &NodeFacts, c: &MoveFacts, look: &dyn Look) {
        if self.counts(n)
            && c.rank > 1
            && let Some(open) = self.open.last_mut()
        {
            open.phase = Phase::of(c.quiet, c.killer, c.history, || look.exchange_holds(c.m, 0));
        }
    }

    fn searched(&mut self, n: &NodeFacts, c: &MoveFacts, done: &Searched) {
        if !self.counts(n) {
            return;
        }
        let Some(open) = self.open.last_mut() else { return };
        let Some(course) = &mut open.course else {
            open.course = Some(Course::new(done.score));
            return;
        };
        if let Some(phase) = open.phase {
            let bins = &self.statistics.bins;
            let state = course.state((n.depth, n.forced, n.alpha), c.rank, phase);
            self.tests.push(Test { cell: bins.number(bins.place(&state)), improved: false, raised: false });
        }
        if course.note(done.score, c.alpha) {
            self.tests[open.improved..].iter_mut().for_each(|test| test.improved = true);
            open.improved = self.tests.len();
        }
        if done.score > c.alpha {
            self.tests[open.raised..].iter_mut().for_each(|test| test.raised = true);
            open.raised = self.tests.len();
        }
    }

    fn moves_done(&mut self, n: &NodeFacts, stopped: bool) {
        let Some(open) = self.counts(n).then(|| self.open.pop()).flatten() else { return };
        for test in self.tests.drain(open.first..).filter(|_| !stopped) {
            let (improved, raised) = (test.improved as u64, test.raised as u64);
            self.statistics.cells.entry(test.cell).or_default().add(&Cell { visits: 1, improved, raised });
        }
    }
}
