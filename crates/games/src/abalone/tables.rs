//! The learned evaluation: the sum of the weights of all lines, and of what no line shows.
//!
//! Marbles push along lines, so the state of a line tells every push and every marble that can
//! be pushed off along it; neighbours along the three axes and the rings of the board are
//! counted on lines too. What is left are the marbles lost, of both sides together, so that
//! each difference has a worth of its own, and the distance from the reference point.
use super::{
    Abalone,
    board::{Board, LOST_GAME, MARBLES},
    cells::{AXES, BOARD, ROWS, STEPS, bits, bits_of_numbers, holds, numbers_of_bits, place, ring, step},
    features::{DISTANCES, distances},
};
use crate::{
    kit::learning::{
        Goal, Kind, Learner, POSITION_BYTES, SCALE, Sample, SeenPosition, TableLearner, Visit, pack_sets,
        replay_by_rules, unpack_sets,
    },
    line_states::{Cell, Count, Line, LineWeights, Lines, ahead, first_of, places},
};
use niwaki_search::{
    game::{Game, Position, Side},
    node::Score,
};
use std::{
    path::Path,
    sync::{Arc, LazyLock},
};

static BYTES: &[u8] = include_bytes!(data!("nets/abalone.weights"));
/// The lines of the three axes, filled up so that vectors hold them.
const LANES: usize = 32;
/// Stages of the game, by the marbles lost: more than this number in each but the first.
const STAGE_LOST: [u32; STAGES - 1] = [0, 3];
const STAGES: usize = 3;
/// The weights of all stages.
pub(super) type Weights = LineWeights<LANES>;
/// Nothing is worth more: beyond lie proven results.
const MOST: Score = 6_000;
/// Marbles that move together.
const LONGEST_ROW: usize = 3;

/// What is counted on lines, of each side, and after that pairs of both.
#[derive(Clone, Copy)]
enum Counted {
    /// Moves along the line that push nothing.
    Moves,
    /// Those that push a marble to another cell.
    Pushes,
    /// Those that push one off the board.
    Ejections,
    /// Neighbours.
    Pairs,
    /// Three in a row.
    Triples,
    /// Marbles on the edge with an enemy behind them on the line.
    Attackable,
    /// Marbles by their ring, and in corners: six kinds of cells.
    Cells,
}

const CELL_KINDS: usize = 6;
/// How many things are counted of a side.
const OF_A_SIDE: usize = Counted::Cells as usize + CELL_KINDS;
/// Neighbours of different sides.
const CONTACTS: usize = 2 * OF_A_SIDE;

static LINES: LazyLock<Lines<LANES>> = LazyLock::new(|| Lines::new(&lines(), CONTACTS + 1, count));

/// Marbles that a side can have lost while the game lasts, or with it.
const LOST_VALUES: usize = LOST_GAME as usize + 1;
/// Numbers of a position beside its lines: the marbles lost of both sides as one, the distances
/// of each, and a constant for being to move.
const REST_SIZES: [usize; 4] = [LOST_VALUES * LOST_VALUES, DISTANCES, DISTANCES, 1];

/// The lines of the board, by their length.
fn lines() -> Vec<Line> {
    let first = |axis: usize| bits(BOARD).filter(move |&cell| !holds(BOARD, step(cell, 2 * axis, -1)));
    let line = |axis: usize, first: usize| {
        let cells: Vec<usize> =
            (0..ROWS as i32).map(|steps| step(first, 2 * axis, steps)).take_while(|&cell| holds(BOARD, cell)).collect();
        Line { kind: cells.len(), cells }
    };
    let mut lines: Vec<Line> = (0..AXES).flat_map(|axis| first(axis).map(move |first| line(axis, first))).collect();
    lines.sort_by_key(|line| line.kind);
    lines
}

/// The ring of a cell, the centre being 0; corners come last.
fn cell_kind(cell: usize) -> usize {
    const EDGE: usize = 4;
    let neighbours = (0..STEPS.len()).filter(|&direction| holds(BOARD, step(cell, direction, 1))).count();
    ring(place(cell)) + usize::from(ring(place(cell)) == EDGE && neighbours == LONGEST_ROW)
}

