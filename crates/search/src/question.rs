//! Questions about a node inside a tree, asked from outside: what does it come to if it is
//! searched otherwise than it was? They are put to an engine that has its own methods and
//! its own table, so the search in which the node came up is not disturbed.
use crate::{
    methods::Id,
    node::{Depth, Kind, Score},
    watch::Step,
};

/// What is asked of the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// Its score, searched as the engine would search it.
    Score,
    /// The same, but no method may end the node itself before its moves.
    Moves,
    /// The score of one of its moves, searched in full depth.
    Move(u16),
    /// The score with which this method, switched on or not, would cut the node off.
    Method(Id),
    /// Which of its first moves, this many at most, reach beta in a search that is
    /// shallower by some plies.
    Cutters(usize, Depth),
    /// Its exact score by endgame tables or a solver.
    Exact,
    /// How far above beta ProbCut's model expects a search of its depth to come out.
    Prediction,
}

/// A question.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked.
    pub asked: Asked,
    /// The steps from the position of the engine to the node.
    pub path: Vec<Step>,
    /// Lower end of the window.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Remaining plies of the node.
    pub depth: Depth,
    /// What the node is expected to be.
    pub kind: Kind,
    /// Depth of the iteration in which it came up.
    pub iteration: Depth,
    /// The evaluation rose since this side's last move, as methods are to see it.
    pub improving: bool,
    /// The evaluation that methods are to see, if it is not the engine's own.
    pub eval: Option<Score>,
    /// Most nodes to search.
    pub nodes: u64,
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The score, for the side to move at the node. None: the nodes did not suffice, the
    /// method does not cut, or nobody knows.
    pub score: Option<Score>,
    /// Nodes searched.
    pub nodes: u64,
    /// For each first move whether it reached beta.
    pub cutters: Vec<bool>,
    /// What was predicted, in standard deviations above beta.
    pub predicted: Option<f64>,
    /// The game cannot last longer than the depth: the score is that of the game.
    pub to_the_end: bool,
}
