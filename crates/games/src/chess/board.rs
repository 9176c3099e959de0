//! The board: what stands where, who may do what, and the playing of moves.
use super::{
    attacks::{
        between, bishop_attacks, bishop_lines, king_attacks, knight_attacks, pawn_attacks, rook_attacks, rook_lines,
    },
    bitboard::Bitboard,
    keys,
    moves::Move,
    types::{Kind, Piece, Square},
};
use niwaki_search::game::Side;

/// A chess position. Copied for every move played, so it is kept small.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pub(super) kinds: [Bitboard; 6],
    pub(super) sides: [Bitboard; 2],
    pub(super) squares: [Option<Piece>; 64],
    pub(super) key: u64,
    pub(super) pawn_key: u64,
    pub(super) minor_key: u64,
    pub(super) piece_keys: [u64; 2],
    /// Enemy pieces that give check.
    pub(super) checkers: Bitboard,
    /// Pieces of the side to move that may not leave the line to their king.
    pub(super) pinned: Bitboard,
    /// Rooks that may still castle; their squares tell side and wing.
    pub(super) castling: Bitboard,
    /// Set only where a capture en passant is legal, so that equal positions are equal.
    pub(super) en_passant: Option<Square>,
    pub(super) side: Side,
    pub(super) chess960: bool,
    /// Plies since the last capture or pawn move.
    pub(super) halfmoves: u16,
    /// Plies since the last move or pass that no later position can undo.
    pub(super) reversible: u16,
    pub(super) move_number: u16,
}

impl Board {
    /// A board without pieces, White to move: where setting up begins.
    pub(super) fn empty() -> Board {
        Board {
            kinds: [Bitboard::EMPTY; 6],
            sides: [Bitboard::EMPTY; 2],
            squares: [None; 64],
            key: 0,
            pawn_key: 0,
            minor_key: 0,
            piece_keys: [0; 2],
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: Bitboard::EMPTY,
            en_passant: None,
            side: Side::First,
            chess960: false,
            halfmoves: 0,
            reversible: 0,
            move_number: 1,
        }
    }

    /// The position after the legal move `m`.
    #[inline]
    pub fn after(&self, m: Move) -> Board {
        let mut next = *self;
        next.make(m);
        next
    }

    #[inline]
    fn make(&mut self, m: Move) {
        let (us, from, to) = (self.side, m.from(), m.to());
        let Some(mover) = self.squares[from.index()] else {
            debug_assert!(false, "no piece to move on {from}");
            return;
        };
        let double_step = mover.kind() == Kind::Pawn && from.index().abs_diff(to.index()) == 16;
        self.begin_move(mover, from, to);
        if m.is_castling() {
            self.castle(from, to);
        } else {
            let captured = if m.is_en_passant() { Square::wrapping(to.index() as u32 ^ 8) } else { to };
            if let Some(victim) = self.squares[captured.index()] {
                self.remove(victim, captured);
                (self.halfmoves, self.reversible) = (0, 0);
            }
            self.remove(mover, from);
            let placed = m.promotion().map_or(mover, |kind| Piece::new(kind, us));
            self.put(placed, to);
        }
        self.end_move();
        if double_step {
            self.offer_en_passant(Square::wrapping((from.index() + to.index()) as u32 / 2));
        }
    }

    /// Clocks and rights, before any piece moves.
    #[inline]
    fn begin_move(&mut self, mover: Piece, from: Square, to: Square) {
        self.clear_en_passant();
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.reversible = self.reversible.saturating_add(1);
        if mover.kind() == Kind::Pawn {
            (self.halfmoves, self.reversible) = (0, 0);
        }
        let mut lost = from.bit() | to.bit();
        if mover.kind() == Kind::King {
            lost |= self.sides[self.side.index()];
        }
        lost &= self.castling;
        if lost.any() {
            self.castling ^= lost;
            self.key = lost.into_iter().fold(self.key, |key, rook| key ^ keys::castling(rook));
            self.reversible = 0;
        }
    }

    /// Hands the move to the other side.
    #[inline]
    fn end_move(&mut self) {
        if self.side == Side::Second {
            self.move_number = self.move_number.saturating_add(1);
        }
        self.side = self.side.other();
        self.key ^= keys::BLACK_TO_MOVE;
        self.refresh_checks();
    }

    fn castle(&mut self, king: Square, rook: Square) {
        let (king_to, rook_to) = castling_targets(king, rook);
        let (king_piece, rook_piece) = (Piece::new(Kind::King, self.side), Piece::new(Kind::Rook, self.side));
        self.remove(king_piece, king);
        self.remove(rook_piece, rook);
        self.put(king_piece, king_to);
        self.put(rook_piece, rook_to);
    }

    /// The position after a free pass; `None` in check.
    pub fn passed(&self) -> Option<Board> {
        if self.checkers.any() {
            return None;
        }
        let mut next = *self;
        next.clear_en_passant();
        next.halfmoves = next.halfmoves.saturating_add(1);
        next.end_move();
        next.reversible = 0;
        Some(next)
    }

