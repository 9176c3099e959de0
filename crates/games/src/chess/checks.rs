//! Which moves give check: one move by itself, or all of a list at the price of a few
//! look-ups each.
use super::{
    attacks::{between, bishop_attacks, knight_attacks, line, pawn_attacks, piece_attacks, rook_attacks},
    bitboard::Bitboard,
    board::{Board, castling_targets},
    moves::Move,
    types::{Kind, Piece, Square},
};

/// From where each kind of piece of the side to move would give check, and which of its
/// pieces hide a slider that does once they leave the line.
pub(super) struct CheckSquares {
    king: Square,
    direct: [Bitboard; 6],
    screens: Bitboard,
}

impl CheckSquares {
    pub(super) fn of(board: &Board) -> CheckSquares {
        let king = board.king(board.side.other());
        let occupied = board.occupied();
        let (diagonal, straight) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let mut direct = [Bitboard::EMPTY; 6];
        direct[Kind::Pawn.index()] = pawn_attacks(board.side.other(), king);
        direct[Kind::Knight.index()] = knight_attacks(king);
        direct[Kind::Bishop.index()] = diagonal;
        direct[Kind::Rook.index()] = straight;
        direct[Kind::Queen.index()] = diagonal | straight;
        let own = board.of_side(board.side);
        let mut screens = Bitboard::EMPTY;
        for slider in board.distant_sliders(king) & own {
            let screen = between(king, slider) & occupied;
            if !screen.many() {
                screens |= screen & own;
            }
        }
        CheckSquares { king, direct, screens }
    }

    /// Whether the legal move `m` of `board` gives check. A slider that steps back on a line
    /// to the king would stand in the way of its own sight, but such a king is in check already.
    #[inline]
    pub(super) fn hit(&self, board: &Board, m: Move) -> bool {
        if !m.is_plain() {
            return board.gives_check(m);
        }
        let (from, to) = (m.from(), m.to());
        let direct = board.piece_on(from).is_some_and(|piece| self.direct[piece.kind().index()].has(to));
        direct || self.screens.has(from) && !line(self.king, from).has(to)
    }
}

impl Board {
    /// Whether the legal move `m` gives check.
    pub fn gives_check(&self, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        let king = self.king(self.side.other());
        if m.is_castling() {
            let (king_to, rook_to) = castling_targets(from, to);
            let others = self.occupied() ^ from.bit() ^ to.bit();
            let occupied = others | king_to.bit() | rook_to.bit();
            return rook_attacks(rook_to, occupied).has(king) || self.uncovers(king, from.bit() | to.bit(), occupied);
        }
        let occupied = (self.occupied() ^ from.bit()) | to.bit();
        let direct = match m.promotion().or(self.piece_on(from).map(Piece::kind)) {
            Some(Kind::Pawn) => pawn_attacks(self.side, to).has(king),
            Some(Kind::King) | None => false,
            Some(kind) => piece_attacks(kind, to, occupied).has(king),
        };
        if direct {
            return true;
        }
        if m.is_en_passant() {
            let captured = Square::wrapping(to.index() as u32 ^ 8).bit();
            return self.uncovers(king, from.bit(), occupied ^ captured);
        }
        let way = line(king, from);
        way.any() && !way.has(to) && self.uncovers(king, from.bit(), occupied)
    }

    /// Whether a slider of the side to move, `moved` ones aside, sees `king`.
    #[inline]
    fn uncovers(&self, king: Square, moved: Bitboard, occupied: Bitboard) -> bool {
        let own = self.of_side(self.side) & !moved;
        (rook_attacks(king, occupied) & self.straight_sliders() & own).any()
            || (bishop_attacks(king, occupied) & self.diagonal_sliders() & own).any()
    }
}
