//! What the audited searches say, weighted back to the trees, with intervals.
use super::{
    record::{Audited, Judged, Replay},
    sampler::{RANK_BANDS, SCORE_BANDS},
};
use crate::{
    measure::part::Part,
    study::{
        error::Error,
        record::{Run, line_of},
    },
};
use niwaki_search::{methods::Id, node::Depth, random::Random};
use niwaki_statistics::{Interval, bootstrap, intervals::wilson};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Draws of each bootstrap, and the seed of all: the same records say the same.
const DRAWS: usize = 1000;
const SEED: u64 = 20;
/// Nodes above a decision that are shown: itself, parent, grandparent, great-grandparent.
pub(super) const LEVELS: usize = 4;
/// Numbers of shallow cuts that are shown together.
const CUTS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (3, 3), (4, 6), (7, 10)];
/// Depths that are shown together near thresholds.
const NEAR_DEPTHS: [(Depth, Depth); 4] = [(1, 1), (2, 2), (3, 4), (5, Depth::MAX)];
/// From this depth on methods are asked whether they agree: below, some are never tried.
pub(super) const OVERLAP_FROM: Depth = 3;
/// Upper ends of the groups of predicted chances.
const CHANCES: [f64; 10] = [0.002, 0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.99, 1.0];

/// A share of decisions, weighted, with its interval of 95 %.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rate {
    /// The share; 0 where nothing was judged.
    pub value: f64,
    /// By resampling positions; of a share of 0 or 1 Wilson's.
    pub interval: Option<Interval>,
    /// How many were judged.
    pub samples: u64,
    /// How many of them count.
    pub hits: u64,
}

/// What was found of one method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MethodFinding {
    /// Its name.
    pub name: String,
    /// Decisions a search, off the principal variation.
    pub decisions: f64,
    /// Decisions that were judged or could not be.
    pub samples: u64,
    /// Of these, undetermined by oracle A.
    pub undetermined: u64,
    /// Wrong by oracle A.
    pub wrong: Rate,
    /// Wrong by oracle B.
    pub wrong_below: Rate,
    /// Wrong by the exact value of the game, where that is known.
    pub wrong_exactly: Rate,
    /// Wrong decisions a search, by A.
    pub wrong_a_search: f64,
    /// Its interval.
    pub wrong_interval: Option<Interval>,
    /// Mean and median loss of wrong decisions, in score units.
    pub loss: Option<(f64, f64)>,
    /// Share of the wrong decisions without which the root's value of that iteration changes.
    pub reaches_root: Rate,
    /// Wrong by A at each remaining depth.
    pub depths: Vec<(Depth, Rate)>,
    /// Of its cuts above beta, the share that each other method would make too.
    pub others: BTreeMap<String, Rate>,
}

/// What leaving a decision out changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Travel {
    /// Who is meant.
    pub name: String,
    /// The verdict of the node, of its parent and so on, all below having changed.
    pub levels: [Rate; LEVELS],
    /// The root's value in that iteration.
    pub root: Rate,
    /// The final score.
    pub score: Rate,
    /// The final move.
    pub moved: Rate,
}

/// A band of slack of a method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Band {
    /// The method.
    pub method: String,
    /// Remaining depth, from and to.
    pub depth: (Depth, Depth),
    /// Ends of the band, in hundredths of the game's unit or in places of the move order.
    pub slack: (i32, i32),
    /// Wrong if the method acts there.
    pub wrong: Rate,
}

/// What was predicted and what came.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// The method whose model it is.
    pub model: String,
    /// Mean predicted chance.
    pub predicted: f64,
    /// What came.
    pub came: Rate,
}

/// What longer searches say of changed moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Regret {
    /// The new move is better: the decision cost something.
    pub better: u64,
    /// The new move is worse.
    pub worse: u64,
    /// Both are alike.
    pub equal: u64,
}

/// What was found of one recipe.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// Its name.
    pub recipe: String,
    /// Positions audited.
    pub positions: usize,
    /// Nodes of the searches.
    pub nodes: u64,
    /// Nodes of oracle A, of oracle B, and of repeated searches.
    pub spent: [u64; 3],
    /// Its methods, those with the most wrong decisions a search first.
    pub methods: Vec<MethodFinding>,
    /// What leaving out wrong decisions changes, then the same for right ones, and parts of the
    /// wrong ones.
    pub travel: Vec<Travel>,
    /// Risk near thresholds.
    pub near: Vec<Band>,
    /// Shallow cuts, from and to, and the share of the nodes that fail low.
    pub law: Vec<((usize, usize), Rate)>,
    /// Predictions of models.
    pub predictions: Vec<Group>,
    /// Judged moves of changed roots.
    pub regret: Regret,
}

