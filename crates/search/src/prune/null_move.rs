//! Null-move pruning (NMP; Beal 1989; Goetsch & Campbell 1990; Donninger 1993).
//!
//! If the side to move could pass and still beat beta in a shallower search, a real
//! move surely would. Sound but for zugzwang, where passing would be best, hence the
//! guards; and blind to threats that the shallower search does not reach. Forms:
//! fixed R; R by depth (Heinz 1999); R by depth and by how far the evaluation lies
//! above beta (today). Verification: none; reduce instead of cutting (David-Tabibi &
//! Netanyahu 2002); search again without null move when few pieces are left (Fruit)
//! or when the node is deep (today). The bound may lie below beta, by a fixed amount or
//! by what alternatives are left (Björnsson & Marsland 2000; see `variable_bound.rs`).
//! A game says whether passing is sound there at all; `anyway` overrules it.
use crate::prelude::*;

crate::choice! {
    /// How the reduction R is found.
    pub enum Form {
        /// `reduction` plies.
        Fixed = "fixed",
        /// One more above `deep` plies, while enough pieces are left.
        Adaptive = "adaptive",
        /// More with depth and with the evaluation's distance to beta.
        Margin = "margin",
    }
}

crate::choice! {
    /// When the risk of zugzwang forbids a null move.
    pub enum Guard {
        /// Never.
        None = "none",
        /// Without a piece other than king and pawns.
        Piece = "piece",
        /// Unless the pieces outweigh the pawns.
        Outweigh = "outweigh",
        /// Without a piece; at depth beyond `deep` unless more than `guard_points` are left.
        Points = "points",
    }
}

crate::choice! {
    /// How the bound of the null-move search lies to beta.
    pub enum NullBound {
        /// `lowered` below it.
        Fixed = "fixed",
        /// Lower, the more good alternatives are left.
        Variable = "variable",
    }
}

crate::choice! {
    /// What follows when the null move beats beta.
    pub enum Verify {
        /// The node is cut off.
        Never = "never",
        /// The first time on a path the node is searched one ply shallower instead.
        Reduce = "reduce",
        /// With one piece left the node is searched again, shallower, without null move.
        FewPieces = "few-pieces",
        /// The same at nodes from `verify_depth` on.
        Deep = "deep",
    }
}

crate::params! {
    /// If passing still beats beta, a real move surely would.
    pub struct NullMove {
        min_depth = 3 in 1..=20: "least remaining depth";
        reduction = 3 in 1..=8: "R, plies taken off the search after the pass (forms fixed, adaptive: near the leaves; margin: at depth 0)";
        deep = 6 in 1..=20: "depth above which R is one more (form adaptive) and guard_points count";
        depth_divisor = 4 in 1..=20: "plies for one more ply of R (form margin)";
        margin_divisor = 200 in 10..=30000: "score units above beta for one more ply of R (form margin)";
        margin_max = 3 in 0..=10: "greatest R added by the evaluation (form margin)";
        eval_margin = 0 in -30000..=1000: "tried only if the evaluation is at least beta and this; -30000: always";
        guard_points = 9 in 0..=40: "points of pieces (queen 9, rook 5, minor 3) for guard points and form adaptive";
        lowered = 0 in 0..=1000: "score units by which the bound lies below beta (bound fixed)";
        few = 0 in 0..=100: "unexplored good moves above which few_lowered counts (bound variable)";
        few_lowered = 10 in 0..=1000: "score units by which the bound then lies below beta";
        many = 15 in 0..=1000: "unexplored good moves above which many_lowered counts (bound variable)";
        many_lowered = 20 in 0..=1000: "score units by which the bound then lies below beta";
        verify_depth = 14 in 1..=60: "least depth for verification (deep), its limit being R plus one (few-pieces)";
    }
    choose {
        form: Form = Margin: "how R is found";
        guard: Guard = Piece: "zugzwang guard";
        verify: Verify = Deep: "what follows a fail high";
        bound: NullBound = Fixed: "bound of the search after the pass";
        store: Switch = Off: "a node that is cut off is stored in the table";
        anyway: Switch = Off: "tried also in a game that calls it unsound, if that game can pass at all";
    }
}

impl NullMove {
    #[inline(always)]
    pub(crate) fn before_moves<S: Doors>(&self, s: &mut S, pos: &S::Position, n: &NodeIn<S>) -> Before {
        let Some(eval) = n.eval else { return Before::Search };
        let tried = matches!(self.slack(n), Some(0..));
        if !self.is_allowed(S::Position::NULL_MOVE) || !tried || s.after_pass(n.ply) || self.is_guarded(pos, n.depth) {
            return Before::Search;
        }
        let Some(passed) = pos.pass() else { return Before::Search };
        let depth = n.depth - 1 - self.reduction(pos, n, eval);
        let bound = n.beta - self.lowering(s, n.ply);
        let score = s.try_child(pos, n, None, &passed, Trial { beta: bound, depth, ..Trial::new(Self::ID, n) });
        if score < bound || s.stopped() {
            return Before::Search;
        }
        self.verdict(s, pos, n, score.max(n.beta), depth)
    }

