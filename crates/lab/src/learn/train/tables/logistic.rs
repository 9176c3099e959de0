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

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_games::kit::learning::{Goal, Kind, Learner, POSITION_BYTES, Sample, TableLearner, Visit};
    use niwaki_search::{node::Score, random::Random};

    const SCALE: Score = 400;

    /// Positions have one feature of two, and one that all have.
    struct Small;

    impl Learner for Small {
        fn game(&self) -> &'static str {
            "small"
        }
        fn replay(&self, _: u16, _: &mut dyn Iterator<Item = u16>, _: &mut Visit<'_>) -> Result<(), String> {
            Ok(())
        }
        fn kind(&self) -> Kind {
            Kind::Tables(&Small)
        }
    }

    impl TableLearner for Small {
        fn stages(&self) -> usize {
            1
        }
        fn width(&self) -> usize {
            3
        }
        fn goal(&self) -> Goal {
            Goal::Result { scale: SCALE }
        }
        fn features(&self, sample: &Sample, out: &mut Vec<u32>) -> usize {
            out.extend([u32::from(sample.position[0]), 2]);
            0
        }
    }

    /// Games that are won in so many cases of a hundred, by the feature.
    fn examples(settings: &Settings, seed: u64, percent: [usize; 2]) -> Examples {
        let mut random = Random::new(seed);
        let samples: Vec<Sample> = (0..20_000)
            .map(|number| {
                let feature = number % 2;
                let mut position = [0; POSITION_BYTES];
                position[0] = feature as u8;
                Sample::new(position, 0, 2 * u8::from(random.below(100) < percent[feature]))
            })
            .collect();
        Examples::new(settings, &samples)
    }

    #[test]
    fn weights_become_the_logarithms_of_odds() {
        let settings = Settings { learner: &Small, lambda: 1.0, steps: 40, ridge: 1.0, seed: 1, threads: 2 };
        let mut examples = [1, 2].map(|seed| examples(&settings, seed, [50, 95]));
        let mut go = |_| ControlFlow::Continue(());
        let solution = solve(&settings, SCALE.into(), &mut examples, &[0.0; 3], &mut go).unwrap();
        let sums = [0, 1].map(|feature| solution.weights[feature] + solution.weights[2]);
        // Odds of 1 and of 19; a plain line through the results would say 0 and 720.
        let wanted = f64::from(SCALE) * 19f64.ln();
        assert!(sums[0].abs() < 25.0 && (sums[1] - wanted).abs() < 60.0, "{sums:?} {wanted}");
        let errors = examples[1].judged(&solution.weights, 1);
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        assert!(mean.abs() < 0.01, "{mean}");
        assert!(solve(&settings, 400.0, &mut examples, &[0.0; 3], &mut |_| ControlFlow::Break(())).is_none());
    }
}
