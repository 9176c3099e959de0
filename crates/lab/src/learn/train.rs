//! Training a network of chess from files of games, without a framework.
//!
//! Weights are learned exactly, but judged as the whole numbers that the network will have:
//! what is measured in the end is what plays.
//!
//! Each batch is cut into a fixed number of shares, and their gradients are added in a fixed
//! order: a seed gives the same network whatever the number of threads.
mod data;
mod gradient;
mod manifest;
mod optimiser;
mod sample;
#[cfg(test)]
pub(crate) mod tests;
mod weights;

pub use data::{Data, DataFile};
pub use gradient::WIDTHS;
pub use manifest::{manifest, picture};
pub use sample::Sample;

use crate::learn::datagen;
use gradient::Passes;
use niwaki_games::chess::{Network, network::SCALE};
use niwaki_search::random::Random;
use optimiser::{Part, Step};
use std::time::{Duration, Instant};

/// Shares of a batch: the most threads that are of use.
const SHARES: usize = 8;
/// Training ends after so many epochs without a better one.
const PATIENCE: usize = 3;
/// Held-out positions on which the network is compared with what was trained.
const COMPARED: usize = 2000;

/// Why there is no network; each message is one line.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Error {
    /// The games cannot be had.
    #[error(transparent)]
    Games(#[from] datagen::Error),
    /// The games are of another game.
    #[error("{path}: expected games of {}, not of {game}", datagen::chess::GAME)]
    OtherGame {
        /// The file.
        path: String,
        /// What they are of.
        game: String,
    },
    /// There is too little to learn from.
    #[error("expected at least one position to learn from and one held out; the files hold {samples} and {held_out}")]
    Few {
        /// Positions to learn from.
        samples: usize,
        /// Positions held out.
        held_out: usize,
    },
    /// The width is none of those that can be trained.
    #[error("expected a width of {}, not {width}", WIDTHS.map(|width| width.to_string()).join(", "))]
    Width {
        /// The width.
        width: usize,
    },
    /// The network to begin with has another width.
    #[error("expected a width of {start}, as of the network to begin with, not {width}")]
    OtherWidth {
        /// Of the network to begin with.
        start: usize,
        /// Of the network to be trained.
        width: usize,
    },
    /// The weights do not fit a network.
    #[error("{0}")]
    Network(String),
}

/// How a network is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Neurons for each side.
    pub width: usize,
    /// The network whose weights are the first; `None` for random ones.
    pub start: Option<Network>,
    /// Weight of the game's result against the score, from 0 to 1.
    pub lambda: f32,
    /// The most times that every position is seen.
    pub epochs: usize,
    /// Positions for each step.
    pub batch: usize,
    /// The greatest rate of learning.
    pub rate: f32,
    /// Seed of random first weights and of the order of positions.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// What came of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Mean loss of the positions while they were learned.
    pub loss: f64,
    /// Mean loss of the held-out positions afterwards.
    pub held_out: f64,
}

/// How far training has come.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// The epochs that are over.
    pub epochs: &'a [Epoch],
    /// Steps so far.
    pub step: usize,
    /// Steps of all epochs.
    pub steps: usize,
    /// Mean loss of this epoch so far.
    pub loss: f64,
    /// Time since training began.
    pub time: Duration,
}

/// What training has given.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network of the best epoch.
    pub network: Network,
    /// All epochs.
    pub epochs: Vec<Epoch>,
    /// The best, from 0.
    pub best: usize,
    /// Mean difference of the network from what was trained, in centipawns.
    pub rounding: f64,
    /// The greatest weight to an output; it cannot be above 1.98.
    pub greatest_output: f32,
    /// How long it took.
    pub time: Duration,
}

