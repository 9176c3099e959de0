//! The jobs of a run by number: what resuming, sharding and merging rest on.
use super::{
    record::{Run, SHARD, same_result},
    shard::Shard,
};
use serde_json::Value as Json;
use std::collections::{HashMap, HashSet};

/// What is wrong with the record that [`Numbering::contradiction`] finds.
pub(super) const CONTRADICTION: &str = "contradicts an earlier record of the same job";

/// How the jobs of a run are numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// Recipe by recipe, in each the positions. Records name both: `recipe`, and `number` from 1.
    Grid {
        /// Names of the recipes.
        recipes: Vec<String>,
        /// Positions of each.
        positions: usize,
    },
    /// By a field of the record, from 0.
    Line {
        /// Name of the field.
        field: &'static str,
        /// How many jobs there are.
        count: usize,
        /// How many neighbours stay in one shard: 2 for games of a pair.
        together: usize,
    },
}

impl Numbering {
    /// How many jobs there are.
    pub fn count(&self) -> usize {
        match self {
            Numbering::Grid { recipes, positions } => recipes.len().saturating_mul(*positions),
            Numbering::Line { count, .. } => *count,
        }
    }

    /// The job that a record is of; it may lie beyond the end, in a run that was to go further.
    pub fn job(&self, record: &Json) -> Option<usize> {
        let number = |key: &str| record[key].as_u64().and_then(|number| usize::try_from(number).ok());
        match self {
            Numbering::Grid { recipes, positions } => {
                let name = record["recipe"].as_str()?;
                let recipe = recipes.iter().position(|known| known == name)?;
                let index = number("number").filter(|number| (1..=*positions).contains(number))? - 1;
                recipe.checked_mul(*positions)?.checked_add(index)
            }
            Numbering::Line { field, .. } => number(field),
        }
    }

    /// The index of the first record that says something else of its job than one before it.
    pub fn contradiction<'a>(&self, records: &'a [Json]) -> Option<usize> {
        let name = |record: &'a Json| match self {
            Numbering::Grid { .. } => Some((record["recipe"].as_str()?, record["number"].as_u64()?)),
            Numbering::Line { field, .. } => Some(("", record[*field].as_u64()?)),
        };
        let mut seen: HashMap<(&str, u64), &Json> = HashMap::new();
        records.iter().position(|record| {
            let known = name(record).and_then(|job| seen.insert(job, record));
            known.is_some_and(|known| !same_result(known, record))
        })
    }

    /// Jobs that a run has recorded, and all jobs of its shard.
    pub(crate) fn progress(&self, run: &Run) -> [usize; 2] {
        let header = run.header.as_ref().unwrap_or(&Json::Null);
        let shard = header[SHARD].as_str().and_then(|text| text.parse().ok()).unwrap_or(Shard::WHOLE);
        let done: HashSet<usize> =
            run.records.iter().filter_map(|record| self.job(record)).filter(|job| *job < self.count()).collect();
        [done.len(), self.jobs(shard).count()]
    }

    /// Whether a shard does a job.
    pub fn falls_to(&self, shard: Shard, job: usize) -> bool {
        shard.takes(job / self.together())
    }

    /// The jobs of a shard, in order.
    pub fn jobs(&self, shard: Shard) -> impl Iterator<Item = usize> + '_ {
        (0..self.count()).filter(move |job| self.falls_to(shard, *job))
    }

    fn together(&self) -> usize {
        match self {
            Numbering::Grid { .. } => 1,
            Numbering::Line { together, .. } => (*together).max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn records_are_found_in_the_grid_and_strangers_are_not() {
        let grid = Numbering::Grid { recipes: vec!["a".into(), "b".into()], positions: 3 };
        assert_eq!(grid.count(), 6);
        assert_eq!(grid.job(&json!({ "recipe": "b", "number": 2 })), Some(4));
        for strange in [json!({ "recipe": "c", "number": 2 }), json!({ "recipe": "a", "number": 0 }), json!({})] {
            assert_eq!(grid.job(&strange), None);
        }
    }

    #[test]
    fn two_results_of_one_job_contradict_each_other_unless_only_times_differ() {
        let line = Numbering::Line { field: "game", count: 10, together: 2 };
        let game =
            |number: usize, result: &str, seconds: f64| json!({ "game": number, "result": result, "seconds": seconds });
        let mut records = vec![game(0, "1-0", 1.0), game(1, "0-1", 1.0), game(0, "1-0", 2.0)];
        assert_eq!(line.contradiction(&records), None);
        records.extend([game(2, "1-0", 1.0), game(1, "1-0", 1.0), game(1, "0-1", 1.0)]);
        assert_eq!(line.contradiction(&records), Some(4));
    }

    #[test]
    fn the_games_of_a_pair_stay_together() {
        let line = Numbering::Line { field: "game", count: 10, together: 2 };
        let part: Vec<usize> = line.jobs("2/3".parse().unwrap()).collect();
        assert_eq!(part, [2, 3, 8, 9]);
        assert_eq!(line.job(&json!({ "game": 12 })), Some(12));
    }
}
