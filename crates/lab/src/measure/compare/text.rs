//! What a comparison says, in words and tables for people and in JSON.
use super::{Comparison, Estimate, Method, Part, Row};
use crate::{
    measure::part::part_headline,
    report::{align, ends, grouped, percent, percent_ends},
};
use niwaki_statistics::Interval;
use serde_json::{Map, Value as Json, json};

/// Stands where nothing can be said.
const NOTHING: &str = "-";

/// Names of the columns of [`Row::cells`].
pub(crate) const HEAD: [&str; 10] = [
    "recipe",
    "nodes",
    "of base",
    "mean of positions (95 %)",
    "solved (95 %)",
    "against base (95 %)",
    "depth",
    "branching",
    "seconds",
    "Mnodes/s",
];

/// The same, short enough for a terminal.
pub(crate) const SHORT_METHOD_HEAD: [&str; 8] =
    ["recipe", "method", "tries", "cuts", "cut rate", "inside", "again", "thrown away"];

/// Names of the columns of [`method_cells`].
pub(crate) const METHOD_HEAD: [&str; 8] =
    ["recipe", "method", "tries", "cuts", "cut rate", "nodes inside", "searched again", "thrown away"];

impl Row {
    /// The row in words. Shares are left out where all recipes get the same nodes or time.
    pub(crate) fn cells(&self, shares: bool) -> Vec<String> {
        let or_nothing = |text: Option<String>| text.unwrap_or_else(|| NOTHING.to_string());
        let searched = |text: String| if self.positions > 0 { text } else { NOTHING.to_string() };
        let of_base = |text: Option<String>| or_nothing(text.filter(|_| shares && !self.is_base));
        vec![
            self.recipe.clone(),
            searched(grouped(self.nodes)),
            of_base(self.share.map(percent)),
            of_base(self.mean_share.map(share_words)),
            or_nothing(self.rate.map(|rate| self.solved_words(rate))),
            or_nothing(self.difference.map(|difference| self.difference_words(difference))),
            or_nothing(self.mean_depth.map(|depth| format!("{depth:.2}"))),
            or_nothing(self.branching.map(|branching| format!("{:.2}", branching.value))),
            searched(format!("{:.1}", self.seconds)),
            searched(format!("{:.2}", self.speed() / 1e6)),
        ]
    }

    fn solved_words(&self, rate: Interval) -> String {
        let percent = |rate: f64| format!("{:.0}", rate * 100.0);
        let share = percent(self.solved as f64 / self.asked.max(1) as f64);
        format!("{}/{}, {share}\u{a0}%{}", self.solved, self.asked, ends(percent(rate.low), percent(rate.high)))
    }

    /// In positions, as people count.
    pub(crate) fn difference_words(&self, difference: Interval) -> String {
        let positions = difference.map(|rate| rate * self.asked as f64);
        let change = self.gained as i64 - self.lost as i64;
        // Adding 0 makes nothing of a negative nothing.
        let whole = |positions: f64| format!("{:+.0}", positions.round() + 0.0);
        format!("{change:+}{}", ends(whole(positions.low), whole(positions.high)))
    }
}

/// Each method of each recipe in words.
pub(crate) fn method_cells(rows: &[&Row]) -> Vec<Vec<String>> {
    let cells = |row: &Row, method: &Method| {
        vec![
            row.recipe.clone(),
            method.name.clone(),
            grouped(method.tries),
            grouped(method.cuts),
            method.rate.map_or(NOTHING.to_string(), percent),
            if method.rate.is_some() { percent(method.share) } else { NOTHING.to_string() },
            if method.again > 0 {
                percent(method.again as f64 / method.cuts.max(1) as f64)
            } else {
                NOTHING.to_string()
            },
            if method.rest > 0 { grouped(method.rest) } else { NOTHING.to_string() },
        ]
    };
    rows.iter().flat_map(|row| row.methods.iter().map(move |method| cells(row, method))).collect()
}

/// A share with its interval.
pub(super) fn share_words(share: Estimate) -> String {
    format!("{}{}", percent(share.value), share.interval.map(percent_ends).unwrap_or_default())
}

impl Comparison {
    /// The main finding in a sentence or two.
    pub fn headline(&self) -> String {
        part_headline(self.part.as_ref(), &self.finding())
    }