/// An audit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Audit {
    /// Name of the positions.
    pub suite: String,
    /// Depth of the searches.
    pub depth: Depth,
    /// What part of the run this is; `None` if it is all of it.
    pub part: Option<Part>,
    /// What was found of each recipe.
    pub recipes: Vec<Findings>,
}

impl Audit {
    /// What the records of a run say, and the records.
    pub fn read(run: &Run) -> Result<(Audit, Vec<Audited>), Error> {
        let header = run.header.as_ref().filter(|header| header["command"] == super::COMMAND);
        let header = header.ok_or_else(|| Error::new("expected the records of an audit"))?;
        let read = |(index, record): (usize, &Json)| {
            serde_json::from_value(record.clone())
                .map_err(|reason| Error::new(format!("line {}: expected an audited search: {reason}", line_of(index))))
        };
        let audited: Vec<Audited> = run.records.iter().enumerate().map(read).collect::<Result<_, Error>>()?;
        let plan = &header["plan"];
        let recipes: Vec<&str> =
            plan["recipes"].as_array().into_iter().flatten().filter_map(|recipe| recipe["name"].as_str()).collect();
        let of = |name: &str| {
            let mine: Vec<&Audited> = audited.iter().filter(|record| record.recipe == name).collect();
            Findings::new(name, &mine)
        };
        let audit = Audit {
            suite: plan["suite"]["name"].as_str().unwrap_or_default().to_string(),
            depth: plan["depth"].as_i64().unwrap_or_default() as Depth,
            part: Part::of(header, audited.len(), recipes.len()),
            recipes: recipes.iter().map(|name| of(name)).collect(),
        };
        Ok((audit, audited))
    }
}

/// One judged thing: the position it comes from, its weight, and whether it counts.
type Item = (usize, f64, bool);

/// The weighted share of those that count.
fn rate(positions: usize, items: &[Item]) -> Rate {
    let (samples, hits) = (items.len() as u64, items.iter().filter(|item| item.2).count() as u64);
    let mut clusters = vec![(0.0, 0.0); positions];
    for &(position, weight, hit) in items {
        let (part, whole) = &mut clusters[position];
        *part += if hit { weight } else { 0.0 };
        *whole += weight;
    }
    let (part, whole) = clusters.iter().fold((0.0, 0.0), |sum, cluster| (sum.0 + cluster.0, sum.1 + cluster.1));
    let interval = match hits == 0 || hits == samples {
        true => wilson(hits, samples),
        false => resampled(&clusters),
    };
    Rate { value: if whole > 0.0 { part / whole } else { 0.0 }, interval, samples, hits }
}

fn resampled(clusters: &[(f64, f64)]) -> Option<Interval> {
    let mut random = Random::new(SEED);
    bootstrap::ratio(clusters, DRAWS, |end| random.below(end))
}

/// A share of things that are taken for independent.
fn plain_rate(hits: u64, samples: u64) -> Rate {
    Rate { value: hits as f64 / samples.max(1) as f64, interval: wilson(hits, samples), samples, hits }
}

/// Decisions of some kind with the verdict of an oracle. Where a stratum holds some that are
/// undetermined, the others stand for them.
fn verdicts(
    records: &[&Audited],
    is_meant: impl Fn(&Judged) -> bool,
    verdict: impl Fn(&Judged) -> Option<bool>,
) -> Vec<Item> {
    let mut items = Vec::new();
    for (position, record) in records.iter().enumerate() {
        let mut strata: BTreeMap<(&str, Depth), (f64, f64)> = BTreeMap::new();
        for judged in &record.decisions {
            let (all, known) = strata.entry((&judged.method, judged.place.depth)).or_default();
            *all += 1.0;
            *known += f64::from(verdict(judged).is_some());
        }
        for judged in record.decisions.iter().filter(|judged| is_meant(judged)) {
            if let (Some(hit), Some((all, known))) =
                (verdict(judged), strata.get(&(judged.method.as_str(), judged.place.depth)))
            {
                items.push((position, judged.weight * all / known, hit));
            }
        }
    }
    items
}

