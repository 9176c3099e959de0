//! The records of a collection: what each game has told, in the order of the games.
use super::{COMMAND, Collection, Played, Settings};
use crate::{
    report::Unreadable,
    study::{record::Plan, shard::Shard},
};
use niwaki_search::rank_statistics::{Bins, Cell, Statistics};
use serde_json::{Value as Json, json};

/// What the run is, for its records. `command` repeats it.
pub fn plan(settings: &Settings, command: &str) -> Plan {
    let bins = Bins::default();
    let decides = json!({
        "what": "rankcut",
        "game": settings.recipe.kit.name(),
        "recipe": settings.recipe.to_json(),
        "limit": settings.effort.words(),
        "seed": settings.seed,
        "hash": settings.hash,
        "min_depth": settings.min_depth,
        "bins": {
            "depth": bins.depth,
            "rank": bins.rank,
            "changes": bins.changes,
            "best_alpha": bins.best_alpha,
            "last_best": bins.last_best,
        },
    });
    let notes = json!({ "games": settings.games, "jobs": settings.jobs, "repeat": command });
    Plan { command: COMMAND, decides, notes, shard: Shard::WHOLE }
}

/// The record of one game. Cells are number, visits, improved and raised, one after the other.
pub(super) fn game(number: usize, played: &Played) -> Json {
    let mut cells: Vec<(&u32, &Cell)> = played.found.cells.iter().collect();
    cells.sort_unstable_by_key(|(number, _)| **number);
    let numbers =
        cells.iter().flat_map(|(number, cell)| [u64::from(**number), cell.visits, cell.improved, cell.raised]);
    json!({
        "game": number,
        "searches": played.searches,
        "nodes": played.nodes,
        "cells": numbers.collect::<Vec<_>>(),
    })
}

/// What all recorded games have told.
pub(super) fn read(records: &[Json]) -> Result<Collection, Unreadable> {
    let mut collection = Collection::default();
    for (index, record) in records.iter().enumerate() {
        // The first line is the header.
        let wrong = Unreadable::Record { line: index + 2, expected: "the next game of a collection" };
        collection.add(&read_game(record, index).ok_or(wrong)?);
    }
    Ok(collection)
}

fn read_game(record: &Json, index: usize) -> Option<Played> {
    let number = |name: &str| record[name].as_u64();
    let numbers = record["cells"].as_array()?.iter().map(Json::as_u64).collect::<Option<Vec<u64>>>()?;
    let mut found = Statistics::default();
    let end = found.bins.cells()?;
    for four in numbers.chunks(4) {
        let [number, visits, improved, raised] = *four else { return None };
        let number = u32::try_from(number).ok().filter(|number| *number < end)?;
        if improved > visits || raised > visits {
            return None;
        }
        found.cells.insert(number, Cell { visits, improved, raised });
    }
    let played = Played { found, searches: number("searches")?, nodes: number("nodes")? };
    (number("game")? as usize == index).then_some(played)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_back_and_nonsense_is_named() {
        let mut found = Statistics::default();
        found.cells.insert(7, Cell { visits: 20, improved: 3, raised: 1 });
        found.cells.insert(2, Cell { visits: 5, improved: 0, raised: 0 });
        let record = game(0, &Played { found: found.clone(), searches: 4, nodes: 900 });
        let read_back = read(std::slice::from_ref(&record)).unwrap();
        assert_eq!((read_back.counted, read_back.searches, read_back.nodes), (found, 4, 900));
        for cells in [json!([1, 2, 3]), json!([1, 2, 3, 0]), json!([4_000_000_000u64, 1, 0, 0]), json!([-1, 1, 0, 0])] {
            let mut wrong = record.clone();
            wrong["cells"] = cells;
            let message = read(&[wrong]).err().unwrap().to_string();
            assert_eq!(message, "line 2: expected the next game of a collection");
        }
        assert!(read(&[record.clone(), record]).is_err(), "a game counts once");
    }
}
