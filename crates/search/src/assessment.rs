//! What a node is taken to be worth before its moves: tools that read the table, the path and
//! the rules of a draw into its evaluation and its window. None prunes anything.
use crate::{
    game::{Move, Position},
    node::{Node, Score, is_decisive},
    param::Switch,
};

crate::params! {
    /// A table score that proves the evaluation too low or too high takes its place, as most
    /// engines have it: a lower bound above it, an upper bound below it, however shallow.
    pub struct TableEvaluation {}
    choose {
        quiescence: Switch = On: "in quiescence too";
    }
}

impl TableEvaluation {
    /// The evaluation, as far as the table does not prove it wrong.
    #[inline]
    pub(crate) fn refine<M: Move>(&self, n: &Node<M>, eval: Score) -> Score {
        let Some(table) = n.table.filter(|table| self.enabled && !is_decisive(table.score)) else { return eval };
        let proves = if table.score > eval { table.bound.is_lower() } else { table.bound.is_upper() };
        if proves { table.score } else { eval }
    }
}

crate::params! {
    /// Quiescence asks the table before it evaluates, and takes the evaluation from there.
    /// Off: it evaluates while the memory of the table is on its way.
    pub struct QuiescenceMemory {}
    choose {
        stand_pat: Switch = On: "an evaluation that beats beta is stored if the table knows nothing of the node";
    }
}

crate::params! {
    /// Whether the evaluation rises is asked of the own move before the last one where the
    /// last was an answer to a check. Off: then it does not count as rising.
    pub struct LongMemory {}
}

crate::params! {
    /// The evaluation shrinks as a draw by counting moves comes nearer (chess: 50 moves
    /// without capture or pawn move), and near that draw no table score ends a node: it may
    /// come from a path with time left.
    pub struct DrawClock {
        span = 200 in 100..=1000: "the evaluation would be 0 at this, in hundredths of the way to the draw";
        guard = 90 in 0..=100: "hundredths of the way from which no table score ends a node";
    }
}

impl DrawClock {
    /// The evaluation, shrunk.
    #[inline]
    pub(crate) fn scale<P: Position>(&self, pos: &P, eval: Score) -> Score {
        if self.enabled { eval * (self.span - pos.draw_clock()) / self.span } else { eval }
    }

    /// Whether a table score may end the node.
    #[inline]
    pub(crate) fn trusts_table<P: Position>(&self, pos: &P) -> bool {
        !self.enabled || pos.draw_clock() < self.guard
    }
}

crate::params! {
    /// A side that can repeat a position of the path by its next move is sure of a draw (M. van
    /// Kervinck 2013). Off: a repetition is seen once it is on the board.
    pub struct UpcomingRepetition {}
}

