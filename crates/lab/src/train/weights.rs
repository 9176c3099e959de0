//! The weights while they are learned: one row of numbers, so that they can be shared out.
use crate::self_play::Random;
use niwaki_games::chess::network::{BUCKETS, INPUTS};

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

/// Weights in whole units.
pub(super) fn round(weights: &[f32], unit: i32) -> Vec<i16> {
    weights.iter().map(|weight| (weight * unit as f32).round() as i16).collect()
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
    fn a_seed_gives_the_same_weights_and_another_others() {
        assert_eq!(begin(32, 5), begin(32, 5));
        assert_ne!(begin(32, 5), begin(32, 6));
        assert!(begin(32, 5).iter().all(|weight| weight.abs() < 0.2));
        assert!(greatest_output(32, &begin(32, 5)) > 0.1);
    }
}
