//! Recipes side by side on the same positions: what each method saves, and what it costs.
//!
//! Every recipe searches every position with nothing remembered from another. At fixed
//! depth or nodes the results do not depend on the number of jobs.
mod depths;
mod page;
mod print;
mod summary;

pub use page::{Error, comparison, page, picture, trials};
pub use summary::{AtDepth, Comparison, Estimate, Method, Row};
pub(crate) use {
    page::{each_position, repeat},
    print::{HEAD, METHOD_HEAD, align, estimate_json, method_cells},
    summary::fall,
};

use crate::{
    measure::{
        iterations::{Searched, search},
        question::{self, Points},
        suite::Effort,
    },
    setup::recipe::Recipe,
    study::{
        record::{self, Plan},
        shard::Shard,
        workers,
    },
};
use niwaki_games::{Kit, Problem};
use niwaki_search::{
    engine::Engine,
    limits::Limits,
    node::{Depth, Score, is_mate},
    tally::Tally,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeMap, HashSet},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

/// Name of the command in records.
pub const COMMAND: &str = "compare";

/// Positions and depth of the searches that tell one version of the search from another.
const SIGNATURE_POSITIONS: usize = 3;
const SIGNATURE_DEPTH: Depth = 5;

/// How recipes are compared.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub kit: &'static dyn Kit,
    /// The recipes, with different names.
    pub recipes: Vec<Recipe>,
    /// Place of the one that the others are measured against.
    pub base: usize,
    /// What ends each search.
    pub effort: Effort,
    /// Searches at a time.
    pub jobs: usize,
    /// Size of each job's table in MiB.
    pub hash: usize,
    /// The part of the searches that is done.
    pub shard: Shard,
}

/// What a search said after a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The depth.
    pub depth: Depth,
    /// Nodes up to its end.
    pub nodes: u64,
    /// Whether its move was right; `None` where none is asked for.
    pub right: Option<bool>,
}

/// What a method did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// How often it searched or acted.
    pub tries: u64,
    /// How often it acted.
    pub cuts: u64,
    /// Nodes of its own searches.
    pub nodes: u64,
}

/// One recipe on one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// Name of the recipe.
    pub recipe: String,
    /// Place of the position in its file, from 1.
    pub number: usize,
    /// Name of the position; its number if it has none.
    pub id: String,
    /// The position.
    pub position: String,
    /// Whether the right move was found; `None` where none is asked for.
    pub solved: Option<bool>,
    /// The move as people write it; `None` when the game is over.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// Score for the side to move.
    pub score: Score,
    /// Whether a mate was proved, after which depths come for nothing.
    pub mate: bool,
    /// Depth reached.
    pub depth: Depth,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
    /// Every finished depth.
    pub iterations: Vec<Step>,
    /// What each method did, by its name.
    pub methods: BTreeMap<String, Count>,
    /// Points for the move, where the position gives such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// Why a program gave no answer; it counts as a wrong one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The same at each remaining depth: depth, tries, cuts, nodes. Older records have none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub depths: BTreeMap<String, Vec<[u64; 4]>>,
}

impl Effort {
    /// The limit in words.
    pub fn words(self) -> String {
        match self {
            Effort::Depth(depth) => format!("depth {depth}"),
            Effort::Nodes(nodes) => format!("{nodes} nodes"),
            Effort::Time(time) => format!("{} ms", time.as_millis()),
        }
    }
}

/// What the run is, for its records. `suite` names the positions, `command` repeats it.
pub fn plan(positions: &[Problem], suite: &str, settings: &Settings, command: &str) -> Result<Plan, String> {
    let recipes = settings.recipes.iter().map(|recipe| describe(settings.kit, positions, recipe));
    let recipes = recipes.collect::<Result<Vec<Json>, String>>()?;
    Ok(plan_of(describe_suite(positions, suite), recipes, &settings.recipes[settings.base].name, settings, command))
}

/// The same, for anything that answers as recipes do.
pub(crate) fn plan_of(suite: Json, recipes: Vec<Json>, base: &str, settings: &Settings, command: &str) -> Plan {
    let decides = json!({
        "game": settings.kit.name(),
        "suite": suite,
        "recipes": recipes,
        "base": base,
        "limit": settings.effort.words(),
        "hash": settings.hash,
    });
    let notes = json!({ "jobs": settings.jobs, "repeat": command });
    Plan { command: COMMAND, decides, notes, shard: settings.shard }
}

/// The positions as they stand in records.
pub(crate) fn describe_suite(positions: &[Problem], name: &str) -> Json {
    let text: Vec<&str> = positions.iter().map(|problem| problem.line.as_str()).collect();
    json!({ "name": name, "positions": positions.len(), "hash": record::hash(text.join("\n").as_bytes()) })
}

/// A recipe as it stands in records.
fn describe(kit: &dyn Kit, positions: &[Problem], recipe: &Recipe) -> Result<Json, String> {
    let mut json = recipe.to_json();
    json["signature"] = json!(signature(kit, positions, recipe)?);
    Ok(json)
}

