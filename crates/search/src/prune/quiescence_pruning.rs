//! Pruning in quiescence: delta pruning, losing captures by static exchange (SEE), late
//! answers to checks.
//!
//! Beyond the horizon most moves hardly change the score. A capture that wins too little
//! to lift the evaluation to alpha is skipped, and what it could have won at most is its
//! bound; one that loses material by static exchange is skipped; and of the quiet answers
//! to a check only the first few are searched once one holds. It searches nothing for
//! that, and errs where a sacrifice works or the gain is positional.
use crate::prelude::*;

crate::params! {
    /// Leaves out of quiescence what hardly changes the score: losing captures by static
    /// exchange, captures of too little, late answers to checks. Off: every tactical move
    /// and every answer to a check is searched.
    pub struct QuiescencePruning {
        delta_margin = 150 in 0..=2000: "moves whose gain and this margin leave the evaluation below alpha are skipped";
        quiet_evasions = 2 in 0..=64: "quiet answers to a check searched once one holds";
    }
}

/// What quiescence knows of the move at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tactic<M> {
    /// The move.
    pub(crate) m: M,
    /// The score to beat.
    pub(crate) alpha: Score,
    /// It loses material by static exchange.
    pub(crate) losing: bool,
    /// Quiet moves tried, with this one.
    pub(crate) quiet_tried: i32,
}

impl QuiescencePruning {
    /// A bound on the move's score if it is not worth a search.
    #[inline]
    pub(crate) fn skips<P: Position>(&self, pos: &P, n: &Node<P::Move>, tactic: Tactic<P::Move>) -> Option<Score> {
        let Tactic { m, alpha, losing, quiet_tried } = tactic;
        let Some(eval) = n.eval.filter(|_| !losing) else {
            return (losing || quiet_tried > self.quiet_evasions).then_some(-BEST_EVAL);
        };
        let optimistic = eval + pos.gain(m) + self.delta_margin;
        (optimistic <= alpha && !pos.forces(m)).then_some(optimistic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, ToyMove, node};

    fn ask(toy: &Toy, n: &Node<ToyMove>, losing: bool, quiet_tried: i32) -> Option<Score> {
        QuiescencePruning::on().skips(toy, n, Tactic { m: ToyMove(1), alpha: 500, losing, quiet_tried })
    }

    #[test]
    fn a_capture_of_too_little_is_skipped_with_what_it_could_win() {
        let n = node();
        assert_eq!(ask(&Toy::new(1), &Node { eval: Some(350), ..n }, false, 0), Some(500));
        assert_eq!(ask(&Toy::new(1), &Node { eval: Some(351), ..n }, false, 0), None);
        let check = Toy { forcing: 1, ..Toy::new(1) };
        assert_eq!(ask(&check, &Node { eval: Some(0), ..n }, false, 0), None, "a check is searched");
    }

    #[test]
    fn a_losing_capture_is_skipped_whatever_the_evaluation() {
        assert_eq!(ask(&Toy::new(1), &Node { eval: Some(9000), ..node() }, true, 0), Some(-BEST_EVAL));
        assert_eq!(ask(&Toy::new(1), &Node { eval: None, forced: true, ..node() }, true, 0), Some(-BEST_EVAL));
    }

    #[test]
    fn in_check_the_first_quiet_answers_are_searched() {
        let forced = Node { eval: None, forced: true, ..node() };
        assert_eq!(ask(&Toy::new(1), &forced, false, 2), None);
        assert_eq!(ask(&Toy::new(1), &forced, false, 3), Some(-BEST_EVAL));
    }
}
