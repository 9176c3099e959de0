//! A small evaluation: material and squares by formula, a little mobility, the king's
//! shelter. It is the seed from which the network learns, and the evaluation of the
//! classic recipes; it is not meant to grow.
//!
//! Each term has a value for the middlegame and one for the endgame, blended by the
//! pieces left. Material and squares are kept up to date move by move.
use super::{
    Bitboard, Board, Kind, Move, Piece, Square, bishop_attacks, king_attacks, knight_attacks, queen_attacks,
    rook_attacks,
};
use niwaki_search::{
    game::{Evaluator, Side},
    node::Score,
};
use std::ops::{AddAssign, SubAssign};

/// A value for the middlegame and one for the endgame, in centipawns. Both are in one
/// number, the endgame in the upper half, so that one operation serves both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Pair(i64);

const fn pair(middle: i32, end: i32) -> Pair {
    Pair(((end as i64) << 32) + middle as i64)
}

impl Pair {
    #[inline]
    const fn middle(self) -> i32 {
        self.0 as i32
    }

    #[inline]
    const fn end(self) -> i32 {
        // A negative middle has borrowed from the upper half.
        ((self.0 - self.middle() as i64) >> 32) as i32
    }

    #[inline]
    const fn times(self, factor: i32) -> Pair {
        Pair(self.0 * factor as i64)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        self.0 += other.0;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Pair) {
        self.0 -= other.0;
    }
}

// By kind: pawn, knight, bishop, rook, queen, king.
const MATERIAL: [Pair; 6] = [pair(85, 110), pair(325, 300), pair(340, 320), pair(470, 540), pair(960, 980), pair(0, 0)];
/// Weight of a piece in the blend between middlegame and endgame.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// All pieces on the board: pure middlegame.
const FULL_PHASE: i32 = 24;
/// For each square that a piece attacks beyond the usual number, and that number.
const MOBILITY: [(Pair, i32); 6] =
    [(pair(0, 0), 0), (pair(5, 4), 4), (pair(5, 5), 6), (pair(2, 4), 6), (pair(1, 3), 11), (pair(0, 0), 0)];
/// More than any piece attacks.
const REACH: usize = 32;
/// For each attack on a square next to the enemy king.
const KING_ATTACK: [i32; 6] = [0, 7, 6, 8, 7, 0];
/// For each own pawn one and two ranks before the king, on its file or beside it.
const SHELTER: [i32; 2] = [16, 8];
/// For the right to move.
const TEMPO: i32 = 12;

/// Distance from the nearer edge, 0 to 3.
const fn inward(line: i32) -> i32 {
    if line < 4 { line } else { 7 - line }
}

/// Worth of standing on a square, seen from the piece's own side.
const fn place(kind: Kind, square: usize) -> Pair {
    let (file, rank) = (inward((square % 8) as i32), (square / 8) as i32);
    let centre = file + inward(rank);
    match kind {
        Kind::Pawn if rank < 5 => pair(3 * file * (rank - 1) + 4 * rank - 14, 3 * rank * rank - 14),
        Kind::Pawn => pair(14 * rank - 14, 3 * rank * rank - 14),
        Kind::Knight => pair(9 * centre + 2 * rank - 36, 7 * centre - 24),
        Kind::Bishop => pair(5 * centre - 12 - if rank == 0 { 12 } else { 0 }, 3 * centre - 10),
        Kind::Rook => pair(4 * file - 8 + if rank == 6 { 16 } else { 0 }, if rank >= 5 { 6 } else { -2 }),
        Kind::Queen => pair(2 * centre - 8, 6 * centre - 20),
        Kind::King => pair(20 - 10 * file - 18 * rank, 12 * centre - 38),
    }
}

static PLACES: [[Pair; 64]; 12] = {
    let mut places = [[pair(0, 0); 64]; 12];
    let mut p = 0;
    while p < 12 {
        let piece = Piece::ALL[p];
        let (kind, white) = (piece.kind(), matches!(piece.side(), Side::First));
        let mut square = 0;
        while square < 64 {
            let worth = place(kind, if white { square } else { square ^ 56 });
            let material = MATERIAL[kind.index()];
            let sum = Pair(material.0 + worth.0);
            places[piece.index()][square] = if white { sum } else { Pair(-sum.0) };
            square += 1;
        }
        p += 1;
    }
    places
};

