//! Which squares a piece attacks: tables computed by the compiler.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
use super::magics as sliders;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
use super::packed as sliders;
use super::{
    bitboard::Bitboard,
    types::{Kind, Square},
};
use niwaki_search::game::Side;

type Steps = [(i32, i32); 8];
pub(super) type Directions = [(i32, i32); 4];
/// By direction and square.
pub(super) type Rays<Set> = [[Set; 64]; 4];

const KNIGHT_STEPS: Steps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: Steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
pub(super) const ROOK_DIRECTIONS: Directions = [(1, 0), (0, 1), (-1, 0), (0, -1)];
pub(super) const BISHOP_DIRECTIONS: Directions = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

static KNIGHT: [Bitboard; 64] = leaper(KNIGHT_STEPS);
static KING: [Bitboard; 64] = leaper(KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [pawn_table(1), pawn_table(-1)];
static LINES: [[Bitboard; 64]; 64] = pair_table(true);
static BETWEEN: [[Bitboard; 64]; 64] = pair_table(false);
/// Both diagonals of a square: the one towards h8, then the one towards a8.
static DIAGONALS: [[Bitboard; 64]; 2] = [diagonal_table(1), diagonal_table(-1)];

/// File and rank, and both diagonals of a square, without the square itself.
static STRAIGHT_LINES: [Bitboard; 64] = line_table(ROOK_DIRECTIONS);
static DIAGONAL_LINES: [Bitboard; 64] = line_table(BISHOP_DIRECTIONS);

/// Squares a pawn of `side` on `square` attacks.
#[inline]
pub fn pawn_attacks(side: Side, square: Square) -> Bitboard {
    PAWN[side.index()][square.index()]
}

/// Squares a knight on `square` attacks.
#[inline]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Squares a king on `square` attacks.
#[inline]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Squares a bishop on `square` attacks when `occupied` squares block it.
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::bishop_attacks(square, occupied)
}

/// Squares a rook on `square` attacks when `occupied` squares block it.
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::rook_attacks(square, occupied)
}

/// Squares a queen on `square` attacks when `occupied` squares block it.
#[inline]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// Squares a piece of this kind, other than a pawn, attacks; none for pawns.
#[inline]
pub fn piece_attacks(kind: Kind, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => Bitboard::EMPTY,
        Kind::Knight => knight_attacks(square),
        Kind::Bishop => bishop_attacks(square, occupied),
        Kind::Rook => rook_attacks(square, occupied),
        Kind::Queen => queen_attacks(square, occupied),
        Kind::King => king_attacks(square),
    }
}

/// The whole line through two squares, from edge to edge; empty if there is none.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINES[a.index()][b.index()]
}

/// The squares strictly between two squares of a line; empty if there is no line.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The diagonal through `square` that leads towards h8.
#[inline]
pub fn rising_diagonal(square: Square) -> Bitboard {
    DIAGONALS[0][square.index()]
}

/// The diagonal through `square` that leads towards h1.
#[inline]
pub fn falling_diagonal(square: Square) -> Bitboard {
    DIAGONALS[1][square.index()]
}

/// File and rank of `square` without the square itself.
#[inline]
pub fn rook_lines(square: Square) -> Bitboard {
    STRAIGHT_LINES[square.index()]
}

/// Both diagonals of `square` without the square itself.
#[inline]
pub fn bishop_lines(square: Square) -> Bitboard {
    DIAGONAL_LINES[square.index()]
}

/// The bit of a square by coordinates; 0 beyond the board.
const fn bit(file: i32, rank: i32) -> u64 {
    if file < 0 || file > 7 || rank < 0 || rank > 7 { 0 } else { 1 << (rank * 8 + file) }
}

const fn leaper(steps: Steps) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            table[square].0 |= bit(square as i32 % 8 + steps[i].0, square as i32 / 8 + steps[i].1);
            i += 1;
        }
        square += 1;
    }
    table
}

const fn pawn_table(forward: i32) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square as i32 % 8, square as i32 / 8 + forward);
        table[square] = Bitboard(bit(file - 1, rank) | bit(file + 1, rank));
        square += 1;
    }
    table
}

/// The squares from (and without) `square` to the edge in one direction.
const fn ray(square: usize, direction: (i32, i32)) -> u64 {
    let (mut file, mut rank) = (square as i32 % 8 + direction.0, square as i32 / 8 + direction.1);
    let mut squares = 0;
    while bit(file, rank) != 0 {
        squares |= bit(file, rank);
        file += direction.0;
        rank += direction.1;
    }
    squares
}

const fn diagonal_table(rise: i32) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(ray(square, (1, rise)) | ray(square, (-1, -rise)) | 1 << square);
        square += 1;
    }
    table
}

/// All squares to the edge in four directions.
const fn line_table(directions: Directions) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(blocked(&rays(directions), square, 0));
        square += 1;
    }
    table
}

/// For each pair of squares their whole line, or only what lies between them.
const fn pair_table(whole: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let direction = KING_STEPS[i];
            let ahead = ray(from, direction);
            let back = ray(from, (-direction.0, -direction.1));
            let mut rest = ahead;
            while rest != 0 {
                let to = rest.trailing_zeros() as usize;
                let inside = ahead & ray(to, (-direction.0, -direction.1));
                table[from][to] = Bitboard(if whole { ahead | back | 1 << from } else { inside });
                rest &= rest - 1;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// The rays of a slider from each square, in the order of its directions.
pub(super) const fn rays(directions: Directions) -> Rays<u64> {
    let mut table = [[0; 64]; 4];
    let mut i = 0;
    while i < 4 {
        let mut square = 0;
        while square < 64 {
            table[i][square] = ray(square, directions[i]);
            square += 1;
        }
        i += 1;
    }
    table
}

/// Attacks of a slider: each ray up to and including its first blocker.
pub(super) const fn blocked(rays: &Rays<u64>, square: usize, occupied: u64) -> u64 {
    let mut attacks = 0;
    let mut i = 0;
    while i < 4 {
        let blockers = rays[i][square] & occupied;
        attacks |= rays[i][square];
        if blockers != 0 {
            attacks ^= rays[i][first_blocker(i, blockers)];
        }
        i += 1;
    }
    attacks
}

/// The first of some blockers on a ray. The first two directions of a slider lead to
/// higher squares, the others to lower ones.
pub(super) const fn first_blocker(direction: usize, blockers: u64) -> usize {
    let first = if direction < 2 { blockers.trailing_zeros() } else { 63 - blockers.leading_zeros() };
    first as usize
}

/// The squares whose occupancy matters to a slider.
pub(super) const fn mask(square: usize, directions: Directions) -> u64 {
    let mut squares = 0;
    let mut i = 0;
    while i < 4 {
        squares |= ray_without_edge(square, directions[i]);
        i += 1;
    }
    squares
}

/// A ray without its last square: a piece there hides nothing.
const fn ray_without_edge(square: usize, direction: (i32, i32)) -> u64 {
    let (mut file, mut rank) = (square as i32 % 8 + direction.0, square as i32 / 8 + direction.1);
    let mut squares = 0;
    while bit(file + direction.0, rank + direction.1) != 0 {
        squares |= bit(file, rank);
        file += direction.0;
        rank += direction.1;
    }
    squares
}
