//! Which games are played: adaptive, and the same whenever the same games were played before.
//!
//! Pairs of games are dealt out batch by batch. The first batch gives every change the same
//! number; each further one goes pair by pair to the change whose score is least certain, where
//! a change whose place among its neighbours is undecided counts as twice as uncertain. What is
//! in a batch depends on the batches before it alone.
use super::{Found, Settings, What};
use niwaki_statistics::Outcome;
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of every change at every budget in the first batch.
const FIRST_PAIRS: usize = 4;
/// A further batch is this part of what was played before, but at least one pair a change.
const GROWTH: usize = 4;
/// Standard errors within which two scores may be the same: 95 % of a normal distribution.
const SURE: f64 = 1.96;
/// How much more a change counts whose place is undecided.
const UNDECIDED: f64 = 2.0;

/// One pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) budget: usize,
    pub(super) variant: usize,
    pub(super) opening: usize,
}

/// A pair of which at least one game was played, with the points of the base in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    slot: Slot,
    halves: [Option<u32>; 2],
}

impl Known {
    fn points(self) -> Option<f64> {
        Some(f64::from(self.halves[0]? + self.halves[1]?) / 4.0)
    }
}

/// The pairs of a shard and the openings that they may begin with.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    pub(super) budgets: usize,
    pub(super) variants: usize,
    pub(super) openings: Vec<usize>,
    pub(super) pairs: Vec<usize>,
}

/// Notes a game.
pub(super) fn note(known: &mut BTreeMap<usize, Known>, found: &Found, first: usize, settings: &Settings) {
    let (What::Game { nodes, played }, Some(game)) = (&found.what, found.job.checked_sub(first)) else { return };
    let budget = settings.budgets.iter().position(|budget| budget == nodes);
    let changed = played.pairing.players.into_iter().max().and_then(|player| player.checked_sub(1));
    let (Some(budget), Some(variant)) = (budget, changed) else { return };
    let slot = Slot { budget, variant, opening: played.pairing.opening };
    let halves = match played.outcome_of(super::BASE) {
        Outcome::Win => 2,
        Outcome::Draw => 1,
        Outcome::Loss => 0,
    };
    known.entry(game / 2).or_insert(Known { slot, halves: [None; 2] }).halves[game % 2] = Some(halves);
}

impl Schedule {
    fn cells(&self) -> usize {
        self.budgets * self.variants
    }

    fn cell(&self, slot: Slot) -> usize {
        slot.budget * self.variants + slot.variant
    }

    /// The first batch that is not all played, pair by pair; `None` if there is none.
    pub(super) fn next(&self, known: &BTreeMap<usize, Known>) -> Option<BTreeMap<usize, Slot>> {
        let mut start = 0;
        while start < self.pairs.len() {
            let size = if start == 0 { FIRST_PAIRS * self.cells() } else { self.cells().max(start / GROWTH) };
            let end = (start + size).min(self.pairs.len());
            let over = |pair: &usize| known.get(pair).is_some_and(|known| known.points().is_some());
            if !self.pairs[start..end].iter().all(over) {
                return Some(self.deal(start, end, known));
            }
            start = end;
        }
        None
    }

    /// Deals out a batch. What is recorded of it stays as it is.
    fn deal(&self, start: usize, end: usize, known: &BTreeMap<usize, Known>) -> BTreeMap<usize, Slot> {
        let mut sums = vec![Sum::default(); self.cells()];
        for known in self.pairs[..start].iter().filter_map(|pair| known.get(pair)) {
            known.points().into_iter().for_each(|points| sums[self.cell(known.slot)].add(points));
        }
        let taken = |slot: &Slot| (slot.budget, slot.variant, slot.opening);
        let mut used: BTreeSet<(usize, usize, usize)> = known.values().map(|known| taken(&known.slot)).collect();
        let mut planned = vec![0; self.cells()];
        let mut slots = BTreeMap::new();
        for pair in &self.pairs[start..end] {
            if let Some(known) = known.get(pair) {
                planned[self.cell(known.slot)] += 1;
                slots.insert(*pair, known.slot);
                continue;
            }
            let cell = self.neediest(&sums, &planned);
            planned[cell] += 1;
            let (budget, variant) = (cell / self.variants, cell % self.variants);
            let fresh = |opening: &&usize| used.insert((budget, variant, **opening));
            // A change that has had every opening begins again.
            let again = self.openings[planned[cell] as usize % self.openings.len()];
            let opening = self.openings.iter().find(fresh).copied().unwrap_or(again);
            slots.insert(*pair, Slot { budget, variant, opening });
        }
        slots
    }

