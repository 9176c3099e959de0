//! What a method may ask of the search. It sees the node, the position and these doors;
//! table, history and limits stay behind them.
use crate::{
    answer::Answer,
    game::{Move, Position},
    id::Id,
    knowledge::Knowledge,
    node::{Depth, Node, Permit, Score},
    picker::Picker,
};

/// The moves of the game that is searched.
pub(crate) type MoveIn<S> = <<S as Doors>::Position as Position>::Move;
/// Its nodes.
pub(crate) type NodeIn<S> = Node<MoveIn<S>>;

/// A zero-window search that a method makes: does a position reach `beta`?
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial<M> {
    /// The method that asks, so that the nodes of nested searches are counted once.
    pub(crate) by: Id,
    /// The bound to reach.
    pub(crate) beta: Score,
    /// Remaining plies of the position that is searched.
    pub(crate) depth: Depth,
    /// What that search may use.
    pub(crate) permit: Permit,
    /// A move to leave out, or "no move".
    pub(crate) without: M,
}

impl<M: Move> Trial<M> {
    /// The question of the node itself, asked by a method: change what differs.
    #[inline(always)]
    pub(crate) fn new(by: Id, n: &Node<M>) -> Self {
        Trial { by, beta: n.beta, depth: n.depth, permit: n.permit, without: M::default() }
    }
}

/// The search as methods see it.
pub(crate) trait Doors: Sized {
    /// Positions of the game that is searched.
    type Position: Position;

    /// The gate that every question to a method passes, at a node of so much remaining
    /// depth: what the method did is counted here and nowhere else.
    fn gate<A: Answer>(&mut self, id: Id, depth: Depth, ask: impl FnOnce(&mut Self) -> A) -> A;

    /// Searches `child`, which comes from the node by `m` (`None`: by a pass), for the side
    /// that moved there.
    fn try_child(
        &mut self,
        pos: &Self::Position,
        n: &NodeIn<Self>,
        m: Option<MoveIn<Self>>,
        child: &Self::Position,
        trial: Trial<MoveIn<Self>>,
    ) -> Score;
    /// Searches the node itself, shallower, perhaps without one move.
    fn same_node(&mut self, pos: &Self::Position, n: &NodeIn<Self>, trial: Trial<MoveIn<Self>>) -> Score;
    /// Quiescence of the node: does it reach `beta`?
    fn quiescence(&mut self, pos: &Self::Position, n: &NodeIn<Self>, beta: Score) -> Score;
    /// Searches without some of the recipe's pruning: what was found with all of it is
    /// no answer there.
    fn lighter<A>(&mut self, search: impl FnOnce(&mut Self) -> A) -> A;

    /// The moves of a node in their order. Give it back by [`Doors::put_back`].
    fn picker(&mut self, n: &NodeIn<Self>) -> Picker<MoveIn<Self>>;
    /// The tactical moves only.
    fn tactical_picker(&mut self, pos: &Self::Position, n: &NodeIn<Self>) -> Picker<MoveIn<Self>>;
    /// The next move of a picker.
    fn next(&self, picker: &mut Picker<MoveIn<Self>>, pos: &Self::Position) -> Option<MoveIn<Self>>;
    /// Takes a picker's buffers back for the next one.
    fn put_back(&mut self, picker: Picker<MoveIn<Self>>);
    /// An empty list of moves to search first at `ply`; give it back by [`Doors::put_first`].
    fn take_first(&mut self, ply: i32) -> Vec<MoveIn<Self>>;
    /// The next picker of this ply begins with these moves.
    fn put_first(&mut self, ply: i32, first: Vec<MoveIn<Self>>);

    /// Whether the move that led to `ply` was a pass.
    fn after_pass(&self, ply: i32) -> bool;
    /// Whether there is a pass on the path to `ply`.
    fn passed_above(&self, ply: i32) -> bool;
    /// Good moves of the side to move at `ply` that are left unexplored on the path.
    fn alternatives_above(&self, ply: i32) -> i32;
    /// Whether one of the `plies` moves that led to `ply` was extended.
    fn extended_within(&self, ply: i32, plies: i32) -> bool;

    /// What methods know from files.
    fn knowledge(&self) -> &Knowledge;
    /// Depth of the iteration.
    fn iteration(&self) -> Depth;
    /// Whether the search has been stopped: scores are void from then on.
    fn stopped(&self) -> bool;
}
