//! `niwaki train` for a game that is learned by tables of weights.
use super::{Options, beside};
use crate::commands::{search_options::jobs, study};
use anyhow::{Result, anyhow, bail};
use niwaki_games::kit::learning::TableLearner;
use niwaki_lab::{
    json,
    learn::train::{
        self, Data, Memory, Reading,
        tables::{self, Settings, Stage, Trained},
    },
    study::{files, interrupt, progress::Progress as ProgressLine},
};
use std::{io::Write, ops::ControlFlow};

const DEFAULT_STEPS: usize = 40;
/// Of 10, 60 and 300 the least error on held-out games in most stages; in play no difference
/// to 10 was shown.
const DEFAULT_RIDGE: f32 = 60.0;
/// A choice that games do not decide: 1, margins alone, plays as well with the same data.
const DEFAULT_LAMBDA: f32 = 0.3;

/// Trains, writes the tables and their manifest, and prints what came of it.
pub(super) fn run(options: &Options, learner: &'static dyn TableLearner, output: &mut impl Write) -> Result<()> {
    let foreign = [
        ("--width", options.width.is_some()),
        ("--start", options.start.is_some()),
        ("--batch", options.batch.is_some()),
        ("--rate", options.rate.is_some()),
        ("--later", options.later.is_some()),
    ];
    if let Some((name, _)) = foreign.into_iter().find(|(_, given)| *given) {
        bail!("{name}: only a network has that; {} is learned by tables of weights", learner.game());
    }
    let manifest_place = beside(&options.out, ".toml");
    for path in [&options.out, &manifest_place] {
        files::check_place(path, options.force)?;
    }
    let settings = Settings {
        learner,
        lambda: options.lambda.unwrap_or(DEFAULT_LAMBDA),
        steps: options.epochs.map_or(DEFAULT_STEPS, |epochs| epochs as usize),
        ridge: options.ridge.unwrap_or(DEFAULT_RIDGE),
        seed: options.seed,
        threads: jobs(options.threads),
    };
    let shown = if options.json { ProgressLine::hidden() } else { study::progress(None) };
    shown.prefix("reading the games: ");
    let memory = Memory::new(options.memory as usize, beside(&options.out, ".scratch"));
    let reading = Reading { threads: settings.threads, seed: settings.seed, memory, later: 0.0, resumed: None };
    let mut data = Data::read(learner, &options.files, reading)?;
    shown.prefix("stages to go: ");
    let trained = tables::run(&settings, &mut data, &mut |stage, step| {
        shown.message(format!("{stage}, step {step}"));
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    shown.finish();
    let trained = match trained {
        Err(train::Error::Stopped { .. }) => {
            bail!(study::Interrupted::new("Interrupted; nothing was written.".to_string()))
        }
        trained => trained?,
    };
    let name = options.out.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let manifest = tables::manifest(&name, &settings, &data, &trained).map_err(|reason| anyhow!(reason))?;
    files::replace(&options.out, &trained.tables.to_bytes())?;
    files::replace(&manifest_place, manifest.as_bytes())?;
    print(options, &trained, output)
}

fn print(options: &Options, trained: &Trained, output: &mut impl Write) -> Result<()> {
    let fingerprint = format!("{:016x}", trained.tables.fingerprint());
    let (file, seconds) = (options.out.display().to_string(), trained.time.as_secs_f64());
    if options.json {
        let stage = |stage: &Stage| {
            json!({
                "positions": stage.positions, "held_out": stage.held_out, "steps": stage.steps, "error": stage.error,
                "held_out_error": stage.held_out_error, "held_out_distance": stage.held_out_distance,
            })
        };
        let stages: Vec<_> = trained.stages.iter().map(stage).collect();
        let line = json!({ "file": file, "fingerprint": fingerprint, "stages": stages, "seconds": seconds });
        return Ok(writeln!(output, "{line}")?);
    }
    writeln!(output, "stage  positions  steps  error while learning  held out: error, mean distance")?;
    for (index, stage) in trained.stages.iter().enumerate() {
        let Stage { positions, steps, error, held_out_error, held_out_distance, .. } = stage;
        writeln!(
            output,
            "{index:>5}  {positions:>9}  {steps:>5}  {error:>20.3}  {held_out_error:>15.3}, {held_out_distance:>13.3}"
        )?;
    }
    writeln!(output, "time        {seconds:.1} s")?;
    Ok(writeln!(output, "tables      {file}, {fingerprint}")?)
}
