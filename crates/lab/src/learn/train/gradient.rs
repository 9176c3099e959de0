//! How far the network is off, and which way each weight should go.
//!
//! The width is known to the compiler, which makes vectors of the loops.
use super::{
    sample::{Sample, sigmoid},
    weights::Layout,
};
use niwaki_games::chess::network::{INPUTS, SCALE};

/// Numbers that are summed up side by side: the order of a sum must not hinder vectors.
const LANES: usize = 8;

/// The widths that can be trained.
pub const WIDTHS: [usize; 9] = [16, 32, 64, 96, 128, 192, 256, 384, 512];

/// What to compute for a width.
#[derive(Clone, Copy)]
pub(super) struct Passes {
    /// Sum of the losses of samples.
    pub(super) loss: fn(&[f32], &[Sample], f32) -> f64,
    /// The same, and adds the gradient of that sum to the last.
    pub(super) gradient: fn(&[f32], &[Sample], f32, &mut [f32]) -> f64,
    /// The output for a sample.
    pub(super) output: fn(&[f32], &Sample) -> f32,
}

impl Passes {
    /// `None` for a width that cannot be trained.
    pub(super) fn new(width: usize) -> Option<Passes> {
        const fn of<const N: usize>() -> Passes {
            Passes { loss: loss::<N>, gradient: gradient::<N>, output: output::<N> }
        }
        Some(match width {
            16 => of::<16>(),
            32 => of::<32>(),
            64 => of::<64>(),
            96 => of::<96>(),
            128 => of::<128>(),
            192 => of::<192>(),
            256 => of::<256>(),
            384 => of::<384>(),
            512 => of::<512>(),
            _ => return None,
        })
    }
}

/// The weights by what they lead to.
struct View<'a, const N: usize> {
    inputs: &'a [[f32; N]],
    biases: &'a [f32; N],
    /// For each bucket two rows: of the side to move, and of the other.
    outputs: &'a [[f32; N]],
    output_biases: &'a [f32],
}

impl<'a, const N: usize> View<'a, N> {
    const LAYOUT: Layout = Layout::new(N);

    #[inline]
    fn new(weights: &'a [f32]) -> Self {
        let (rows, output_biases) = weights.split_at(Self::LAYOUT.output_biases);
        let (inputs, rest) = rows.as_chunks::<N>().0.split_at(INPUTS);
        View { inputs, biases: &rest[0], outputs: &rest[1..], output_biases }
    }

    /// The neurons of a side, before they are clipped.
    #[inline]
    fn neurons(&self, inputs: &[u16]) -> [f32; N] {
        let mut sums = *self.biases;
        for input in inputs {
            add(&mut sums, &self.inputs[usize::from(*input)]);
        }
        sums
    }
}

#[inline]
fn add<const N: usize>(sums: &mut [f32; N], row: &[f32; N]) {
    for index in 0..N {
        sums[index] += row[index];
    }
}

#[inline]
fn clip(neuron: f32) -> f32 {
    neuron.clamp(0.0, 1.0)
}

/// What the neurons of a side add to an output.
#[inline]
fn weigh<const N: usize>(neurons: &[f32; N], weights: &[f32; N]) -> f32 {
    let mut sums = [0.0; LANES];
    for (neurons, weights) in neurons.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            let neuron = clip(neurons[lane]);
            sums[lane] += neuron * neuron * weights[lane];
        }
    }
    sums.iter().sum()
}

fn output<const N: usize>(weights: &[f32], sample: &Sample) -> f32 {
    let view = View::<N>::new(weights);
    let (inputs, bucket) = (sample.inputs(), sample.bucket());
    let (own, other) = (view.neurons(inputs.own()), view.neurons(inputs.other()));
    weigh(&own, &view.outputs[2 * bucket]) + weigh(&other, &view.outputs[2 * bucket + 1]) + view.output_biases[bucket]
}

fn loss<const N: usize>(weights: &[f32], samples: &[Sample], lambda: f32) -> f64 {
    let of = |sample: &Sample| {
        let error = sigmoid(output::<N>(weights, sample)) - sample.target(lambda, SCALE as f32);
        f64::from(error * error)
    };
    samples.iter().map(of).sum()
}

