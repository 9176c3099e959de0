//! The forward-pruning methods, in the order in which the search asks them.
//!
//! A method acts at one of the places below: `before_moves` may end the node,
//! `reduce_node` may make it shallower, `on_table_move` may extend its first move or end
//! it, `late` may skip a move, `reduction` may search it shallower, `extension` deeper.
//! Adding a method: one file here, one line in the register (`id.rs`), one line in the
//! place where it acts.
use crate::{
    answer::Reduction,
    books::{Books, by_rank},
    doors::Doors,
    game::{Game, MoveOf, Position},
    node::{Candidate, Depth, Node, Score},
    search::Search,
    watch::{Reason, Said},
};

pub mod capture_prob_cut;
pub mod check_extension;
mod endgame;
pub mod exchange;
pub mod futility;
pub mod hindsight;
pub mod history_pruning;
pub mod internal_reduction;
pub mod late_move_count;
pub mod late_move_reduction;
pub mod multi_cut;
pub mod null_move;
pub mod prob_cut;
pub mod quiescence_pruning;
pub mod rank_cut;
pub mod razoring;
pub mod reverse_futility;
pub mod risk;
pub mod singular;
pub mod singular_multi_cut;
pub mod variable_bound;

pub use crate::{
    answer::{Answer, Before, Late, OnTableMove},
    methods::{About, Id, Methods, Place},
};
pub use endgame::Endgame;

/// Methods that may end a node before its moves. The host has made sure that the node
/// is not on the principal variation, not a test, and beta not decisive unless `mate_pruning` is on.
#[inline]
pub(crate) fn before_moves<G: Game, const W: bool>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    n: &mut Node<MoveOf<G>>,
) -> Option<Score> {
    let m = s.methods;
    macro_rules! ask {
        ($method:ident) => {
            if m.$method.enabled && n.permit.has(m.$method.id()) {
                match s.gate(m.$method.id(), n.depth, |s| m.$method.before_moves(s, pos, n)) {
                    Before::Search => {}
                    said if !s.stands::<W>(m.$method.id(), pos, n, said) => return None,
                    Before::Cut(score) => return Some(s.left::<W, _>(Reason::Method(m.$method.id()), score)),
                    Before::CutAndStore(score, depth) => {
                        s.store_cut(pos, n, score, depth);
                        return Some(s.left::<W, _>(Reason::Method(m.$method.id()), score));
                    }
                    Before::Reduce(plies, permit) => (n.depth, n.permit) = (n.depth - plies, permit),
                }
            }
        };
    }
    if !n.forced {
        ask!(reverse_futility);
        ask!(razoring);
        ask!(prob_cut);
        ask!(null_move);
        ask!(capture_prob_cut);
    }
    ask!(multi_cut);
    None
}

/// What one of the methods above says of a node, whether it is switched on or not.
#[cold]
pub(crate) fn consult<G: Game>(s: &mut Search<'_, G>, pos: &G::Position, n: &Node<MoveOf<G>>, id: Id) -> Before {
    let m = s.methods;
    match id {
        Id::ReverseFutility => m.reverse_futility.before_moves(s, pos, n),
        Id::Razoring => m.razoring.before_moves(s, pos, n),
        Id::ProbCut => m.prob_cut.before_moves(s, pos, n),
        Id::NullMove => m.null_move.before_moves(s, pos, n),
        Id::CaptureProbCut => m.capture_prob_cut.before_moves(s, pos, n),
        Id::MultiCut => m.multi_cut.before_moves(s, pos, n),
        _ => Before::Search,
    }
}

/// Methods that make a whole node shallower, wherever it lies.
#[inline(always)]
pub(crate) fn reduce_node<G: Game, const W: bool>(s: &mut Search<'_, G>, pos: &G::Position, n: &mut Node<MoveOf<G>>) {
    let m = s.methods;
    if m.internal_reduction.enabled && n.permit.has(Id::InternalReduction) {
        let plies = s.gate(Id::InternalReduction, n.depth, |_| m.internal_reduction.node(n));
        if plies > 0 && s.stands::<W>(Id::InternalReduction, pos, n, Said::Shallower(plies)) {
            n.depth -= plies;
        }
    }
    if m.hindsight.enabled && n.permit.has(Id::Hindsight) && !n.is_root() {
        let above = s.frame(n.ply - 1);
        let (reduction, eval) = (above.reduction, above.eval);
        n.depth -= s.gate(Id::Hindsight, n.depth, |_| m.hindsight.node(n, reduction, eval));
    }
}

