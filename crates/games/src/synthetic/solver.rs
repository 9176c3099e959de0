//! The exact value of a node: alpha-beta to the leaves, which takes about the square root of
//! their number. Edges that are good for the mover are tried first.
use super::{Board, Branch, STEP};
use niwaki_search::{
    game::{Outcome, Position, Settled, Stop},
    node::{Bound, INFINITE, Score},
};

/// Nodes between two questions whether to stop.
const STOP_INTERVAL: u64 = 1024;

/// A search to the end; it keeps nothing but its count.
struct Exact<'s, 'f> {
    nodes: u64,
    stop: &'s mut Stop<'f>,
    stopped: bool,
}

/// The moves, best edge first.
fn ordered(pos: &Board) -> Vec<Branch> {
    let mut moves = Vec::new();
    pos.quiet_moves(&mut moves);
    moves.sort_by_key(|&m| -pos.prior(m));
    moves
}

impl Exact<'_, '_> {
    fn value(&mut self, pos: &Board, mut alpha: Score, beta: Score) -> Score {
        if let Some(Outcome::Points(points)) = pos.outcome() {
            return points;
        }
        self.nodes += 1;
        if self.nodes == STOP_INTERVAL {
            self.stopped |= (self.stop)(std::mem::take(&mut self.nodes));
        }
        let mut best = -INFINITE;
        for m in ordered(pos) {
            if self.stopped {
                break;
            }
            best = best.max(-self.value(&pos.play(m), -beta, -alpha));
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        best
    }
}

/// What a search to the end says of the position; `None` if it was stopped.
pub(super) fn settle(pos: &Board, alpha: Score, beta: Score, stop: &mut Stop<'_>) -> Option<Settled> {
    let mut exact = Exact { nodes: 0, stop, stopped: false };
    let score = exact.value(pos, alpha, beta);
    let bound = match score {
        _ if score >= beta => Bound::Lower,
        _ if score <= alpha => Bound::Upper,
        _ => Bound::Exact,
    };
    (!exact.stopped).then_some(Settled { score, bound, nodes: exact.nodes })
}

/// Value in steps for the side to move, a line that keeps it, and the nodes it took.
pub(super) fn solve(pos: &Board) -> (i32, Vec<Branch>, u64) {
    let mut nodes = 0;
    let mut value = |pos: &Board| {
        let mut count = |new: u64| {
            nodes += new;
            false
        };
        let settled = settle(pos, -INFINITE, INFINITE, &mut count);
        nodes += settled.map_or(0, |settled| settled.nodes);
        settled.map_or(0, |settled| settled.score)
    };
    let whole = value(pos);
    let (mut here, mut score, mut line) = (*pos, whole, Vec::new());
    while let Some(m) = ordered(&here).into_iter().find(|&m| -value(&here.play(m)) == score) {
        line.push(m);
        (here, score) = (here.play(m), -score);
    }
    (whole / STEP, line, nodes)
}
