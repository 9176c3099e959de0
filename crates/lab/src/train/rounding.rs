//! From weights to whole numbers.
//!
//! Rounding each weight by itself shifts the score of every position a little, and many
//! neurons are at work in all of them: the errors add up. So inputs are rounded first, and
//! then the weights to each output are chosen among whole numbers, one after the other, so
//! that on positions of the bucket the output comes as near as can be to what was trained.
use super::{
    gradient::Passes,
    sample::Sample,
    weights::{Layout, round},
};
use niwaki_games::chess::{
    Network,
    network::{BUCKETS, GREATEST_OUTPUT_WEIGHT, NEURON_UNIT, OUTPUT_UNIT, SCALE},
};

/// Positions of a bucket that weights are chosen by.
const CALIBRATED: usize = 4096;
/// How often each weight is looked at.
const SWEEPS: usize = 8;
/// Positions on which the network is compared.
const COMPARED: usize = 2000;

/// The network that comes nearest to the weights on positions like these.
pub(super) fn network(width: usize, passes: Passes, weights: &[f32], samples: &[Sample]) -> Result<Network, String> {
    let layout = Layout::new(width);
    let inputs = round(&weights[..layout.biases], NEURON_UNIT);
    let biases = round(&weights[layout.biases..layout.outputs], NEURON_UNIT);
    let mut outputs = round(&weights[layout.outputs..layout.output_biases], OUTPUT_UNIT);
    let mut rounded = weights.to_vec();
    for (weight, whole) in rounded.iter_mut().zip(inputs.iter().chain(&biases)) {
        *weight = f32::from(*whole) / NEURON_UNIT as f32;
    }
    let mut output_biases = [0; BUCKETS];
    for (bucket, outputs) in outputs.chunks_mut(2 * width).enumerate() {
        let mut fit = Fit::new(2 * width, weights[layout.output_biases + bucket]);
        for sample in samples.iter().filter(|sample| sample.bucket() == bucket).take(CALIBRATED) {
            fit.add((passes.output)(weights, sample), |squares| (passes.squares)(&rounded, sample, squares));
        }
        fit.choose(outputs);
        output_biases[bucket] = (fit.bias * (NEURON_UNIT * OUTPUT_UNIT) as f32).round() as i32;
    }
    Network::new(&inputs, &biases, &outputs, output_biases)
}

/// An output that is fitted by whole weights.
struct Fit {
    /// For each weight what it is multiplied with, position by position.
    columns: Vec<Vec<f32>>,
    /// What is missing at each position.
    rest: Vec<f32>,
    bias: f32,
}

impl Fit {
    fn new(weights: usize, bias: f32) -> Fit {
        Fit { columns: vec![Vec::new(); weights], rest: Vec::new(), bias }
    }

    /// Adds a position with the output that is wanted.
    fn add(&mut self, output: f32, fill: impl FnOnce(&mut [f32])) {
        let mut squares = vec![0.0; self.columns.len()];
        fill(&mut squares);
        self.columns.iter_mut().zip(squares).for_each(|(column, square)| column.push(square));
        self.rest.push(output - self.bias);
    }

    /// Changes weights, one after the other, as long as that brings the outputs nearer.
    fn choose(&mut self, weights: &mut [i16]) {
        let unit = 1.0 / OUTPUT_UNIT as f32;
        for (column, weight) in self.columns.iter().zip(weights.iter()) {
            take(&mut self.rest, column, f32::from(*weight) * unit);
        }
        for _ in 0..SWEEPS {
            let shift = self.rest.iter().sum::<f32>() / self.rest.len().max(1) as f32;
            self.bias += shift;
            self.rest.iter_mut().for_each(|rest| *rest -= shift);
            let mut changed = false;
            for (column, weight) in self.columns.iter().zip(weights.iter_mut()) {
                let size = dot(column, column) * unit;
                if size <= f32::EPSILON {
                    continue;
                }
                let greatest = f32::from(GREATEST_OUTPUT_WEIGHT);
                let wanted = f32::from(*weight) + (dot(column, &self.rest) / size).round();
                let change = wanted.clamp(-greatest, greatest) - f32::from(*weight);
                *weight += change as i16;
                take(&mut self.rest, column, change * unit);
                changed |= change != 0.0;
            }
            if !changed {
                break;
            }
        }
    }
}

