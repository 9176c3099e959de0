//! `niwaki train`: weights of a network, or of tables, from files of games.
mod tables;

use crate::commands::{
    search_options::{MOST_JOBS, jobs},
    study,
};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use niwaki_games::{
    Kit,
    kit::learning::{GREATEST_WIDTH, Kind, NetworkLearner, TrainedNetwork, WIDTH_STEP, is_width},
};
use niwaki_lab::{
    json,
    learn::train::{self, Checkpoint, Data, Memory, Progress, Reading, Settings, Trained},
    study::{files, interrupt, progress::Progress as ProgressLine},
};
use std::{
    ffi::OsString,
    fs::{self, OpenOptions},
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

const DEFAULT_WIDTH: usize = 256;
const DEFAULT_LAMBDA: f32 = 0.1;
const DEFAULT_LATER: f32 = 0.0;
const DEFAULT_EPOCHS: u32 = 25;
const DEFAULT_BATCH: u32 = 16_384;
const DEFAULT_RATE: f32 = 0.001;
const MOST_EPOCHS: i64 = 10_000;
const GREATEST_BATCH: i64 = 1 << 24;
/// 1 TiB.
const GREATEST_MEMORY: i64 = 1 << 20;

/// What to learn from, how, and where the network goes.
#[derive(Args)]
pub(crate) struct Options {
    /// Files of games, as niwaki datagen writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Neurons for each side, a multiple of 16 up to 2048 [default: 256, or that of --start]
    #[arg(long, value_name = "N", value_parser = width)]
    width: Option<usize>,
    /// Begin with the weights of this network instead of random ones; a lower --rate keeps more of it
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Weight of a game's result against the score, from 0 to 1 [default: 0.1; of margins or results against scores, for tables: 0.3]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    lambda: Option<f32>,
    /// Weight of each later score of a game against the one before it, in the score of a
    /// position, below 1; with 0 its own search alone counts [default: 0]
    #[arg(long, value_name = "SHARE", value_parser = below_one)]
    later: Option<f32>,
    /// How many times each position is seen; what was best on held-out games is kept
    /// [default: 25; for each stage of tables: 40]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_EPOCHS))]
    epochs: Option<u32>,
    /// Positions for each step; 4096 is better below 5 million positions [default: 16384]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=GREATEST_BATCH))]
    batch: Option<u32>,
    /// The greatest rate of learning; it falls along a cosine to a hundredth, and stays there
    /// for the last tenth [default: 0.001]
    #[arg(long, value_parser = rate)]
    rate: Option<f32>,
    /// Positions that it takes to move a weight of tables half the way [default: 60]
    #[arg(long, value_name = "N", value_parser = ridge)]
    ridge: Option<f32>,
    /// Seed of random first weights and of the order of positions; the number of threads does
    /// not change the network
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads, of which eight are of use [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    threads: Option<u32>,
    /// Most MiB of positions in memory; more are kept in a scratch file beside --out
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..=GREATEST_MEMORY))]
    memory: u32,
    /// File for the network; its manifest (.toml) and the picture of its losses (.svg) stand
    /// beside it. Until it is done a checkpoint stands there (.checkpoint), from which the same
    /// command resumes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite these files if they are there
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn width(text: &str) -> Result<usize, String> {
    let width = text.parse().ok().filter(|width| is_width(*width));
    width.ok_or_else(|| format!("expected a multiple of {WIDTH_STEP} up to {GREATEST_WIDTH}"))
}

fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1".to_string())
}

fn below_one(text: &str) -> Result<f32, String> {
    share(text).ok().filter(|number| *number < 1.0).ok_or_else(|| "expected a number from 0 to below 1".to_string())
}

fn rate(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| *number > 0.0 && *number <= 1.0);
    number.ok_or_else(|| "expected a number above 0 and at most 1".to_string())
}

fn ridge(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| *number > 0.0 && *number <= 1e6);
    number.ok_or_else(|| "expected a number above 0 and at most a million".to_string())
}

/// A file beside another: its name with an end.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// The files of a training.
struct Places {
    network: PathBuf,
    manifest: PathBuf,
    picture: PathBuf,
    checkpoint: PathBuf,
    scratch: PathBuf,
}

impl Places {
    fn new(out: &Path) -> Places {
        let [manifest, picture, checkpoint, scratch] =
            [".toml", ".svg", ".checkpoint", ".scratch"].map(|end| beside(out, end));
        Places { network: out.to_path_buf(), manifest, picture, checkpoint, scratch }
    }

    /// Finds before the work that its result could not be written.
    fn check(&self, force: bool) -> Result<()> {
        for path in [&self.network, &self.manifest, &self.picture] {
            files::check_place(path, force)?;
        }
        let is_new = !self.checkpoint.exists();
        let place = || self.checkpoint.display().to_string();
        OpenOptions::new().append(true).create(true).open(&self.checkpoint).with_context(place)?;
        if is_new {
            fs::remove_file(&self.checkpoint).with_context(place)?;
        }
        Ok(())
    }

    /// Writes the network and what stands beside it, each whole or not at all.
    fn write(&self, settings: &Settings, data: &Data, trained: &Trained) -> Result<()> {
        let name = self.network.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let manifest = train::manifest(&name, settings, data, trained).map_err(|reason| anyhow!(reason))?;
        files::replace(&self.network, &trained.network.to_bytes())?;
        files::replace(&self.manifest, manifest.as_bytes())?;
        files::replace(&self.picture, train::picture(trained).as_bytes())?;
        fs::remove_file(&self.checkpoint).with_context(|| self.checkpoint.display().to_string())
    }
}

