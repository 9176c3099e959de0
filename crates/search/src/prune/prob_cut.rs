//! ProbCut (Buro 1995) and Multi-ProbCut (Buro 1997).
use crate::node::Depth;

/// How a shallow search foretells a deep one, for each stage of the game and pair of
/// depths.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// Name or file it came from; empty if there is none.
    pub name: String,
    /// In the order in which they are tried at a height.
    pub pairs: Vec<Pair>,
}

/// One line of the fit: `deep = slope * shallow + offset`, with a normal error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Stage of the game: 0 middle game, 1 endgame.
    pub stage: usize,
    /// Remaining depth of the nodes it applies to.
    pub height: Depth,
    /// Depth of the shallow search.
    pub shallow: Depth,
    /// a
    pub slope: f64,
    /// b
    pub offset: f64,
    /// Standard deviation of the error, sigma.
    pub deviation: f64,
    /// Standard deviations that a cut must be sure by, t.
    pub threshold: f64,
}
