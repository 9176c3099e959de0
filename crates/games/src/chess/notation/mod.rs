//! Moves as text: UCI, standard algebraic (SAN) and long algebraic (LAN).
mod algebraic;
mod uci;

pub use algebraic::{parse_lan, parse_san, print_lan, print_san};
pub use uci::{parse_uci, print_uci};

use super::{board::Board, moves::Move};

/// Reads a move in whatever notation: SAN, LAN or UCI.
pub fn parse_any(board: &Board, text: &str) -> Result<Move, String> {
    parse_san(board, text).or_else(|reason| parse_uci(board, text).map_err(|_| reason))
}

/// The only legal move that `fits`, or why there is none.
fn only_move(board: &Board, text: &str, fits: impl Fn(Move) -> bool) -> Result<Move, String> {
    let mut moves = Vec::new();
    board.list_moves(&mut moves);
    moves.retain(|&m| fits(m));
    match moves[..] {
        [] => Err(format!("no legal move is written {}", quoted(text))),
        [m] => Ok(m),
        _ => {
            let names: Vec<String> = moves.into_iter().map(|m| print_uci(board, m)).collect();
            Err(format!("{} is ambiguous: {}", quoted(text), names.join(", ")))
        }
    }
}

/// Foreign text in a message: on one line and not too long.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let start: String = text.chars().take(LONGEST).collect();
    let dots = if start.len() < text.len() { "..." } else { "" };
    format!("'{}{dots}'", start.escape_debug())
}
