//! How far the network is off, and which way each weight should go.
//!
//! Positions are taken in blocks, and the neurons in columns whose width the compiler knows:
//! what a column needs of weights and slopes stays in the cache, and its sums stay in
//! registers. All is added in a fixed order, so the result does not depend on the processor.
use super::{
    aligned::Aligned,
    target::{sigmoid, target},
    weights::{Layout, Whole, column},
};
use niwaki_games::kit::learning::{Inputs, NEURON_UNIT, NetworkLearner, SCALE, Sample, WIDTH_STEP};

/// Positions in a block.
const BLOCK: usize = 128;
/// Two views of each position: of the side to move, and of the other.
const VIEWS: usize = 2;
/// Numbers that are summed up side by side: the order of a sum must not hinder vectors.
const LANES: usize = 16;
/// What a neuron at full strength counts.
const FULL: i16 = NEURON_UNIT as i16;

/// What to compute for a width.
#[derive(Clone, Copy)]
pub(super) struct Passes {
    /// Outputs for the positions in the workspace.
    forward: fn(&Whole, &mut Workspace),
    /// Adds how the loss changes with each weight, by the slopes in the workspace.
    backward: fn(&Whole, &mut Workspace, &mut [f32]),
}

/// What is computed for the positions of a block.
pub(super) struct Workspace {
    learner: &'static dyn NetworkLearner,
    /// The inputs that are on.
    inputs: Vec<Inputs>,
    /// The output that judges each position.
    buckets: Vec<usize>,
    /// The neurons before they are clipped: columns, in each of them views, in each of them rows.
    neurons: Aligned<i16>,
    /// What the output for each position is the sum of.
    sums: Vec<[f32; LANES]>,
    /// The output for each position.
    outputs: Vec<f32>,
    /// How the loss changes with it.
    slopes: Vec<f32>,
    /// How the loss changes with the neurons of one column: views, in each of them rows.
    back: Aligned<f32>,
    /// For each input, where its views begin in the list; the last is the end.
    starts: Vec<usize>,
    /// The views that have an input, sorted by input.
    views: Vec<u16>,
}

impl Workspace {
    pub(super) fn new(learner: &'static dyn NetworkLearner, width: usize) -> Workspace {
        Workspace {
            learner,
            inputs: Vec::with_capacity(BLOCK),
            buckets: Vec::with_capacity(BLOCK),
            neurons: Aligned::new(BLOCK * VIEWS * width),
            sums: vec![[0.0; LANES]; BLOCK],
            outputs: vec![0.0; BLOCK],
            slopes: vec![0.0; BLOCK],
            back: Aligned::new(BLOCK * VIEWS * column(width)),
            starts: vec![0; learner.shape().inputs + 1],
            views: Vec::new(),
        }
    }

    /// Takes a block of positions in.
    fn fill(&mut self, block: &[Sample]) {
        self.inputs.clear();
        self.buckets.clear();
        self.learner.inputs(block, &mut self.inputs, &mut self.buckets);
    }

    /// Sorts the views by input: each row of weights is then changed once a block.
    fn sort(&mut self) {
        self.starts.fill(0);
        let views = || self.inputs.iter().flat_map(|inputs| [inputs.own(), inputs.other()]);
        views().flatten().for_each(|input| self.starts[usize::from(*input) + 1] += 1);
        let inputs = self.starts.len() - 1;
        for input in 0..inputs {
            self.starts[input + 1] += self.starts[input];
        }
        self.views.resize(self.starts[inputs], 0);
        let mut next = self.starts.clone();
        for (view, inputs) in views().enumerate() {
            for input in inputs {
                let place = &mut next[usize::from(*input)];
                self.views[*place] = view as u16;
                *place += 1;
            }
        }
    }
}

impl Passes {
    /// For a width that can be trained.
    pub(super) fn new(width: usize) -> Passes {
        match column(width) {
            64 => Passes { forward: forward::<64>, backward: backward::<64> },
            32 => Passes { forward: forward::<32>, backward: backward::<32> },
            _ => Passes { forward: forward::<WIDTH_STEP>, backward: backward::<WIDTH_STEP> },
        }
    }

    /// The outputs for positions.
    pub(super) fn outputs(self, whole: &Whole, samples: &[Sample], space: &mut Workspace) -> Vec<f32> {
        let mut outputs = Vec::with_capacity(samples.len());
        for block in samples.chunks(BLOCK) {
            space.fill(block);
            (self.forward)(whole, space);
            outputs.extend(&space.outputs[..block.len()]);
        }
        outputs
    }

    /// Sum of the losses of positions.
    pub(super) fn loss(self, whole: &Whole, samples: &[Sample], lambda: f32, space: &mut Workspace) -> f64 {
        let mut total = 0.0;
        for block in samples.chunks(BLOCK) {
            space.fill(block);
            (self.forward)(whole, space);
            total += judge(block, lambda, space);
        }
        total
    }

