//! Threats as sets of cells.
use super::{BOARD, Board, COLUMNS, HEIGHT};
use crate::connect_four::BOTTOM;

/// Steps of the lines that are not columns.
const LEVEL_STEPS: [u32; 3] = [HEIGHT, HEIGHT - 1, HEIGHT + 1];

/// The empty cells that would complete a line of four of these stones, reachable or not.
#[inline]
pub(super) fn winning_cells(stones: u64, all: u64) -> u64 {
    let mut cells = stones << 1 & stones << 2 & stones << 3;
    for step in LEVEL_STEPS {
        // Two neighbours on one side, and a third beyond them or on the other side.
        let above = stones << step & stones << (2 * step);
        let below = stones >> step & stones >> (2 * step);
        cells |= above & (stones << (3 * step) | stones >> step);
        cells |= below & (stones >> (3 * step) | stones << step);
    }
    cells & (BOARD ^ all)
}

impl Board {
    /// Where the next stones can land; nobody has won.
    #[inline]
    pub(super) fn open_cells(&self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// The position after a stone on the open cell.
    #[inline]
    pub(super) fn after(&self, cell: u64) -> Board {
        Board { own: self.enemy(), all: self.all | cell }
    }

    /// The moves after which the opponent cannot win at once.
    #[inline]
    pub(super) fn safe_cells(&self) -> u64 {
        let open = self.open_cells();
        let threats = winning_cells(self.enemy(), self.all);
        let forced = open & threats;
        // A forced answer is the only one; under a threat no stone may be laid.
        let candidates = if forced == 0 { open } else { forced };
        if forced & forced.wrapping_sub(1) != 0 { 0 } else { candidates & !(threats >> 1) }
    }
}

/// The set with left and right exchanged.
#[inline]
pub(super) fn mirrored(cells: u64) -> u64 {
    const WHOLE_COLUMN: u64 = (1 << HEIGHT) - 1;
    (0..COLUMNS).fold(0, |set, column| {
        let stones = cells >> (column * HEIGHT) & WHOLE_COLUMN;
        set | stones << ((COLUMNS - 1 - column) * HEIGHT)
    })
}
