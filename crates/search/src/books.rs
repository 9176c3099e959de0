//! Books that methods keep while the moves of a node are searched. The move loop calls
//! these hooks and does not know what is written down.
//!
//! RankCut follows the course of a node (`course.rs`); the variable null-move bound counts
//! the good moves that are not searched yet; risk-managed pruning sums up once what is the
//! same for all quiet moves of the node.
use crate::{
    answer::Reduction,
    course::Course,
    doors::Doors,
    game::{Game, MoveOf, Position},
    id::Id,
    knowledge::risk::Standing,
    node::{Candidate, Depth, Node, Score},
    rank_statistics::Phase,
    search::Search,
};

/// The books of one node.
pub(crate) struct Books {
    /// RankCut follows its course.
    pub(crate) followed: bool,
    /// Good moves that are not searched yet, where they are counted.
    alternatives: Option<i32>,
    /// What risk-managed pruning thinks of the node, once it was asked.
    risk: Option<Option<Standing>>,
}

impl Books {
    /// A node begins.
    #[inline]
    pub(crate) fn open<G: Game>(s: &Search<'_, G>, pos: &G::Position, n: &Node<MoveOf<G>>) -> Books {
        let counts = s.methods.null_move.counts_alternatives();
        Books { followed: false, alternatives: counts.then(|| good_moves(s, pos, n)), risk: None }
    }

    /// What risk-managed pruning thinks of the node, whose best score was `best` when it was
    /// first asked; `None`: nothing.
    #[inline]
    pub(crate) fn standing<G: Game>(
        &mut self,
        s: &Search<'_, G>,
        n: &Node<MoveOf<G>>,
        best: Score,
    ) -> Option<Standing> {
        let stand =
            || s.methods.risk.facts(n, best).filter(|_| s.risk.are_known()).map(|facts| s.risk.standing(&facts));
        *self.risk.get_or_insert_with(stand)
    }

    /// The same, if it was asked already.
    #[inline]
    pub(crate) fn stood(&self) -> Option<Standing> {
        self.risk.flatten()
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

    /// The first move came to `score`: does RankCut follow the others?
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
            s.courses.pop();
        }
    }
}

/// Asks RankCut. Of two reductions, this one and the `late` one, the larger is taken.
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
    let late = Reduction::delayed(late, Id::LateMoveReduction);
    let (method, statistics) = (&s.methods.rank_cut, &*s.knowledge.rank_cut);
    let Some(phase) = Phase::of(c.quiet, c.killer, c.history, || pos.exchange_holds(c.m, 0)) else { return late };
    let Some(course) = s.courses.last().filter(|_| method.enabled && n.permit.has(Id::RankCut)) else { return late };
    let (state, rest) = (course.state((n.depth, n.forced, n.alpha), c.rank, phase), course.rest);
    let plies = s.gate(Id::RankCut, n.depth, |_| method.reduction(statistics, n, &state, extension, rest));
    if let Some(course) = s.courses.last_mut().filter(|_| plies > 0 && method.prune_rest.is_on()) {
        course.rest = true;
    }
    match plies {
        _ if plies <= late.delayed => late,
        _ if method.research.is_on() => Reduction::delayed(plies, Id::RankCut),
        _ => Reduction::lost(plies, Id::RankCut),
    }
}

/// Moves that history thinks well of; with an open window they count for nothing.
#[cold]
pub(crate) fn good_moves<G: Game>(s: &Search<'_, G>, pos: &G::Position, n: &Node<MoveOf<G>>) -> i32 {
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
    s.courses.push(Course::new(score));
    true
}

/// A later move came to `score`.
#[cold]
fn note<G: Game>(s: &mut Search<'_, G>, score: Score, alpha: Score) {
    if let Some(course) = s.courses.last_mut() {
        course.note(score, alpha);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        methods::Methods,
        prune::rank_cut::RankCut,
        toy::{Toy, ToyGame, ToyMove, node, with_search},
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
}
