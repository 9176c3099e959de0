//! The gate that every method passes, and what lies behind the doors.
use super::Search;
use crate::{
    alphabeta::alphabeta,
    answer::Answer,
    doors::{Doors, MoveIn, NodeIn, Trial},
    game::{Game, Move, MoveOf, Position},
    history::CONTINUATIONS,
    id::Id,
    knowledge::Knowledge,
    node::{Ask, Depth, Kind, Score},
    picker::Picker,
    quiescence::quiescence,
    table::Selectivity,
};

impl<G: Game> Search<'_, G> {
    /// Marks what `act` searches as the method's own, so that the gate counts no node
    /// twice when such searches are nested.
    #[inline]
    fn within<A>(&mut self, id: Id, act: impl FnOnce(&mut Self) -> A) -> A {
        let outside = (self.inside, self.prober);
        (self.inside, self.prober) = (self.inside | 1 << id as u64, Some(id));
        let result = act(self);
        (self.inside, self.prober) = outside;
        result
    }
}

impl<G: Game> Doors for Search<'_, G> {
    type Position = G::Position;

    #[inline(always)]
    fn gate<A: Answer>(&mut self, id: Id, depth: Depth, ask: impl FnOnce(&mut Self) -> A) -> A {
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

    #[inline]
    fn try_child(
        &mut self,
        pos: &G::Position,
        n: &NodeIn<Self>,
        m: Option<MoveOf<G>>,
        child: &G::Position,
        trial: Trial<MoveOf<G>>,
    ) -> Score {
        self.table.prefetch(child.key());
        self.push(pos, m, child, n.ply);
        self.frame_mut(n.ply).alternatives = 0;
        let ask = Ask {
            alpha: -trial.beta,
            beta: 1 - trial.beta,
            depth: trial.depth,
            ply: n.ply + 1,
            kind: n.kind.later_child(),
            permit: trial.permit,
            without: MoveOf::<G>::default(),
        };
        let score = -self.within(trial.by, |s| alphabeta(s, child, ask));
        self.pop();
        score
    }

    #[inline]
    fn same_node(&mut self, pos: &G::Position, n: &NodeIn<Self>, trial: Trial<MoveOf<G>>) -> Score {
        let Trial { by, beta, depth, permit, without } = trial;
        let kind = if n.is_pv() { Kind::Cut } else { n.kind };
        let ask = Ask { alpha: beta - 1, beta, depth, ply: n.ply, kind, permit, without };
        let score = self.within(by, |s| alphabeta(s, pos, ask));
        // What failed in that search has not failed in this one.
        self.frame_mut(n.ply).failed.clear();
        score
    }

    #[inline]
    fn quiescence(&mut self, pos: &G::Position, n: &NodeIn<Self>, beta: Score) -> Score {
        quiescence(self, pos, (beta - 1, beta), n.ply, Kind::All, false)
    }

    #[inline]
    fn lighter<A>(&mut self, search: impl FnOnce(&mut Self) -> A) -> A {
        let outside = std::mem::replace(&mut self.selectivity, Selectivity::PART);
        let found = search(self);
        self.selectivity = outside;
        found
    }

    #[inline(always)]
    fn picker(&mut self, n: &NodeIn<Self>) -> Picker<MoveOf<G>> {
        let list = self.memory.lists.pop().unwrap_or_default();
        let killers = self.frame(n.ply).killers;
        let mut picker = Picker::all(n.table_move, killers, self.context(n.ply), list);
        let first = &mut self.frame_mut(n.ply).first;
        if !first.is_empty() {
            picker.begin_with(first);
        }
        picker
    }

    #[inline(always)]
    fn tactical_picker(&mut self, pos: &G::Position, n: &NodeIn<Self>) -> Picker<MoveOf<G>> {
        let list = self.memory.lists.pop().unwrap_or_default();
        let tactical = !n.table_move.is_none() && pos.is_tactical(n.table_move);
        Picker::tactical(if tactical { n.table_move } else { MoveOf::<G>::default() }, list)
    }

    #[inline(always)]
    fn next(&self, picker: &mut Picker<MoveOf<G>>, pos: &G::Position) -> Option<MoveOf<G>> {
        picker.next(self, pos)
    }

    #[inline]
    fn put_back(&mut self, picker: Picker<MoveIn<Self>>) {
        self.memory.lists.push(picker.into_list());
    }

    #[inline]
    fn take_first(&mut self, ply: i32) -> Vec<MoveOf<G>> {
        let mut first = std::mem::take(&mut self.frame_mut(ply).first);
        first.clear();
        first
    }

    #[inline]
    fn put_first(&mut self, ply: i32, first: Vec<MoveOf<G>>) {
        self.frame_mut(ply).first = first;
    }

    #[inline]
    fn after_pass(&self, ply: i32) -> bool {
        self.memory.frames[ply as usize + CONTINUATIONS - 1].pass
    }

    fn passed_above(&self, ply: i32) -> bool {
        (0..ply).any(|above| self.frame(above).pass)
    }

    fn alternatives_above(&self, ply: i32) -> i32 {
        (1..=ply / 2).map(|moves| self.frame(ply - 2 * moves).alternatives).sum()
    }

    #[inline]
    fn extended_within(&self, ply: i32, plies: i32) -> bool {
        (1..=plies.min(ply)).any(|back| self.frame(ply - back).extended)
    }

    #[inline]
    fn knowledge(&self) -> &Knowledge {
        self.knowledge
    }

    #[inline]
    fn iteration(&self) -> Depth {
        self.iteration
    }

    #[inline]
    fn stopped(&self) -> bool {
        self.stopper.stopped
    }
}
