//! Recipes or programs on positions: the study that compare, suite and sweep share.
//!
//! Every entrant searches every position with nothing remembered from another. At fixed depth
//! or nodes the results of a recipe do not depend on the number of threads.
use crate::{
    measure::{
        effort::Effort,
        iterations::{Iteration, Searched, search},
        trial::{Trial, trial},
    },
    play::matches::{Clocks, Fault, ILLEGAL, Kind, Limit, Player, Spec},
    setup::recipe::Recipe,
    study::{
        error::Error,
        numbering::Numbering,
        record::{self, Plan},
        shape::{Stop, Study},
        shard::Shard,
    },
};
use niwaki_games::{Kit, Problem, kit::Opening};
use niwaki_search::{
    engine::{Engine, Report, Rules},
    limits::Limits,
    node::Depth,
};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeMap, btree_map::Entry},
    time::Duration,
};

/// Positions and depth of the searches that tell one version of the search from another.
const SIGNATURE_POSITIONS: usize = 3;
const SIGNATURE_DEPTH: Depth = 5;

/// How positions are searched.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub kit: &'static dyn Kit,
    /// What ends each search.
    pub effort: Effort,
    /// Size of each thread's table in MiB.
    pub hash: usize,
    /// How long a program may take beyond its time before it counts as hung.
    pub patience: Duration,
    /// The part of the searches that is done.
    pub shard: Shard,
    /// The command that repeats the run.
    pub command: String,
}

/// Positions with a name.
#[derive(Clone, Debug)]
pub struct Suite {
    /// What they are called.
    pub name: String,
    /// The positions.
    pub problems: Vec<Problem>,
}

/// Who searches.
#[derive(Clone, Debug)]
struct Entrant {
    spec: Spec,
    /// What decides its results, for the header.
    about: Json,
}

/// All entrants on all positions.
#[derive(Clone, Debug)]
pub struct Searches {
    name: &'static str,
    settings: Settings,
    suite: Suite,
    entrants: Vec<Entrant>,
    /// Name of the entrant that the others are measured against.
    base: String,
    /// What the header says besides.
    more: Vec<(&'static str, Json)>,
}

impl Searches {
    /// Recipes side by side, for the command of a name. A few short searches tell this version
    /// of the search from others.
    pub fn of_recipes(
        name: &'static str,
        settings: Settings,
        suite: Suite,
        recipes: &[Recipe],
        base: usize,
    ) -> Result<Searches, Error> {
        let mut entrants = Vec::new();
        for recipe in recipes {
            let mut about = recipe.to_json();
            about["signature"] = json!(signature(&suite.problems, recipe)?);
            entrants.push(Entrant { spec: Spec::of_recipe(recipe), about });
        }
        let base = recipes.get(base).map(|recipe| recipe.name.clone()).unwrap_or_default();
        Ok(Searches { name, settings, suite, entrants, base, more: Vec::new() })
    }

    /// One program alone.
    pub fn of_program(name: &'static str, settings: Settings, suite: Suite, spec: Spec) -> Searches {
        Searches::of_programs(name, settings, suite, vec![spec])
    }

    /// Programs side by side; the first is the base.
    pub fn of_programs(name: &'static str, settings: Settings, suite: Suite, specs: Vec<Spec>) -> Searches {
        let base = specs.first().map(|spec| spec.name.clone()).unwrap_or_default();
        let entrants = specs.into_iter().map(|spec| Entrant { about: spec.describe_with_hash(), spec }).collect();
        Searches { name, settings, suite, entrants, base, more: Vec::new() }
    }

    /// Adds what else decides the run to its header.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: Json) -> Searches {
        self.more.push((key, value));
        self
    }

    fn open(&self, spec: &Spec) -> Result<Box<dyn Player>, String> {
        let Settings { kit, hash, patience, .. } = &self.settings;
        spec.open(*kit, *hash, *patience)
    }

    fn attempt(&self, worker: &mut Worker, entrant: usize, index: usize) -> Result<Trial, String> {
        let (problem, kit) = (&self.suite.problems[index], self.settings.kit);
        let spec = &self.entrants[entrant].spec;
        let (searched, fault) = match (worker, &spec.kind) {
            (Worker::Engine { engine, installed }, Kind::Recipe { recipe, .. }) => {
                if *installed != Some(entrant) {
                    recipe.install(&mut **engine);
                    *installed = Some(entrant);
                }
                (search(&mut **engine, &problem.position, &self.settings.effort.limits())?, None)
            }
            (Worker::Players(players), Kind::Program(_)) => {
                // A program is started when its first position comes.
                let player = match players.entry(entrant) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(place) => place.insert(self.open(spec)?),
                };
                self.ask(&mut **player, problem)?
            }
            _ => return Err(format!("{}: cannot search", spec.name)),
        };
        Ok(Trial { fault, ..trial(kit, &spec.name, index + 1, problem, &searched)? })
    }

    /// Asks a program. A position that it crashes on, hangs on or answers with nonsense counts
    /// as failed, and the program is started again for the next.
    fn ask(&self, player: &mut dyn Player, problem: &Problem) -> Result<(Searched, Option<String>), String> {
        let mut rules = self.settings.kit.rules();
        rules.set_position(Some(&problem.position), &[])?;
        // Where the game is over there is nothing to ask.
        if rules.legal_moves().is_empty() {
            return Ok((silence(), None));
        }
        Ok(match answer(player, &*rules, problem, limit(self.settings.effort)) {
            Ok(searched) => (searched, None),
            Err(fault) => (silence(), Some(format!("{}: {}", fault.reason, fault.detail))),
        })
    }
}

