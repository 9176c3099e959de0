//! Simultaneous perturbation stochastic approximation (Spall 1992): all parameters are shaken
//! at once, each up or down by chance, and what is above plays what is below. The result
//! moves every parameter to the side that won.
//!
//! In iteration k of N, from 1, parameter i with step s_i is shaken by
//! c_k = s_i (N / k)^gamma and moves by a_k / c_k times the result, where
//! a_k = r s_i^2 ((A + N) / (A + k))^alpha: so in the last iteration it is shaken by its step,
//! and moves by r steps for a result of 1. Fishtest and OpenBench count in the same way.
use super::Parameter;
use niwaki_search::random::Random;

/// Spall's exponents for few measurements.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// A as a share of the iterations.
const STABILITY: f64 = 0.1;

/// What an iteration asks: are these settings better than those?
#[derive(Clone, Debug)]
pub struct Question {
    /// Number of the iteration, from 0.
    pub iteration: usize,
    /// Each parameter's direction, 1 or -1.
    pub signs: Vec<i32>,
    /// The settings with the perturbation added.
    pub plus: Vec<i32>,
    /// The settings with it taken away.
    pub minus: Vec<i32>,
    /// Chance for what else the iteration needs: which openings are played.
    pub random: Random,
}

/// The optimiser: where it stands, and its next step.
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    iterations: usize,
    rate: f64,
    seed: u64,
    done: usize,
    theta: Vec<f64>,
}

impl Spsa {
    /// At the start.
    pub fn new(parameters: &[Parameter], iterations: usize, rate: f64, seed: u64) -> Spsa {
        let theta = parameters.iter().map(|parameter| parameter.start).collect();
        Spsa { parameters: parameters.to_vec(), iterations, rate, seed, done: 0, theta }
    }

    /// The parameters as they stand.
    pub fn theta(&self) -> &[f64] {
        &self.theta
    }

    /// The next question; `None` at the end. It depends on the seed, its number and where
    /// the parameters stand, and on nothing else.
    pub fn question(&self) -> Option<Question> {
        if self.done >= self.iterations {
            return None;
        }
        let mut random = stream(self.seed, self.done);
        let (mut signs, mut plus, mut minus) = (Vec::new(), Vec::new(), Vec::new());
        for (parameter, theta) in self.parameters.iter().zip(&self.theta) {
            let sign = if random.below(2) == 0 { 1 } else { -1 };
            // Settings are whole numbers. They are rounded by chance, so that their mean is
            // what was asked for: to the nearest, small moves would never be noticed. Both
            // sides share the draw, which keeps them apart.
            let draw = fraction(&mut random);
            let settle = |sign: i32| {
                let value = parameter.clamp(theta + f64::from(sign) * self.shake(parameter));
                parameter.clamp((value + draw).floor()) as i32
            };
            plus.push(settle(sign));
            minus.push(settle(-sign));
            signs.push(sign);
        }
        Some(Question { iteration: self.done, signs, plus, minus, random })
    }

    /// Moves the parameters by a result: points by which a pair of games was won in the mean,
    /// from -2 to 2.
    pub fn learn(&mut self, question: &Question, result: f64) {
        for ((parameter, theta), sign) in self.parameters.iter().zip(&mut self.theta).zip(&question.signs) {
            let gain = gain(parameter, self.rate, self.iterations, self.done);
            let shake = shake(parameter, self.iterations, self.done);
            *theta = parameter.clamp(*theta + gain / shake * result * f64::from(*sign));
        }
        self.done += 1;
    }

    fn shake(&self, parameter: &Parameter) -> f64 {
        shake(parameter, self.iterations, self.done)
    }
}

/// c_k.
fn shake(parameter: &Parameter, iterations: usize, done: usize) -> f64 {
    parameter.step * (iterations as f64 / (done + 1) as f64).powf(GAMMA)
}

/// a_k.
fn gain(parameter: &Parameter, rate: f64, iterations: usize, done: usize) -> f64 {
    let stability = STABILITY * iterations as f64;
    let ratio = (stability + iterations as f64) / (stability + (done + 1) as f64);
    rate * parameter.step * parameter.step * ratio.powf(ALPHA)
}

/// The chance of one iteration, whatever was drawn in those before.
fn stream(seed: u64, iteration: usize) -> Random {
    let start = Random::new(seed).number() ^ iteration as u64;
    Random::new(Random::new(start).number())
}

