//! Differences of strength. Logistic Elo is the expected score on Elo's logistic curve;
//! normalized Elo (Van den Bergh) is the score in units of its spread, so that it says how
//! many games are needed to see it. Intervals are of 95 %, from the normal approximation.
use super::{Interval, Results, intervals::Z_95};
use statrs::function::erf::erfc;
use std::f64::consts::{LN_10, SQRT_2};

/// Elo difference at which ten points are made for one.
const TENFOLD: f64 = 400.0;
/// Normalized Elo for each standard deviation of a game: near even scores with few draws it
/// then equals logistic Elo.
pub const NORMALIZED_UNIT: f64 = 2.0 * TENFOLD / LN_10;

/// A value and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The interval of 95 %; `None` where all games or pairs ended alike.
    pub interval: Option<Interval>,
}

/// Logistic Elo of an expected score from 0 to 1; infinite at the ends.
pub fn from_score(score: f64) -> f64 {
    from_ratio(score / (1.0 - score))
}

/// Logistic Elo of points made for each point given.
fn from_ratio(ratio: f64) -> f64 {
    TENFOLD * ratio.log10()
}

/// Expected score of a logistic Elo difference.
pub fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / TENFOLD))
}

/// The mean score from 0 to 1; `None` without games.
pub fn score(results: &Results) -> Option<Estimate> {
    let value = results.mean()?;
    let interval = standard_error(results).map(|error| {
        let interval = Interval::around(value, Z_95 * error);
        Interval { low: interval.low.max(0.0), high: interval.high.min(1.0) }
    });
    Some(Estimate { value, interval })
}

/// Logistic Elo; `None` without games, infinite if all were won or lost.
pub fn logistic(results: &Results) -> Option<Estimate> {
    let score = score(results)?;
    let (made, given) = results.points();
    let interval = score.interval.map(|interval| interval.map(from_score));
    Some(Estimate { value: from_ratio(made as f64 / given as f64), interval })
}

/// Normalized Elo; `None` where all games or pairs ended alike, as there is no spread to
/// measure with. The error of the spread itself is left out, as everyone does: small unless
/// the match is very uneven.
pub fn normalized(results: &Results) -> Option<Estimate> {
    let deviation = game_deviation(results)?;
    let value = NORMALIZED_UNIT * results.lead()? / deviation;
    let reach = NORMALIZED_UNIT * Z_95 / (results.games() as f64).sqrt();
    Some(Estimate { value, interval: Some(Interval::around(value, reach)) })
}

/// Share of a normal distribution that lies below so many standard deviations above its mean.
pub fn normal_share(deviations: f64) -> f64 {
    erfc(-deviations / SQRT_2) / 2.0
}

/// Likelihood of superiority: the probability that the true score is above one half.
/// `None` where all games or pairs ended alike.
pub fn superiority(results: &Results) -> Option<f64> {
    Some(normal_share(results.lead()? / standard_error(results)?))
}

/// Standard deviation of the score of a single game; `None` where all games or pairs ended
/// alike. The score of a pair is a mean of two.
pub fn game_deviation(results: &Results) -> Option<f64> {
    let variance = results.variance().filter(|_| !results.alike())?;
    Some((variance * results.games_each() as f64).sqrt())
}

