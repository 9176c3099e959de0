//! The likeliest multinomial distribution under a condition on its mean, or on its mean in
//! units of its own spread: the heart of the generalized sequential test. The multipliers for
//! a linear condition are Van den Bergh's and Fishtest's ("secular equation"). For the spread,
//! where they iterate a fixed point that may fail on lopsided results, we search along tangents.

/// Tangents tried before the best is refined; neighbours differ by a few per cent.
const TANGENTS: i32 = 64;

/// The likeliest distribution, given what was observed, under which `scores` have this mean;
/// `None` if none can have it. All observed shares must be positive.
pub(super) fn with_mean(observed: &[f64], scores: &[f64], mean: f64) -> Option<Vec<f64>> {
    balanced(observed, &scores.iter().map(|score| score - mean).collect::<Vec<_>>())
}

/// The likeliest distribution, given what was observed, under which the mean of `deviations`
/// is `t` times their standard deviation. Deviations are symmetric around zero, in rising order.
pub(super) fn with_t_value(observed: &[f64], deviations: &[f64], t: f64) -> Option<Vec<f64>> {
    if t < 0.0 {
        let mirrored: Vec<f64> = observed.iter().rev().copied().collect();
        let mut likeliest = with_t_value(&mirrored, deviations, -t)?;
        likeliest.reverse();
        return Some(likeliest);
    }
    if t == 0.0 {
        return balanced(observed, deviations);
    }
    Cone { observed, deviations, slope: t / (1.0 + t * t).sqrt() }.likeliest()
}

/// With m the mean and S the mean square of the deviations, m = t sqrt(S - m^2) is the cone
/// m = slope sqrt(S), where slope = t / sqrt(1 + t^2). Its tangent where sqrt(S) = root is the
/// linear condition m = slope (S / root + root) / 2. The distribution sought is the likeliest on
/// some tangent, and lies where that tangent touches; if several do, the likeliest counts.
struct Cone<'a> {
    observed: &'a [f64],
    deviations: &'a [f64],
    slope: f64,
}

impl Cone<'_> {
    fn likeliest(&self) -> Option<Vec<f64>> {
        let (first, last) = self.roots()?;
        let root = |step: i32| first * (last / first).powf(f64::from(step) / f64::from(TANGENTS));
        let mut best: Option<(f64, Vec<f64>)> = None;
        let mut before: Option<(f64, f64)> = None;
        for root in (0..=TANGENTS).map(root) {
            let here = self.tangent(root).map(|(excess, _)| (root, excess));
            if let (Some((low, under)), Some((high, over))) = (before, here)
                && under <= 0.0
                && over >= 0.0
                && let Some(found) = self.touching(low, high)
            {
                let likelihood = self.observed.iter().zip(&found).map(|(share, p)| share * p.ln()).sum();
                if best.as_ref().is_none_or(|(greatest, _)| likelihood > *greatest) {
                    best = Some((likelihood, found));
                }
            }
            before = here;
        }
        best.map(|(_, found)| found)
    }

    /// Where tangents that any distribution meets begin and end.
    fn roots(&self) -> Option<(f64, f64)> {
        let least = self.deviations.iter().copied().find(|deviation| *deviation > 0.0)?;
        let greatest = self.deviations.last().copied()?;
        // The smaller solution of x^2 - 2 x / slope + 1 = 0, in the form that does not cancel.
        let factor = self.slope / (1.0 + (1.0 - self.slope * self.slope).sqrt());
        Some((least * factor, greatest))
    }

    /// The likeliest distribution on a tangent, and by how much root^2 exceeds its mean square.
    fn tangent(&self, root: f64) -> Option<(f64, Vec<f64>)> {
        let value = |deviation: &f64| deviation - self.slope * (deviation * deviation / root + root) / 2.0;
        let found = balanced(self.observed, &self.deviations.iter().map(value).collect::<Vec<_>>())?;
        let square: f64 = found.iter().zip(self.deviations).map(|(p, deviation)| p * deviation * deviation).sum();
        Some((root * root - square, found))
    }

    /// Halves the distance between two roots until the tangent touches.
    fn touching(&self, mut low: f64, mut high: f64) -> Option<Vec<f64>> {
        loop {
            let middle = f64::midpoint(low, high);
            if middle <= low || middle >= high {
                return self.tangent(high).map(|(_, found)| found);
            }
            match self.tangent(middle)? {
                (excess, _) if excess < 0.0 => low = middle,
                _ => high = middle,
            }
        }
    }
}

