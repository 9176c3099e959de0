//! ProbCut as today's chess programs have it (Stockfish 2011; the idea is Buro's, 1995).
//!
//! If a tactical move, searched a few plies shallower, beats beta by a margin, the full
//! search would beat beta too. Instead of a fitted model it has a margin, and instead of
//! the whole node it searches single moves, those that win what is missing by static
//! exchange. It errs where the shallower search overlooks the refutation, and costs the
//! searches of the moves that fail. With `table_cut` a table score far above beta is
//! proof enough, even if it is a few plies too shallow.
use crate::prelude::*;

crate::choice! {
    /// What a node that is cut off is worth.
    pub enum Worth {
        /// The score found, lowered by the margin.
        Lowered = "lowered",
        /// The score found.
        Score = "score",
        /// Beta.
        Beta = "beta",
    }
}

crate::params! {
    /// A tactical move that beats beta by a margin in a shallower search beats beta.
    pub struct CaptureProbCut {
        min_depth = 5 in 1..=30: "least remaining depth";
        margin = 200 in 0..=30000: "score units above beta that a move must reach";
        improving = 50 in 0..=30000: "taken off the margin when the evaluation rises, as far as it goes";
        reduction = 4 in 1..=20: "a move is searched to the depth less this";
        quiescence_first = 0 in 0..=60: "from this depth on quiescence must reach the bound before the search is made";
        table_plies = 4 in 0..=20: "the table entry may be shallower by this (table_cut)";
        table_margin = 400 in 0..=30000: "score units above beta that the table must promise (table_cut)";
    }
    choose {
        worth: Worth = Lowered: "what a node that is cut off is worth";
        table_cut: Switch = Off: "a table score far above beta is proof enough";
    }
}

impl CaptureProbCut {
    #[inline(never)]
    pub(crate) fn before_moves<S: Doors>(&self, s: &mut S, pos: &S::Position, n: &NodeIn<S>) -> Before {
        if let Some(score) = self.table_score(n) {
            return Before::Cut(score);
        }
        let bound = self.bound(n);
        if n.depth < self.min_depth || is_decisive(bound) || self.is_hopeless(n, bound) {
            return Before::Search;
        }
        match self.best_tactical(s, pos, n, bound) {
            None => Before::Search,
            Some(score) => Before::Cut(self.worth(n, bound, score)),
        }
    }

    /// What a move must reach.
    fn bound<M: Move>(&self, n: &Node<M>) -> Score {
        let margin = if n.improving { self.margin - self.improving } else { self.margin };
        n.beta + margin.max(0)
    }

    /// Worth of the node if the table promises enough.
    fn table_score<M: Move>(&self, n: &Node<M>) -> Option<Score> {
        let table = n.table.filter(|_| self.table_cut.is_on())?;
        let enough = n.beta + self.table_margin;
        let promised = table.bound.is_lower()
            && table.depth >= n.depth - self.table_plies
            && table.score >= enough
            && !is_decisive(table.score);
        promised.then_some(enough)
    }

    /// Whether a search as deep as ours would be has not reached the bound before.
    fn is_hopeless<M: Move>(&self, n: &Node<M>, bound: Score) -> bool {
        n.table.is_some_and(|table| table.score < bound && table.depth > self.child_depth(n))
    }

    fn child_depth<M: Move>(&self, n: &Node<M>) -> Depth {
        (n.depth - self.reduction).max(0)
    }

    /// Score of the first move that reaches the bound.
    fn best_tactical<S: Doors>(&self, s: &mut S, pos: &S::Position, n: &NodeIn<S>, bound: Score) -> Option<Score> {
        let missing = bound - n.eval?;
        let mut picker = s.tactical_picker(pos, n);
        let mut found = None;
        while let Some(m) = s.next(&mut picker, pos) {
            if !pos.exchange_holds(m, missing) {
                continue;
            }
            let score = self.search_move(s, pos, n, m, bound);
            if s.stopped() {
                break;
            }
            if score >= bound {
                found = Some(score);
                break;
            }
        }
        s.put_back(picker);
        found
    }

    fn search_move<S: Doors>(&self, s: &mut S, pos: &S::Position, n: &NodeIn<S>, m: MoveIn<S>, bound: Score) -> Score {
        let child = pos.play(m);
        let depth = self.child_depth(n);
        let trial = Trial { beta: bound, ..Trial::new(Self::ID, n) };
        let mut search = |depth| s.try_child(pos, n, Some(m), &child, Trial { depth, ..trial });
        if depth > 0 && n.depth >= self.quiescence_first {
            let score = search(0);
            if score < bound {
                return score;
            }
        }
        search(depth)
    }

