//! How often a late move of a node was still better than all before it, by what was
//! known just before it was searched: the statistics of RankCut. `rank_observer.rs` counts.
//!
//! The counting rule: each tested move adds a visit to the cell of its state. If that
//! move or a later one of the node beats the best score at the time of the test, the
//! visit counts as improved; if one raises alpha, as raised. A move that beats beta
//! does both. Nodes that a stop interrupted do not count.
use crate::node::{Depth, Score};
use std::collections::HashMap;

/// In which part of the move order a move stands. Earlier parts are never tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Quiet with a good history, no killer.
    History,
    /// The other quiet moves, and captures that lose material.
    Remaining,
}

impl Phase {
    /// The phase of a move, if it is tested: killers are not, nor captures that hold by
    /// static exchange.
    #[inline]
    pub fn of(quiet: bool, killer: bool, history: i32, holds: impl FnOnce() -> bool) -> Option<Phase> {
        let early = if quiet { killer } else { holds() };
        (!early).then_some(if quiet && history > 0 { Phase::History } else { Phase::Remaining })
    }
}

/// What is known before a move is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Remaining plies of the node.
    pub depth: Depth,
    /// The side to move is in check.
    pub forced: bool,
    /// Place of the move in the order.
    pub rank: i32,
    /// How often the best score was improved after the first move.
    pub changes: i32,
    /// Best score less the alpha that the node was asked with.
    pub best_alpha: Score,
    /// Score of the last move less the best one.
    pub last_best: Score,
    /// Part of the move order.
    pub phase: Phase,
}

/// How states are sorted into cells. An edge is the last number of its bin; greater
/// depths, ranks and changes than the greatest are taken for it. Those of a model come
/// from its file; the default has one bin for each feature.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bins {
    /// Greatest depth.
    pub depth: Depth,
    /// Greatest rank.
    pub rank: i32,
    /// Greatest number of changes of the best move.
    pub changes: i32,
    /// Edges for the best score less alpha, rising.
    pub best_alpha: Vec<Score>,
    /// Edges for the last score less the best, rising.
    pub last_best: Vec<Score>,
}

const HUNDREDTHS: Score = 100;

/// Features of a state, and numbers of a place in [`Bins`].
pub const FEATURES: usize = 7;

fn bin(edges: &[Score], score: Score) -> u32 {
    edges.iter().filter(|edge| score > **edge).count() as u32
}

impl Bins {
    /// Bins for a game in which one pawn, disc or stone is worth `unit`.
    pub fn of_unit(unit: Score) -> Bins {
        let edges = |hundredths: &[Score]| hundredths.iter().map(|edge| edge * unit / HUNDREDTHS).collect();
        let mut last_best: Vec<Score> = edges(&[-600, -300, -150, -75, -25]);
        // All that is worse than the best, however little.
        last_best.push(-1);
        Bins { depth: 16, rank: 32, changes: 5, best_alpha: edges(&[-300, -150, -50, 0, 50, 150]), last_best }
    }

    /// Bins for each feature, in the order of [`State`].
    pub fn sizes(&self) -> [u32; FEATURES] {
        let edges = [self.best_alpha.len() as u32 + 1, self.last_best.len() as u32 + 1];
        [self.depth as u32 + 1, 2, self.rank as u32 + 1, self.changes as u32 + 1, edges[0], edges[1], 2]
    }

    /// Number of cells, if there are not too many to be numbered.
    pub fn cells(&self) -> Option<u32> {
        self.sizes().into_iter().try_fold(1u32, u32::checked_mul)
    }

    /// The bin of each feature.
    pub fn place(&self, state: &State) -> [u32; FEATURES] {
        [
            state.depth.clamp(0, self.depth) as u32,
            state.forced as u32,
            state.rank.clamp(0, self.rank) as u32,
            state.changes.clamp(0, self.changes) as u32,
            bin(&self.best_alpha, state.best_alpha),
            bin(&self.last_best, state.last_best),
            state.phase as u32,
        ]
    }

    /// The number of the cell at a place.
    pub fn number(&self, place: [u32; FEATURES]) -> u32 {
        self.sizes().into_iter().zip(place).fold(0, |number, (size, bin)| number * size + bin)
    }

    /// The place of the cell with this number.
    pub fn place_of(&self, number: u32) -> [u32; FEATURES] {
        let (sizes, mut rest) = (self.sizes(), number);
        let mut place = [0; FEATURES];
        for feature in (0..FEATURES).rev() {
            place[feature] = rest % sizes[feature];
            rest /= sizes[feature];
        }
        place
    }
}

