//! Positions as the solvers see them: features, and what the sum of their weights shall be.
use super::Settings;
use crate::learn::train::{
    target::{sigmoid, target},
    trainer::{SHARES, together},
};
use niwaki_games::kit::learning::{Goal, Sample};
use std::ops::Range;

/// The least that a position counts whose result seems sure: how much the certain ones say is
/// left open by rounding.
const LEAST_IMPORTANCE: f64 = 0.02;

/// Positions as features and what their sum shall be.
pub(super) struct Examples {
    features: Vec<u32>,
    /// Where the features of each position end.
    ends: Vec<usize>,
    /// What the sum of the weights shall be.
    targets: Vec<f64>,
    /// How much the error of each position counts.
    pub(super) importance: Vec<f64>,
    goal: Goal,
    /// Chances of a win, where they are the goal.
    chances: Vec<f64>,
}

impl Examples {
    pub(super) fn new(settings: &Settings, samples: &[Sample]) -> Examples {
        let goal = settings.learner.goal();
        let mut examples = Examples {
            features: Vec::new(),
            ends: Vec::new(),
            targets: Vec::new(),
            importance: vec![1.0; samples.len()],
            goal,
            chances: Vec::new(),
        };
        let lambda = f64::from(settings.lambda);
        for sample in samples {
            settings.learner.features(sample, &mut examples.features);
            examples.ends.push(examples.features.len());
            match goal {
                Goal::Margin { unit } => {
                    let margin = f64::from(unit) * f64::from(sample.margin().unwrap_or_default());
                    examples.targets.push(lambda * margin + (1.0 - lambda) * f64::from(sample.score));
                }
                Goal::Result { scale } => {
                    examples.chances.push(target(sample, settings.lambda, scale as f32).into());
                    examples.targets.push(0.0);
                }
            }
        }
        examples
    }

    pub(super) fn len(&self) -> usize {
        self.targets.len()
    }

    /// Where chances are the goal: near these weights, the sums that they ask for and how much
    /// each counts (a step of Newton's method).
    pub(super) fn linearise(&mut self, scale: f64, weights: &[f64], threads: usize) {
        /// The slope of the logistic function at even chances, where a position counts one.
        const STEEPEST: f64 = 0.25;
        let sums = self.sums(weights, threads);
        for (position, sum) in sums.into_iter().enumerate() {
            let chance = f64::from(sigmoid((sum / scale) as f32));
            let slope = (chance * (1.0 - chance)).max(LEAST_IMPORTANCE * STEEPEST);
            self.importance[position] = slope / STEEPEST;
            self.targets[position] = sum + scale * (self.chances[position] - chance) / slope;
        }
    }

    fn features(&self, position: usize) -> &[u32] {
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        &self.features[start..self.ends[position]]
    }

    /// Positions in a fixed number of shares, so that sums do not depend on threads.
    fn shares(&self) -> Vec<Range<usize>> {
        let size = self.len().div_ceil(SHARES).max(1);
        (0..self.len()).step_by(size).map(|start| start..self.len().min(start + size)).collect()
    }

    /// The sum of the weights of each position.
    pub(super) fn sums(&self, weights: &[f64], threads: usize) -> Vec<f64> {
        let sum = |position: usize| self.features(position).iter().map(|&feature| weights[feature as usize]).sum();
        together(threads, self.shares(), &|share: Range<usize>| share.map(sum).collect::<Vec<f64>>()).concat()
    }

    /// What each position lacks with these weights.
    pub(super) fn errors(&self, weights: &[f64], threads: usize) -> Vec<f64> {
        self.sums(weights, threads).iter().zip(&self.targets).map(|(sum, target)| target - sum).collect()
    }

    /// The same in units of what is predicted: of margins, or in chances.
    pub(super) fn judged(&self, weights: &[f64], threads: usize) -> Vec<f64> {
        match self.goal {
            Goal::Margin { unit } => {
                self.errors(weights, threads).iter().map(|error| error / f64::from(unit)).collect()
            }
            Goal::Result { scale } => {
                let chance = |sum: &f64| f64::from(sigmoid((sum / f64::from(scale)) as f32));
                self.sums(weights, threads)
                    .iter()
                    .zip(&self.chances)
                    .map(|(sum, wanted)| wanted - chance(sum))
                    .collect()
            }
        }
    }

    /// The sum of the squares of a value of each position, as far as they count.
    pub(super) fn squares(&self, values: &[f64]) -> f64 {
        values.iter().zip(&self.importance).map(|(value, importance)| importance * value * value).sum()
    }

    /// For each weight the way that lessens the errors, and brings it nearer to the `start`.
    pub(super) fn slope(&self, errors: &[f64], weights: &[f64], start: &[f64], ridge: f64, threads: usize) -> Vec<f64> {
        let counted: Vec<f64> =
            errors.iter().zip(&self.importance).map(|(error, importance)| error * importance).collect();
        let mut slope = self.gathered(&counted, weights.len(), threads);
        let pull = weights.iter().zip(start).map(|(weight, start)| ridge * (weight - start));
        slope.iter_mut().zip(pull).for_each(|(slope, pull)| *slope -= pull);
        slope
    }

    /// For each weight the sum of the values of the positions that have it.
    pub(super) fn gathered(&self, values: &[f64], width: usize, threads: usize) -> Vec<f64> {
        let gather = |share: Range<usize>| {
            let mut sums = vec![0.0; width];
            for position in share {
                self.features(position).iter().for_each(|&feature| sums[feature as usize] += values[position]);
            }
            sums
        };
        let mut total = vec![0.0; width];
        for part in together(threads, self.shares(), &gather) {
            total.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
        }
        total
    }
}
