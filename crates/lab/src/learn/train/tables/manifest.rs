//! What stands beside tables: how they were made.
use super::{Settings, Stage, Trained};
use crate::{
    learn::train::{
        Data,
        manifest::{Source, exact, short, source},
    },
    study::record,
};
use serde::Serialize;

#[derive(Serialize)]
struct Manifest<'a> {
    tables: About<'a>,
    training: Training,
    stage: Vec<StageResult>,
    data: Vec<Source<'a>>,
}

#[derive(Serialize)]
struct About<'a> {
    file: &'a str,
    fingerprint: String,
    stages: usize,
    width: usize,
}

#[derive(Serialize)]
struct Training {
    version: &'static str,
    commit: &'static str,
    lambda: f64,
    steps: usize,
    ridge: f64,
    seed: u64,
    seconds: u64,
}

#[derive(Serialize)]
struct StageResult {
    positions: usize,
    held_out: usize,
    steps: usize,
    error: f64,
    held_out_error: f64,
    held_out_distance: f64,
}

/// The manifest of tables that go to `file`, in TOML.
pub fn manifest(file: &str, settings: &Settings, data: &Data, trained: &Trained) -> Result<String, String> {
    let stage = |stage: &Stage| StageResult {
        positions: stage.positions,
        held_out: stage.held_out,
        steps: stage.steps,
        error: short(stage.error),
        held_out_error: short(stage.held_out_error),
        held_out_distance: short(stage.held_out_distance),
    };
    let manifest = Manifest {
        tables: About {
            file,
            fingerprint: format!("{:016x}", trained.tables.fingerprint()),
            stages: settings.learner.stages(),
            width: settings.learner.width(),
        },
        training: Training {
            version: env!("CARGO_PKG_VERSION"),
            commit: record::COMMIT,
            lambda: exact(settings.lambda),
            steps: settings.steps,
            ridge: exact(settings.ridge),
            seed: settings.seed,
            seconds: trained.time.as_secs(),
        },
        stage: trained.stages.iter().map(stage).collect(),
        data: data.files.iter().map(source).collect(),
    };
    toml::to_string(&manifest).map_err(|error| error.to_string())
}
