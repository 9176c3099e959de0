//! What a wrong cut costs: the decisions of a search, sampled and judged.
//!
//! A search of a position is watched, and of the decisions of each method at each remaining depth a
//! few are drawn. Oracle A judges them: the node, or the skipped move, in its full depth without
//! any forward pruning. Oracle B leaves out the one decision only. What A calls wrong is then left
//! out of the same search: how far up does it travel, does the root change its move, and is that
//! a better move? Right decisions are left out likewise now and then, for comparison.
mod judge;
mod page;
mod record;
mod replay;
mod sampler;
mod summary;
mod text;

pub use record::{Audited, Judged, Law, Near, Place, Prediction, Replay, What};
pub use summary::{Audit, Findings, MethodFinding, Rate};

use crate::{
    measure::{
        collect::calibration,
        iterations::search,
        searches::{self, Suite},
    },
    setup::recipe::Recipe,
    study::{
        error::Error,
        numbering::Numbering,
        record::{self as records, Plan, Run},
        registry::Entry,
        shape::{Shown, Stop, Study},
        shard::Shard,
    },
};
use judge::Judges;
use niwaki_games::Problem;
use niwaki_search::{
    engine::Engine, limits::Limits, methods::Id, node::Depth, random::Random, rank_observer::RankObserver,
    rank_statistics::Statistics, watch,
};
use niwaki_statistics::elo::normal_share;
use replay::Base;
use sampler::{Sample, Sampler, Share, Stratum};
use serde_json::{Value as Json, json};

/// Name of the command in records.
pub const COMMAND: &str = "audit";

/// What the records of this command mean.
pub const ENTRY: Entry = Entry {
    command: COMMAND,
    numbering: Some(searches::numbering),
    prepared: None,
    show,
    picture: Some(|run| Ok(page::picture(&Audit::read(run)?.0))),
};

/// One right decision in this many is left out of the search for comparison.
const CONTROL: u64 = 10;
/// Nodes drawn for the law of alternatives and for models, at each depth of a search.
const LAW_SAMPLES: usize = 2;

/// How searches are audited.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The recipes.
    pub recipes: Vec<Recipe>,
    /// The positions.
    pub suite: Suite,
    /// Depth of each search.
    pub depth: Depth,
    /// Decisions judged for each method and remaining depth of a search.
    pub sample: usize,
    /// Greatest remaining depth that is judged.
    pub max_depth: Depth,
    /// Nodes that oracle A has at depth 1; twice as many for each ply more.
    pub oracle_nodes: u64,
    /// Nodes of each search that judges a changed move.
    pub judge_nodes: u64,
    /// Seed of the samples.
    pub seed: u64,
    /// Size of the searches' table in MiB.
    pub hash: usize,
    /// The part of the searches that is done.
    pub shard: Shard,
    /// The command that repeats the run.
    pub command: String,
}

/// What a thread audits with.
pub struct Worker {
    /// Place of the recipe that its engines have.
    recipe: usize,
    engine: Box<dyn Engine>,
    judges: Judges,
}

impl Study for Settings {
    type Record = Audited;
    type Worker = Option<Worker>;

    fn plan(&self) -> Plan {
        let lines: Vec<&str> = self.suite.problems.iter().map(|problem| problem.line.as_str()).collect();
        let game = self.recipes.first().map(|recipe| recipe.kit.name());
        let decides = json!({
            "game": game,
            "suite": {
                "name": self.suite.name,
                "positions": lines.len(),
                "hash": records::hash(lines.join("\n").as_bytes()),
            },
            "recipes": self.recipes.iter().map(Recipe::to_json).collect::<Vec<_>>(),
            "depth": self.depth,
            "sample": self.sample,
            "max_depth": self.max_depth,
            "oracle_nodes": self.oracle_nodes,
            "judge_nodes": self.judge_nodes,
            "seed": self.seed,
            "hash": self.hash,
        });
        Plan { command: COMMAND, decides, notes: json!({ "repeat": self.command }), shard: self.shard }
    }

    fn numbering(&self, _prepared: Option<&Json>) -> Numbering {
        let recipes = self.recipes.iter().map(|recipe| recipe.name.clone()).collect();
        Numbering::Grid { recipes, positions: self.suite.problems.len() }
    }

    fn worker(&self, _thread: usize, _prepared: Option<&Json>) -> Result<Option<Worker>, Error> {
        Ok(None)
    }

    fn work(&self, worker: &mut Option<Worker>, job: usize, stop: &Stop<'_>) -> Result<Option<Audited>, Error> {
        let positions = self.suite.problems.len();
        let (place, index) = (job / positions, job % positions);
        if worker.as_ref().is_none_or(|worker| worker.recipe != place) {
            let recipe = &self.recipes[place];
            let (engine, judges) = (recipe.engine(self.hash)?, Judges::new(recipe, self.oracle_nodes)?);
            *worker = Some(Worker { recipe: place, engine, judges });
        }
        match worker {
            Some(worker) => Ok(self.audit(worker, index, stop)?),
            None => Ok(None),
        }
    }
}