    /// The same, and adds the gradient of that sum to the last.
    pub(super) fn gradient(
        self,
        whole: &Whole,
        samples: &[Sample],
        lambda: f32,
        space: &mut Workspace,
        gradient: &mut [f32],
    ) -> f64 {
        let mut total = 0.0;
        for block in samples.chunks(BLOCK) {
            space.fill(block);
            (self.forward)(whole, space);
            total += judge(block, lambda, space);
            space.sort();
            (self.backward)(whole, space, gradient);
        }
        total
    }
}

/// Sum of the losses of a block; finds how each changes with its output.
fn judge(block: &[Sample], lambda: f32, space: &mut Workspace) -> f64 {
    let mut total = 0.0;
    for (sample, (output, slope)) in block.iter().zip(space.outputs.iter().zip(&mut space.slopes)) {
        let chance = sigmoid(*output);
        let error = chance - target(sample, lambda, SCALE as f32);
        total += f64::from(error * error);
        *slope = 2.0 * error * chance * (1.0 - chance);
    }
    total
}

fn forward<const C: usize>(whole: &Whole, space: &mut Workspace) {
    let columns = whole.width() / C;
    let (biases, outputs) = (whole.biases.as_chunks::<C>().0, whole.outputs.as_chunks::<C>().0);
    space.sums.fill([0.0; LANES]);
    let neurons = space.neurons.as_chunks_mut::<C>().0.chunks_mut(BLOCK * VIEWS);
    let rows = whole.inputs.as_chunks::<C>().0.chunks(whole.shape.inputs);
    for (column, (rows, neurons)) in rows.zip(neurons).enumerate() {
        let positions = space.inputs.iter().zip(&space.buckets).zip(&mut space.sums);
        for (((inputs, bucket), sums), neurons) in positions.zip(neurons.chunks_mut(VIEWS)) {
            for (view, inputs) in [inputs.own(), inputs.other()].into_iter().enumerate() {
                add_rows(&biases[column], inputs, rows, &mut neurons[view]);
                weigh(&neurons[view], &outputs[(VIEWS * bucket + view) * columns + column], sums);
            }
        }
    }
    for ((output, bucket), sums) in space.outputs.iter_mut().zip(&space.buckets).zip(&space.sums) {
        *output = whole.output_biases[*bucket] + sums.iter().sum::<f32>();
    }
}

/// The neurons of one column: the rows of all inputs that are on.
#[inline]
fn add_rows<const C: usize>(biases: &[i16; C], inputs: &[u16], rows: &[[i16; C]], neurons: &mut [i16; C]) {
    let mut sums = *biases;
    for input in inputs {
        let row = &rows[usize::from(*input)];
        for index in 0..C {
            sums[index] = sums[index].wrapping_add(row[index]);
        }
    }
    *neurons = sums;
}

/// A neuron as it counts, from 0 to 1.
#[inline]
fn clip(neuron: i16) -> f32 {
    f32::from(neuron.clamp(0, FULL)) * (1.0 / NEURON_UNIT as f32)
}

/// Adds what the neurons of a view give to an output.
#[inline]
fn weigh<const C: usize>(neurons: &[i16; C], weights: &[f32; C], sums: &mut [f32; LANES]) {
    for (neurons, weights) in neurons.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            let neuron = clip(neurons[lane]);
            sums[lane] += neuron * neuron * weights[lane];
        }
    }
}

fn backward<const C: usize>(whole: &Whole, space: &mut Workspace, gradient: &mut [f32]) {
    let columns = whole.width() / C;
    let weights = whole.outputs.as_chunks::<C>().0;
    let (rows, output_biases) = gradient.split_at_mut(Layout::new(whole.shape, whole.width()).output_biases);
    let (input_rows, rest) = rows.as_chunks_mut::<C>().0.split_at_mut(whole.shape.inputs * columns);
    let (biases, output_rows) = rest.split_at_mut(columns);
    space.buckets.iter().zip(&space.slopes).for_each(|(bucket, slope)| output_biases[*bucket] += slope);
    let back = space.back.as_chunks_mut::<C>().0;
    let neurons = space.neurons.as_chunks::<C>().0.chunks(BLOCK * VIEWS);
    for (column, (rows, neurons)) in input_rows.chunks_mut(whole.shape.inputs).zip(neurons).enumerate() {
        let positions = space.buckets.iter().zip(&space.slopes).zip(neurons.chunks(VIEWS));
        for (((bucket, slope), neurons), back) in positions.zip(back.chunks_mut(VIEWS)) {
            for view in 0..VIEWS {
                let row = (VIEWS * bucket + view) * columns + column;
                slopes_of(&neurons[view], &weights[row], *slope, &mut output_rows[row], &mut back[view]);
            }
        }
        let all = &back[..space.buckets.len() * VIEWS];
        add_all(&mut biases[column], all.iter());
        for (input, row) in rows.iter_mut().enumerate() {
            let views = &space.views[space.starts[input]..space.starts[input + 1]];
            if !views.is_empty() {
                add_all(row, views.iter().map(|view| &all[usize::from(*view)]));
            }
        }
    }
}

