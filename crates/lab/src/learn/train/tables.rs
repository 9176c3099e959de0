//! Training tables of weights: the sum of a position's weights shall be the margin of its game,
//! or the chance of a win where games have no margin.
//!
//! The first is a linear regression with as many unknowns as a stage has weights, of which each
//! position sees a few dozen. Stages are learned one by one, the last first, as its margins
//! are the surest: a stage begins with the weights of the one after it, and what it has seen
//! too seldom stays near them (ridge regression). The least squares are found by conjugate
//! gradients (`least_squares`), without a rate of learning; of all steps the one is kept
//! that is best on held-out games. A chance is found by a row of such regressions (`logistic`).
mod examples;
mod least_squares;
mod logistic;
mod manifest;

pub use manifest::manifest;

use super::{Data, Error};
use examples::Examples;
use least_squares::Solution;
use niwaki_games::kit::learning::{Goal, Sample, TableLearner, Tables};
use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

/// How tables are trained.
#[derive(Clone, Copy)]
pub struct Settings {
    /// How the game is learned.
    pub learner: &'static dyn TableLearner,
    /// Weight of the game's margin or result against the score, from 0 to 1.
    pub lambda: f32,
    /// Most steps of a stage.
    pub steps: usize,
    /// Positions that it takes to move a weight half the way.
    pub ridge: f32,
    /// Seed of the order of positions.
    pub seed: u64,
    /// Threads, of which eight are of use.
    pub threads: usize,
}

/// What came of a stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stage {
    /// Positions that were learned from.
    pub positions: usize,
    /// Positions held out.
    pub held_out: usize,
    /// Steps that were kept.
    pub steps: usize,
    /// Root of the mean squared error while learning, in units such as discs or in chances.
    pub error: f64,
    /// The same of held-out positions.
    pub held_out_error: f64,
    /// Mean absolute error of held-out positions.
    pub held_out_distance: f64,
}

/// What training has given.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights.
    pub tables: Tables,
    /// The stages, from the first.
    pub stages: Vec<Stage>,
    /// How long it took.
    pub time: Duration,
}

/// Trains tables. `on_step` is called after each step of a stage and may stop it.
pub fn run(
    settings: &Settings,
    data: &mut Data,
    on_step: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Trained, Error> {
    let started = Instant::now();
    let learner = settings.learner;
    let (width, stages) = (learner.width(), learner.stages());
    let (samples, held_out) =
        (by_stages(settings, all(data, settings.seed)?)?, by_stages(settings, data.held_out.clone())?);
    let mut weights = vec![0.0; width];
    let mut numbers = vec![0; width * stages];
    let mut found = vec![Stage::default(); stages];
    for stage in (0..stages).rev() {
        let mut examples = [&samples[stage], &held_out[stage]].map(|samples| Examples::new(settings, samples));
        let best = solve(settings, &mut examples, &weights, &mut |step| on_step(stage, step));
        let Solution { weights: best, steps } = best.ok_or(Error::Stopped { epochs: 0 })?;
        let whole: Vec<i16> = best.iter().map(|weight| weight.round().clamp(-32_767.0, 32_767.0) as i16).collect();
        let rounded: Vec<f64> = whole.iter().map(|&weight| f64::from(weight)).collect();
        let [learned, tested] = examples.each_ref().map(|examples| examples.judged(&rounded, settings.threads));
        found[stage] = Stage {
            positions: samples[stage].len(),
            held_out: tested.len(),
            steps,
            error: root_of_squares(&learned),
            held_out_error: root_of_squares(&tested),
            held_out_distance: tested.iter().map(|error| error.abs()).sum::<f64>() / tested.len().max(1) as f64,
        };
        numbers[stage * width..][..width].copy_from_slice(&whole);
        weights = best;
    }
    Ok(Trained { tables: Tables::new(learner, numbers)?, stages: found, time: started.elapsed() })
}

/// The best weights of a stage, from those to begin with.
fn solve(
    settings: &Settings,
    examples: &mut [Examples; 2],
    start: &[f64],
    on_step: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Option<Solution> {
    match settings.learner.goal() {
        Goal::Margin { .. } => least_squares::solve(settings, examples, start, start.to_vec(), on_step),
        Goal::Result { scale } => logistic::solve(settings, f64::from(scale), examples, start, on_step),
    }
}

/// Root of the mean square.
fn root_of_squares(values: &[f64]) -> f64 {
    (values.iter().map(|value| value * value).sum::<f64>() / values.len().max(1) as f64).sqrt()
}

/// All positions to learn from.
fn all(data: &mut Data, seed: u64) -> Result<Vec<Sample>, Error> {
    let mut samples = Vec::with_capacity(data.samples.len());
    let mut batches = data.samples.batches(seed, 0, 1);
    while let Some(batch) = batches.next_batch()? {
        samples.extend_from_slice(batch);
    }
    Ok(samples)
}

/// The positions of each stage.
fn by_stages(settings: &Settings, samples: Vec<Sample>) -> Result<Vec<Vec<Sample>>, Error> {
    let mut stages = vec![Vec::new(); settings.learner.stages()];
    let mut features = Vec::new();
    let needs_margins = matches!(settings.learner.goal(), Goal::Margin { .. });
    for sample in samples {
        if needs_margins && sample.margin().is_none() {
            return Err("expected games that were played to their end: one has no margin".to_string().into());
        }
        features.clear();
        stages[settings.learner.features(&sample, &mut features)].push(sample);
    }
    Ok(stages)
}
