//! The lines of the board, how many pieces stand on each, and how far a piece moves.
//!
//! Squares are numbered from a1 along the ranks. Every square lies on four lines, one along
//! each axis. The pieces on a line are counted in four bits of one word for each axis, so that
//! a move changes eight small numbers and nothing is counted again.

/// Files, and ranks.
pub(super) const WIDTH: usize = 8;
/// Squares of the board.
pub(super) const SQUARES: usize = WIDTH * WIDTH;
/// Along ranks, files, and the two kinds of diagonals.
pub(super) const AXES: usize = 4;
/// What a step along each axis adds to the number of a square.
const STEPS: [i32; AXES] = [1, 8, 9, 7];
/// The same in files and ranks.
const DIRECTIONS: [(i32, i32); AXES] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
/// Bits of the number of pieces on a line.
const BITS: usize = 4;
/// A line has at most eight pieces: a count finds its place by its last three bits.
const COUNTS: usize = 8;

/// The two moves of a piece along one axis, forward and backward.
#[derive(Clone, Copy)]
pub(super) struct Jumps {
    /// Where it lands; nowhere beyond the edge.
    to: [u64; 2],
    /// What it crosses; the whole board where it would leave it, so that no such move is free.
    path: [u64; 2],
}

impl Jumps {
    /// Whether the move in this direction is legal. Both sides have pieces.
    #[inline]
    pub(super) fn is_free(&self, direction: usize, own: u64, enemy: u64) -> bool {
        self.path[direction] & enemy | self.to[direction] & own == 0
    }
}

static JUMPS: [[[Jumps; COUNTS]; SQUARES]; AXES] = all_jumps();
/// Where the count of each square's line begins in the word of its axis.
static PLACES: [[u8; AXES]; SQUARES] = places();

/// The moves of a piece with this number of pieces on its line.
#[inline]
pub(super) fn jumps(axis: usize, from: usize, count: usize) -> &'static Jumps {
    &JUMPS[axis][from][count % COUNTS]
}

/// The square that lies `count` steps along an axis, forward (0) or backward (1).
#[inline]
pub(super) fn landing(axis: usize, direction: usize, from: usize, count: usize) -> usize {
    let way = count as i32 * STEPS[axis];
    (from as i32 + if direction == 0 { way } else { -way }) as usize % SQUARES
}

/// Axis and direction from one square to another and how many steps that takes; `None` if no
/// line joins them.
pub(super) fn way(from: usize, to: usize) -> Option<(usize, usize, usize)> {
    let file = (to % WIDTH) as i32 - (from % WIDTH) as i32;
    let rank = (to / WIDTH) as i32 - (from / WIDTH) as i32;
    let axis = match (file, rank) {
        (0, 0) => return None,
        (_, 0) => 0,
        (0, _) => 1,
        _ if file == rank => 2,
        _ if file == -rank => 3,
        _ => return None,
    };
    Some((axis, usize::from(to < from), file.abs().max(rank.abs()) as usize))
}

/// How many pieces stand on every line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineCounts([u64; AXES]);

impl LineCounts {
    /// The counts of a set of pieces.
    pub(super) fn of(pieces: u64) -> LineCounts {
        let mut counts = LineCounts::default();
        squares(pieces).for_each(|square| counts.add(square));
        counts
    }

    /// Pieces on the line through a square.
    #[inline]
    pub(super) fn on(&self, axis: usize, square: usize) -> usize {
        (self.0[axis] >> PLACES[square][axis]) as usize & ((1 << BITS) - 1)
    }

    /// A piece appears.
    #[inline]
    pub(super) fn add(&mut self, square: usize) {
        (0..AXES).for_each(|axis| self.0[axis] += 1 << PLACES[square][axis]);
    }

    /// A piece vanishes.
    #[inline]
    pub(super) fn remove(&mut self, square: usize) {
        (0..AXES).for_each(|axis| self.0[axis] -= 1 << PLACES[square][axis]);
    }
}

/// The squares of a set, in rising order.
#[inline]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (square < SQUARES).then_some(square)
    })
}

const fn places() -> [[u8; AXES]; SQUARES] {
    let mut table = [[0; AXES]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (file, rank) = (square % WIDTH, square / WIDTH);
        let lines = [rank, file, file + WIDTH - 1 - rank, file + rank];
        let mut axis = 0;
        while axis < AXES {
            table[square][axis] = (BITS * lines[axis]) as u8;
            axis += 1;
        }
        square += 1;
    }
    table
}

const fn all_jumps() -> [[[Jumps; COUNTS]; SQUARES]; AXES] {
    let mut table = [[[Jumps { to: [0; 2], path: [!0; 2] }; COUNTS]; SQUARES]; AXES];
    let mut index = 0;
    while index < AXES * SQUARES * COUNTS {
        let (axis, square, count) = (index / COUNTS / SQUARES, index / COUNTS % SQUARES, index % COUNTS);
        let steps = if count == 0 { COUNTS } else { count };
        let (to, path) = jump(square, DIRECTIONS[axis], steps);
        let (back_to, back_path) = jump(square, (-DIRECTIONS[axis].0, -DIRECTIONS[axis].1), steps);
        table[axis][square][count] = Jumps { to: [to, back_to], path: [path, back_path] };
        index += 1;
    }
    table
}

/// Where a piece lands after so many steps, and what it crosses.
const fn jump(from: usize, (file_step, rank_step): (i32, i32), steps: usize) -> (u64, u64) {
    let (mut file, mut rank) = ((from % WIDTH) as i32, (from / WIDTH) as i32);
    let (mut path, mut taken) = (0, 0);
    loop {
        (file, rank, taken) = (file + file_step, rank + rank_step, taken + 1);
        if file < 0 || rank < 0 || file >= WIDTH as i32 || rank >= WIDTH as i32 {
            return (0, !0);
        }
        let square = 1u64 << (file + rank * WIDTH as i32);
        if taken == steps {
            return (square, path);
        }
        path |= square;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_the_lines_through_a_square() {
        // b1, d1, d3 and g6.
        let pieces = 1 << 1 | 1 << 3 | 1 << 19 | 1 << 46;
        let mut counts = LineCounts::of(pieces);
        assert_eq!([0, 1, 2, 3].map(|axis| counts.on(axis, 3)), [2, 2, 1, 1]);
        assert_eq!([0, 1, 2, 3].map(|axis| counts.on(axis, 19)), [1, 2, 3, 1]);
        counts.remove(19);
        assert_eq!([0, 1, 2, 3].map(|axis| counts.on(axis, 1)), [2, 1, 2, 1]);
        counts.add(19);
        assert_eq!(counts, LineCounts::of(pieces));
    }

    #[test]
    fn a_way_leads_where_it_was_asked_for() {
        for (from, to) in (0..SQUARES).flat_map(|from| (0..SQUARES).map(move |to| (from, to))) {
            let Some((axis, direction, steps)) = way(from, to) else { continue };
            assert_eq!(landing(axis, direction, from, steps), to);
            assert!(jumps(axis, from, steps).is_free(direction, !(1 << to), 1 << to), "{from} {to}");
            assert!(!jumps(axis, from, steps).is_free(direction, 1 << to, 0), "{from} {to}");
        }
    }
}
