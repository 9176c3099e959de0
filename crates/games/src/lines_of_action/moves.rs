//! The moves of a position.
//!
//! Tactical are the moves that quiescence looks at: those that win, and captures that join own
//! pieces or part those of the enemy (Winands, van den Herik & Uiterwijk 2001).
use super::{
    board::{Board, State},
    groups::{around, euler_of, is_connected, touched_by},
    lines::{AXES, SQUARES, jumps, landing, squares, way},
};
use niwaki_search::{
    game::{Move, Outcome, Position, Side},
    node::Score,
};

/// From and to in six bits each; one more value is a forced pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LoaMove(u16);

const SQUARE_BITS: u16 = 6;
/// No move begins and ends on one square: this value is free.
const PASS: LoaMove = LoaMove(SQUARES as u16 * SQUARES as u16);
/// Directions in which a piece can come to a square.
const WAYS: usize = 2 * AXES;
/// In score units: what a winning move gains in the move order, and what a connection is worth.
const WIN_GAIN: Score = 3_000;
const JOIN_GAIN: Score = 40;

impl Move for LoaMove {
    #[inline]
    fn bits(self) -> u16 {
        self.0
    }
    #[inline]
    fn from_bits(bits: u16) -> Self {
        LoaMove(bits)
    }
}

impl LoaMove {
    /// A move between two squares.
    #[inline]
    pub(super) fn new(from: usize, to: usize) -> LoaMove {
        LoaMove((from | to << SQUARE_BITS) as u16)
    }

    /// From and to, unless it is a pass or no move at all.
    #[inline]
    pub(super) fn squares(self) -> Option<(usize, usize)> {
        let (from, to) = (self.0 as usize % SQUARES, self.0 as usize >> SQUARE_BITS);
        (to < SQUARES && from != to).then_some((from, to))
    }

    /// The forced pass.
    pub(super) fn pass() -> LoaMove {
        PASS
    }
}

impl Board {
    /// Visits from and to of every move that a piece can make.
    #[inline]
    fn each_jump(&self, mut visit: impl FnMut(usize, usize)) {
        let (own, enemy) = (self.own(), self.enemy());
        for from in squares(own) {
            for axis in 0..AXES {
                let count = self.lines.on(axis, from);
                let jumps = jumps(axis, from, count);
                for direction in 0..2 {
                    if jumps.is_free(direction, own, enemy) {
                        visit(from, landing(axis, direction, from, count));
                    }
                }
            }
        }
    }

    /// How many moves the pieces can make.
    #[inline]
    fn count_jumps(&self) -> usize {
        let (own, enemy) = (self.own(), self.enemy());
        let mut count = 0;
        for from in squares(own) {
            for axis in 0..AXES {
                let jumps = jumps(axis, from, self.lines.on(axis, from));
                count += usize::from(jumps.is_free(0, own, enemy)) + usize::from(jumps.is_free(1, own, enemy));
            }
        }
        count
    }

    /// Appends the moves of one of the two lists; returns whether there is any move at all.
    #[inline]
    fn list(&self, tactical: bool, out: &mut Vec<LoaMove>) -> bool {
        let mut any = false;
        self.each_jump(|from, to| {
            any = true;
            if self.is_tactical_jump(from, to) == tactical {
                out.push(LoaMove::new(from, to));
            }
        });
        any
    }

    /// Whether the side to move captures there.
    #[inline]
    pub(super) fn is_capture(&self, to: usize) -> bool {
        self.enemy() >> to & 1 != 0
    }

    #[inline]
    fn is_tactical_jump(&self, from: usize, to: usize) -> bool {
        self.is_capture(to) && (self.joins(from, to) || self.parts(to)) || self.wins(from, to)
    }

    /// Whether the piece touches more groups on its new square than on its old one, as far as
    /// its neighbours show.
    #[inline]
    fn joins(&self, from: usize, to: usize) -> bool {
        let rest = self.own() ^ 1 << from;
        touched_by(rest, to) > touched_by(rest, from)
    }

    /// Whether the neighbours of a captured piece lose their connection, as far as they show.
    #[inline]
    fn parts(&self, to: usize) -> bool {
        touched_by(self.enemy(), to) > 1
    }

