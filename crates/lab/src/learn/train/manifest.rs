//! What stands beside a network: how it was made, and a picture of how it learned.
use super::{Data, Settings, Trained};
use crate::{
    report::{Axis, Chart, Series, Shape, standalone},
    study::record,
};
use niwaki_games::kit::learning::TrainedNetwork;
use serde::Serialize;

#[derive(Serialize)]
struct Manifest<'a> {
    network: About<'a>,
    training: Training,
    result: Results<'a>,
    losses: Losses,
    data: Vec<Source<'a>>,
}

#[derive(Serialize)]
struct About<'a> {
    file: &'a str,
    fingerprint: String,
    width: usize,
}

#[derive(Serialize)]
struct Training {
    version: &'static str,
    commit: &'static str,
    width: usize,
    /// Fingerprint of the network to begin with.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    lambda: f64,
    later: f64,
    epochs: usize,
    batch: usize,
    rate: f64,
    seed: u64,
    threads: usize,
    seconds: u64,
}

#[derive(Serialize)]
struct Results<'a> {
    positions: usize,
    held_out: usize,
    best_epoch: usize,
    loss: f64,
    held_out_loss: f64,
    rounding_centipawns: f64,
    greatest_output_weight: f64,
    #[serde(skip_serializing_if = "str::is_empty")]
    note: &'a str,
}

#[derive(Serialize)]
struct Losses {
    learned: Vec<f64>,
    held_out: Vec<f64>,
}

#[derive(Serialize)]
pub(super) struct Source<'a> {
    file: &'a str,
    hash: &'a str,
    games: usize,
    positions: usize,
    /// JSON, as it stands in the file.
    header: String,
}

fn fingerprint(network: &dyn TrainedNetwork) -> String {
    format!("{:016x}", network.fingerprint())
}

/// Numbers as people wrote them: 0.3, not the nearest that fits 32 bits.
pub(super) fn exact(number: f32) -> f64 {
    number.to_string().parse().unwrap_or_else(|_| f64::from(number))
}

/// A number with six digits that matter, for people.
pub(super) fn short(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

/// The manifest of a network that goes to `file`, in TOML.
pub fn manifest(file: &str, settings: &Settings, data: &Data, trained: &Trained) -> Result<String, String> {
    let best = &trained.epochs[trained.best];
    let last = trained.best + 1 == trained.epochs.len();
    let manifest = Manifest {
        network: About { file, fingerprint: fingerprint(&*trained.network), width: trained.network.width() },
        training: Training {
            version: env!("CARGO_PKG_VERSION"),
            commit: record::COMMIT,
            width: settings.width,
            start: settings.start.as_ref().map(|start| fingerprint(&**start)),
            lambda: exact(settings.lambda),
            later: exact(settings.later),
            epochs: settings.epochs,
            batch: settings.batch,
            rate: exact(settings.rate),
            seed: settings.seed,
            threads: settings.threads,
            seconds: trained.time.as_secs(),
        },
        result: Results {
            positions: data.samples.len(),
            held_out: data.held_out.len(),
            best_epoch: trained.best + 1,
            loss: short(best.loss),
            held_out_loss: short(best.held_out),
            rounding_centipawns: short(trained.rounding),
            greatest_output_weight: short(trained.greatest_output.into()),
            note: if last { "" } else { "later epochs were worse on the held-out games" },
        },
        losses: Losses {
            learned: trained.epochs.iter().map(|epoch| short(epoch.loss)).collect(),
            held_out: trained.epochs.iter().map(|epoch| short(epoch.held_out)).collect(),
        },
        data: data.files.iter().map(source).collect(),
    };
    toml::to_string(&manifest).map_err(|error| error.to_string())
}

pub(super) fn source(file: &super::DataFile) -> Source<'_> {
    let header = file.header.as_ref().map(ToString::to_string).unwrap_or_default();
    Source { file: &file.name, hash: &file.hash, games: file.games, positions: file.positions, header }
}

/// The losses of each epoch, as a file in SVG.
pub fn picture(trained: &Trained) -> String {
    let points = |loss: &dyn Fn(&super::Epoch) -> f64| {
        trained.epochs.iter().zip(1..).map(|(epoch, number)| (f64::from(number), loss(epoch))).collect()
    };
    let series = |name: &str, points| Series::new(name, points);
    let chart = Chart {
        title: format!("Loss of a network of {} neurons", trained.network.width()),
        x: Axis::linear("epoch"),
        y: Axis::linear("mean squared error"),
        shape: Shape::Lines,
        series: vec![
            series("while learning", points(&|epoch| epoch.loss)),
            series("held-out games", points(&|epoch| epoch.held_out)),
        ],
    };
    standalone(&chart.svg())
}
