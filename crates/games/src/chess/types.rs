//! Squares and pieces.
use super::bitboard::Bitboard;
use niwaki_search::game::Side;
use std::fmt::{self, Write};

/// A square, a1 = 0, h1 = 7, h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Square(u8);

impl Square {
    /// The corner of White's queen's rook.
    pub const A1: Square = Square(0);

    /// The square with this index, if there is one.
    #[inline]
    pub const fn new(index: usize) -> Option<Square> {
        if index < 64 { Some(Square(index as u8)) } else { None }
    }

    /// The square with this index modulo 64.
    #[inline]
    pub const fn wrapping(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// The square on this file and rank, both modulo 8.
    #[inline]
    pub const fn at(file: usize, rank: usize) -> Square {
        Square(((rank & 7) * 8 + (file & 7)) as u8)
    }

    /// 0 for a1 to 63 for h8; the mask lets the compiler drop bounds checks.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 for the a-file to 7 for the h-file.
    #[inline]
    pub const fn file(self) -> usize {
        (self.0 & 7) as usize
    }

    /// 0 for White's first rank to 7 for Black's.
    #[inline]
    pub const fn rank(self) -> usize {
        (self.0 >> 3 & 7) as usize
    }

    /// The set of this square alone.
    #[inline]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << self.index())
    }

    /// The same square as the other side sees it: ranks upside down.
    #[inline]
    pub const fn flipped(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// Its name: the letter of the file and the digit of the rank.
    pub fn letters(self) -> [char; 2] {
        [b'a' + self.file() as u8, b'1' + self.rank() as u8].map(char::from)
    }

    /// Reads "e4".
    pub fn parse(text: &str) -> Option<Square> {
        let &[file, rank] = text.as_bytes() else {
            return None;
        };
        let on_board = (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
        on_board.then(|| Square::at((file - b'a') as usize, (rank - b'1') as usize))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        self.letters().into_iter().try_for_each(|letter| out.write_char(letter))
    }
}

/// The kinds of chess pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    /// All kinds, the pawn first and the king last.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// 0 for the pawn to 5 for the king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What it is worth in exchanges, in centipawns; the king nothing, as it is never won.
    #[inline]
    pub const fn value(self) -> i32 {
        VALUE[self as usize]
    }

    /// The letter of FEN for a black piece of this kind.
    pub const fn letter(self) -> char {
        ['p', 'n', 'b', 'r', 'q', 'k'][self as usize]
    }

    /// Reads a letter of either case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())
    }
}

/// Worth of the kinds in centipawns, for exchanges and gains.
pub const VALUE: [i32; 6] = [100, 320, 330, 500, 950, 0];

/// A piece of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

impl Piece {
    /// All pieces in the order of their indices.
    pub const ALL: [Piece; 12] = [
        Piece::WhitePawn,
        Piece::BlackPawn,
        Piece::WhiteKnight,
        Piece::BlackKnight,
        Piece::WhiteBishop,
        Piece::BlackBishop,
        Piece::WhiteRook,
        Piece::BlackRook,
        Piece::WhiteQueen,
        Piece::BlackQueen,
        Piece::WhiteKing,
        Piece::BlackKing,
    ];

    /// The piece of this kind and side.
    #[inline]
    pub const fn new(kind: Kind, side: Side) -> Piece {
        Piece::ALL[kind as usize * 2 + side as usize]
    }

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::ALL[self.kind_index()]
    }

    /// Index of its kind, without a look at a table.
    #[inline]
    pub(super) const fn kind_index(self) -> usize {
        self as usize >> 1
    }

    /// Which structure it belongs to: 0 for the pawns, 2 and 3 for the pieces of a side.
    #[inline]
    pub(super) const fn structure(self) -> usize {
        const STRUCTURE: [u8; 12] = [0, 0, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3];
        (STRUCTURE[self as usize] & 3) as usize
    }

    /// All bits for knights, bishops and kings, none for others.
    #[inline]
    pub(super) const fn minor_mask(self) -> u64 {
        const MASK: [i8; 6] = [0, -1, -1, 0, 0, -1];
        MASK[self.kind_index()] as u64
    }

    /// Whose it is.
    #[inline]
    pub const fn side(self) -> Side {
        if self as usize & 1 == 0 { Side::First } else { Side::Second }
    }

    /// Twice the kind's index, plus one for Black: 0 to 11.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of FEN, upper case for White.
    pub fn letter(self) -> char {
        match self.side() {
            Side::First => self.kind().letter().to_ascii_uppercase(),
            Side::Second => self.kind().letter(),
        }
    }

    /// Reads the letter of FEN.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        Kind::from_letter(letter).map(|kind| Piece::new(kind, side))
    }
}
