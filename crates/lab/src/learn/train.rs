//! Training a network from files of games, without a framework; tables of weights: see [`tables`].
//!
//! Weights are learned exactly, but judged as the whole numbers that the network will have:
//! what is measured in the end is what plays.
//!
//! Each batch is cut into a fixed number of shares, and their gradients are added in a fixed
//! order: a seed gives the same network whatever the number of threads. After each epoch a
//! checkpoint is written; a run that was interrupted resumes there and gives the same network.
mod aligned;
mod checkpoint;
mod data;
mod gradient;
mod later;
mod manifest;
mod optimiser;
mod store;
pub mod tables;
mod target;
#[cfg(test)]
pub(crate) mod tests;
mod trainer;
mod weights;

pub use checkpoint::Checkpoint;
pub use data::{Data, DataFile, Reading};
pub use manifest::{manifest, picture};
pub use store::{Batches, Memory, Store};

use crate::study::error;
use checkpoint::State;
use gradient::{Passes, Workspace};
use niwaki_games::kit::learning::{NetworkLearner, SCALE, Sample, TrainedNetwork};
use serde_json::Value as Json;
use std::{
    ops::ControlFlow,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};
use trainer::Trainer;
use weights::Whole;

/// Held-out positions on which the network is compared with what was trained.
const COMPARED: usize = 2000;

/// Why there is no network; each message is one line.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Error {
    /// The caller has stopped it.
    #[error("training was stopped after {epochs} epochs; the same command resumes it")]
    Stopped {
        /// The epochs that are over.
        epochs: usize,
    },
    /// Anything else.
    #[error(transparent)]
    Failed(#[from] error::Error),
}

impl From<String> for Error {
    fn from(reason: String) -> Error {
        Error::Failed(reason.into())
    }
}

/// How a network is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How the game is learned.
    pub learner: &'static dyn NetworkLearner,
    /// Neurons for each side.
    pub width: usize,
    /// The network whose weights are the first; `None` for random ones.
    pub start: Option<Arc<dyn TrainedNetwork>>,
    /// Weight of the game's result against the score, from 0 to 1.
    pub lambda: f32,
    /// Weight of each score of a game against the one before it in the score of a position;
    /// 0: its own search alone.
    pub later: f32,
    /// How many times every position is seen.
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
    pub network: Arc<dyn TrainedNetwork>,
    /// All epochs.
    pub epochs: Vec<Epoch>,
    /// The best, from 0.
    pub best: usize,
    /// Mean difference of the network from what was trained, in score units.
    pub rounding: f64,
    /// The greatest weight to an output; it cannot be above 1.98.
    pub greatest_output: f32,
    /// How long it took.
    pub time: Duration,
}

/// Trains a network. With a place for checkpoints it resumes the run that left one there, and
/// leaves its own after each epoch. `on_step` is called after each step and may stop it.
pub fn run(
    settings: &Settings,
    data: &mut Data,
    checkpoints: Option<&Path>,
    on_step: &mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>,
) -> Result<Trained, Error> {
    let (samples, held_out) = (data.samples.len(), data.held_out.len());
    if samples == 0 || held_out == 0 {
        let hold = format!("the files hold {samples} and {held_out}");
        return Err(format!("expected at least one position to learn from and one held out; {hold}").into());
    }
    let mut run = Run::new(settings, data)?;
    if let Some(saved) = checkpoints.map(Checkpoint::read).transpose()?.flatten() {
        run.resume(saved)?;
    }
    while run.epochs.len() < settings.epochs.max(1) {
        let loss = run.learn(data, on_step)?;
        run.judge(loss, data);
        if let Some(path) = checkpoints {
            run.checkpoint().write(path)?;
        }
    }
    run.finish(data)
}

/// The first thing in which a run differs from that of a checkpoint, as far as settings go.
pub fn difference_of_settings(settings: &Settings, saved: &Checkpoint) -> Option<String> {
    saved.difference(&checkpoint::header(settings, &saved.read_games(), saved.parts()))
}

/// Training on its way.
struct Run<'a> {
    trainer: Trainer<'a>,
    header: Json,
    epochs: Vec<Epoch>,
    /// The best epoch, from 0.
    best: usize,
    /// Its weights.
    best_weights: Vec<f32>,
    /// Positions for each step.
    batch: usize,
    /// Steps of an epoch.
    steps: usize,
    started: Instant,
    /// Time before that, of runs that were interrupted.
    before: Duration,
}

