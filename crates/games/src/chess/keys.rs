//! Random numbers from which the keys of positions are made.
use super::types::{Piece, Square};
use crate::keys::{numbers, scramble};

/// One number for each piece on each square.
static PIECES: [[u64; 64]; 12] = piece_numbers();
/// One for each square of a rook that may castle.
static CASTLING: [u64; 64] = numbers(0x0063_6173_746c_6573);
/// One for each square where a capture en passant is possible.
static EN_PASSANT: [u64; 64] = numbers(0x656e_7061_7373_616e);
/// Black is to move.
pub(super) const BLACK_TO_MOVE: u64 = scramble(0x0062_6c61_636b);

/// Number of a piece on a square.
#[inline]
pub(super) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}

/// Number of the right to castle with the rook on `rook`.
#[inline]
pub(super) fn castling(rook: Square) -> u64 {
    CASTLING[rook.index()]
}

/// Number of a possible capture en passant on `square`.
#[inline]
pub(super) fn en_passant(square: Square) -> u64 {
    EN_PASSANT[square.index()]
}

const fn piece_numbers() -> [[u64; 64]; 12] {
    let mut table = [[0; 64]; 12];
    let mut piece = 0;
    while piece < 12 {
        table[piece] = numbers(0x6e69_7761_6b69 + 64 * piece as u64);
        piece += 1;
    }
    table
}
