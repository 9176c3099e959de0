//! What the trials of a comparison say, with intervals.
use crate::{
    measure::{
        part::Part,
        trial::{Count, Trial, trials},
    },
    study::{error::Error, record::Run},
};
use niwaki_search::{node::Depth, prune::Id};
use niwaki_statistics::{
    Interval,
    intervals::{paired_difference, wilson},
    student,
};
use serde_json::Value as Json;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The branching factor is taken over the last depths: an even number, since odd and
/// even depths grow differently.
const BRANCHING_DEPTHS: usize = 4;

/// Recipes that are named in a sentence; the others are counted.
const MOST_NAMES: usize = 3;

/// A value, and where it lies in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Its interval of 95 %; `None` where there is too little to tell.
    pub interval: Option<Interval>,
}

/// What a method did in all searches of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// How often it searched or acted.
    pub tries: u64,
    /// How often it acted.
    pub cuts: u64,
    /// Share of the recipe's nodes that lie in its own searches.
    pub share: f64,
    /// Acts for each try; `None` for methods that never search: only their acts are counted.
    pub rate: Option<f64>,
    /// Moves that it reduced and that were searched again.
    pub again: u64,
    /// Quiet moves thrown away together with those it skipped.
    pub rest: u64,
    /// The same by remaining depth; empty in older records.
    pub depths: Vec<AtDepth>,
}

/// What a method did at nodes of one remaining depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtDepth {
    /// The depth; the greatest that is counted stands for greater ones too.
    pub depth: u64,
    /// How often it searched or acted.
    pub tries: u64,
    /// How often it acted.
    pub cuts: u64,
    /// Nodes of its own searches.
    pub nodes: u64,
}

/// One recipe in all positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Name of the recipe.
    pub recipe: String,
    /// Whether the others are measured against it.
    pub is_base: bool,
    /// Positions searched.
    pub positions: usize,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Share of the base's nodes.
    pub share: Option<f64>,
    /// Geometric mean of the shares in each position.
    pub mean_share: Option<Estimate>,
    /// Positions that ask for a move.
    pub asked: u64,
    /// Positions solved.
    pub solved: u64,
    /// Rate of solved positions.
    pub rate: Option<Interval>,
    /// Solved by this recipe and not by the base.
    pub gained: u64,
    /// Solved by the base and not by this recipe.
    pub lost: u64,
    /// Difference of the rates; `None` for the base.
    pub difference: Option<Interval>,
    /// Mean depth where no recipe proved a mate.
    pub mean_depth: Option<f64>,
    /// Time of all searches in seconds.
    pub seconds: f64,
    /// Growth of the nodes with each depth.
    pub branching: Option<Estimate>,
    /// What each method did.
    pub methods: Vec<Method>,
    /// Geometric mean of the nodes up to each depth that every position reached.
    pub growth: Vec<(Depth, f64)>,
    /// Nodes at which each solved position fell for good, in growing order.
    pub falls: Vec<u64>,
    /// Name and nodes of each position, in the order of the file.
    pub each: Vec<(String, u64)>,
}

impl Row {
    /// Nodes for each second of search, of one job.
    pub fn speed(&self) -> f64 {
        if self.seconds > 0.0 { self.nodes as f64 / self.seconds } else { 0.0 }
    }
}

/// What all trials say.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The limit in words.
    pub limit: String,
    /// Name of the suite.
    pub suite: String,
    /// Positions in which no recipe proved a mate: those of depth and branching factor.
    pub without_mate: usize,
    /// One for each recipe, in the order in which they were named.
    pub rows: Vec<Row>,
    /// What part of the run this is; `None` if it is all of it.
    pub part: Option<Part>,
    /// Recipes of an interrupted run that have searched too little to be compared.
    pub waiting: Vec<String>,
    /// What to know of recipes that have searched the same trees as the base.
    pub twins: Vec<String>,
}

