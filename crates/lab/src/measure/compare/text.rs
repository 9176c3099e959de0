//! What a comparison says, in words and tables for people and in JSON.
use super::{Comparison, Estimate, Method, Row};
use crate::report::{align, grouped, percent, significant};
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

/// Names of the columns of [`method_cells`].
pub(crate) const METHOD_HEAD: [&str; 8] =
    ["recipe", "method", "tries", "cuts", "cut rate", "nodes inside", "searched again", "thrown away"];

impl Row {
    /// The row in words. Shares are left out where all recipes get the same nodes or time.
    pub(crate) fn cells(&self, shares: bool) -> Vec<String> {
        let or_nothing = |text: Option<String>| text.unwrap_or_else(|| NOTHING.to_string());
        let of_base = |text: Option<String>| or_nothing(text.filter(|_| shares && !self.is_base));
        vec![
            self.recipe.clone(),
            grouped(self.nodes),
            of_base(self.share.map(percent)),
            of_base(self.mean_share.map(share_words)),
            or_nothing(self.rate.map(|rate| self.solved_words(rate))),
            or_nothing(self.difference.map(|difference| self.difference_words(difference))),
            or_nothing(self.mean_depth.map(|depth| format!("{depth:.2}"))),
            or_nothing(self.branching.map(|branching| format!("{:.2}", branching.value))),
            format!("{:.1}", self.seconds),
            format!("{:.2}", self.speed() / 1e6),
        ]
    }

    fn solved_words(&self, rate: Interval) -> String {
        format!("{}/{} ({:.0} to {:.0} %)", self.solved, self.asked, rate.low * 100.0, rate.high * 100.0)
    }

    /// In positions, as people count.
    pub(crate) fn difference_words(&self, difference: Interval) -> String {
        let positions = difference.map(|rate| rate * self.asked as f64);
        let change = self.gained as i64 - self.lost as i64;
        format!("{change:+} ({:+.0} to {:+.0})", positions.low, positions.high)
    }
}

/// Each method of each recipe in words.
pub(crate) fn method_cells(rows: &[Row]) -> Vec<Vec<String>> {
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
    let ends = |interval: Interval| {
        format!(" ({} to {})", significant(interval.low * 100.0), significant(interval.high * 100.0))
    };
    format!("{}{}", percent(share.value), share.interval.map(ends).unwrap_or_default())
}

impl Comparison {
    /// The main finding in a sentence or two.
    pub fn headline(&self) -> String {
        let Some(base) = self.base() else { return "Nothing was compared.".to_string() };
        let others = || self.rows.iter().filter(|row| !row.is_base);
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
        let rows: Vec<Vec<String>> = self.rows.iter().map(|row| row.cells(shares)).collect();
        let positions = self.rows.first().map_or(0, |row| row.positions);
        let base = self.base().map_or(NOTHING, |row| row.recipe.as_str());
        let mut lines =
            vec![format!("{} positions of {}, {} each; base {base}", positions, self.suite, self.limit), String::new()];
        lines.extend(align(&HEAD, &rows, 1));
        lines.push(String::new());
        lines.extend(align(&METHOD_HEAD, &method_cells(&self.rows), 2));
        lines.push(String::new());
        lines.push(self.headline());
        lines.extend(self.part_words());
        lines
    }

    /// A sentence for the reader of what is only a part.
    pub(crate) fn part_words(&self) -> Option<String> {
        Some(format!("This is {} only; niwaki merge joins the parts of a run.", self.part.as_ref()?))
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
            "part": self.part,
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
