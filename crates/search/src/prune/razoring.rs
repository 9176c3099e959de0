//! Razoring (Birmingham & Kent 1977), as today's programs use it.
//!
//! If the evaluation lies so far below alpha that only tactics could save the node,
//! quiescence is asked; when it agrees the node is left. It errs where a quiet move
//! wins, and pays for the quiescence search when that does not agree.
use crate::{
    game::{Game, MoveOf},
    node::{Kind, Node},
    prune::Before,
    quiescence::quiescence,
    search::Search,
};

crate::params! {
    /// A hopeless node is left to quiescence.
    pub struct Razoring {
        max_depth = 3 in 1..=12: "greatest remaining depth";
        base = 200 in 0..=30000: "margin at depth 0";
        per_depth = 150 in 0..=30000: "margin added for each ply";
    }
}

impl Razoring {
    #[inline]
    pub(crate) fn before_moves<G: Game>(
        &self,
        s: &mut Search<'_, G>,
        pos: &G::Position,
        n: &Node<MoveOf<G>>,
    ) -> Before {
        if n.depth > self.max_depth || n.eval + self.base + self.per_depth * n.depth > n.alpha {
            return Before::Search;
        }
        let score = quiescence(s, pos, n.alpha, n.alpha + 1, n.ply, Kind::All);
        if score <= n.alpha { Before::Cut(score) } else { Before::Search }
    }
}
