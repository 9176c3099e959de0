//! The evaluator of chess: a network if there is one, the evaluation by hand, endgame tables.
use super::{Board, Move, NetworkEvaluator, SeedEvaluator, Tables};
use niwaki_search::{
    game::{Evaluator, Known},
    node::{Depth, Score},
};

/// All that says what a position is worth.
#[derive(Clone, Debug, Default)]
pub struct ChessEvaluator {
    by_hand: SeedEvaluator,
    network: Option<NetworkEvaluator>,
    tables: Option<Tables>,
}

impl ChessEvaluator {
    /// Evaluates by the network, or by hand if there is none; `tables` know.
    pub fn new(network: Option<NetworkEvaluator>, tables: Option<Tables>) -> Self {
        ChessEvaluator { by_hand: SeedEvaluator::default(), network, tables }
    }
}

impl Evaluator<Board> for ChessEvaluator {
    fn reset(&mut self, root: &Board) {
        self.by_hand.reset(root);
        if let Some(network) = &mut self.network {
            network.reset(root);
        }
    }

    #[inline]
    fn push(&mut self, before: &Board, m: Option<Move>, after: &Board) {
        self.by_hand.push(before, m, after);
        if let Some(network) = &mut self.network {
            network.push(before, m, after);
        }
    }

    #[inline]
    fn pop(&mut self) {
        self.by_hand.pop();
        if let Some(network) = &mut self.network {
            network.pop();
        }
    }

    #[inline]
    fn evaluate(&mut self, board: &Board) -> Score {
        match &mut self.network {
            Some(network) => network.evaluate(board),
            None => self.by_hand.evaluate(board),
        }
    }

    fn evaluate_by_hand(&mut self, board: &Board) -> Score {
        self.by_hand.evaluate(board)
    }

    fn evaluate_plainly(&mut self, board: &Board) -> Score {
        self.by_hand.evaluate_plainly(board)
    }

    #[inline]
    fn probe(&mut self, board: &Board, depth: Depth) -> Option<Known> {
        self.tables.as_ref()?.probe(board, depth)
    }

    fn filter_root(&mut self, root: &Board, moves: &mut Vec<Move>) -> bool {
        self.tables.as_ref().is_some_and(|tables| tables.keep_best(root, moves))
    }
}
