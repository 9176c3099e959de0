//! What a sweep says, in words and tables for people and in JSON.
use super::Axis;
use crate::{
    measure::compare::{self, Comparison, Error, Estimate, HEAD, Row, Trial, align, estimate_json},
    report::percent,
    study::record::Run,
};
use serde_json::{Map, Value as Json, json};
use std::cmp::Reverse;

/// Stands where nothing can be said.
const NOTHING: &str = "-";
/// Columns of a comparison before that of the solved share.
const COLUMNS_BEFORE: usize = 5;

/// A sweep that was run.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The comparison: the base first, then the settings in the order of the grid.
    pub told: Comparison,
    /// The grid.
    pub axes: Vec<Axis>,
}

/// What the records of a run say.
pub fn sweep(run: &Run) -> Result<(Sweep, Vec<Trial>), Error> {
    let header = run.header.as_ref().filter(|header| header["command"] == super::COMMAND).ok_or(Error::Foreign)?;
    let axes = header["plan"]["grid"].as_array().map(|axes| axes.iter().map(Axis::from_json).collect());
    let axes: Vec<Axis> = axes.flatten().filter(|axes: &Vec<Axis>| !axes.is_empty()).ok_or(Error::Foreign)?;
    let (told, trials) = compare::comparison(run)?;
    let settings = axes.iter().try_fold(1_usize, |count, axis| count.checked_mul(axis.values.len()));
    if settings.and_then(|count| count.checked_add(1)) != Some(told.rows.len()) {
        return Err(Error::Foreign);
    }
    Ok((Sweep { told, axes }, trials))
}

impl Sweep {
    /// The base.
    pub fn base(&self) -> &Row {
        &self.told.rows[0]
    }

    /// The settings in the order of the grid, each with its place on every axis.
    pub fn settings(&self) -> impl Iterator<Item = (Vec<usize>, &Row)> {
        self.told.rows.iter().skip(1).enumerate().map(|(index, row)| (self.places(index), row))
    }

    /// The last axis is the fastest.
    fn places(&self, mut index: usize) -> Vec<usize> {
        let mut places = vec![0; self.axes.len()];
        for (place, axis) in places.iter_mut().zip(&self.axes).rev() {
            *place = index % axis.values.len();
            index /= axis.values.len();
        }
        places
    }

    /// Names of the axes: of the parameters alone where that tells them apart.
    pub fn names(&self) -> Vec<&str> {
        let last = |axis: &'_ Axis| axis.path.rsplit('.').next().unwrap_or_default().to_string();
        let short = |axis: &Axis| self.axes.iter().filter(|other| last(other) == last(axis)).count() == 1;
        let name = |axis: &'_ Axis| if short(axis) { axis.path.rfind('.').map_or(0, |dot| dot + 1) } else { 0 };
        self.axes.iter().map(|axis| &axis.path[name(axis)..]).collect()
    }

    /// A setting in words.
    pub fn setting(&self, places: &[usize]) -> String {
        let values = places.iter().zip(&self.axes).map(|(place, axis)| axis.values[*place].as_str());
        let words = self.names().into_iter().zip(values).map(|(name, value)| format!("{name}={value}"));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Solved positions as a share of the base's, with an interval from that of the difference.
    pub fn solved_share(&self, row: &Row) -> Option<Estimate> {
        let base = self.base();
        let share = |solved: f64| solved / base.solved as f64;
        let interval =
            row.difference.map(|rates| rates.map(|rate| share(base.solved as f64 + rate * row.asked as f64)));
        (base.solved > 0).then(|| Estimate { value: share(row.solved as f64), interval })
    }

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
        let shares = self.told.compares_nodes();
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
            (Some((places, row)), _) if self.told.compares_nodes() && share(row).is_finite() => format!(
                "To {}, {} needs the fewest nodes: {} of those of {}{}.",
                self.told.limit,
                self.setting(&places),
                percent(share(row)),
                base.recipe,
                solved(row)
            ),
            (_, Some((places, row))) if row.asked > 0 => format!(
                "With {} a position, {} solves the most: {} of {}; {} solves {}.",
                self.told.limit,
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
        let (told, base) = (&self.told, self.base());
        let settings = told.rows.len() - 1;
        let (positions, suite, limit) = (base.positions, &told.suite, &told.limit);
        let first =
            format!("{settings} settings on {positions} positions of {suite}, {limit} each; base {}", base.recipe);
        let mut lines = vec![first, String::new()];
        lines.extend(align(&self.head(), &self.cells(), 0));
        lines.push(String::new());
        lines.push(self.headline());
        lines.extend(told.part_words());
        lines
    }

    /// The summary as one JSON object, told from those of positions by its only key.
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
            "suite": self.told.suite,
            "limit": self.told.limit,
            "grid": self.axes.iter().map(Axis::to_json).collect::<Vec<_>>(),
            "base": self.base().to_json(),
            "settings": self.settings().map(setting).collect::<Vec<_>>(),
            "headline": self.headline(),
            "part": self.told.part,
        }})
    }
}
