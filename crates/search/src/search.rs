//! One search thread.

/// What one method did in one search.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Times it did something or searched for it.
    pub tries: u64,
    /// Times it ended a node, skipped a move or reduced a depth.
    pub cuts: u64,
    /// Nodes inside its own searches.
    pub nodes: u64,
}