    #[inline]
    fn clear_en_passant(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.key ^= keys::en_passant(square);
        }
    }

    /// Notes that the side to move may capture en passant on `square`, if it really may.
    #[inline]
    pub(super) fn offer_en_passant(&mut self, square: Square) {
        let capturers = pawn_attacks(self.side.other(), square) & self.pieces(Kind::Pawn, self.side);
        if capturers.into_iter().any(|pawn| self.en_passant_is_safe(pawn, square)) {
            self.en_passant = Some(square);
            self.key ^= keys::en_passant(square);
        }
    }

    /// Whether our king is safe after the pawn on `from` captures en passant on `to`.
    pub(super) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let captured = Square::wrapping(to.index() as u32 ^ 8).bit();
        let occupied = (self.occupied() ^ from.bit() ^ captured) | to.bit();
        let enemies = self.sides[self.side.other().index()] & !captured;
        (self.attackers(self.king(self.side), occupied) & enemies).is_empty()
    }

    #[inline]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.squares[square.index()] = Some(piece);
        self.toggle(piece, square);
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.squares[square.index()] = None;
        self.toggle(piece, square);
    }

    /// Enters or removes a piece in bitboards and keys. The choices are written as
    /// values, not branches: which kind moves cannot be predicted.
    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let (kind, side, number) = (piece.kind(), piece.side().index(), keys::piece(piece, square));
        self.kinds[kind.index()] ^= square.bit();
        self.sides[side] ^= square.bit();
        let pawn = if kind == Kind::Pawn { number } else { 0 };
        let minor = if matches!(kind, Kind::Knight | Kind::Bishop | Kind::King) { number } else { 0 };
        self.key ^= number;
        self.pawn_key ^= pawn;
        self.minor_key ^= minor;
        self.piece_keys[side] ^= number ^ pawn;
    }

    /// Finds checkers and pinned pieces of the side to move.
    #[inline]
    pub(super) fn refresh_checks(&mut self) {
        let king = self.king(self.side);
        let enemies = self.sides[self.side.other().index()];
        let pawns = pawn_attacks(self.side, king) & self.kinds[Kind::Pawn.index()];
        let knights = knight_attacks(king) & self.kinds[Kind::Knight.index()];
        self.checkers = (pawns | knights) & enemies;
        self.pinned = Bitboard::EMPTY;
        let occupied = self.occupied();
        for slider in self.distant_sliders(king) & enemies {
            let screen = between(king, slider) & occupied;
            if screen.is_empty() {
                self.checkers |= slider.bit();
            } else if !screen.many() {
                self.pinned |= screen & !enemies;
            }
        }
    }

    /// Sliders of both sides that would attack `square` on an empty board.
    #[inline]
    pub(super) fn distant_sliders(&self, square: Square) -> Bitboard {
        rook_lines(square) & self.straight_sliders() | bishop_lines(square) & self.diagonal_sliders()
    }

    /// Rooks and queens of both sides.
    #[inline]
    pub fn straight_sliders(&self) -> Bitboard {
        self.kinds[Kind::Rook.index()] | self.kinds[Kind::Queen.index()]
    }

    /// Bishops and queens of both sides.
    #[inline]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.kinds[Kind::Bishop.index()] | self.kinds[Kind::Queen.index()]
    }

    /// Pieces of both sides that attack `square` if `occupied` squares block.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns =
            pawn_attacks(Side::First, square) & self.sides[1] | pawn_attacks(Side::Second, square) & self.sides[0];
        pawns & self.kinds[Kind::Pawn.index()]
            | knight_attacks(square) & self.kinds[Kind::Knight.index()]
            | king_attacks(square) & self.kinds[Kind::King.index()]
            | rook_attacks(square, occupied) & self.straight_sliders()
            | bishop_attacks(square, occupied) & self.diagonal_sliders()
    }

    /// Whether the opponent of the side to move attacks `square` if `occupied` blocks.
    #[inline]
    pub(super) fn is_attacked(&self, square: Square, occupied: Bitboard) -> bool {
        let leapers = pawn_attacks(self.side, square) & self.kinds[Kind::Pawn.index()]
            | knight_attacks(square) & self.kinds[Kind::Knight.index()]
            | king_attacks(square) & self.kinds[Kind::King.index()];
        let enemies = self.sides[self.side.other().index()];
        (leapers & enemies).any()
            || (rook_attacks(square, occupied) & self.straight_sliders() & enemies).any()
            || (bishop_attacks(square, occupied) & self.diagonal_sliders() & enemies).any()
    }
}

/// Where king and rook go when they castle.
#[inline]
pub(super) fn castling_targets(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) = if rook.file() > king.file() { (6, 5) } else { (2, 3) };
    (Square::at(king_file, king.rank()), Square::at(rook_file, king.rank()))
}
