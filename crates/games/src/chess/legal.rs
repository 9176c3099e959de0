//! Judging single moves: is it legal?
use super::{
    attacks::{between, line, pawn_attacks, piece_attacks, rook_attacks},
    bitboard::Bitboard,
    board::{Board, castling_targets},
    movegen::PROMOTION_RANKS,
    moves::Move,
    types::{Kind, Square},
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

    /// Whether there is any legal move.
    pub fn has_move(&self) -> bool {
        let mut moves = Vec::new();
        self.list_moves(&mut moves);
        !moves.is_empty()
    }
}
