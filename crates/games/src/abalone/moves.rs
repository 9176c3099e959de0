//! The moves of a position, all of a kind at a time: sets of bits are shifted, and a bit that is
//! left is the rear marble of a move. Tactical are the moves that push a marble off the board.
use super::{
    board::{Board, LOST_GAME},
    cells::{AXES, BOARD, CELLS, DIRECTIONS, ahead, bits, holds, number, step},
};
use niwaki_search::{
    game::{Move, Outcome, Position, Side},
    node::Score,
};

/// A bit of the board, a direction, and how: along the line, or aside with two or three marbles
/// along one of three axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AbaloneMove(u16);

const BIT_MASK: u16 = 127;
const DIRECTION_SHIFT: u16 = 7;
const MANNER_SHIFT: u16 = 10;
/// Along the line; 1 to 3 are two marbles aside by axis, 4 to 6 three.
const ALONG: u16 = 0;
const MANNERS: usize = 1 + 2 * AXES;
/// In score units: a marble, and the last one that is needed.
const MARBLE: Score = 100;
const WIN_GAIN: Score = 3_000;

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// The row that begins with the marble `rear` moves along itself.
    Along { rear: usize, direction: usize },
    /// Marbles side by side move aside.
    Aside { first: usize, axis: usize, marbles: i32, direction: usize },
}

impl Move for AbaloneMove {
    #[inline]
    fn bits(self) -> u16 {
        self.0
    }
    #[inline]
    fn from_bits(bits: u16) -> Self {
        AbaloneMove(bits)
    }
}

impl AbaloneMove {
    #[inline]
    fn new(bit: usize, direction: usize, manner: u16) -> AbaloneMove {
        AbaloneMove(bit as u16 | (direction as u16) << DIRECTION_SHIFT | manner << MANNER_SHIFT)
    }

    /// The move that does this.
    pub(super) fn of(step: Step) -> AbaloneMove {
        match step {
            Step::Along { rear, direction } => AbaloneMove::new(rear, direction, ALONG),
            Step::Aside { first, axis, marbles, direction } => {
                AbaloneMove::new(first, direction, 1 + axis as u16 + if marbles == 3 { AXES as u16 } else { 0 })
            }
        }
    }

    /// What it does; `None` if the number is that of no move.
    #[inline]
    pub(super) fn step(self) -> Option<Step> {
        let (bit, direction) = ((self.0 & BIT_MASK) as usize, (self.0 >> DIRECTION_SHIFT & 7) as usize);
        let manner = (self.0 >> MANNER_SHIFT) as usize;
        if direction >= DIRECTIONS || manner >= MANNERS || !holds(BOARD, bit) {
            return None;
        }
        if manner == 0 {
            return Some(Step::Along { rear: bit, direction });
        }
        let (axis, marbles) = ((manner - 1) % AXES, if manner > AXES { 3 } else { 2 });
        (direction / 2 != axis).then_some(Step::Aside { first: bit, axis, marbles, direction })
    }

    /// The rear or first marble, and the direction.
    #[inline]
    fn origin(self) -> (usize, usize) {
        ((self.0 & BIT_MASK) as usize, (self.0 >> DIRECTION_SHIFT & 7) as usize % DIRECTIONS)
    }
}

/// The rear marbles of the rows that can move in one direction.
struct Rows {
    /// Single marbles, the rear or not of longer rows, with an empty cell ahead.
    single: u128,
    /// All rows that move and push nothing off the board.
    quiet: u128,
    /// Those of them that push.
    pushing: u128,
    /// Rows that push a marble off the board.
    ejecting: u128,
}

