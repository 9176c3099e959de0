//! The record of a game whose searches were observed.
use crate::setup::model::rank_cut;
use niwaki_search::rank_statistics::{Bins, Cell, Statistics};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// Numbers that describe a cell: its number, visits, improved and raised.
const CELL: usize = 4;

/// What one game has shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// Number of the game, from 0. Every tenth is held out.
    pub game: usize,
    /// Searches observed.
    pub searches: u64,
    /// Their nodes.
    pub nodes: u64,
    /// Four numbers for each cell: its number, moves tested, moves that improved the best score,
    /// moves that raised alpha.
    pub cells: Vec<u64>,
}

impl Game {
    /// The record of a game.
    pub fn new(game: usize, searches: u64, nodes: u64, found: &Statistics) -> Game {
        let mut cells: Vec<(&u32, &Cell)> = found.cells.iter().collect();
        cells.sort_unstable_by_key(|(number, _)| **number);
        let numbers =
            cells.iter().flat_map(|(number, cell)| [u64::from(**number), cell.visits, cell.improved, cell.raised]);
        Game { game, searches, nodes, cells: numbers.collect() }
    }

    /// What it has counted; `None` if the numbers make no sense.
    pub fn statistics(&self, bins: &Bins) -> Option<Statistics> {
        let mut found = Statistics::of(bins.clone());
        let end = found.bins.cells()?;
        for numbers in self.cells.chunks(CELL) {
            let [number, visits, improved, raised] = *numbers else { return None };
            let number = u32::try_from(number).ok().filter(|number| *number < end)?;
            if improved > visits || raised > visits {
                return None;
            }
            found.cells.insert(number, Cell { visits, improved, raised });
        }
        Some(found)
    }
}

/// The bins as headers have them.
pub(super) fn describe_bins(bins: &Bins) -> Json {
    json!({
        "depth": bins.depth,
        "rank": bins.rank,
        "changes": bins.changes,
        "best_alpha": bins.best_alpha,
        "last_best": bins.last_best,
    })
}

/// The bins that the header of a collection names.
pub(super) fn read_bins(header: &Json) -> Option<Bins> {
    let table = toml::Table::try_from(&header["plan"]["bins"]).ok()?;
    rank_cut::parse_bins(Some(&table)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_read_back_and_nonsense_is_refused() {
        let bins = Bins::of_unit(100);
        let mut found = Statistics::of(bins.clone());
        found.cells.insert(7, Cell { visits: 20, improved: 3, raised: 1 });
        found.cells.insert(2, Cell { visits: 5, improved: 0, raised: 0 });
        let game = Game::new(0, 4, 900, &found);
        assert_eq!(game.statistics(&bins), Some(found));
        for cells in [vec![1, 2, 3], vec![1, 2, 3, 0], vec![4_000_000_000, 1, 0, 0]] {
            assert_eq!(Game { cells, ..game.clone() }.statistics(&bins), None);
        }
    }
}
