//! The evaluator of chess: a network, the evaluation by hand, known draws, endgame tables.
use super::{
    Board, Move, NetworkEvaluator, SeedEvaluator, Tables,
    fortress::{self, Verdict},
};
use niwaki_search::{
    game::{Evaluator, Settled, Stop, Style},
    node::{Depth, Score},
};

/// All that says what a position is worth. Of network and evaluation by hand only the one
/// that a search has chosen is kept up to date.
#[derive(Clone, Debug)]
pub struct ChessEvaluator {
    style: Style,
    by_hand: SeedEvaluator,
    network: NetworkEvaluator,
    tables: Option<Tables>,
}

impl ChessEvaluator {
    /// Evaluates by the network unless another is chosen; `tables` know.
    pub fn new(network: NetworkEvaluator, tables: Option<Tables>) -> Self {
        ChessEvaluator { style: Style::Best, by_hand: SeedEvaluator::default(), network, tables }
    }
}

impl Evaluator<Board> for ChessEvaluator {
    fn choose(&mut self, style: Style) {
        self.style = style;
    }

    fn reset(&mut self, root: &Board) {
        match self.style {
            Style::Best => self.network.reset(root),
            Style::ByHand | Style::Plain => self.by_hand.reset(root),
        }
    }

    #[inline]
    fn push(&mut self, before: &Board, m: Option<Move>, after: &Board) {
        match self.style {
            Style::Best => self.network.push(before, m, after),
            Style::ByHand | Style::Plain => self.by_hand.push(before, m, after),
        }
    }

    #[inline]
    fn pop(&mut self) {
        match self.style {
            Style::Best => self.network.pop(),
            Style::ByHand | Style::Plain => self.by_hand.pop(),
        }
    }

    #[inline]
    fn evaluate(&mut self, board: &Board) -> Score {
        match self.style {
            Style::Best => match fortress::verdict(board) {
                Verdict::Open => self.network.evaluate(board),
                Verdict::Drawish(divisor) => self.network.evaluate(board) / divisor,
                Verdict::Drawn => 0,
            },
            Style::ByHand => self.by_hand.evaluate(board),
            Style::Plain => self.by_hand.evaluate_plainly(board),
        }
    }

    #[inline]
    fn settle(&mut self, board: &Board, _: Score, _: Score, depth: Depth, _: &mut Stop<'_>) -> Option<Settled> {
        self.tables.as_ref()?.probe(board, depth).map(Settled::from)
    }

    fn filter_root(&mut self, root: &Board, moves: &mut Vec<Move>) -> bool {
        self.tables.as_ref().is_some_and(|tables| tables.keep_best(root, moves))
    }
}