impl Settings {
    /// Watches the search of a position, judges the samples, and repeats it without some.
    fn audit(&self, worker: &mut Worker, index: usize, stop: &Stop<'_>) -> Result<Option<Audited>, String> {
        let (recipe, problem) = (&self.recipes[worker.recipe], &self.suite.problems[index]);
        let Worker { engine, judges, .. } = worker;
        let (statistics, share) = (&recipe.knowledge.rank_cut, self.share(recipe, engine.unit()));
        let min_depth = recipe.methods.rank_cut.min_depth;
        let ranks = (!statistics.cells.is_empty()).then(|| RankObserver::new(min_depth, statistics.bins.clone()));
        engine.watch(Some(Box::new(Sampler::new(share, self.seed_of(index), ranks))));
        let searched = search(&mut **engine, &problem.position, &Limits::depth(self.depth));
        let sampler: Option<Box<Sampler>> = engine.watch(None).and_then(watch::unwrap);
        let (searched, Some(mut sampler)) = (searched?, sampler) else { return Ok(None) };
        let observed = sampler.ranks.take().map(RankObserver::statistics);
        judges.begin(&problem.position)?;
        let mut audited = self.record(recipe, index, problem, &sampler, &searched.report);
        let base =
            Base { position: &problem.position, depth: self.depth, searched: &searched, judge_nodes: self.judge_nodes };
        for sample in &sampler.samples {
            if stop.is_set() {
                return Ok(None);
            }
            self.add(&mut audited, judges, sample, sampler.weight(sample.stratum));
        }
        for (judged, sample) in audited.decisions.iter_mut().zip(decisions(&sampler)) {
            let control = judged.wrong == Some(false) && judged.wrong_below == Some(false);
            if judged.wrong == Some(true) || control && judged.serial % CONTROL == 0 {
                if stop.is_set() {
                    return Ok(None);
                }
                let (replay, spent) = base.without(&mut **engine, sample, control)?;
                judged.replay = Some(replay);
                audited.spent[2] += spent;
            }
        }
        audited.predictions.extend(observed.iter().flat_map(|observed| rank_predictions(statistics, observed)));
        [audited.spent[0], audited.spent[1]] = judges.spent;
        Ok(Some(audited))
    }

    fn share(&self, recipe: &Recipe, unit: i32) -> Share {
        let model = if recipe.knowledge.prob_cut.pairs.is_empty() { 0 } else { LAW_SAMPLES };
        let near = self.sample.div_ceil(LAW_SAMPLES + 1);
        let law = if self.sample > 0 { LAW_SAMPLES } else { 0 };
        Share { decisions: self.sample, near, law, model, max_depth: self.max_depth, unit }
    }

    /// The seed of a position's samples: the number at its place in the stream of the run.
    fn seed_of(&self, index: usize) -> u64 {
        let mut random = Random::new(self.seed);
        (0..=index).map(|_| random.number()).last().unwrap_or_default()
    }

    /// The record before anything is judged.
    fn record(
        &self,
        recipe: &Recipe,
        index: usize,
        problem: &Problem,
        sampler: &Sampler,
        report: &niwaki_search::engine::Report,
    ) -> Audited {
        let mut audited = Audited {
            recipe: recipe.name.clone(),
            number: index + 1,
            id: problem.id.clone().unwrap_or_else(|| (index + 1).to_string()),
            position: problem.position.clone(),
            best: report.line.first().cloned(),
            score: report.score,
            nodes: report.nodes,
            ..Audited::default()
        };
        for (stratum, (seen, _)) in &sampler.strata {
            if let Stratum::Decision(id, depth) = *stratum {
                let rows = audited.counts.entry(Id::ALL[id].name().to_string()).or_default();
                rows.push([depth.max(0) as u64, *seen]);
            }
        }
        audited
    }

    /// Judges a sample and adds it to the record.
    fn add(&self, audited: &mut Audited, judges: &mut Judges, sample: &Sample, weight: f64) {
        match sample.stratum {
            Stratum::Decision(..) => audited.decisions.push(judged(judges, sample, weight)),
            Stratum::Near(_, depth, band) => audited.near.push(Near {
                method: sample.id.name().to_string(),
                depth,
                slack: sample.slack.unwrap_or_default(),
                band,
                weight,
                wrong: judges.is_wrong(sample),
            }),
            Stratum::Law(_) => audited.law.push(judges.law(sample)),
            Stratum::Model(_) => {
                let predicted = judges.prediction(sample).map(|(deviations, came)| Prediction {
                    model: Id::ProbCut.name().to_string(),
                    chance: normal_share(deviations),
                    count: 1,
                    came: u64::from(came),
                });
                audited.predictions.extend(predicted);
            }
        }
    }
}

/// The sampled decisions, in the order in which they are judged.
fn decisions(sampler: &Sampler) -> impl Iterator<Item = &Sample> {
    sampler.samples.iter().filter(|sample| matches!(sample.stratum, Stratum::Decision(..)))
}

/// A decision with all that the oracles say of it.
fn judged(judges: &mut Judges, sample: &Sample, weight: f64) -> Judged {
    let found = judges.judge(sample);
    Judged {
        serial: sample.serial,
        method: sample.id.name().to_string(),
        what: sample.what,
        place: Place::new(&sample.n, &sample.path),
        m: sample.c.map(|c| c.m),
        rank: sample.c.as_ref().map(record::rank),
        reduction: sample.reduction,
        slack: sample.slack,
        above: sample.above.clone(),
        weight,
        wrong: found.wrong,
        wrong_below: found.below,
        wrong_exactly: found.exactly,
        loss: found.loss,
        rest: found.rest,
        others: judges.others(sample),
        replay: None,
    }
}

/// What RankCut's statistics predicted of the moves of this search, and what came.
fn rank_predictions(model: &Statistics, observed: &Statistics) -> Vec<Prediction> {
    let prediction = |band: &crate::measure::collect::Band| Prediction {
        model: Id::RankCut.name().to_string(),
        chance: band.predicted / band.visits.max(1) as f64,
        count: band.visits,
        came: band.observed,
    };
    calibration(model, observed).iter().map(prediction).collect()
}

fn show(run: &Run) -> Result<Shown, Error> {
    let (audit, _) = Audit::read(run)?;
    let page = Some(page::page(run, &audit));
    Ok(Shown { lines: audit.lines(), json: audit.to_json(), page, ..Shown::default() })
}

#[cfg(test)]
mod tests;
