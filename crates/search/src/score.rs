//! Scores and depths: the numbers of the search.

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
