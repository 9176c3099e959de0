//! AdamW (Loshchilov & Hutter 2019): each weight goes against its mean slope, in steps that
//! its spread makes smaller, and a little towards 0.
use super::weights::GREATEST;

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const SMALLEST: f32 = 1e-8;
/// Share of a weight that is taken off it, times the rate.
const WEIGHT_DECAY: f32 = 0.01;
/// Steps until the rate has its full size.
const WARM_UP: usize = 200;
/// What is left of the rate in the end.
const LAST_RATE: f64 = 0.01;
/// The share of the steps, at the end, that have this last rate.
const LAST_PART: f64 = 0.1;

/// The rate of a step, from 0: up in a line, down in half a wave (a cosine), then flat.
pub(super) fn rate(full: f32, step: usize, steps: usize) -> f32 {
    let warm = ((step + 1) as f64 / WARM_UP.min(steps / 4 + 1) as f64).min(1.0);
    let falling = steps.max(1) as f64 * (1.0 - LAST_PART);
    let wave = (1.0 + (std::f64::consts::PI * (step as f64 / falling).min(1.0)).cos()) / 2.0;
    (f64::from(full) * warm * (LAST_RATE + (1.0 - LAST_RATE) * wave)) as f32
}

/// What a step needs to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The rate.
    rate: f32,
    /// What the mean and the mean square must be multiplied with: they began at 0.
    correction: [f32; 2],
    /// One over the number of samples.
    share: f32,
}

impl Step {
    /// The step of a number, from 0, over a number of samples.
    pub(super) fn new(number: usize, rate: f32, samples: usize) -> Step {
        let times = (number + 1).min(i32::MAX as usize) as i32;
        let correction = [MEAN_DECAY, SQUARE_DECAY].map(|decay| 1.0 / (1.0 - decay.powi(times)));
        Step { rate, correction, share: 1.0 / samples.max(1) as f32 }
    }
}

/// Weights and what is remembered of their slopes, or a part of them.
pub(super) struct Part<'a> {
    /// The weights.
    pub(super) weights: &'a mut [f32],
    /// Mean slopes.
    pub(super) means: &'a mut [f32],
    /// Mean squares of slopes.
    pub(super) squares: &'a mut [f32],
    /// Where in the row the part begins.
    pub(super) start: usize,
    /// Weights from here on in the row may be of any size.
    pub(super) free_from: usize,
}

impl Part<'_> {
    /// Goes one step by the sum of gradients, each of the whole row.
    pub(super) fn go(&mut self, step: Step, gradients: &[&[f32]]) {
        let length = self.weights.len();
        let mut slopes = vec![0.0; length];
        for gradient in gradients {
            let part = &gradient[self.start..self.start + length];
            slopes.iter_mut().zip(part).for_each(|(sum, slope)| *sum += step.share * slope);
        }
        let memory = self.means.iter_mut().zip(self.squares.iter_mut());
        for ((weight, (mean, square)), slope) in self.weights.iter_mut().zip(memory).zip(slopes) {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let direction = *mean * step.correction[0] / ((*square * step.correction[1]).sqrt() + SMALLEST);
            *weight -= step.rate * (direction + WEIGHT_DECAY * *weight);
        }
        let bound = self.free_from.saturating_sub(self.start).min(length);
        self.weights[..bound].iter_mut().for_each(|weight| *weight = weight.clamp(-GREATEST, GREATEST));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_goes_up_comes_down_to_a_hundredth_and_stays_there() {
        let rates: Vec<f32> = (0..1000).map(|step| rate(1.0, step, 1000)).collect();
        assert!(rates[0] < 0.01 && rates[199] > 0.88);
        assert!(rates[..200].is_sorted() && rates[200..].is_sorted_by(|a, b| a >= b));
        assert!(rates[900..].iter().all(|rate| *rate == 0.01) && rates[880] > 0.01, "{:?}", &rates[880..]);
        assert!((rates[450] - 0.505).abs() < 0.01);
        assert!((0..3).all(|step| rate(1.0, step, 3) > 0.1), "a short run warms up quickly");
    }

    #[test]
    fn a_parabola_is_gone_down_to_its_lowest_point() {
        let (mut weights, mut means, mut squares) = (vec![1.5, -1.0, 0.0], vec![0.0; 3], vec![0.0; 3]);
        let goals = [0.5, 0.25, 9.0];
        for number in 0..6000 {
            let slopes: Vec<f32> = weights.iter().zip(goals).map(|(weight, goal)| weight - goal).collect();
            let step = Step::new(number, rate(0.02, number, 6000), 1);
            let [w, m, s] = [&mut weights, &mut means, &mut squares].map(|row| row.as_mut_slice());
            Part { weights: w, means: m, squares: s, start: 0, free_from: 2 }.go(step, &[&slopes]);
        }
        // A little towards 0 by the decay; beyond the limit only where it is free.
        assert!((weights[0] - 0.5).abs() < 0.05 && (weights[1] - 0.25).abs() < 0.05, "{weights:?}");
        assert!(weights[2] > GREATEST, "{weights:?}");
    }

    #[test]
    fn a_step_over_parts_is_the_step_over_all() {
        let slopes: [&[f32]; 2] = [&[0.1, -0.2, 0.3, 4.0], &[0.2, 0.2, 0.1, -1.0]];
        let step = Step::new(3, 0.1, 2);
        let go = |cut: usize| {
            let mut rows = [vec![1.0, 1.97, -1.97, 5.0], vec![0.1; 4], vec![0.2; 4]];
            let [w, m, s] = &mut rows;
            for (start, end) in [(0, cut), (cut, 4)] {
                let [weights, means, squares] = [&mut *w, &mut *m, &mut *s].map(|row| &mut row[start..end]);
                Part { weights, means, squares, start, free_from: 3 }.go(step, &slopes);
            }
            rows
        };
        assert_eq!(go(0), go(2));
    }
}
