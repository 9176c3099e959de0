//! How far the static evaluation is from exact values.
use crate::commands::datagen::open_network;
use anyhow::{Result, anyhow, bail};
use niwaki_games::{Kit, kit::SolvedPosition};
use niwaki_lab::report;
use niwaki_search::engine::Engine;
use niwaki_statistics::{Interval, student};
use std::path::Path;

/// Evaluations of solved positions.
pub(super) struct Judged {
    kit: &'static dyn Kit,
    engine: Box<dyn Engine>,
    /// For each stage, evaluation and exact value in units such as discs.
    stages: Vec<Vec<(f64, f64)>>,
}

impl Judged {
    pub(super) fn new(kit: &'static dyn Kit, network: Option<&Path>) -> Result<Judged> {
        if !kit.counts_margins() {
            bail!("--static: in {} the evaluation predicts no margin", kit.name());
        }
        let mut engine = kit.engine().map_err(|reason| anyhow!(reason))?;
        if let Some(path) = network {
            open_network(kit, path)?;
            engine.set_option("EvalFile", &path.to_string_lossy()).map_err(|reason| anyhow!("--network {reason}"))?;
        }
        Ok(Judged { kit, engine, stages: vec![Vec::new(); kit.stages().len()] })
    }

    /// The static evaluation of a position, in units.
    pub(super) fn judge(&mut self, position: &str, solved: &SolvedPosition) -> Result<f64> {
        self.engine.set_position(Some(position), &[]).map_err(|reason| anyhow!(reason))?;
        let eval = f64::from(self.engine.evaluate()) / f64::from(self.kit.unit());
        self.stages[self.engine.stage()].push((eval, f64::from(solved.score)));
        Ok(eval)
    }

    /// The errors of each stage that was met, with intervals of 95 %.
    pub(super) fn table(&self) -> Vec<String> {
        let head =
            ["stage", "positions", "static error: mean distance", "root of mean square", "mean", "winner right, %"];
        let stages = self.kit.stages().iter().zip(&self.stages).filter(|(_, judged)| !judged.is_empty());
        let rows: Vec<Vec<String>> = stages.map(|(stage, judged)| row(stage, judged)).collect();
        report::align(&head, &rows, 1)
    }
}

fn row(stage: &str, judged: &[(f64, f64)]) -> Vec<String> {
    let errors = || judged.iter().map(|(eval, exact)| eval - exact);
    let distances: Vec<f64> = errors().map(f64::abs).collect();
    let squares: Vec<f64> = errors().map(|error| error * error).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let root = |square: f64| square.max(0.0).sqrt();
    let decided = judged.iter().filter(|(_, exact)| *exact != 0.0).count();
    let right = judged.iter().filter(|(eval, exact)| eval * exact > 0.0).count();
    vec![
        stage.to_string(),
        judged.len().to_string(),
        with_interval(mean(&distances), student::mean(&distances)),
        with_interval(root(mean(&squares)), student::mean(&squares).map(|interval| interval.map(root))),
        format!("{:+.2}", errors().sum::<f64>() / judged.len() as f64),
        format!("{:.1}", 100.0 * right as f64 / decided.max(1) as f64),
    ]
}

fn with_interval(value: f64, interval: Option<Interval>) -> String {
    let interval = interval.map_or_else(String::new, |i| format!(" [{:.2}, {:.2}]", i.low, i.high));
    format!("{value:.2}{interval}")
}
