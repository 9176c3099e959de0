//! The learned evaluation: the sum of the weights of all lines, and of what no line shows.
//!
//! How far a piece moves is the number of pieces on its line, so the state of a line tells all
//! moves along it. That leaves of the features of MIA those that see a side as a whole: how
//! tight it stands, where, in how many groups.
use super::{
    LinesOfAction,
    board::Board,
    features::{Feature, WHOLE, kind, whole},
    lines::{WIDTH, squares},
    moves::LoaMove,
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

static BYTES: &[u8] = include_bytes!(data!("nets/loa.weights"));
/// Lines of two squares or more, filled up so that vectors hold them.
const LANES: usize = 48;
/// Stages of the game, by the pieces left: the least number in each but the last.
const STAGE_PIECES: [u32; STAGES - 1] = [20, 15];
const STAGES: usize = 3;
/// The weights of all stages.
pub(super) type Weights = LineWeights<LANES>;
/// Nothing is worth more: beyond lie proven results.
const MOST: Score = 6_000;

/// What is counted on lines, of each side, and after that pairs of both.
#[derive(Clone, Copy)]
enum Counted {
    /// Moves to an empty square inside the board.
    Inward,
    /// Moves to an empty square of the edge.
    ToEdge,
    Captures,
    /// Moves that an enemy piece on the way forbids.
    Blocked,
    /// Neighbours on a line.
    Pairs,
    /// Pieces by the kind of their square, of which there are ten.
    Squares,
}

const SQUARE_KINDS: usize = 10;
/// How many things are counted of a side.
const OF_A_SIDE: usize = Counted::Squares as usize + SQUARE_KINDS;
/// Neighbours of different sides.
const CONTACTS: usize = 2 * OF_A_SIDE;
/// Kinds of ranks and files; diagonals follow.
const STRAIGHT_KINDS: usize = 4;

static LINES: LazyLock<Lines<LANES>> = LazyLock::new(|| Lines::new(&lines(), CONTACTS + 1, count));

/// Numbers of a position beside its lines: the features of each side as a whole, and a constant
/// for being to move.
const REST: usize = 2 * WHOLE.len() + 1;
const REST_SIZES: [usize; REST] = rest_sizes();

const fn rest_sizes() -> [usize; REST] {
    let (mut sizes, mut index) = ([1; REST], 0);
    while index < 2 * WHOLE.len() {
        sizes[index] = Feature::size(WHOLE[index % WHOLE.len()]);
        index += 1;
    }
    sizes
}

/// The lines of the board, by kinds.
fn lines() -> Vec<Line> {
    let at = |file: usize, rank: usize| file + WIDTH * rank;
    let mut lines = Vec::new();
    for number in 0..WIDTH {
        let kind = number.min(WIDTH - 1 - number);
        lines.push(Line { kind, cells: (0..WIDTH).map(|file| at(file, number)).collect() });
        lines.push(Line { kind, cells: (0..WIDTH).map(|rank| at(number, rank)).collect() });
    }
    for shift in 0..WIDTH - 1 {
        let (length, kind) = (WIDTH - shift, STRAIGHT_KINDS + shift);
        let last = WIDTH - 1;
        let mut add = |cell: &dyn Fn(usize) -> usize| {
            lines.push(Line { kind, cells: (0..length).map(cell).collect() });
        };
        add(&|step| at(step, step + shift));
        add(&|step| at(last - step, step + shift));
        if shift > 0 {
            add(&|step| at(step + shift, step));
            add(&|step| at(last - step - shift, step));
        }
    }
    lines.sort_by_key(|line| line.kind);
    lines
}

/// Counts what happens on a line.
fn count(line: &Line, cells: &[Cell], count: &mut Count<'_>) {
    let pieces = cells.iter().filter(|&&cell| cell != Cell::Empty).count();
    for (place, &cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != Cell::Empty) {
        let first = first_of(cell, OF_A_SIDE);
        if line.kind < STRAIGHT_KINDS {
            count(first + Counted::Squares as usize + kind(line.cells[place]));
        }
        for backward in [false, true] {
            let way: Vec<Cell> = ahead(cells, place, backward).take(pieces).collect();
            let Some((target, crossed)) = way.split_last().filter(|_| way.len() == pieces) else { continue };
            let to = if backward { place - pieces } else { place + pieces };
            let is_edge = line.kind == 0 || to == 0 || to + 1 == cells.len();
            let counted = match *target {
                _ if crossed.contains(&cell.enemy()) => Counted::Blocked,
                Cell::Empty if is_edge => Counted::ToEdge,
                Cell::Empty => Counted::Inward,
                target if target == cell => continue,
                _ => Counted::Captures,
            };
            count(first + counted as usize);
        }
    }
    for pair in cells.windows(2).filter(|pair| !pair.contains(&Cell::Empty)) {
        let is_contact = pair[0] != pair[1];
        count(if is_contact { CONTACTS } else { first_of(pair[0], OF_A_SIDE) + Counted::Pairs as usize });
    }
}

/// Places of the weights of what no line shows.
#[inline]
fn rest(pos: &Board) -> [usize; REST] {
    let [own, enemy] = [pos.side(), pos.side().other()].map(|side| whole(pos, side));
    let mut found = [0; REST];
    found[..WHOLE.len()].copy_from_slice(&own);
    found[WHOLE.len()..2 * WHOLE.len()].copy_from_slice(&enemy);
    places(REST_SIZES, found)
}

#[inline]
fn stage(pos: &Board) -> usize {
    let pieces = (pos.own() | pos.enemy()).count_ones();
    STAGE_PIECES.iter().filter(|&&least| pieces < least).count()
}

/// Those of a file.
pub(super) fn read(path: &Path) -> Result<Arc<Weights>, String> {
    Weights::read(&LINES, &LoaLearner, path)
}

/// Those inside the program.
pub(super) fn built_in() -> Arc<Weights> {
    static BUILT_IN: LazyLock<Arc<Weights>> = LazyLock::new(|| Weights::built_in(&LINES, &LoaLearner, BYTES));
    BUILT_IN.clone()
}

/// Static value of a position for the side to move.
#[inline]
pub(super) fn evaluate(weights: &Weights, pos: &Board) -> Score {
    let [own, enemy] = [pos.own(), pos.enemy()].map(squares);
    weights.score(&LINES, stage(pos), own, enemy, rest(pos).into_iter()).clamp(-MOST, MOST)
}

/// The learner of Lines of Action.
pub struct LoaLearner;

impl Learner for LoaLearner {
    fn game(&self) -> &'static str {
        LinesOfAction::NAME
    }

    fn replay(&self, start: u16, places: &mut dyn Iterator<Item = u16>, visit: &mut Visit<'_>) -> Result<(), String> {
        replay_by_rules(&LinesOfAction::default(), start, places, &mut |pos| visit(&seen(pos)))
    }

    fn kind(&self) -> Kind {
        Kind::Tables(&LoaLearner)
    }
}

