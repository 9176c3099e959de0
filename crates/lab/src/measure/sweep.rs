//! Sweeps: every combination of values of some parameters as a setting of one recipe, on
//! the same positions. A sweep is a comparison whose recipes are made from a grid.
mod page;
mod summary;
mod text;

pub use summary::Sweep;

use crate::{
    measure::searches,
    setup::recipe::Recipe,
    study::{error::Error, record::Run, registry::Entry, shape::Shown},
};
use niwaki_search::{param::Param, prune::Methods};
use serde_json::{Value as Json, json};
use std::{collections::HashSet, str::FromStr};

/// Name of the command in records.
pub const COMMAND: &str = "sweep";
/// What the records of this command mean.
pub const ENTRY: Entry =
    Entry { command: COMMAND, numbering: Some(searches::numbering), prepared: None, show, picture: None };

/// The most settings of a sweep.
pub const MOST_SETTINGS: usize = 10_000;

/// One parameter and the values that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Path of the parameter.
    pub path: String,
    /// The values, as a recipe writes them.
    pub values: Vec<String>,
}

/// `path=1,2,3`, `path=2..4` or `path=4..12:4`; values and ranges may be mixed.
impl FromStr for Axis {
    type Err = String;

    fn from_str(text: &str) -> Result<Axis, String> {
        let wrong = || format!("expected method.parameter=1,2,3 or method.parameter=4..12:4, not {text:?}");
        let (path, list) = text.split_once('=').ok_or_else(wrong)?;
        let mut values = Vec::new();
        for part in list.split(',').map(str::trim) {
            if values.len() > MOST_SETTINGS {
                return Err(too_many());
            }
            match part.split_once("..") {
                Some((low, rest)) => values.extend(range(low, rest).ok_or_else(wrong)?),
                None if part.is_empty() => return Err(wrong()),
                None => values.push(part.to_string()),
            }
        }
        let mut seen = HashSet::new();
        if let Some(twice) = values.iter().find(|value| !seen.insert(value.as_str())) {
            return Err(format!("{}: {twice} is given twice", path.trim()));
        }
        Ok(Axis { path: path.trim().to_string(), values })
    }
}

fn too_many() -> String {
    format!("expected from 1 to {MOST_SETTINGS} settings")
}

/// From the lowest to the highest, both included, perhaps in steps.
fn range(low: &str, rest: &str) -> Option<Vec<String>> {
    let (high, step) = rest.split_once(':').unwrap_or((rest, "1"));
    let (low, high): (i32, i32) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
    let step: usize = step.trim().parse().ok().filter(|step| *step > 0)?;
    let values: Vec<String> =
        (low..=high).step_by(step).take(MOST_SETTINGS + 1).map(|value| value.to_string()).collect();
    Some(values).filter(|values| !values.is_empty())
}

impl Axis {
    fn to_json(&self) -> Json {
        json!({ "path": self.path, "values": self.values })
    }

    fn from_json(json: &Json) -> Option<Axis> {
        let word = |value: &Json| value.as_str().map(str::to_string);
        let values = json["values"].as_array()?.iter().map(word).collect::<Option<Vec<String>>>()?;
        Some(Axis { path: word(&json["path"])?, values })
    }
}

/// The recipes of a sweep: the base, then every combination, the last axis fastest. Names
/// are such that `niwaki compare` takes them.
pub fn recipes(recipe: &Recipe, base: Option<Recipe>, axes: &[Axis]) -> Result<Vec<Recipe>, String> {
    let count = axes.iter().try_fold(1_usize, |count, axis| count.checked_mul(axis.values.len()));
    if axes.is_empty() || !count.is_some_and(|count| (1..=MOST_SETTINGS).contains(&count)) {
        return Err(too_many());
    }
    for (index, axis) in axes.iter().enumerate() {
        if axes[..index].iter().any(|other| other.path == axis.path) {
            return Err(format!("{}: given twice", axis.path));
        }
    }
    let mut made = vec![recipe.clone()];
    for axis in axes {
        let settings = made.iter().flat_map(|before| axis.values.iter().map(|value| set(before, &axis.path, value)));
        made = settings.collect::<Result<_, String>>()?;
    }
    axes.iter().try_for_each(|axis| check_switched_on(&made, &axis.path))?;
    Ok([base.unwrap_or_else(|| recipe.clone())].into_iter().chain(made).collect())
}

fn set(recipe: &Recipe, path: &str, value: &str) -> Result<Recipe, String> {
    let mut made = recipe.clone();
    made.set(path, value)?;
    made.name = format!("{},{path}={value}", recipe.name);
    Ok(made)
}

