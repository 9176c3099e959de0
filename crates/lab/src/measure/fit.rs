//! Fitting the model of ProbCut: how a shallow search foretells a deep one.
//!
//! Each position is searched once, to the greatest height; the score of every finished
//! iteration is that of a search of its depth. Left out are positions in which the side
//! to move is forced, where ProbCut is never asked, and points whose shallow score lies
//! outside a bound or one of whose scores is a proven win: they fit no line.
mod page;
mod print;
mod records;
pub mod wdl;

pub use page::{lines, page};
pub use records::plan;

use crate::{measure::problems, play::self_play, setup::recipe::Recipe, study::workers};
use niwaki_games::{Kit, kit::Thresholds};
use niwaki_search::{
    engine::Engine,
    game::Side,
    knowledge::prob_cut::Pair,
    limits::Limits,
    node::{Depth, Score, is_decisive},
    prune::prob_cut::ProbCut,
    random::Random,
};
use niwaki_statistics::regression::{self, Line};
use records::Recorded;
use serde_json::Value as Json;
use std::ops::ControlFlow;

/// Name of the command in records.
pub const COMMAND: &str = "fit";
/// Of a game against itself one position in so many is taken.
const STRIDE: usize = 5;
/// Nodes of each move of such a game.
const GAME_NODES: u64 = 5_000;
/// Games in a row that may yield no position at all.
const MOST_EMPTY_GAMES: usize = 1_000;

/// A pair of depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// Depth of the search that foretells; 0 is the static evaluation.
    pub shallow: Depth,
    /// Depth of the search that is foretold.
    pub height: Depth,
}

/// Where the positions come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file of positions.
    File(String),
    /// Games against itself.
    SelfPlay {
        /// How many positions.
        count: usize,
        /// Seed of the random openings.
        seed: u64,
    },
}

/// Fewer positions for the greatest heights, which cost the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Few {
    /// Heights above this.
    pub above: Depth,
    /// How many positions, spread evenly over all.
    pub count: usize,
}

/// What is fitted, and with what.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub kit: &'static dyn Kit,
    /// The settings of every search; ProbCut itself is switched off.
    pub recipe: Recipe,
    /// In the order in which the model shall have them.
    pub pairs: Vec<Depths>,
    /// The positions.
    pub source: Source,
    /// Fewer of them for great heights.
    pub few: Option<Few>,
    /// Greatest absolute shallow score of a point. The first is the model's; the fits of
    /// the others are for comparison.
    pub bounds: Vec<Score>,
    /// Threshold of each stage, as the model shall have it.
    pub thresholds: Vec<f64>,
    /// Positions searched at a time.
    pub jobs: usize,
    /// Size of each job's table in MiB.
    pub hash: usize,
}

/// One fit: a pair in a stage of the game, or in all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The pair.
    pub depths: Depths,
    /// The stage; `None`: all together.
    pub stage: Option<usize>,
    /// Greatest absolute shallow score of a point.
    pub bound: Score,
    /// Points left out because of it.
    pub outside: usize,
    /// Points left out because of a proven win or loss.
    pub decisive: usize,
    /// The line; `None` if there are too few points.
    pub line: Option<Line>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was asked.
    pub settings: Settings,
    /// Positions searched.
    pub positions: usize,
    /// Positions left out because the side to move was forced or the game over.
    pub forced: usize,
    /// The fits.
    pub rows: Vec<Row>,
}

/// Scores of one position by depth; no score where it was not searched so deep.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sample {
    stage: usize,
    scores: Vec<Option<Score>>,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many positions collected.
    Collected(usize),
    /// So many positions searched, of all.
    Searched(usize, usize),
}

/// Collects positions, searches them and fits the lines. The result depends on the
/// settings but not on the number of jobs.
pub fn run(settings: &Settings, progress: &mut dyn FnMut(Progress)) -> Result<Outcome, String> {
    go_on(settings, &[], &mut |_| Ok(()), progress)
}

