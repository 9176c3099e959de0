//! The watcher that samples nodes near the bound for the fit of ProbCut.
//!
//! It keeps nodes at which ProbCut would be asked, off the principal variation and with a static
//! evaluation not far from beta: there its question is open, and a model that is right there is
//! right where it decides.
use crate::{
    node::{Depth, Kind, Score, is_decisive},
    random::Random,
    reservoir::Reservoir,
    watch::{Look, NodeFacts, Step, Watch},
};

/// A node near its bound.
#[derive(Clone, Debug)]
pub struct Near {
    /// The steps from the root to it.
    pub path: Vec<Step>,
    /// The bound.
    pub beta: Score,
    /// Static evaluation.
    pub eval: Score,
    /// Remaining depth.
    pub height: Depth,
    /// What it was expected to be.
    pub kind: Kind,
}

/// Samples nodes of certain depths.
pub struct BoundObserver {
    /// Depths of the nodes that are sampled, each with its sample.
    reservoirs: Vec<(Depth, Reservoir<Near>)>,
    /// Greatest distance of the evaluation from beta.
    near: Score,
    random: Random,
}

impl BoundObserver {
    /// Keeps `room` nodes of each of these depths.
    pub fn new(heights: &[Depth], room: usize, near: Score, seed: u64) -> Self {
        let reservoirs = heights.iter().map(|height| (*height, Reservoir::new(room))).collect();
        BoundObserver { reservoirs, near, random: Random::new(seed) }
    }

    /// The nodes kept.
    pub fn into_nodes(self) -> Vec<Near> {
        self.reservoirs.into_iter().flat_map(|(_, reservoir)| reservoir.kept).collect()
    }
}

impl Watch for BoundObserver {
    fn assessed(&mut self, n: &NodeFacts, look: &dyn Look) {
        let Some(eval) = n.eval.filter(|eval| (eval - n.beta).abs() <= self.near) else { return };
        if n.kind == Kind::Pv || n.ply == 0 || n.is_test() || is_decisive(n.beta) {
            return;
        }
        let Some((_, reservoir)) = self.reservoirs.iter_mut().find(|(height, _)| *height == n.depth) else { return };
        if let Some(place) = reservoir.place(&mut self.random) {
            reservoir.put(place, Near { path: look.path(), beta: n.beta, eval, height: n.depth, kind: n.kind });
        }
    }
}