/// From 0 to below 1.
pub(super) fn fraction(random: &mut Random) -> f64 {
    const BITS: u32 = 53;
    (random.number() >> (u64::BITS - BITS)) as f64 / (1u64 << BITS) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(path: &str, start: f64, low: i32, high: i32, step: f64) -> Parameter {
        Parameter { path: path.to_string(), start, low, high, step }
    }

    /// Asks all questions of somebody who answers by a score for settings, with noise as
    /// large as that of the mean of a few pairs of games.
    fn optimise(mut spsa: Spsa, noise: f64, value: &dyn Fn(&[i32]) -> f64) -> Spsa {
        let mut random = Random::new(99);
        while let Some(question) = spsa.question() {
            let sum: f64 = (0..12).map(|_| fraction(&mut random)).sum();
            let result = value(&question.plus) - value(&question.minus) + noise * (sum - 6.0);
            spsa.learn(&question, result.clamp(-2.0, 2.0));
        }
        spsa
    }

    #[test]
    fn the_best_of_a_noisy_hill_is_found() {
        let parameters =
            [parameter("a", 20.0, 0, 200, 8.0), parameter("b", 9.0, 0, 12, 1.0), parameter("c", -40.0, -100, 100, 6.0)];
        // The top is at 80, 4 and 10; a step away from it costs 0.01 to 0.02 of a pair.
        let hill = |x: &[i32]| {
            let off = |index: usize, top: f64, width: f64| ((f64::from(x[index]) - top) / width).powi(2);
            -(off(0, 80.0, 60.0) + off(1, 4.0, 5.0) + off(2, 10.0, 50.0))
        };
        for seed in 1..=5 {
            let spsa = optimise(Spsa::new(&parameters, 3000, 0.1, seed), 0.3, &hill);
            let [a, b, c] = spsa.theta() else { panic!() };
            let near = (a - 80.0).abs() < 12.0 && (b - 4.0).abs() < 1.5 && (c - 10.0).abs() < 10.0;
            assert!(near, "seed {seed}: {:?}", spsa.theta());
        }
    }

    #[test]
    fn without_a_signal_parameters_stay_where_they_are() {
        let parameters = [parameter("a", 50.0, 0, 100, 5.0)];
        let spsa = optimise(Spsa::new(&parameters, 500, 0.1, 1), 0.3, &|_| 0.0);
        assert!((spsa.theta()[0] - 50.0).abs() < 10.0, "{:?}", spsa.theta());
        let still = optimise(Spsa::new(&parameters, 500, 0.1, 1), 0.0, &|_| 0.0);
        assert_eq!(still.theta(), [50.0]);
    }

    #[test]
    fn settings_and_results_stay_in_their_ranges() {
        let parameters = [parameter("a", 3.0, 1, 4, 1.5), parameter("b", -5.0, -5, 5, 5.0)];
        let mut spsa = Spsa::new(&parameters, 300, 2.0, 7);
        while let Some(question) = spsa.question() {
            for side in [&question.plus, &question.minus] {
                assert!((1..=4).contains(&side[0]) && (-5..=5).contains(&side[1]), "{question:?}");
            }
            spsa.learn(&question, if question.iteration % 3 == 0 { -2.0 } else { 2.0 });
            assert!((1.0..=4.0).contains(&spsa.theta()[0]) && (-5.0..=5.0).contains(&spsa.theta()[1]));
        }
    }

    #[test]
    fn a_question_depends_on_seed_number_and_place_alone() {
        let parameters = [parameter("a", 30.0, 0, 100, 5.0), parameter("b", 30.0, 0, 100, 0.5)];
        let mut spsa = Spsa::new(&parameters, 50, 0.1, 3);
        let first = spsa.question().unwrap();
        let facts = |q: &Question| (q.iteration, q.signs.clone(), q.plus.clone(), q.minus.clone());
        assert_eq!(facts(&first), facts(&spsa.question().unwrap()));
        assert_ne!(facts(&first), facts(&Spsa::new(&parameters, 50, 0.1, 4).question().unwrap()));
        spsa.learn(&first, 0.0);
        assert_eq!(spsa.question().unwrap().iteration, 1);
        assert_eq!(spsa.theta(), [30.0, 30.0]);
    }

    #[test]
    fn the_gains_are_those_of_the_last_iteration_and_larger_before() {
        let one = parameter("a", 0.0, -100, 100, 4.0);
        assert_eq!((shake(&one, 80, 79), gain(&one, 0.5, 80, 79)), (4.0, 8.0));
        assert!(shake(&one, 80, 0) > 6.0 && gain(&one, 0.5, 80, 0) > 16.0);
    }

    #[test]
    fn both_sides_differ_and_their_mean_is_what_was_asked_for() {
        let parameters = [parameter("a", 10.3, 0, 20, 0.5)];
        let (mut sum, count) = (0, 4000);
        for seed in 0..count {
            let question = Spsa::new(&parameters, 1, 0.1, seed).question().unwrap();
            assert_eq!((question.plus[0] - question.minus[0]).abs(), 1, "{question:?}");
            sum += question.plus[0] + question.minus[0];
        }
        let mean = f64::from(sum) / (2 * count) as f64;
        assert!((mean - 10.3).abs() < 0.05, "{mean}");
    }
}
