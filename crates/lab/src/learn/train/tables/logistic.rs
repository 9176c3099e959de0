//! Logistic regression: chances by a row of least squares, each near the weights of the one
//! before (Newton's method, or iteratively reweighted least squares).
use super::{
    Settings,
    examples::Examples,
    least_squares::{self, Solution},
};
use std::ops::ControlFlow;

/// Least squares in a row: more change nothing that is seen in play.
const ROUNDS: usize = 5;

/// The best weights of a stage for chances, of which `scale` is the score of one logit; `None` if
/// stopped. Weights that were seldom seen stay near the `start`.
pub(super) fn solve(
    settings: &Settings,
    scale: f64,
    examples: &mut [Examples; 2],
    start: &[f64],
    on_step: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Option<Solution> {
    let mut solution = Solution { weights: start.to_vec(), steps: 0 };
    for _ in 0..ROUNDS {
        examples.iter_mut().for_each(|examples| examples.linearise(scale, &solution.weights, settings.threads));
        let before = solution.steps;
        let next =
            least_squares::solve(settings, examples, start, solution.weights, &mut |step| on_step(before + step))?;
        solution = Solution { weights: next.weights, steps: before + next.steps };
        if next.steps == 0 {
            break;
        }
    }
    Some(solution)
}
