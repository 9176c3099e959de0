//! The tree of a search, node by node: what a watcher has seen of it.
//!
//! Nodes stand in the order in which they were entered, each with its level in the chain of
//! calls. That is not its ply: a method that searches the node itself again stays on its ply.
//! Quiescence is a count: its nodes belong to the node that asked for it.
mod recorder;

pub use recorder::Recorder;

use niwaki_search::{
    methods::Id,
    node::{Bound, Depth, Kind, Score},
    watch::{Reason, Step},
};

/// No node.
pub const NONE: usize = usize::MAX;

/// One visit of a node.
#[derive(Clone, Debug)]
pub struct Visit {
    /// Calls above it.
    pub level: usize,
    /// How it was reached from the node above; [`Step::Root`] where that is the same position.
    pub step: Step,
    /// Key of the position.
    pub key: u64,
    /// Lower end of the window.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Remaining plies, as asked for.
    pub depth: Depth,
    /// Plies that a method took off the whole node.
    pub shallower: Depth,
    /// Number of the decision that did so; 0: none did.
    pub shallower_by: u64,
    /// What the node was expected to be.
    pub kind: Kind,
    /// The method in whose own search it lies at the first.
    pub probe: Option<Id>,
    /// A singular test: the move left out.
    pub without: u16,
    /// Place of its move in the order of the node above, 1 for the first; 0: it has none.
    pub rank: i32,
    /// Depth of the iteration.
    pub iteration: Depth,
    /// Static evaluation.
    pub eval: Option<Score>,
    /// By how much the condition of the method that cut was met.
    pub slack: Option<i32>,
    /// Number of the decision that cut it; 0: none did.
    pub serial: u64,
    /// Number of the decision that reduced it; 0: none did.
    pub reduced: u64,
    /// Score for the side to move there.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// Why it was left.
    pub reason: Reason,
    /// Nodes of the search when it was entered.
    pub entered: u64,
    /// Nodes of its subtree, itself and quiescence included.
    pub nodes: u64,
    /// Its subtree was too small to be kept.
    pub folded: bool,
}

/// A move that was not searched, or not as deep.
#[derive(Clone, Copy, Debug)]
pub struct Skipped {
    /// The visit.
    pub visit: usize,
    /// The method.
    pub id: Id,
    /// The move.
    pub m: u16,
    /// Its place in the order.
    pub rank: i32,
    /// What history thinks of it.
    pub history: i32,
    /// All later quiet moves are skipped too.
    pub rest: bool,
    /// By how much the condition was met.
    pub slack: Option<i32>,
    /// Number of the decision.
    pub serial: u64,
}

/// A whole tree.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// The visits, parents before children, in the order of the search.
    pub visits: Vec<Visit>,
    /// Moves that were skipped, in the order of their visits.
    pub skipped: Vec<Skipped>,
    /// Subtrees below this many nodes are not kept; 0: all are.
    pub fold: u64,
}

impl Recording {
    /// The visit above each; [`NONE`] for roots.
    pub fn parents(&self) -> Vec<usize> {
        let mut path = Vec::new();
        let parent = |(index, visit): (usize, &Visit)| {
            path.truncate(visit.level);
            let above = path.last().copied().unwrap_or(NONE);
            path.push(index);
            above
        };
        self.visits.iter().enumerate().map(parent).collect()
    }

    /// The `most` widest visits, in their order. What lies above one is among them.
    pub fn widest(&self, most: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.visits.len()).collect();
        // Parents are wider than children, and earlier where they are as wide.
        all.sort_by_key(|&index| (std::cmp::Reverse(self.visits[index].nodes), index));
        all.truncate(most);
        all.sort_unstable();
        all
    }

    /// The visit at which the decision of this number was made.
    pub fn of_decision(&self, serial: u64) -> Option<usize> {
        let by = |number: fn(&Visit) -> u64| self.visits.iter().position(|visit| number(visit) == serial);
        let skip = || self.skipped.iter().find(|skipped| skipped.serial == serial).map(|skipped| skipped.visit);
        // A move is reduced by a decision of the node above.
        let reduced = || by(|visit| visit.reduced).and_then(|child| self.path(child).iter().rev().nth(1).copied());
        by(|visit| visit.serial).or_else(|| by(|visit| visit.shallower_by)).or_else(skip).or_else(reduced)
    }

    /// The way from a root to a visit, both included.
    pub fn path(&self, visit: usize) -> Vec<usize> {
        let mut path = vec![visit];
        let mut level = self.visits[visit].level;
        for above in (0..visit).rev() {
            if self.visits[above].level < level {
                level = self.visits[above].level;
                path.push(above);
            }
        }
        path.reverse();
        path
    }

    /// Drops what lies below finished visits with fewer nodes than the new limit. Each visit that
    /// is still open has its place, and the number of moves skipped before it, brought up to date.
    fn fold_below(&mut self, limit: u64, open: &mut [(usize, usize)]) {
        self.fold = limit;
        let mut place = vec![NONE; self.visits.len()];
        let mut kept = Vec::with_capacity(self.visits.len() / 2);
        let mut folded_level = usize::MAX;
        for (index, mut visit) in std::mem::take(&mut self.visits).into_iter().enumerate() {
            if visit.level > folded_level {
                continue;
            }
            folded_level = usize::MAX;
            // Those still open have no count yet: theirs is beyond any limit.
            if visit.nodes < limit {
                visit.folded = true;
                folded_level = visit.level;
            }
            place[index] = kept.len();
            kept.push(visit);
        }
        self.visits = kept;
        for (visit, skipped) in open {
            *visit = place[*visit];
            *skipped = self.skipped[..*skipped].iter().filter(|skipped| place[skipped.visit] != NONE).count();
        }
        self.skipped.retain_mut(|skipped| {
            skipped.visit = place[skipped.visit];
            skipped.visit != NONE
        });
    }
}

#[cfg(test)]
mod tests;