/// The parameters of a method that is off in every setting change nothing.
fn check_switched_on(made: &[Recipe], path: &str) -> Result<(), String> {
    let method = path.split('.').next().unwrap_or_default();
    let switch = format!("{method}.{}", Param::switch().name);
    let is_off = |methods: &Methods| methods.get(&switch) == Some(0);
    if made.iter().all(|recipe| is_off(&recipe.methods)) {
        return Err(format!("{path}: {method} is switched off; RECIPE,{switch}=true switches it on"));
    }
    Ok(())
}

/// The grid as headers have it, under this key.
pub const GRID: &str = "grid";

/// The grid for the header of a run.
pub fn describe(axes: &[Axis]) -> Json {
    axes.iter().map(Axis::to_json).collect()
}

fn show(run: &Run) -> Result<Shown, Error> {
    let (sweep, trials) = Sweep::read(run)?;
    let page = page::page(run, &sweep, &trials);
    Ok(Shown { lines: sweep.lines(), json: sweep.to_json(), page: Some(page), ..Shown::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::recipe;
    use niwaki_games::list::ALL;

    fn axis(text: &str) -> Axis {
        text.parse().unwrap()
    }

    #[test]
    fn values_are_listed_or_given_as_ranges() {
        assert_eq!(axis("a.b=1,2, 3").values, ["1", "2", "3"]);
        assert_eq!(axis("a.b=2..4").values, ["2", "3", "4"]);
        assert_eq!(axis("a.b=4..12:4").values, ["4", "8", "12"]);
        assert_eq!(axis("a.b=-2..0,7").values, ["-2", "-1", "0", "7"]);
        assert_eq!(axis("multi_cut.apply=cut,table").values, ["cut", "table"]);
        for wrong in ["", "a.b", "a.b=", "a.b=1,,2", "a.b=4..2", "a.b=1..9:0", "a.b=1..x", "a.b=..", "a.b=1..2:-1"] {
            assert!(wrong.parse::<Axis>().unwrap_err().contains("expected method.parameter=1,2,3"), "{wrong}");
        }
        let endless = format!("a.b={}", ["1..2000000"; 2000].join(","));
        assert_eq!(endless.parse::<Axis>().unwrap_err(), "expected from 1 to 10000 settings");
        assert_eq!("a.b=1..3,2".parse::<Axis>().unwrap_err(), "a.b: 2 is given twice");
    }

    /// The settings of The Turk's Table 1.
    #[test]
    fn a_grid_makes_every_combination_once() {
        let base = recipe::open(ALL[0], "turk").unwrap();
        let recipe = recipe::open(ALL[0], "turk-mc").unwrap();
        let axes = ["multi_cut.reduction=1..3", "multi_cut.cuts=2..4", "multi_cut.moves=4..12:4"].map(axis);
        let made = recipes(&recipe, Some(base), &axes).unwrap();
        assert_eq!(made.len(), 1 + 27);
        assert_eq!(made[0].name, "turk");
        assert_eq!(made[2].name, "turk-mc,multi_cut.reduction=1,multi_cut.cuts=2,multi_cut.moves=8");
        let last = &made[27].methods.multi_cut;
        assert_eq!((last.reduction, last.cuts, last.moves), (3, 4, 12));
        assert_eq!(recipes(&recipe, None, &axes[..1]).unwrap()[0].name, "turk-mc");
    }

    #[test]
    fn what_cannot_be_set_is_refused_with_the_range() {
        let message = |recipe: &str, grid: &[&str]| {
            let axes: Vec<Axis> = grid.iter().map(|text| axis(text)).collect();
            recipes(&recipe::open(ALL[0], recipe).unwrap(), None, &axes).unwrap_err()
        };
        assert!(
            message("turk-mc", &["multi_cut.cuts=2,9999"]).starts_with("multi_cut.cuts: must be a whole number in ")
        );
        assert!(message("turk-mc", &["multi_cut.soup=2"]).contains("multi_cut.soup: "));
        assert!(message("turk-mc", &["multi_cut.cuts=2", "multi_cut.cuts=3"]).contains("multi_cut.cuts: given twice"));
        assert!(message("turk", &["multi_cut.cuts=2"]).contains("multi_cut is switched off"));
        assert!(message("turk-mc", &["multi_cut.cuts=1..99999"]).contains("from 1 to 10000 settings"));
        let axes = ["multi_cut.enabled=false,true", "multi_cut.cuts=2,3"].map(axis);
        assert_eq!(recipes(&recipe::open(ALL[0], "turk").unwrap(), None, &axes).unwrap().len(), 5);
    }
}
