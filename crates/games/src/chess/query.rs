//! What a board tells: pieces, rights, clocks, and the changes a move makes.
use super::{
    bitboard::Bitboard,
    board::{Board, castling_targets},
    moves::Move,
    threats::threatened,
    types::{Kind, Piece, Square},
};
use niwaki_search::game::Side;

impl Board {
    /// Whose move it is.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.side
    }

    /// The piece on `square`, if any.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// All squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// All pieces of a side.
    #[inline]
    pub fn of_side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// All pieces of a kind, of both sides.
    #[inline]
    pub fn of_kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The pieces of one kind and side.
    #[inline]
    pub fn pieces(&self, kind: Kind, side: Side) -> Bitboard {
        self.kinds[kind.index()] & self.sides[side.index()]
    }

    /// Where the king of `side` stands.
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        self.pieces(Kind::King, side).lowest()
    }

    /// Pieces of both sides that are attacked and not defended, or attacked by a lesser piece.
    #[inline]
    pub fn threatened(&self) -> Bitboard {
        threatened(&self.kinds, &self.sides)
    }

    /// Enemy pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Pieces of the side to move that shield their king from a slider.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The rooks, of both sides, that may still castle.
    #[inline]
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// Where a capture en passant is legal now, if anywhere.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u32 {
        self.halfmoves as u32
    }

    /// Number of the move to come, as players count.
    #[inline]
    pub fn move_number(&self) -> u32 {
        self.move_number as u32
    }

    /// Whether castling is written as in Chess960, the king taking the rook.
    #[inline]
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// The same position, castling written as asked.
    #[must_use]
    pub fn with_chess960(mut self, chess960: bool) -> Board {
        self.chess960 = chess960;
        self
    }

    /// Key of the pawns alone.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.structures[0]
    }

    /// Key of knights, bishops and kings alone.
    #[inline]
    pub fn minor_key(&self) -> u64 {
        self.structures[1]
    }

    /// Key of a side's pieces other than pawns, its king among them.
    #[inline]
    pub fn piece_key(&self, side: Side) -> u64 {
        self.structures[2 + side.index()]
    }

    /// What the legal move `m` captures, en passant included.
    #[inline]
    pub fn victim(&self, m: Move) -> Option<Kind> {
        match m.is_plain() || m.promotion().is_some() {
            true => self.piece_on(m.to()).map(Piece::kind),
            false => m.is_en_passant().then_some(Kind::Pawn),
        }
    }

    /// Where the king goes when `m` castles; otherwise where the piece goes.
    #[inline]
    pub fn destination(&self, m: Move) -> Square {
        if m.is_castling() { castling_targets(m.from(), m.to()).0 } else { m.to() }
    }

    /// Which pieces leave and enter which squares by the legal move `m`.
    pub fn changes(&self, m: Move) -> Changes {
        let mut changes = Changes::default();
        let (from, to) = (m.from(), m.to());
        let Some(mover) = self.piece_on(from) else {
            return changes;
        };
        changes.removed[0] = Some((mover, from));
        if m.is_castling() {
            let (king_to, rook_to) = castling_targets(from, to);
            let rook = Piece::new(Kind::Rook, self.side);
            changes.removed[1] = Some((rook, to));
            changes.added = [Some((mover, king_to)), Some((rook, rook_to))];
            return changes;
        }
        let captured = if m.is_en_passant() { Square::wrapping(to.index() as u32 ^ 8) } else { to };
        changes.removed[1] = self.piece_on(captured).map(|victim| (victim, captured));
        let placed = m.promotion().map_or(mover, |kind| Piece::new(kind, self.side));
        changes.added[0] = Some((placed, to));
        changes
    }
}

/// The pieces a move takes from squares and puts on squares, the mover first.
/// Removals come before additions: in Chess960 castling a square can be in both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    pub(super) removed: [Option<(Piece, Square)>; 2],
    pub(super) added: [Option<(Piece, Square)>; 2],
}

impl Changes {
    /// Pieces that leave their squares: one or two.
    #[inline]
    pub fn removed(&self) -> impl Iterator<Item = (Piece, Square)> {
        self.removed.into_iter().flatten()
    }

    /// Pieces that enter squares: one, or two by castling.
    #[inline]
    pub fn added(&self) -> impl Iterator<Item = (Piece, Square)> {
        self.added.into_iter().flatten()
    }
}