/// What was counted of one kind of state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// y: moves tested in this state.
    pub visits: u64,
    /// x: those that were, or were followed by, a better move than the best.
    pub improved: u64,
    /// The same for moves that raised alpha.
    pub raised: u64,
}

impl Cell {
    /// Adds the counts of another.
    pub fn add(&mut self, other: &Cell) {
        self.visits += other.visits;
        self.improved += other.improved;
        self.raised += other.raised;
    }
}

/// The statistics. Without any cell nothing is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Name or file they came from; empty if there are none.
    pub name: String,
    /// How states are sorted.
    pub bins: Bins,
    /// The cells that were visited, by their number.
    pub cells: HashMap<u32, Cell>,
}

impl Statistics {
    /// Nothing counted yet, to be sorted into these bins.
    pub fn of(bins: Bins) -> Statistics {
        Statistics { bins, ..Statistics::default() }
    }

    /// What was counted of such states.
    pub fn cell(&self, state: &State) -> Option<&Cell> {
        if self.cells.is_empty() {
            return None;
        }
        self.cells.get(&self.bins.number(self.bins.place(state)))
    }

    /// Adds what others have counted in the same bins.
    pub fn add(&mut self, other: &Statistics) {
        debug_assert_eq!(self.bins, other.bins);
        for (number, cell) in &other.cells {
            self.cells.entry(*number).or_default().add(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        State { depth: 8, forced: false, rank: 5, changes: 1, best_alpha: -60, last_best: -10, phase: Phase::Remaining }
    }

    #[test]
    fn a_cell_number_leads_back_to_its_place() {
        let bins = Bins::of_unit(100);
        let count = bins.cells().unwrap();
        for number in (0..count).step_by(97).chain([count - 1]) {
            assert_eq!(bins.number(bins.place_of(number)), number);
        }
        assert_eq!(Bins { depth: 1 << 20, rank: 1 << 20, ..bins }.cells(), None);
    }

    #[test]
    fn an_edge_is_the_last_number_of_its_bin() {
        let bins = Bins::of_unit(100);
        let best = |best_alpha| bins.place(&State { best_alpha, ..state() })[4];
        assert_eq!([-30_000, -300, -299, 0, 1, 150, 151].map(best), [0, 0, 1, 3, 4, 5, 6]);
        let last = |last_best| bins.place(&State { last_best, ..state() })[5];
        assert_eq!([-60_000, -600, -599, -25, -24, -1, 0].map(last), [0, 0, 1, 4, 5, 5, 6]);
    }

    #[test]
    fn edges_grow_with_the_unit_of_the_game() {
        let (pawn, disc) = (Bins::of_unit(100), Bins::of_unit(800));
        assert_eq!((pawn.best_alpha[0], disc.best_alpha[0]), (-300, -2400));
        assert_eq!(
            (pawn.last_best, disc.last_best[4..].to_vec()),
            (vec![-600, -300, -150, -75, -25, -1], vec![-200, -1])
        );
    }

    #[test]
    fn what_exceeds_the_greatest_is_taken_for_it() {
        let bins = Bins::of_unit(100);
        let far = State { depth: 99, rank: 99, changes: 99, ..state() };
        assert_eq!(bins.place(&far), [16, 0, 32, 5, 2, 5, 1]);
    }

    #[test]
    fn every_feature_tells_states_apart() {
        let other = [
            State { depth: 9, ..state() },
            State { forced: true, ..state() },
            State { rank: 6, ..state() },
            State { changes: 2, ..state() },
            State { best_alpha: -40, ..state() },
            State { last_best: 0, ..state() },
            State { phase: Phase::History, ..state() },
        ];
        let bins = Bins::of_unit(100);
        let number = |state: &State| bins.number(bins.place(state));
        assert!(other.iter().all(|other| number(other) != number(&state())));
    }

    #[test]
    fn moves_of_early_phases_are_not_tested() {
        let phase = |quiet, killer, history, holds| Phase::of(quiet, killer, history, || holds);
        assert_eq!(phase(true, false, 0, true), Some(Phase::Remaining));
        assert_eq!(phase(true, false, 1, true), Some(Phase::History));
        assert_eq!(phase(true, true, 1, true), None);
        assert_eq!(phase(false, false, 9, true), None);
        assert_eq!(phase(false, false, 9, false), Some(Phase::Remaining));
    }
}
