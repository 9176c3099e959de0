//! The gate that every method passes, and the doors through which it calls back.
use super::Search;
use crate::{
    alphabeta::alphabeta,
    game::{Game, MoveOf, Position},
    node::{Ask, Depth, Kind, Node, Permit, Score},
    picker::Picker,
    prune::{Answer, Id},
    table::Selectivity,
};

impl<G: Game> Search<'_, G> {
    /// The single gate every method passes, asked at a node with so much remaining depth:
    /// counting lives here and nowhere else.
    #[inline]
    pub fn gate<A: Answer>(&mut self, id: Id, depth: Depth, ask: impl FnOnce(&mut Self) -> A) -> A {
        let start = self.stopper.nodes;
        let said = ask(self);
        let spent = self.stopper.nodes - start;
        if spent > 0 || said.acts() {
            let counts_nodes = self.inside & 1 << id as u64 == 0;
            let tally = self.tallies.at(id, depth);
            tally.tries += 1;
            tally.cuts += said.acts() as u64;
            if counts_nodes {
                tally.nodes += spent;
            }
        }
        said
    }

    /// Marks what `act` searches as the method's own, so that the gate counts no node
    /// twice when such searches are nested.
    #[inline]
    fn within<A>(&mut self, id: Id, act: impl FnOnce(&mut Self) -> A) -> A {
        let outside = self.inside;
        self.inside |= 1 << id as u64;
        let result = act(self);
        self.inside = outside;
        result
    }

    /// A method's zero-window search of the position after `m` (`None`: after a pass), for the
    /// side that moved there: does it reach `beta`? The child is expected to be `kind`.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub fn try_child(
        &mut self,
        id: Id,
        pos: &G::Position,
        m: Option<MoveOf<G>>,
        child: &G::Position,
        n: &Node<MoveOf<G>>,
        beta: Score,
        depth: Depth,
        kind: Kind,
        permit: Permit,
    ) -> Score {
        self.table.prefetch(child.key());
        self.push(pos, m, child, n.ply);
        self.frame_mut(n.ply).alternatives = 0;
        let ask =
            Ask { alpha: -beta, beta: 1 - beta, depth, ply: n.ply + 1, kind, permit, without: MoveOf::<G>::default() };
        let score = -self.within(id, |s| alphabeta(s, child, ask));
        self.pop();
        score
    }

    /// A method's zero-window search of the same node, shallower, perhaps without one move
    /// ("no move": none left out): does it reach `beta`?
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub fn same_node(
        &mut self,
        id: Id,
        pos: &G::Position,
        n: &Node<MoveOf<G>>,
        beta: Score,
        depth: Depth,
        permit: Permit,
        without: MoveOf<G>,
    ) -> Score {
        let kind = if n.is_pv() { Kind::Cut } else { n.kind };
        let ask = Ask { alpha: beta - 1, beta, depth, ply: n.ply, kind, permit, without };
        let score = self.within(id, |s| alphabeta(s, pos, ask));
        // What failed in that search has not failed in this one.
        self.frame_mut(n.ply).failed.clear();
        score
    }

    /// Searches without some of the recipe's pruning: what was found with all of it is
    /// no answer there.
    #[inline]
    pub fn lighter<A>(&mut self, search: impl FnOnce(&mut Self) -> A) -> A {
        let outside = std::mem::replace(&mut self.selectivity, Selectivity::PART);
        let found = search(self);
        self.selectivity = outside;
        found
    }

    /// Whether one of the `plies` moves that led to `ply` was extended.
    #[inline]
    pub fn extended_within(&self, ply: i32, plies: i32) -> bool {
        (1..=plies.min(ply)).any(|back| self.frame(ply - back).extended)
    }

    /// Whether there is a pass on the path to `ply`.
    pub fn passed_above(&self, ply: i32) -> bool {
        (0..ply).any(|above| self.frame(above).pass)
    }

    /// Good moves of the side to move at `ply` that are left unexplored on the path.
    pub fn alternatives_above(&self, ply: i32) -> i32 {
        (1..=ply / 2).map(|moves| self.frame(ply - 2 * moves).alternatives).sum()
    }

    /// An empty list of moves to search first at `ply`; give it back by [`Search::put_first`].
    #[inline]
    pub fn take_first(&mut self, ply: i32) -> Vec<MoveOf<G>> {
        let mut first = std::mem::take(&mut self.frame_mut(ply).first);
        first.clear();
        first
    }

    /// The next picker of this ply begins with these moves.
    #[inline]
    pub fn put_first(&mut self, ply: i32, first: Vec<MoveOf<G>>) {
        self.frame_mut(ply).first = first;
    }

    /// The moves of a node in their order. Give it back by [`Search::put_back`].
    #[inline(always)]
    pub fn picker(&mut self, n: &Node<MoveOf<G>>) -> Picker<MoveOf<G>> {
        let list = self.memory.lists.pop().unwrap_or_default();
        let killers = self.frame(n.ply).killers;
        let mut picker = Picker::all(n.table_move, killers, self.context(n.ply), list);
        let first = &mut self.frame_mut(n.ply).first;
        if !first.is_empty() {
            picker.begin_with(first);
        }
        picker
    }

    /// Takes a picker's buffers back for the next one.
    #[inline]
    pub fn put_back(&mut self, picker: Picker<MoveOf<G>>) {
        self.memory.lists.push(picker.into_list());
    }

    /// Whether the search has been stopped: scores are void from then on.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stopper.stopped
    }

    /// Nodes searched by this thread.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.stopper.nodes
    }
}
