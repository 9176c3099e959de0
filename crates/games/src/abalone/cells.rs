//! The board as a set of bits.
//!
//! Rows A to I and diagonals 1 to 9 make a square of nine by nine, of which the 61 cells lie
//! where row and diagonal differ by at most four. A row of the set has ten bits, and there is a
//! row before the first and one behind the last: every neighbour of a cell is a bit of the set,
//! and one that is no cell is off the board. Without guards on both sides a push over the edge
//! of row A would find nothing beyond it, not even the outside.

/// Rows, and diagonals.
pub(super) const ROWS: usize = 9;
/// The furthest that row and diagonal of a cell differ.
const REACH: usize = 4;
/// Cells of the board.
pub(super) const CELLS: usize = 61;
/// Bits of a row.
const STRIDE: usize = 10;
/// Bits of a set that are used.
const BITS: usize = (ROWS + 2) * STRIDE + 1;
/// Steps to the six neighbours: along the row, along the diagonal, along the third axis, each
/// forward and backward. A direction is a place in this list.
pub(super) const STEPS: [i32; DIRECTIONS] = [1, -1, 10, -10, 11, -11];
/// The six neighbours of a cell.
pub(super) const DIRECTIONS: usize = 6;
/// The three lines through a cell: their forward directions are 0, 2 and 4.
pub(super) const AXES: usize = 3;

/// All cells.
pub(super) const BOARD: u128 = board();
static NUMBERS: [u8; 128] = cell_numbers();

/// The bit of a cell; `None` off the board.
pub(super) const fn bit(row: usize, diagonal: usize) -> Option<usize> {
    if row < ROWS && diagonal < ROWS && row.abs_diff(diagonal) <= REACH { Some(raw_bit(row, diagonal)) } else { None }
}

/// The bit of a place in the square of nine by nine, a cell or not.
const fn raw_bit(row: usize, diagonal: usize) -> usize {
    (row + 1) * STRIDE + diagonal + 1
}

/// Row and diagonal of a bit that is a cell.
pub(super) const fn place(bit: usize) -> (usize, usize) {
    ((bit - 1) / STRIDE - 1, (bit - 1) % STRIDE)
}

/// The number of a cell among all, by its bit.
#[inline]
pub(super) fn number(bit: usize) -> usize {
    NUMBERS[bit % NUMBERS.len()] as usize
}

/// A set by the numbers of its cells.
pub(super) fn numbers_of_bits(set: u128) -> u64 {
    bits(set).fold(0, |numbers, bit| numbers | 1 << number(bit))
}

/// The set with these numbers of cells.
pub(super) fn bits_of_numbers(numbers: u64) -> u128 {
    bits(BOARD).filter(|&bit| numbers >> number(bit) & 1 != 0).fold(0, |set, bit| set | 1 << bit)
}

/// Row and diagonal of the centre.
pub(super) const MIDDLE: (usize, usize) = (REACH, REACH);

/// Steps from a place to the centre.
pub(super) const fn ring(place: (usize, usize)) -> usize {
    distance(place, MIDDLE)
}

/// The bit that lies some steps away in a direction.
#[inline]
pub(super) fn step(bit: usize, direction: usize, steps: i32) -> usize {
    (bit as i32 + steps * STEPS[direction]) as usize
}

/// Whether a bit lies in a set. Bits beyond the set lie in none.
#[inline]
pub(super) fn holds(set: u128, bit: usize) -> bool {
    bit < BITS && set >> bit & 1 != 0
}

/// The places from which the set lies some steps of `STEP` ahead.
#[inline]
pub(super) const fn ahead<const STEP: i32>(set: u128, steps: i32) -> u128 {
    let way = STEP * steps;
    if way > 0 { set >> way } else { set << -way }
}

/// The bits of a set, in rising order.
#[inline]
pub(super) fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < BITS).then_some(bit)
    })
}

/// Steps from one place to another in the square of nine by nine.
pub(super) const fn distance(one: (usize, usize), other: (usize, usize)) -> usize {
    let (rows, diagonals) = (one.0 as i32 - other.0 as i32, one.1 as i32 - other.1 as i32);
    let (rows, diagonals, third) = (rows.abs(), diagonals.abs(), (rows - diagonals).abs());
    let longer = if rows > diagonals { rows } else { diagonals };
    if longer > third { longer as usize } else { third as usize }
}

const fn board() -> u128 {
    let mut set = 0;
    let mut place = 0;
    while place < ROWS * ROWS {
        if let Some(bit) = bit(place / ROWS, place % ROWS) {
            set |= 1 << bit;
        }
        place += 1;
    }
    set
}

const fn cell_numbers() -> [u8; 128] {
    let mut table = [0; 128];
    let (mut bit, mut next) = (0, 0);
    while bit < BITS {
        if BOARD >> bit & 1 != 0 {
            table[bit] = next;
            next += 1;
        }
        bit += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_its_cells_and_guards_all_around() {
        assert_eq!(BOARD.count_ones() as usize, CELLS);
        for cell in bits(BOARD) {
            let (row, diagonal) = place(cell);
            assert_eq!(bit(row, diagonal), Some(cell));
            for direction in 0..DIRECTIONS {
                let next = step(cell, direction, 1);
                assert!(next < BITS, "{cell} {direction}");
                let near = bits(BOARD).find(|&other| other == next);
                assert_eq!(near.is_some(), holds(BOARD, next));
                assert!(near.is_none_or(|near| distance(place(cell), place(near)) == 1));
            }
        }
        assert_eq!(bits(BOARD).map(number).collect::<Vec<_>>(), (0..CELLS).collect::<Vec<_>>());
    }
}
