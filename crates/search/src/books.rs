//! Books that methods keep while the moves of a node are searched. The move loop calls
//! these hooks and does not know what is written down.
//!
//! RankCut and its observer follow the course of a node (`course.rs`); the variable
//! null-move bound counts the good moves that are not searched yet.
use crate::{
    answer::Reduction,
    course::Course,
    doors::Doors,
    game::{Game, MoveOf, Position},
    id::Id,
    node::{Candidate, Depth, Node, Score},
    rank_statistics::Observer,
    search::Search,
};

/// The books of one node.
pub(crate) struct Books {
    /// Someone follows its course.
    pub(crate) followed: bool,
    /// Good moves that are not searched yet, where they are counted.
    alternatives: Option<i32>,
}

impl Books {
    /// A node begins.
    #[inline]
    pub(crate) fn open<G: Game>(s: &Search<'_, G>, pos: &G::Position, n: &Node<MoveOf<G>>) -> Books {
        let counts = s.methods.null_move.counts_alternatives();
        Books { followed: false, alternatives: counts.then(|| good_moves(s, pos, n)) }
    }

    /// The search stands at the child by a move, and is about to search it.
    #[inline]
    pub(crate) fn before_child<G: Game>(
        &mut self,
        s: &mut Search<'_, G>,
        n: &Node<MoveOf<G>>,
        c: &Candidate<MoveOf<G>>,
    ) {
        if let Some(left) = &mut self.alternatives {
            *left -= (c.history > 0) as i32;
            s.frame_mut(n.ply).alternatives = if c.rank == 1 { 0 } else { (*left).max(0) };
        }
    }

    /// The first move came to `score`: does anybody follow the others?
    #[inline]
    pub(crate) fn after_first<G: Game>(&mut self, s: &mut Search<'_, G>, n: &Node<MoveOf<G>>, score: Score) {
        self.followed = n.depth >= s.ranks_from && follow(s, n, score);
    }

    /// A later move came to `score`, while `alpha` was to beat.
    #[inline]
    pub(crate) fn after_later<G: Game>(&self, s: &mut Search<'_, G>, score: Score, alpha: Score) {
        if self.followed {
            note(s, score, alpha);
        }
    }

    /// The node has no more moves.
    #[inline]
    pub(crate) fn close<G: Game>(self, s: &mut Search<'_, G>) {
        if self.followed {
            end(s);
        }
    }
}

/// Asks RankCut, and shows the state of the node to the observer. Of two reductions,
/// this one and the `late` one, the larger is taken.
// Given by value, `c` stays in registers where nothing is followed.
#[cold]
pub(crate) fn by_rank<G: Game>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    n: &Node<MoveOf<G>>,
    c: Candidate<MoveOf<G>>,
    extension: Depth,
    late: Depth,
) -> Reduction {
    let late = Reduction { lost: 0, delayed: late };
    let course = s.courses.last();
    let Some((state, rest)) = course.and_then(|course| Some((course.state(pos, n, &c)?, course.rest))) else {
        return late;
    };
    if let Some(observer) = s.memory.observer.as_mut().filter(|observer| n.depth >= observer.min_depth) {
        observer.test(&state);
    }
    let (method, statistics) = (&s.methods.rank_cut, &*s.knowledge.rank_cut);
    if !method.enabled || !n.permit.has(Id::RankCut) {
        return late;
    }
    let plies = s.gate(Id::RankCut, n.depth, |_| method.reduction(statistics, n, &state, extension, rest));
    if let Some(course) = s.courses.last_mut().filter(|_| plies > 0 && method.prune_rest.is_on()) {
        course.rest = true;
    }
    match plies {
        _ if plies <= late.delayed => late,
        _ if method.research.is_on() => Reduction { lost: 0, delayed: plies },
        _ => Reduction { lost: plies, delayed: 0 },
    }
}

/// Moves that history thinks well of; with an open window they count for nothing.
#[cold]
fn good_moves<G: Game>(s: &Search<'_, G>, pos: &G::Position, n: &Node<MoveOf<G>>) -> i32 {
    let mut moves = Vec::new();
    if !n.is_pv() {
        pos.legal_moves(&mut moves);
    }
    let context = s.context(n.ply);
    let history = |m: MoveOf<G>| match pos.is_tactical(m) {
        true => s.memory.history.tactical(pos, m),
        false => s.memory.history.quiet(pos, m, &context, &s.methods.butterfly),
    };
    moves.into_iter().filter(|&m| history(m) > 0).count() as i32
}

// Out of line, so that searches which follow nothing pay for a comparison only.

/// The course of the node begins, but not at the root or in a test.
#[cold]
fn follow<G: Game>(s: &mut Search<'_, G>, n: &Node<MoveOf<G>>, score: Score) -> bool {
    if n.is_root() || n.is_test() {
        return false;
    }
    let tests = s.memory.observer.as_ref().map(Observer::begin).unwrap_or_default();
    s.courses.push(Course::new(score, tests));
    true
}

/// A later move came to `score`.
#[cold]
fn note<G: Game>(s: &mut Search<'_, G>, score: Score, alpha: Score) {
    if let Some(course) = s.courses.last_mut() {
        course.note(s.memory.observer.as_mut(), score, alpha);
    }
}

#[cold]
fn end<G: Game>(s: &mut Search<'_, G>) {
    let stopped = s.stopped();
    if let (Some(course), Some(observer)) = (s.courses.pop(), &mut s.memory.observer) {
        observer.end(course.tests, stopped);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        methods::Methods,
        prune::rank_cut::RankCut,
        rank_statistics::{Bins, Cell},
        toy::{Toy, ToyGame, ToyMove, candidate, node, with_search},
    };

    fn deep() -> Node<ToyMove> {
        Node { depth: 8, ..node() }
    }

    /// Books after the first move of the node came to -60.
    fn begun(s: &mut Search<'_, ToyGame>, n: &Node<ToyMove>) -> Books {
        let mut books = Books::open(s, &Toy::new(1), n);
        books.after_first(s, n, -60);
        books
    }

    #[test]
    fn root_and_tests_are_not_followed() {
        let methods = Methods { rank_cut: RankCut::on(), ..Methods::off() };
        with_search(&methods, &Toy::new(1), |s| {
            assert!(begun(s, &deep()).followed);
            for n in [Node { depth: 6, ..deep() }, Node { ply: 0, ..deep() }, Node { without: ToyMove(2), ..deep() }] {
                assert!(!begun(s, &n).followed, "{n:?}");
            }
            assert_eq!(s.courses.len(), 1);
        });
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
                let books = begun(s, &deep());
                for (rank, score) in (2..).zip([-80, -40, -50, 30]).take(moves) {
                    states.extend(s.courses[0].state(&toy, &deep(), &candidate(rank)));
                    by_rank(s, &toy, &deep(), candidate(rank), 0, 0);
                    books.after_later(s, score, 0);
                }
                books.close(s);
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
