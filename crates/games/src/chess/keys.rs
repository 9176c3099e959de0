//! Random numbers from which the keys of positions are made.
use super::types::{Piece, Square};

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

/// A mixing of 64 bits that is one-to-one: distinct counters give distinct numbers.
const fn scramble(counter: u64) -> u64 {
    let mut x = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 31).wrapping_mul(0x7fb5_d329_728e_a185);
    x = (x ^ x >> 27).wrapping_mul(0x81da_def4_bc2d_d44d);
    x ^ x >> 33
}

const fn numbers(seed: u64) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = scramble(seed.wrapping_add(square as u64));
        square += 1;
    }
    table
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
