//! Least squares of a sparse linear model by conjugate gradients (Hestenes & Stiefel 1952), on
//! the normal equations, each unknown scaled by how often it was seen.
use super::{Settings, examples::Examples};
use std::ops::ControlFlow;

/// Steps without progress on held-out positions after which a stage is done.
const PATIENCE: usize = 4;

/// The best weights of a stage.
pub(super) struct Solution {
    pub(super) weights: Vec<f64>,
    pub(super) steps: usize,
}

fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Goes from `weights` towards the least squares, weights that were seldom seen staying near the
/// `start`; `None` if stopped. The examples to learn from come first, then those held out.
pub(super) fn solve(
    settings: &Settings,
    [learned, tested]: &[Examples; 2],
    start: &[f64],
    mut weights: Vec<f64>,
    on_step: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Option<Solution> {
    let (width, threads, ridge) = (start.len(), settings.threads, f64::from(settings.ridge));
    let seen = learned.gathered(&learned.importance, width, threads);
    let scale =
        |values: &[f64]| -> Vec<f64> { values.iter().zip(&seen).map(|(value, seen)| value / (seen + ridge)).collect() };
    let mut errors = learned.errors(&weights, threads);
    let mut slope = learned.slope(&errors, &weights, start, ridge, threads);
    let mut scaled = scale(&slope);
    let mut direction = scaled.clone();
    let mut progress = product(&slope, &scaled);
    let test = |weights: &[f64]| tested.squares(&tested.errors(weights, threads));
    let mut least = test(&weights);
    let mut best = Solution { weights: weights.clone(), steps: 0 };
    for step in 1..=settings.steps {
        if on_step(step).is_break() {
            return None;
        }
        if progress <= 0.0 {
            break;
        }
        let moved = learned.sums(&direction, threads);
        let length = progress / (learned.squares(&moved) + ridge * product(&direction, &direction));
        weights.iter_mut().zip(&direction).for_each(|(weight, way)| *weight += length * way);
        errors.iter_mut().zip(&moved).for_each(|(error, moved)| *error -= length * moved);
        slope = learned.slope(&errors, &weights, start, ridge, threads);
        scaled = scale(&slope);
        let before = std::mem::replace(&mut progress, product(&slope, &scaled));
        direction.iter_mut().zip(&scaled).for_each(|(way, scaled)| *way = scaled + *way * progress / before);
        let error = test(&weights);
        if error < least {
            least = error;
            best = Solution { weights: weights.clone(), steps: step };
        } else if step >= best.steps + PATIENCE {
            break;
        }
    }
    Some(best)
}
