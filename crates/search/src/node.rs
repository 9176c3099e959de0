//! The words of the search: scores, depths, expected node kinds, permits, nodes.
use crate::{game::Move, id::Id};

pub use crate::score::{
    BEST_EVAL, Bound, Depth, INFINITE, KNOWN_WIN, MAX_DEPTH, MAX_PLY, NO_SCORE, Score, WIN, clamp_eval, is_decisive,
    is_mate, to_node, to_root,
};

/// What we expect a node to be; a method names the kinds it works on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// On the principal variation: the exact score is wanted.
    Pv,
    /// Some move is expected to beat beta.
    Cut,
    /// No move is expected to beat alpha.
    All,
}

impl Kind {
    /// Kind of the child by the first move.
    #[inline]
    pub fn first_child(self) -> Kind {
        match self {
            Kind::Pv => Kind::Pv,
            other => other.later_child(),
        }
    }

    /// Kind of the children by later moves, and of zero-window children.
    #[inline]
    pub fn later_child(self) -> Kind {
        match self {
            Kind::Pv | Kind::All => Kind::Cut,
            Kind::Cut => Kind::All,
        }
    }
}

/// Which methods a subtree may use. A method that searches on its own takes its
/// bit away from that search where its paper says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Permit(u64);

/// The bit that no method has.
const VERIFICATION: u64 = 1 << (u64::BITS - 1);
const _: () = assert!(Id::COUNT < u64::BITS as usize, "every method needs a bit of its own");

impl Permit {
    /// Everything that is switched on.
    pub const ALL: Permit = Permit(u64::MAX);

    /// Whether the method may act.
    #[inline]
    pub fn has(self, id: Id) -> bool {
        self.0 & (1 << id as u64) != 0
    }

    /// The same permit without one method.
    #[inline]
    #[must_use]
    pub fn without(self, id: Id) -> Permit {
        Permit(self.0 & !(1 << id as u64))
    }

    /// Whether a null move that beats beta must still be verified by the search (the
    /// first on a path, after David-Tabibi & Netanyahu).
    #[inline]
    pub fn has_verification(self) -> bool {
        self.0 & VERIFICATION != 0
    }

    /// The same permit below a node that verifies a null move.
    #[inline]
    #[must_use]
    pub fn without_verification(self) -> Permit {
        Permit(self.0 & !VERIFICATION)
    }
}

/// What is asked of a node: the arguments of the recursion.
#[derive(Clone, Copy, Debug)]
pub struct Ask<M> {
    /// Lower end of the window.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Remaining plies.
    pub depth: Depth,
    /// Distance from the root.
    pub ply: i32,
    /// What the node is expected to be.
    pub kind: Kind,
    /// What the subtree may use.
    pub permit: Permit,
    /// A move to leave out ("no move": none), for singular tests.
    pub without: M,
}

/// What the table says of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableFacts {
    /// The score.
    pub score: Score,
    /// Depth of the search that found it.
    pub depth: Depth,
    /// What the score says.
    pub bound: Bound,
}

impl TableFacts {
    /// Whether the score answers a question with this window, however deep it was found.
    #[inline]
    pub fn settles(&self, alpha: Score, beta: Score) -> bool {
        self.bound.is_lower() && self.score >= beta || self.bound.is_upper() && self.score <= alpha
    }
}

/// Facts about the node, gathered once and read by every method.
#[derive(Clone, Copy, Debug)]
pub struct Node<M> {
    /// Lower end of the window.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Remaining plies.
    pub depth: Depth,
    /// Distance from the root.
    pub ply: i32,
    /// What the node is expected to be.
    pub kind: Kind,
    /// What the subtree may use.
    pub permit: Permit,
    /// Left-out move of a singular test, or "no move".
    pub without: M,
    /// The side to move must answer a threat (in check).
    pub forced: bool,
    /// Static evaluation, corrected by what was learned; none when forced.
    pub eval: Option<Score>,
    /// The evaluation rose since this side's last move.
    pub improving: bool,
    /// Best move by the table, or "no move".
    pub table_move: M,
    /// What a search of the node has found before, where the table still knows it.
    pub table: Option<TableFacts>,
    /// The table knows the node as one of a principal variation.
    pub table_pv: bool,
    /// The table move is tactical; known only where late-move reduction asks for it.
    pub table_tactical: bool,
    /// Least score by endgame tables or a solver.
    pub floor: Score,
    /// Greatest score by endgame tables or a solver.
    pub ceiling: Score,
}

impl<M: Move> Node<M> {
    /// A node before any fact is known, as asked for.
    #[inline]
    pub fn new(ask: &Ask<M>) -> Self {
        Node {
            alpha: ask.alpha,
            beta: ask.beta,
            depth: ask.depth,
            ply: ask.ply,
            kind: ask.kind,
            permit: ask.permit,
            without: ask.without,
            forced: false,
            eval: None,
            improving: false,
            table_move: M::default(),
            table: None,
            table_pv: false,
            table_tactical: false,
            floor: -INFINITE,
            ceiling: INFINITE,
        }
    }

    /// On the principal variation.
    #[inline]
    pub fn is_pv(&self) -> bool {
        self.kind == Kind::Pv
    }

    /// The root of the search.
    #[inline]
    pub fn is_root(&self) -> bool {
        self.ply == 0
    }

    /// A singular test of a node that is being searched already.
    #[inline]
    pub fn is_test(&self) -> bool {
        !self.without.is_none()
    }
}

/// Facts about the move at hand.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<M> {
    /// The move.
    pub m: M,
    /// Its place in the order, 1 for the first.
    pub rank: i32,
    /// Not a tactical move.
    pub quiet: bool,
    /// A killer: it refuted a sibling node.
    pub killer: bool,
    /// What history thinks of it; more is better.
    pub history: i32,
    /// Quiet moves are handed out by their history now: later ones have none better.
    pub sorted: bool,
    /// Cuts at nodes a ply deeper since the node two plies above was entered.
    pub child_cuts: i32,
}
