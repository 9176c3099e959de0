//! What the games of a collection say: the statistics, and how well they predict other games.
use super::record::{Game, read_bins};
use crate::study::{
    error::Error,
    record::{Run, line_of},
};
use niwaki_search::{
    prune::rank_cut::RankCut,
    rank_statistics::{Cell, Statistics},
};
use std::collections::BTreeMap;

/// One game in ten is held out.
const HELD_OUT: usize = 10;
/// Upper ends of the bands of predicted chances, in percent.
const BANDS: [f64; 11] = [0.1, 0.25, 0.5, 0.75, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
const PERCENT: f64 = 100.0;

/// The statistics of all games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Collection {
    /// Of the games that count.
    pub counted: Statistics,
    /// Of the games that are held out.
    pub held_out: Statistics,
    /// Games that count.
    pub games: usize,
    /// Games that are held out.
    pub held_out_games: usize,
    /// Searches observed in all games.
    pub searches: u64,
    /// Their nodes.
    pub nodes: u64,
}

impl Collection {
    /// What the records of a run say.
    pub fn new(run: &Run) -> Result<Collection, Error> {
        let header = run.header.as_ref().filter(|header| header["command"] == super::COMMAND);
        let header = header.ok_or_else(|| Error::new("expected the records of a collection"))?;
        let bins = read_bins(header).ok_or_else(|| Error::new("expected the bins of a collection"))?;
        let mut games = BTreeMap::new();
        for (index, record) in run.records.iter().enumerate() {
            let wrong = || Error::line(line_of(index), "expected a game of a collection");
            let game: Game = serde_json::from_value(record.clone()).map_err(|_| wrong())?;
            let found = game.statistics(&bins).ok_or_else(wrong)?;
            if games.insert(game.game, (game, found)).is_some() {
                return Err(wrong());
            }
        }
        let empty = || Statistics::of(bins.clone());
        let mut collection = Collection { counted: empty(), held_out: empty(), ..Collection::default() };
        games.values().for_each(|(game, found)| collection.add(game, found));
        Ok(collection)
    }

    fn add(&mut self, game: &Game, found: &Statistics) {
        if game.game % HELD_OUT == HELD_OUT - 1 {
            self.held_out.add(found);
            self.held_out_games += 1;
        } else {
            self.counted.add(found);
            self.games += 1;
        }
        self.searches += game.searches;
        self.nodes += game.nodes;
    }
}

/// Held-out moves whose predicted chance of a better move lies in one band.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Band {
    /// Upper end of the band in percent; the lower one is that of the band before.
    pub below: f64,
    /// Held-out moves.
    pub visits: u64,
    /// Better moves that were predicted for them.
    pub predicted: f64,
    /// Better moves that came.
    pub observed: u64,
}

/// What the statistics know of the moves at one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The depth, or the greatest one and more.
    pub depth: u32,
    /// Moves tested in the games that count.
    pub visits: u64,
    /// Of these, in states with enough samples.
    pub known: u64,
    /// Of these, in states whose chance lies below the threshold.
    pub below: u64,
    /// The same against alpha instead of the best score.
    pub below_alpha: u64,
}

fn chance(cell: &Cell) -> f64 {
    cell.improved as f64 / cell.visits as f64
}

/// How the chances predicted by `counted` came true in `held_out`.
pub fn calibration(counted: &Statistics, held_out: &Statistics) -> Vec<Band> {
    let mut bands = BANDS.map(|below| Band { below, ..Band::default() });
    for (number, cell) in &held_out.cells {
        let Some(known) = counted.cells.get(number).filter(|known| is_enough(known)) else { continue };
        let percent = PERCENT * chance(known);
        let band = bands.iter().position(|band| percent < band.below).unwrap_or(bands.len() - 1);
        bands[band].visits += cell.visits;
        bands[band].predicted += chance(known) * cell.visits as f64;
        bands[band].observed += cell.improved;
    }
    bands.into_iter().filter(|band| band.visits > 0).collect()
}

fn is_enough(cell: &Cell) -> bool {
    cell.visits >= RankCut::on().samples as u64
}

/// Moves by depth: how many the statistics know, and how many RankCut would reduce.
pub fn reach(counted: &Statistics) -> Vec<Reach> {
    let threshold = f64::from(RankCut::on().threshold) / PERCENT;
    let unlikely = |count: u64, cell: &Cell| PERCENT * count as f64 / (cell.visits as f64) < threshold;
    let mut depths = vec![Reach::default(); counted.bins.depth as usize + 1];
    for (number, cell) in &counted.cells {
        let place = counted.bins.place_of(*number);
        let reach = &mut depths[place[0] as usize];
        reach.depth = place[0];
        reach.visits += cell.visits;
        if is_enough(cell) {
            reach.known += cell.visits;
            reach.below += if unlikely(cell.improved, cell) { cell.visits } else { 0 };
            reach.below_alpha += if unlikely(cell.raised, cell) { cell.visits } else { 0 };
        }
    }
    depths.retain(|reach| reach.visits > 0);
    depths
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_search::rank_statistics::Bins;

    fn statistics(cells: &[(u32, u64, u64)]) -> Statistics {
        let mut found = Statistics::of(Bins::of_unit(100));
        for &(number, visits, improved) in cells {
            found.cells.insert(number, Cell { visits, improved, raised: improved / 2 });
        }
        found
    }

    #[test]
    fn predictions_are_set_against_what_came() {
        // 0.5 % and 30 % predicted; the third cell has too few samples, the fourth none.
        let counted = statistics(&[(1, 2000, 10), (2, 1000, 300), (3, 999, 0)]);
        let held_out = statistics(&[(1, 400, 4), (2, 100, 31), (3, 50, 50), (4, 50, 50)]);
        let bands = calibration(&counted, &held_out);
        assert_eq!(bands[0], Band { below: 0.75, visits: 400, predicted: 2.0, observed: 4 });
        assert_eq!(bands[1], Band { below: 50.0, visits: 100, predicted: 30.0, observed: 31 });
        assert_eq!(bands.len(), 2);
    }

    #[test]
    fn moves_are_counted_by_depth() {
        let bins = Bins::of_unit(100);
        let at = |depth, rank| bins.number([depth, 0, rank, 0, 0, 0, 0]);
        let counted = statistics(&[(at(7, 2), 2000, 14), (at(7, 3), 2000, 20), (at(7, 4), 2000, 40), (at(8, 2), 9, 0)]);
        let reached = reach(&counted);
        assert_eq!(reached[0], Reach { depth: 7, visits: 6000, known: 6000, below: 2000, below_alpha: 4000 });
        assert_eq!(reached[1], Reach { depth: 8, visits: 9, known: 0, below: 0, below_alpha: 0 });
    }
}
