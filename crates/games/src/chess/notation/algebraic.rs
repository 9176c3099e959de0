//! Moves as players write them: "Nbd2", "exd8=Q+", "O-O", or in full "Ng1-f3".
use super::{only_move, quoted, uci::promotion_kind};
use crate::chess::{
    board::Board,
    moves::Move,
    types::{Kind, Piece, Square},
};

/// What a written move says about the move that is meant.
enum Pattern {
    Castling { king_side: bool },
    Moving { kind: Kind, file: Option<usize>, rank: Option<usize>, to: Square, promotion: Option<Kind> },
}

/// Reads standard algebraic notation as people and programs write it: marks for
/// check, mate and quality may be missing or wrong, captures unmarked, castling
/// spelt with zeros, promotions without "=", origins given in full.
pub fn parse_san(board: &Board, text: &str) -> Result<Move, String> {
    let text = text.trim();
    let pattern = Pattern::read(text).ok_or_else(|| format!("{} is no move", quoted(text)))?;
    only_move(board, text, |m| pattern.fits(board, m))
}

/// Reads long algebraic notation: like [`parse_san`], but the origin must be given.
pub fn parse_lan(board: &Board, text: &str) -> Result<Move, String> {
    let text = text.trim();
    let pattern = Pattern::read(text).filter(Pattern::names_origin);
    let pattern = pattern.ok_or_else(|| format!("{} is no move like e2-e4 or Ng1-f3", quoted(text)))?;
    only_move(board, text, |m| pattern.fits(board, m))
}

impl Pattern {
    fn read(text: &str) -> Option<Pattern> {
        // From here on any byte is a character.
        let text = without_marks(text).filter(|text| text.is_ascii())?;
        match text.replace(['0', 'o'], "O").as_str() {
            "O-O" => return Some(Pattern::Castling { king_side: true }),
            "O-O-O" => return Some(Pattern::Castling { king_side: false }),
            _ => {}
        }
        let letter = text.chars().next().filter(|letter| "KQRBNP".contains(*letter));
        let kind = letter.map_or(Some(Kind::Pawn), Kind::from_letter)?;
        let rest = &text[letter.map_or(0, char::len_utf8)..];
        let (squares, suffix) = rest.split_at(rest.rfind(|letter: char| letter.is_ascii_digit())? + 1);
        let (origin, to) = squares.split_at(squares.len().checked_sub(2)?);
        let to = Square::parse(to)?;
        let (file, rank) = read_origin(origin.strip_suffix(['x', ':', '-']).unwrap_or(origin))?;
        let promotion = match suffix.strip_prefix(['=', '/']).unwrap_or(suffix) {
            "" => None,
            letter => Some(promotion_kind(letter)?),
        };
        // A pawn that captures names its file.
        let file = if kind == Kind::Pawn { file.or(Some(to.file())) } else { file };
        Some(Pattern::Moving { kind, file, rank, to, promotion })
    }

    fn names_origin(&self) -> bool {
        match self {
            Pattern::Castling { .. } => true,
            Pattern::Moving { file, rank, .. } => file.is_some() && rank.is_some(),
        }
    }

    fn fits(&self, board: &Board, m: Move) -> bool {
        match *self {
            Pattern::Castling { king_side } => m.is_castling() && is_king_side(m) == king_side,
            Pattern::Moving { kind, file, rank, to, promotion } => {
                !m.is_castling()
                    && board.piece_on(m.from()).map(Piece::kind) == Some(kind)
                    && m.to() == to
                    && m.promotion() == promotion
                    && file.is_none_or(|file| m.from().file() == file)
                    && rank.is_none_or(|rank| m.from().rank() == rank)
            }
        }
    }
}

/// The move without what may follow it; `None` if nothing is left.
fn without_marks(text: &str) -> Option<&str> {
    let mut text = text;
    loop {
        let mut rest = text.trim_end_matches(['+', '#', '!', '?', ' ']);
        for mark in ["e.p.", "e.p", "ep"] {
            rest = rest.strip_suffix(mark).unwrap_or(rest);
        }
        if rest.len() == text.len() {
            return (!text.is_empty()).then_some(text);
        }
        text = rest;
    }
}

/// The file and the rank that tell which piece moves, as far as given.
fn read_origin(text: &str) -> Option<(Option<usize>, Option<usize>)> {
    match *text.as_bytes() {
        [] => Some((None, None)),
        [file @ b'a'..=b'h'] => Some((Some((file - b'a') as usize), None)),
        [rank @ b'1'..=b'8'] => Some((None, Some((rank - b'1') as usize))),
        _ => Square::parse(text).map(|square| (Some(square.file()), Some(square.rank()))),
    }
}

/// Writes the legal move `m` in standard algebraic notation.
pub fn print_san(board: &Board, m: Move) -> String {
    let kind = kind_of(board, m);
    let captures = board.victim(m).is_some();
    let origin = match kind {
        Kind::Pawn if captures => file_letter(m.from()).to_string(),
        Kind::Pawn => String::new(),
        _ => piece_origin(board, kind, m),
    };
    let cross = if captures { "x" } else { "" };
    print_with(board, m, &format!("{origin}{cross}"))
}

/// Writes the legal move `m` in long algebraic notation.
pub fn print_lan(board: &Board, m: Move) -> String {
    let link = if board.victim(m).is_some() { 'x' } else { '-' };
    print_with(board, m, &format!("{}{link}", m.from()))
}

/// A move whose text between piece and target is `middle`.
fn print_with(board: &Board, m: Move, middle: &str) -> String {
    let mark = check_mark(board, m);
    if m.is_castling() {
        return format!("{}{mark}", if is_king_side(m) { "O-O" } else { "O-O-O" });
    }
    let piece = piece_letter(kind_of(board, m));
    let promotion = m.promotion().map(|kind| format!("={}", piece_letter(kind))).unwrap_or_default();
    format!("{piece}{middle}{}{promotion}{mark}", m.to())
}

/// As little of the origin as tells the piece from others of its kind.
fn piece_origin(board: &Board, kind: Kind, m: Move) -> String {
    let mut rivals = Vec::new();
    board.list_moves(&mut rivals);
    rivals.retain(|&rival| {
        let same_words = !rival.is_castling() && kind_of(board, rival) == kind && rival.to() == m.to();
        same_words && rival.from() != m.from()
    });
    let from = m.from();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.from().file() != from.file()) {
        file_letter(from).to_string()
    } else if rivals.iter().all(|rival| rival.from().rank() != from.rank()) {
        (from.rank() + 1).to_string()
    } else {
        from.to_string()
    }
}

fn check_mark(board: &Board, m: Move) -> &'static str {
    match board.gives_check(m) {
        false => "",
        true if board.after(m).has_move() => "+",
        true => "#",
    }
}

fn kind_of(board: &Board, m: Move) -> Kind {
    board.piece_on(m.from()).map_or(Kind::Pawn, Piece::kind)
}

fn is_king_side(castling: Move) -> bool {
    castling.to().file() > castling.from().file()
}

/// Upper case as in print; nothing for a pawn.
fn piece_letter(kind: Kind) -> String {
    if kind == Kind::Pawn { String::new() } else { kind.letter().to_ascii_uppercase().to_string() }
}

fn file_letter(square: Square) -> char {
    (b'a' + square.file() as u8) as char
}
