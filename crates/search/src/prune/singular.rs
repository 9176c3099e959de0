//! Singular extension (SE; Anantharaman, Campbell & Hsu 1988), as today's programs use it.
//!
//! If all other moves, searched to half the depth, stay well below the table move's
//! score, that move is the only good one and is searched deeper. If they do not, and
//! the table move is expected to beat beta anyway, it may be searched shallower. It
//! prunes nothing by itself; it costs the test search.
use crate::{prelude::*, prune::singular_multi_cut::SingularMultiCut};

crate::params! {
    /// A table move far better than all others is searched deeper.
    pub struct Singular {
        min_depth = 7 in 3..=30: "least remaining depth";
        table_plies = 3 in 0..=10: "the table entry may be shallower by this";
        margin = 100 in 0..=1000: "how far the others must stay below, in hundredths for each ply";
        double_margin = 20 in 0..=30000: "farther below by this: extend by two plies; never on the principal variation";
        negative = 1 in 0..=3: "plies taken off a table move that is not singular but beats beta";
        ply_limit = 2 in 1..=10: "no extension at plies beyond this many times the depth of the iteration";
    }
}

const HUNDREDTHS: i32 = 100;

impl Singular {
    #[inline]
    pub(crate) fn on_table_move<S: Doors>(
        &self,
        s: &mut S,
        pos: &S::Position,
        n: &NodeIn<S>,
        multi_cut: &SingularMultiCut,
    ) -> OnTableMove {
        let Some(table) = n.table else { return OnTableMove::Search };
        let trusted = table.bound.is_lower() && table.depth >= n.depth - self.table_plies && !is_decisive(table.score);
        if n.depth < self.min_depth || !trusted || n.ply >= self.ply_limit * s.iteration() {
            return OnTableMove::Search;
        }
        let bound = table.score - self.margin * n.depth / HUNDREDTHS;
        let trial = Trial {
            beta: bound,
            depth: (n.depth - 1) / 2,
            permit: n.permit.without(Self::ID),
            without: n.table_move,
            ..Trial::new(Self::ID, n)
        };
        let others = s.same_node(pos, n, trial);
        match others {
            _ if s.stopped() => OnTableMove::Search,
            _ if others < bound - self.double_margin && !n.is_pv() => OnTableMove::Extend(2),
            _ if others < bound => OnTableMove::Extend(1),
            _ if multi_cut.enabled
                && let Some(score) = s.gate(multi_cut.id(), n.depth, |_| multi_cut.verdict(n, others, bound)) =>
            {
                OnTableMove::Cut(score)
            }
            _ if self.negative > 0 && (table.score >= n.beta || n.kind == Kind::Cut) => {
                OnTableMove::Extend(-self.negative)
            }
            _ => OnTableMove::Search,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        methods::Methods,
        node::{Bound, TableFacts},
        toy::{Toy, ToyMove, node, with_search},
    };

    /// The table says that move 1 is worth `score`.
    fn known(score: Score) -> Node<ToyMove> {
        let n = Node { depth: 7, beta: 1000, alpha: 999, kind: Kind::All, ..node() };
        Node { table_move: ToyMove(1), table: Some(TableFacts { score, depth: 6, bound: Bound::Lower }), ..n }
    }

    fn ask(n: &Node<ToyMove>) -> OnTableMove {
        let toy = Toy::new(3);
        with_search(&Methods::off(), &toy, |s| Singular::on().on_table_move(s, &toy, n, &SingularMultiCut::off()))
    }

    #[test]
    fn a_move_far_above_the_others_is_extended() {
        assert_eq!(ask(&known(800)), OnTableMove::Extend(2));
        assert_eq!(ask(&Node { kind: Kind::Pv, ..known(800) }), OnTableMove::Extend(1));
    }

    #[test]
    fn a_move_like_the_others_is_not_and_may_be_searched_shallower() {
        assert_eq!(ask(&known(-800)), OnTableMove::Search);
        assert_eq!(ask(&Node { kind: Kind::Cut, ..known(-800) }), OnTableMove::Extend(-1));
        assert_eq!(ask(&Node { alpha: -901, beta: -900, ..known(-800) }), OnTableMove::Extend(-1));
    }

    #[test]
    fn a_table_entry_that_proves_too_little_is_not_tested() {
        let n = known(800);
        let table = n.table.unwrap();
        let with = |table: TableFacts| Node { table: Some(table), ..n };
        let guards = [
            Node { depth: Singular::on().min_depth - 1, ..n },
            with(TableFacts { depth: 3, ..table }),
            with(TableFacts { bound: Bound::Upper, ..table }),
            with(TableFacts { score: crate::node::WIN - 9, ..table }),
            Node { table: None, ..n },
            Node { ply: 20, ..n },
        ];
        for n in guards {
            assert_eq!(ask(&n), OnTableMove::Search, "{n:?}");
        }
    }
}
