//! How the moves of a node have fared so far: what RankCut judges by and its observer
//! counts.
use crate::{
    node::{Depth, Score},
    rank_statistics::{Phase, State},
};

/// The course of one node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    best: Score,
    last: Score,
    /// How often the best score was improved after the first move.
    changes: i32,
    /// RankCut reduces later moves without a test.
    pub(crate) rest: bool,
}

impl Course {
    /// The first move came to `score`.
    pub(crate) fn new(score: Score) -> Self {
        Course { best: score, last: score, changes: 0, rest: false }
    }

    /// A later move came to `score`. Says whether that is the best so far.
    pub(crate) fn note(&mut self, score: Score, alpha: Score) -> bool {
        let improved = score > self.best;
        if improved {
            self.changes += 1;
            self.best = score;
        }
        if score > alpha {
            self.rest = false;
        }
        self.last = score;
        improved
    }

    /// The state before a later move, in a node that was asked with `alpha`.
    pub(crate) fn state(&self, (depth, forced, alpha): (Depth, bool, Score), rank: i32, phase: Phase) -> State {
        State {
            depth,
            forced,
            rank,
            changes: self.changes,
            best_alpha: self.best - alpha,
            last_best: self.last - self.best,
            phase,
        }
    }
}