/// Mobility by kind and number of squares.
static REACHED: [[Pair; REACH]; 6] = {
    let mut worth = [[pair(0, 0); REACH]; 6];
    let mut kind = 0;
    while kind < 6 {
        let (weight, usual) = MOBILITY[kind];
        let mut squares = 0;
        while squares < REACH {
            worth[kind][squares] = weight.times(squares as i32 - usual);
            squares += 1;
        }
        kind += 1;
    }
    worth
};

/// Sums for White minus those for Black, and the phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sums {
    worth: Pair,
    phase: i32,
}

impl Sums {
    fn of(board: &Board) -> Sums {
        let mut sums = Sums::default();
        for square in board.occupied() {
            board.piece_on(square).into_iter().for_each(|piece| sums.add(piece, square));
        }
        sums
    }

    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.worth += PLACES[piece.index()][square.index()];
        self.phase += PHASE[piece.kind().index()];
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.worth -= PLACES[piece.index()][square.index()];
        self.phase -= PHASE[piece.kind().index()];
    }
}

impl Sums {
    /// White's advantage in the blend of this phase, for the side to move.
    #[inline]
    fn blend(&self, total: Pair, board: &Board) -> Score {
        let phase = self.phase.clamp(0, FULL_PHASE);
        let white = (total.middle() * phase + total.end() * (FULL_PHASE - phase)) / FULL_PHASE;
        if board.to_move() == Side::First { white } else { -white }
    }

    #[inline]
    fn play(&mut self, before: &Board, m: Move) {
        // Most moves carry one piece to an empty or enemy square.
        if m.is_plain()
            && let Some(piece) = before.piece_on(m.from())
        {
            let squares = &PLACES[piece.index()];
            self.worth -= squares[m.from().index()];
            self.worth += squares[m.to().index()];
            if let Some(victim) = before.piece_on(m.to()) {
                self.remove(victim, m.to());
            }
            return;
        }
        let changes = before.changes(m);
        changes.removed().for_each(|(piece, square)| self.remove(piece, square));
        changes.added().for_each(|(piece, square)| self.add(piece, square));
    }
}

/// The evaluator: sums along the path of the search.
#[derive(Clone, Debug, Default)]
pub struct SeedEvaluator {
    path: Vec<Sums>,
}

impl Evaluator<Board> for SeedEvaluator {
    fn reset(&mut self, root: &Board) {
        self.path.clear();
        self.path.push(Sums::of(root));
    }

    #[inline]
    fn push(&mut self, before: &Board, m: Option<Move>, _after: &Board) {
        let mut sums = self.path.last().copied().unwrap_or_default();
        if let Some(m) = m {
            sums.play(before, m);
        }
        self.path.push(sums);
    }

    #[inline]
    fn pop(&mut self) {
        self.path.pop();
    }

    fn evaluate(&mut self, board: &Board) -> Score {
        let sums = self.path.last().copied().unwrap_or_default();
        let mut total = sums.worth;
        total += side_terms::<true>(board);
        total -= side_terms::<false>(board);
        sums.blend(total, board) + TEMPO
    }
}

impl SeedEvaluator {
    /// Material and squares alone.
    pub fn evaluate_plainly(&self, board: &Board) -> Score {
        let sums = self.path.last().copied().unwrap_or_default();
        sums.blend(sums.worth, board)
    }
}

/// Mobility, attacks on the enemy king, shelter of the own. Compiled for each side, so
/// that directions are constants.
fn side_terms<const FIRST: bool>(board: &Board) -> Pair {
    let side = if FIRST { Side::First } else { Side::Second };
    let occupied = board.occupied();
    let enemy = side.other();
    let zone = king_attacks(board.king(enemy));
    let targets = !board.of_side(side) & !pawn_reach(board.pieces(Kind::Pawn, enemy), enemy);
    let mut sum = pair(shelter(board, side), 0);
    // One line a kind, so that each has its own attack function and constants.
    let mut add = |kind: Kind, attacks_from: fn(Square, Bitboard) -> Bitboard| {
        for square in board.pieces(kind, side) {
            let reach = attacks_from(square, occupied);
            let attacks = (reach & zone).count() as i32;
            sum += REACHED[kind.index()][(reach & targets).count() as usize % REACH];
            sum += pair(KING_ATTACK[kind.index()], 0).times(attacks);
        }
    };
    add(Kind::Knight, |square, _| knight_attacks(square));
    add(Kind::Bishop, bishop_attacks);
    add(Kind::Rook, rook_attacks);
    add(Kind::Queen, queen_attacks);
    sum
}

