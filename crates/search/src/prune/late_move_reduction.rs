//! Late-move reductions (LMR): later moves are searched shallower, and again in full if they
//! surprise.
//!
//! In its classic form (Fruit, Glaurung, about 2005) quiet moves after the first few
//! lose one ply; today's form reduces by the logarithms of depth and rank, corrected
//! by what is known of the move. Not a cut but a delay: the error is a good late move
//! seen some plies later.
use crate::{
    history::HISTORY_LIMIT,
    logarithm::{Logarithms, logarithms, look_up},
    prelude::*,
};

crate::choice! {
    /// How the reduction is found.
    pub enum Form {
        /// By the logarithms of depth and rank, corrected.
        Logarithmic = "logarithmic",
        /// A fixed number of plies.
        Classic = "classic",
    }
}

crate::params! {
    /// Late moves are searched shallower first.
    pub struct LateMoveReduction {
        min_depth = 3 in 1..=20: "least remaining depth";
        moves = 1 in 0..=64: "moves always searched in full";
        pv_moves = 3 in 0..=64: "moves always searched in full on the principal variation";
        classic = 1 in 1..=4: "plies taken off (form classic)";
        quiet_base = 80 in 0..=400: "reduction of quiet moves at depth 1 or rank 1, in hundredths of a ply";
        quiet_slope = 43 in 0..=200: "reduction for a product of the logarithms of 1, in hundredths of a ply";
        tactical_base = 20 in 0..=400: "the same for tactical moves";
        tactical_slope = 30 in 0..=200: "the same for tactical moves";
        pv = 100 in 0..=300: "less on the principal variation, in hundredths";
        root = 0 in 0..=300: "less at the root, in hundredths";
        steady = 60 in 0..=300: "more when the evaluation is not rising, in hundredths";
        cut = 120 in 0..=300: "more at expected cut nodes, in hundredths";
        killer = 90 in 0..=300: "less for killers, in hundredths";
        check = 80 in 0..=300: "less for moves that give check, in hundredths";
        history = 180 in 0..=1000: "less for a full history, more for a bad one, in hundredths";
        table_pv = 0 in 0..=300: "less where the table knows the node from a principal variation, in hundredths";
        child_cuts = 0 in 0..=300: "more when nodes a ply deeper were often cut off, in hundredths";
        often = 3 in 0..=20: "cuts above which that is often";
        tactical_table = 0 in 0..=300: "more for quiet moves when the table move is tactical, in hundredths";
        deeper = 0 in 0..=1000: "units above the best score from which a move is searched again a ply deeper; 0: never";
        shallower = 0 in 0..=1000: "units above the best score below which it is searched again a ply shallower; 0: never";
    }
    choose {
        form: Form = Logarithmic: "which form";
    }
}

const HUNDREDTHS: i32 = 100;

static LOG: Logarithms = logarithms(HUNDREDTHS);

#[inline]
fn log(x: i32) -> i32 {
    look_up(&LOG, x)
}

impl LateMoveReduction {
    /// The reduction that a move would get before corrections: methods that skip moves
    /// look at the depth that would be left.
    #[inline]
    pub(crate) fn expected<M: Move>(&self, n: &Node<M>, c: &Candidate<M>) -> Depth {
        if !self.enabled || self.form == Form::Classic || c.rank <= self.moves {
            return 0;
        }
        self.base(n, c) / HUNDREDTHS
    }

    #[inline]
    fn base<M: Move>(&self, n: &Node<M>, c: &Candidate<M>) -> i32 {
        let (base, slope) = match c.quiet {
            true => (self.quiet_base, self.quiet_slope),
            false => (self.tactical_base, self.tactical_slope),
        };
        base + log(n.depth) * log(c.rank) * slope / (HUNDREDTHS * HUNDREDTHS)
    }

    /// Plies taken off; `further` hundredths of one are added by what another method knows.
    #[inline]
    pub(crate) fn reduction<M: Move, P: Position>(
        &self,
        n: &Node<M>,
        c: &Candidate<M>,
        child: &P,
        extension: Depth,
        further: i32,
    ) -> Depth {
        let spared = if n.is_pv() { self.pv_moves } else { self.moves };
        if n.depth < self.min_depth || c.rank <= spared || extension > 0 {
            return 0;
        }
        match self.form {
            Form::Classic if !c.quiet || n.forced || child.forced() || c.killer => 0,
            Form::Classic => self.classic.min(n.depth - 1),
            Form::Logarithmic => self.logarithmic(n, c, child.forced(), further),
        }
    }

    /// Plies more, or less, to which a move that beat alpha is searched again, by how far its
    /// score lies above the best so far.
    #[inline]
    pub(crate) fn plies_more(&self, score: Score, best: Score) -> Depth {
        match score - best {
            above if self.deeper > 0 && above >= self.deeper => 1,
            above if self.shallower > 0 && above < self.shallower => -1,
            _ => 0,
        }
    }

