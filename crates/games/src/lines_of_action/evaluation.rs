//! The evaluation: learned, or by hand where a recipe asks for that.
use super::{
    board::Board,
    hand,
    tables::{Weights, evaluate},
};
use niwaki_search::{
    game::{Evaluator, Style},
    node::Score,
};
use std::sync::Arc;

/// Evaluates positions.
#[derive(Clone, Debug)]
pub struct LoaEvaluator {
    weights: Arc<Weights>,
    style: Style,
}

impl LoaEvaluator {
    pub(super) fn new(weights: Arc<Weights>) -> LoaEvaluator {
        LoaEvaluator { weights, style: Style::default() }
    }
}

impl Evaluator<Board> for LoaEvaluator {
    fn choose(&mut self, style: Style) {
        self.style = style;
    }
    #[inline]
    fn evaluate(&mut self, pos: &Board) -> Score {
        match self.style {
            Style::Best => evaluate(&self.weights, pos),
            Style::ByHand | Style::Plain => hand::evaluate(pos),
        }
    }
}
