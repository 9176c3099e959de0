//! The weights while they are learned: one row of numbers, so that they can be shared out.
//!
//! In it the weights of the inputs stand in columns of neurons: all inputs of the first
//! neurons, then all of the next. What is worked on at a time lies together.
use super::aligned::Aligned;
use niwaki_games::kit::learning::{
    NEURON_UNIT, NetworkLearner, NetworkNumbers, OUTPUT_UNIT, Shape, TrainedNetwork, WIDTH_STEP,
};
use niwaki_search::random::Random;
use std::{ops::Range, sync::Arc};

/// No weight is greater: 1.98 · 64 fits the 127 that an output weight may have.
pub(super) const GREATEST: f32 = 1.98;

/// Where the parts of the row begin, for a width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Biases of the neurons, after the weights of the inputs.
    pub(super) biases: usize,
    /// Weights to the outputs: for each bucket those of the side to move, then the other's.
    pub(super) outputs: usize,
    /// Biases of the outputs: they alone may be of any size.
    pub(super) output_biases: usize,
    /// Length of the row.
    pub(super) length: usize,
}

impl Layout {
    pub(super) const fn new(shape: Shape, width: usize) -> Layout {
        let biases = shape.inputs * width;
        let outputs = biases + width;
        let output_biases = outputs + shape.outputs * 2 * width;
        Layout { biases, outputs, output_biases, length: output_biases + shape.outputs }
    }
}

/// Neurons that are worked on at a time.
pub(super) fn column(width: usize) -> usize {
    [64, 32].into_iter().find(|column| width % column == 0).unwrap_or(WIDTH_STEP)
}

/// For each place in the weights of inputs, its place in a network, which has all neurons of
/// the first input, then all of the next.
fn places(shape: Shape, width: usize) -> impl Iterator<Item = usize> {
    let column = column(width);
    let starts =
        (0..width / column).flat_map(move |number| (0..shape.inputs).map(move |input| input * width + number * column));
    starts.flat_map(move |start| start..start + column)
}

/// Random weights to begin with, so small that neurons begin near 0: greater ones learn more slowly.
pub(super) fn begin(shape: Shape, width: usize, seed: u64) -> Vec<f32> {
    let layout = Layout::new(shape, width);
    let mut random = Random::new(seed);
    // The highest 24 bits, between -1 and 1.
    let mut number = || (random.number() >> 40) as f32 / (1 << 23) as f32 - 1.0;
    let (into, out) = ((1.0 / shape.inputs as f32).sqrt(), (1.0 / (2 * width) as f32).sqrt());
    let mut weights = vec![0.0; layout.length];
    weights[..layout.biases].iter_mut().for_each(|weight| *weight = number() * into);
    weights[layout.outputs..layout.output_biases].iter_mut().for_each(|weight| *weight = number() * out);
    weights
}

/// The weights of a network, to continue from.
pub(super) fn of(shape: Shape, network: &dyn TrainedNetwork) -> Vec<f32> {
    let mut weights: Vec<f32> = network.numbers().into_iter().map(|number| number as f32).collect();
    for (range, unit) in units(shape, network.width()) {
        weights[range].iter_mut().for_each(|weight| *weight /= unit);
    }
    let inputs: Vec<f32> = places(shape, network.width()).map(|place| weights[place]).collect();
    weights[..inputs.len()].copy_from_slice(&inputs);
    weights
}

/// The parts of the row, each with the unit of its whole numbers in a network.
fn units(shape: Shape, width: usize) -> [(Range<usize>, f32); 3] {
    let layout = Layout::new(shape, width);
    let (neuron, output) = (NEURON_UNIT as f32, OUTPUT_UNIT as f32);
    [
        (0..layout.outputs, neuron),
        (layout.outputs..layout.output_biases, output),
        (layout.output_biases..layout.length, neuron * output),
    ]
}

/// The nearest weights that a network can have.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Whole {
    pub(super) shape: Shape,
    /// The weights of inputs, in columns, in the unit of neurons.
    pub(super) inputs: Aligned<i16>,
    /// Of the neurons, in the same unit.
    pub(super) biases: Vec<i16>,
    /// From the neurons to the outputs; rounded, but as they count.
    pub(super) outputs: Vec<f32>,
    /// Of the outputs; rounded, but as they count.
    pub(super) output_biases: Vec<f32>,
}

impl Whole {
    /// Rounds the weights of a row.
    pub(super) fn of(shape: Shape, width: usize, exact: &[f32]) -> Whole {
        let layout = Layout::new(shape, width);
        let mut whole = Whole {
            shape,
            inputs: Aligned::new(layout.biases),
            biases: vec![0; width],
            outputs: vec![0.0; layout.output_biases - layout.outputs],
            output_biases: vec![0.0; shape.outputs],
        };
        whole.round(exact);
        whole
    }