/// Replays of decisions of some kind, and whether something changed.
fn replays(
    records: &[&Audited],
    is_meant: impl Fn(&Judged, &Replay) -> bool,
    changed: impl Fn(&Replay) -> Option<bool>,
) -> Rate {
    let mut items = Vec::new();
    for (position, record) in records.iter().enumerate() {
        for judged in &record.decisions {
            let replay = judged.replay.as_ref().filter(|replay| is_meant(judged, replay));
            items.extend(replay.and_then(&changed).map(|changed| (position, judged.weight, changed)));
        }
    }
    rate(records.len(), &items)
}

impl Findings {
    /// What the searches of a recipe say.
    pub fn new(recipe: &str, records: &[&Audited]) -> Findings {
        let names: Vec<&str> = Id::ALL
            .iter()
            .map(|id| id.name())
            .filter(|name| records.iter().any(|r| r.counts.contains_key(*name)))
            .collect();
        let mut methods: Vec<MethodFinding> = names.iter().map(|name| method(name, records)).collect();
        methods.sort_by(|one, other| other.wrong_a_search.total_cmp(&one.wrong_a_search));
        let mut spent = [0; 3];
        for record in records {
            spent.iter_mut().zip(record.spent).for_each(|(sum, part)| *sum += part);
        }
        Findings {
            recipe: recipe.to_string(),
            positions: records.len(),
            nodes: records.iter().map(|record| record.nodes).sum(),
            spent,
            methods,
            travel: travels(records),
            near: near(records),
            law: law(records),
            predictions: predictions(records),
            regret: regret(records),
        }
    }

    /// The change of the root's move without a right decision: the floor of chaos.
    pub fn control(&self) -> Option<&Travel> {
        self.travel.get(1)
    }
}

fn method(name: &str, records: &[&Audited]) -> MethodFinding {
    let is_meant = |judged: &Judged| judged.method == name;
    let mine = || records.iter().flat_map(|record| &record.decisions).filter(|judged| is_meant(judged));
    let positions = records.len();
    let wrong = verdicts(records, is_meant, |judged| judged.wrong);
    let count = |record: &&Audited| record.counts.get(name).into_iter().flatten().map(|row| row[1]).sum::<u64>();
    let mut a_search = vec![(0.0, 1.0); positions];
    for &(position, weight, hit) in &wrong {
        a_search[position].0 += if hit { weight } else { 0.0 };
    }
    let mut depths: Vec<Depth> = mine().map(|judged| judged.place.depth).collect();
    depths.sort_unstable();
    depths.dedup();
    let at = |depth| verdicts(records, |judged| is_meant(judged) && judged.place.depth == depth, |judged| judged.wrong);
    let mut others: BTreeMap<String, Rate> = BTreeMap::new();
    for other in mine().flat_map(|judged| judged.others.keys()) {
        if !others.contains_key(other) {
            let deep = |judged: &Judged| is_meant(judged) && judged.place.depth >= OVERLAP_FROM;
            let agrees = verdicts(records, deep, |judged| judged.others.get(other).copied());
            others.insert(other.clone(), rate(positions, &agrees));
        }
    }
    MethodFinding {
        name: name.to_string(),
        decisions: records.iter().map(count).sum::<u64>() as f64 / positions.max(1) as f64,
        samples: mine().count() as u64,
        undetermined: mine().filter(|judged| judged.wrong.is_none()).count() as u64,
        wrong: rate(positions, &wrong),
        wrong_below: rate(positions, &verdicts(records, is_meant, |judged| judged.wrong_below)),
        wrong_exactly: rate(positions, &verdicts(records, is_meant, |judged| judged.wrong_exactly)),
        wrong_a_search: a_search.iter().map(|cluster| cluster.0).sum::<f64>() / positions.max(1) as f64,
        wrong_interval: resampled(&a_search),
        loss: loss(mine()),
        reaches_root: replays(records, |judged, replay| is_meant(judged) && !replay.control, |replay| replay.root),
        depths: depths.into_iter().map(|depth| (depth, rate(positions, &at(depth)))).collect(),
        others,
    }
}

/// Weighted mean and plain median.
fn loss<'a>(judged: impl Iterator<Item = &'a Judged>) -> Option<(f64, f64)> {
    let mut losses: Vec<(f64, f64)> =
        judged.filter_map(|judged| Some((f64::from(judged.loss?), judged.weight))).collect();
    losses.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    let median = losses.get(losses.len() / 2)?.0;
    let (sum, weights) = losses.iter().fold((0.0, 0.0), |sum, loss| (sum.0 + loss.0 * loss.1, sum.1 + loss.1));
    Some((sum / weights, median))
}