    /// How far the evaluation lies above what is needed to try it, from 0 on.
    #[inline]
    pub(crate) fn slack<M: Move>(&self, n: &Node<M>) -> Option<Score> {
        let eval = n.eval.filter(|_| n.depth >= self.min_depth)?;
        Some(eval - n.beta.saturating_add(self.eval_margin))
    }

    /// Whether it may be tried in a game in which it is `sound` or not.
    #[inline]
    fn is_allowed(&self, sound: bool) -> bool {
        sound || self.anyway.is_on()
    }

    /// Plies taken off, beyond the one of the pass itself.
    #[inline]
    fn reduction<P: Position>(&self, pos: &P, n: &Node<P::Move>, eval: Score) -> Depth {
        match self.form {
            Form::Fixed => self.reduction,
            Form::Adaptive => {
                let far = n.depth > self.deep && pos.force(pos.side()).points > self.guard_points;
                self.reduction + far as Depth
            }
            Form::Margin => {
                let above = (eval - n.beta).max(0) / self.margin_divisor;
                self.reduction + n.depth / self.depth_divisor + above.min(self.margin_max)
            }
        }
    }

    #[inline]
    fn is_guarded<P: Position>(&self, pos: &P, depth: Depth) -> bool {
        let force = pos.force(pos.side());
        match self.guard {
            Guard::None => false,
            Guard::Piece => force.pieces == 0,
            Guard::Outweigh => force.points <= force.pawns,
            Guard::Points => force.pieces == 0 || depth > self.deep && force.points <= self.guard_points,
        }
    }

    /// The null move beat beta: what follows?
    #[inline]
    fn verdict<S: Doors>(&self, s: &mut S, pos: &S::Position, n: &NodeIn<S>, score: Score, depth: Depth) -> Before {
        // A win found behind a pass is not proven.
        let score = if is_decisive(score) { n.beta } else { score };
        let unverified = match self.verify {
            Verify::Never => false,
            Verify::Reduce if n.permit.has_verification() => {
                return Before::Reduce(1, n.permit.without_verification());
            }
            Verify::Reduce => false,
            Verify::FewPieces => pos.force(pos.side()).pieces <= 1 && n.depth > self.reduction + 2,
            Verify::Deep => n.depth >= self.verify_depth,
        };
        let cut = if self.store.is_on() { Before::CutAndStore(score, n.depth) } else { Before::Cut(score) };
        if !unverified {
            return cut;
        }
        let permit = n.permit.without(Self::ID);
        let proof = s.same_node(pos, n, Trial { depth: depth.max(1), permit, ..Trial::new(Self::ID, n) });
        if proof >= n.beta && !s.stopped() { cut } else { Before::Search }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::{Force, Outcome},
        methods::Methods,
        node::Kind,
        toy::{Toy, ToyMove, node, with_search},
    };

    /// Scores of the toy game lie far above the one and far below the other.
    const LOW: Score = -5000;
    const HIGH: Score = 5000;

    fn ask(method: NullMove, pos: &Toy, n: &Node<ToyMove>) -> Before {
        with_search(&Methods::off(), pos, |s| method.before_moves(s, pos, n))
    }

    fn plain() -> NullMove {
        NullMove { verify: Verify::Never, eval_margin: -30_000, ..NullMove::on() }
    }

    fn at(beta: Score) -> Node<ToyMove> {
        Node { alpha: beta - 1, beta, depth: 5, kind: Kind::Cut, ..node() }
    }

    #[test]
    fn it_cuts_where_passing_beats_beta_and_only_there() {
        let toy = Toy::new(3);
        assert!(matches!(ask(plain(), &toy, &at(LOW)), Before::Cut(score) if score >= LOW));
        assert_eq!(ask(plain(), &toy, &at(HIGH)), Before::Search);
    }

    #[test]
    fn a_win_found_behind_a_pass_is_worth_beta_only() {
        let wins = |toy: &Toy| toy.outcome().is_none() && toy.pass().unwrap().outcome() == Some(Outcome::Loss);
        let toy = (1..).map(Toy::new).find(wins).unwrap();
        for verify in [Verify::Never, Verify::Deep] {
            let method = NullMove { verify, verify_depth: 5, ..plain() };
            assert_eq!(ask(method, &toy, &at(LOW)), Before::Cut(LOW), "{verify:?}");
        }
    }