    #[inline]
    fn logarithmic<M: Move>(&self, n: &Node<M>, c: &Candidate<M>, check: bool, further: i32) -> Depth {
        let when = |condition: bool, amount: i32| if condition { amount } else { 0 };
        let mut hundredths = self.base(n, c) + further;
        hundredths += when(!n.improving, self.steady) + when(n.kind == Kind::Cut, self.cut);
        hundredths -= when(n.is_pv(), self.pv) + when(c.killer, self.killer) + when(check, self.check);
        hundredths -= when(n.is_root(), self.root) + when(n.table_pv, self.table_pv);
        hundredths += when(c.child_cuts > self.often, self.child_cuts);
        hundredths += when(c.quiet && n.table_tactical, self.tactical_table);
        hundredths -= c.history * self.history / HISTORY_LIMIT;
        // Never straight into quiescence.
        (hundredths / HUNDREDTHS).clamp(0, (n.depth - 2).max(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, candidate, node};

    #[test]
    fn reductions_grow_with_depth_and_rank() {
        let method = LateMoveReduction::on();
        let toy = Toy::new(1);
        let at = |depth, rank| method.reduction(&Node { depth, ..node() }, &candidate(rank), &toy, 0, 0);
        assert!(at(12, 30) > at(12, 4) && at(12, 30) > at(5, 30));
        assert_eq!(at(12, 1), 0);
        assert_eq!(at(2, 30), 0);
        assert!(at(3, 200) <= 1, "a search is left");
    }

    #[test]
    fn a_good_record_reduces_less_and_an_extended_move_not_at_all() {
        let method = LateMoveReduction::on();
        let (toy, n) = (Toy::new(1), Node { depth: 10, ..node() });
        let plain = method.reduction(&n, &candidate(12), &toy, 0, 0);
        assert!(method.reduction(&n, &Candidate { history: 20_000, ..candidate(12) }, &toy, 0, 0) < plain);
        assert_eq!(method.reduction(&n, &candidate(12), &toy, 1, 0), 0);
    }

    #[test]
    fn the_root_may_reduce_less() {
        let method = LateMoveReduction { root: 100, ..LateMoveReduction::on() };
        let (toy, n) = (Toy::new(1), Node { depth: 10, kind: Kind::Pv, ..node() });
        let at = |ply| method.reduction(&Node { ply, ..n }, &candidate(20), &toy, 0, 0);
        assert_eq!(at(0), at(1) - 1);
    }

    #[test]
    fn what_the_table_and_the_children_say_changes_the_reduction_where_it_counts() {
        let method =
            LateMoveReduction { table_pv: 100, child_cuts: 100, tactical_table: 100, ..LateMoveReduction::on() };
        let (toy, n, c) = (Toy::new(1), Node { depth: 10, ..node() }, candidate(12));
        let at = |n: &Node<_>, c: &Candidate<_>| method.reduction(n, c, &toy, 0, 0);
        let plain = at(&n, &c);
        assert_eq!(plain, LateMoveReduction::on().reduction(&n, &c, &toy, 0, 0));
        assert_eq!(at(&Node { table_pv: true, ..n }, &c), plain - 1);
        assert_eq!([3, 4].map(|child_cuts| at(&n, &Candidate { child_cuts, ..c })), [plain, plain + 1]);
        let tactical = Node { table_tactical: true, ..n };
        assert_eq!(at(&tactical, &c), plain + 1);
        let capture = Candidate { quiet: false, ..c };
        assert_eq!(at(&tactical, &capture), at(&n, &capture));
    }

    #[test]
    fn a_move_is_searched_again_deeper_or_shallower_by_its_score() {
        let method = LateMoveReduction { deeper: 50, shallower: 10, ..LateMoveReduction::on() };
        assert_eq!([105, 110, 149, 150].map(|score| method.plies_more(score, 100)), [-1, 0, 0, 1]);
        assert_eq!([101, 900].map(|score| LateMoveReduction::on().plies_more(score, 100)), [0, 0]);
    }

    #[test]
    fn the_classic_form_takes_one_ply_off_late_quiet_moves() {
        let method = LateMoveReduction { form: Form::Classic, moves: 3, ..LateMoveReduction::on() };
        let (toy, n) = (Toy::new(1), Node { depth: 6, ..node() });
        assert_eq!(method.reduction(&n, &candidate(3), &toy, 0, 0), 0);
        assert_eq!(method.reduction(&n, &candidate(4), &toy, 0, 0), 1);
        assert_eq!(method.reduction(&n, &Candidate { quiet: false, ..candidate(4) }, &toy, 0, 0), 0);
        assert_eq!(method.reduction(&n, &Candidate { killer: true, ..candidate(4) }, &toy, 0, 0), 0);
        assert_eq!(method.reduction(&Node { forced: true, ..n }, &candidate(4), &toy, 0, 0), 0);
    }
}