fn travels(records: &[&Audited]) -> Vec<Travel> {
    let travel = |name: &str, is_meant: &dyn Fn(&Judged, &Replay) -> bool| Travel {
        name: name.to_string(),
        levels: std::array::from_fn(|level| {
            replays(records, is_meant, |replay| (replay.changed.len() > level).then(|| replay.travel() > level))
        }),
        root: replays(records, is_meant, |replay| replay.root),
        score: replays(records, is_meant, |replay| Some(replay.score != 0)),
        moved: replays(records, is_meant, |replay| Some(replay.moved)),
    };
    // The root's side moves at even plies.
    let own = |judged: &Judged| judged.place.ply % 2 == 0;
    let upper = |judged: &Judged| 2 * judged.place.ply <= judged.place.iteration;
    vec![
        travel("wrong decisions", &|_, replay| !replay.control),
        travel("right decisions (control)", &|_, replay| replay.control),
        travel("wrong by A, not by B", &|judged, replay| !replay.control && judged.wrong_below == Some(false)),
        travel("wrong, own move", &|judged, replay| !replay.control && own(judged)),
        travel("wrong, opponent's move", &|judged, replay| !replay.control && !own(judged)),
        travel("wrong, upper half of the tree", &|judged, replay| !replay.control && upper(judged)),
        travel("wrong, lower half of the tree", &|judged, replay| !replay.control && !upper(judged)),
    ]
}

fn near(records: &[&Audited]) -> Vec<Band> {
    type Depths = (Depth, Depth);
    let mut bands: BTreeMap<(&str, Depths, usize), (u64, u64)> = BTreeMap::new();
    for near in records.iter().flat_map(|record| &record.near) {
        let depths = NEAR_DEPTHS.into_iter().find(|(from, to)| (*from..=*to).contains(&near.depth));
        if let (Some(wrong), Some(depths)) = (near.wrong, depths) {
            let (hits, samples) = bands.entry((&near.method, depths, near.band)).or_default();
            (*hits, *samples) = (*hits + u64::from(wrong), *samples + 1);
        }
    }
    let band = |((method, depth, band), (hits, samples)): ((&str, Depths, usize), (u64, u64))| {
        let edges = if method == Id::LateMoveCount.name() { &RANK_BANDS[..] } else { &SCORE_BANDS[..] };
        let slack = (*edges.get(band)?, *edges.get(band + 1)?);
        Some(Band { method: method.to_string(), depth, slack, wrong: plain_rate(hits, samples) })
    };
    bands.into_iter().filter_map(band).collect()
}

fn law(records: &[&Audited]) -> Vec<((usize, usize), Rate)> {
    let at = |&(from, to): &(usize, usize)| {
        let cuts = |cutters: &[bool]| cutters.iter().filter(|cutter| **cutter).count();
        let nodes = records.iter().flat_map(|record| &record.law);
        let known = nodes.filter(|law| (from..=to).contains(&cuts(&law.cutters))).filter_map(|law| law.fails_low);
        let (hits, samples) = known.fold((0, 0), |(hits, all), fails| (hits + u64::from(fails), all + 1));
        ((from, to), plain_rate(hits, samples))
    };
    CUTS.iter().map(at).filter(|(_, rate)| rate.samples > 0).collect()
}

fn predictions(records: &[&Audited]) -> Vec<Group> {
    let mut groups: BTreeMap<(&str, usize), (f64, u64, u64)> = BTreeMap::new();
    for prediction in records.iter().flat_map(|record| &record.predictions) {
        let place = CHANCES.iter().position(|end| prediction.chance <= *end).unwrap_or(CHANCES.len());
        let (sum, count, came) = groups.entry((&prediction.model, place)).or_default();
        *sum += prediction.chance * prediction.count as f64;
        (*count, *came) = (*count + prediction.count, *came + prediction.came);
    }
    let group = |((model, _), (sum, count, came)): ((&str, usize), (f64, u64, u64))| Group {
        model: model.to_string(),
        predicted: sum / count.max(1) as f64,
        came: plain_rate(came, count),
    };
    groups.into_iter().map(group).collect()
}

fn regret(records: &[&Audited]) -> Regret {
    let mut sum = Regret::default();
    for judged in records.iter().flat_map(|record| &record.decisions) {
        let replay = judged.replay.as_ref().filter(|replay| !replay.control);
        match replay.and_then(|replay| replay.regret) {
            Some(1..) => sum.better += 1,
            Some(0) => sum.equal += 1,
            Some(_) => sum.worse += 1,
            None => {}
        }
    }
    sum
}