#[inline]
fn rows<const STEP: i32>(own: u128, enemy: u128) -> Rows {
    let (empty, outside) = (BOARD & !(own | enemy), !BOARD);
    let two = own & ahead::<STEP>(own, 1);
    let three = two & ahead::<STEP>(own, 2);
    let single = own & ahead::<STEP>(empty, 1);
    let free = single | two & ahead::<STEP>(empty, 2) | three & ahead::<STEP>(empty, 3);
    // Sumito: two against one, three against one, three against two.
    let two_on_one = two & ahead::<STEP>(enemy, 2);
    let three_on_one = three & ahead::<STEP>(enemy, 3);
    let three_on_two = three_on_one & ahead::<STEP>(enemy, 4);
    let pushing = |behind: u128| {
        two_on_one & ahead::<STEP>(behind, 3)
            | three_on_one & ahead::<STEP>(behind, 4)
            | three_on_two & ahead::<STEP>(behind, 5)
    };
    Rows { single, quiet: free | pushing(empty), pushing: pushing(empty), ejecting: pushing(outside) }
}

/// By direction.
#[inline]
fn all_rows(own: u128, enemy: u128) -> [Rows; DIRECTIONS] {
    [
        rows::<1>(own, enemy),
        rows::<-1>(own, enemy),
        rows::<10>(own, enemy),
        rows::<-10>(own, enemy),
        rows::<11>(own, enemy),
        rows::<-11>(own, enemy),
    ]
}

/// First marbles of the pairs and triples along an axis that can move aside, by what can move
/// that way alone.
#[inline]
fn aside(axis: usize, single: u128) -> [u128; 2] {
    let (next, third) = match axis {
        0 => (ahead::<1>(single, 1), ahead::<1>(single, 2)),
        1 => (ahead::<10>(single, 1), ahead::<10>(single, 2)),
        _ => (ahead::<11>(single, 1), ahead::<11>(single, 2)),
    };
    [single & next, single & next & third]
}

/// How many moves of one side push a marble of the other, and how many push one off the board.
#[inline]
pub(super) fn pushes(own: u128, enemy: u128) -> [u32; 2] {
    let all = all_rows(own, enemy);
    let count = |set: fn(&Rows) -> u128| all.iter().map(|rows| set(rows).count_ones()).sum();
    [count(|rows| rows.pushing), count(|rows| rows.ejecting)]
}

impl Board {
    fn list_quiet(&self, out: &mut Vec<AbaloneMove>) {
        for (direction, rows) in all_rows(self.own(), self.enemy()).iter().enumerate() {
            out.extend(bits(rows.quiet).map(|rear| AbaloneMove::new(rear, direction, ALONG)));
            for axis in (0..AXES).filter(|&axis| direction / 2 != axis) {
                let manner = 1 + axis as u16;
                let [pairs, triples] = aside(axis, rows.single);
                out.extend(bits(pairs).map(|first| AbaloneMove::new(first, direction, manner)));
                out.extend(bits(triples).map(|first| AbaloneMove::new(first, direction, manner + AXES as u16)));
            }
        }
    }

    fn list_ejecting(&self, out: &mut Vec<AbaloneMove>) {
        for (direction, rows) in all_rows(self.own(), self.enemy()).iter().enumerate() {
            out.extend(bits(rows.ejecting).map(|rear| AbaloneMove::new(rear, direction, ALONG)));
        }
    }

    fn count(&self) -> u32 {
        let mut sum = 0;
        for (direction, rows) in all_rows(self.own(), self.enemy()).iter().enumerate() {
            sum += (rows.quiet | rows.ejecting).count_ones();
            for axis in (0..AXES).filter(|&axis| direction / 2 != axis) {
                let [pairs, triples] = aside(axis, rows.single);
                sum += pairs.count_ones() + triples.count_ones();
            }
        }
        sum
    }

    /// Whether a row can move, and whether it pushes off a marble. It begins with an own marble.
    #[inline]
    fn can_move_along(&self, rear: usize, direction: usize) -> Option<bool> {
        let length = self.run(rear, direction);
        let at = |steps: i32| step(rear, direction, steps);
        let (own, enemy) = (self.own(), self.enemy());
        let is_empty = |bit: usize| !holds(own | enemy, bit);
        if !holds(enemy, at(length)) {
            return (holds(BOARD, at(length)) && is_empty(at(length))).then_some(false);
        }
        let pushed = (1..length).find(|&more| !holds(enemy, at(length + more)))?;
        let end = at(length + pushed);
        is_empty(end).then(|| !holds(BOARD, end))
    }

