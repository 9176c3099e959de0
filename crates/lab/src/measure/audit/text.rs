//! What an audit says, in words and tables for people and in JSON.
use super::summary::{Audit, Band, Findings, Group, LEVELS, MethodFinding, Rate, Travel};
use crate::{
    measure::part::Part,
    report::{align, ends, grouped, percent, percent_ends, significant},
};
use niwaki_search::methods::Id;
use niwaki_statistics::Interval;
use serde_json::{Map, Value as Json, json};

/// Stands where nothing can be said.
const NOTHING: &str = "-";

pub(super) const METHOD_HEAD: [&str; 9] = [
    "method",
    "decisions a search",
    "judged",
    "undetermined",
    "wrong by A (95 %)",
    "wrong by B (95 %)",
    "wrong a search (95 %)",
    "loss, mean (median)",
    "reaches the root (95 %)",
];
pub(super) const EXACT_HEAD: [&str; 4] =
    ["method", "exactly known", "wrong by the game's value (95 %)", "wrong by A (95 %)"];
pub(super) const DEPTH_HEAD: [&str; 5] = ["method", "depth", "judged", "wrong", "wrong by A (95 %)"];
pub(super) const TRAVEL_HEAD: [&str; 9] =
    ["left out", "times", "node", "parent", "grandparent", "great-grandparent", "root", "final score", "final move"];
pub(super) const NEAR_HEAD: [&str; 6] = ["method", "depth", "slack", "acts", "judged", "wrong if it acts (95 %)"];
pub(super) const LAW_HEAD: [&str; 3] = ["shallow cuts", "nodes", "fail low (95 %)"];
pub(super) const MODEL_HEAD: [&str; 4] = ["model", "predicted", "cases", "came (95 %)"];

/// A method, and how many of its cuts each other one would have made.
type OverlapRow = (String, Vec<Option<Rate>>);

impl Rate {
    /// The share in percent with its interval; "0 of n" with its bound.
    pub fn words(&self) -> String {
        if self.samples == 0 {
            return NOTHING.to_string();
        }
        if self.hits == 0 {
            let high = self.interval.map_or(1.0, |interval| interval.high);
            return format!("0 of {} [0, {}]", grouped(self.samples), percent(high));
        }
        format!("{}{}", percent(self.value), self.interval.map(percent_ends).unwrap_or_default())
    }

    fn to_json(self) -> Json {
        json!({
            "value": (self.samples > 0).then_some(self.value),
            "interval": self.interval.map(|interval| [interval.low, interval.high]),
            "samples": self.samples,
            "hits": self.hits,
        })
    }
}

impl MethodFinding {
    /// The row of the table of methods.
    pub(super) fn cells(&self) -> Vec<String> {
        let words = |found: Interval| ends(significant(found.low), significant(found.high));
        let a_search = match self.wrong.samples {
            0 => NOTHING.to_string(),
            _ => format!("{}{}", significant(self.wrong_a_search), self.wrong_interval.map(words).unwrap_or_default()),
        };
        vec![
            self.name.clone(),
            significant(self.decisions),
            grouped(self.samples),
            percent(self.undetermined as f64 / self.samples.max(1) as f64),
            self.wrong.words(),
            self.wrong_below.words(),
            a_search,
            self.loss.map_or(NOTHING.to_string(), |(mean, median)| format!("{mean:.0} ({median:.0})")),
            self.reaches_root.words(),
        ]
    }

    fn to_json(&self) -> Json {
        let depths = self.depths.iter().map(|(depth, rate)| json!({ "depth": depth, "wrong": rate.to_json() }));
        let others = self.others.iter().map(|(name, rate)| (name.clone(), rate.to_json()));
        json!({
            "method": self.name,
            "decisions_a_search": self.decisions,
            "samples": self.samples,
            "undetermined": self.undetermined,
            "wrong": self.wrong.to_json(),
            "wrong_below": self.wrong_below.to_json(),
            "wrong_exactly": self.wrong_exactly.to_json(),
            "wrong_a_search": self.wrong_a_search,
            "wrong_a_search_interval": self.wrong_interval.map(|interval| [interval.low, interval.high]),
            "loss": self.loss.map(|(mean, median)| json!({ "mean": mean, "median": median })),
            "reaches_root": self.reaches_root.to_json(),
            "depths": depths.collect::<Vec<_>>(),
            "others": others.collect::<Map<String, Json>>(),
        })
    }
}

impl Findings {
    pub(super) fn method_rows(&self) -> Vec<Vec<String>> {
        self.methods.iter().map(MethodFinding::cells).collect()
    }

    /// Where the value of the game is known: both kinds of truth.
    pub(super) fn exact_rows(&self) -> Vec<Vec<String>> {
        let known = self.methods.iter().filter(|method| method.wrong_exactly.samples > 0);
        let row = |method: &MethodFinding| {
            let exactly = &method.wrong_exactly;
            vec![method.name.clone(), grouped(exactly.samples), exactly.words(), method.wrong.words()]
        };
        known.map(row).collect()
    }

