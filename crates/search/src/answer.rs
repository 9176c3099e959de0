//! What methods say to the search.
use crate::{
    id::Id,
    node::{Depth, Permit, Score},
};

/// An answer that the gate can count.
pub trait Answer {
    /// Whether the method did something.
    fn acts(&self) -> bool;
}

/// What a method says before the moves are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Before {
    /// Nothing: continue the search.
    Search,
    /// Cut the node off with this score.
    Cut(Score),
    /// The same, and store the score in the table as found at this depth.
    CutAndStore(Score, Depth),
    /// Continue shallower and with this permit; if the node then fails to reach beta
    /// it is searched again as it was (verified null move).
    Reduce(Depth, Permit),
}

/// What is said of the table move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnTableMove {
    /// Nothing.
    Search,
    /// Search it deeper, or shallower if negative.
    Extend(Depth),
    /// Cut the node off with this score.
    Cut(Score),
}

/// What a method says of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Late {
    /// Search it.
    Search,
    /// Skip it.
    Skip,
    /// Skip it and all later quiet moves.
    SkipRest,
    /// Skip it and all later quiet moves but those that force.
    KeepForcing,
}

/// Plies taken off the search of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reduction {
    /// For good.
    pub(crate) lost: Depth,
    /// Until the move beats alpha: then it is searched again.
    pub(crate) delayed: Depth,
    /// Whose reduction it is.
    pub(crate) by: Id,
}

impl Reduction {
    /// The move is searched in full.
    pub(crate) const NONE: Reduction = Reduction::delayed(0, Id::LateMoveReduction);

    /// Taken off until the move beats alpha.
    #[inline(always)]
    pub(crate) const fn delayed(plies: Depth, by: Id) -> Self {
        Reduction { lost: 0, delayed: plies, by }
    }

    /// Taken off for good.
    #[inline(always)]
    pub(crate) const fn lost(plies: Depth, by: Id) -> Self {
        Reduction { lost: plies, delayed: 0, by }
    }
}

impl Answer for Before {
    #[inline]
    fn acts(&self) -> bool {
        *self != Before::Search
    }
}

impl Answer for OnTableMove {
    #[inline]
    fn acts(&self) -> bool {
        *self != OnTableMove::Search
    }
}

impl Answer for Late {
    #[inline]
    fn acts(&self) -> bool {
        *self != Late::Search
    }
}

/// A bound on the score of a move that is skipped.
impl Answer for Option<Score> {
    #[inline]
    fn acts(&self) -> bool {
        self.is_some()
    }
}

/// A change of depth.
impl Answer for Depth {
    #[inline]
    fn acts(&self) -> bool {
        *self != 0
    }
}