impl Comparison {
    /// What the records of a run say, and its trials.
    pub fn read(run: &Run) -> Result<(Comparison, Vec<Trial>), Error> {
        let foreign = || Error::new("expected the records of a comparison");
        let header = run.header.as_ref().ok_or_else(foreign)?;
        let plan = &header["plan"];
        let word = |value: &'_ Json| value.as_str().map(str::to_string).ok_or_else(foreign);
        let recipes = plan["recipes"].as_array().ok_or_else(foreign)?;
        let names = recipes.iter().map(|recipe| word(&recipe["name"])).collect::<Result<Vec<String>, Error>>()?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let trials = trials(run)?;
        let (base, suite, limit) = (word(&plan["base"])?, word(&plan["suite"]["name"])?, word(&plan["limit"])?);
        let searched: HashSet<(&str, usize)> =
            trials.iter().map(|trial| (trial.recipe.as_str(), trial.number)).collect();
        let part = Part::of(header, searched.len(), names.len());
        let is_interrupted = matches!(part, Some(Part::Unfinished { .. }));
        let common = is_interrupted.then(|| common(&trials, &base));
        let comparison = Comparison::new(common.as_ref().unwrap_or(&trials), &names, &base, &suite, &limit);
        let empty = comparison.rows.iter().filter(|row| row.positions == 0 && is_interrupted);
        let waiting = empty.map(|row| row.recipe.clone()).collect();
        let twins = twins(recipes, &comparison);
        Ok((Comparison { part, waiting, twins, ..comparison }, trials))
    }

    /// Sums up. `recipes` gives the order; the base is one of them.
    pub fn new(trials: &[Trial], recipes: &[&str], base: &str, suite: &str, limit: &str) -> Comparison {
        let mut sorted: HashMap<&str, BTreeMap<usize, &Trial>> = HashMap::new();
        for trial in trials {
            sorted.entry(&trial.recipe).or_default().insert(trial.number, trial);
        }
        let mated: HashSet<usize> = trials.iter().filter(|trial| trial.mate).map(|trial| trial.number).collect();
        let all: HashSet<usize> = trials.iter().map(|trial| trial.number).collect();
        let none = BTreeMap::new();
        let of = |name: &str| sorted.get(name).unwrap_or(&none);
        let rows = recipes.iter().map(|name| {
            let row = row(name, of(name), of(base), &mated);
            Row { is_base: *name == base, difference: row.difference.filter(|_| *name != base), ..row }
        });
        let without_mate = all.difference(&mated).count();
        let (limit, suite) = (limit.to_string(), suite.to_string());
        Comparison {
            limit,
            suite,
            without_mate,
            rows: rows.collect(),
            part: None,
            waiting: Vec::new(),
            twins: Vec::new(),
        }
    }

    /// The recipe that the others are measured against.
    pub fn base(&self) -> Option<&Row> {
        self.rows.iter().find(|row| row.is_base)
    }

    /// The recipes that have searched anything: the base, then the others, the best first.
    pub(crate) fn ranked(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.rows.iter().filter(|row| row.positions > 0).collect();
        let rank = |row: &Row| match row.mean_share {
            _ if row.is_base => f64::NEG_INFINITY,
            Some(share) if self.compares_nodes() => share.value,
            _ if row.asked > 0 => -(row.solved as f64) / row.asked as f64,
            _ => 0.0,
        };
        rows.sort_by(|one, two| rank(one).total_cmp(&rank(two)));
        rows
    }

    /// Whether nodes tell recipes apart: not where all have the same number, or time.
    pub fn compares_nodes(&self) -> bool {
        self.limit.starts_with("depth")
    }
}

/// Of an interrupted run the positions that all its recipes have searched. Recipes that have
/// searched less than half of what the base has are left out: they would leave nothing to compare.
fn common(trials: &[Trial], base: &str) -> Vec<Trial> {
    let mut searched: HashMap<&str, HashSet<usize>> = HashMap::new();
    for trial in trials {
        searched.entry(&trial.recipe).or_default().insert(trial.number);
    }
    let least = searched.get(base).map_or(0, HashSet::len).div_ceil(2);
    searched.retain(|_, numbers| numbers.len() >= least);
    let is_common = |trial: &&Trial| {
        searched.contains_key(trial.recipe.as_str()) && searched.values().all(|numbers| numbers.contains(&trial.number))
    };
    trials.iter().filter(is_common).cloned().collect()
}

