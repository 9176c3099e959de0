//! Wald's (1945) sequential probability ratio test of two Elo differences, generalized to
//! distributions that are not known: each hypothesis gets the likeliest distribution that
//! meets it (Van den Bergh, "The generalized SPRT"). In the normalized model the hypotheses
//! are about the score in units of its spread, in the logistic one about the score.
use super::{
    Interval, Results,
    elo::{self, NORMALIZED_UNIT},
    likelihood,
};

/// Default probability of either error.
pub const DEFAULT_ERROR: f64 = 0.05;
/// The greatest difference that can be tested, in Elo of either model.
pub const GREATEST_ELO: f64 = 600.0;
/// The least distance of the hypotheses, in Elo.
pub const LEAST_GAP: f64 = 0.001;
/// Stands for a count of zero, as in Fishtest and fastchess: what has not happened yet is
/// unlikely, not impossible.
const NEVER_SEEN: f64 = 1e-3;
/// Drifts so small, over the distance of the bounds, that their formula would cancel.
const NO_DRIFT: f64 = 1e-6;

/// What a test measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Normalized Elo: the number of games needed hardly depends on draws and openings.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

/// What is wrong with a test; each message is one line.
#[derive(Clone, Debug, thiserror::Error, PartialEq)]
pub enum Error {
    /// A hypothesis out of range.
    #[error("{name}: expected a number from -{GREATEST_ELO} to {GREATEST_ELO}, not {found}")]
    Elo {
        /// Which hypothesis.
        name: &'static str,
        /// What was given.
        found: f64,
    },
    /// Hypotheses in the wrong order or too near to each other.
    #[error("elo1: expected at least {LEAST_GAP} more than elo0 ({elo0}), not {elo1}")]
    Order {
        /// The lower hypothesis.
        elo0: f64,
        /// The upper hypothesis.
        elo1: f64,
    },
    /// A probability of error that makes no test.
    #[error("{name}: expected a probability above 0 and below 0.5, not {found}")]
    Probability {
        /// Which error.
        name: &'static str,
        /// What was given.
        found: f64,
    },
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The lower hypothesis is accepted.
    AcceptH0,
    /// The upper hypothesis is accepted.
    AcceptH1,
    /// More games are needed.
    Continue,
}

/// What a test may be expected to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expectation {
    /// Mean number of games.
    pub games: f64,
    /// Probability that the upper hypothesis is accepted.
    pub passes: f64,
}

/// A test of `elo0` against `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    bounds: Interval,
    model: Model,
}