impl TableLearner for LoaLearner {
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
        LINES.features(squares(pos.own()), squares(pos.enemy()), out);
        out.extend(rest(&pos).map(|place| (LINES.width() + place) as u32));
        stage(&pos)
    }
}

/// Pieces of the side to move, then those of the other.
fn seen(pos: &Board) -> SeenPosition {
    SeenPosition {
        side: pos.side(),
        is_forced: pos.is_legal(LoaMove::pass()),
        material: (pos.own() | pos.enemy()).count_ones(),
        position: pack_sets([pos.own(), pos.enemy()]),
    }
}

/// The position; sides to move are alike.
fn unpack(bytes: &[u8; POSITION_BYTES]) -> Board {
    Board::new(unpack_sets(bytes), Side::First, Default::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kit::learning::{Tables, Visited},
        lines_of_action::lines::SQUARES,
    };
    use niwaki_search::random::Random;

    /// Positions of random games.
    fn positions(count: usize) -> Vec<Board> {
        let (mut random, mut pos) = (Random::new(18), LinesOfAction::default().start());
        let next = |pos: &Board, random: &mut Random| {
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            moves.get(random.below(moves.len().max(1))).map_or(LinesOfAction::default().start(), |&m| pos.play(m))
        };
        let mut step = |_| {
            let after = next(&pos, &mut random);
            std::mem::replace(&mut pos, after)
        };
        (0..count).map(&mut step).filter(|pos| pos.outcome().is_none()).collect()
    }

    fn features(pos: &Board) -> (usize, Vec<u32>) {
        let mut found = Vec::new();
        let stage = LoaLearner.features(&seen(pos).sample(0, 1), &mut found);
        found.sort_unstable();
        (stage, found)
    }

    #[test]
    fn the_built_in_weights_fit_and_judge_as_their_features_do() {
        let tables = Tables::from_bytes(&LoaLearner, BYTES).unwrap();
        let weights = built_in();
        assert_eq!(weights.fingerprint(), tables.fingerprint());
        for pos in positions(300) {
            let (stage, found) = features(&pos);
            assert_eq!(evaluate(&weights, &pos), tables.score(stage, &found).clamp(-MOST, MOST));
        }
    }

    #[test]
    fn lines_count_the_moves_of_a_position() {
        let moves = [Counted::Inward, Counted::ToEdge, Counted::Captures].map(|counted| counted as u32);
        for pos in positions(300) {
            let (_, found) = features(&pos);
            let counted = found.iter().filter(|feature| moves.contains(feature)).count();
            let mut legal = Vec::new();
            pos.legal_moves(&mut legal);
            legal.retain(|&m| !pos.is_pass(m));
            assert_eq!(counted, legal.len());
            let captures = found.iter().filter(|&&feature| feature == Counted::Captures as u32).count();
            let taken = legal.iter().filter(|m| m.squares().is_some_and(|(_, to)| pos.is_capture(to))).count();
            assert_eq!(captures, taken);
        }
    }

    #[test]
    fn a_position_turned_around_has_the_same_lines() {
        for pos in positions(100) {
            let turned = Board::new(pos.pieces.map(u64::reverse_bits), pos.side(), Default::default());
            let of_lines = |pos: &Board| {
                let (_, mut found) = features(pos);
                found.retain(|&feature| (feature as usize) < LINES.width());
                found
            };
            assert_eq!(of_lines(&pos), of_lines(&turned));
        }
        assert_eq!(lines().len(), 42);
        assert_eq!(lines().iter().flat_map(|line| &line.cells).count(), 4 * SQUARES - 4, "but for the corners");
    }

    #[test]
    fn moves_are_counted_in_the_order_of_their_names() {
        let mut seen = Vec::new();
        LoaLearner.replay(0, &mut [0, 0, 0].into_iter(), &mut |visited| seen.push(visited.side())).unwrap();
        assert_eq!(seen, [Side::First, Side::Second, Side::First]);
        let refused = LoaLearner.replay(0, &mut [36].into_iter(), &mut |_| ()).unwrap_err();
        assert_eq!(refused, "expected one of 36 moves, not number 37");
        assert!(LoaLearner.replay(1, &mut [0].into_iter(), &mut |_| ()).is_err());
    }
}
