//! A chessboard as SVG, seen by White.
use crate::{
    chess::{Board, Piece, Square},
    kit::svg::{self, Cell},
};

const LIGHT: &str = "#f0d9b5";
const DARK: &str = "#b58863";
const SIDE: u32 = 8;

pub(super) fn svg(board: &Board) -> String {
    let cells = (0..SIDE * SIDE).map(|index| {
        let (column, row) = (index % SIDE, index / SIDE);
        let piece = board.piece_on(Square::at(column as _, (SIDE - 1 - row) as _));
        let ground = if (column + row) % 2 == 0 { LIGHT } else { DARK };
        Cell { column, row, ground, inside: piece.map(glyph).unwrap_or_default() }
    });
    svg::board(&board.fen(), SIDE, SIDE, &cells.collect::<Vec<_>>())
}

/// The black glyphs are filled, so both colours use them and White's are painted white.
fn glyph(piece: Piece) -> String {
    let letter = piece.letter();
    let figure = match letter.to_ascii_lowercase() {
        'k' => '\u{265a}',
        'q' => '\u{265b}',
        'r' => '\u{265c}',
        'b' => '\u{265d}',
        'n' => '\u{265e}',
        _ => '\u{265f}',
    };
    let fill = if letter.is_ascii_uppercase() { "#fff" } else { "#000" };
    format!(
        "<text y=\"11\" font-size=\"32\" text-anchor=\"middle\" fill=\"{fill}\" stroke=\"#000\" \
         stroke-width=\".7\">{figure}\u{fe0e}</text>"
    )
}