/// The likeliest distribution, given what was observed, under which `values` have mean zero.
/// Its shares are observed / (1 + x value), where x is the multiplier of the condition.
fn balanced(observed: &[f64], values: &[f64]) -> Option<Vec<f64>> {
    let mean: f64 = observed.iter().zip(values).map(|(share, value)| share * value).sum();
    // With the mean made positive, x lies from 0 to -1 / least.
    let values: Vec<f64> = values.iter().map(|value| if mean < 0.0 { -value } else { *value }).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    if !(least < 0.0 && values.iter().any(|value| *value > 0.0)) {
        return None;
    }
    // Counted from the far end, which x may be very near to: there nothing cancels.
    let divisor = |distance: f64, value: f64| (1.0 - value / least) - distance * value;
    let (mut near, mut far) = (0.0, -1.0 / least);
    loop {
        let distance = f64::midpoint(near, far);
        if distance <= near || distance >= far {
            return Some(observed.iter().zip(&values).map(|(share, value)| share / divisor(far, *value)).collect());
        }
        let sum = |(share, value): (&f64, &f64)| share * value / divisor(distance, *value);
        if observed.iter().zip(&values).map(sum).sum::<f64>() > 0.0 {
            far = distance;
        } else {
            near = distance;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DEVIATIONS: [f64; 5] = [-0.5, -0.25, 0.0, 0.25, 0.5];

    fn moments(shares: &[f64], deviations: &[f64]) -> (f64, f64, f64) {
        let moment = |power| shares.iter().zip(deviations).map(|(p, deviation)| p * deviation.powi(power)).sum::<f64>();
        (moment(0), moment(1), (moment(2) - moment(1).powi(2)).sqrt())
    }

    fn likelihood(observed: &[f64], shares: &[f64]) -> f64 {
        observed.iter().zip(shares).map(|(share, p)| share * p.ln()).sum()
    }

    #[test]
    fn what_already_meets_the_condition_stays() {
        let observed = [0.1, 0.2, 0.4, 0.2, 0.1];
        for found in [with_mean(&observed, &DEVIATIONS, 0.0), with_t_value(&observed, &DEVIATIONS, 0.0)] {
            assert!(found.unwrap().iter().zip(observed).all(|(found, share)| (found - share).abs() < 1e-15));
        }
    }

    #[test]
    fn an_impossible_mean_is_refused() {
        assert_eq!(with_mean(&[0.2; 5], &DEVIATIONS, 0.5), None);
        assert_eq!(with_mean(&[0.2; 5], &DEVIATIONS, 0.6), None);
        assert_eq!(with_mean(&[0.2; 5], &DEVIATIONS, f64::NAN), None);
    }

    /// Counts from a thousandth, for what never happened, to a trillion.
    fn any_observed() -> impl Strategy<Value = Vec<f64>> {
        prop::array::uniform5(-3.0..12.0f64).prop_map(|powers| shares(powers.map(|power| 10f64.powf(power))))
    }

    fn shares(counts: [f64; 5]) -> Vec<f64> {
        let total: f64 = counts.iter().sum();
        counts.iter().map(|count| count / total).collect()
    }

    proptest! {
        #[test]
        fn the_conditions_are_met(observed in any_observed(), mean in -0.49..0.49f64, t in -2.45..2.45f64) {
            let (total, found, _) = moments(&with_mean(&observed, &DEVIATIONS, mean).unwrap(), &DEVIATIONS);
            prop_assert!((total - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9);
            let (total, mean, deviation) = moments(&with_t_value(&observed, &DEVIATIONS, t).unwrap(), &DEVIATIONS);
            prop_assert!((total - 1.0).abs() < 1e-9 && (mean / deviation - t).abs() < 1e-9);
        }

        /// The likeliest of all is at least as likely as any other that meets the condition.
        #[test]
        fn nothing_else_that_meets_the_condition_is_likelier(
            observed in any_observed(), other in prop::array::uniform5(0.01..1.0f64).prop_map(shares),
        ) {
            let (_, mean, deviation) = moments(&other, &DEVIATIONS);
            let t = mean / deviation;
            prop_assume!(t.abs() < 2.45);
            let found = with_t_value(&observed, &DEVIATIONS, t).unwrap();
            prop_assert!(likelihood(&observed, &found) >= likelihood(&observed, &other) - 1e-9);
        }
    }
}
