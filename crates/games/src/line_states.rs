//! Lines as patterns: learned evaluations of games whose pieces move along lines.
//!
//! Each cell of a line is empty, own or the other side's; together they are the state of the
//! line, a number to the base 3. What can move along a line, what is blocked, pushed or joined
//! there depends on its state alone. So an evaluation with a weight for each state knows all
//! of that and counts nothing: it looks up one weight for each line.
//!
//! In training, a state is a feature of its own and has some of each thing that is counted in
//! it, such as moves: states that are seldom seen are judged by what they share with others.
//! For play all this is added up once, into one weight for each state.
//!
//! The states of all lines are found at once, as in Othello's patterns: each piece adds its
//! powers of three to a row of numbers, which the compiler makes vectors of.
use crate::kit::learning::{TableLearner, Tables};
use niwaki_search::node::Score;
use std::{path::Path, sync::Arc};

/// What a cell of a line holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cell {
    Empty,
    Own,
    Other,
}

impl Cell {
    /// The holder's enemy; of an empty cell an empty one.
    pub(crate) fn enemy(self) -> Cell {
        match self {
            Cell::Empty => Cell::Empty,
            Cell::Own => Cell::Other,
            Cell::Other => Cell::Own,
        }
    }
}

/// A line: its cells from one end to the other, by their numbers. Lines of one kind lie alike on
/// the board, turned or mirrored.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) kind: usize,
    pub(crate) cells: Vec<usize>,
}

/// What is called for each thing that is counted in a state, by its number.
pub(crate) type Count<'a> = dyn FnMut(usize) + 'a;

/// Numbers of cells are below this.
const CELLS: usize = 128;
/// Cells of the longest line: its states fit 16 bits.
const LONGEST: usize = 9;

/// The lines of a board, and which weights each of their states has.
pub(crate) struct Lines<const LANES: usize> {
    /// What a piece on a cell adds to the state of each line.
    powers: Box<[[u16; LANES]; CELLS]>,
    /// Where the states of each line begin among the states of all kinds.
    starts: [u32; LANES],
    /// How many lines there are.
    count: usize,
    states: Vec<State>,
    /// How many things are counted.
    counted: usize,
    /// How many weights states have, without what is counted in them.
    own: usize,
}

/// A state of a kind of line.
struct State {
    /// Its own weight, which it shares with its mirror image.
    own: u32,
    /// What is counted in it; a thing may come twice.
    counted: Vec<u16>,
}

