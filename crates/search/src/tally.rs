//! What the methods did in a search, counted by the gate.
use crate::{id::Id, score::Depth};

/// Depths that are counted apart; the last row holds all greater ones too.
pub const DEPTHS: usize = 24;

/// What one method did in one search.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Times it did something or searched for it.
    pub tries: u64,
    /// Times it ended a node, skipped a move or changed a depth.
    pub cuts: u64,
    /// Nodes inside its own searches, each once however deeply they are nested.
    pub nodes: u64,
    /// Reduced moves that beat alpha and were searched again.
    pub again: u64,
    /// Quiet moves thrown away with the one that was skipped, where it skipped all the rest.
    pub rest: u64,
}

impl Tally {
    /// Adds another.
    pub fn add(&mut self, part: &Tally) {
        self.tries += part.tries;
        self.cuts += part.cuts;
        self.nodes += part.nodes;
        self.again += part.again;
        self.rest += part.rest;
    }
}

/// Rows of one method: a tally for each remaining depth of the nodes where it was asked,
/// from 0 (quiescence) on. The row at [`DEPTHS`]` - 1` is that of all greater depths too.
pub type Rows = Vec<Tally>;

/// Every method by every depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tallies([[Tally; DEPTHS]; Id::COUNT]);

impl Default for Tallies {
    fn default() -> Self {
        Tallies([[Tally::default(); DEPTHS]; Id::COUNT])
    }
}

impl Tallies {
    /// The cell of a method at a depth.
    #[inline]
    pub(crate) fn at(&mut self, id: Id, depth: Depth) -> &mut Tally {
        &mut self.0[id as usize][depth.clamp(0, DEPTHS as Depth - 1) as usize]
    }

    /// Adds what another thread has counted.
    pub(crate) fn add(&mut self, part: &Tallies) {
        let cells = self.0.iter_mut().flatten().zip(part.0.iter().flatten());
        cells.for_each(|(sum, part)| sum.add(part));
    }

    /// The methods that did something, each with its sum over all depths.
    pub(crate) fn totals(&self) -> Vec<(Id, Tally)> {
        let total = |rows: Rows| {
            let mut sum = Tally::default();
            rows.iter().for_each(|row| sum.add(row));
            sum
        };
        self.rows().into_iter().map(|(id, rows)| (id, total(rows))).collect()
    }

    /// The methods that did something, each with its rows up to the last that holds anything.
    pub(crate) fn rows(&self) -> Vec<(Id, Rows)> {
        let rows = |&id: &Id| {
            let all = &self.0[id as usize];
            let last = all.iter().rposition(|tally| tally.tries > 0)?;
            Some((id, all[..=last].to_vec()))
        };
        Id::ALL.iter().filter_map(rows).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_beyond_the_table_fall_into_its_edges() {
        let mut tallies = Tallies::default();
        for depth in [-3, 0, 5, DEPTHS as Depth - 1, Depth::MAX] {
            tallies.at(Id::NullMove, depth).tries += 1;
        }
        tallies.at(Id::Razoring, 2).tries += 4;
        let mut sum = tallies.clone();
        sum.add(&tallies);
        assert_eq!(sum.totals(), [(Id::Razoring, tries(8)), (Id::NullMove, tries(10))]);
        let rows = sum.rows();
        assert_eq!(rows[0], (Id::Razoring, vec![tries(0), tries(0), tries(8)]));
        let (_, null_move) = &rows[1];
        assert_eq!(
            (null_move.len(), null_move[0], null_move[5], null_move[DEPTHS - 1]),
            (DEPTHS, tries(4), tries(2), tries(4))
        );
    }

    fn tries(tries: u64) -> Tally {
        Tally { tries, ..Tally::default() }
    }
}
