//! The weights while they are learned: one row of numbers, so that they can be shared out.
use super::sample::MOST_MEN;
use crate::self_play::Random;
use niwaki_games::chess::{
    Network,
    network::{BUCKETS, INPUTS, NEURON_UNIT, OUTPUT_UNIT},
};

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

/// Random weights to begin with, small enough that neurons begin between their limits.
pub(super) fn begin(width: usize, seed: u64) -> Vec<f32> {
    let layout = Layout::new(width);
    let mut random = Random::new(seed);
    // The highest 24 bits, between -1 and 1.
    let mut number = || (random.number() >> 40) as f32 / (1 << 23) as f32 - 1.0;
    let (into, out) = ((1.0 / MOST_MEN as f32).sqrt(), (1.0 / (2 * width) as f32).sqrt());
    let mut weights = vec![0.0; layout.length];
    weights[..layout.biases].iter_mut().for_each(|weight| *weight = number() * into);
    weights[layout.outputs..layout.output_biases].iter_mut().for_each(|weight| *weight = number() * out);
    weights
}

/// The network of these weights, in whole numbers.
pub(super) fn quantise(width: usize, weights: &[f32]) -> Result<Network, String> {
    let layout = Layout::new(width);
    let (neuron, output) = (NEURON_UNIT as f32, OUTPUT_UNIT as f32);
    let whole = |range: std::ops::Range<usize>, unit: f32| -> Vec<i16> {
        weights[range].iter().map(|weight| (weight * unit).round() as i16).collect()
    };
    let inputs = whole(0..layout.biases, neuron);
    let biases = whole(layout.biases..layout.outputs, neuron);
    let outputs = whole(layout.outputs..layout.output_biases, output);
    let last = &weights[layout.output_biases..];
    let output_biases = std::array::from_fn(|bucket| (last[bucket] * neuron * output).round() as i32);
    Network::new(&inputs, &biases, &outputs, output_biases)
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
        assert_eq!(quantise(16, &weights).unwrap().width(), 16);
        weights[layout.outputs] = 2.0;
        assert!(quantise(16, &weights).is_err(), "a weight that does not fit is refused");
    }

    #[test]
    fn a_seed_gives_the_same_weights_and_another_others() {
        assert_eq!(begin(32, 5), begin(32, 5));
        assert_ne!(begin(32, 5), begin(32, 6));
        assert!(begin(32, 5).iter().all(|weight| weight.abs() < 0.2));
        assert!(greatest_output(32, &begin(32, 5)) > 0.1);
    }
}