/// Trains a network. `hear` is told after each step. The order of `data` changes.
pub fn run(settings: &Settings, data: &mut Data, hear: &mut dyn FnMut(&Progress<'_>)) -> Result<Trained, Error> {
    let started = Instant::now();
    let (samples, held_out) = (data.samples.len(), data.held_out.len());
    if samples == 0 || held_out == 0 {
        return Err(Error::Few { samples, held_out });
    }
    let mut trainer = Trainer::new(settings)?;
    let batch = settings.batch.clamp(1, samples);
    let steps = samples / batch * settings.epochs.max(1);
    let (mut epochs, mut best): (Vec<Epoch>, usize) = (Vec::new(), 0);
    let mut weights = Vec::new();
    for number in 0..settings.epochs.max(1) {
        shuffle(&mut data.samples, settings.seed, number);
        let mut loss = 0.0;
        for (index, batch) in data.samples.chunks_exact(batch).enumerate() {
            let rate = optimiser::rate(settings.rate, trainer.step, steps);
            loss += trainer.learn(batch, rate) / batch.len() as f64;
            let loss = loss / (index + 1) as f64;
            hear(&Progress { epochs: &epochs, step: trainer.step, steps, loss, time: started.elapsed() });
        }
        loss /= (samples / batch) as f64;
        epochs.push(Epoch { loss, held_out: trainer.loss(&data.held_out) / held_out as f64 });
        if number == 0 || epochs[number].held_out < epochs[best].held_out {
            best = number;
            weights.clone_from(&trainer.whole);
        }
        if number - best >= PATIENCE {
            break;
        }
    }
    let (width, passes) = (settings.width, trainer.passes);
    let network = weights::network(width, &weights).map_err(Error::Network)?;
    let rounding = rounding(passes, &weights, &network, &data.held_out).map_err(Error::Network)?;
    let greatest_output = weights::greatest_output(settings.width, &weights);
    Ok(Trained { network, epochs, best, rounding, greatest_output, time: started.elapsed() })
}

/// Mean difference in centipawns between the network and the weights that it was made from.
fn rounding(passes: Passes, weights: &[f32], network: &Network, samples: &[Sample]) -> Result<f64, String> {
    let apart = samples.len().div_ceil(COMPARED).max(1);
    let difference = |sample: &Sample| {
        let exact = f64::from((passes.output)(weights, sample)) * f64::from(SCALE);
        Ok((exact - f64::from(network.evaluate(&sample.board()?))).abs())
    };
    let differences = samples.iter().step_by(apart).map(difference).collect::<Result<Vec<f64>, String>>()?;
    Ok(differences.iter().sum::<f64>() / differences.len().max(1) as f64)
}

/// Every position finds a new place (Fisher & Yates 1938).
fn shuffle(samples: &mut [Sample], seed: u64, epoch: usize) {
    let mut random = Random::new(Random::new(seed).number().wrapping_add(epoch as u64));
    random.shuffle(samples);
}

/// Weights on their way.
struct Trainer<'a> {
    settings: &'a Settings,
    passes: Passes,
    /// As they are learned.
    weights: Vec<f32>,
    /// As the network will have them.
    whole: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    /// Of each share of the batch.
    gradients: Vec<Vec<f32>>,
    step: usize,
}

impl<'a> Trainer<'a> {
    fn new(settings: &'a Settings) -> Result<Trainer<'a>, Error> {
        let width = settings.width;
        let passes = Passes::new(width).ok_or(Error::Width { width })?;
        let weights = match &settings.start {
            None => weights::begin(width, settings.seed),
            Some(network) if network.width() == width => weights::of(network),
            Some(network) => return Err(Error::OtherWidth { start: network.width(), width }),
        };
        let nothing = vec![0.0; weights.len()];
        let mut whole = nothing.clone();
        weights::round(width, &weights, &mut whole);
        let (means, squares, gradients) = (nothing.clone(), nothing.clone(), vec![nothing; SHARES]);
        Ok(Trainer { settings, passes, weights, whole, means, squares, gradients, step: 0 })
    }

    /// Learns from a batch; the sum of its losses.
    fn learn(&mut self, batch: &[Sample], rate: f32) -> f64 {
        let (passes, whole, lambda) = (self.passes, &self.whole, self.settings.lambda);
        let shares = batch.chunks(batch.len().div_ceil(SHARES)).chain(std::iter::repeat(&[][..]));
        let jobs: Vec<_> = self.gradients.iter_mut().zip(shares).collect();
        let losses = together(self.settings.threads, jobs, &|(gradient, share)| {
            gradient.fill(0.0);
            (passes.gradient)(whole, share, lambda, gradient)
        });
        let step = Step::new(self.step, rate, batch.len());
        let part = self.weights.len().div_ceil(self.settings.threads.max(1));
        let free_from = weights::Layout::new(self.settings.width).output_biases;
        let rows = self.weights.chunks_mut(part).zip(self.means.chunks_mut(part)).zip(self.squares.chunks_mut(part));
        let parts = rows.enumerate().map(|(index, ((weights, means), squares))| Part {
            weights,
            means,
            squares,
            start: index * part,
            free_from,
        });
        let gradients = &self.gradients;
        together(self.settings.threads, parts.collect(), &|mut part| part.go(step, gradients));
        weights::round(self.settings.width, &self.weights, &mut self.whole);
        self.step += 1;
        losses.iter().sum()
    }

    /// The sum of the losses of positions.
    fn loss(&self, samples: &[Sample]) -> f64 {
        let shares: Vec<&[Sample]> = samples.chunks(samples.len().div_ceil(SHARES).max(1)).collect();
        let of = |share: &[Sample]| (self.passes.loss)(&self.whole, share, self.settings.lambda);
        together(self.settings.threads, shares, &of).iter().sum()
    }
}

/// Does jobs on so many threads; the results come in the order of the jobs.
fn together<J: Send, R: Send>(threads: usize, jobs: Vec<J>, work: &(dyn Fn(J) -> R + Sync)) -> Vec<R> {
    if threads <= 1 {
        return jobs.into_iter().map(work).collect();
    }
    let share = jobs.len().div_ceil(threads);
    let mut jobs = jobs.into_iter();
    std::thread::scope(|scope| {
        let begin = |_| {
            let mine: Vec<J> = jobs.by_ref().take(share).collect();
            scope.spawn(move || mine.into_iter().map(work).collect::<Vec<R>>())
        };
        let running: Vec<_> = (0..threads).map(begin).collect();
        let end = |thread: std::thread::ScopedJoinHandle<'_, Vec<R>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        running.into_iter().flat_map(end).collect()
    })
}
