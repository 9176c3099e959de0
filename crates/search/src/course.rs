//! How the moves of a node have fared so far: what RankCut judges by and its observer
//! counts. Followed only where one of them asks.
use crate::{
    game::{Game, MoveOf, Position},
    node::{Candidate, Node, Score},
    rank_statistics::{Observer, Phase, State, Tests},
    search::Search,
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
    tests: Tests,
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

// Out of line, so that searches which follow nothing pay for a comparison only.
impl<G: Game> Search<'_, G> {
    /// The first move of the node came to `score`: does anybody follow the others?
    #[inline]
    pub(crate) fn follow(&mut self, n: &Node<MoveOf<G>>, score: Score) -> bool {
        n.depth >= self.ranks_from && self.begin_course(n, score)
    }

    #[cold]
    fn begin_course(&mut self, n: &Node<MoveOf<G>>, score: Score) -> bool {
        if n.is_root() || n.is_test() {
            return false;
        }
        let tests = self.memory.observer.as_ref().map(Observer::begin).unwrap_or_default();
        self.courses.push(Course::new(score, tests));
        true
    }

    /// A later move came to `score`.
    pub(crate) fn note_course(&mut self, score: Score, alpha: Score) {
        if let Some(course) = self.courses.last_mut() {
            course.note(self.memory.observer.as_mut(), score, alpha);
        }
    }

    /// The node has no more moves.
    #[cold]
    pub(crate) fn end_course(&mut self) {
        let stopped = self.stopped();
        if let (Some(course), Some(observer)) = (self.courses.pop(), &mut self.memory.observer) {
            observer.end(course.tests, stopped);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        prune::{
            Methods,
            rank_cut::{RankCut, by_rank},
        },
        rank_statistics::{Bins, Cell},
        toy::{Toy, ToyMove, candidate, node, with_search},
    };

    fn deep() -> Node<ToyMove> {
        Node { depth: 8, ..node() }
    }

    #[test]
    fn root_and_tests_are_not_followed() {
        let methods = Methods { rank_cut: RankCut::on(), ..Methods::off() };
        with_search(&methods, &Toy::new(1), |s| {
            assert!(s.follow(&deep(), -60));
            assert!(!s.follow(&Node { depth: 6, ..deep() }, -60));
            assert!(!s.follow(&Node { ply: 0, ..deep() }, -60));
            assert!(!s.follow(&Node { without: ToyMove(2), ..deep() }, -60));
            assert_eq!(s.courses.len(), 1);
        });
    }

    #[test]
    fn moves_of_early_phases_have_no_state() {
        let (toy, course) = (Toy::new(1), Course::new(-60, Tests::default()));
        let state = |course: &Course, c| course.state(&toy, &deep(), &c).map(|state| state.phase);
        assert_eq!(state(&course, candidate(2)), Some(Phase::Remaining));
        assert_eq!(state(&course, Candidate { history: 1, ..candidate(2) }), Some(Phase::History));
        assert_eq!(state(&course, Candidate { killer: true, ..candidate(2) }), None);
        assert_eq!(state(&course, Candidate { quiet: false, ..candidate(2) }), None);
        let losing = Toy { exchange: -1, ..toy };
        let capture = Candidate { quiet: false, history: 9, ..candidate(2) };
        assert_eq!(course.state(&losing, &deep(), &capture).unwrap().phase, Phase::Remaining);
    }

    /// Scores of the moves of a node with alpha 0: -60 (table move), -80, -40 (better),
    /// -50, 30 (above alpha). Tested are ranks 2 to 5; the third node has no fifth move.
    #[test]
    fn the_observer_counts_by_the_rule() {
        let toy = Toy::new(1);
        with_search(&Methods::off(), &toy, |s| {
            (s.memory.observer, s.ranks_from) = (Some(Observer::new(8, Bins::of_unit(100))), 8);
            let mut states = Vec::new();
            for moves in [4, 4, 3] {
                states.clear();
                assert!(s.follow(&deep(), -60));
                for (rank, score) in (2..).zip([-80, -40, -50, 30]).take(moves) {
                    states.extend(s.courses[0].state(&toy, &deep(), &candidate(rank)));
                    by_rank(s, &toy, &deep(), &candidate(rank), 0, 0);
                    s.note_course(score, 0);
                }
                s.end_course();
            }
            let found = s.memory.observer.as_mut().unwrap().take();
            let counted: Vec<Cell> = states.iter().map(|state| *found.cell(state).unwrap()).collect();
            let cell = |improved| Cell { visits: 3, improved, raised: 2 };
            assert_eq!(counted, [cell(3), cell(3), cell(2)], "rank 3 is better than what ranks 2 and 3 knew");
            let facts = states.iter().map(|s| (s.rank, s.changes, s.best_alpha, s.last_best));
            assert!(facts.eq([(2, 0, -60, 0), (3, 0, -60, -20), (4, 1, -40, 0)]));
        });
    }
}