impl<'a> Run<'a> {
    fn new(settings: &'a Settings, data: &Data) -> Result<Run<'a>, Error> {
        let trainer = Trainer::new(settings)?;
        let batch = settings.batch.clamp(1, data.samples.len());
        Ok(Run {
            header: checkpoint::header(settings, &data.read_games(), data.samples.parts()),
            epochs: Vec::new(),
            best: 0,
            best_weights: trainer.weights.clone(),
            batch,
            steps: data.samples.len() / batch,
            started: Instant::now(),
            before: Duration::ZERO,
            trainer,
        })
    }

    fn resume(&mut self, saved: Checkpoint) -> Result<(), Error> {
        let other = |difference: String| {
            Err(format!("the checkpoint is of another run: {difference}; remove it to begin again").into())
        };
        if let Some(difference) = saved.difference(&self.header) {
            return other(difference);
        }
        let State { weights, means, squares, best } = saved.state;
        if weights.len() != self.trainer.weights.len() {
            return other(format!("it has {} weights, not {}", weights.len(), self.trainer.weights.len()));
        }
        self.trainer.whole.round(&weights);
        (self.trainer.weights, self.trainer.means, self.trainer.squares) = (weights, means, squares);
        self.trainer.step = saved.epochs.len() * self.steps;
        (self.best_weights, self.epochs, self.before) = (best, saved.epochs, saved.time);
        self.best = best_of(&self.epochs);
        Ok(())
    }

    fn checkpoint(&self) -> Checkpoint {
        let Trainer { weights, means, squares, .. } = &self.trainer;
        let [weights, means, squares, best] = [weights, means, squares, &self.best_weights].map(Vec::clone);
        let state = State { weights, means, squares, best };
        Checkpoint::new(self.header.clone(), &self.epochs, self.time(), state)
    }

    fn time(&self) -> Duration {
        self.before + self.started.elapsed()
    }

    /// One epoch; the mean loss of its positions while they were learned.
    fn learn(
        &mut self,
        data: &mut Data,
        on_step: &mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<f64, Error> {
        let settings = self.trainer.settings;
        let steps = self.steps * settings.epochs.max(1);
        let mut batches = data.samples.batches(settings.seed, self.epochs.len(), self.batch);
        let (mut sum, mut count) = (0.0, 0.0);
        while let Some(batch) = batches.next_batch()? {
            let rate = optimiser::rate(settings.rate, self.trainer.step, steps);
            sum += self.trainer.learn(batch, rate) / batch.len() as f64;
            count += 1.0;
            let (step, time) = (self.trainer.step, self.time());
            let progress = Progress { epochs: &self.epochs, step, steps, loss: sum / count, time };
            if on_step(&progress).is_break() {
                return Err(Error::Stopped { epochs: self.epochs.len() });
            }
        }
        Ok(sum / f64::max(count, 1.0))
    }

    /// Ends an epoch: tests it with the held-out positions.
    fn judge(&mut self, loss: f64, data: &Data) {
        let held_out = self.trainer.loss(&data.held_out) / data.held_out.len() as f64;
        self.epochs.push(Epoch { loss, held_out });
        self.best = best_of(&self.epochs);
        if self.best + 1 == self.epochs.len() {
            self.best_weights.clone_from(&self.trainer.weights);
        }
    }

    fn finish(self, data: &Data) -> Result<Trained, Error> {
        let time = self.time();
        let Settings { learner, width, .. } = *self.trainer.settings;
        let whole = Whole::of(learner.shape(), width, &self.best_weights);
        let network = whole.network(learner)?;
        let rounding = rounding(learner, &whole, &*network, &data.held_out)?;
        let greatest_output = whole.greatest_output();
        Ok(Trained { network, epochs: self.epochs, best: self.best, rounding, greatest_output, time })
    }
}

/// The first epoch with the least loss of held-out positions.
fn best_of(epochs: &[Epoch]) -> usize {
    let better =
        |best: usize, number: usize| if epochs[number].held_out < epochs[best].held_out { number } else { best };
    (0..epochs.len()).fold(0, better)
}

/// Mean difference in score units between the network and the weights that it was made from.
fn rounding(
    learner: &'static dyn NetworkLearner,
    whole: &Whole,
    network: &dyn TrainedNetwork,
    samples: &[Sample],
) -> Result<f64, String> {
    let apart = samples.len().div_ceil(COMPARED).max(1);
    let compared: Vec<Sample> = samples.iter().step_by(apart).copied().collect();
    let outputs = Passes::new(whole.width()).outputs(whole, &compared, &mut Workspace::new(learner, whole.width()));
    let difference = |(sample, output): (&Sample, f32)| {
        let exact = f64::from(output) * f64::from(SCALE);
        Ok((exact - f64::from(network.evaluate(sample)?)).abs())
    };
    let differences = compared.iter().zip(outputs).map(difference).collect::<Result<Vec<f64>, String>>()?;
    Ok(differences.iter().sum::<f64>() / differences.len().max(1) as f64)
}