fn gradient<const N: usize>(weights: &[f32], samples: &[Sample], lambda: f32, gradient: &mut [f32]) -> f64 {
    let view = View::<N>::new(weights);
    let (rows, output_biases) = gradient.split_at_mut(Layout::new(N).output_biases);
    let (input_rows, rest) = rows.as_chunks_mut::<N>().0.split_at_mut(INPUTS);
    let Some((biases, output_rows)) = rest.split_first_mut() else { return 0.0 };
    let mut total = 0.0;
    for sample in samples {
        let (inputs, bucket) = (sample.inputs(), sample.bucket());
        let sides = [inputs.own(), inputs.other()];
        let neurons = sides.map(|inputs| view.neurons(inputs));
        let sums = [0, 1].map(|side| weigh(&neurons[side], &view.outputs[2 * bucket + side]));
        let chance = sigmoid(sums[0] + sums[1] + view.output_biases[bucket]);
        let error = chance - sample.target(lambda, SCALE as f32);
        total += f64::from(error * error);
        let slope = 2.0 * error * chance * (1.0 - chance);
        output_biases[bucket] += slope;
        for side in 0..2 {
            let row = 2 * bucket + side;
            let back = back(&neurons[side], &view.outputs[row], slope, &mut output_rows[row]);
            add(biases, &back);
            sides[side].iter().for_each(|input| add(&mut input_rows[usize::from(*input)], &back));
        }
    }
    total
}

/// How the loss changes with each neuron of a side; adds how it changes with the weights out of them.
#[inline]
fn back<const N: usize>(neurons: &[f32; N], weights: &[f32; N], slope: f32, changes: &mut [f32; N]) -> [f32; N] {
    let mut back = [0.0; N];
    for index in 0..N {
        let neuron = clip(neurons[index]);
        changes[index] += slope * neuron * neuron;
        // At 0 the neuron itself is 0.
        let open = if neurons[index] < 1.0 { 2.0 } else { 0.0 };
        back[index] = open * slope * weights[index] * neuron;
    }
    back
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::train::{tests::random_boards, weights};
    use niwaki_search::random::Random;

    #[test]
    fn every_width_has_its_passes_and_no_other() {
        assert!(WIDTHS.iter().all(|width| Passes::new(*width).is_some()));
        assert!([0, 1, 17, 1024].iter().all(|width| Passes::new(*width).is_none()));
    }

    /// The slope by which the loss changes with one weight, measured.
    fn measured(passes: Passes, weights: &[f32], samples: &[Sample], index: usize) -> f64 {
        const STEP: f32 = 2e-3;
        let at = |step: f32| {
            let mut weights = weights.to_vec();
            weights[index] += step;
            (passes.loss)(&weights, samples, 0.3)
        };
        (at(STEP) - at(-STEP)) / f64::from(2.0 * STEP)
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let width = 16;
        let passes = Passes::new(width).unwrap();
        let mut random = Random::new(2);
        let samples: Vec<Sample> = random_boards(40, 3)
            .iter()
            .map(|board| Sample::of(board, random.below(800) as i32 - 400, random.below(3) as u8))
            .collect();
        let mut weights = weights::begin(width, 4);
        // Greater weights, so that some neurons are at their limits and slopes stand out.
        let layout = Layout::new(width);
        weights.iter_mut().for_each(|weight| *weight *= 4.0);
        let mut gradient = vec![0.0; layout.length];
        let loss = (passes.gradient)(&weights, &samples, 0.3, &mut gradient);
        assert!((loss - (passes.loss)(&weights, &samples, 0.3)).abs() < 1e-6);
        let greatest = gradient.iter().fold(0.0f32, |most, slope| slope.abs().max(most));
        let mut indices: Vec<usize> = (layout.biases..layout.length).collect();
        indices.extend((0..400).map(|_| random.below(layout.biases)));
        let mut seen = 0;
        for index in indices {
            let (found, expected) = (f64::from(gradient[index]), measured(passes, &weights, &samples, index));
            assert!((found - expected).abs() < 5e-3 * f64::from(greatest), "{index}: {found} {expected}");
            seen += usize::from(found.abs() > 1e-2 * f64::from(greatest));
        }
        assert!(seen > 50, "{seen}");
    }

    #[test]
    fn gradients_of_parts_add_up() {
        let passes = Passes::new(32).unwrap();
        let samples: Vec<Sample> = random_boards(20, 6).iter().map(|board| Sample::of(board, 50, 2)).collect();
        let weights = weights::begin(32, 1);
        let mut whole = vec![0.0; weights.len()];
        let mut parts = whole.clone();
        let loss = (passes.gradient)(&weights, &samples, 0.5, &mut whole);
        let halves: f64 = samples.chunks(10).map(|half| (passes.gradient)(&weights, half, 0.5, &mut parts)).sum();
        assert!((loss - halves).abs() < 1e-9 && whole == parts);
    }
}
