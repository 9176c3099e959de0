//! Student's t intervals (1908): for means of few values, and for the scores of matches as
//! Eiríksson's thesis (2011) gives them.
use super::{Interval, Results, elo, intervals::Z_95};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Probability left out at either end of an interval of 95 %.
const TAIL_95: f64 = 0.025;
/// Beyond this number of degrees of freedom three terms of the expansion around the normal
/// quantile are exact to twelve digits.
const NEARLY_NORMAL: u64 = 10_000;
/// Above every quantile: with one degree of freedom it is 12.7.
const GREATEST: f64 = 13.0;

/// Quantile of the t distribution for a two-sided interval of 95 %; `None` without a
/// degree of freedom.
pub fn quantile_95(freedom: u64) -> Option<f64> {
    if freedom > NEARLY_NORMAL {
        return Some(expansion_95(freedom as f64));
    }
    let student = StudentsT::new(0.0, 1.0, freedom as f64).ok()?;
    // The crate's own inverse loses digits as the degrees grow, its distribution does not.
    let (mut low, mut high) = (Z_95, GREATEST);
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return Some(middle);
        }
        if student.sf(middle) > TAIL_95 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// Abramowitz & Stegun 26.7.5.
fn expansion_95(freedom: f64) -> f64 {
    let z = Z_95;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    z + first / freedom + second / freedom.powi(2)
}

/// Interval of 95 % for the mean of what the values were drawn from; `None` for less than
/// two values, or where one is not finite.
pub fn mean(values: &[f64]) -> Option<Interval> {
    let count = values.len() as u64;
    let mean = values.iter().sum::<f64>() / count as f64;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count as f64;
    around(mean, variance, count).filter(|interval| interval.low.is_finite() && interval.high.is_finite())
}

/// Interval of 95 % for the score of a match; `None` where all games or pairs ended alike.
pub fn score(results: &Results) -> Option<Interval> {
    if results.alike() {
        return None;
    }
    let interval = around(results.mean()?, results.variance()?, results.observations())?;
    Some(Interval { low: interval.low.max(0.0), high: interval.high.min(1.0) })
}

/// The same for its logistic Elo.
pub fn logistic(results: &Results) -> Option<Interval> {
    score(results).map(|interval| interval.map(elo::from_score))
}

/// The sample's variance has one degree of freedom less than the sample.
fn around(mean: f64, variance: f64, count: u64) -> Option<Interval> {
    let freedom = count.checked_sub(1)?;
    Some(Interval::around(mean, quantile_95(freedom)? * (variance / freedom as f64).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Trinomial;

    /// The usual table of t at 0.975 (Fisher & Yates; NIST handbook 1.3.6.7.2).
    #[test]
    fn quantiles_are_those_of_the_tables() {
        let table = [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984)];
        // One degree is Cauchy's distribution.
        assert!((quantile_95(1).unwrap() - (std::f64::consts::PI * 0.475).tan()).abs() < 1e-9);
        for (freedom, printed) in table {
            assert!((quantile_95(freedom).unwrap() - printed).abs() < 6e-4, "{freedom}");
        }
        assert_eq!(quantile_95(0), None);
    }

    #[test]
    fn the_expansion_meets_the_exact_quantile_and_never_grows() {
        let quantiles: Vec<f64> = (0..64).map(|power| quantile_95(1 << power).unwrap()).collect();
        assert!(quantiles.is_sorted_by(|a, b| a >= b), "{quantiles:?}");
        let step = quantile_95(10_000).unwrap() - quantile_95(10_001).unwrap();
        assert!((0.0..5e-8).contains(&step), "{step}");
        assert!((quantile_95(u64::MAX).unwrap() - Z_95).abs() < 1e-12);
    }

    /// Student's (1908) own sleep data, drug against drug: R's t.test of its data set `sleep`
    /// prints 0.7001142 to 2.4598858.
    #[test]
    fn the_mean_of_students_own_data_is_right() {
        let interval = mean(&[1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]).unwrap();
        assert!((interval.low - 0.700_114_2).abs() < 1e-7 && (interval.high - 2.459_885_8).abs() < 1e-7);
        assert_eq!(mean(&[]), None);
        assert_eq!(mean(&[1.0]), None);
        assert_eq!(mean(&[1.0, f64::INFINITY]), None);
    }

    /// Eiríksson (2011), Table 5: 111 to 86 points, 45 +- 36 Elo. Draws are not printed;
    /// 46 % of them fit.
    #[test]
    fn a_match_of_the_thesis_is_reproduced() {
        let games = Trinomial { wins: 66, draws: 90, losses: 41 };
        let interval = logistic(&games.into()).unwrap();
        assert!((interval.reach() - 36.0).abs() < 0.5, "{interval:?}");
        assert!((elo::logistic(&games.into()).unwrap().value - 45.0).abs() < 2.0);
        assert_eq!(score(&Trinomial { wins: 9, draws: 0, losses: 0 }.into()), None);
        assert_eq!(score(&Trinomial::default().into()), None);
    }
}
