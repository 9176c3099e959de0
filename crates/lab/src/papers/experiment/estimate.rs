//! About how long the steps of a plan take, for people who must decide whether to start.
use super::{Step, Work};
use crate::{
    measure::{effort::Effort, fit::Source, iterations::search},
    play::matches::{self, Limit},
    setup::recipe::{self, Recipe},
    study::error::Error,
};
use niwaki_games::Problem;
use niwaki_search::{limits::Limits, node::Depth};

/// Nodes that a job searches in a second, and plies and moves of a game.
const SPEED: f64 = 2.2e6;
const PLIES: f64 = 110.0;
const MOVES: f64 = 50.0;
/// Positions and depth of the searches that predict others.
const PROBES: usize = 3;
const PROBE_DEPTH: Depth = 6;
/// The growth of nodes with each depth is rarely outside of this.
const GROWTH: (f64, f64) = (1.8, 5.0);

impl Step {
    /// About how long it takes, in seconds.
    pub(super) fn seconds(&self, jobs: usize) -> Result<f64, Error> {
        match &self.work {
            Work::Suite { suite, recipes, settings } => {
                let (positions, count) = (&suite.problems, recipes.len() as f64);
                let each = match settings.effort {
                    Effort::Time(time) => count * time.as_secs_f64(),
                    Effort::Nodes(nodes) => count * nodes as f64 / SPEED,
                    Effort::Depth(depth) => probe(positions, recipes, depth)? / SPEED,
                };
                Ok(each * positions.len() as f64 / jobs as f64)
            }
            Work::Match(settings) => Ok(settings.games as f64 * game_seconds(settings)? / settings.jobs as f64),
            Work::Fit(settings) => {
                let positions = match &settings.source {
                    Source::File { positions, .. } => positions.len(),
                    Source::SelfPlay { count, .. } => *count,
                };
                let depth = settings.pairs.iter().map(|pair| pair.height).max().unwrap_or_default();
                let nodes = start_nodes(&settings.recipe, depth)?;
                Ok(positions as f64 * nodes / SPEED / jobs as f64)
            }
        }
    }
}

fn game_seconds(settings: &matches::Settings) -> Result<f64, Error> {
    let kit = settings.kit;
    let recipe = recipe::default(kit)?;
    Ok(match settings.rules.limit {
        Limit::Nodes(nodes) => PLIES * nodes as f64 / SPEED,
        Limit::Depth(depth) => PLIES * start_nodes(&recipe, depth)? / SPEED,
        Limit::MoveTime(time) => PLIES * time.as_secs_f64(),
        Limit::Control(control) => {
            let again = control.moves.map_or(1.0, |moves| (MOVES / f64::from(moves)).max(1.0));
            2.0 * (control.time.as_secs_f64() * again + MOVES * control.increment.as_secs_f64())
        }
    })
}

/// Nodes of the start position, about.
fn start_nodes(recipe: &Recipe, depth: Depth) -> Result<f64, Error> {
    Ok(predict(recipe, &recipe.kit.rules().position(), depth)?)
}

/// Nodes of all recipes in a position, about.
fn probe(positions: &[Problem], recipes: &[Recipe], depth: Depth) -> Result<f64, String> {
    let probes: Vec<&str> = positions.iter().take(PROBES).map(|problem| problem.position.as_str()).collect();
    let mut sum = 0.0;
    for recipe in recipes {
        for position in &probes {
            sum += predict(recipe, position, depth)? / probes.len() as f64;
        }
    }
    Ok(sum)
}

/// Nodes of a search to a depth, predicted by a shallower one.
fn predict(recipe: &Recipe, position: &str, depth: Depth) -> Result<f64, String> {
    let mut engine = recipe.engine(1)?;
    let searched = search(&mut *engine, position, &Limits::depth(depth.min(PROBE_DEPTH)))?;
    let nodes = |back: usize| searched.iterations.iter().rev().nth(back).map_or(1.0, |step| step.nodes.max(1) as f64);
    // Odd and even depths grow differently.
    let growth = (nodes(0) / nodes(2)).sqrt().clamp(GROWTH.0, GROWTH.1);
    Ok(nodes(0) * growth.powi(depth - depth.min(PROBE_DEPTH)))
}

/// A time in words.
pub(super) fn duration(seconds: f64) -> String {
    const MINUTE: f64 = 60.0;
    const HOUR: f64 = 3600.0;
    match seconds {
        seconds if seconds < 2.0 * MINUTE => format!("{:.0} s", seconds.ceil()),
        seconds if seconds < 2.0 * HOUR => format!("{:.0} minutes", seconds / MINUTE),
        seconds => format!("{:.0} hours", seconds / HOUR),
    }
}