impl<const LANES: usize> Lines<LANES> {
    /// The lines of a board, all of one kind together and at most `LANES`, with `counted` things
    /// counted by `count` in each state of a line.
    pub(crate) fn new(lines: &[Line], counted: usize, count: impl Fn(&Line, &[Cell], &mut Count<'_>)) -> Self {
        let mut board = Lines {
            powers: Box::new([[0; LANES]; CELLS]),
            starts: [0; LANES],
            count: lines.len(),
            states: Vec::new(),
            counted,
            own: 0,
        };
        let mut start = 0;
        for (lane, line) in lines.iter().enumerate() {
            if lane == 0 || lines[lane - 1].kind != line.kind {
                start = board.states.len() as u32;
                board.add_states(line, &count);
            }
            board.starts[lane] = start;
            for (place, cell) in line.cells.iter().enumerate() {
                board.powers[*cell][lane] = 3u16.pow(place as u32);
            }
        }
        board
    }

    /// Adds the states of a kind of line.
    fn add_states(&mut self, line: &Line, count: impl Fn(&Line, &[Cell], &mut Count<'_>)) {
        assert!(line.cells.len() <= LONGEST);
        let first = self.states.len();
        for state in 0..3usize.pow(line.cells.len() as u32) {
            let cells = cells_of(state, line.cells.len());
            let mirrored = cells.iter().fold(0, |state, &cell| 3 * state + cell as usize);
            let own = if mirrored < state { self.states[first + mirrored].own } else { self.own as u32 };
            self.own += usize::from(mirrored >= state);
            let mut counted = Vec::new();
            count(line, &cells, &mut |thing| counted.push(thing as u16));
            self.states.push(State { own, counted });
        }
    }

    /// How many weights the lines have: things that are counted, then states.
    pub(crate) fn width(&self) -> usize {
        self.counted + self.own
    }

    /// The state of each line, among those of all kinds.
    #[inline]
    fn states(
        &self,
        own: impl Iterator<Item = usize>,
        other: impl Iterator<Item = usize>,
    ) -> impl Iterator<Item = usize> {
        let (mine, yours) = (self.sum(own), self.sum(other));
        let state = move |lane: usize| usize::from(mine[lane].wrapping_add(yours[lane].wrapping_mul(2)));
        (0..self.count).map(move |lane| self.starts[lane] as usize + state(lane))
    }

    #[inline]
    fn sum(&self, cells: impl Iterator<Item = usize>) -> [u16; LANES] {
        let mut sum = [0; LANES];
        for cell in cells {
            let powers = &self.powers[cell % CELLS];
            for lane in 0..LANES {
                sum[lane] = u16::wrapping_add(sum[lane], powers[lane]);
            }
        }
        sum
    }

    /// Appends the features of pieces for the side of `own`, as places of weights.
    pub(crate) fn features(
        &self,
        own: impl Iterator<Item = usize>,
        other: impl Iterator<Item = usize>,
        out: &mut Vec<u32>,
    ) {
        for state in self.states(own, other) {
            let state = &self.states[state];
            out.push(self.counted as u32 + state.own);
            out.extend(state.counted.iter().map(|&thing| u32::from(thing)));
        }
    }
}

/// The cells of a state, first place first.
fn cells_of(state: usize, length: usize) -> Vec<Cell> {
    const CELL: [Cell; 3] = [Cell::Empty, Cell::Own, Cell::Other];
    (0..length).map(|place| CELL[state / 3usize.pow(place as u32) % 3]).collect()
}

/// The cells that lie ahead of a place on a line, the next first.
pub(crate) fn ahead(line: &[Cell], from: usize, backward: bool) -> impl Iterator<Item = Cell> {
    let steps = if backward { from } else { line.len() - 1 - from };
    (1..=steps).map(move |step| if backward { line[from - step] } else { line[from + step] })
}

/// Weights for play.
#[derive(Debug)]
pub(crate) struct LineWeights<const LANES: usize> {
    stages: Vec<Stage>,
    fingerprint: u64,
}

#[derive(Debug)]
struct Stage {
    /// Of the states of all kinds of lines.
    states: Box<[i16]>,
    /// Of what is not seen on lines.
    rest: Box<[i16]>,
}

impl<const LANES: usize> LineWeights<LANES> {
    /// Those of a file.
    pub(crate) fn read(lines: &Lines<LANES>, learner: &dyn TableLearner, path: &Path) -> Result<Arc<Self>, String> {
        Ok(Arc::new(LineWeights::new(lines, &Tables::read(learner, path)?)))
    }

    /// Those of bytes inside the program.
    pub(crate) fn built_in(lines: &Lines<LANES>, learner: &dyn TableLearner, bytes: &[u8]) -> Arc<Self> {
        let tables = Tables::from_bytes(learner, bytes);
        // A test reads them: what does not fit never gets into a program.
        Arc::new(LineWeights::new(lines, &tables.unwrap_or_else(|reason| panic!("the built-in tables: {reason}"))))
    }

    /// Those of tables, whose weights are those of the lines, then others.
    pub(crate) fn new(lines: &Lines<LANES>, tables: &Tables) -> Self {
        let stage = |stage: usize| {
            let (of_lines, rest) = tables.stage(stage).split_at(lines.width());
            let weight = |place: usize| Score::from(of_lines[place]);
            let sum = |state: &State| {
                let counted: Score = state.counted.iter().map(|&thing| weight(thing.into())).sum();
                let sum = counted + weight(lines.counted + state.own as usize);
                sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16
            };
            Stage { states: lines.states.iter().map(sum).collect(), rest: rest.into() }
        };
        LineWeights { stages: (0..tables.stages()).map(stage).collect(), fingerprint: tables.fingerprint() }
    }

    /// What tells them from others.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The score of pieces for the side of `own`; `rest` are the places of other weights.
    #[inline]
    pub(crate) fn score(
        &self,
        lines: &Lines<LANES>,
        stage: usize,
        own: impl Iterator<Item = usize>,
        other: impl Iterator<Item = usize>,
        rest: impl Iterator<Item = usize>,
    ) -> Score {
        let Stage { states, rest: others } = &self.stages[stage];
        let at = |weights: &[i16], place: usize| Score::from(weights.get(place).copied().unwrap_or_default());
        let of_lines: Score = lines.states(own, other).map(|state| at(states, state)).sum();
        of_lines + rest.map(|place| at(others, place)).sum::<Score>()
    }
}

/// Places of weights for numbers: each has as many as it has values.
pub(crate) fn places<const COUNT: usize>(sizes: [usize; COUNT], found: [usize; COUNT]) -> [usize; COUNT] {
    let mut start = 0;
    std::array::from_fn(|index| {
        let place = start + found[index].min(sizes[index] - 1);
        start += sizes[index];
        place
    })
}

/// Where the things that are counted of a side begin: own ones come first.
pub(crate) fn first_of(side: Cell, of_a_side: usize) -> usize {
    if side == Cell::Own { 0 } else { of_a_side }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two lines of three cells that cross, and one of two; counted are own pieces, and pairs.
    fn small() -> Lines<4> {
        let line = |kind, cells: &[usize]| Line { kind, cells: cells.to_vec() };
        Lines::new(&[line(0, &[0, 1, 2]), line(0, &[3, 1, 4]), line(1, &[2, 4])], 2, |_, cells, count| {
            cells.iter().filter(|&&cell| cell == Cell::Own).for_each(|_| count(0));
            cells.windows(2).filter(|pair| *pair == [Cell::Own, Cell::Own]).for_each(|_| count(1));
        })
    }

    #[test]
    fn states_and_their_mirror_images_share_a_weight() {
        let lines = small();
        // Of 27 states 9 are their own image; of 9 it is 3.
        assert_eq!((lines.states.len(), lines.width()), (27 + 9, 2 + 18 + 6));
        let features = |own: &[usize], other: &[usize]| {
            let mut found = Vec::new();
            lines.features(own.iter().copied(), other.iter().copied(), &mut found);
            found
        };
        assert_eq!(features(&[0], &[]).len(), 3 + 1);
        assert_eq!(features(&[0, 1], &[2]).len(), 3 + 2 + 1 + 1);
        let sorted = |mut found: Vec<u32>| {
            found.sort_unstable();
            found
        };
        assert_eq!(sorted(features(&[0], &[2])), sorted(features(&[3], &[4])));
        assert_ne!(sorted(features(&[0], &[2])), sorted(features(&[2], &[0])), "cell 2 lies on another line too");
    }

    #[test]
    fn what_lies_ahead_is_seen_both_ways() {
        let line = [Cell::Own, Cell::Empty, Cell::Other];
        assert_eq!(ahead(&line, 0, false).collect::<Vec<_>>(), [Cell::Empty, Cell::Other]);
        assert_eq!(ahead(&line, 2, true).collect::<Vec<_>>(), [Cell::Empty, Cell::Own]);
        assert_eq!(ahead(&line, 0, true).count(), 0);
    }

    #[test]
    fn numbers_have_places_one_after_the_other() {
        assert_eq!(places([3, 2, 4], [1, 9, 0]), [1, 4, 5]);
    }
}
