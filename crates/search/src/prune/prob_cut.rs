//! ProbCut (Buro 1995) and Multi-ProbCut (MPC; Buro 1997; Jiang & Buro 2003 for chess).
//!
//! A shallow search predicts a deep one: `v = a v' + b + e`, with an error of known
//! deviation. If `v'` lies so high that `v` reaches beta with enough confidence the node
//! returns beta, and likewise alpha if it lies low. One pair of depths is
//! ProbCut; several pairs, each with its own fit for each stage of the game, are
//! Multi-ProbCut. The model comes from a file that `niwaki fit probcut` writes; without
//! one nothing is ever cut. It errs as often as the confidence says, more where the error
//! is not normal: deep tactics, mates. It costs one or two zero-window searches for each
//! pair tried. Null move is part of the basic search here: asked after ProbCut, and
//! allowed inside the shallow searches; ProbCut itself is not, or depths would collapse.
use crate::{knowledge::prob_cut::Pair, prelude::*};

crate::params! {
    /// A shallow search far enough outside the window predicts the deep one.
    pub struct ProbCut {
        tries = 2 in 1..=8: "most pairs tried at a height, in the order of the model";
        min_height = 1 in 1..=60: "least remaining depth";
        max_height = 60 in 1..=60: "greatest remaining depth";
        threshold_percent = 100 in 0..=10000: "percent of the model's threshold t, the deviations that a cut must be sure by, in all stages of the game but the last";
        endgame_threshold_percent = 100 in 0..=10000: "the same in the last of several stages (chess: the endgame)";
    }
    choose {
        high: Switch = On: "cut nodes that will reach beta";
        low: Switch = On: "cut nodes that will not exceed alpha";
        deepening: Switch = On: "deepen the shallow searches step by step where the table has no move";
        null_move_inside: Switch = On: "null move in the shallow searches";
        recursion: Switch = Off: "ProbCut in the shallow searches";
        strict_table: Switch = On: "scores found with ProbCut do not answer searches without it";
        static_test: Switch = Off: "try a cut only if the evaluation is near enough to it (Edax), where the model knows the evaluation's deviation";
    }
}

const PERCENT: f64 = 100.0;

impl ProbCut {
    #[inline(never)]
    pub(crate) fn before_moves<S: Doors>(&self, s: &mut S, pos: &S::Position, n: &NodeIn<S>) -> Before {
        if n.depth < self.min_height || n.depth > self.max_height {
            return Before::Search;
        }
        let stage = pos.stage();
        let pair = |s: &S, shallow: &dyn Fn(Depth) -> bool, index| {
            let pairs = s.knowledge().prob_cut.at(stage, n.depth);
            pairs.filter(|pair| shallow(pair.shallow)).nth(index).copied()
        };
        let evaluation = pair(s, &|shallow| shallow == 0, 0).filter(|_| self.static_test.is_on());
        for index in 0..self.tries as usize {
            let Some(pair) = pair(s, &|shallow| shallow > 0, index) else { break };
            let said = self.try_pair(s, pos, n, &pair, evaluation);
            if said != Before::Search {
                return said;
            }
        }
        Before::Search
    }

    /// Asks the shallow search of one pair on both sides of the window.
    fn try_pair<S: Doors>(
        &self,
        s: &mut S,
        pos: &S::Position,
        n: &NodeIn<S>,
        pair: &Pair,
        evaluation: Option<Pair>,
    ) -> Before {
        let sigmas = pair.threshold * f64::from(self.percent(pair.stage, S::Position::STAGES.len())) / PERCENT;
        // How far the evaluation may lie on the wrong side; half a unit for rounding.
        let reach = |eval: Pair| sigmas * (eval.deviation + pair.deviation) / 2.0 + 1.0 / 2.0;
        let reach = evaluation.map_or(f64::INFINITY, reach);
        let Some(eval) = n.eval.map(f64::from) else { return Before::Search };
        let high = self.high.is_on() && eval >= f64::from(n.beta) - reach;
        if let Some(bound) = pair.high_bound(n.beta, sigmas).filter(|_| high)
            && self.shallow(s, pos, n, pair.shallow, bound).is_some_and(|score| score >= bound)
        {
            return Before::Cut(n.beta);
        }
        let low = self.low.is_on() && !is_decisive(n.alpha) && eval < f64::from(n.alpha) + reach;
        if let Some(bound) = pair.low_bound(n.alpha, sigmas).filter(|_| low && !s.stopped())
            && self.shallow(s, pos, n, pair.shallow, bound + 1).is_some_and(|score| score <= bound)
        {
            return Before::Cut(n.alpha);
        }
        Before::Search
    }

    /// Share of the model's threshold in a stage, of which the game has `stages`.
    fn percent(&self, stage: usize, stages: usize) -> i32 {
        let last = stage > 0 && stage + 1 == stages;
        if last { self.endgame_threshold_percent } else { self.threshold_percent }
    }