/// Whether one move leads back to a position on the path below the root, whose keys and those
/// of the game before are `keys`.
pub(crate) fn can_repeat<P: Position>(keys: &[u64], pos: &P, ply: i32) -> bool {
    let reach = pos.reversible_plies().min(keys.len()).min(ply as usize);
    // A move of the side to move leads to positions with the other side to move alone.
    (3..=reach).step_by(2).any(|back| pos.is_a_move_away(pos.key() ^ keys[keys.len() - back]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        methods::Methods,
        node::{Bound, Kind, NO_SCORE, TableFacts, WIN},
        quiescence::quiescence,
        table::{Entry, Selectivity},
        toy::{Toy, node, with_search},
    };

    #[test]
    fn a_table_score_takes_the_place_of_an_evaluation_that_it_proves_wrong() {
        let method = TableEvaluation::on();
        let with = |score, bound| Node { table: Some(TableFacts { score, depth: 1, bound }), ..node() };
        assert_eq!(method.refine(&with(50, Bound::Lower), 20), 50);
        assert_eq!(method.refine(&with(50, Bound::Upper), 20), 20);
        assert_eq!(method.refine(&with(-50, Bound::Upper), 20), -50);
        assert_eq!(method.refine(&with(-50, Bound::Lower), 20), 20);
        assert_eq!(method.refine(&with(-50, Bound::Exact), 20), -50);
        assert_eq!(method.refine(&with(WIN - 5, Bound::Exact), 20), 20, "a mate is no evaluation");
        assert_eq!(method.refine(&node(), 20), 20);
        assert_eq!(TableEvaluation::off().refine(&with(50, Bound::Exact), 20), 20);
    }

    #[test]
    fn the_evaluation_shrinks_and_the_table_is_not_trusted_as_the_draw_comes_near() {
        let at = |draw_clock| Toy { draw_clock, ..Toy::new(1) };
        let method = DrawClock::on();
        assert_eq!([0, 50, 100].map(|clock| method.scale(&at(clock), 200)), [200, 150, 100]);
        assert_eq!(DrawClock::off().scale(&at(50), 200), 200);
        assert_eq!([89, 90].map(|clock| method.trusts_table(&at(clock))), [true, false]);
        assert!(DrawClock::off().trusts_table(&at(99)));
    }

    #[test]
    fn a_side_that_can_go_back_to_the_path_has_a_draw() {
        let mut methods = Methods::off();
        methods.upcoming_repetition.enabled = true;
        let keys = [11, 22, 33, 44];
        let at = |back: usize| {
            let toy = Toy { ply: 4, ..Toy::new(1) };
            Toy { away: toy.key() ^ keys[keys.len() - back], ..toy }
        };
        assert!(can_repeat(&keys, &at(3), 3), "the root");
        assert!(!can_repeat(&keys, &at(3), 2), "before the root");
        assert!(!can_repeat(&keys, &at(2), 4), "there the other side was to move");
        let n = Node { alpha: -50, ply: 3, ..node() };
        let least = |methods: &Methods, toy: &Toy, n: &Node<_>| {
            with_search(methods, toy, |s| {
                s.memory.keys.extend_from_slice(&keys);
                s.least_score(toy, n)
            })
        };
        assert_eq!(least(&methods, &at(3), &n), 0);
        assert_eq!(least(&Methods::off(), &at(3), &n), 3 - WIN);
        assert_eq!(least(&methods, &at(2), &n), 3 - WIN);
    }

    #[test]
    fn quiescence_takes_the_evaluation_from_the_table_and_stores_what_stands() {
        let toy = Toy::new(1);
        let ask = |methods: &Methods, eval: Option<Score>| {
            with_search(methods, &toy, |s| {
                let entry = Entry {
                    move_bits: 0,
                    score: NO_SCORE,
                    eval: eval.unwrap_or(NO_SCORE),
                    depth: 0,
                    bound: Bound::None,
                    pv: false,
                    selectivity: Selectivity::NONE,
                };
                if eval.is_some() {
                    s.store(&toy, 0, entry);
                }
                let score = quiescence(s, &toy, (-10_001, -10_000), 0, Kind::Cut, true);
                (score, s.table.probe(toy.key(), 0).map(|entry| (entry.score, entry.bound)))
            })
        };
        let mut methods = Methods::off();
        methods.table.enabled = true;
        let (plain, stored) = ask(&methods, None);
        assert_eq!(stored, None);
        assert_eq!(ask(&methods, Some(77)).0, plain, "off: it evaluates by itself");
        methods.quiescence_memory = QuiescenceMemory::on();
        assert_eq!(ask(&methods, None), (plain, Some((plain, Bound::Lower))));
        assert_eq!(ask(&methods, Some(77)), (77, Some((NO_SCORE, Bound::None))), "what is known is kept");
        methods.quiescence_memory.stand_pat = Switch::Off;
        assert_eq!(ask(&methods, None), (plain, None));
    }

    #[test]
    fn after_a_check_the_evaluation_is_compared_with_the_one_before() {
        let toy = Toy::new(1);
        for (enabled, expected) in [(false, false), (true, true)] {
            let mut methods = Methods::off();
            methods.long_memory.enabled = enabled;
            with_search(&methods, &toy, |s| {
                s.note_eval(0, Some(10));
                s.note_eval(2, None);
                assert_eq!(s.note_eval(4, Some(20)), expected);
                assert!(!s.note_eval(4, Some(5)), "it has fallen");
                assert!(!s.note_eval(1, Some(5)), "nothing is known before the root");
            });
        }
    }
}