    /// What the node is worth when a move scored this.
    fn worth<M: Move>(&self, n: &Node<M>, bound: Score, score: Score) -> Score {
        match self.worth {
            Worth::Beta => n.beta,
            // A win that a move forces is one, however shallow the search.
            _ if is_decisive(score) => score,
            Worth::Lowered => score - (bound - n.beta),
            Worth::Score => score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        methods::Methods,
        node::{BEST_EVAL, Bound, TableFacts, WIN},
        toy::{Toy, ToyMove, node, with_search},
    };

    /// Scores of the toy game, but for rare wins, lie far inside of these.
    const LOW: Score = -5000;
    const HIGH: Score = 5000;

    /// The answer, and the nodes it took.
    fn ask_at(method: CaptureProbCut, toy: &Toy, n: &Node<ToyMove>) -> (Before, u64) {
        with_search(&Methods::off(), toy, |s| (method.before_moves(s, toy, n), s.nodes()))
    }

    fn ask(method: CaptureProbCut, n: &Node<ToyMove>) -> Before {
        ask_at(method, &toy(), n).0
    }

    /// A position with tactical moves.
    fn toy() -> Toy {
        let has_some = |toy: &Toy| {
            let mut moves = Vec::new();
            toy.tactical_moves(&mut moves);
            moves.len() >= 2
        };
        (1..).map(Toy::new).find(has_some).unwrap()
    }

    fn at(beta: Score) -> Node<ToyMove> {
        Node { alpha: beta - 1, beta, depth: 6, ..node() }
    }

    fn plain() -> CaptureProbCut {
        CaptureProbCut { worth: Worth::Beta, ..CaptureProbCut::on() }
    }

    #[test]
    fn it_cuts_a_node_where_a_tactical_move_beats_beta_by_the_margin() {
        assert_eq!(ask(plain(), &at(LOW)), Before::Cut(LOW));
        assert_eq!(ask(plain(), &at(HIGH)), Before::Search);
        assert_eq!(ask(CaptureProbCut { margin: 10_000, ..plain() }, &at(LOW)), Before::Search);
        assert_eq!(ask(CaptureProbCut { min_depth: 7, ..plain() }, &at(LOW)), Before::Search);
    }

    #[test]
    fn a_bound_that_no_evaluation_reaches_is_not_tried() {
        let n = Node { eval: Some(BEST_EVAL), ..at(BEST_EVAL) };
        assert_eq!(ask_at(plain(), &toy(), &n), (Before::Search, 0));
    }

    #[test]
    fn a_move_must_win_what_is_missing() {
        let n = Node { eval: Some(LOW), ..at(LOW) };
        let exchange = |exchange| ask_at(plain(), &Toy { exchange, ..toy() }, &n);
        assert_eq!(exchange(plain().margin).0, Before::Cut(LOW));
        assert_eq!(exchange(plain().margin - 1), (Before::Search, 0));
    }

    #[test]
    fn the_margin_shrinks_when_the_evaluation_rises_but_never_below_beta() {
        let rising = Node { improving: true, ..at(LOW) };
        assert_eq!((plain().bound(&at(LOW)), plain().bound(&rising)), (LOW + 200, LOW + 150));
        assert_eq!(CaptureProbCut { improving: 900, ..plain() }.bound(&rising), LOW);
    }

    #[test]
    fn a_table_score_below_the_bound_forbids_it_if_it_is_deep_enough() {
        let known = |score, depth| Node { table: Some(TableFacts { score, depth, bound: Bound::Upper }), ..at(LOW) };
        assert_eq!(ask(plain(), &known(LOW + 199, 3)), Before::Search);
        assert_eq!(ask(plain(), &known(LOW + 200, 3)), Before::Cut(LOW));
        assert_eq!(ask(plain(), &known(LOW + 199, 2)), Before::Cut(LOW));
    }

    #[test]
    fn the_reduction_and_quiescence_change_what_is_searched() {
        let nodes = |method| ask_at(method, &toy(), &at(LOW)).1;
        let direct = CaptureProbCut { quiescence_first: 7, ..plain() };
        assert!(nodes(direct) < nodes(CaptureProbCut { quiescence_first: 6, ..direct }));
        assert!(nodes(CaptureProbCut { reduction: 6, ..direct }) < nodes(CaptureProbCut { reduction: 2, ..direct }));
        // Where quiescence does not reach the bound, no search follows.
        let asked = |method| ask_at(method, &Toy { exchange: 9000, ..toy() }, &at(HIGH)).1;
        assert!(asked(plain()) < asked(direct));
    }

    #[test]
    fn the_worth_is_the_score_lowered_or_not_or_beta() {
        let worth = |worth, score| CaptureProbCut { worth, ..plain() }.worth(&at(100), 300, score);
        assert_eq!([Worth::Lowered, Worth::Score, Worth::Beta].map(|form| worth(form, 350)), [150, 350, 100]);
        assert_eq!([Worth::Lowered, Worth::Beta].map(|form| worth(form, WIN - 7)), [WIN - 7, 100]);
    }

    #[test]
    fn a_table_score_far_above_beta_is_proof_enough_where_that_is_switched_on() {
        let method = CaptureProbCut { table_cut: Switch::On, min_depth: 30, ..plain() };
        let facts = TableFacts { score: LOW + 400, depth: 2, bound: Bound::Lower };
        let with = |facts| Node { table: Some(facts), ..at(LOW) };
        let n = with(facts);
        assert_eq!(ask_at(method, &toy(), &n), (Before::Cut(LOW + 400), 0));
        let guards = [
            with(TableFacts { score: LOW + 399, ..facts }),
            with(TableFacts { score: WIN - 9, ..facts }),
            with(TableFacts { depth: 1, ..facts }),
            with(TableFacts { bound: Bound::Upper, ..facts }),
            Node { table: None, ..n },
        ];
        for n in guards {
            assert_eq!(ask(method, &n), Before::Search, "{n:?}");
        }
        assert_eq!(ask(CaptureProbCut { table_cut: Switch::Off, ..method }, &n), Before::Search);
    }

    #[test]
    fn a_value_out_of_range_is_refused_with_the_range() {
        assert!(CaptureProbCut::on().set("margin", "-1").unwrap_err().contains("0..=30000"));
        assert!(CaptureProbCut::on().set("worth", "much").unwrap_err().contains("lowered, score, beta"));
    }
}