    #[inline]
    fn can_move_aside(&self, first: usize, axis: usize, marbles: i32, direction: usize) -> bool {
        let empty = BOARD & !(self.own() | self.enemy());
        (0..marbles).all(|marble| {
            let from = step(first, 2 * axis, marble);
            holds(self.own(), from) && holds(empty, step(from, direction, 1))
        })
    }
}

impl Position for Board {
    type Move = AbaloneMove;
    const NULL_MOVE: bool = true;
    const MOVE_SLOTS: usize = CELLS * DIRECTIONS * MANNERS;
    const MOVER_SLOTS: usize = CELLS * DIRECTIONS;
    const TACTICAL_SLOTS: usize = CELLS * DIRECTIONS;

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
    #[inline]
    fn side(&self) -> Side {
        self.side
    }
    fn tactical_moves(&self, out: &mut Vec<AbaloneMove>) {
        if !self.is_lost() {
            self.list_ejecting(out);
        }
    }
    fn quiet_moves(&self, out: &mut Vec<AbaloneMove>) {
        if !self.is_lost() {
            self.list_quiet(out);
        }
    }
    fn count_moves(&self) -> usize {
        if self.is_lost() { 0 } else { self.count() as usize }
    }
    fn is_legal(&self, m: AbaloneMove) -> bool {
        let Some(step) = m.step().filter(|_| !self.is_lost()) else { return false };
        match step {
            Step::Along { rear, direction } => {
                holds(self.own(), rear) && self.can_move_along(rear, direction).is_some()
            }
            Step::Aside { first, axis, marbles, direction } => self.can_move_aside(first, axis, marbles, direction),
        }
    }
    #[inline]
    fn is_tactical(&self, m: AbaloneMove) -> bool {
        match m.step() {
            Some(Step::Along { rear, direction }) => self.can_move_along(rear, direction) == Some(true),
            _ => false,
        }
    }
    #[inline]
    fn play(&self, m: AbaloneMove) -> Self {
        let mut next = *self;
        next.make(m);
        next
    }
    #[inline]
    fn make(&mut self, m: AbaloneMove) {
        match m.step() {
            Some(Step::Along { rear, direction }) => self.move_along(rear, direction),
            Some(Step::Aside { first, axis, marbles, direction }) => self.move_aside(first, axis, marbles, direction),
            None => {}
        }
        self.count_ply();
    }
    fn pass(&self) -> Option<Self> {
        if self.is_lost() {
            return None;
        }
        let mut next = *self;
        next.change_side();
        next.reversible = 0;
        Some(next)
    }
    #[inline]
    fn move_slot(&self, m: AbaloneMove) -> usize {
        let manner = (m.0 >> MANNER_SHIFT) as usize % MANNERS;
        self.mover_slot(m) * MANNERS + manner
    }
    /// Cell and direction.
    #[inline]
    fn mover_slot(&self, m: AbaloneMove) -> usize {
        let (bit, direction) = m.origin();
        number(bit) * DIRECTIONS + direction
    }
    fn piece(&self, m: AbaloneMove) -> usize {
        m.origin().0
    }
    #[inline]
    fn tactical_slot(&self, m: AbaloneMove) -> usize {
        self.mover_slot(m)
    }
    #[inline]
    fn gain(&self, m: AbaloneMove) -> Score {
        match self.is_tactical(m) {
            true if self.lost(self.side.other()) + 1 == LOST_GAME => WIN_GAIN,
            true => MARBLE,
            false => 0,
        }
    }
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }
    fn stuck(&self) -> Outcome {
        self.result().unwrap_or(Outcome::Draw)
    }
    #[inline]
    fn reversible_plies(&self) -> usize {
        self.reversible as usize
    }
}