/// What a thread searches with.
pub enum Worker {
    /// The engine of this process, and the entrant whose recipe it has.
    Engine {
        /// The engine.
        engine: Box<dyn Engine>,
        /// Place of the entrant.
        installed: Option<usize>,
    },
    /// Programs, by the place of the entrant.
    Players(BTreeMap<usize, Box<dyn Player>>),
}

impl Study for Searches {
    type Record = Trial;
    type Worker = Worker;

    fn plan(&self) -> Plan {
        let Settings { kit, effort, hash, shard, command, .. } = &self.settings;
        let lines: Vec<&str> = self.suite.problems.iter().map(|problem| problem.line.as_str()).collect();
        let mut decides = json!({
            "game": kit.name(),
            "suite": {
                "name": self.suite.name,
                "positions": lines.len(),
                "hash": record::hash(lines.join("\n").as_bytes()),
            },
            "recipes": self.entrants.iter().map(|entrant| &entrant.about).collect::<Vec<_>>(),
            "base": self.base,
            "limit": effort.words(),
            "hash": hash,
        });
        for (key, value) in &self.more {
            decides[*key] = value.clone();
        }
        Plan { command: self.name, decides, notes: json!({ "repeat": command }), shard: *shard }
    }

    fn numbering(&self, _prepared: Option<&Json>) -> Numbering {
        let recipes = self.entrants.iter().map(|entrant| entrant.spec.name.clone()).collect();
        Numbering::Grid { recipes, positions: self.suite.problems.len() }
    }

    fn worker(&self, _thread: usize, _prepared: Option<&Json>) -> Result<Worker, Error> {
        let Settings { kit, hash, .. } = &self.settings;
        if let Some(Entrant { spec, .. }) = self.entrants.first()
            && matches!(spec.kind, Kind::Program(_))
        {
            return Ok(Worker::Players([(0, self.open(spec)?)].into()));
        }
        let mut engine = kit.engine()?;
        engine.resize_table(*hash)?;
        Ok(Worker::Engine { engine, installed: None })
    }

    fn work(&self, worker: &mut Worker, job: usize, _stop: &Stop<'_>) -> Result<Option<Trial>, Error> {
        let positions = self.suite.problems.len();
        Ok(Some(self.attempt(worker, job / positions, job % positions)?))
    }

    fn vouches(&self, trial: &Trial) -> bool {
        trial.fault.is_none()
    }
}

/// How the searches of a recorded run are numbered.
pub(super) fn numbering(header: &Json, _prepared: Option<&Json>) -> Option<Numbering> {
    let plan = &header["plan"];
    let names = plan["recipes"].as_array()?.iter().map(|recipe| recipe["name"].as_str().map(str::to_string));
    let positions = usize::try_from(plan["suite"]["positions"].as_u64()?).ok()?;
    Some(Numbering::Grid { recipes: names.collect::<Option<_>>()?, positions })
}

/// Nodes of a few short searches: another number when the search or a model has changed,
/// so that records of an older one are not taken for this one's.
fn signature(problems: &[Problem], recipe: &Recipe) -> Result<u64, String> {
    let mut engine = recipe.engine(1)?;
    let nodes = |problem: &Problem| search(&mut *engine, &problem.position, &Limits::depth(SIGNATURE_DEPTH));
    problems.iter().take(SIGNATURE_POSITIONS).map(nodes).map(|searched| Ok(searched?.report.nodes)).sum()
}

fn limit(effort: Effort) -> Limit {
    match effort {
        Effort::Depth(depth) => Limit::Depth(depth),
        Effort::Nodes(nodes) => Limit::Nodes(nodes),
        Effort::Time(time) => Limit::MoveTime(time),
    }
}

fn silence() -> Searched {
    Searched { report: Report::default(), iterations: Vec::new(), second: None }
}

/// The answer of a program, as if its last word were all it said.
fn answer(player: &mut dyn Player, rules: &dyn Rules, problem: &Problem, limit: Limit) -> Result<Searched, Fault> {
    player.begin(&Opening { start: Some(problem.position.clone()), moves: Vec::new() })?;
    let choice = player.think(rules.side(), &Clocks::new(limit))?;
    let best = rules.spell(&choice.m).map_err(|reason| Fault::new(ILLEGAL, reason))?;
    let (line, score) = (vec![best], choice.score.unwrap_or_default());
    let (depth, nodes, time) = (choice.depth, choice.nodes, choice.time);
    let iterations = vec![Iteration { depth, nodes, score, line: line.clone() }];
    let report = Report { line, score, depth, nodes, time, ..Report::default() };
    Ok(Searched { report, iterations, second: None })
}

#[cfg(test)]
pub(crate) mod tests;
