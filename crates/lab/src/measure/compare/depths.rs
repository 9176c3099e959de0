//! How often methods cut, by the remaining depth of the node.
use super::{AtDepth, Comparison, Method, Row};
use crate::report::{HeatMap, grouped, percent, percent_ends};
use niwaki_search::tally::DEPTHS;
use niwaki_statistics::intervals::wilson;

/// Depths in a picture; greater ones share the last column.
const MOST_COLUMNS: u64 = 12;

/// Names of the columns of [`cells`].
pub(super) const HEAD: [&str; 7] = ["recipe", "method", "depth", "tries", "cuts", "cut rate (95 %)", "nodes inside"];

/// What light and dark cells are.
pub(super) const SHADES: [&str; 2] = ["no try cuts", "every try cuts"];

/// How to read all of [`pictures`].
pub(super) const CAPTION: &str = "Cut rate by depth: of the searches that a method made to decide whether to cut, those \
                                  that ended in a cut, by the depth that remained at the node.";

/// A heat map for each recipe with methods that search.
pub(super) fn pictures(comparison: &Comparison) -> Vec<(String, &'static str)> {
    let all = || comparison.rows.iter().flat_map(searching).flat_map(|method| &method.depths).map(|at| at.depth);
    let Some((first, last)) = all().min().zip(all().max()) else { return Vec::new() };
    // All recipes have the same columns, so that one can be held against the other.
    let last = last.min(first + MOST_COLUMNS - 1);
    let pooled = all().any(|depth| depth > last || depth + 1 == DEPTHS as u64);
    let map = |row: &Row| {
        let rows: Vec<_> = searching(row).map(|method| (method.name.clone(), rates(method, first, last))).collect();
        let map = HeatMap {
            title: format!("Cut rate by depth: {}", row.recipe),
            label: "columns: remaining depth; cells: cuts for each hundred tries".to_string(),
            columns: (first..=last).map(|depth| depth_words(depth, pooled && depth == last)).collect(),
            rows,
            shades: SHADES.map(str::to_string),
        };
        (!map.rows.is_empty()).then(|| (map.svg(), ""))
    };
    comparison.ranked().into_iter().filter_map(map).collect()
}

/// Methods whose tries are counted whether they act or not, where depths are known.
fn searching(row: &Row) -> impl Iterator<Item = &Method> {
    row.methods.iter().filter(|method| method.rate.is_some() && !method.depths.is_empty())
}

fn rates(method: &Method, first: u64, last: u64) -> Vec<Option<f64>> {
    let at = |column: u64| {
        let cells = method.depths.iter().filter(|at| at.depth.min(last) == column);
        let (tries, cuts) = cells.fold((0, 0), |(tries, cuts), at| (tries + at.tries, cuts + at.cuts));
        (tries > 0).then(|| cuts as f64 / tries as f64)
    };
    (first..=last).map(at).collect()
}

fn depth_words(depth: u64, and_more: bool) -> String {
    format!("{depth}{}", if and_more { "+" } else { "" })
}

/// Each method of each recipe at each depth, in words.
pub(super) fn cells(comparison: &Comparison) -> Vec<Vec<String>> {
    let cells = |row: &Row, method: &Method, at: &AtDepth| {
        let rate = method
            .rate
            .and_then(|_| wilson(at.cuts, at.tries))
            .map(|interval| format!("{}{}", percent(at.cuts as f64 / at.tries as f64), percent_ends(interval)));
        let share = at.nodes as f64 / row.nodes.max(1) as f64;
        vec![
            row.recipe.clone(),
            method.name.clone(),
            depth_words(at.depth, at.depth + 1 == DEPTHS as u64),
            grouped(at.tries),
            grouped(at.cuts),
            rate.unwrap_or_else(|| "-".to_string()),
            if method.rate.is_some() { percent(share) } else { "-".to_string() },
        ]
    };
    let methods = comparison.rows.iter().flat_map(|row| row.methods.iter().map(move |method| (row, method)));
    methods.flat_map(|(row, method)| method.depths.iter().map(move |at| cells(row, method, at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greater_depths_share_the_last_column() {
        let at = |depth, tries, cuts| AtDepth { depth, tries, cuts, nodes: 0 };
        let method = Method {
            name: "null_move".to_string(),
            tries: 30,
            cuts: 9,
            share: 0.5,
            rate: Some(0.3),
            again: 0,
            rest: 0,
            depths: vec![at(2, 10, 5), at(4, 10, 1), at(9, 10, 3)],
        };
        assert_eq!(rates(&method, 2, 4), [Some(0.5), None, Some(0.2)]);
        assert_eq!((depth_words(4, true), depth_words(4, false)), ("4+".to_string(), "4".to_string()));
    }
}
