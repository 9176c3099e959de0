//! Judging single moves: is it legal, does it give check.
use super::{
    attacks::{between, bishop_attacks, line, pawn_attacks, piece_attacks, rook_attacks},
    bitboard::Bitboard,
    board::{Board, castling_targets},
    movegen::PROMOTION_RANKS,
    moves::Move,
    types::{Kind, Piece, Square},
};
use niwaki_search::game::Side;

impl Board {
    /// Whether `m`, which may be any value at all, is legal here.
    pub fn allows(&self, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        let Some(mover) = self.piece_on(from).filter(|piece| piece.side() == self.side) else {
            return false;
        };
        if m.is_castling() {
            return mover.kind() == Kind::King && self.castling_is_legal(to);
        }
        if m.is_en_passant() {
            return mover.kind() == Kind::Pawn
                && self.en_passant == Some(to)
                && pawn_attacks(self.side, from).has(to)
                && self.en_passant_is_safe(from, to);
        }
        let promotes = mover.kind() == Kind::Pawn && PROMOTION_RANKS.has(to);
        let flag_fits = if promotes { m.promotion().is_some() } else { m.is_plain() };
        flag_fits && self.reaches(mover.kind(), from, to) && self.leaves_king_safe(mover.kind(), from, to)
    }

    /// Whether a piece of the side to move goes from `from` to `to`, checks aside.
    fn reaches(&self, kind: Kind, from: Square, to: Square) -> bool {
        if self.of_side(self.side).has(to) {
            return false;
        }
        if kind != Kind::Pawn {
            return piece_attacks(kind, from, self.occupied()).has(to);
        }
        if pawn_attacks(self.side, from).has(to) {
            return self.of_side(self.side.other()).has(to);
        }
        let (forward, home) = if self.side == Side::First { (8, 1) } else { (64 - 8, 6) };
        let free = !self.occupied();
        let single = from.bit().rotate(forward) & free;
        let double = if from.rank() == home { single.rotate(forward) & free } else { Bitboard::EMPTY };
        (single | double).has(to)
    }

    /// Whether the king is safe after an ordinary move.
    fn leaves_king_safe(&self, kind: Kind, from: Square, to: Square) -> bool {
        if kind == Kind::King {
            return !self.is_attacked(to, self.occupied() ^ from.bit());
        }
        let king = self.king(self.side);
        self.check_answers(king).has(to) && (!self.pinned.has(from) || line(king, from).has(to))
    }

    /// Whether the side to move may castle with the rook on `rook`.
    pub(super) fn castling_is_legal(&self, rook: Square) -> bool {
        if !(self.castling & self.of_side(self.side)).has(rook) || self.checkers.any() {
            return false;
        }
        let king = self.king(self.side);
        let (king_to, rook_to) = castling_targets(king, rook);
        let king_path = between(king, king_to) | king_to.bit();
        let rook_path = between(rook, rook_to) | rook_to.bit();
        let others = self.occupied() ^ king.bit() ^ rook.bit();
        if ((king_path | rook_path) & others).any() {
            return false;
        }
        let blockers = others | rook.bit();
        if king_path.into_iter().any(|square| self.is_attacked(square, blockers)) {
            return false;
        }
        // In Chess960 the rook may have been the shield of the king's new square.
        let enemies = self.straight_sliders() & self.of_side(self.side.other());
        (rook_attacks(king_to, others | rook_to.bit()) & enemies).is_empty()
    }

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

    /// Whether there is any legal move.
    pub fn has_move(&self) -> bool {
        let mut moves = Vec::new();
        self.list_moves(&mut moves);
        !moves.is_empty()
    }
}