impl Sprt {
    /// A test that accepts the upper hypothesis with probability `alpha` where the lower is
    /// true, and the lower with probability `beta` where the upper is true.
    pub fn new(model: Model, elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, Error> {
        for (name, found) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-GREATEST_ELO..=GREATEST_ELO).contains(&found) {
                return Err(Error::Elo { name, found });
            }
        }
        if elo1 - elo0 < LEAST_GAP {
            return Err(Error::Order { elo0, elo1 });
        }
        for (name, found) in [("alpha", alpha), ("beta", beta)] {
            if !(found > 0.0 && found < 0.5) {
                return Err(Error::Probability { name, found });
            }
        }
        let bounds = Interval { low: (beta / (1.0 - alpha)).ln(), high: ((1.0 - beta) / alpha).ln() };
        Ok(Sprt { elo0, elo1, bounds, model })
    }

    /// The log-likelihood ratios at which a hypothesis is accepted.
    pub fn bounds(&self) -> Interval {
        self.bounds
    }

    /// Elo of both hypotheses, the lower first.
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// What a log-likelihood ratio means.
    pub fn verdict(&self, ratio: f64) -> Verdict {
        match ratio {
            ratio if ratio >= self.bounds.high => Verdict::AcceptH1,
            ratio if ratio <= self.bounds.low => Verdict::AcceptH0,
            _ => Verdict::Continue,
        }
    }

    /// The log-likelihood ratio: how much better the upper hypothesis explains the results.
    pub fn log_likelihood_ratio(&self, results: &Results) -> f64 {
        if results.observations() == 0 {
            return 0.0;
        }
        let counts: Vec<f64> = results.counts().iter().map(|count| (*count as f64).max(NEVER_SEEN)).collect();
        let total: f64 = counts.iter().sum();
        let observed: Vec<f64> = counts.iter().map(|count| count / total).collect();
        let likeliest = |elo| self.likeliest(&observed, results.games_each(), elo);
        let (Some(under_h0), Some(under_h1)) = (likeliest(self.elo0), likeliest(self.elo1)) else {
            // No distribution meets a hypothesis: not within GREATEST_ELO.
            return 0.0;
        };
        let ratios = under_h1.iter().zip(under_h0).map(|(h1, h0)| (h1 / h0).ln());
        counts.iter().zip(ratios).map(|(count, ratio)| count * ratio).sum()
    }

    /// The likeliest distribution with this Elo. A pair's spread is smaller than a game's by
    /// the root of its games.
    fn likeliest(&self, observed: &[f64], games_each: u64, elo: f64) -> Option<Vec<f64>> {
        let best = (observed.len() - 1) as f64;
        let scores = (0..observed.len()).map(|points| points as f64 / best);
        match self.model {
            Model::Logistic => likelihood::with_mean(observed, &scores.collect::<Vec<_>>(), elo::to_score(elo)),
            Model::Normalized => {
                let deviations: Vec<f64> = scores.map(|score| score - 0.5).collect();
                likelihood::with_t_value(observed, &deviations, elo / NORMALIZED_UNIT * (games_each as f64).sqrt())
            }
        }
    }

    /// What happens if the true difference is `elo`, by Wald's approximation: the ratio drifts as
    /// a Brownian motion, and stops on a bound. `deviation` is the standard deviation of a single
    /// game's score, about 0.4 in chess; the normalized model does not need it.
    pub fn expectation(&self, elo: f64, deviation: f64) -> Expectation {
        let strength = |elo| match self.model {
            Model::Normalized => elo / NORMALIZED_UNIT,
            Model::Logistic => elo::to_score(elo) / deviation,
        };
        let (lower, upper, truth) = (strength(self.elo0), strength(self.elo1), strength(elo));
        let variance = (upper - lower).powi(2);
        let drift = (upper - lower) * (truth - f64::midpoint(lower, upper));
        let Interval { low, high } = self.bounds;
        let pull = 2.0 * drift / variance;
        if pull.abs() * (high - low) < NO_DRIFT {
            return Expectation { games: -low * high / variance, passes: -low / (high - low) };
        }
        let passes = if pull > 0.0 { passes(pull, low, high) } else { 1.0 - passes(-pull, -high, -low) };
        Expectation { games: (passes * high + (1.0 - passes) * low) / drift, passes }
    }
}

