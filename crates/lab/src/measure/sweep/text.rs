//! What a sweep says, in words and tables for people and in JSON.
use super::{Axis, Sweep};
use crate::{
    measure::{
        compare::{HEAD, Part, Row, estimate_json},
        part::part_headline,
    },
    report::{align, percent},
};
use serde_json::{Map, Value as Json, json};
use std::cmp::Reverse;

/// Stands where nothing can be said.
const NOTHING: &str = "-";
/// Columns of a comparison before that of the solved share.
const COLUMNS_BEFORE: usize = 5;

impl Sweep {
    /// Names of the columns of [`Sweep::cells`].
    pub(super) fn head(&self) -> Vec<&str> {
        let mut head = self.names();
        head.extend(&HEAD[1..COLUMNS_BEFORE]);
        head.push("of base's solved");
        head.extend(&HEAD[COLUMNS_BEFORE..]);
        head
    }

    /// All rows in words, the base first.
    pub(super) fn cells(&self) -> Vec<Vec<String>> {
        let shares = self.comparison.compares_nodes();
        let row = |mut cells: Vec<String>, row: &Row| {
            let all = row.cells(shares);
            cells.extend_from_slice(&all[1..COLUMNS_BEFORE]);
            let share = self.solved_share(row).filter(|_| !row.is_base).map(|share| percent(share.value));
            cells.push(share.unwrap_or_else(|| NOTHING.to_string()));
            cells.extend_from_slice(&all[COLUMNS_BEFORE..]);
            cells
        };
        let mut base = vec![NOTHING.to_string(); self.axes.len()];
        base[0] = "base".to_string();
        let values = |places: &[usize]| -> Vec<String> {
            places.iter().zip(&self.axes).map(|(place, axis)| axis.values[*place].clone()).collect()
        };
        let settings = self.settings().map(|(places, setting)| row(values(&places), setting));
        [row(base, self.base())].into_iter().chain(settings).collect()
    }

    /// The main finding in a sentence or two.
    pub fn headline(&self) -> String {
        part_headline(self.comparison.part.as_ref(), &self.finding())
    }

    fn finding(&self) -> String {
        let base = self.base();
        let solved = |row: &Row| match row.asked {
            0 => String::new(),
            asked => format!("; it solves {} of {asked} positions, {} {}", row.solved, base.recipe, base.solved),
        };
        let share = |row: &Row| row.mean_share.map_or(f64::INFINITY, |share| share.value);
        let fewest = self.settings().min_by(|one, two| share(one.1).total_cmp(&share(two.1)));
        // The first of those that solve the most.
        let most = self.settings().min_by_key(|(_, row)| Reverse(row.solved));
        match (fewest, most) {
            (Some((places, row)), _) if self.comparison.compares_nodes() && share(row).is_finite() => format!(
                "To {}, {} needs the fewest nodes: {} of those of {}{}.",
                self.comparison.limit,
                self.setting(&places),
                percent(share(row)),
                base.recipe,
                solved(row)
            ),
            (_, Some((places, row))) if row.asked > 0 => format!(
                "With {} a position, {} solves the most: {} of {}; {} solves {}.",
                self.comparison.limit,
                self.setting(&places),
                row.solved,
                row.asked,
                base.recipe,
                base.solved
            ),
            _ => "Nothing was measured.".to_string(),
        }
    }

    /// The table in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let (comparison, base) = (&self.comparison, self.base());
        let settings = comparison.rows.len() - 1;
        let (positions, suite, limit) = (base.positions, &comparison.suite, &comparison.limit);
        let first =
            format!("{settings} settings on {positions} positions of {suite}, {limit} each; base {}", base.recipe);
        let mut lines = vec![first, String::new()];
        lines.extend(align(&self.head(), &self.cells(), self.axes.len()));
        lines.push(String::new());
        lines.push(self.headline());
        lines.extend(comparison.remarks());
        lines
    }

    /// The summary as one JSON object, its only key tells it from those of positions.
    pub fn to_json(&self) -> Json {
        let setting = |(places, row): (Vec<usize>, &Row)| {
            let values = places.iter().zip(&self.axes);
            let values = values.map(|(place, axis)| (axis.path.clone(), json!(axis.values[*place])));
            let mut json = row.to_json();
            json["values"] = Json::Object(values.collect::<Map<String, Json>>());
            json["solved_share"] = estimate_json(self.solved_share(row));
            json
        };
        json!({ "summary": {
            "suite": self.comparison.suite,
            "limit": self.comparison.limit,
            "grid": self.axes.iter().map(Axis::to_json).collect::<Vec<_>>(),
            "base": self.base().to_json(),
            "settings": self.settings().map(setting).collect::<Vec<_>>(),
            "headline": self.headline(),
            "part": self.comparison.part.as_ref().map(Part::to_json),
        }})
    }
}