    fn finding(&self) -> String {
        let Some(base) = self.base() else { return "Nothing was compared.".to_string() };
        let others = || self.rows.iter().filter(|row| !row.is_base && row.positions > 0);
        let score = |row: &Row| format!("{} of {}", row.solved, row.asked);
        let fewest = others().filter(|row| row.mean_share.is_some()).min_by(|a, b| {
            let share = |row: &Row| row.mean_share.map_or(f64::INFINITY, |share| share.value);
            share(a).total_cmp(&share(b))
        });
        let most = others().max_by_key(|row| row.solved);
        let nodes = fewest.filter(|_| self.compares_nodes()).and_then(|row| Some((row, row.mean_share?)));
        let solved = if base.asked > 0 { format!(", and solves {}", score(base)) } else { String::new() };
        match (nodes, most) {
            (Some((row, share)), _) if base.asked > 0 => format!(
                "To {}, {} needs {} of the nodes of {} and solves {} positions; {} solves {}.",
                self.limit,
                row.recipe,
                percent(share.value),
                base.recipe,
                score(row),
                base.recipe,
                base.solved
            ),
            (Some((row, share)), _) => {
                format!(
                    "To {}, {} needs {} of the nodes of {}.",
                    self.limit,
                    row.recipe,
                    percent(share.value),
                    base.recipe
                )
            }
            (None, Some(row)) if base.asked > 0 => format!(
                "With {} a position, {} solves {}{}; {} solves {}.",
                self.limit,
                row.recipe,
                score(row),
                if self.rows.len() > 2 { ", the most of those compared" } else { "" },
                base.recipe,
                base.solved
            ),
            _ => format!("{} searches {} nodes to {}{solved}.", base.recipe, grouped(base.nodes), self.limit),
        }
    }

    /// The tables in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let shares = self.compares_nodes();
        let ranked = self.ranked();
        let rows: Vec<Vec<String>> = ranked.iter().map(|row| row.cells(shares)).collect();
        let positions = self.positions();
        let base = self.base().map_or(NOTHING, |row| row.recipe.as_str());
        let mut lines =
            vec![format!("{} positions of {}, {} each; base {base}", positions, self.suite, self.limit), String::new()];
        lines.extend(align(&HEAD, &rows, 1));
        let methods = method_cells(&ranked);
        if !methods.is_empty() {
            lines.push(String::new());
            lines.extend(align(&SHORT_METHOD_HEAD, &methods, 2));
        }
        lines.push(String::new());
        lines.push(self.headline());
        lines.extend(self.remarks());
        lines
    }

    /// Positions that count.
    pub(crate) fn positions(&self) -> usize {
        self.base().map_or(0, |row| row.positions)
    }

    /// Sentences for the reader: what is missing, and which recipes come to the same.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let part = self.part.as_ref().map(Part::sentence);
        let waiting = (!self.waiting.is_empty()).then(|| {
            let names = self.waiting.join(", ");
            format!(
                "Too little is searched of: {names}. The others are compared on the positions that all have searched."
            )
        });
        part.into_iter().chain(waiting).chain(self.twins.iter().cloned()).collect()
    }

    /// The summary as one JSON object, its only key tells it from those of positions.
    pub fn to_json(&self) -> Json {
        let base = self.base().map(|row| row.recipe.as_str());
        let rows: Vec<Json> = self.rows.iter().map(Row::to_json).collect();
        json!({ "summary": {
            "suite": self.suite,
            "limit": self.limit,
            "base": base,
            "positions_without_mate": self.without_mate,
            "recipes": rows,
            "headline": self.headline(),
            "part": self.part.as_ref().map(Part::to_json),
        }})
    }
}

impl Row {
    /// The row as one JSON object.
    pub(crate) fn to_json(&self) -> Json {
        let method = |method: &Method| {
            let facts = json!({
                "tries": method.tries, "cuts": method.cuts, "cut_rate": method.rate, "node_share": method.share,
                "searched_again": method.again, "thrown_away": method.rest,
            });
            (method.name.clone(), facts)
        };
        json!({
            "recipe": self.recipe,
            "positions": self.positions,
            "nodes": self.nodes,
            "share": self.share,
            "mean_share": estimate_json(self.mean_share),
            "solved": self.solved,
            "total": self.asked,
            "solved_interval": interval_json(self.rate),
            "gained": self.gained,
            "lost": self.lost,
            "difference_interval": interval_json(self.difference),
            "mean_depth": self.mean_depth,
            "branching": estimate_json(self.branching),
            "seconds": self.seconds,
            "nps": self.speed().round(),
            "methods": self.methods.iter().map(method).collect::<Map<String, Json>>(),
        })
    }
}

fn interval_json(interval: Option<Interval>) -> Json {
    interval.map_or(Json::Null, |interval| json!([interval.low, interval.high]))
}

/// An estimate as one JSON object.
pub(crate) fn estimate_json(estimate: Option<Estimate>) -> Json {
    estimate.map_or(Json::Null, |found| json!({ "value": found.value, "interval": interval_json(found.interval) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_compared_is_said_so() {
        let none = Comparison::new(&[], &[], "base", "suite", "depth 3");
        assert_eq!(none.headline(), "Nothing was compared.");
        assert!(!none.lines().is_empty());
        let alone = Comparison::new(&[], &["base"], "base", "suite", "depth 3");
        assert_eq!(alone.headline(), "base searches 0 nodes to depth 3.");
    }
}