/// Trains, writes the network and what stands beside it, and prints what came of it.
pub(crate) fn run(options: &Options, kit: &dyn Kit, output: &mut impl Write) -> Result<()> {
    let learner = kit.learner().ok_or_else(|| anyhow!("{} has no network to train", kit.name()))?;
    match learner.kind() {
        Kind::Network(learner) => run_network(options, learner, output),
        Kind::Tables(learner) => tables::run(options, learner, output),
    }
}

fn run_network(options: &Options, learner: &'static dyn NetworkLearner, output: &mut impl Write) -> Result<()> {
    if options.ridge.is_some() {
        bail!("--ridge: only tables of weights have that; {} is learned by a network", learner.game());
    }
    let places = Places::new(&options.out);
    places.check(options.force)?;
    let settings = settings(options, learner)?;
    let saved = Checkpoint::read(&places.checkpoint)?;
    if let Some(difference) = saved.as_ref().and_then(|saved| train::difference_of_settings(&settings, saved)) {
        let place = places.checkpoint.display();
        bail!("{place}: the checkpoint of another run: {difference}; remove it to begin again");
    }
    let shown = if options.json { ProgressLine::hidden() } else { study::progress(None) };
    shown.prefix("reading the games: ");
    let mut data = Data::read(
        learner,
        &options.files,
        Reading {
            threads: settings.threads,
            seed: settings.seed,
            memory: Memory::new(options.memory as usize, places.scratch.clone()),
            later: settings.later,
            resumed: saved.as_ref(),
        },
    )?;
    let trained = train(&settings, &mut data, &places.checkpoint, &shown)?;
    places.write(&settings, &data, &trained)?;
    print(options, &data, &trained, output)
}

/// Trains with a progress line; Ctrl-C ends it with a line that says how to resume.
fn train(settings: &Settings, data: &mut Data, checkpoint: &Path, shown: &ProgressLine) -> Result<Trained> {
    let mut is_first = true;
    let trained = train::run(settings, data, Some(checkpoint), &mut |progress| {
        if is_first {
            shown.prefix("step ");
            shown.begin(Some(progress.steps));
            shown.skip(progress.step - 1);
            is_first = false;
        }
        shown.set(progress.step);
        shown.message(line(progress, settings.epochs));
        interrupt::set_last_line(last_line(progress.epochs.len(), settings.epochs));
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    shown.finish();
    interrupt::set_last_line(String::new());
    match trained {
        Err(train::Error::Stopped { epochs }) => bail!(study::Interrupted::new(last_line(epochs, settings.epochs))),
        trained => Ok(trained?),
    }
}

fn last_line(done: usize, epochs: usize) -> String {
    format!("Interrupted; {done} of {epochs} epochs are kept. The same command resumes.")
}

fn settings(options: &Options, learner: &'static dyn NetworkLearner) -> Result<Settings> {
    let start = options.start.as_deref().map(|file| learner.read_network(file)).transpose();
    let start = start.map_err(|reason| anyhow!("--start {reason}"))?;
    Ok(Settings {
        learner,
        width: options
            .width
            .or(start.as_ref().map(|start: &Arc<dyn TrainedNetwork>| start.width()))
            .unwrap_or(DEFAULT_WIDTH),
        start,
        lambda: options.lambda.unwrap_or(DEFAULT_LAMBDA),
        later: options.later.unwrap_or(DEFAULT_LATER),
        epochs: options.epochs.unwrap_or(DEFAULT_EPOCHS) as usize,
        batch: options.batch.unwrap_or(DEFAULT_BATCH) as usize,
        rate: options.rate.unwrap_or(DEFAULT_RATE),
        seed: options.seed,
        threads: jobs(options.threads),
    })
}

/// How far it is.
fn line(progress: &Progress<'_>, epochs: usize) -> String {
    let epoch = (progress.epochs.len() + 1).min(epochs);
    let before = progress.epochs.last().map(|epoch| format!(", held out {:.5}", epoch.held_out)).unwrap_or_default();
    format!("epoch {epoch}/{epochs}, loss {:.5}{before}", progress.loss)
}

fn print(options: &Options, data: &Data, trained: &Trained, output: &mut impl Write) -> Result<()> {
    let (samples, held_out) = (data.samples.len(), data.held_out.len());
    let (best, seconds) = (&trained.epochs[trained.best], trained.time.as_secs_f64());
    let fingerprint = format!("{:016x}", trained.network.fingerprint());
    let seen = trained.epochs.len() as f64 * samples as f64;
    if options.json {
        let losses: Vec<_> = trained.epochs.iter().map(|epoch| json!([epoch.loss, epoch.held_out])).collect();
        let line = json!({
            "file": options.out.display().to_string(), "fingerprint": fingerprint, "width": trained.network.width(),
            "positions": samples, "held_out": held_out, "best_epoch": trained.best + 1, "loss": best.loss,
            "held_out_loss": best.held_out, "losses": losses, "rounding": trained.rounding,
            "greatest_output": trained.greatest_output, "seconds": seconds,
        });
        return Ok(writeln!(output, "{line}")?);
    }
    writeln!(output, "positions   {samples}, and {held_out} held out")?;
    for (index, epoch) in trained.epochs.iter().enumerate() {
        let mark = if index == trained.best { ", the best" } else { "" };
        writeln!(output, "epoch {:<5} loss {:.6}, held out {:.6}{mark}", index + 1, epoch.loss, epoch.held_out)?;
    }
    writeln!(output, "rounding    {:.2} score units in the mean", trained.rounding)?;
    writeln!(output, "time        {seconds:.1} s, {:.0} positions a second", seen / seconds.max(1e-3))?;
    Ok(writeln!(output, "network     {}, {fingerprint}", options.out.display())?)
}