/// The same, without what is recorded already. `keep` is given each new record.
pub fn go_on(
    settings: &Settings,
    records: &[Json],
    keep: &mut dyn FnMut(&Json) -> Result<(), String>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Outcome, String> {
    let Recorded { positions, mut samples } = records::read(records).map_err(|error| error.to_string())?;
    let mut engines = (0..settings.jobs.max(1)).map(|_| open(settings)).collect::<Result<Vec<_>, _>>()?;
    let positions = match positions {
        Some(positions) => positions,
        None => {
            let positions = find(settings, &mut engines, progress)?;
            keep(&records::positions(&positions))?;
            positions
        }
    };
    let all = positions.len();
    let tasks = positions.into_iter().enumerate().filter(|(number, _)| !samples.contains_key(number));
    let tasks: Vec<Task> =
        tasks.map(|(number, position)| Task { number, position, depth: settings.depth(number, all) }).collect();
    let stages = settings.recipe.methods.prob_cut;
    let work = |engine: &mut Box<dyn Engine>, task: &Task| Ok((task.number, search(&mut **engine, task, &stages)?));
    let mut kept = Ok(());
    workers::run_until(&mut engines, &tasks, &work, &mut |(number, sample)| {
        kept = keep(&records::sample(number, sample.as_ref()));
        samples.insert(number, sample);
        progress(Progress::Searched(samples.len(), all));
        if kept.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    kept?;
    let samples: Vec<Sample> = samples.into_values().flatten().collect();
    let rows = rows(settings.kit, &samples, &settings.pairs, &settings.bounds);
    Ok(Outcome { settings: settings.clone(), positions: samples.len(), forced: all - samples.len(), rows })
}

/// A position to search.
struct Task {
    number: usize,
    position: String,
    depth: Depth,
}

fn find(
    settings: &Settings,
    engines: &mut [Box<dyn Engine>],
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<String>, String> {
    match &settings.source {
        Source::File(file) => {
            let read = problems::read(settings.kit, file).map_err(|error| error.to_string())?;
            Ok(read.into_iter().map(|problem| problem.position).collect())
        }
        Source::SelfPlay { count, seed } => collect(settings.kit.thresholds(), engines, *count, *seed, progress),
    }
}

fn open(settings: &Settings) -> Result<Box<dyn Engine>, String> {
    let mut engine = settings.kit.engine()?;
    engine.resize_table(settings.hash)?;
    let mut recipe = settings.recipe.clone();
    recipe.methods.prob_cut.enabled = false;
    recipe.install(&mut *engine);
    Ok(engine)
}

impl Settings {
    /// How deep the position at this place of `all` is searched.
    fn depth(&self, index: usize, all: usize) -> Depth {
        let heights = self.pairs.iter().map(|depths| depths.height);
        let deep = |few: &Few| (index + 1) * few.count / all > index * few.count / all;
        match self.few.filter(|few| few.count < all && !deep(few)) {
            Some(few) => heights.filter(|height| *height <= few.above).max().unwrap_or(0),
            None => heights.max().unwrap_or(0),
        }
    }
}

/// Positions of games against itself, none twice. A game depends on the seed and its
/// number alone, so the positions do not depend on how many are played at a time.
fn collect(
    thresholds: Thresholds,
    engines: &mut [Box<dyn Engine>],
    count: usize,
    seed: u64,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<String>, String> {
    let (mut positions, mut known) = (Vec::new(), std::collections::HashSet::new());
    let (mut games, mut empty) = (0, 0);
    while positions.len() < count {
        let round: Vec<usize> = (games..games + engines.len()).collect();
        games += round.len();
        workers::run(engines, &round, &|engine, game| play(&mut **engine, thresholds, seed, *game), &mut |found| {
            let before = positions.len();
            positions.extend(found.into_iter().filter(|position| known.insert(position.clone())));
            empty = if positions.len() == before { empty + 1 } else { 0 };
        })?;
        if empty > MOST_EMPTY_GAMES {
            return Err(format!("only {} positions were found in {games} games", positions.len()));
        }
        progress(Progress::Collected(positions.len().min(count)));
    }
    positions.truncate(count);
    Ok(positions)
}

fn play(engine: &mut dyn Engine, thresholds: Thresholds, seed: u64, game: usize) -> Result<Vec<String>, String> {
    let mut random = Random::new(Random::new(seed).number().wrapping_add(game as u64));
    let (mut ply, mut found) = (game, Vec::new());
    self_play::play(engine, thresholds, &mut random, &|| Limits::nodes(GAME_NODES), &mut |engine, _| {
        if ply.is_multiple_of(STRIDE) {
            found.push(engine.position());
        }
        ply += 1;
        true
    })?;
    Ok(found)
}

/// Searches a position with nothing remembered from another.
fn search(engine: &mut dyn Engine, task: &Task, stages: &ProbCut) -> Result<Option<Sample>, String> {
    let Task { position, depth, .. } = task;
    engine.set_position(Some(position), &[])?;
    if engine.forced() || engine.outcome().is_some() {
        return Ok(None);
    }
    let mut scores = vec![None; *depth as usize + 1];
    scores[0] = Some(engine.evaluate());
    engine.clear();
    engine.control().prepare(false);
    engine.go(&Limits::depth((*depth).max(1)), &mut |report| {
        if let Some(score) = scores.get_mut(report.depth as usize) {
            *score = Some(report.score);
        }
    });
    let stage = stages.stage(engine.force(Side::First), engine.force(Side::Second));
    Ok(Some(Sample { stage, scores }))
}

/// All fits: for each bound and pair the stages, then all together.
fn rows(kit: &dyn Kit, samples: &[Sample], pairs: &[Depths], bounds: &[Score]) -> Vec<Row> {
    // Where there is one stage, it is all.
    let stages = || (0..kit.stages().len()).map(Some).chain((kit.stages().len() > 1).then_some(None));
    let pairs = bounds.iter().flat_map(|bound| pairs.iter().map(move |depths| (*bound, *depths)));
    pairs.flat_map(|(bound, depths)| stages().map(move |stage| row(samples, depths, stage, bound))).collect()
}

fn row(samples: &[Sample], depths: Depths, stage: Option<usize>, bound: Score) -> Row {
    points(samples, depths, stage, bound).0
}

/// A fit, with its points.
fn points(samples: &[Sample], depths: Depths, stage: Option<usize>, bound: Score) -> (Row, Vec<(f64, f64)>) {
    let score = |sample: &Sample, depth: Depth| sample.scores.get(depth as usize).copied().flatten();
    let mut row = Row { depths, stage, bound, outside: 0, decisive: 0, line: None };
    let mut points = Vec::new();
    for sample in samples.iter().filter(|sample| stage.is_none_or(|stage| sample.stage == stage)) {
        match (score(sample, depths.shallow), score(sample, depths.height)) {
            (Some(shallow), Some(deep)) if is_decisive(shallow) || is_decisive(deep) => row.decisive += 1,
            (Some(shallow), Some(_)) if shallow.abs() > bound => row.outside += 1,
            (Some(shallow), Some(deep)) => points.push((f64::from(shallow), f64::from(deep))),
            _ => {}
        }
    }
    row.line = regression::fit(&points);
    (row, points)
}

impl Outcome {
    /// The pairs of the model, in their order, each with a note on its fit.
    fn pairs(&self) -> Vec<(Pair, String)> {
        let bound = self.settings.bounds.first().copied();
        let pair = |row: &Row| {
            let (stage, line) = (row.stage?, row.line.filter(|line| line.slope > 0.0)?);
            let pair = Pair {
                stage,
                height: row.depths.height,
                shallow: row.depths.shallow,
                slope: line.slope,
                offset: line.offset,
                deviation: line.deviation,
                threshold: self.settings.thresholds.get(stage).copied()?,
            };
            let (points, correlation) = (line.points, line.correlation);
            let left_out = format!("{} beyond the bound, {} with a win or loss", row.outside, row.decisive);
            Some((pair, format!("n = {points}, r = {correlation:.3}; left out: {left_out}")))
        };
        self.rows.iter().filter(|row| Some(row.bound) == bound).filter_map(pair).collect()
    }
}

#[cfg(test)]
mod tests;