    /// The cell whose next pair tells most.
    fn neediest(&self, sums: &[Sum], planned: &[u64]) -> usize {
        let errors: Vec<f64> = sums.iter().zip(planned).map(|(sum, more)| sum.error(*more)).collect();
        let room = |cell: &usize| sums[*cell].pairs + planned[*cell] < self.openings.len() as u64;
        let need = |cell: usize| errors[cell] * if self.is_undecided(cell, sums, &errors) { UNDECIDED } else { 1.0 };
        let most = (0..self.cells()).filter(room).max_by(|one, two| {
            // Of equals the first, whatever the order of the search.
            need(*one).total_cmp(&need(*two)).then(two.cmp(one))
        });
        most.unwrap_or_default()
    }

    /// Whether another change at the same budget may have the same score.
    fn is_undecided(&self, cell: usize, sums: &[Sum], errors: &[f64]) -> bool {
        let row = cell / self.variants * self.variants;
        let near = |other: usize| {
            let apart = (sums[cell].mean() - sums[other].mean()).abs();
            apart < SURE * errors[cell].hypot(errors[other])
        };
        (row..row + self.variants).any(|other| other != cell && near(other))
    }
}

/// The scores of the base against one change.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    pairs: u64,
    points: f64,
    squares: f64,
}

impl Sum {
    fn add(&mut self, points: f64) {
        self.pairs += 1;
        self.points += points;
        self.squares += points * points;
    }

    fn mean(&self) -> f64 {
        self.points / self.pairs.max(1) as f64
    }

    /// Standard error of the mean after more pairs. Two pairs of 0 and 1 are thought of besides:
    /// a few equal results are not certain.
    fn error(&self, more: u64) -> f64 {
        let count = self.pairs as f64 + 2.0;
        let mean = (self.points + 1.0) / count;
        let variance = (self.squares + 1.0) / count - mean * mean;
        (variance.max(0.0) / (count + more as f64)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(pairs: usize) -> Schedule {
        Schedule { budgets: 1, variants: 3, openings: (0..50).collect(), pairs: (0..pairs).collect() }
    }

    /// The base against change 0 wins all, against change 1 and 2 it is even.
    fn played(slot: Slot, pair: usize) -> Known {
        let halves = if slot.variant == 0 { [Some(2); 2] } else { [Some(pair as u32 % 3), Some(1)] };
        Known { slot, halves }
    }

    fn play_all(schedule: &Schedule) -> BTreeMap<usize, Known> {
        let mut known = BTreeMap::new();
        while let Some(batch) = schedule.next(&known) {
            known.extend(batch.into_iter().map(|(pair, slot)| (pair, played(slot, pair))));
        }
        known
    }

    #[test]
    fn games_go_where_the_order_is_undecided() {
        let known = play_all(&schedule(60));
        let count = |variant| known.values().filter(|known| known.slot.variant == variant).count();
        assert!(count(0) < 10 && count(1) > 20 && count(2) > 20, "{} {} {}", count(0), count(1), count(2));
        let openings: BTreeSet<_> = known.values().map(|known| (known.slot.variant, known.slot.opening)).collect();
        assert_eq!(openings.len(), 60, "no game is played twice");
    }

    #[test]
    fn a_batch_is_the_same_whatever_part_of_it_is_played() {
        let schedule = schedule(60);
        let whole = play_all(&schedule);
        for lost in [vec![13], vec![0, 59], vec![20, 21, 35], (14..60).collect()] {
            let mut known = whole.clone();
            // A game of one pair is kept, as a kill leaves it.
            known.retain(|pair, _| !lost.contains(pair));
            known.get_mut(&12).unwrap().halves[1] = None;
            while let Some(batch) = schedule.next(&known) {
                for (pair, slot) in batch {
                    assert_eq!(slot, whole[&pair].slot, "pair {pair} after the loss of {lost:?}");
                    known.insert(pair, played(slot, pair));
                }
            }
            assert_eq!(known, whole);
        }
    }

    #[test]
    fn equal_results_of_few_games_are_not_certain() {
        let mut sum = Sum::default();
        (0..4).for_each(|_| sum.add(1.0));
        assert!(sum.error(0) > 0.1 && sum.error(40) < sum.error(0));
    }
}