/// Counts what happens on a line.
fn count(line: &Line, cells: &[Cell], count: &mut Count<'_>) {
    for (place, &cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != Cell::Empty) {
        let first = first_of(cell, OF_A_SIDE);
        count(first + Counted::Cells as usize + cell_kind(line.cells[place]));
        for backward in [false, true] {
            let way: Vec<Cell> = ahead(cells, place, backward).collect();
            if let Some(moved) = move_along(cell, &way) {
                count(first + moved as usize);
            }
            if way.len() + 1 == cells.len() && way.first() == Some(&cell.enemy()) {
                count(first + Counted::Attackable as usize);
            }
        }
    }
    for pair in cells.windows(2).filter(|pair| !pair.contains(&Cell::Empty)) {
        let is_contact = pair[0] != pair[1];
        count(if is_contact { CONTACTS } else { first_of(pair[0], OF_A_SIDE) + Counted::Pairs as usize });
    }
    for row in cells.windows(LONGEST_ROW).filter(|row| row[0] != Cell::Empty && row.iter().all(|cell| *cell == row[0]))
    {
        count(first_of(row[0], OF_A_SIDE) + Counted::Triples as usize);
    }
}

/// What the row does that begins with a marble of this side, with this ahead of it; `None` if
/// it cannot move.
fn move_along(side: Cell, ahead: &[Cell]) -> Option<Counted> {
    let row = 1 + ahead.iter().take(LONGEST_ROW - 1).take_while(|cell| **cell == side).count();
    let rest = &ahead[row - 1..];
    let pushed = rest.iter().take_while(|cell| **cell == side.enemy()).count();
    match rest.get(pushed) {
        Some(Cell::Empty) if pushed == 0 => Some(Counted::Moves),
        Some(Cell::Empty) if pushed < row => Some(Counted::Pushes),
        None if (1..row).contains(&pushed) => Some(Counted::Ejections),
        _ => None,
    }
}

/// Places of the weights of what no line shows.
#[inline]
fn rest(pos: &Board) -> [usize; REST_SIZES.len()] {
    let (own, other) = (pos.side(), pos.side().other());
    let distances = distances(pos);
    let lost = [own, other].map(|side| (pos.lost(side) as usize).min(LOST_VALUES - 1));
    let found = [lost[0] * LOST_VALUES + lost[1], distances[own.index()], distances[other.index()], 0];
    places(REST_SIZES, found)
}

#[inline]
fn stage(pos: &Board) -> usize {
    let lost = pos.lost(Side::First) + pos.lost(Side::Second);
    STAGE_LOST.iter().filter(|&&most| lost > most).count()
}

/// Those of a file.
pub(super) fn read(path: &Path) -> Result<Arc<Weights>, String> {
    Weights::read(&LINES, &AbaloneLearner, path)
}

/// Those inside the program.
pub(super) fn built_in() -> Arc<Weights> {
    static BUILT_IN: LazyLock<Arc<Weights>> = LazyLock::new(|| Weights::built_in(&LINES, &AbaloneLearner, BYTES));
    BUILT_IN.clone()
}

/// Static value of a position for the side to move.
#[inline]
pub(super) fn evaluate(weights: &Weights, pos: &Board) -> Score {
    let [own, enemy] = [pos.own(), pos.enemy()].map(bits);
    weights.score(&LINES, stage(pos), own, enemy, rest(pos).into_iter()).clamp(-MOST, MOST)
}

/// The learner of Abalone.
pub struct AbaloneLearner;

impl Learner for AbaloneLearner {
    fn game(&self) -> &'static str {
        Abalone::NAME
    }

    fn replay(&self, start: u16, places: &mut dyn Iterator<Item = u16>, visit: &mut Visit<'_>) -> Result<(), String> {
        replay_by_rules(&Abalone::default(), start, places, &mut |pos| visit(&seen(pos)))
    }

    fn kind(&self) -> Kind {
        Kind::Tables(&AbaloneLearner)
    }
}

impl TableLearner for AbaloneLearner {
    fn stages(&self) -> usize {
        STAGES
    }

    fn width(&self) -> usize {
        LINES.width() + REST_SIZES.iter().sum::<usize>()
    }

    fn goal(&self) -> Goal {
        Goal::Result { scale: SCALE }
    }