/// Recipes that have searched as many nodes as the base in every position, in sentences with the
/// methods that could do nothing there.
fn twins(recipes: &[Json], comparison: &Comparison) -> Vec<String> {
    let Some(base) = comparison.base().filter(|_| comparison.compares_nodes()) else { return Vec::new() };
    let about = |name: &str| recipes.iter().find(|recipe| recipe["name"] == name).unwrap_or(&Json::Null);
    let is_on = |recipe: &Json, method: &str| recipe["methods"][method]["enabled"] == true;
    let why = |row: &Row| {
        let idle = |id: &&Id| {
            let acted = row.methods.iter().any(|method| method.name == id.name());
            is_on(about(&row.recipe), id.name()) && !is_on(about(&base.recipe), id.name()) && !acted
        };
        let idle: Vec<&str> = Id::ALL.iter().filter(idle).map(|id| id.name()).collect();
        match idle.as_slice() {
            [] => String::new(),
            idle => format!(": {} is added, but can do nothing at {}", idle.join(" and "), comparison.limit),
        }
    };
    let is_twin = |row: &&Row| !row.is_base && row.positions > 0 && row.each == base.each;
    let mut twins: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for row in comparison.rows.iter().filter(is_twin) {
        twins.entry(why(row)).or_default().push(&row.recipe);
    }
    let sentence = |(why, names): (String, Vec<&str>)| {
        let more = names.len().saturating_sub(MOST_NAMES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let verb = if names.len() == 1 { "is" } else { "are" };
        let named = names[..names.len().min(MOST_NAMES)].join(", ");
        format!("{named}{more} {verb} the same search as {} here{why}.", base.recipe)
    };
    twins.into_iter().map(sentence).collect()
}

fn row(name: &str, mine: &BTreeMap<usize, &Trial>, base: &BTreeMap<usize, &Trial>, mated: &HashSet<usize>) -> Row {
    let nodes = mine.values().map(|trial| trial.nodes).sum();
    let pairs = || mine.iter().filter_map(|(number, trial)| Some((*trial, *base.get(number)?)));
    // Where a part of the run is missing, only what both have searched can be compared.
    let (mine_nodes, base_nodes) = pairs().fold((0, 0), |sum, pair| (sum.0 + pair.0.nodes, sum.1 + pair.1.nodes));
    let ratio = |(mine, base): (&Trial, &Trial)| {
        (mine.nodes > 0 && base.nodes > 0).then(|| mine.nodes as f64 / base.nodes as f64)
    };
    let open: Vec<&Trial> = mine.values().filter(|trial| !mated.contains(&trial.number)).copied().collect();
    let solves = |mine: bool, base: bool| {
        pairs().filter(|pair| (pair.0.solved, pair.1.solved) == (Some(mine), Some(base))).count() as u64
    };
    let count = |solved: Option<bool>| mine.values().filter(|trial| trial.solved == solved).count() as u64;
    let (solved, asked) = (count(Some(true)), mine.len() as u64 - count(None));
    let (gained, lost) = (solves(true, false), solves(false, true));
    let mut falls: Vec<u64> = mine.values().filter_map(|trial| fall(trial)).collect();
    falls.sort_unstable();
    Row {
        recipe: name.to_string(),
        is_base: false,
        positions: mine.len(),
        nodes,
        share: (base_nodes > 0).then(|| mine_nodes as f64 / base_nodes as f64),
        mean_share: geometric_mean(pairs().filter_map(ratio)),
        asked,
        solved,
        rate: wilson(solved, asked),
        gained,
        lost,
        difference: paired_difference(gained, lost, asked),
        mean_depth: mean(open.iter().map(|trial| f64::from(trial.depth))),
        // Adding 0 makes nothing of the negative nothing that an empty sum is.
        seconds: mine.values().map(|trial| trial.seconds).sum::<f64>() + 0.0,
        branching: geometric_mean(open.iter().filter_map(|trial| branching(trial))),
        methods: methods(mine, nodes),
        growth: growth(&open),
        falls,
        each: mine.values().map(|trial| (trial.id.clone(), trial.nodes)).collect(),
    }
}

/// Nodes at the end of the first depth from which the right move stays to the end.
pub(crate) fn fall(trial: &Trial) -> Option<u64> {
    let steps = trial.iterations.iter().rev().take_while(|step| step.right == Some(true));
    let first = steps.last().map(|step| step.nodes);
    // A move that an unfinished depth brought up last.
    trial.solved.filter(|solved| *solved).map(|_| first.unwrap_or(trial.nodes))
}

/// Growth of the nodes with each of the last depths.
fn branching(trial: &Trial) -> Option<f64> {
    let last = trial.iterations.last()?;
    let before = trial.iterations.iter().rev().nth(BRANCHING_DEPTHS)?;
    let growth = last.nodes as f64 / before.nodes.max(1) as f64;
    Some(growth.powf(1.0 / BRANCHING_DEPTHS as f64))
}

fn growth(trials: &[&Trial]) -> Vec<(Depth, f64)> {
    let deepest = trials.iter().map(|trial| trial.depth).min().unwrap_or_default();
    let at = |depth: Depth| {
        let nodes = |trial: &&Trial| trial.iterations.iter().find(|step| step.depth == depth).map(|step| step.nodes);
        let mean = geometric_mean(trials.iter().filter_map(nodes).map(|nodes| nodes as f64))?;
        Some((depth, mean.value))
    };
    (1..=deepest).filter_map(at).collect()
}

fn methods(trials: &BTreeMap<usize, &Trial>, nodes: u64) -> Vec<Method> {
    let sum = |id: &Id| {
        let mut sum = Count::default();
        trials.values().filter_map(|trial| trial.methods.get(id.name())).for_each(|count| sum.add(count));
        let Count { tries, cuts, nodes: own, again, rest } = sum;
        let share = own as f64 / nodes.max(1) as f64;
        let rate = (own > 0).then(|| cuts as f64 / tries as f64);
        let depths = by_depth(trials, id.name());
        (tries > 0).then(|| Method { name: id.name().to_string(), tries, cuts, share, rate, again, rest, depths })
    };
    Id::ALL.iter().filter_map(sum).collect()
}

fn by_depth(trials: &BTreeMap<usize, &Trial>, method: &str) -> Vec<AtDepth> {
    let mut sums: BTreeMap<u64, AtDepth> = BTreeMap::new();
    for [depth, tries, cuts, nodes] in trials.values().filter_map(|trial| trial.depths.get(method)).flatten() {
        let sum = sums.entry(*depth).or_insert(AtDepth { depth: *depth, ..AtDepth::default() });
        (sum.tries, sum.cuts, sum.nodes) = (sum.tries + tries, sum.cuts + cuts, sum.nodes + nodes);
    }
    sums.into_values().collect()
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0_u32, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}

/// Geometric mean of positive values, with Student's interval of their logarithms.
fn geometric_mean(values: impl Iterator<Item = f64>) -> Option<Estimate> {
    let logarithms: Vec<f64> = values.map(f64::ln).collect();
    let value = mean(logarithms.iter().copied())?.exp();
    Some(Estimate { value, interval: student::mean(&logarithms).map(|interval| interval.map(f64::exp)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::trial::Step;
    use serde_json::json;

    fn trial(recipe: &str, number: usize, nodes: u64, solved: bool) -> Trial {
        let right = Some(solved);
        let iterations = (1..=6).map(|depth| Step { depth, nodes: nodes >> (6 - depth), right }).collect();
        let count = Count { tries: 10, cuts: 5, nodes: nodes / 4, again: 2, rest: 30 };
        let methods = [("null_move".to_string(), count)].into();
        Trial {
            recipe: recipe.to_string(),
            number,
            id: number.to_string(),
            position: String::new(),
            solved: Some(solved),
            best: None,
            score: 0,
            mate: false,
            depth: 6,
            nodes,
            seconds: 0.5,
            iterations,
            methods,
            points: None,
            fault: None,
            depths: [("null_move".to_string(), vec![[3, 8, 3, nodes / 8], [5, 2, 2, nodes / 8]])].into(),
        }
    }

    fn comparison(trials: &[Trial]) -> Comparison {
        Comparison::new(trials, &["base", "half"], "base", "suite", "depth 6")
    }

    #[test]
    fn shares_means_and_differences_are_the_known_ones() {
        let trials = [
            trial("base", 1, 1000, false),
            trial("half", 1, 500, true),
            trial("base", 2, 64_000, true),
            trial("half", 2, 8_000, true),
        ];
        let found = comparison(&trials);
        let [base, half] = &found.rows[..] else { panic!() };
        assert!(base.is_base && base.difference.is_none() && base.share == Some(1.0));
        assert_eq!(half.share, Some(8_500.0 / 65_000.0));
        // The mean of 1/2 and 1/8 is 1/4.
        assert!((half.mean_share.unwrap().value - 0.25).abs() < 1e-12);
        assert_eq!((half.solved, half.gained, half.lost), (2, 1, 0));
        // Nodes double with each depth.
        assert!((half.branching.unwrap().value - 2.0).abs() < 0.01, "{:?}", half.branching);
        assert_eq!((half.mean_depth, half.seconds), (Some(6.0), 1.0));
        assert_eq!((half.methods[0].rate, half.methods[0].share), (Some(0.5), 0.25));
        assert_eq!((half.methods[0].again, half.methods[0].rest), (4, 60));
        let deep = AtDepth { depth: 5, tries: 4, cuts: 4, nodes: 8_500 / 8 };
        assert_eq!((half.methods[0].depths.len(), half.methods[0].depths[1]), (2, deep));
        assert_eq!(half.falls, [500 >> 5, 8_000 >> 5]);
        assert_eq!(half.growth.len(), 6);
    }

    fn run(trials: &[Trial], positions: usize) -> Run {
        let recipe = |name: &str, on: bool| json!({ "name": name, "methods": { "prob_cut": { "enabled": on } } });
        let plan = json!({
            "recipes": [recipe("base", false), recipe("half", true), recipe("late", false)], "base": "base",
            "limit": "depth 6", "suite": { "name": "suite", "positions": positions },
        });
        let header = Some(json!({ "command": "compare", "plan": plan }));
        Run { header, records: trials.iter().map(Trial::to_json).collect() }
    }

    #[test]
    fn an_interrupted_run_compares_common_positions_only_and_says_that_it_is_unfinished() {
        let mut trials: Vec<Trial> = (1..=4).map(|number| trial("base", number, 1000, true)).collect();
        // What the base alone has searched counts for neither; one search of another is too little.
        trials.extend([2, 3, 4].map(|number| trial("half", number, 500, number > 2)));
        trials.push(trial("late", 1, 10, true));
        let (found, _) = Comparison::read(&run(&trials, 4)).unwrap();
        let facts: Vec<(usize, u64)> = found.rows.iter().map(|row| (row.positions, row.solved)).collect();
        assert_eq!(facts, [(3, 3), (3, 2), (0, 0)]);
        assert_eq!(
            (found.part.clone(), &found.waiting[..]),
            (Some(Part::Unfinished { done: 8, all: 12 }), &["late".to_string()][..])
        );
        assert!(
            found.headline().starts_with("Unfinished, 8 of 12 searches: To depth 6, half needs 50.0"),
            "{}",
            found.headline()
        );
        let words = found.lines().join("\n");
        assert!(!words.contains("merge") && !words.contains("-0.0"), "{words}");
        assert!(
            words.contains("the same command resumes") && words.contains("Too little is searched of: late."),
            "{words}"
        );
    }

    #[test]
    fn a_recipe_that_searches_the_trees_of_the_base_is_said_to_do_so() {
        let trials: Vec<Trial> = ["base", "half", "late"]
            .iter()
            .flat_map(|name| [1, 2].map(|number| trial(name, number, 1000, true)))
            .collect();
        let (found, _) = Comparison::read(&run(&trials, 2)).unwrap();
        assert_eq!(found.part, None);
        let expected = [
            "late is the same search as base here.",
            "half is the same search as base here: prob_cut is added, but can do nothing at depth 6.",
        ];
        assert_eq!(found.twins, expected);
        assert!(expected.iter().all(|words| found.lines().contains(&words.to_string())));
    }

    #[test]
    fn the_base_comes_first_and_then_the_best() {
        let trials = [trial("a", 1, 900, true), trial("b", 1, 10, false), trial("c", 1, 400, true)];
        let order = |limit: &str| {
            let found = Comparison::new(&trials, &["a", "c", "b"], "c", "suite", limit);
            found.ranked().iter().map(|row| row.recipe.clone()).collect::<Vec<_>>()
        };
        assert_eq!(
            (order("depth 6"), order("900 nodes")),
            (vec!["c".into(), "b".into(), "a".into()], vec!["c".into(), "a".into(), "b".into()])
        );
    }

    #[test]
    fn a_mate_found_by_any_recipe_takes_the_position_out_of_depth_and_branching() {
        let deep = Trial { mate: true, depth: 119, ..trial("half", 1, 500, true) };
        let trials = [trial("base", 1, 1000, true), deep, trial("base", 2, 1000, true), trial("half", 2, 500, true)];
        let found = comparison(&trials);
        assert_eq!(found.without_mate, 1);
        assert!(found.rows.iter().all(|row| row.mean_depth == Some(6.0)));
    }

    #[test]
    fn nothing_is_said_where_there_is_nothing() {
        let found = comparison(&[]);
        assert!(found.rows.iter().all(|row| row.share.is_none() && row.rate.is_none() && row.mean_depth.is_none()));
        let over = Trial { nodes: 0, depth: 0, iterations: Vec::new(), ..trial("base", 1, 0, false) };
        let found = comparison(&[over.clone(), Trial { recipe: "half".to_string(), ..over }]);
        assert!(found.rows.iter().all(|row| row.mean_share.is_none() && row.branching.is_none()));
    }
}
