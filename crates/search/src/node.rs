//! The words of the search: scores, depths, expected node kinds, permits, nodes.
use crate::{
    game::{Move, Outcome},
    prune::Id,
};

/// Score in the game's units (chess: centipawns) for the side to move.
pub type Score = i32;
/// Remaining plies.
pub type Depth = i32;

/// A win on the spot; a win in n plies scores `WIN - n`.
pub const WIN: Score = 30_000;
/// Greatest ply (distance from the root) that a search reaches.
pub const MAX_PLY: i32 = 120;
/// Greatest depth of an iteration.
pub const MAX_DEPTH: Depth = MAX_PLY - 1;
/// Above any score.
pub const INFINITE: Score = WIN + 1;
/// Marks a score that does not exist (no table entry, no evaluation).
pub const NO_SCORE: Score = WIN + 2;
/// Known wins (endgame tables) lie below this and above [`BEST_EVAL`].
pub const KNOWN_WIN: Score = WIN - 2 * MAX_PLY;
/// Greatest absolute value of a static evaluation.
pub const BEST_EVAL: Score = KNOWN_WIN - 2 * MAX_PLY;

/// Whether the score is a proven win of either side by a line within the search.
#[inline]
pub fn is_mate(score: Score) -> bool {
    score.abs() >= WIN - MAX_PLY
}

/// Whether the score means a proven win of either side (by a line or by tables).
#[inline]
pub fn is_decisive(score: Score) -> bool {
    score.abs() > BEST_EVAL
}

/// A static evaluation kept apart from the scores of known wins.
#[inline]
pub fn clamp_eval(eval: Score) -> Score {
    eval.clamp(-BEST_EVAL, BEST_EVAL)
}

/// A score of the search, whose wins and losses count from the root, as seen from a node
/// `ply` plies below it: so count table and solvers.
#[inline]
pub fn to_node(score: Score, ply: i32) -> Score {
    match score {
        NO_SCORE => score,
        _ if score > BEST_EVAL => score + ply,
        _ if score < -BEST_EVAL => score - ply,
        _ => score,
    }
}

/// The inverse of [`to_node`]: what table and solvers say, as the search counts.
#[inline]
pub fn to_root(score: Score, ply: i32) -> Score {
    match score {
        NO_SCORE => score,
        _ if score > BEST_EVAL => score - ply,
        _ if score < -BEST_EVAL => score + ply,
        _ => score,
    }
}

/// The score of a game that ended `ply` plies from the root.
#[inline]
pub fn score_outcome(outcome: Outcome, ply: i32) -> Score {
    match outcome {
        Outcome::Win => WIN - ply,
        Outcome::Draw => 0,
        Outcome::Loss => ply - WIN,
        Outcome::Points(points) => points,
    }
}

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

/// What a score says of the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// Nothing.
    #[default]
    None,
    /// The value is at most the score.
    Upper,
    /// The value is at least the score.
    Lower,
    /// The value is the score.
    Exact,
}

impl Bound {
    /// Whether "at least" is known.
    #[inline]
    pub fn is_lower(self) -> bool {
        matches!(self, Bound::Lower | Bound::Exact)
    }

    /// Whether "at most" is known.
    #[inline]
    pub fn is_upper(self) -> bool {
        matches!(self, Bound::Upper | Bound::Exact)
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
    /// Static evaluation, corrected by what was learned; [`NO_SCORE`] when forced.
    pub eval: Score,
    /// The evaluation rose since this side's last move.
    pub improving: bool,
    /// Best move by the table, or "no move".
    pub table_move: M,
    /// Score of the table entry, or [`NO_SCORE`].
    pub table_score: Score,
    /// Depth of the table entry.
    pub table_depth: Depth,
    /// What the table score says.
    pub table_bound: Bound,
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
            eval: NO_SCORE,
            improving: false,
            table_move: M::default(),
            table_score: NO_SCORE,
            table_depth: 0,
            table_bound: Bound::None,
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
}
