//! Weights while they learn: the gradients of a batch, shared out among threads, and the step.
use super::{
    Settings,
    aligned::Aligned,
    gradient::{Passes, Workspace},
    optimiser::{Part, Step},
    weights::{self, Whole},
};
use crate::study::error::Error;
use niwaki_games::kit::learning::{GREATEST_WIDTH, Sample, WIDTH_STEP, is_width};

/// Shares of a batch: the most threads that are of use.
pub(super) const SHARES: usize = 8;

/// Weights on their way.
pub(super) struct Trainer<'a> {
    pub(super) settings: &'a Settings,
    pub(super) passes: Passes,
    /// As they are learned.
    pub(super) weights: Vec<f32>,
    /// As the network will have them.
    pub(super) whole: Whole,
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    /// Of each share of the batch.
    shares: Vec<Share>,
    pub(super) step: usize,
}

/// What one share of a batch needs.
struct Share {
    gradient: Aligned<f32>,
    space: Workspace,
}

impl<'a> Trainer<'a> {
    pub(super) fn new(settings: &'a Settings) -> Result<Trainer<'a>, Error> {
        let (learner, width, shape) = (settings.learner, settings.width, settings.learner.shape());
        if !is_width(width) {
            let widths = format!("a multiple of {WIDTH_STEP} and at most {GREATEST_WIDTH}");
            return Err(Error::new(format!("expected a width that is {widths}, not {width}")));
        }
        let weights = match &settings.start {
            None => weights::begin(shape, width, settings.seed),
            Some(network) if network.width() == width => weights::of(shape, &**network),
            Some(network) => {
                let start = format!("{}, as of the network to begin with", network.width());
                return Err(Error::new(format!("expected a width of {start}, not {width}")));
            }
        };
        let nothing = || vec![0.0; weights.len()];
        let share = |_| Share { gradient: Aligned::new(weights.len()), space: Workspace::new(learner, width) };
        let shares = (0..SHARES).map(share).collect();
        let (passes, whole) = (Passes::new(width), Whole::of(shape, width, &weights));
        Ok(Trainer { settings, passes, whole, means: nothing(), squares: nothing(), shares, step: 0, weights })
    }

    /// Learns from a batch; the sum of its losses.
    pub(super) fn learn(&mut self, batch: &[Sample], rate: f32) -> f64 {
        let (passes, whole, lambda) = (self.passes, &self.whole, self.settings.lambda);
        let parts = batch.chunks(batch.len().div_ceil(SHARES)).chain(std::iter::repeat(&[][..]));
        let jobs: Vec<_> = self.shares.iter_mut().zip(parts).collect();
        let losses = together(self.settings.threads, jobs, &|(share, samples)| {
            share.gradient.fill(0.0);
            passes.gradient(whole, samples, lambda, &mut share.space, &mut share.gradient)
        });
        self.go(Step::new(self.step, rate, batch.len()));
        self.whole.round(&self.weights);
        self.step += 1;
        losses.iter().sum()
    }

    /// Changes the weights by the gradients of all shares.
    fn go(&mut self, step: Step) {
        let part = self.weights.len().div_ceil(self.settings.threads.max(1));
        let free_from = weights::Layout::new(self.whole.shape, self.settings.width).output_biases;
        let rows = self.weights.chunks_mut(part).zip(self.means.chunks_mut(part)).zip(self.squares.chunks_mut(part));
        let parts = rows.enumerate().map(|(index, ((weights, means), squares))| Part {
            weights,
            means,
            squares,
            start: index * part,
            free_from,
        });
        let gradients: Vec<&[f32]> = self.shares.iter().map(|share| &*share.gradient).collect();
        together(self.settings.threads, parts.collect(), &|mut part| part.go(step, &gradients));
    }

    /// The sum of the losses of positions.
    pub(super) fn loss(&mut self, samples: &[Sample]) -> f64 {
        let parts = samples.chunks(samples.len().div_ceil(SHARES).max(1));
        let (passes, whole, lambda) = (self.passes, &self.whole, self.settings.lambda);
        let jobs: Vec<_> = self.shares.iter_mut().zip(parts).collect();
        let of = |(share, samples): (&mut Share, &[Sample])| passes.loss(whole, samples, lambda, &mut share.space);
        together(self.settings.threads, jobs, &of).iter().sum()
    }
}

/// Does jobs on several threads; the results come in the order of the jobs.
pub(super) fn together<J: Send, R: Send>(threads: usize, jobs: Vec<J>, work: &(dyn Fn(J) -> R + Sync)) -> Vec<R> {
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
