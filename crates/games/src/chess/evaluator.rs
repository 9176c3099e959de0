//! An evaluator together with endgame tables.
use super::{Board, Move, SeedEvaluator, Tables};
use niwaki_search::{
    game::{Evaluator, Known},
    node::{Depth, Score},
};

/// Any static evaluator of chess, and the tables if there are some.
#[derive(Clone, Debug, Default)]
pub struct ChessEvaluator<E = SeedEvaluator> {
    inner: E,
    tables: Option<Tables>,
}

impl<E> ChessEvaluator<E> {
    /// `inner` evaluates, `tables` know.
    pub fn new(inner: E, tables: Option<Tables>) -> Self {
        ChessEvaluator { inner, tables }
    }
}

impl<E: Evaluator<Board>> Evaluator<Board> for ChessEvaluator<E> {
    fn reset(&mut self, root: &Board) {
        self.inner.reset(root);
    }

    #[inline]
    fn push(&mut self, before: &Board, m: Option<Move>, after: &Board) {
        self.inner.push(before, m, after);
    }

    #[inline]
    fn pop(&mut self) {
        self.inner.pop();
    }

    #[inline]
    fn evaluate(&mut self, board: &Board) -> Score {
        self.inner.evaluate(board)
    }

    fn evaluate_plainly(&mut self, board: &Board) -> Score {
        self.inner.evaluate_plainly(board)
    }

    #[inline]
    fn probe(&mut self, board: &Board, depth: Depth) -> Option<Known> {
        self.tables.as_ref()?.probe(board, depth)
    }

    fn filter_root(&mut self, root: &Board, moves: &mut Vec<Move>) -> bool {
        self.tables.as_ref().is_some_and(|tables| tables.keep_best(root, moves))
    }
}