/// Adds rows to a row; their sum stays in registers.
#[inline]
fn add_all<'a, const C: usize>(row: &mut [f32; C], rows: impl Iterator<Item = &'a [f32; C]>) {
    let mut sums = *row;
    for row in rows {
        for index in 0..C {
            sums[index] += row[index];
        }
    }
    *row = sums;
}

/// How the loss changes with each neuron of a view; adds how it changes with the weights out of them.
#[inline]
fn slopes_of<const C: usize>(
    neurons: &[i16; C],
    weights: &[f32; C],
    slope: f32,
    changes: &mut [f32; C],
    back: &mut [f32; C],
) {
    for index in 0..C {
        let neuron = clip(neurons[index]);
        let change = slope * neuron;
        changes[index] += change * neuron;
        // At 0 the neuron itself is 0.
        let open = if neurons[index] < FULL { 2.0 } else { 0.0 };
        back[index] = open * change * weights[index];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::train::tests::learner;
    use crate::learn::train::{
        tests::{random_boards, sample},
        weights,
    };
    use niwaki_search::random::Random;

    fn samples(count: usize, seed: u64) -> Vec<Sample> {
        let mut random = Random::new(seed);
        let boards = random_boards(count, seed + 1);
        let sample = |board| sample(board, random.below(800) as i32 - 400, random.below(3) as u8);
        boards.iter().map(sample).collect()
    }

    /// Weights so great that some neurons are at their limits and slopes stand out.
    fn great_weights(width: usize) -> Whole {
        let mut exact = weights::begin(learner().shape(), width, 4);
        exact.iter_mut().for_each(|weight| *weight *= 4.0);
        Whole::of(learner().shape(), width, &exact)
    }

    /// The slope by which the loss changes with one weight, measured.
    fn measured(passes: Passes, whole: &Whole, samples: &[Sample], index: usize) -> f64 {
        let layout = Layout::new(whole.shape, whole.width());
        let mut space = Workspace::new(learner(), whole.width());
        let mut at = |step: i16| {
            let mut whole = whole.clone();
            let unit = 1.0 / NEURON_UNIT as f32;
            if index < layout.biases {
                whole.inputs[index] += step;
            } else if index < layout.outputs {
                whole.biases[index - layout.biases] += step;
            } else if index < layout.output_biases {
                whole.outputs[index - layout.outputs] += f32::from(step) * unit;
            } else {
                whole.output_biases[index - layout.output_biases] += f32::from(step) * unit;
            }
            passes.loss(&whole, samples, 0.3, &mut space)
        };
        (at(1) - at(-1)) * f64::from(NEURON_UNIT) / 2.0
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        for width in [16, 32, 128] {
            let (passes, mut random) = (Passes::new(width), Random::new(2));
            // More than a block.
            let samples = samples(BLOCK + 44, 3);
            let whole = great_weights(width);
            let layout = Layout::new(whole.shape, width);
            let mut gradient = vec![0.0; layout.length];
            let mut space = Workspace::new(learner(), width);
            let loss = passes.gradient(&whole, &samples, 0.3, &mut space, &mut gradient);
            assert!((loss - passes.loss(&whole, &samples, 0.3, &mut space)).abs() < 1e-6);
            let greatest = gradient.iter().fold(0.0f32, |most, slope| slope.abs().max(most));
            let mut indices: Vec<usize> = (0..40).map(|_| layout.biases + random.below(17 * width + 8)).collect();
            // Half of the inputs are for threats, which are rare.
            indices.extend((0..480).map(|_| random.below(layout.biases)));
            let mut seen = 0;
            for index in indices {
                let (found, expected) = (f64::from(gradient[index]), measured(passes, &whole, &samples, index));
                assert!((found - expected).abs() < 1e-2 * f64::from(greatest), "{index}: {found} {expected}");
                seen += usize::from(found.abs() > 1e-2 * f64::from(greatest));
            }
            assert!(seen > 30, "{seen}");
        }
    }

    #[test]
    fn gradients_of_parts_add_up() {
        let (passes, whole, samples) = (Passes::new(64), great_weights(64), samples(60, 6));
        let mut space = Workspace::new(learner(), 64);
        let mut whole_gradient = vec![0.0; Layout::new(whole.shape, 64).length];
        let mut parts = whole_gradient.clone();
        let loss = passes.gradient(&whole, &samples, 0.5, &mut space, &mut whole_gradient);
        let part = |part: &[Sample]| passes.gradient(&whole, part, 0.5, &mut space, &mut parts);
        let halves: f64 = samples.chunks(30).map(part).sum();
        assert!((loss - halves).abs() < 1e-9 && whole_gradient == parts);
    }

    #[test]
    fn the_outputs_are_those_of_the_network() {
        for width in [16, 96, 128] {
            let whole = great_weights(width);
            let (network, samples) = (whole.network(learner()).unwrap(), samples(300, 9));
            let outputs = Passes::new(width).outputs(&whole, &samples, &mut Workspace::new(learner(), width));
            for (sample, output) in samples.iter().zip(outputs) {
                let score = network.evaluate(sample).unwrap();
                assert!((output * SCALE as f32 - score as f32).abs() < 1.5, "{output} {score}");
            }
        }
    }
}