    /// Does a search of this depth reach `bound`? No answer if it was stopped.
    fn shallow<S: Doors>(
        &self,
        s: &mut S,
        pos: &S::Position,
        n: &NodeIn<S>,
        depth: Depth,
        bound: Score,
    ) -> Option<Score> {
        let permit = self.permit(n.permit);
        let first = if self.deepening.is_on() && n.table_move.is_none() { 1 } else { depth };
        let search = |s: &mut S| {
            let trial = Trial { beta: bound, permit, ..Trial::new(Self::ID, n) };
            (first..=depth).map(|depth| s.same_node(pos, n, Trial { depth, ..trial })).last()
        };
        let lighter = self.strict_table.is_on() && !self.recursion.is_on();
        let score = if lighter { s.lighter(search) } else { search(s) };
        score.filter(|_| !s.stopped())
    }

    /// What the shallow searches may use.
    fn permit(&self, mut permit: Permit) -> Permit {
        if !self.recursion.is_on() {
            permit = permit.without(Id::ProbCut);
        }
        if !self.null_move_inside.is_on() {
            permit = permit.without(Id::NullMove);
        }
        permit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        knowledge::{Knowledge, prob_cut::Model},
        methods::Methods,
        node::BEST_EVAL,
        toy::{Toy, ToyMove, node, with_knowledge},
    };
    use std::sync::Arc;

    const HEIGHT: Depth = 6;
    /// Scores of the toy game, but for rare wins, lie far inside of these.
    const LOW: Score = -5000;
    const HIGH: Score = 5000;

    fn pair(shallow: Depth) -> Pair {
        Pair { stage: 0, height: HEIGHT, shallow, slope: 1.0, offset: 0.0, deviation: 50.0, threshold: 1.0 }
    }

    fn at(beta: Score) -> Node<ToyMove> {
        Node { alpha: beta - 1, beta, depth: HEIGHT, ..node() }
    }

    /// The answer, and the nodes it took.
    fn ask_at(method: ProbCut, pairs: &[Pair], toy: &Toy, n: &Node<ToyMove>) -> (Before, u64) {
        let knowledge = Knowledge {
            prob_cut: Arc::new(Model { name: "test".into(), pairs: pairs.to_vec() }),
            ..Knowledge::default()
        };
        let mut methods = Methods::off();
        (methods.table.enabled, methods.null_move.enabled, methods.prob_cut) = (true, true, method);
        with_knowledge(&methods, &knowledge, toy, |s| {
            let said = method.before_moves(s, toy, n);
            (said, s.nodes())
        })
    }

    fn ask(method: ProbCut, pairs: &[Pair], n: &Node<ToyMove>) -> Before {
        ask_at(method, pairs, &Toy::new(3), n).0
    }

    #[test]
    fn it_cuts_with_the_bound_that_the_shallow_search_predicts() {
        assert_eq!(ask(ProbCut::on(), &[pair(2)], &at(LOW)), Before::Cut(LOW));
        assert_eq!(ask(ProbCut::on(), &[pair(2)], &at(HIGH)), Before::Cut(HIGH - 1));
    }

    /// With a fit without error the shallow score decides to the unit, on both sides.
    #[test]
    fn a_shallow_score_at_the_bound_is_enough_and_one_short_of_it_is_not() {
        let sure = Pair { deviation: 0.0, ..pair(2) };
        let plain = ProbCut { null_move_inside: Switch::Off, ..ProbCut::on() };
        let (high, low) = (ProbCut { low: Switch::Off, ..plain }, ProbCut { high: Switch::Off, ..plain });
        let mut tested = 0;
        for seed in 1..40 {
            let cuts = |method, beta| ask_at(method, &[sure], &Toy::new(seed), &at(beta)).0 != Before::Search;
            // The greatest beta that the shallow search reaches is its score.
            let found = (-200..=200).rev().find(|&beta| cuts(high, beta));
            // A proven win or loss lies outside.
            let Some(score) = found.filter(|score| *score < 200) else { continue };
            tested += 1;
            assert!(cuts(high, score - 1));
            // Here alpha is one below beta: cut where the score is at most alpha.
            assert!(cuts(low, score + 1), "seed {seed}: alpha is the score, {score}");
            assert!(!cuts(low, score), "seed {seed}: alpha is one below the score, {score}");
        }
        assert!(tested > 20, "{tested}");
    }

    #[test]
    fn a_node_that_may_go_either_way_is_searched() {
        let unsure = Pair { deviation: 2000.0, ..pair(2) };
        assert_eq!(ask(ProbCut::on(), &[unsure], &at(0)), Before::Search);
        assert_eq!(ask(ProbCut::on(), &[], &at(LOW)), Before::Search);
    }