/// Takes a multiple of a column away.
fn take(rest: &mut [f32], column: &[f32], times: f32) {
    if times != 0.0 {
        rest.iter_mut().zip(column).for_each(|(rest, square)| *rest -= times * square);
    }
}

fn dot(one: &[f32], two: &[f32]) -> f32 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let ((one, one_end), (two, two_end)) = (one.as_chunks::<LANES>(), two.as_chunks::<LANES>());
    for (one, two) in one.iter().zip(two) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * two[lane];
        }
    }
    sums.iter().sum::<f32>() + one_end.iter().zip(two_end).map(|(one, two)| one * two).sum::<f32>()
}

/// Mean difference in centipawns between the network and the weights that it was made from.
pub(super) fn difference(
    passes: Passes,
    weights: &[f32],
    network: &Network,
    samples: &[Sample],
) -> Result<f64, String> {
    let apart = samples.len().div_ceil(COMPARED).max(1);
    let difference = |sample: &Sample| {
        let exact = f64::from((passes.output)(weights, sample)) * f64::from(SCALE);
        Ok((exact - f64::from(network.evaluate(&sample.board()?))).abs())
    };
    let differences = samples.iter().step_by(apart).map(difference).collect::<Result<Vec<f64>, String>>()?;
    Ok(differences.iter().sum::<f64>() / differences.len().max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::{tests::random_boards, weights};

    #[test]
    fn whole_weights_that_fit_are_found_and_stay() {
        let mut fit = Fit::new(3, 0.25);
        let rows = [[0.5, 0.1, 0.9], [0.2, 0.8, 0.1], [0.9, 0.9, 0.3], [0.1, 0.4, 0.4], [0.7, 0.2, 0.6]];
        let exact = [10.0, -20.0, 127.0f32].map(|whole| whole / 64.0);
        for row in rows {
            let output = 0.25 + row.iter().zip(exact).map(|(square, weight)| square * weight).sum::<f32>();
            fit.add(output, |squares| squares.copy_from_slice(&row));
        }
        let mut weights = [10, -20, 127];
        fit.choose(&mut weights);
        assert_eq!(weights, [10, -20, 127]);
        assert!((fit.bias - 0.25).abs() < 1e-4 && fit.rest.iter().all(|rest| rest.abs() < 1e-4));
    }

    #[test]
    fn chosen_weights_are_nearer_than_rounded_ones() {
        let width = 32;
        let passes = Passes::new(width).unwrap();
        let weights = weights::begin(width, 9);
        let samples =
            |seed| -> Vec<Sample> { random_boards(3000, seed).iter().map(|board| Sample::of(board, 0, 1)).collect() };
        let (seen, unseen) = (samples(1), samples(2));
        let chosen = network(width, passes, &weights, &seen).unwrap();
        let rounded = network(width, passes, &weights, &[]).unwrap();
        let off = |network: &Network| difference(passes, &weights, network, &unseen).unwrap();
        assert!(off(&chosen) < 3.0 && off(&chosen) < off(&rounded), "{} {}", off(&chosen), off(&rounded));
    }

    #[test]
    fn the_greatest_weights_fit_and_no_greater_ones_come_out() {
        let layout = Layout::new(16);
        let passes = Passes::new(16).unwrap();
        let mut weights = vec![weights::GREATEST; layout.length];
        let samples: Vec<Sample> = random_boards(50, 1).iter().map(|board| Sample::of(board, 0, 1)).collect();
        assert!(network(16, passes, &weights, &samples).is_ok());
        weights[layout.outputs] = 2.1;
        assert!(network(16, passes, &weights, &[]).is_err(), "a weight that does not fit is refused");
    }
}
