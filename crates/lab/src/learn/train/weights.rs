//! The weights while they are learned: one row of numbers, so that they can be shared out.
use niwaki_games::chess::{
    Network,
    network::{BUCKETS, INPUTS, NEURON_UNIT, OUTPUT_UNIT},
};
use niwaki_search::random::Random;
use std::ops::Range;

/// No weight is greater: 1.98 · 64 fits the 127 that an output weight may have.
pub(super) const GREATEST: f32 = 1.98;

/// Where the parts of the row begin, for a width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Biases of the neurons, after the weights of each input.
    pub(super) biases: usize,
    /// Weights to the outputs: for each bucket those of the side to move, then the other's.
    pub(super) outputs: usize,
    /// Biases of the outputs: they alone may be of any size.
    pub(super) output_biases: usize,
    /// Length of the row.
    pub(super) length: usize,
}

impl Layout {
    pub(super) const fn new(width: usize) -> Layout {
        let biases = INPUTS * width;
        let outputs = biases + width;
        let output_biases = outputs + BUCKETS * 2 * width;
        Layout { biases, outputs, output_biases, length: output_biases + BUCKETS }
    }
}

/// Random weights to begin with, so small that neurons begin near 0: greater ones learn more slowly.
pub(super) fn begin(width: usize, seed: u64) -> Vec<f32> {
    let layout = Layout::new(width);
    let mut random = Random::new(seed);
    // The highest 24 bits, between -1 and 1.
    let mut number = || (random.number() >> 40) as f32 / (1 << 23) as f32 - 1.0;
    let (into, out) = ((1.0 / INPUTS as f32).sqrt(), (1.0 / (2 * width) as f32).sqrt());
    let mut weights = vec![0.0; layout.length];
    weights[..layout.biases].iter_mut().for_each(|weight| *weight = number() * into);
    weights[layout.outputs..layout.output_biases].iter_mut().for_each(|weight| *weight = number() * out);
    weights
}

/// The weights of a network, to go on from.
pub(super) fn of(network: &Network) -> Vec<f32> {
    let mut weights: Vec<f32> = network.numbers().map(|number| number as f32).collect();
    for (range, unit) in units(network.width()) {
        weights[range].iter_mut().for_each(|weight| *weight /= unit);
    }
    weights
}

/// The parts of the row, each with the unit of its whole numbers in a network.
fn units(width: usize) -> [(Range<usize>, f32); 3] {
    let layout = Layout::new(width);
    let (neuron, output) = (NEURON_UNIT as f32, OUTPUT_UNIT as f32);
    [
        (0..layout.outputs, neuron),
        (layout.outputs..layout.output_biases, output),
        (layout.output_biases..layout.length, neuron * output),
    ]
}

/// Writes to `whole` the nearest weights that a network can have.
pub(super) fn round(width: usize, exact: &[f32], whole: &mut [f32]) {
    for (range, unit) in units(width) {
        let pairs = whole[range.clone()].iter_mut().zip(&exact[range]);
        pairs.for_each(|(whole, exact)| *whole = (exact * unit).round() / unit);
    }
}

/// The network of rounded weights.
pub(super) fn network(width: usize, whole: &[f32]) -> Result<Network, String> {
    let layout = Layout::new(width);
    let [neurons, outputs, last] = units(width).map(|(range, unit)| (&whole[range], unit));
    let numbers = |(weights, unit): (&[f32], f32)| -> Vec<i16> {
        weights.iter().map(|weight| (weight * unit).round() as i16).collect()
    };
    let neurons = numbers(neurons);
    let (inputs, biases) = neurons.split_at(layout.biases);
    let output_biases = std::array::from_fn(|bucket| (last.0[bucket] * last.1).round() as i32);
    Network::new(inputs, biases, &numbers(outputs), output_biases)
}

/// The greatest weight to an output, of what it may be.
pub(super) fn greatest_output(width: usize, weights: &[f32]) -> f32 {
    let layout = Layout::new(width);
    weights[layout.outputs..layout.output_biases].iter().fold(0.0, |most, weight| weight.abs().max(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_weights_fit_the_network() {
        let layout = Layout::new(16);
        let mut weights = vec![GREATEST; layout.length];
        weights[layout.outputs] = -GREATEST;
        assert_eq!(network(16, &weights).unwrap().width(), 16);
        weights[layout.outputs] = 2.0;
        assert!(network(16, &weights).is_err(), "a weight that does not fit is refused");
    }

    #[test]
    fn rounded_weights_are_near_and_stay() {
        let exact = begin(16, 3);
        let (mut once, mut twice) = (exact.clone(), exact.clone());
        round(16, &exact, &mut once);
        round(16, &once, &mut twice);
        assert!(once != exact && once == twice);
        let off = |unit: f32, range: Range<usize>| {
            once[range.clone()].iter().zip(&exact[range]).all(|(once, exact)| (once - exact).abs() <= 0.5001 / unit)
        };
        assert!(units(16).into_iter().all(|(range, unit)| off(unit, range)));
    }

    #[test]
    fn the_weights_of_a_network_give_that_network() {
        let mut whole = begin(32, 5);
        round(32, &begin(32, 5), &mut whole);
        let made = network(32, &whole).unwrap();
        assert_eq!(of(&made), whole);
        assert!(network(32, &of(&made)).unwrap() == made);
    }

    #[test]
    fn a_seed_gives_the_same_weights_and_another_others() {
        assert_eq!(begin(32, 5), begin(32, 5));
        assert_ne!(begin(32, 5), begin(32, 6));
        assert!(begin(32, 5).iter().all(|weight| weight.abs() < 0.2));
        assert!(greatest_output(32, &begin(32, 5)) > 0.1);
    }
}
