//! How the moves of a node have fared so far: what RankCut judges by and its observer
//! counts.
use crate::{
    game::Position,
    node::{Candidate, Node, Score},
    rank_statistics::{Observer, Phase, State, Tests},
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
    /// What the observer has to remember.
    pub(crate) tests: Tests,
}

impl Course {
    /// The first move came to `score`.
    pub(crate) fn new(score: Score, tests: Tests) -> Self {
        Course { best: score, last: score, changes: 0, rest: false, tests }
    }

    /// A later move came to `score`.
    pub(crate) fn note(&mut self, mut observer: Option<&mut Observer>, score: Score, alpha: Score) {
        if score > self.best {
            self.changes += 1;
            self.best = score;
            if let Some(observer) = &mut observer {
                observer.improve(&mut self.tests);
            }
        }
        if score > alpha {
            self.rest = false;
            if let Some(observer) = observer {
                observer.raise(&mut self.tests);
            }
        }
        self.last = score;
    }

    /// The state before a later move, if it stands in a phase that is tested.
    pub(crate) fn state<P: Position>(&self, pos: &P, n: &Node<P::Move>, c: &Candidate<P::Move>) -> Option<State> {
        let early = if c.quiet { c.killer } else { pos.exchange_holds(c.m, 0) };
        (!early).then(|| State {
            depth: n.depth,
            forced: n.forced,
            rank: c.rank,
            changes: self.changes,
            best_alpha: self.best - n.alpha,
            last_best: self.last - self.best,
            phase: if c.quiet && c.history > 0 { Phase::History } else { Phase::Remaining },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, candidate, node};

    #[test]
    fn moves_of_early_phases_have_no_state() {
        let (toy, course) = (Toy::new(1), Course::new(-60, Tests::default()));
        let state = |course: &Course, c| course.state(&toy, &Node { depth: 8, ..node() }, &c).map(|state| state.phase);
        assert_eq!(state(&course, candidate(2)), Some(Phase::Remaining));
        assert_eq!(state(&course, Candidate { history: 1, ..candidate(2) }), Some(Phase::History));
        assert_eq!(state(&course, Candidate { killer: true, ..candidate(2) }), None);
        assert_eq!(state(&course, Candidate { quiet: false, ..candidate(2) }), None);
        let losing = Toy { exchange: -1, ..toy };
        let capture = Candidate { quiet: false, history: 9, ..candidate(2) };
        assert_eq!(course.state(&losing, &Node { depth: 8, ..node() }, &capture).unwrap().phase, Phase::Remaining);
    }
}