/// Nodes of a few short searches: another number when the search or a model has changed,
/// so that records of an older one are not taken for this one's.
fn signature(kit: &dyn Kit, positions: &[Problem], recipe: &Recipe) -> Result<u64, String> {
    let mut engine = kit.engine()?;
    engine.resize_table(1)?;
    recipe.install(&mut *engine);
    let nodes = |problem: &Problem| search(&mut *engine, &problem.position, &Limits::depth(SIGNATURE_DEPTH));
    positions.iter().take(SIGNATURE_POSITIONS).map(nodes).map(|searched| Ok(searched?.report.nodes)).sum()
}

/// A worker's engine, and the recipe it is set to.
struct Worker {
    engine: Box<dyn Engine>,
    recipe: Option<usize>,
}

/// Searches what `done` does not hold yet. `hear` is told of each trial in order, recipe
/// by recipe, and says whether to go on. Returns all trials.
pub fn run(
    positions: &[Problem],
    settings: &Settings,
    done: Vec<Trial>,
    hear: &mut dyn FnMut(&Trial) -> bool,
) -> Result<Vec<Trial>, String> {
    let names: Vec<&str> = settings.recipes.iter().map(|recipe| recipe.name.as_str()).collect();
    let tasks = missing(&names, positions.len(), settings.shard, &done);
    let jobs = settings.jobs.clamp(1, tasks.len().max(1));
    let mut workers = (0..jobs).map(|_| open(settings)).collect::<Result<Vec<_>, String>>()?;
    let work =
        |worker: &mut Worker, &(recipe, index): &Task| attempt(worker, recipe, settings, index, &positions[index]);
    run_tasks(&mut workers, &tasks, &work, done, hear)
}

/// Places of a recipe and of a position.
pub(crate) type Task = (usize, usize);
/// How a worker comes to a trial.
pub(crate) type Work<'a, W> = dyn Fn(&mut W, &Task) -> Result<Trial, String> + Sync + 'a;

/// The searches of a part that `done` does not hold yet.
pub(crate) fn missing(recipes: &[&str], positions: usize, shard: Shard, done: &[Trial]) -> Vec<Task> {
    let known: HashSet<(&str, usize)> = done.iter().map(|trial| (trial.recipe.as_str(), trial.number)).collect();
    let all = (0..recipes.len()).flat_map(|recipe| (0..positions).map(move |index| (recipe, index)));
    let mine = all.filter(|(recipe, index)| shard.takes(recipe * positions + index));
    mine.filter(|&(recipe, index)| !known.contains(&(recipes[recipe], index + 1))).collect()
}

/// Works on tasks until `hear` has enough; adds the trials to those that are done.
pub(crate) fn run_tasks<W: Send>(
    workers: &mut [W],
    tasks: &[Task],
    work: &Work<'_, W>,
    mut done: Vec<Trial>,
    hear: &mut dyn FnMut(&Trial) -> bool,
) -> Result<Vec<Trial>, String> {
    let ended = AtomicBool::new(false);
    let work = |worker: &mut W, task: &Task| match ended.load(Relaxed) {
        true => Ok(None),
        false => work(worker, task).map(Some),
    };
    workers::run(workers, tasks, &work, &mut |trial: Option<Trial>| {
        if let Some(trial) = trial.filter(|_| !ended.load(Relaxed)) {
            ended.store(!hear(&trial), Relaxed);
            done.push(trial);
        }
    })?;
    Ok(done)
}

fn open(settings: &Settings) -> Result<Worker, String> {
    let mut engine = settings.kit.engine()?;
    engine.resize_table(settings.hash)?;
    Ok(Worker { engine, recipe: None })
}

fn attempt(
    worker: &mut Worker,
    recipe: usize,
    settings: &Settings,
    index: usize,
    problem: &Problem,
) -> Result<Trial, String> {
    if worker.recipe != Some(recipe) {
        settings.recipes[recipe].install(&mut *worker.engine);
        worker.recipe = Some(recipe);
    }
    let searched = search(&mut *worker.engine, &problem.position, &settings.effort.limits())?;
    trial(settings.kit, &settings.recipes[recipe].name, index + 1, problem, &searched)
}

/// What a search says of a position.
pub(crate) fn trial(
    kit: &dyn Kit,
    recipe: &str,
    number: usize,
    problem: &Problem,
    searched: &Searched,
) -> Result<Trial, String> {
    let report = &searched.report;
    let best = report.line.first().map(String::as_str);
    let steps = searched.iterations.iter().map(|step| {
        let right = question::is_right(problem, step.line.first().map(String::as_str), step.score);
        Step { depth: step.depth, nodes: step.nodes, right }
    });
    let count = |tally: &Tally| Count { tries: tally.tries, cuts: tally.cuts, nodes: tally.nodes };
    Ok(Trial {
        recipe: recipe.to_string(),
        number,
        id: problem.id.clone().unwrap_or_else(|| number.to_string()),
        position: problem.position.clone(),
        solved: question::is_right(problem, best, report.score),
        best: best.map(|text| kit.move_for_people(&problem.position, text)).transpose()?,
        score: report.score,
        mate: is_mate(report.score),
        depth: searched.iterations.last().map_or(0, |last| last.depth),
        nodes: report.nodes,
        seconds: report.time.as_secs_f64(),
        iterations: steps.collect(),
        methods: report.tally.iter().map(|(id, tally)| (id.name().to_string(), count(tally))).collect(),
        points: question::points(problem, best),
        fault: None,
        depths: report.tally_by_depth.iter().map(|(id, rows)| (id.name().to_string(), by_depth(rows))).collect(),
    })
}

