//! Logistic regression: the chance of something as a function of facts, and how well such
//! chances tell cases apart and come true.
use crate::matrix::{Matrix, dot, invert};

/// A case: facts, and whether it came to what is predicted.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The facts, as many in every case. For an intercept one of them is always 1.
    pub facts: &'a [f64],
    /// It happened.
    pub happened: bool,
    /// How often the case counts.
    pub weight: f64,
}

/// The weights of the facts, and how sure they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The logit of the chance is the sum of these, each times its fact.
    pub weights: Vec<f64>,
    /// Their standard errors, from the curvature of the likelihood.
    pub errors: Vec<f64>,
}

impl Fit {
    /// The logit of the chance.
    pub fn logit(&self, facts: &[f64]) -> f64 {
        dot(&self.weights, facts)
    }
}

/// The chance of a logit.
pub fn chance(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// Greatest step of a weight in one round: a step too far can lead astray.
const LONGEST_STEP: f64 = 3.0;
/// Smaller steps end the search.
const SMALL_STEP: f64 = 1e-6;
const MOST_ROUNDS: usize = 100;
/// Weight of a case's doubt that is never fallen below, so that the curvature has an inverse.
const LEAST_DOUBT: f64 = 1e-12;

/// The weights of greatest likelihood, less a penalty of `ridge` / 2 times the square of each
/// weight; those of the facts in `free` are not penalised. By iteratively reweighted least
/// squares, which is Newton's method here. `None`: there is no case, or no single answer.
pub fn fit(cases: &[Case<'_>], ridge: f64, free: &[usize]) -> Option<Fit> {
    let size = cases.first()?.facts.len();
    let mut weights = vec![0.0; size];
    for _ in 0..MOST_ROUNDS {
        let (gradient, curvature) = slope(cases, &weights, ridge, free);
        let inverse = invert(curvature)?;
        let step: Vec<f64> = inverse.iter().map(|row| dot(row, &gradient)).collect();
        let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
        if !longest.is_finite() {
            return None;
        }
        let scale = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
        weights.iter_mut().zip(&step).for_each(|(weight, part)| *weight += scale * part);
        if longest < SMALL_STEP {
            let errors = inverse.iter().enumerate().map(|(index, row)| row[index].max(0.0).sqrt()).collect();
            return Some(Fit { weights, errors });
        }
    }
    None
}

/// Gradient and negative curvature of the penalised likelihood.
fn slope(cases: &[Case<'_>], weights: &[f64], ridge: f64, free: &[usize]) -> (Vec<f64>, Matrix) {
    let size = weights.len();
    let penalty = |index: usize| if free.contains(&index) { 0.0 } else { ridge };
    let mut gradient: Vec<f64> = weights.iter().enumerate().map(|(index, weight)| -penalty(index) * weight).collect();
    let mut curvature: Matrix = vec![vec![0.0; size]; size];
    for case in cases {
        let expected = chance(dot(weights, case.facts));
        let error = case.weight * (f64::from(u8::from(case.happened)) - expected);
        let doubt = case.weight * (expected * (1.0 - expected)).max(LEAST_DOUBT);
        for (row, &fact) in case.facts.iter().enumerate().filter(|(_, fact)| **fact != 0.0) {
            gradient[row] += error * fact;
            let part = doubt * fact;
            curvature[row][..=row].iter_mut().zip(case.facts).for_each(|(sum, other)| *sum += part * other);
        }
    }
    // Only the lower half was summed up.
    let lower = curvature.clone();
    for (row, line) in curvature.iter_mut().enumerate() {
        line[row] += penalty(row);
        line.iter_mut().zip(&lower).enumerate().skip(row + 1).for_each(|(_, (sum, mirror))| *sum = mirror[row]);
    }
    (gradient, curvature)
}

/// A case that was given a score, by whatever means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The score: the greater, the likelier it was thought to be.
    pub score: f64,
    /// It happened.
    pub happened: bool,
    /// How often the case counts.
    pub weight: f64,
}

/// Area under the ROC curve: how often a case that happened has a greater score than one that
/// did not, ties counting half. `None`: all happened, or none.
pub fn area(cases: &[Scored]) -> Option<f64> {
    let mut cases = cases.to_vec();
    cases.sort_by(|one, two| one.score.total_cmp(&two.score));
    let weight = |happened: bool, cases: &[Scored]| -> f64 {
        cases.iter().filter(|case| case.happened == happened).map(|case| case.weight).sum()
    };
    let (mut below, mut pairs) = (0.0, 0.0);
    for tied in cases.chunk_by(|one, two| one.score == two.score) {
        let (with, without) = (weight(true, tied), weight(false, tied));
        pairs += with * (below + without / 2.0);
        below += without;
    }
    let all = weight(true, &cases) * weight(false, &cases);
    (all > 0.0).then(|| pairs / all)
}

/// How predicted logits must be changed to fit what happened: multiplied by `slope`, then
/// raised by `offset` (Cox 1958). Of chances that come true, 1 and 0; a slope below 1 says that
/// they were too extreme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// Factor.
    pub slope: f64,
    /// Its standard error.
    pub slope_error: f64,
    /// Summand.
    pub offset: f64,
}

/// The calibration of predicted logits; `None` where nothing can be said.
pub fn calibration(cases: &[Scored]) -> Option<Calibration> {
    let facts: Vec<[f64; 2]> = cases.iter().map(|case| [1.0, case.score]).collect();
    let case = |(facts, case)| {
        let (facts, Scored { happened, weight, .. }): (&[f64; 2], &Scored) = (facts, case);
        Case { facts, happened: *happened, weight: *weight }
    };
    let fit = fit(&facts.iter().zip(cases).map(case).collect::<Vec<_>>(), 0.0, &[])?;
    Some(Calibration { offset: fit.weights[0], slope: fit.weights[1], slope_error: fit.errors[1] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, by: f64) {
        assert!((value - expected).abs() < by, "{value} is not {expected}");
    }

    /// Hours of study and who passed: the example of many textbooks, with the answer that
    /// they print.
    const HOURS: [(f64, bool); 20] = [
        (0.5, false),
        (0.75, false),
        (1.0, false),
        (1.25, false),
        (1.5, false),
        (1.75, false),
        (1.75, true),
        (2.0, false),
        (2.25, true),
        (2.5, false),
        (2.75, true),
        (3.0, false),
        (3.25, true),
        (3.5, false),
        (4.0, true),
        (4.25, true),
        (4.5, true),
        (4.75, true),
        (5.0, true),
        (5.5, true),
    ];

    fn hours(ridge: f64) -> Fit {
        let facts: Vec<[f64; 2]> = HOURS.iter().map(|(hours, _)| [1.0, *hours]).collect();
        let cases = facts.iter().zip(HOURS).map(|(facts, (_, happened))| Case { facts, happened, weight: 1.0 });
        fit(&cases.collect::<Vec<_>>(), ridge, &[0]).unwrap()
    }

    #[test]
    fn a_published_example_comes_out() {
        let fit = hours(0.0);
        near(fit.weights[0], -4.0777, 1e-4);
        near(fit.weights[1], 1.5046, 1e-4);
        near(fit.errors[0], 1.7610, 1e-4);
        near(fit.errors[1], 0.6287, 1e-4);
        near(chance(fit.logit(&[1.0, 2.0])), 0.26, 5e-3);
    }

    #[test]
    fn a_sum_done_by_hand_comes_out() {
        // 3 of 10 and 6 of 8: logits ln(3/7) and ln(6/2).
        let facts = [[1.0, 0.0], [1.0, 1.0]];
        let case = |place: usize, happened, weight| Case { facts: &facts[place], happened, weight };
        let cases = [case(0, true, 3.0), case(0, false, 7.0), case(1, true, 6.0), case(1, false, 2.0)];
        let fit = fit(&cases, 0.0, &[]).unwrap();
        near(fit.weights[0], (3.0f64 / 7.0).ln(), 1e-9);
        near(fit.weights[1], 3.0f64.ln() - (3.0f64 / 7.0).ln(), 1e-9);
        near(fit.errors[0], (1.0f64 / 3.0 + 1.0 / 7.0).sqrt(), 1e-9);
    }

    #[test]
    fn a_penalty_draws_weights_to_zero_and_spares_the_free_ones() {
        let (plain, held) = (hours(0.0), hours(10.0));
        assert!(held.weights[1] > 0.0 && held.weights[1] < plain.weights[1]);
        let mean: f64 = HOURS.iter().map(|(hours, _)| chance(held.logit(&[1.0, *hours]))).sum::<f64>() / 20.0;
        near(mean, 0.5, 1e-6);
    }

    #[test]
    fn what_has_no_single_answer_gives_none() {
        assert_eq!(fit(&[], 1.0, &[]), None);
        let facts = [[1.0, -1.0], [1.0, 1.0]];
        let apart = [false, true].map(|up| Case { facts: &facts[usize::from(up)], happened: up, weight: 1.0 });
        assert_eq!(fit(&apart, 0.0, &[]), None, "perfect separation has no greatest likelihood");
        assert!(fit(&apart, 1.0, &[]).is_some());
        let twice = [[1.0, 1.0]];
        let cases = [true, false].map(|happened| Case { facts: &twice[0], happened, weight: 1.0 });
        assert_eq!(fit(&cases, 0.0, &[]), None);
    }

    /// Hanley & McNeil (1982): 109 images rated from 1 to 5, area 0.893.
    #[test]
    fn the_published_area_comes_out() {
        let (normal, abnormal) = ([33.0, 6.0, 6.0, 11.0, 2.0], [3.0, 2.0, 2.0, 11.0, 33.0]);
        let rated = |happened: bool, counts: [f64; 5]| {
            let case = move |(rating, weight)| Scored { score: rating as f64, happened, weight };
            counts.into_iter().enumerate().map(case)
        };
        let cases: Vec<Scored> = rated(false, normal).chain(rated(true, abnormal)).collect();
        near(area(&cases).unwrap(), 0.893, 5e-4);
        assert_eq!(area(&cases[..5]), None);
    }

    #[test]
    fn chances_that_are_too_extreme_have_a_slope_below_one() {
        let case = |score: f64, share: f64| {
            let half = |happened, weight| Scored { score, happened, weight };
            [half(true, 1000.0 * share), half(false, 1000.0 * (1.0 - share))]
        };
        let truth = [-3.0, -1.0, 0.5, 2.0];
        let honest: Vec<Scored> = truth.iter().flat_map(|logit| case(*logit, chance(*logit))).collect();
        let found = calibration(&honest).unwrap();
        near(found.slope, 1.0, 1e-6);
        near(found.offset, 0.0, 1e-6);
        let boastful: Vec<Scored> = truth.iter().flat_map(|logit| case(2.0 * logit + 1.0, chance(*logit))).collect();
        let found = calibration(&boastful).unwrap();
        near(found.slope, 0.5, 1e-6);
        near(found.offset, -0.5, 1e-6);
    }
}