    #[test]
    fn a_shallow_node_or_a_low_evaluation_is_left_alone() {
        let toy = Toy::new(3);
        assert_eq!(ask(NullMove { min_depth: 6, ..plain() }, &toy, &at(LOW)), Before::Search);
        let careful = NullMove { eval_margin: 0, ..plain() };
        assert_eq!(ask(careful, &toy, &Node { eval: Some(LOW - 1), ..at(LOW) }), Before::Search);
        assert!(matches!(ask(careful, &toy, &Node { eval: Some(LOW), ..at(LOW) }), Before::Cut(_)));
    }

    #[test]
    fn a_game_that_forbids_it_can_be_overruled() {
        assert!(plain().is_allowed(true) && !plain().is_allowed(false));
        assert!(NullMove { anyway: Switch::On, ..plain() }.is_allowed(false));
    }

    #[test]
    fn two_passes_in_a_row_are_not_made() {
        let toy = Toy::new(3);
        let n = at(LOW);
        let twice = with_search(&Methods::off(), &toy, |s| {
            s.push(&toy, None, &toy.pass().unwrap(), n.ply - 1);
            plain().before_moves(s, &toy, &n)
        });
        assert_eq!(twice, Before::Search);
    }

    #[test]
    fn each_guard_forbids_what_it_says() {
        let force = |pieces, points, pawns| Toy { force: Force { pieces, points, pawns }, ..Toy::new(3) };
        let forbids = |guard, toy: &Toy, depth| NullMove { guard, ..plain() }.is_guarded(toy, depth);
        assert!(!forbids(Guard::None, &force(0, 0, 5), 5));
        assert!(forbids(Guard::Piece, &force(0, 0, 5), 5) && !forbids(Guard::Piece, &force(1, 3, 5), 5));
        assert!(forbids(Guard::Outweigh, &force(1, 3, 3), 5) && !forbids(Guard::Outweigh, &force(1, 5, 3), 5));
        assert!(forbids(Guard::Points, &force(2, 9, 0), 7) && !forbids(Guard::Points, &force(2, 9, 0), 6));
        assert!(forbids(Guard::Points, &force(0, 0, 0), 2) && !forbids(Guard::Points, &force(3, 14, 0), 9));
    }

    #[test]
    fn the_forms_take_off_what_they_say() {
        let toy = Toy { force: Force { pieces: 3, points: 14, pawns: 4 }, ..Toy::new(3) };
        let plies = |form, depth, eval| {
            let n = Node { depth, beta: 0, alpha: -1, ..node() };
            NullMove { form, reduction: 2, ..plain() }.reduction(&toy, &n, eval)
        };
        assert_eq!((plies(Form::Fixed, 4, 0), plies(Form::Fixed, 12, 900)), (2, 2));
        assert_eq!((plies(Form::Adaptive, 6, 0), plies(Form::Adaptive, 7, 0)), (2, 3));
        assert_eq!((plies(Form::Margin, 3, 0), plies(Form::Margin, 8, 0), plies(Form::Margin, 8, 450)), (2, 4, 6));
        assert_eq!(plies(Form::Margin, 8, 20_000), 4 + plain().margin_max);
    }

    #[test]
    fn the_first_fail_high_on_a_path_reduces_and_the_next_one_cuts() {
        let toy = Toy::new(3);
        let method = NullMove { verify: Verify::Reduce, ..plain() };
        let Before::Reduce(1, permit) = ask(method, &toy, &at(LOW)) else { panic!("expected a reduction") };
        assert!(!permit.has_verification());
        assert!(matches!(ask(method, &toy, &Node { permit, ..at(LOW) }), Before::Cut(_)));
    }

    #[test]
    fn verification_searches_again_where_it_is_asked_for() {
        let lone = Toy { force: Force { pieces: 1, points: 3, pawns: 4 }, ..Toy::new(3) };
        let nodes = |verify, toy: &Toy| {
            with_search(&Methods::off(), toy, |s| {
                let method = NullMove { verify, verify_depth: 5, form: Form::Fixed, reduction: 2, ..plain() };
                assert!(matches!(method.before_moves(s, toy, &at(LOW)), Before::Cut(_)));
                s.nodes()
            })
        };
        assert!(nodes(Verify::FewPieces, &lone) > nodes(Verify::Never, &lone));
        assert!(nodes(Verify::Deep, &lone) > nodes(Verify::Never, &lone));
        assert_eq!(nodes(Verify::FewPieces, &Toy::new(3)), nodes(Verify::Never, &Toy::new(3)));
    }
}
