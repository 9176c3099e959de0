//! Predicted against observed, in words for people and in JSON.
use super::Collection;
use niwaki_search::{
    prune::rank_cut::RankCut,
    rank_statistics::{Cell, Statistics},
};
use serde_json::{Value as Json, json};

/// Upper ends of the bands of predicted chances, in percent.
const BANDS: [f64; 11] = [0.1, 0.25, 0.5, 0.75, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
const PERCENT: f64 = 100.0;

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

/// How the chances foretold by `counted` came true in `held_out`.
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

impl Collection {
    /// The collection in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("games       {} and {} held out", self.games, self.held_out_games),
            format!("searches    {}", self.searches),
            format!("nodes       {}", self.nodes),
            format!("cells       {}", self.counted.cells.len()),
            String::new(),
            "held-out moves by predicted chance of a better one".to_string(),
            format!("{:>8} {:>12} {:>10} {:>10}", "below", "moves", "predicted", "observed"),
        ];
        let percent = |part: f64, whole: u64| PERCENT * part / whole.max(1) as f64;
        lines.extend(calibration(&self.counted, &self.held_out).iter().map(|band| {
            let (predicted, observed) = (percent(band.predicted, band.visits), band.observed as f64);
            format!(
                "{:>6} % {:>12} {predicted:>8.3} % {:>8.3} %",
                band.below,
                band.visits,
                percent(observed, band.visits)
            )
        }));
        lines.push(String::new());
        lines.push("moves by depth: known, and below the threshold against the best score and against alpha".into());
        lines.push(format!("{:>5} {:>12} {:>8} {:>8} {:>8}", "depth", "moves", "known", "best", "alpha"));
        lines.extend(reach(&self.counted).iter().map(|reach| {
            let share = |part: u64| percent(part as f64, reach.visits);
            let (known, below, alpha) = (share(reach.known), share(reach.below), share(reach.below_alpha));
            format!("{:>5} {:>12} {known:>6.1} % {below:>6.1} % {alpha:>6.1} %", reach.depth, reach.visits)
        }));
        lines
    }

    /// The collection as one JSON object.
    pub fn to_json(&self) -> Json {
        let band = |band: &Band| {
            json!({
                "below_percent": band.below, "visits": band.visits,
                "predicted": band.predicted, "observed": band.observed,
            })
        };
        let depth = |reach: &Reach| {
            json!({
                "depth": reach.depth, "visits": reach.visits, "known": reach.known,
                "below": reach.below, "below_alpha": reach.below_alpha,
            })
        };
        json!({
            "games": self.games,
            "held_out": self.held_out_games,
            "searches": self.searches,
            "nodes": self.nodes,
            "cells": self.counted.cells.len(),
            "calibration": calibration(&self.counted, &self.held_out).iter().map(band).collect::<Vec<_>>(),
            "depths": reach(&self.counted).iter().map(depth).collect::<Vec<_>>(),
        })
    }
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
        // 0.5 % and 30 % foretold; the third cell has too few samples, the fourth none.
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
