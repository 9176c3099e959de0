//! Plain minimax: slow and obviously right. The yardstick of the search's tests.
use crate::{
    game::{Evaluator, Game, Position},
    node::{Depth, Score},
    search::is_repetition,
};

/// Minimax with the same horizon, draws and quiescence as the search with every method
/// switched off, but without window, table or ordering.
pub struct Minimax<'g, G: Game> {
    game: &'g G,
    keys: Vec<u64>,
    /// Nodes visited.
    pub nodes: u64,
    /// Gives up beyond this.
    pub node_limit: u64,
}

impl<'g, G: Game> Minimax<'g, G> {
    /// A fresh reference.
    pub fn new(game: &'g G, node_limit: u64) -> Self {
        Minimax { game, keys: Vec::new(), nodes: 0, node_limit }
    }

    /// Score of `pos` at `depth`; `None` if that takes too many nodes.
    pub fn score(&mut self, pos: &G::Position, depth: Depth) -> Option<Score> {
        self.keys.clear();
        self.node(pos, depth, 0)
    }

    fn node(&mut self, pos: &G::Position, depth: Depth, ply: i32) -> Option<Score> {
        self.nodes += 1;
        if self.nodes > self.node_limit {
            return None;
        }
        if ply > 0 {
            if let Some(outcome) = pos.outcome() {
                return Some(outcome.score(ply));
            }
            if is_repetition(&self.keys, pos, ply) {
                return Some(0);
            }
        }
        let mut moves = Vec::new();
        let quiet = depth <= 0 && !pos.forced();
        let stand = if quiet { self.evaluate(pos) } else { Score::MIN };
        match quiet {
            true => pos.tactical_moves(&mut moves),
            false => pos.legal_moves(&mut moves),
        }
        if moves.is_empty() && !quiet {
            return Some(pos.stuck().score(ply));
        }
        let mut best = stand;
        self.keys.push(pos.key());
        for m in moves {
            // A forced pass is no choice and takes no depth.
            let left = if pos.is_pass(m) { depth } else { depth - 1 };
            best = best.max(-self.node(&pos.play(m), left, ply + 1)?);
        }
        self.keys.pop();
        Some(best)
    }

    fn evaluate(&self, pos: &G::Position) -> Score {
        let mut evaluator = self.game.evaluator();
        evaluator.reset(pos);
        evaluator.evaluate(pos)
    }
}
