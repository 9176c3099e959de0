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
    /// Keys of the pawns, of knights, bishops and kings, of White's and of Black's pieces
    /// other than pawns.
    pub(super) structures: [u64; 4],
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
            structures: [0; 4],
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

    /// Key of the position after `m`. Rights that come or go are left out, and so are
    /// castling, promotion and the capture en passant: most moves change none of them.
    #[inline]
    pub(super) fn quick_key_after(&self, m: Move) -> Option<u64> {
        let mover = self.squares[m.from().index()]?;
        let victim = self.squares[m.to().index()].map_or(0, |victim| keys::piece(victim, m.to()));
        let way = keys::piece(mover, m.from()) ^ keys::piece(mover, m.to());
        Some(self.key ^ keys::BLACK_TO_MOVE ^ way ^ victim)
    }

    /// Plays the legal move `m`.
    pub(super) fn make(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        let Some(mover) = self.squares[from.index()] else {
            debug_assert!(false, "no piece to move on {from}");
            return;
        };
        self.begin_move(mover, from, to);
        if m.is_castling() {
            self.castle(from, to);
        } else {
            self.capture(if m.is_en_passant() { Square::wrapping(to.index() as u32 ^ 8) } else { to });
            self.carry(mover, from, to);
            if let Some(kind) = m.promotion() {
                self.remove(mover, to);
                self.put(Piece::new(kind, self.side), to);
            }
        }
        self.end_move();
        if mover.kind() == Kind::Pawn && from.index().abs_diff(to.index()) == 16 {
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
        self.move_number = self.move_number.saturating_add(self.side.index() as u16);
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

    /// Takes what stands on `square`, if anything does.
    #[inline]
    fn capture(&mut self, square: Square) {
        if let Some(victim) = self.squares[square.index()] {
            self.remove(victim, square);
            (self.halfmoves, self.reversible) = (0, 0);
        }
    }

    /// Moves a piece to an empty square.
    #[inline]
    fn carry(&mut self, piece: Piece, from: Square, to: Square) {
        self.squares[from.index()] = None;
        self.squares[to.index()] = Some(piece);
        self.change(piece, from.bit() | to.bit(), keys::piece(piece, from) ^ keys::piece(piece, to));
    }

    /// Enters or removes a piece in bitboards and keys.
    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.change(piece, square.bit(), keys::piece(piece, square));
    }

    /// The piece comes to or leaves each of the `squares`, whose numbers make `number`.
    /// There is no branch here: which piece moves cannot be predicted.
    #[inline]
    fn change(&mut self, piece: Piece, squares: Bitboard, number: u64) {
        self.kinds[piece.kind_index()] ^= squares;
        self.sides[piece.side().index()] ^= squares;
        self.key ^= number;
        self.structures[piece.structure()] ^= number;
        self.structures[1] ^= number & piece.minor_mask();
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
