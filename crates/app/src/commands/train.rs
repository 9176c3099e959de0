//! `niwaki train`: weights of a network from files of games.
use crate::commands::search_options::{MOST_JOBS, jobs};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use niwaki_games::chess::Network;
use niwaki_lab::{
    json,
    learn::train::{self, Data, Progress, Settings, Trained},
};
use std::{
    ffi::OsString,
    fs,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

const DEFAULT_WIDTH: usize = 64;
const MOST_EPOCHS: i64 = 10_000;
const GREATEST_BATCH: i64 = 1 << 24;
/// Time between two lines of progress.
const PAUSE: Duration = Duration::from_millis(200);

/// What to learn from, how, and where the network goes.
#[derive(Args)]
pub(crate) struct Options {
    /// Files of games, as niwaki datagen writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Neurons for each side: 16, 32, 64, 96, 128, 192, 256, 384 or 512 [default: 64, or that of --start]
    #[arg(long, value_name = "N", value_parser = width)]
    width: Option<usize>,
    /// Begin with the weights of this network instead of random ones; a lower --rate keeps more of it
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Weight of a game's result against the score, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    lambda: f32,
    /// The most times that each position is seen; the network of the epoch that was best on
    /// held-out games is kept, and after three worse ones training ends
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=MOST_EPOCHS))]
    epochs: u32,
    /// Positions for each step; 16384 is better above 20 million positions
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..=GREATEST_BATCH))]
    batch: u32,
    /// The greatest rate of learning
    #[arg(long, default_value_t = 0.001, value_parser = rate)]
    rate: f32,
    /// Seed of random first weights and of the order of positions; the number of threads does
    /// not change the network
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads, of which eight are of use [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    threads: Option<u32>,
    /// File for the network; its manifest (.toml) and the picture of its losses (.svg) stand beside it
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
    let width = text.parse().ok().filter(|width| train::WIDTHS.contains(width));
    width.ok_or_else(|| format!("expected one of {}", train::WIDTHS.map(|width| width.to_string()).join(", ")))
}

fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1".to_string())
}

fn rate(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| *number > 0.0 && *number <= 1.0);
    number.ok_or_else(|| "expected a number above 0 and at most 1".to_string())
}

/// A file beside another: its name with an end.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Trains, writes the network and what stands beside it, and prints what came of it.
pub(crate) fn run(options: &Options, output: &mut impl Write) -> Result<()> {
    let out = &options.out;
    let (about, picture) = (beside(out, ".toml"), beside(out, ".svg"));
    if let Some(there) = [out, &about, &picture].into_iter().find(|path| path.exists() && !options.force) {
        bail!("{}: it is there already; --force overwrites it", there.display());
    }
    let start = options.start.as_deref().map(Network::read).transpose();
    let start = start.map_err(|reason| anyhow!("--start {reason}"))?;
    let settings = Settings {
        width: options.width.or(start.as_ref().map(Network::width)).unwrap_or(DEFAULT_WIDTH),
        start,
        lambda: options.lambda,
        epochs: options.epochs as usize,
        batch: options.batch as usize,
        rate: options.rate,
        seed: options.seed,
        threads: jobs(options.threads),
    };
    let live = !options.json && io::stderr().is_terminal();
    if live {
        eprint!("reading the games\r");
    }
    let mut data = Data::read(&options.files, settings.threads)?;
    let mut shown = Instant::now();
    let trained = train::run(&settings, &mut data, &mut |progress| {
        if live && (shown.elapsed() >= PAUSE || progress.step == progress.steps) {
            shown = Instant::now();
            eprint!("\r{}\x1b[K", line(progress, settings.epochs));
        }
    })?;
    if live {
        eprintln!();
    }
    let name = out.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let manifest = train::manifest(&name, &settings, &data, &trained).map_err(|reason| anyhow!(reason))?;
    write(out, &trained.network.to_bytes())?;
    write(&about, manifest.as_bytes())?;
    write(&picture, train::picture(&trained).as_bytes())?;
    tell(options, &data, &trained, output)
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).with_context(|| path.display().to_string())
}

/// How far it is, and how long it may take.
fn line(progress: &Progress<'_>, epochs: usize) -> String {
    let elapsed = progress.time.as_secs_f64();
    let left = elapsed * (progress.steps - progress.step) as f64 / progress.step.max(1) as f64;
    let epoch = (progress.epochs.len() + 1).min(epochs);
    let before = progress.epochs.last().map(|epoch| format!(", held out {:.5}", epoch.held_out)).unwrap_or_default();
    format!("epoch {epoch}/{epochs}, loss {:.5}{before}, {left:.0} s left", progress.loss)
}

fn tell(options: &Options, data: &Data, trained: &Trained, output: &mut impl Write) -> Result<()> {
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
    writeln!(output, "rounding    {:.2} centipawns in the mean", trained.rounding)?;
    writeln!(output, "time        {seconds:.1} s, {:.0} positions a second", seen / seconds.max(1e-3))?;
    Ok(writeln!(output, "network     {}, {fingerprint}", options.out.display())?)
}