/// Squares that a set of pawns attacks.
#[inline(always)]
fn pawn_reach(pawns: Bitboard, side: Side) -> Bitboard {
    let Bitboard(pawns) = ahead(pawns, side);
    Bitboard((pawns & !Bitboard::FILE_A.0) >> 1 | (pawns & !Bitboard::FILE_H.0) << 1)
}

/// A set moved one rank forward.
#[inline(always)]
fn ahead(Bitboard(squares): Bitboard, side: Side) -> Bitboard {
    Bitboard(if side == Side::First { squares << 8 } else { squares >> 8 })
}

#[inline(always)]
fn shelter(board: &Board, side: Side) -> i32 {
    let king = board.king(side).bit();
    let pawns = board.pieces(Kind::Pawn, side);
    let Bitboard(beside) = ahead(king, side);
    let near = Bitboard(beside) | pawn_reach(king, side);
    let far = ahead(near, side);
    SHELTER[0] * (pawns & near).count() as i32 + SHELTER[1] * (pawns & far).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_search::{game::Position, random::Random};

    fn evaluate(fen: &str) -> Score {
        let board = Board::from_fen(fen).unwrap();
        let mut evaluator = SeedEvaluator::default();
        evaluator.reset(&board);
        evaluator.evaluate(&board)
    }

    #[test]
    fn both_sides_are_judged_alike() {
        let pairs = [
            (
                "r1bqkb1r/pp3ppp/2np1n2/4p3/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1",
                "r1bqkb1r/ppp2ppp/2n5/3np3/4P3/2NP1N2/PP3PPP/R1BQKB1R b KQkq - 0 1",
            ),
            ("8/5k2/3p4/8/8/4K3/4PP2/8 w - - 0 1", "8/4pp2/4k3/8/8/3P4/5K2/8 b - - 0 1"),
        ];
        for (white, black) in pairs {
            assert_eq!(evaluate(white), evaluate(black), "{white}");
        }
        assert_eq!(evaluate(super::super::START_FEN), TEMPO);
    }

    #[test]
    fn the_plain_evaluation_is_material_and_squares_alone() {
        let plain = |fen: &str| {
            let board = Board::from_fen(fen).unwrap();
            let mut evaluator = SeedEvaluator::default();
            evaluator.reset(&board);
            evaluator.evaluate_plainly(&board)
        };
        assert_eq!(plain(super::super::START_FEN), 0);
        // Mirrored, a pawn no longer stands in the bishop's way: finer terms see it, squares do not.
        let (shut, free) = ("4k3/8/8/8/8/2p5/8/B3K3 w - - 0 1", "4k3/8/8/8/8/5p2/8/B3K3 w - - 0 1");
        assert_eq!(plain(shut), plain(free));
        assert_ne!(evaluate(shut), evaluate(free));
    }

    #[test]
    fn more_material_is_better() {
        assert!(evaluate("4k3/8/8/8/8/8/8/QK6 w - - 0 1") > 800);
        assert!(evaluate("4k3/8/8/8/8/8/8/QK6 b - - 0 1") < -800);
        assert!(evaluate("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1") < -150);
    }

    #[test]
    fn sums_kept_along_a_game_equal_sums_from_scratch() {
        let mut random = Random::new(1);
        for _ in 0..50 {
            let mut board = Board::start();
            let mut evaluator = SeedEvaluator::default();
            evaluator.reset(&board);
            for _ in 0..120 {
                let mut moves = Vec::new();
                board.legal_moves(&mut moves);
                let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
                let next = board.play(m);
                evaluator.push(&board, Some(m), &next);
                board = next;
                assert_eq!(evaluator.path.last(), Some(&Sums::of(&board)), "{}", board.fen());
            }
        }
    }
}
