//! Moves in two bytes.
use super::types::{Kind, Square};
use std::fmt;

/// A move: to (6 bits), from (6 bits), flag (4 bits). Castling is the king taking
/// its own rook, which names it in Chess960 too. The value 0 is "no move".
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Move(u16);

/// What is special about a move; promotions are the flags from 4 on.
const CASTLING: u16 = 1 << 12;
const EN_PASSANT: u16 = 2 << 12;
const PROMOTION: u16 = 4 << 12;
const FLAGS: u16 = 15 << 12;

impl Move {
    /// "No move".
    pub const NONE: Move = Move(0);

    /// A move without a flag.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move((from.index() as u16) << 6 | to.index() as u16)
    }

    /// Castling of the king on `king` with the rook on `rook`.
    #[inline]
    pub const fn castling(king: Square, rook: Square) -> Move {
        Move(Move::new(king, rook).0 | CASTLING)
    }

    /// A capture en passant.
    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move(Move::new(from, to).0 | EN_PASSANT)
    }

    /// A promotion to `kind`, which is a knight, bishop, rook or queen.
    #[inline]
    pub const fn promoting(from: Square, to: Square, kind: Kind) -> Move {
        Move(Move::new(from, to).0 | (PROMOTION + ((kind as u16).wrapping_sub(1) & 3) * (1 << 12)))
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0 as u32 >> 6)
    }

    /// Where the piece goes; for castling, where the rook stands.
    #[inline]
    pub const fn to(self) -> Square {
        Square::wrapping(self.0 as u32)
    }

    /// From and to as one number below 4096.
    #[inline]
    pub const fn squares(self) -> usize {
        (self.0 & 4095) as usize
    }

    /// Whether there is nothing special about it.
    #[inline]
    pub const fn is_plain(self) -> bool {
        self.0 & FLAGS == 0
    }

    /// Whether it castles.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.0 & FLAGS == CASTLING
    }

    /// Whether it captures en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0 & FLAGS == EN_PASSANT
    }

    /// What a pawn becomes by it, if it promotes.
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0 >> 12 {
            4 => Some(Kind::Knight),
            5 => Some(Kind::Bishop),
            6 => Some(Kind::Rook),
            7 => Some(Kind::Queen),
            _ => None,
        }
    }
}

impl niwaki_search::game::Move for Move {
    #[inline]
    fn bits(self) -> u16 {
        self.0
    }

    #[inline]
    fn from_bits(bits: u16) -> Self {
        Move(bits)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(out, "{}", kind.letter()),
            None if self.is_castling() => write!(out, " castling"),
            None if self.is_en_passant() => write!(out, " en passant"),
            None => Ok(()),
        }
    }
}