    /// Whether the move connects all own pieces, and does not draw or lose by connecting the
    /// enemy's too.
    #[inline]
    fn wins(&self, from: usize, to: usize) -> bool {
        let rest = self.own() ^ 1 << from;
        let euler = self.euler[self.side.index()] + euler_of(rest, to) - euler_of(rest, from);
        // A piece that stands alone after its move connects nothing.
        euler <= 1
            && (rest & around(to) != 0 || rest == 0)
            && is_connected(rest | 1 << to, euler)
            && self.after(from, to).state == State::Lost
    }

    #[inline]
    fn after(&self, from: usize, to: usize) -> Board {
        let mut next = *self;
        next.move_piece(from, to);
        next
    }

    fn has_jump(&self) -> bool {
        self.count_jumps() > 0
    }
}

impl Position for Board {
    type Move = LoaMove;
    const NULL_MOVE: bool = true;
    const FORCED_PASSES: bool = true;
    const MOVE_SLOTS: usize = SQUARES * SQUARES;
    const MOVER_SLOTS: usize = SQUARES * WAYS;
    const TACTICAL_SLOTS: usize = SQUARES * SQUARES;

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
    #[inline]
    fn key_after(&self, m: LoaMove) -> Option<u64> {
        m.squares().map(|(from, to)| self.key_after_move(from, to))
    }
    #[inline]
    fn side(&self) -> Side {
        self.side
    }
    fn tactical_moves(&self, out: &mut Vec<LoaMove>) {
        if self.state == State::Running {
            self.list(true, out);
        }
    }
    fn quiet_moves(&self, out: &mut Vec<LoaMove>) {
        if self.state == State::Running && !self.list(false, out) {
            out.push(PASS);
        }
    }
    fn legal_moves(&self, out: &mut Vec<LoaMove>) {
        if self.state != State::Running {
            return;
        }
        let before = out.len();
        self.each_jump(|from, to| out.push(LoaMove::new(from, to)));
        if out.len() == before {
            out.push(PASS);
        }
    }
    fn count_moves(&self) -> usize {
        if self.state == State::Running { self.count_jumps().max(1) } else { 0 }
    }
    fn is_legal(&self, m: LoaMove) -> bool {
        if self.state != State::Running {
            return false;
        }
        let Some((from, to)) = m.squares() else { return m == PASS && !self.has_jump() };
        let Some((axis, direction, steps)) = way(from, to) else { return false };
        self.own() >> from & 1 != 0
            && self.lines.on(axis, from) == steps
            && jumps(axis, from, steps).is_free(direction, self.own(), self.enemy())
    }
    #[inline]
    fn is_tactical(&self, m: LoaMove) -> bool {
        m.squares().is_some_and(|(from, to)| self.is_tactical_jump(from, to))
    }
    #[inline]
    fn play(&self, m: LoaMove) -> Self {
        let mut next = *self;
        next.make(m);
        next
    }
    #[inline]
    fn make(&mut self, m: LoaMove) {
        match m.squares() {
            Some((from, to)) => self.move_piece(from, to),
            None => {
                self.change_side();
                self.reversible = self.reversible.saturating_add(1);
            }
        }
    }
    fn pass(&self) -> Option<Self> {
        if self.state != State::Running {
            return None;
        }
        let mut next = *self;
        next.change_side();
        next.reversible = 0;
        Some(next)
    }
    fn is_pass(&self, m: LoaMove) -> bool {
        m == PASS
    }
    #[inline]
    fn move_slot(&self, m: LoaMove) -> usize {
        m.0 as usize % Self::MOVE_SLOTS
    }
    /// Where a piece lands and from which side it comes.
    #[inline]
    fn mover_slot(&self, m: LoaMove) -> usize {
        let Some((from, to)) = m.squares() else { return 0 };
        let (axis, direction, _) = way(from, to).unwrap_or_default();
        (to * AXES + axis) * 2 + direction
    }
    fn piece(&self, m: LoaMove) -> usize {
        m.0 as usize % SQUARES
    }
    #[inline]
    fn tactical_slot(&self, m: LoaMove) -> usize {
        self.move_slot(m)
    }
    #[inline]
    fn gain(&self, m: LoaMove) -> Score {
        let Some((from, to)) = m.squares() else { return 0 };
        if self.wins(from, to) {
            return WIN_GAIN;
        }
        JOIN_GAIN * (Score::from(self.joins(from, to)) + Score::from(self.is_capture(to) && self.parts(to)))
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
