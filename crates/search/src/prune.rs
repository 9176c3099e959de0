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
    game::{Game, MoveOf},
    node::{Candidate, Depth, Node, Score},
    search::Search,
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
pub(crate) fn before_moves<G: Game>(
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
                    Before::Cut(score) => return Some(score),
                    Before::CutAndStore(score, depth) => {
                        s.store_cut(pos, n, score, depth);
                        return Some(score);
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

/// Methods that make a whole node shallower, wherever it lies.
#[inline]
pub(crate) fn reduce_node<G: Game>(s: &mut Search<'_, G>, n: &mut Node<MoveOf<G>>) {
    let m = s.methods;
    if m.internal_reduction.enabled && n.permit.has(Id::InternalReduction) {
        n.depth -= s.gate(Id::InternalReduction, n.depth, |_| m.internal_reduction.node(n));
    }
    if m.hindsight.enabled && n.permit.has(Id::Hindsight) && !n.is_root() {
        let above = s.frame(n.ply - 1);
        let (reduction, eval) = (above.reduction, above.eval);
        n.depth -= s.gate(Id::Hindsight, n.depth, |_| m.hindsight.node(n, reduction, eval));
    }
}

/// Methods that look at the table move before it is searched.
#[inline]
pub(crate) fn on_table_move<G: Game>(s: &mut Search<'_, G>, pos: &G::Position, n: &Node<MoveOf<G>>) -> OnTableMove {
    let m = s.methods;
    if !m.singular.enabled || !n.permit.has(Id::Singular) || n.is_root() || n.is_test() {
        return OnTableMove::Search;
    }
    s.gate(Id::Singular, n.depth, |s| m.singular.on_table_move(s, pos, n, &m.singular_multi_cut))
}

/// Methods that may skip a move unsearched. The host has made sure that the node is
/// not the root and that a move which does not lose has been searched.
#[inline]
pub(crate) fn late<G: Game>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    n: &Node<MoveOf<G>>,
    c: &Candidate<MoveOf<G>>,
) -> Late {
    let m = s.methods;
    let late_depth = (n.depth - m.late_move_reduction.expected(n, c)).max(1);
    macro_rules! ask {
        ($method:ident) => {
            if m.$method.enabled && n.permit.has(m.$method.id()) {
                let answer = s.gate(m.$method.id(), n.depth, |_| m.$method.late(pos, n, c, late_depth));
                if answer != Late::Search {
                    return answer;
                }
            }
        };
    }
    ask!(late_move_count);
    ask!(futility);
    ask!(history_pruning);
    ask!(exchange);
    Late::Search
}

/// Plies taken off the search of a later move. Of two reductions the larger is taken.
#[inline]
pub(crate) fn reduction<G: Game>(
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
        late = s.gate(Id::LateMoveReduction, n.depth, |_| m.late_move_reduction.reduction(n, c, child, extension));
    }
    if books.followed { by_rank(s, pos, n, *c, extension, late) } else { Reduction { lost: 0, delayed: late } }
}

/// Plies added to the search of a move that `extended` has not lengthened yet.
#[inline]
pub(crate) fn extension<G: Game>(
    s: &mut Search<'_, G>,
    n: &Node<MoveOf<G>>,
    child: &G::Position,
    extended: Depth,
) -> Depth {
    let m = s.methods;
    if !m.check_extension.enabled || !n.permit.has(Id::CheckExtension) || extended != 0 {
        return 0;
    }
    s.gate(Id::CheckExtension, n.depth, |_| m.check_extension.extension(n, child))
}
