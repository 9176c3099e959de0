//! Positions and moves.
use super::bits::{self, Bits, CORNERS, SQUARES};
use niwaki_search::{
    game::{Move, Outcome, Position, Side},
    node::{Depth, Score},
};

/// Score units of a disc.
pub const DISC: Score = 100;
/// Empty squares of a stage of the game.
const STAGE_EMPTIES: u32 = 10;
/// Empty squares at the start.
const START_EMPTIES: u32 = 60;

/// A move: a square, counted from 1, or the forced pass; 0 is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Play(u16);

impl Play {
    /// The forced pass.
    pub const PASS: Play = Play(SQUARES as u16 + 1);

    /// A disc on this square, 0 to 63.
    #[inline]
    pub fn at(square: usize) -> Play {
        Play(square as u16 + 1)
    }

    /// The square; 64 or more is none.
    #[inline]
    pub fn square(self) -> usize {
        self.0.wrapping_sub(1) as usize
    }
}

impl Move for Play {
    #[inline]
    fn bits(self) -> u16 {
        self.0
    }
    #[inline]
    fn from_bits(bits: u16) -> Self {
        Play(bits)
    }
}

/// A position: the discs of both sides, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    own: Bits,
    other: Bits,
    /// Where the side to move can move.
    moves: Bits,
    side: Side,
}

impl Board {
    /// The start position.
    pub const START: Board = Board {
        own: 0x0000_0008_1000_0000,
        other: 0x0000_0010_0800_0000,
        moves: 0x0000_1020_0408_0000,
        side: Side::First,
    };

    /// A position with `own` discs of `side`, which is to move. No square is in both sets.
    #[inline]
    pub fn new(own: Bits, other: Bits, side: Side) -> Board {
        Board { own, other, moves: bits::mobility(own, other), side }
    }

    /// The discs of the side to move.
    #[inline]
    pub fn own(&self) -> Bits {
        self.own
    }

    /// The discs of the other side.
    #[inline]
    pub fn other(&self) -> Bits {
        self.other
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> Bits {
        !(self.own | self.other)
    }

    /// How many squares are empty.
    #[inline]
    pub fn empties(&self) -> u32 {
        self.empty().count_ones()
    }

    /// The squares on which the side to move can place a disc.
    #[inline]
    pub fn moves(&self) -> Bits {
        self.moves
    }

    /// The discs of one side.
    pub fn discs(&self, side: Side) -> Bits {
        if side == self.side { self.own } else { self.other }
    }

    /// The position with the other side to move.
    #[inline]
    fn swapped(&self) -> Board {
        Board::new(self.other, self.own, self.side.other())
    }

    /// Whether the side to move cannot move but its opponent can.
    #[inline]
    fn must_pass(&self) -> bool {
        self.moves == 0 && bits::mobility(self.other, self.own) != 0
    }

    /// The discs by which the side to move leads when the game is over: the empty squares
    /// are the winner's.
    pub fn final_discs(&self) -> i32 {
        final_discs(self.own, self.other)
    }
}

/// The discs by which `own` leads when the game is over.
#[inline]
pub(crate) fn final_discs(own: Bits, other: Bits) -> i32 {
    let (mine, yours) = (own.count_ones() as i32, other.count_ones() as i32);
    let empties = SQUARES as i32 - mine - yours;
    let lead = mine - yours;
    lead + lead.signum() * empties
}

/// What a corner counts in the move order, in moves of the opponent.
const CORNER_PRIOR: i32 = 6;
/// History that a move fewer of the opponent is worth.
const MOVE_PRIOR: i32 = 1024;

impl Position for Board {
    type Move = Play;
    const NULL_MOVE: bool = false;
    const PRIOR: bool = true;
    const STAGES: &'static [&'static str] =
        &["51-60 empties", "41-50 empties", "31-40 empties", "21-30 empties", "11-20 empties", "0-10 empties"];
    const MOVE_SLOTS: usize = SQUARES + 1;

    #[inline]
    fn key(&self) -> u64 {
        // Products with odd numbers whose bits are in no order.
        let mut mixed = self.own.wrapping_mul(0x9e6c_63d0_876a_68ad);
        mixed = (mixed ^ mixed >> 32).wrapping_add(self.other).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed = (mixed ^ mixed >> 29 ^ self.side as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        mixed ^ mixed >> 32
    }
    #[inline]
    fn side(&self) -> Side {
        self.side
    }
    fn tactical_moves(&self, _out: &mut Vec<Play>) {}
    fn quiet_moves(&self, out: &mut Vec<Play>) {
        out.extend(bits::squares(self.moves).map(Play::at));
        if self.must_pass() {
            out.push(Play::PASS);
        }
    }
    #[inline]
    fn count_moves(&self) -> usize {
        match self.moves {
            0 => self.must_pass() as usize,
            moves => moves.count_ones() as usize,
        }
    }
    #[inline]
    fn is_legal(&self, m: Play) -> bool {
        match m {
            Play::PASS => self.must_pass(),
            _ => m.square() < SQUARES && self.moves >> m.square() & 1 != 0,
        }
    }
    fn is_tactical(&self, _m: Play) -> bool {
        false
    }
    #[inline]
    fn play(&self, m: Play) -> Board {
        if m == Play::PASS {
            return self.swapped();
        }
        let turned = bits::flips(self.own, self.other, m.square());
        let own = self.own | turned | 1 << (m.square() % SQUARES);
        Board::new(self.other & !turned, own, self.side.other())
    }
    /// A side that has moves passes them by; one that has none must pass anyway.
    fn pass(&self) -> Option<Board> {
        let passed = self.swapped();
        (self.moves != 0 && passed.moves != 0).then_some(passed)
    }
    #[inline]
    fn is_pass(&self, m: Play) -> bool {
        m == Play::PASS
    }
    #[inline]
    fn plies_left(&self) -> Option<Depth> {
        let is_over = self.moves == 0 && !self.must_pass();
        Some(if is_over { 0 } else { self.empties() as Depth })
    }
    #[inline]
    fn stage(&self) -> usize {
        (START_EMPTIES.saturating_sub(self.empties()) / STAGE_EMPTIES).min(Self::STAGES.len() as u32 - 1) as usize
    }
    /// Fastest first: the fewer moves are left to the opponent, the sooner a subtree is
    /// searched; and a corner is never lost again.
    fn prior(&self, m: Play) -> i32 {
        if m == Play::PASS {
            return 0;
        }
        let after = self.play(m).moves;
        let choice = after.count_ones() + (after & CORNERS).count_ones();
        let corner = (CORNERS >> m.square() & 1) as i32;
        MOVE_PRIOR * (CORNER_PRIOR * corner - choice as i32)
    }
    #[inline]
    fn move_slot(&self, m: Play) -> usize {
        m.square().min(SQUARES)
    }
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.moves == 0 && !self.must_pass()).then(|| self.stuck())
    }
    fn stuck(&self) -> Outcome {
        Outcome::Points(DISC * self.final_discs())
    }
}
