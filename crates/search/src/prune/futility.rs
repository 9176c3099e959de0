//! Futility pruning (Schaeffer 1986) and extended futility pruning (EFP; Heinz 1998).
//!
//! Near the leaves a move cannot lift a hopeless evaluation to alpha. Heinz' form acts
//! at depth 1 with a margin of some pawns and at depth 2 with that of a rook, counts
//! what the move captures, and spares moves that give check; it is sound as far as the
//! margin covers all positional swings. Today's form acts on quiet moves by the depth
//! that would be left after reduction, with a margin that grows with it.
use crate::prelude::*;

crate::choice! {
    /// Form of futility pruning.
    pub enum Form {
        /// Quiet moves, by reduced depth.
        Reduced = "reduced",
        /// Depths 1 and 2, every move by what it captures.
        Heinz = "heinz",
    }
}

crate::params! {
    /// A move that cannot lift the evaluation to alpha is skipped.
    pub struct Futility {
        max_depth = 8 in 1..=20: "greatest reduced depth (form reduced)";
        base = 90 in 0..=30000: "margin at depth 0 (form reduced)";
        per_depth = 85 in 0..=30000: "margin added for each ply (form reduced)";
        frontier = 200 in 0..=30000: "margin at depth 1 (form heinz)";
        pre_frontier = 500 in 0..=30000: "margin at depth 2 (form heinz)";
    }
    choose {
        form: Form = Reduced: "which form";
    }
}

impl Futility {
    #[inline]
    pub(crate) fn late<P: Position>(
        &self,
        pos: &P,
        n: &Node<P::Move>,
        c: &Candidate<P::Move>,
        late_depth: Depth,
    ) -> Late {
        let hopeless = matches!(self.slack(pos, n, c, late_depth), Some(0..));
        if hopeless && !is_decisive(n.alpha) && !pos.forces(c.m) { Late::Skip } else { Late::Search }
    }

    /// How far the evaluation and its margin lie below alpha: from 0 on the move is skipped,
    /// unless it gives check.
    #[inline]
    pub(crate) fn slack<P: Position>(
        &self,
        pos: &P,
        n: &Node<P::Move>,
        c: &Candidate<P::Move>,
        late_depth: Depth,
    ) -> Option<Score> {
        let eval = n.eval?;
        let margin = match self.form {
            Form::Reduced if c.quiet && late_depth <= self.max_depth => self.base + self.per_depth * late_depth,
            Form::Heinz if !n.is_pv() && n.depth <= 2 => {
                pos.gain(c.m) + if n.depth == 1 { self.frontier } else { self.pre_frontier }
            }
            _ => return None,
        };
        Some(n.alpha - (eval + margin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, candidate, node};

    #[test]
    fn a_hopeless_quiet_move_is_skipped_and_a_capture_is_not() {
        let method = Futility::on();
        let n = Node { alpha: 500, beta: 501, depth: 1, eval: Some(0), ..node() };
        let quiet = candidate(4);
        assert_eq!(method.late(&Toy::new(1), &n, &quiet, 1), Late::Skip);
        assert_eq!(method.late(&Toy::new(1), &n, &Candidate { quiet: false, ..quiet }, 1), Late::Search);
        assert_eq!(method.late(&Toy::new(1), &Node { forced: true, eval: None, ..n }, &quiet, 1), Late::Search);
        assert_eq!(method.late(&Toy::new(1), &Node { eval: Some(480), ..n }, &quiet, 1), Late::Search);
        assert_eq!(method.late(&Toy::new(1), &n, &quiet, method.max_depth + 1), Late::Search);
    }

    #[test]
    fn a_move_that_forces_is_never_skipped() {
        let check = Toy { forcing: candidate(4).m.0, ..Toy::new(1) };
        let n = Node { alpha: 500, beta: 501, depth: 1, eval: Some(0), ..node() };
        for form in [Form::Reduced, Form::Heinz] {
            let method = Futility { form, ..Futility::on() };
            assert_eq!(method.late(&Toy::new(1), &n, &candidate(4), 1), Late::Skip, "{form:?}");
            assert_eq!(method.late(&check, &n, &candidate(4), 1), Late::Search, "{form:?}");
        }
    }

    #[test]
    fn heinz_form_acts_at_depths_one_and_two_with_their_margins() {
        let method = Futility { form: Form::Heinz, ..Futility::on() };
        let n = Node { alpha: 300, beta: 301, depth: 1, eval: Some(100), ..node() };
        let c = candidate(2);
        assert_eq!(method.late(&Toy::new(1), &n, &c, 1), Late::Skip);
        assert_eq!(method.late(&Toy::new(1), &Node { depth: 2, ..n }, &c, 2), Late::Search);
        assert_eq!(method.late(&Toy::new(1), &Node { depth: 2, eval: Some(-200), ..n }, &c, 2), Late::Skip);
        assert_eq!(method.late(&Toy::new(1), &Node { depth: 3, eval: Some(-9000), ..n }, &c, 3), Late::Search);
    }
}