    pub(super) fn depth_rows(&self) -> Vec<Vec<String>> {
        let row = |method: &MethodFinding, (depth, rate): &(i32, Rate)| {
            let counts = [depth.to_string(), grouped(rate.samples), grouped(rate.hits)];
            [method.name.clone()].into_iter().chain(counts).chain([rate.words()]).collect()
        };
        self.methods.iter().flat_map(|method| method.depths.iter().map(move |at| row(method, at))).collect()
    }

    pub(super) fn travel_rows(&self) -> Vec<Vec<String>> {
        let row = |travel: &Travel| {
            let mut cells = vec![travel.name.clone(), grouped(travel.moved.samples)];
            cells.extend(travel.levels.iter().map(Rate::words));
            cells.extend([&travel.root, &travel.score, &travel.moved].map(Rate::words));
            cells
        };
        self.travel.iter().filter(|travel| travel.moved.samples > 0).map(row).collect()
    }

    pub(super) fn near_rows(&self) -> Vec<Vec<String>> {
        self.near.iter().map(Band::cells).collect()
    }

    pub(super) fn law_rows(&self) -> Vec<Vec<String>> {
        self.law.iter().map(|(cuts, rate)| vec![cuts_words(*cuts), grouped(rate.samples), rate.words()]).collect()
    }

    pub(super) fn model_rows(&self) -> Vec<Vec<String>> {
        let row = |group: &Group| {
            vec![group.model.clone(), percent(group.predicted), grouped(group.came.samples), group.came.words()]
        };
        self.predictions.iter().map(row).collect()
    }

    /// Rows for the methods whose cuts were compared, with a column for each that was asked.
    pub(super) fn overlap(&self) -> (Vec<String>, Vec<OverlapRow>) {
        let asked: Vec<String> = Id::ALL
            .iter()
            .map(|id| id.name().to_string())
            .filter(|name| self.methods.iter().any(|method| method.others.contains_key(name)))
            .collect();
        let row = |method: &MethodFinding| {
            let cells = asked.iter().map(|name| method.others.get(name).copied()).collect();
            (method.name.clone(), cells)
        };
        (asked.clone(), self.methods.iter().filter(|method| !method.others.is_empty()).map(row).collect())
    }

    fn overlap_rows(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let (asked, rows) = self.overlap();
        let cells = |rate: &Option<Rate>| rate.map_or(NOTHING.to_string(), |rate| rate.words());
        let rows = rows.into_iter().map(|(name, rates)| [name].into_iter().chain(rates.iter().map(cells)).collect());
        let head = ["cuts of".to_string()].into_iter().chain(asked.iter().map(|name| format!("also by {name}")));
        (head.collect(), rows.collect())
    }

    /// What matters most, in a sentence or two.
    pub fn headline(&self) -> String {
        let Some(worst) = self.methods.iter().find(|method| method.wrong.hits > 0) else {
            let judged: u64 = self.methods.iter().map(|method| method.wrong.samples).sum();
            return format!("Of {} judged decisions of {} none was wrong.", grouped(judged), self.recipe);
        };
        let all: f64 = self.methods.iter().map(|method| method.wrong_a_search).sum();
        let share = if all > 0.0 { worst.wrong_a_search / all } else { 0.0 };
        let mut words = format!(
            "{} makes {} wrong decisions a search of {} nodes; {} makes most of them, {} ({} of its decisions are \
             wrong).",
            self.recipe,
            significant(all),
            grouped(self.nodes / self.positions.max(1) as u64),
            worst.name,
            percent(share),
            worst.wrong.words()
        );
        if share < 0.5 {
            words = words.replace("makes most of them", "makes more of them than any other method");
        }
        if let Some(other) = self.surely_more_often_wrong(worst) {
            words += &format!(" Decision for decision {} errs more: {} are wrong.", other.name, other.wrong.words());
        }
        if let [wrong, control, ..] = &self.travel[..]
            && wrong.moved.samples > 0
        {
            let right = if control.moved.samples > 0 { control.moved.words() } else { NOTHING.to_string() };
            words += &format!(
                " Without a wrong decision the final move changes in {} of the cases, without a right one in {right}.",
                wrong.moved.words()
            );
        }
        words
    }

