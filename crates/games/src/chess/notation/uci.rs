//! Moves as engines and their users exchange them: "e2e4", "e7e8q".
use super::{only_move, quoted};
use crate::chess::{
    board::Board,
    moves::Move,
    types::{Kind, Square},
};

/// Reads a move of the UCI protocol. Castling is the king taking its rook, and in
/// ordinary chess also the king going two squares.
pub fn parse_uci(board: &Board, text: &str) -> Result<Move, String> {
    let text = text.trim();
    let (from, to, promotion) = split(text).ok_or_else(|| format!("{} is no move like e2e4 or e7e8q", quoted(text)))?;
    only_move(board, text, |m| {
        let reached = m.to() == to || (castles_by_two(board, m) && board.destination(m) == to);
        m.from() == from && reached && m.promotion() == promotion
    })
}

fn split(text: &str) -> Option<(Square, Square, Option<Kind>)> {
    let (from, to) = (Square::parse(text.get(..2)?)?, Square::parse(text.get(2..4)?)?);
    let promotion = match text.get(4..)? {
        "" => None,
        letter => Some(promotion_kind(letter)?),
    };
    Some((from, to, promotion))
}

/// What a pawn becomes, from one letter of either case.
pub(super) fn promotion_kind(text: &str) -> Option<Kind> {
    let mut letters = text.chars();
    let kind = Kind::from_letter(letters.next()?)?;
    let fit = letters.next().is_none() && !matches!(kind, Kind::Pawn | Kind::King);
    fit.then_some(kind)
}

/// Writes a move as the UCI protocol wants it; "no move" is 0000.
pub fn print_uci(board: &Board, m: Move) -> String {
    if m == Move::NONE {
        return "0000".to_string();
    }
    let to = if castles_by_two(board, m) { board.destination(m) } else { m.to() };
    // Without the machinery of formats, which a list of all moves would feel.
    let mut text = String::with_capacity("e7e8q".len());
    text.extend([m.from(), to].into_iter().flat_map(Square::letters));
    text.extend(m.promotion().map(Kind::letter));
    text
}

/// Whether `m` is the castling of ordinary chess. Elsewhere the king's target could
/// be that of a plain king move.
fn castles_by_two(board: &Board, m: Move) -> bool {
    m.is_castling() && !board.is_chess960() && m.from().file() == 4 && matches!(m.to().file(), 0 | 7)
}