/// Methods that look at the table move before it is searched.
#[inline]
pub(crate) fn on_table_move<G: Game, const W: bool>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    n: &Node<MoveOf<G>>,
) -> OnTableMove {
    let m = s.methods;
    if !m.singular.enabled || !n.permit.has(Id::Singular) || n.is_root() || n.is_test() {
        return OnTableMove::Search;
    }
    let said = s.gate(Id::Singular, n.depth, |s| m.singular.on_table_move(s, pos, n, &m.singular_multi_cut));
    let by = if let OnTableMove::Cut(_) = said { Id::SingularMultiCut } else { Id::Singular };
    if said == OnTableMove::Search || s.stands::<W>(by, pos, n, said) { said } else { OnTableMove::Search }
}

/// Methods that may skip a move unsearched: what they say, and which of them. The host has
/// made sure that the node is not the root and that a move which does not lose has been searched.
#[inline]
pub(crate) fn late<G: Game, const W: bool>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    n: &Node<MoveOf<G>>,
    c: &Candidate<MoveOf<G>>,
    best: Score,
    books: &mut Books,
) -> (Id, Late) {
    let m = s.methods;
    let late_depth = (n.depth - m.late_move_reduction.expected(n, c)).max(1);
    macro_rules! ask {
        ($method:ident) => {
            if m.$method.enabled && n.permit.has(m.$method.id()) {
                let id = m.$method.id();
                let answer = s.gate(id, n.depth, |_| m.$method.late(pos, n, c, late_depth));
                if answer != Late::Search {
                    return (id, if s.stands::<W>(id, pos, n, answer) { answer } else { Late::Search });
                }
            }
        };
    }
    ask!(late_move_count);
    ask!(futility);
    ask!(history_pruning);
    if m.risk.enabled && c.quiet && n.permit.has(Id::Risk) {
        let answer = books
            .standing(s, n, best)
            .map_or(Late::Search, |standing| s.gate(Id::Risk, n.depth, |_| m.risk.late(pos, c, &standing)));
        if answer != Late::Search {
            return (Id::Risk, if s.stands::<W>(Id::Risk, pos, n, answer) { answer } else { Late::Search });
        }
    }
    ask!(exchange);
    (Id::LateMoveCount, Late::Search)
}

/// Plies taken off the search of a later move. Of two reductions the larger is taken.
#[inline]
pub(crate) fn reduction<G: Game, const W: bool>(
    s: &mut Search<'_, G>,
    (pos, child): (&G::Position, &G::Position),
    n: &Node<MoveOf<G>>,
    c: &Candidate<MoveOf<G>>,
    extension: Depth,
    books: &Books,
) -> Reduction {
    let m = s.methods;
    let mut late = 0;
    if m.late_move_reduction.enabled && n.permit.has(Id::LateMoveReduction) {
        let further = m.risk.further(c, books.stood());
        let reduce = |_: &mut Search<'_, G>| m.late_move_reduction.reduction(n, c, child, extension, further);
        late = s.gate(Id::LateMoveReduction, n.depth, reduce);
    }
    let reduction = match books.followed {
        true => by_rank(s, pos, n, *c, extension, late),
        false => Reduction::delayed(late, Id::LateMoveReduction),
    };
    let none = reduction.lost == 0 && reduction.delayed == 0;
    if none || s.stands::<W>(reduction.by, pos, n, reduction) { reduction } else { Reduction::NONE }
}

/// Plies added to the search of a move that `extended` has not lengthened yet.
#[inline]
pub(crate) fn extension<G: Game, const W: bool>(
    s: &mut Search<'_, G>,
    (pos, child): (&G::Position, &G::Position),
    n: &Node<MoveOf<G>>,
    extended: Depth,
) -> Depth {
    let m = s.methods;
    if !m.check_extension.enabled || !n.permit.has(Id::CheckExtension) || extended != 0 {
        return 0;
    }
    let plies = s.gate(Id::CheckExtension, n.depth, |_| m.check_extension.extension(n, child));
    if plies == 0 || s.stands::<W>(Id::CheckExtension, pos, n, Said::Extend(plies)) { plies } else { 0 }
}

/// By how much the condition of a method is met (at least 0: it acts, or makes its search)
/// or missed, at the node or for a candidate with its reduced depth. `None`: it is off,
/// not asked here, or compares with no threshold.
pub(crate) fn slack<P: Position>(
    m: &Methods,
    id: Id,
    pos: &P,
    n: &Node<P::Move>,
    candidate: Option<(Candidate<P::Move>, Depth)>,
) -> Option<i32> {
    if !m.is_on(id) || !n.permit.has(id) {
        return None;
    }
    match (id, candidate) {
        (Id::ReverseFutility, None) => m.reverse_futility.slack(n),
        (Id::Razoring, None) => m.razoring.slack(n),
        (Id::NullMove, None) => m.null_move.slack(n),
        (Id::LateMoveCount, Some((c, _))) => m.late_move_count.slack(n, &c),
        (Id::Futility, Some((c, late_depth))) => m.futility.slack(pos, n, &c, late_depth),
        (Id::HistoryPruning, Some((c, late_depth))) => m.history_pruning.slack(n, &c, late_depth),
        _ => None,
    }
}
