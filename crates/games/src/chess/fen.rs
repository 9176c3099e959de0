//! Positions as text: FEN, with the castling letters of X-FEN and Shredder-FEN.
use super::{
    bitboard::Bitboard,
    board::Board,
    keys,
    types::{Kind, Piece, Square},
};
use niwaki_search::game::Side;
use std::fmt;

/// The start position of chess.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Counters beyond this are cut; no game gets there.
const MOST_PLIES: u16 = 10_000;

impl Board {
    /// Reads FEN of four to six fields; the message says in one line what is wrong.
    pub fn from_fen(text: &str) -> Result<Board, String> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        if !(4..=6).contains(&fields.len()) {
            return Err(format!("a FEN has 4 to 6 fields, not {}", fields.len()));
        }
        let mut board = Board::empty();
        board.read_pieces(fields[0])?;
        board.check_material()?;
        match fields[1] {
            "w" => {}
            "b" => (board.side, board.key) = (Side::Second, board.key ^ keys::BLACK_TO_MOVE),
            other => return Err(format!("side to move is 'w' or 'b', not '{other}'")),
        }
        board.read_castling(fields[2])?;
        board.check_waiting_king()?;
        board.refresh_checks();
        board.read_en_passant(fields[3])?;
        board.halfmoves = read_counter(fields.get(4).unwrap_or(&"0"), "halfmove clock")?;
        board.move_number = read_counter(fields.get(5).unwrap_or(&"1"), "move number")?.max(1);
        board.reversible = board.halfmoves;
        Ok(board)
    }

    /// The start position of chess.
    pub fn start() -> Board {
        // The constant is right, so the empty board never shows.
        Board::from_fen(START_FEN).unwrap_or_else(|_| Board::empty())
    }

    fn read_pieces(&mut self, field: &str) -> Result<(), String> {
        let ranks: Vec<&str> = field.split('/').collect();
        if ranks.len() != 8 {
            return Err(format!("a board has 8 ranks, not {}", ranks.len()));
        }
        for (rank, text) in ranks.into_iter().rev().enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(skip @ 1..=8) = letter.to_digit(10) {
                    file += skip as usize;
                } else if let Some(piece) = Piece::from_letter(letter) {
                    if file < 8 {
                        self.put(piece, Square::at(file, rank));
                    }
                    file += 1;
                } else {
                    return Err(format!("no piece is written '{}'", letter.escape_default()));
                }
            }
            if file != 8 {
                return Err(format!("rank {} has {file} files, not 8", rank + 1));
            }
        }
        Ok(())
    }

    fn check_material(&self) -> Result<(), String> {
        for (side, name) in [(Side::First, "White"), (Side::Second, "Black")] {
            let count = |kind| self.pieces(kind, side).count();
            match count(Kind::King) {
                1 => {}
                kings => return Err(format!("{name} has {kings} kings, not 1")),
            }
            if count(Kind::Pawn) > 8 {
                return Err(format!("{name} has {} pawns, more than 8", count(Kind::Pawn)));
            }
        }
        if (self.of_kind(Kind::Pawn) & (Bitboard::rank(0) | Bitboard::rank(7))).any() {
            return Err("there is a pawn on the first or last rank".to_string());
        }
        Ok(())
    }

    fn check_waiting_king(&self) -> Result<(), String> {
        let king = self.king(self.side.other());
        if (self.attackers(king, self.occupied()) & self.of_side(self.side)).any() {
            return Err("the side that is not to move is in check".to_string());
        }
        Ok(())
    }

    /// A right that fits neither king nor rooks is dropped: many programs write `KQkq`
    /// whatever stands on the board.
    fn read_castling(&mut self, field: &str) -> Result<(), String> {
        if field == "-" {
            return Ok(());
        }
        for letter in field.chars() {
            if !matches!(letter.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h') {
                return Err(format!("no castling is written '{}'", letter.escape_default()));
            }
            let Some(rook) = self.castling_rook(letter) else { continue };
            if !self.castling.has(rook) {
                self.castling |= rook.bit();
                self.key ^= keys::castling(rook);
            }
            let king = self.king(if letter.is_ascii_uppercase() { Side::First } else { Side::Second });
            self.chess960 |= king.file() != 4 || !matches!(rook.file(), 0 | 7);
        }
        Ok(())
    }

    /// The rook that a castling letter means: the outermost on the wing, or the one
    /// on the file; `None` if there is none or the wing has its rook already.
    fn castling_rook(&self, letter: char) -> Option<Square> {
        let (side, home) = if letter.is_ascii_uppercase() { (Side::First, 0) } else { (Side::Second, 7) };
        let king = self.king(side);
        let rooks = self.pieces(Kind::Rook, side) & Bitboard::rank(home);
        let rook = match letter.to_ascii_lowercase() {
            'k' => rooks.into_iter().last(),
            'q' => rooks.into_iter().next(),
            file @ 'a'..='h' => Some(Square::at((file as u8 - b'a') as usize, home)),
            _ => None,
        }?;
        let right_wing = match letter.to_ascii_lowercase() {
            'k' => rook > king,
            'q' => rook < king,
            _ => rooks.has(rook),
        };
        let same_wing = |other: Square| other != rook && (other > king) == (rook > king);
        let taken = (self.castling & Bitboard::rank(home)).into_iter().any(same_wing);
        (king.rank() == home && right_wing && !taken).then_some(rook)
    }

    /// A square on the right rank where no capture is possible is ignored: many
    /// programs write it after every double step.
    fn read_en_passant(&mut self, field: &str) -> Result<(), String> {
        if field == "-" {
            return Ok(());
        }
        let square = Square::parse(field).ok_or_else(|| format!("'{}' is no square", field.escape_default()))?;
        let (rank, origin) = match self.side {
            Side::First => (5, square.index() + 8),
            Side::Second => (2, square.index().wrapping_sub(8)),
        };
        if square.rank() != rank {
            return Err(format!("a capture en passant on {square} is impossible"));
        }
        let pawn = Square::wrapping(square.index() as u32 ^ 8);
        let passed = square.bit() | Square::wrapping(origin as u32).bit();
        if self.pieces(Kind::Pawn, self.side.other()).has(pawn) && (passed & self.occupied()).is_empty() {
            self.offer_en_passant(square);
        }
        Ok(())
    }

    /// FEN with X-FEN castling letters: KQkq, or the file of a rook that is not the
    /// outermost of its wing.
    pub fn fen(&self) -> String {
        self.write_fen(false)
    }

    /// FEN with the files of the castling rooks, as Shredder writes it.
    pub fn shredder_fen(&self) -> String {
        self.write_fen(true)
    }

    fn write_fen(&self, files: bool) -> String {
        let side = if self.side == Side::First { 'w' } else { 'b' };
        let en_passant = self.en_passant.map_or("-".to_string(), |square| square.to_string());
        let (pieces, castling) = (self.write_pieces(), self.write_castling(files));
        format!("{pieces} {side} {castling} {en_passant} {} {}", self.halfmoves, self.move_number)
    }

    fn write_pieces(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            let mut gap = 0;
            for file in 0..8 {
                let Some(piece) = self.piece_on(Square::at(file, rank)) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    text.push_str(&gap.to_string());
                    gap = 0;
                }
                text.push(piece.letter());
            }
            if gap > 0 {
                text.push_str(&gap.to_string());
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    fn write_castling(&self, files: bool) -> String {
        let mut text = String::new();
        for side in [Side::First, Side::Second] {
            let mut rooks: Vec<Square> = (self.castling & self.of_side(side)).into_iter().collect();
            rooks.reverse();
            for rook in rooks {
                let letter = if files { file_letter(rook) } else { self.wing_letter(side, rook) };
                text.push(if side == Side::First { letter.to_ascii_uppercase() } else { letter });
            }
        }
        if text.is_empty() { "-".to_string() } else { text }
    }

    fn wing_letter(&self, side: Side, rook: Square) -> char {
        let mut rooks = (self.pieces(Kind::Rook, side) & Bitboard::rank(rook.rank())).into_iter();
        let king_side = rook > self.king(side);
        let outermost = if king_side { rooks.last() } else { rooks.next() };
        match (outermost == Some(rook), king_side) {
            (false, _) => file_letter(rook),
            (true, true) => 'k',
            (true, false) => 'q',
        }
    }
}

fn file_letter(square: Square) -> char {
    (b'a' + square.file() as u8) as char
}

fn read_counter(text: &str, name: &str) -> Result<u16, String> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("the {name} is no number: '{}'", text.escape_default()));
    }
    Ok(text.parse().unwrap_or(MOST_PLIES).min(MOST_PLIES))
}

impl fmt::Debug for Board {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.fen())
    }
}

#[cfg(test)]
impl Board {
    /// The same position with colours and ranks exchanged, without castling.
    pub(super) fn flipped(&self) -> Board {
        let mut board = Board::empty();
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                board.put(Piece::new(piece.kind(), piece.side().other()), square.flipped());
            }
        }
        board.side = self.side.other();
        board.refresh_checks();
        board
    }
}