/// Standard error of the mean score.
fn standard_error(results: &Results) -> Option<f64> {
    let variance = results.variance().filter(|_| !results.alike())?;
    Some((variance / results.observations() as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pentanomial, Trinomial};
    use proptest::prelude::*;

    fn games(wins: u64, draws: u64, losses: u64) -> Results {
        Trinomial { wins, draws, losses }.into()
    }

    fn pairs(pairs: [u64; 5]) -> Results {
        Pentanomial { pairs }.into()
    }

    fn near(found: f64, printed: f64) {
        assert!((found - printed).abs() <= 0.005 + 1e-9, "{found} {printed}");
    }

    fn reach(estimate: Estimate) -> f64 {
        estimate.interval.unwrap().reach()
    }

    /// Elo, error, normalized Elo, error and LOS in per cent that fastchess prints
    /// (its tests, app/tests/elo_test.cpp).
    #[test]
    fn the_numbers_are_those_that_fastchess_prints() {
        let printed = [
            (games(136, 111, 96), [40.70, 30.43, 49.77, 36.77, 99.60]),
            (pairs([34, 54, 63, 64, 75]), [55.58, 27.65, 57.94, 28.28, 100.00]),
            (pairs([332, 433, 498, 333, 334]), [-8.64, 10.33, -9.17, 10.96, 5.05]),
        ];
        for (results, [elo, error, normalized_elo, normalized_error, los]) in printed {
            near(logistic(&results).unwrap().value, elo);
            near(reach(logistic(&results).unwrap()), error);
            near(normalized(&results).unwrap().value, normalized_elo);
            near(reach(normalized(&results).unwrap()), normalized_error);
            near(superiority(&results).unwrap() * 100.0, los);
        }
        near(normalized(&games(76, 123, 89)).unwrap().value, -20.76);
        near(superiority(&games(76, 123, 89)).unwrap() * 100.0, 15.53);
        near(normalized(&games(34, 0, 356)).unwrap().value, -508.44);
        near(normalized(&pairs([7895, 8757, 5685, 568, 9999])).unwrap().value, -19.01);
        near(reach(logistic(&pairs([7895, 8757, 5685, 568, 9999])).unwrap()), 2.95);
    }

    /// The fastchess pull request 783: 3.05 +- 2.31 normalized.
    #[test]
    fn a_long_match_has_its_published_normalized_elo() {
        let estimate = normalized(&pairs([379, 10170, 21828, 10640, 343])).unwrap();
        near(estimate.value, 3.05);
        near(reach(estimate), 2.31);
    }

    /// Björnsson & Marsland (2000), Table 2, by the logistic formula.
    #[test]
    fn scores_of_matches_have_their_elo() {
        for (points, games, elo) in [(46.0, 80.0, 52.5), (42.0, 80.0, 17.4), (43.5, 80.0, 30.5), (174.5, 320.0, 31.6)] {
            assert!((from_score(points / games) - elo).abs() < 0.06);
        }
    }

    #[test]
    fn what_cannot_be_said_is_absent_or_infinite() {
        for nothing in [games(0, 0, 0), pairs([0; 5])] {
            assert_eq!((score(&nothing), logistic(&nothing)), (None, None));
            assert_eq!((normalized(&nothing), superiority(&nothing)), (None, None));
        }
        let alike = [
            (games(7, 0, 0), f64::INFINITY),
            (games(0, 0, 7), f64::NEG_INFINITY),
            (games(0, 7, 0), 0.0),
            (pairs([0, 0, 0, 0, 7]), f64::INFINITY),
            (pairs([0, 0, 7, 0, 0]), 0.0),
        ];
        for (results, elo) in alike {
            assert_eq!(logistic(&results), Some(Estimate { value: elo, interval: None }));
            assert_eq!((normalized(&results), superiority(&results)), (None, None));
        }
        let one_loss = logistic(&games(9, 0, 1)).unwrap();
        assert!(one_loss.value.is_finite() && one_loss.interval.unwrap().high == f64::INFINITY);
    }

    fn any_results() -> impl Strategy<Value = Results> {
        let count = || prop_oneof![Just(0u64), 1u64..50, 1u64..1_000_000_000_000];
        prop_oneof![
            (count(), count(), count()).prop_map(|(wins, draws, losses)| games(wins, draws, losses)),
            prop::array::uniform5(count()).prop_map(pairs),
        ]
    }

    proptest! {
        #[test]
        fn nothing_is_ever_nan_and_intervals_contain_their_value(results in any_results()) {
            for estimate in [score(&results), logistic(&results), normalized(&results)].into_iter().flatten() {
                prop_assert!(!estimate.value.is_nan());
                prop_assert!(estimate.interval.is_none_or(|interval| interval.contains(estimate.value)));
            }
            prop_assert!(superiority(&results).is_none_or(|los| (0.0..=1.0).contains(&los)));
        }

        #[test]
        fn the_other_player_sees_the_opposite(results in any_results()) {
            let opposite = |a: Option<Estimate>, b: Option<Estimate>| match (a, b) {
                (Some(a), Some(b)) => a.value == -b.value || (a.value + b.value).abs() < 1e-6 * (1.0 + a.value.abs()),
                (a, b) => a == b,
            };
            let other = results.swapped();
            prop_assert!(opposite(logistic(&results), logistic(&other)));
            prop_assert!(opposite(normalized(&results), normalized(&other)));
            if let (Some(one), Some(two)) = (superiority(&results), superiority(&other)) {
                prop_assert!((one + two - 1.0).abs() < 1e-9);
            }
        }

        #[test]
        fn draws_move_elo_towards_zero(wins in 1u64..1000, draws in 0u64..1000, losses in 0u64..1000, more in 1u64..1000) {
            let before = logistic(&games(wins, draws, losses)).unwrap().value.abs();
            let after = logistic(&games(wins, draws + more, losses)).unwrap().value.abs();
            prop_assert!(after <= before);
        }

        #[test]
        fn elo_and_score_are_inverse(elo in -2000.0..2000.0f64) {
            prop_assert!((from_score(to_score(elo)) - elo).abs() < 1e-6);
        }
    }
}