/// Probability that a Brownian motion that is pulled upwards reaches `high` before `low`.
fn passes(pull: f64, low: f64, high: f64) -> f64 {
    (pull * low).exp_m1() / (pull * (low - high)).exp_m1()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pentanomial, Trinomial};
    use Model::{Logistic, Normalized};
    use niwaki_search::random::Random;
    use proptest::prelude::*;

    fn pairs(pairs: [u64; 5]) -> Results {
        Pentanomial { pairs }.into()
    }

    fn games(wins: u64, losses: u64, draws: u64) -> Results {
        Trinomial { wins, draws, losses }.into()
    }

    fn test(model: Model, elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(model, elo0, elo1, DEFAULT_ERROR, DEFAULT_ERROR).unwrap()
    }

    fn ratio(model: Model, elo0: f64, elo1: f64, results: Results) -> f64 {
        test(model, elo0, elo1).log_likelihood_ratio(&results)
    }

    /// Fishtest issue 1737 prints all digits.
    #[test]
    fn the_ratio_is_that_of_fishtest() {
        let found = ratio(Normalized, -1.75, 0.25, pairs([93, 18711, 58877, 18739, 100]));
        assert!((found - 2.942_097_472_070_851_3).abs() < 1e-9, "{found}");
    }

    /// The fastchess pull request 783 (its iteration stops early), PlentyChess pull request
    /// 107, stash-bot pull request 181, each with its printed digits.
    #[test]
    fn the_ratios_are_those_of_published_tests() {
        let published = [
            ([379, 10170, 21828, 10640, 343], 2.0, 2.94598, 5e-4),
            ([47, 798, 1975, 900, 64], 5.0, 2.90, 5e-3),
            ([438, 2814, 5701, 3052, 438], 5.0, 3.00, 5e-3),
        ];
        for (counts, elo1, printed, tolerance) in published {
            let found = ratio(Normalized, 0.0, elo1, pairs(counts));
            assert!((found - printed).abs() < tolerance, "{found} {printed}");
        }
    }

    /// The tests of fastchess, app/tests/sprt_test.cpp, with its tolerance of one per cent.
    #[test]
    fn the_ratios_are_those_of_the_tests_of_fastchess() {
        let published = [
            (Normalized, 0.0, 2.0, games(36433, 36027, 68692), 0.92),
            (Normalized, -1.75, 0.25, games(10871, 10650, 20431), 2.30),
            (Normalized, 0.0, 10.0, games(4250, 0, 0), 120.56),
            (Logistic, 0.5, 2.5, games(21404, 21184, 40708), -1.57),
            (Logistic, 0.0, 2.0, games(57433, 57030, 106_593), -2.59),
            (Normalized, 0.0, 2.0, pairs([365, 16618, 36229, 16974, 390]), 2.25),
            (Normalized, -1.75, 0.25, pairs([127, 4883, 10712, 5150, 104]), 3.01),
            (Normalized, 0.0, 5.0, pairs([0, 0, 0, 0, 5550]), 111.82),
            (Logistic, 0.5, 2.5, pairs([223, 9863, 21279, 10037, 246]), -3.07),
            (Logistic, 0.0, 2.0, pairs([871, 26175, 55983, 26678, 821]), -4.98),
        ];
        for (model, elo0, elo1, results, printed) in published {
            let found = ratio(model, elo0, elo1, results);
            assert!((found - printed).abs() < 0.01 * printed.abs(), "{found} {printed}");
        }
    }

    #[test]
    fn bounds_and_verdicts_are_walds() {
        let test = test(Normalized, 0.0, 5.0);
        assert!((test.bounds().high - 19f64.ln()).abs() < 1e-12 && (test.bounds().low + 19f64.ln()).abs() < 1e-12);
        assert_eq!(test.verdict(2.95), Verdict::AcceptH1);
        assert_eq!(test.verdict(-2.95), Verdict::AcceptH0);
        assert_eq!(test.verdict(2.94), Verdict::Continue);
        // The bounds that PlentyChess prints for 0.05 and 0.1.
        let bounds = Sprt::new(Normalized, 0.0, 5.0, 0.05, 0.1).unwrap().bounds();
        assert!((bounds.low + 2.25).abs() < 5e-3 && (bounds.high - 2.89).abs() < 5e-3);
    }

    #[test]
    fn a_test_without_sense_is_refused() {
        let message = |elo0, elo1, alpha, beta| Sprt::new(Normalized, elo0, elo1, alpha, beta).unwrap_err().to_string();
        assert_eq!(message(-700.0, 0.0, 0.05, 0.05), "elo0: expected a number from -600 to 600, not -700");
        assert!(message(0.0, f64::NAN, 0.05, 0.05).starts_with("elo1: expected a number"));
        assert_eq!(message(5.0, 0.0, 0.05, 0.05), "elo1: expected at least 0.001 more than elo0 (5), not 0");
        assert!(message(0.0, 5.0, 0.0, 0.05).starts_with("alpha: expected a probability"));
        assert!(message(0.0, 5.0, 0.05, f64::NAN).starts_with("beta: expected a probability"));
    }

    #[test]
    fn no_games_say_nothing_and_draws_speak_for_the_nearer_hypothesis() {
        assert_eq!(ratio(Normalized, 0.0, 5.0, pairs([0; 5])), 0.0);
        assert!(ratio(Normalized, 0.0, 5.0, pairs([0, 0, 1000, 0, 0])) < 0.0);
        assert!(ratio(Normalized, -5.0, 0.0, games(0, 0, 1000)) > 0.0);
    }

    /// Wald: the errors are as asked for, and at either hypothesis the test takes
    /// ((1 - 2 a) ln((1 - a) / a)) / (d^2 / 2) games.
    #[test]
    fn the_expectation_is_walds() {
        for test in [test(Normalized, 0.0, 2.0), test(Logistic, 0.0, 2.0)] {
            assert!((test.expectation(0.0, 0.4).passes - 0.05).abs() < 1e-12);
            assert!((test.expectation(2.0, 0.4).passes - 0.95).abs() < 1e-12);
        }
        let distance: f64 = 2.0 / NORMALIZED_UNIT;
        let test = test(Normalized, 0.0, 2.0);
        let ends = 2.0 * 0.9 * 19f64.ln() / distance.powi(2);
        assert!((test.expectation(0.0, 1.0).games / ends - 1.0).abs() < 1e-9);
        assert!((test.expectation(2.0, 1.0).games / ends - 1.0).abs() < 1e-9);
        let between = 19f64.ln().powi(2) / distance.powi(2);
        assert!((test.expectation(1.0, 1.0).games / between - 1.0).abs() < 1e-9);
        assert!((test.expectation(1.0 + 1e-6, 1.0).games / between - 1.0).abs() < 1e-6);
        assert!(test.expectation(600.0, 1.0).games.is_finite() && test.expectation(-600.0, 1.0).games > 0.0);
    }

    const PAIRS_BETWEEN_LOOKS: i32 = 8;

    /// Plays until the test ends: the games it took, and whether it passed. Half of the pairs
    /// are even, a share is won by half a game, the others are lost by as much.
    fn play(test: &Sprt, won: f64, random: &mut Random) -> (f64, bool) {
        let mut played = Pentanomial::default();
        loop {
            for _ in 0..PAIRS_BETWEEN_LOOKS {
                let number = random.number() as f64 / u64::MAX as f64;
                let kind = if number < 0.5 { 2 } else { 1 + 2 * usize::from(number < 0.5 + won) };
                played.pairs[kind] += 1;
            }
            match test.verdict(test.log_likelihood_ratio(&played.into())) {
                Verdict::Continue => {}
                verdict => return (Results::from(played).games() as f64, verdict == Verdict::AcceptH1),
            }
        }
    }

    /// The test with its bounds where the ratio really ends: beyond them by 0.583 standard
    /// deviations of what is added between looks (Siegmund 1979).
    fn overshooting(test: Sprt) -> Sprt {
        let step = (test.elo1 - test.elo0) / NORMALIZED_UNIT * f64::from(2 * PAIRS_BETWEEN_LOOKS).sqrt();
        let Interval { low, high } = test.bounds;
        Sprt { bounds: Interval { low: low - 0.583 * step, high: high + 0.583 * step }, ..test }
    }

    /// Within three standard errors.
    #[test]
    fn simulated_tests_do_what_is_expected() {
        const TESTS: usize = 100;
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let test = test(Normalized, 0.0, 60.0);
        let mut random = Random::new(1);
        for won in [250, 280, 310] {
            let truth = elo::normalized(&pairs([0, 500 - won, 500, won, 0])).unwrap().value;
            let expected = overshooting(test).expectation(truth, 1.0);
            let (games, passed): (Vec<f64>, Vec<bool>) =
                (0..TESTS).map(|_| play(&test, won as f64 / 1000.0, &mut random)).unzip();
            let passed = passed.iter().filter(|passed| **passed).count() as f64 / TESTS as f64;
            let error = (expected.passes * (1.0 - expected.passes) / TESTS as f64).sqrt();
            assert!((passed - expected.passes).abs() < 3.0 * error, "{passed} {expected:?}");
            let squares: Vec<f64> = games.iter().map(|games| games * games).collect();
            let error = ((mean(&squares) - mean(&games).powi(2)) / TESTS as f64).sqrt();
            assert!((mean(&games) - expected.games).abs() < 3.0 * error, "{} {error} {expected:?}", mean(&games));
        }
    }

    fn any_results() -> impl Strategy<Value = Results> {
        let count = || prop_oneof![Just(0u64), 1u64..50, 1u64..100_000_000];
        prop_oneof![
            (count(), count(), count()).prop_map(|(wins, losses, draws)| games(wins, losses, draws)),
            prop::array::uniform5(count()).prop_map(pairs),
        ]
    }

    proptest! {
        #[test]
        fn the_other_player_sees_the_opposite(
            results in any_results(), elo0 in -600.0..599.0f64, gap in 0.001..1.0f64, logistic: bool,
        ) {
            let model = if logistic { Logistic } else { Normalized };
            let found = ratio(model, elo0, elo0 + gap, results);
            let opposite = ratio(model, -elo0 - gap, -elo0, results.swapped());
            prop_assert!(found.is_finite());
            prop_assert!((found + opposite).abs() < 1e-6 * (1.0 + results.observations() as f64), "{} {}", found, opposite);
        }

        #[test]
        fn the_ratio_grows_with_the_evidence(counts in prop::array::uniform5(1u64..10_000), times in 2u64..10) {
            let (once, more) = (pairs(counts), pairs(counts.map(|count| count * times)));
            for model in [Normalized, Logistic] {
                let (once, more) = (ratio(model, 0.0, 5.0, once), ratio(model, 0.0, 5.0, more));
                prop_assert!((more - once * times as f64).abs() < 1e-6, "{} {}", once, more);
            }
        }

        #[test]
        fn a_win_speaks_for_the_upper_hypothesis(counts in prop::array::uniform3(1u64..10_000)) {
            let [wins, losses, draws] = counts;
            let before = ratio(Logistic, 0.0, 5.0, games(wins, losses, draws));
            prop_assert!(ratio(Logistic, 0.0, 5.0, games(wins + 1, losses, draws)) > before);
            prop_assert!(ratio(Logistic, 0.0, 5.0, games(wins, losses + 1, draws)) < before);
        }
    }
}