    /// The method whose decisions are wrong most often, if its whole interval lies above that of
    /// `worst`: a fault of a method that acts rarely would hide behind one that acts everywhere.
    fn surely_more_often_wrong(&self, worst: &MethodFinding) -> Option<&MethodFinding> {
        let most = worst.wrong.interval?.high;
        let above = |method: &&MethodFinding| method.wrong.interval.is_some_and(|interval| interval.low > most);
        self.methods.iter().filter(above).max_by(|a, b| a.wrong.value.total_cmp(&b.wrong.value))
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{}: {} positions, {} nodes; oracles {} and {} nodes, repeated searches {}",
            self.recipe,
            self.positions,
            grouped(self.nodes),
            grouped(self.spent[0]),
            grouped(self.spent[1]),
            grouped(self.spent[2])
        )];
        let mut table = |title: &str, head: &[&str], rows: &[Vec<String>]| {
            if !rows.is_empty() {
                lines.extend([String::new(), title.to_string()]);
                lines.extend(align(head, rows, 1));
            }
        };
        table("Which method errs", &METHOD_HEAD, &self.method_rows());
        table("Where the game's value is known", &EXACT_HEAD, &self.exact_rows());
        table("At which depth", &DEPTH_HEAD, &self.depth_rows());
        table("How far it travels", &TRAVEL_HEAD, &self.travel_rows());
        table("Near the thresholds", &NEAR_HEAD, &self.near_rows());
        let (head, rows) = self.overlap_rows();
        table(
            "Which methods duplicate each other, from depth 3 on",
            &head.iter().map(String::as_str).collect::<Vec<_>>(),
            &rows,
        );
        table("Alternatives: expected cut nodes by shallow cuts among ten moves", &LAW_HEAD, &self.law_rows());
        table("Predicted and come", &MODEL_HEAD, &self.model_rows());
        lines.extend([String::new(), self.regret_words()]);
        lines
    }

    /// What longer searches say of changed moves.
    pub(super) fn regret_words(&self) -> String {
        let regret = &self.regret;
        match regret.better + regret.worse + regret.equal {
            0 => "No wrong decision changed the final move.".to_string(),
            all => format!(
                "Where leaving out a wrong decision changed the final move, {all} times, a longer search liked the new \
                 move better {} times, worse {} times.",
                regret.better, regret.worse
            ),
        }
    }

    fn to_json(&self) -> Json {
        let travel = |travel: &Travel| {
            json!({
                "name": travel.name,
                "levels": travel.levels.map(Rate::to_json),
                "root": travel.root.to_json(),
                "score": travel.score.to_json(),
                "moved": travel.moved.to_json(),
            })
        };
        let near = |band: &Band| json!({ "method": band.method, "depth": depth_words(band.depth), "slack": [band.slack.0, band.slack.1], "wrong": band.wrong.to_json() });
        let law =
            |((from, to), rate): &((usize, usize), Rate)| json!({ "cuts": [from, to], "fails_low": rate.to_json() });
        let group =
            |group: &Group| json!({ "model": group.model, "predicted": group.predicted, "came": group.came.to_json() });
        json!({
            "recipe": self.recipe,
            "positions": self.positions,
            "nodes": self.nodes,
            "spent": { "a": self.spent[0], "b": self.spent[1], "repeated": self.spent[2] },
            "methods": self.methods.iter().map(MethodFinding::to_json).collect::<Vec<_>>(),
            "travel": self.travel.iter().map(travel).collect::<Vec<_>>(),
            "near": self.near.iter().map(near).collect::<Vec<_>>(),
            "law": self.law.iter().map(law).collect::<Vec<_>>(),
            "predictions": self.predictions.iter().map(group).collect::<Vec<_>>(),
            "regret": { "better": self.regret.better, "worse": self.regret.worse, "equal": self.regret.equal },
            "headline": self.headline(),
        })
    }
}

impl Band {
    fn cells(&self) -> Vec<String> {
        vec![
            self.method.clone(),
            depth_words(self.depth),
            format!("{} to {}", self.slack.0, self.slack.1),
            if self.slack.0 >= 0 { "yes" } else { "no" }.to_string(),
            grouped(self.wrong.samples),
            self.wrong.words(),
        ]
    }
}

/// Depths that are shown together.
fn depth_words((from, to): (i32, i32)) -> String {
    match to {
        _ if from == to => from.to_string(),
        i32::MAX => format!("{from} and more"),
        _ => format!("{from} to {to}"),
    }
}

/// A number of shallow cuts.
pub(super) fn cuts_words((from, to): (usize, usize)) -> String {
    if from == to { from.to_string() } else { format!("{from} to {to}") }
}

/// Names of the levels above a decision.
pub(super) const LEVEL_NAMES: [&str; LEVELS] = ["node", "parent", "grandparent", "great-grandparent"];

impl Audit {
    /// The finding of the first recipe.
    pub fn headline(&self) -> String {
        match &self.recipes[..] {
            [] => "Nothing was audited.".to_string(),
            [first, ..] => first.headline(),
        }
    }

    /// The tables in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{}, depth {}", self.suite, self.depth)];
        for findings in &self.recipes {
            lines.push(String::new());
            lines.extend(findings.lines());
            lines.extend([String::new(), findings.headline()]);
        }
        lines.extend(self.part.as_ref().map(Part::sentence));
        lines
    }

    /// The summary as one JSON object.
    pub fn to_json(&self) -> Json {
        json!({ "summary": {
            "suite": self.suite,
            "depth": self.depth,
            "recipes": self.recipes.iter().map(Findings::to_json).collect::<Vec<_>>(),
            "part": self.part.as_ref().map(Part::to_json),
        }})
    }
}
