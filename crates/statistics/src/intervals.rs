//! Intervals for rates and scores: Wilson's (1927), and the formulas that papers on forward
//! pruning used (Heinz 2001; Lim & Lee 2006), to print beside ours.

/// Quantile of the normal distribution for a two-sided interval of 95 %.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// From a lowest to a highest value; either may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lowest value.
    pub low: f64,
    /// The highest value.
    pub high: f64,
}

impl Interval {
    /// The values no further than `reach` from `middle`.
    pub fn around(middle: f64, reach: f64) -> Self {
        Interval { low: middle - reach, high: middle + reach }
    }

    /// Both ends under a growing function.
    #[must_use]
    pub fn map(self, function: impl Fn(f64) -> f64) -> Self {
        Interval { low: function(self.low), high: function(self.high) }
    }

    /// Whether a value lies inside or on an end.
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Half of the width.
    pub fn reach(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Wilson's interval of 95 % for a rate: sound for few trials and rates near 0 or 1.
/// `None` without trials, or with more successes than trials.
pub fn wilson(successes: u64, trials: u64) -> Option<Interval> {
    if trials == 0 || successes > trials {
        return None;
    }
    let (count, rate, square) = (trials as f64, successes as f64 / trials as f64, Z_95 * Z_95);
    let middle = (rate + square / (2.0 * count)) / (1.0 + square / count);
    let spread = (rate * (1.0 - rate) + square / (4.0 * count)) / count;
    let interval = Interval::around(middle, Z_95 * spread.sqrt() / (1.0 + square / count));
    // Rounding must not push an end over the rate itself.
    Some(Interval { low: interval.low.clamp(0.0, rate), high: interval.high.clamp(rate, 1.0) })
}

/// Interval of 95 % for the difference of two rates over the same trials: `gained` succeeded
/// only for the first, `lost` only for the second (Agresti & Min 2005: half a trial is added
/// to each of the four cells). `None` without trials, or with more changes than trials.
pub fn paired_difference(gained: u64, lost: u64, trials: u64) -> Option<Interval> {
    if trials == 0 || gained + lost > trials {
        return None;
    }
    let count = trials as f64 + 2.0;
    let (gained, lost) = (gained as f64 + 0.5, lost as f64 + 0.5);
    let difference = (gained - lost) / count;
    let error = ((gained + lost) / count - difference * difference).max(0.0) / count;
    Some(Interval::around(difference, Z_95 * error.sqrt()))
}

/// Lim & Lee's standard error of a number of solved positions, in positions: sqrt(n p (1 - p)).
/// `None` without positions, or with more solved than there are.
pub fn solved_error(solved: u64, positions: u64) -> Option<f64> {
    let rate = solved as f64 / positions as f64;
    (positions > 0 && solved <= positions).then(|| (positions as f64 * rate * (1.0 - rate)).sqrt())
}

/// Heinz's interval for the score w of a match of n games: w +- z sqrt(w (1 - w) / n). It takes
/// draws for halves of decided games, so it is wider than it need be. `None` without games
/// or if the score is not from 0 to 1.
pub fn match_score(score: f64, games: u64, z: f64) -> Option<Interval> {
    let reach = z * (score * (1.0 - score) / games as f64).sqrt();
    (games > 0 && (0.0..=1.0).contains(&score)).then(|| Interval::around(score, reach))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Newcombe (1998), "Two-sided confidence intervals for the single proportion",
    /// Table I, method 3.
    #[test]
    fn wilson_gives_the_published_intervals() {
        let published =
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)];
        for (successes, trials, low, high) in published {
            let interval = wilson(successes, trials).unwrap();
            assert!((interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5, "{interval:?}");
        }
    }

    #[test]
    fn without_trials_there_is_no_interval() {
        assert_eq!(wilson(0, 0), None);
        assert_eq!(wilson(2, 1), None);
        assert_eq!(solved_error(0, 0), None);
        assert_eq!(match_score(0.5, 0, Z_95), None);
        assert_eq!(match_score(f64::NAN, 1, Z_95), None);
    }

    /// By hand: 10 gained and 2 lost of 98: 8/100 +- 1.96 sqrt((13/100 - 0.0064)/100).
    #[test]
    fn paired_differences_are_those_worked_out_by_hand() {
        let interval = paired_difference(10, 2, 98).unwrap();
        assert!((interval.low - 0.011_094).abs() < 1e-5 && (interval.high - 0.148_906).abs() < 1e-5, "{interval:?}");
        assert!(paired_difference(0, 0, 50).unwrap().contains(0.0));
        assert_eq!(paired_difference(0, 0, 0), None);
        assert_eq!(paired_difference(3, 3, 5), None);
    }

    /// Lim & Lee (2006), Table 1: 19.6, 18.1 and 16.7, cut off after one digit.
    #[test]
    fn solved_error_gives_the_printed_errors() {
        for (solved, printed) in [(1678, 19.6), (1777, 18.1), (1848, 16.7)] {
            let error = solved_error(solved, 2180).unwrap();
            assert!((printed..printed + 0.1).contains(&error), "{error}");
        }
    }

    /// Lim & Lee (2006): +40 -10 =74. The margin between the players is at least 2 w - 1; the
    /// printed 0.099 needs the one-sided quantile 1.645, two sides give 0.071.
    #[test]
    fn match_score_gives_the_printed_margin() {
        let margin = |z| 2.0 * match_score(77.0 / 124.0, 124, z).unwrap().low - 1.0;
        assert!((margin(1.645) - 0.099).abs() < 5e-4);
        assert!((margin(Z_95) - 0.071).abs() < 5e-4);
    }

    proptest! {
        #[test]
        fn wilson_contains_the_rate_and_mirrors(trials in 1u64..1_000_000_000_000, share in 0.0..=1.0f64) {
            let successes = ((trials as f64 * share) as u64).min(trials);
            let interval = wilson(successes, trials).unwrap();
            let mirror = wilson(trials - successes, trials).unwrap();
            prop_assert!(interval.contains(successes as f64 / trials as f64));
            prop_assert!(interval.low >= 0.0 && interval.high <= 1.0);
            prop_assert!((interval.low - (1.0 - mirror.high)).abs() < 1e-12);
        }
    }
}