    #[test]
    fn each_side_can_be_switched_off() {
        assert_eq!(ask(ProbCut { high: Switch::Off, ..ProbCut::on() }, &[pair(2)], &at(LOW)), Before::Search);
        assert_eq!(ask(ProbCut { low: Switch::Off, ..ProbCut::on() }, &[pair(2)], &at(HIGH)), Before::Search);
    }

    #[test]
    fn a_bound_that_no_evaluation_reaches_is_not_tried() {
        let wild = Pair { deviation: 2.0 * f64::from(BEST_EVAL), ..pair(2) };
        assert_eq!(ask_at(ProbCut::on(), &[wild], &Toy::new(3), &at(LOW)), (Before::Search, 0));
    }

    #[test]
    fn pairs_belong_to_a_height_and_a_stage() {
        let endgame = Toy { stage: 1, ..Toy::new(3) };
        let late = Pair { stage: 1, ..pair(2) };
        assert_eq!(ask(ProbCut::on(), &[Pair { height: HEIGHT + 1, ..pair(2) }], &at(LOW)), Before::Search);
        assert_eq!(ask(ProbCut::on(), &[late], &at(LOW)), Before::Search);
        assert_eq!(ask_at(ProbCut::on(), &[late], &endgame, &at(LOW)).0, Before::Cut(LOW));
        for heights in [(HEIGHT + 1, 60), (1, HEIGHT - 1)] {
            let method = ProbCut { min_height: heights.0, max_height: heights.1, ..ProbCut::on() };
            assert_eq!(ask(method, &[pair(2)], &at(LOW)), Before::Search);
        }
    }

    #[test]
    fn the_last_of_several_stages_has_a_percentage_of_its_own() {
        let method = ProbCut { threshold_percent: 80, endgame_threshold_percent: 120, ..ProbCut::on() };
        assert_eq!([method.percent(0, 1), method.percent(0, 2), method.percent(1, 2)], [80, 80, 120]);
        assert_eq!([method.percent(1, 3), method.percent(2, 3)], [80, 120]);
    }

    #[test]
    fn no_more_pairs_are_tried_than_allowed_and_a_threshold_can_be_scaled() {
        let unsure = Pair { threshold: 400.0, ..pair(3) };
        let tries = |tries| ask(ProbCut { tries, ..ProbCut::on() }, &[unsure, pair(2)], &at(LOW));
        assert_eq!((tries(1), tries(2)), (Before::Search, Before::Cut(LOW)));
        let scaled = ProbCut { threshold_percent: 1, ..ProbCut::on() };
        assert_eq!(ask(scaled, &[unsure], &at(LOW)), Before::Cut(LOW));
    }

    #[test]
    fn the_static_test_spares_searches_that_the_evaluation_calls_hopeless() {
        let tested = ProbCut { static_test: Switch::On, ..ProbCut::on() };
        let knows = [pair(0), pair(2)];
        // Deviations 50 and 50: the evaluation may lie 50 on the wrong side, no more.
        let n = Node { eval: Some(LOW - 50), ..at(LOW) };
        assert_eq!(ask(tested, &knows, &n), Before::Cut(LOW));
        let hopeless = Node { eval: Some(LOW - 51), ..n };
        assert_eq!(ask(tested, &knows, &hopeless), Before::Search);
        assert_eq!(ask(ProbCut::on(), &knows, &hopeless), Before::Cut(LOW));
        assert_eq!(ask(tested, &[pair(2)], &hopeless), Before::Cut(LOW), "the model does not know the evaluation");
        let n = Node { eval: Some(HIGH + 49), ..at(HIGH) };
        assert_eq!(ask(tested, &knows, &n), Before::Cut(HIGH - 1));
        assert_eq!(ask(tested, &knows, &Node { eval: Some(HIGH + 50), ..n }), Before::Search);
        assert_eq!(ask(ProbCut::on(), &[pair(0)], &n), Before::Search, "the evaluation alone never cuts");
    }

    #[test]
    fn the_shallow_searches_use_what_they_may() {
        let toy = Toy::new(3);
        let nodes = |method| ask_at(method, &[pair(4)], &toy, &at(40)).1;
        let plain = ProbCut { deepening: Switch::Off, ..ProbCut::on() };
        assert_ne!(nodes(ProbCut::on()), nodes(plain));
        assert_ne!(nodes(plain), nodes(ProbCut { null_move_inside: Switch::Off, ..plain }));
        let permit = |recursion| ProbCut { recursion, ..plain }.permit(Permit::ALL).has(Id::ProbCut);
        assert!(permit(Switch::On) && !permit(Switch::Off));
    }

    #[test]
    fn a_value_out_of_range_is_refused_with_the_range() {
        assert!(ProbCut::on().set("tries", "9").unwrap_err().contains("1..=8"));
    }
}