/// The rows that hold anything.
fn by_depth(rows: &[Tally]) -> Vec<[u64; 4]> {
    let row = |(depth, tally): (usize, &Tally)| [depth as u64, tally.tries, tally.cuts, tally.nodes];
    rows.iter().enumerate().map(row).filter(|row| row[1] > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{measure::problems, setup::recipe};
    use niwaki_games::kit::ALL;

    fn settings(effort: Effort, jobs: usize) -> Settings {
        let recipes = ["null-move", "none", "niwaki"].map(|name| recipe::open(ALL[0], name).unwrap()).to_vec();
        Settings { kit: ALL[0], recipes, base: 0, effort, jobs, hash: 1, shard: Shard::WHOLE }
    }

    fn timeless(trials: Vec<Trial>) -> Vec<Trial> {
        trials.into_iter().map(|trial| Trial { seconds: 0.0, ..trial }).collect()
    }

    #[test]
    fn trials_are_the_same_whatever_the_number_of_jobs_and_survive_their_records() {
        let positions = &problems::built_in(ALL[0], None).unwrap()[..3];
        for effort in [Effort::Depth(4), Effort::Nodes(3000)] {
            let run = |jobs| timeless(run(positions, &settings(effort, jobs), Vec::new(), &mut |_| true).unwrap());
            let alone = run(1);
            assert_eq!(alone.len(), 9);
            assert_eq!(alone, run(4));
            let again = alone.iter().map(|trial| {
                let text = serde_json::to_string(trial).unwrap();
                serde_json::from_str::<Trial>(&text).unwrap()
            });
            assert!(again.eq(alone.iter().cloned()));
        }
    }

    #[test]
    fn counts_by_depth_add_up_and_records_without_them_are_read() {
        let positions = &problems::built_in(ALL[0], None).unwrap()[..2];
        let trials = run(positions, &settings(Effort::Depth(6), 2), Vec::new(), &mut |_| true).unwrap();
        assert!(trials.iter().any(|trial| trial.depths.values().any(|rows| rows.len() > 2)));
        for trial in trials {
            for (name, count) in &trial.methods {
                let sum = |column: usize| trial.depths[name].iter().map(|row| row[column]).sum::<u64>();
                assert_eq!((count.tries, count.cuts, count.nodes), (sum(1), sum(2), sum(3)), "{name}");
            }
            let mut old = trial.to_json();
            old.as_object_mut().unwrap().remove("depths");
            let read: Trial = serde_json::from_value(old).unwrap();
            assert_eq!(read, Trial { depths: BTreeMap::new(), ..trial });
        }
    }

    #[test]
    fn a_run_that_was_ended_goes_on_with_what_is_missing() {
        let positions = &problems::built_in(ALL[0], None).unwrap()[..2];
        let settings = settings(Effort::Depth(3), 2);
        let whole = timeless(run(positions, &settings, Vec::new(), &mut |_| true).unwrap());
        let mut heard = 0;
        let part = run(positions, &settings, Vec::new(), &mut |_| {
            heard += 1;
            heard < 4
        });
        let part = timeless(part.unwrap());
        assert_eq!(part, whole[..4]);
        assert_eq!(timeless(run(positions, &settings, part, &mut |_| true).unwrap()), whole);
    }

    #[test]
    fn the_parts_of_a_run_are_together_the_whole() {
        let positions = &problems::built_in(ALL[0], None).unwrap()[..3];
        let all = settings(Effort::Depth(2), 2);
        let whole = timeless(run(positions, &all, Vec::new(), &mut |_| true).unwrap());
        let mut parts = Vec::new();
        for part in ["1/2", "2/2"] {
            let settings = Settings { shard: part.parse().unwrap(), ..all.clone() };
            parts.push(timeless(run(positions, &settings, Vec::new(), &mut |_| true).unwrap()));
        }
        assert_eq!((parts[0].len(), parts[1].len()), (5, 4));
        let dealt = (0..9).map(|number| parts[number % 2][number / 2].clone());
        assert!(dealt.eq(whole));
    }

    #[test]
    fn a_plan_tells_recipes_and_limits_apart() {
        let positions = &problems::built_in(ALL[0], None).unwrap()[..2];
        let folder = |settings: &Settings| plan(positions, "built-in", settings, "").unwrap().folder();
        let usual = settings(Effort::Depth(4), 1);
        let mut other = settings(Effort::Depth(4), 8);
        assert_eq!(folder(&usual), folder(&other));
        other.recipes[1].change("killers.enabled=false").unwrap();
        assert_ne!(folder(&usual), folder(&other));
        assert_ne!(folder(&usual), folder(&settings(Effort::Depth(5), 1)));
    }
}
