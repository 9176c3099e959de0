//! The record of one audited search: what was decided, and how each sampled decision fares when
//! it is judged, and when the search is repeated without it.
use niwaki_search::{
    node::{Bound, Depth, Kind, Score},
    watch::{MoveFacts, NodeFacts, Step},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One recipe on one position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Audited {
    /// Name of the recipe.
    pub recipe: String,
    /// Place of the position among those audited, from 1.
    pub number: usize,
    /// Name of the position; its number if it has none.
    pub id: String,
    /// The position.
    pub position: String,
    /// The move that the search chose; `None` when the game is over.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// Its score for the side to move.
    pub score: Score,
    /// Nodes of the search.
    pub nodes: u64,
    /// Nodes of oracle A, of oracle B, and of the repeated searches with their judges.
    pub spent: [u64; 3],
    /// Decisions at nodes off the principal variation, by method: remaining depth and how many.
    pub counts: BTreeMap<String, Vec<[u64; 2]>>,
    /// The decisions that were judged.
    pub decisions: Vec<Judged>,
    /// Nodes and moves near the threshold of a method, whether it acted or not.
    pub near: Vec<Near>,
    /// Expected cut nodes whose moves were searched, with the shallow cuts found there.
    pub law: Vec<Law>,
    /// Nodes of which a model predicted something.
    pub predictions: Vec<Prediction>,
}

/// What a decision was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// The node was cut off above beta.
    #[default]
    High,
    /// The node was cut off below alpha.
    Low,
    /// A move was skipped.
    Skip,
    /// A move and all later quiet ones were skipped.
    Rest,
    /// A move was searched shallower and did not come back.
    Reduce,
    /// The same, for good.
    Lost,
}

impl What {
    /// Whether it is about a move, not about the node.
    pub fn is_move(self) -> bool {
        !matches!(self, What::High | What::Low)
    }
}

/// Facts about a node, as they were when the decision was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Depth of the iteration.
    pub iteration: Depth,
    /// Remaining depth of the node.
    pub depth: Depth,
    /// Distance from the root.
    pub ply: i32,
    /// What the node was expected to be: pv, cut or all.
    pub kind: String,
    /// Lower end of the window.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Static evaluation; none in check.
    pub eval: Option<Score>,
    /// The evaluation rose since this side's last move.
    pub improving: bool,
    /// Inside a search that a method made on its own.
    pub probe: bool,
    /// Table entry: what its score says (none, upper, lower, exact), its score and its depth.
    pub table: (String, Option<Score>, Depth),
    /// The path from the root: the bits of each move, or -1 for a pass.
    pub path: Vec<i32>,
}

/// A judged decision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Number of the decision in its search.
    pub serial: u64,
    /// The method.
    pub method: String,
    /// What it decided.
    pub what: What,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// The move in question.
    #[serde(rename = "move")]
    pub m: Option<u16>,
    /// Its rank, history and the depth that a late-move reduction was expected to leave.
    pub rank: Option<(i32, i32, Depth)>,
    /// Plies by which the move was reduced.
    pub reduction: Depth,
    /// By how much the method's threshold was passed, where it has one.
    pub slack: Option<i32>,
    /// Nodes above it on the call stack, the nearest first: kind, rank of the move searched
    /// there, good moves not searched yet, plies of its reduction.
    pub above: Vec<(String, i32, i32, Depth)>,
    /// Decisions that this one stands for.
    pub weight: f64,
    /// Wrong by oracle A: the node or move in its full depth without forward pruning. None: undetermined.
    pub wrong: Option<bool>,
    /// Wrong by oracle B: only this decision off, the recipe below it. None: undetermined.
    pub wrong_below: Option<bool>,
    /// Wrong by the exact value of the game, where that is known.
    pub wrong_exactly: Option<bool>,
    /// How far the score lies on the other side of the bound, if it is wrong.
    pub loss: Option<Score>,
    /// Moves that were skipped together, and how many of them beat alpha.
    pub rest: Option<(usize, usize)>,
    /// Other methods that would have cut the node off too, and whether they would.
    pub others: BTreeMap<String, bool>,
    /// What the search came to without this decision, if that was tried.
    pub replay: Option<Replay>,
}

/// The search repeated without one decision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    /// A right decision, repeated for comparison.
    pub control: bool,
    /// For the node and each one above it on the call stack: whether its verdict changed.
    pub changed: Vec<bool>,
    /// Whether the value of the root changed in that iteration.
    pub root: Option<bool>,
    /// Change of the final score.
    pub score: Score,
    /// Whether the final move changed.
    pub moved: bool,
    /// How much better the new move is than the old one, by longer searches, if it changed.
    pub regret: Option<Score>,
}

impl Replay {
    /// Nodes in a row, from the one of the decision upwards, whose verdict changed.
    pub fn travel(&self) -> usize {
        self.changed.iter().take_while(|changed| **changed).count()
    }
}

/// A node or move near a threshold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Near {
    /// The method.
    pub method: String,
    /// Remaining depth.
    pub depth: Depth,
    /// How far the condition was met, from 0 on, or missed.
    pub slack: i32,
    /// Number of the band of slack.
    pub band: usize,
    /// Nodes or moves that this one stands for.
    pub weight: f64,
    /// Whether acting would have been wrong, by oracle A.
    pub wrong: Option<bool>,
}

/// A node at which shallow cuts were counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Law {
    /// Remaining depth.
    pub depth: Depth,
    /// For each first move whether it reached beta in a shallower search.
    pub cutters: Vec<bool>,
    /// Whether the node failed low in its full depth, by oracle B.
    pub fails_low: Option<bool>,
}

/// What a model predicted of some nodes or moves, and what came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// The method whose model it is.
    pub model: String,
    /// Predicted chance.
    pub chance: f64,
    /// How many were predicted so.
    pub count: u64,
    /// How many came true.
    pub came: u64,
}

/// The name of an expected kind.
pub(super) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Pv => "pv",
        Kind::Cut => "cut",
        Kind::All => "all",
    }
}

impl Place {
    /// The facts of a node and the path to it.
    pub(super) fn new(n: &NodeFacts, path: &[Step]) -> Place {
        let step = |step: &Step| if let Step::Move(bits) = step { i32::from(*bits) } else { -1 };
        let bound = match n.table.map_or(Bound::None, |table| table.bound) {
            Bound::None => "none",
            Bound::Upper => "upper",
            Bound::Lower => "lower",
            Bound::Exact => "exact",
        };
        Place {
            iteration: n.iteration,
            depth: n.depth,
            ply: n.ply,
            kind: kind_name(n.kind).to_string(),
            alpha: n.alpha,
            beta: n.beta,
            eval: n.eval,
            improving: n.improving,
            probe: n.probe,
            table: (bound.to_string(), n.table.map(|table| table.score), n.table.map_or(0, |table| table.depth)),
            path: path.iter().map(step).collect(),
        }
    }
}

/// Rank, history and late depth of a move.
pub(super) fn rank(c: &MoveFacts) -> (i32, i32, Depth) {
    (c.rank, c.history, c.late_depth)
}
