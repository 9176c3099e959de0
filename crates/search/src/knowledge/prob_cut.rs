//! What ProbCut knows: how a shallow search predicts a deep one.
use crate::node::{BEST_EVAL, Depth, Score};

/// A fit for each stage of the game and pair of depths.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// Name or file it came from; empty if there is none.
    pub name: String,
    /// In the order in which they are tried at a height.
    pub pairs: Vec<Pair>,
}

/// One line of the fit: `deep = slope * shallow + offset`, with a normal error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Stage of the game, its place in [`STAGES`](crate::game::Position::STAGES).
    pub stage: usize,
    /// Remaining depth of the nodes it applies to.
    pub height: Depth,
    /// Depth of the shallow search. 0 is the static evaluation, which never cuts by
    /// itself: the static test reads it.
    pub shallow: Depth,
    /// a
    pub slope: f64,
    /// b
    pub offset: f64,
    /// Standard deviation of the error, sigma.
    pub deviation: f64,
    /// Standard deviations that a cut must be sure by, t.
    pub threshold: f64,
}

impl Model {
    /// The pairs of a stage and height, in their order.
    pub fn at(&self, stage: usize, height: Depth) -> impl Iterator<Item = &Pair> {
        self.pairs.iter().filter(move |pair| (pair.stage, pair.height) == (stage, height))
    }
}

impl Pair {
    /// Least shallow score that predicts `beta` or more with a margin of `sigmas` deviations.
    pub fn high_bound(&self, beta: Score, sigmas: f64) -> Option<Score> {
        in_range(((sigmas * self.deviation + f64::from(beta) - self.offset) / self.slope).ceil())
    }

    /// Greatest shallow score that predicts `alpha` or less with a margin of `sigmas` deviations.
    pub fn low_bound(&self, alpha: Score, sigmas: f64) -> Option<Score> {
        in_range(((-sigmas * self.deviation + f64::from(alpha) - self.offset) / self.slope).floor())
    }
}

/// The bound if an evaluation can lie on both sides of it.
fn in_range(bound: f64) -> Option<Score> {
    (bound.abs() < f64::from(BEST_EVAL)).then_some(bound as Score)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: Pair =
        Pair { stage: 0, height: 6, shallow: 2, slope: 2.0, offset: 10.0, deviation: 15.0, threshold: 1.0 };

    #[test]
    fn bounds_are_rounded_to_the_safe_side() {
        assert_eq!((LINE.high_bound(100, 1.0), LINE.low_bound(100, 1.0)), (Some(53), Some(37)));
        assert_eq!((LINE.high_bound(-100, 1.0), LINE.low_bound(-100, 1.0)), (Some(-47), Some(-63)));
        assert_eq!((LINE.high_bound(101, 0.0), LINE.low_bound(100, 2.0)), (Some(46), Some(30)));
    }

    #[test]
    fn a_bound_that_no_evaluation_reaches_is_none() {
        let flat = Pair { slope: f64::MIN_POSITIVE, ..LINE };
        assert_eq!((flat.high_bound(1, 1.0), flat.low_bound(1, 1.0)), (None, None));
        assert_eq!(Pair { slope: 1.0, offset: 0.0, ..LINE }.high_bound(BEST_EVAL, 0.0), None);
    }

    #[test]
    fn pairs_are_found_by_stage_and_height_in_their_order() {
        let pairs = vec![LINE, Pair { stage: 1, ..LINE }, Pair { shallow: 4, ..LINE }, Pair { height: 7, ..LINE }];
        let model = Model { name: String::new(), pairs };
        assert!(model.at(0, 6).map(|pair| pair.shallow).eq([2, 4]));
        assert!(model.at(1, 6).map(|pair| pair.shallow).eq([2]));
        assert_eq!(model.at(1, 7).count(), 0);
    }
}