    /// Takes the weights of a row of the same width.
    pub(super) fn round(&mut self, exact: &[f32]) {
        let layout = Layout::new(self.shape, self.width());
        let neuron = |weight: &f32| (weight * NEURON_UNIT as f32).round() as i16;
        let neurons = self.inputs.iter_mut().chain(&mut self.biases);
        neurons.zip(exact).for_each(|(whole, exact)| *whole = neuron(exact));
        let near = |weight: &f32, unit: i32| (weight * unit as f32).round() / unit as f32;
        let outputs = self.outputs.iter_mut().zip(&exact[layout.outputs..]);
        outputs.for_each(|(whole, exact)| *whole = near(exact, OUTPUT_UNIT));
        let biases = self.output_biases.iter_mut().zip(&exact[layout.output_biases..]);
        biases.for_each(|(whole, exact)| *whole = near(exact, NEURON_UNIT * OUTPUT_UNIT));
    }

    /// Neurons for each side.
    pub(super) fn width(&self) -> usize {
        self.biases.len()
    }

    /// The network of these weights.
    pub(super) fn network(&self, learner: &dyn NetworkLearner) -> Result<Arc<dyn TrainedNetwork>, String> {
        let output = |weight: &f32| (weight * OUTPUT_UNIT as f32).round() as i16;
        let outputs: Vec<i16> = self.outputs.iter().map(output).collect();
        let unit = (NEURON_UNIT * OUTPUT_UNIT) as f32;
        let output_biases: Vec<i32> = self.output_biases.iter().map(|bias| (bias * unit).round() as i32).collect();
        let mut inputs = vec![0; self.inputs.len()];
        places(self.shape, self.width()).zip(self.inputs.iter()).for_each(|(place, weight)| inputs[place] = *weight);
        let (biases, outputs, output_biases) = (&self.biases, &outputs, &output_biases);
        learner.network(NetworkNumbers { inputs: &inputs, biases, outputs, output_biases })
    }

    /// The greatest weight to an output.
    pub(super) fn greatest_output(&self) -> f32 {
        self.outputs.iter().fold(0.0, |most, weight| weight.abs().max(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::train::tests::learner;

    fn shape() -> Shape {
        learner().shape()
    }

    #[test]
    fn the_greatest_weights_fit_the_network() {
        let layout = Layout::new(shape(), 16);
        let mut weights = vec![GREATEST; layout.length];
        weights[layout.outputs] = -GREATEST;
        assert_eq!(Whole::of(shape(), 16, &weights).network(learner()).unwrap().width(), 16);
        weights[layout.outputs] = 2.0;
        assert!(Whole::of(shape(), 16, &weights).network(learner()).is_err(), "a weight that does not fit is refused");
        // The sums of neurons have 16 bits.
        let most_men = 32;
        assert!(
            (most_men + 1) * Whole::of(shape(), 16, &vec![GREATEST; layout.length]).inputs[0] as i32 <= i16::MAX.into()
        );
    }

    #[test]
    fn rounded_weights_are_near_and_stay() {
        let exact = begin(shape(), 16, 3);
        let network = Whole::of(shape(), 16, &exact).network(learner()).unwrap();
        let once = of(shape(), &*network);
        assert!(once != exact && Whole::of(shape(), 16, &once) == Whole::of(shape(), 16, &exact));
        let off = |unit: f32, range: Range<usize>| {
            once[range.clone()].iter().zip(&exact[range]).all(|(once, exact)| (once - exact).abs() <= 0.5001 / unit)
        };
        assert!(units(shape(), 16).into_iter().all(|(range, unit)| off(unit, range)));
    }

    #[test]
    fn the_weights_of_a_network_give_that_network() {
        let made = Whole::of(shape(), 32, &begin(shape(), 32, 5)).network(learner()).unwrap();
        assert!(Whole::of(shape(), 32, &of(shape(), &*made)).network(learner()).unwrap() == made);
    }

    #[test]
    fn a_seed_gives_the_same_weights_and_another_others() {
        assert_eq!(begin(shape(), 32, 5), begin(shape(), 32, 5));
        assert_ne!(begin(shape(), 32, 5), begin(shape(), 32, 6));
        assert!(begin(shape(), 32, 5).iter().all(|weight| weight.abs() < 0.2));
        assert!(Whole::of(shape(), 32, &begin(shape(), 32, 5)).greatest_output() > 0.1);
    }
}