    fn features(&self, sample: &Sample, out: &mut Vec<u32>) -> usize {
        let pos = unpack(&sample.position);
        LINES.features(bits(pos.own()), bits(pos.enemy()), out);
        out.extend(rest(&pos).map(|place| (LINES.width() + place) as u32));
        stage(&pos)
    }
}

/// Marbles of the side to move, then those of the other, by the numbers of their cells.
fn seen(pos: &Board) -> SeenPosition {
    SeenPosition {
        side: pos.side(),
        is_forced: false,
        material: 2 * MARBLES - pos.lost(Side::First) - pos.lost(Side::Second),
        position: pack_sets([pos.own(), pos.enemy()].map(numbers_of_bits)),
    }
}

/// The position; sides to move are alike.
fn unpack(bytes: &[u8; POSITION_BYTES]) -> Board {
    Board::new(unpack_sets(bytes).map(bits_of_numbers), Side::First, 0, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        abalone::moves::pushes,
        kit::learning::{Tables, Visited},
    };
    use niwaki_search::random::Random;

    /// Positions of random games that prefer to push.
    fn positions(count: usize) -> Vec<Board> {
        let (mut random, mut pos) = (Random::new(18), Abalone::default().start());
        let next = |pos: &Board, random: &mut Random| {
            let mut moves = Vec::new();
            pos.tactical_moves(&mut moves);
            if moves.is_empty() {
                pos.quiet_moves(&mut moves);
            }
            let is_over = moves.is_empty() || pos.outcome().is_some();
            if is_over { Abalone::default().start() } else { pos.play(moves[random.below(moves.len())]) }
        };
        let mut step = |_| {
            let after = next(&pos, &mut random);
            std::mem::replace(&mut pos, after)
        };
        (0..count).map(&mut step).filter(|pos| pos.outcome().is_none()).collect()
    }

    fn features(pos: &Board) -> (usize, Vec<u32>) {
        let mut found = Vec::new();
        let stage = AbaloneLearner.features(&seen(pos).sample(0, 1), &mut found);
        found.sort_unstable();
        (stage, found)
    }

    #[test]
    fn the_built_in_weights_fit_and_judge_as_their_features_do() {
        let tables = Tables::from_bytes(&AbaloneLearner, BYTES).unwrap();
        let weights = built_in();
        assert_eq!(weights.fingerprint(), tables.fingerprint());
        for pos in positions(600) {
            let (stage, found) = features(&pos);
            assert_eq!(evaluate(&weights, &pos), tables.score(stage, &found).clamp(-MOST, MOST));
        }
    }

    #[test]
    fn lines_count_the_pushes_of_both_sides() {
        let mut ejections = 0;
        for pos in positions(600) {
            let (_, found) = features(&pos);
            let counted = |first: usize, counted: Counted| {
                found.iter().filter(|&&feature| feature as usize == first + counted as usize).count() as u32
            };
            for (first, pushes) in [(0, pushes(pos.own(), pos.enemy())), (OF_A_SIDE, pushes(pos.enemy(), pos.own()))] {
                assert_eq!([counted(first, Counted::Pushes), counted(first, Counted::Ejections)], pushes);
                ejections += pushes[1];
            }
        }
        assert!(ejections > 50, "{ejections}");
    }

    #[test]
    fn the_lines_of_the_board_have_all_its_cells_on_each_axis() {
        let lines = lines();
        assert_eq!(lines.iter().map(|line| line.cells.len()).sum::<usize>(), 3 * 61);
        assert_eq!((lines.len(), lines[0].kind, lines[26].kind), (27, 5, 9));
        let kinds: Vec<usize> = bits(BOARD).map(cell_kind).collect();
        let of_kind = |kind: usize| kinds.iter().filter(|&&found| found == kind).count();
        assert_eq!((0..CELL_KINDS).map(of_kind).collect::<Vec<_>>(), [1, 6, 12, 18, 18, 6]);
    }

    #[test]
    fn positions_are_packed_and_unpacked() {
        for pos in positions(100) {
            let sample = seen(&pos).sample(5, 2);
            let read = unpack(&sample.position);
            assert_eq!((read.own(), read.enemy()), (pos.own(), pos.enemy()));
        }
    }
}
