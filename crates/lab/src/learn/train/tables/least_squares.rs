//! Least squares of a sparse linear model by conjugate gradients (Hestenes & Stiefel 1952), on
//! the normal equations, each unknown scaled by how often it was seen.
use super::{SHARES, Settings};
use crate::learn::train::trainer::together;
use niwaki_games::kit::learning::Sample;
use std::ops::{ControlFlow, Range};

/// Steps without progress on held-out positions after which a stage is done.
const PATIENCE: usize = 4;

/// Positions as features and what their sum shall be.
pub(super) struct Examples {
    features: Vec<u32>,
    /// Where the features of each position end.
    ends: Vec<usize>,
    targets: Vec<f64>,
}

/// The best weights of a stage.
pub(super) struct Solution {
    pub(super) weights: Vec<f64>,
    pub(super) steps: usize,
    /// Root of the mean squared error of the positions that were learned from.
    pub(super) error: f64,
}

impl Examples {
    pub(super) fn new(settings: &Settings, samples: &[Sample]) -> Examples {
        let mut examples = Examples { features: Vec::new(), ends: Vec::new(), targets: Vec::new() };
        let (unit, lambda) = (f64::from(settings.learner.unit()), f64::from(settings.lambda));
        for sample in samples {
            settings.learner.features(sample, &mut examples.features);
            examples.ends.push(examples.features.len());
            let margin = unit * f64::from(sample.margin().unwrap_or_default());
            examples.targets.push(lambda * margin + (1.0 - lambda) * f64::from(sample.score));
        }
        examples
    }

    pub(super) fn len(&self) -> usize {
        self.targets.len()
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
    fn sums(&self, weights: &[f64], threads: usize) -> Vec<f64> {
        let sum = |position: usize| self.features(position).iter().map(|&feature| weights[feature as usize]).sum();
        together(threads, self.shares(), &|share: Range<usize>| share.map(sum).collect::<Vec<f64>>()).concat()
    }

    /// What each position lacks with these weights.
    pub(super) fn errors(&self, weights: &[f64], threads: usize) -> Vec<f64> {
        self.sums(weights, threads).iter().zip(&self.targets).map(|(sum, target)| target - sum).collect()
    }

    /// For each weight the sum of the values of the positions that have it.
    fn gathered(&self, values: &[f64], width: usize, threads: usize) -> Vec<f64> {
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

fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn squares(values: &[f64]) -> f64 {
    product(values, values)
}

/// Goes towards the least squares from the `start`, near which weights stay that were seldom
/// seen; `None` if stopped. The examples to learn from come first, then those held out.
pub(super) fn solve(
    settings: &Settings,
    [learned, tested]: &[Examples; 2],
    start: Vec<f64>,
    on_step: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Option<Solution> {
    let (width, threads, ridge) = (start.len(), settings.threads, f64::from(settings.ridge));
    let seen = learned.gathered(&vec![1.0; learned.len()], width, threads);
    let scale =
        |values: &[f64]| -> Vec<f64> { values.iter().zip(&seen).map(|(value, seen)| value / (seen + ridge)).collect() };
    let mut weights = start.clone();
    let mut errors = learned.errors(&weights, threads);
    let mut slope = learned.gathered(&errors, width, threads);
    let mut scaled = scale(&slope);
    let mut direction = scaled.clone();
    let mut progress = product(&slope, &scaled);
    let root = |errors: &[f64]| (squares(errors) / errors.len().max(1) as f64).sqrt();
    let test = |weights: &[f64]| root(&tested.errors(weights, threads));
    let mut least = test(&weights);
    let mut best = Solution { error: root(&errors), weights: weights.clone(), steps: 0 };
    for step in 1..=settings.steps {
        if on_step(step).is_break() {
            return None;
        }
        if progress <= 0.0 {
            break;
        }
        let moved = learned.sums(&direction, threads);
        let length = progress / (squares(&moved) + ridge * squares(&direction));
        weights.iter_mut().zip(&direction).for_each(|(weight, way)| *weight += length * way);
        errors.iter_mut().zip(&moved).for_each(|(error, moved)| *error -= length * moved);
        let pull = weights.iter().zip(&start).map(|(weight, start)| ridge * (weight - start));
        slope = learned.gathered(&errors, width, threads);
        slope.iter_mut().zip(pull).for_each(|(slope, pull)| *slope -= pull);
        scaled = scale(&slope);
        let before = std::mem::replace(&mut progress, product(&slope, &scaled));
        direction.iter_mut().zip(&scaled).for_each(|(way, scaled)| *way = scaled + *way * progress / before);
        let error = test(&weights);
        if error < least {
            least = error;
            best = Solution { weights: weights.clone(), steps: step, error: root(&errors) };
        } else if step >= best.steps + PATIENCE {
            break;
        }
    }
    Some(best)
}
