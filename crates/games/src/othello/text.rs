//! Positions and moves as text, in the words of OBF: 64 squares from a1 to h8, row by row,
//! then the side to move. Black is `X` (also `*`), White `O`, an empty square `-` (also `.`).
use super::{Board, Play, bits::SQUARES};
use niwaki_search::game::{Position, Side};
use std::fmt::Write;

const PASS: &str = "pa";
/// How other programs write a pass.
const PASSES: [&str; 4] = ["pa", "ps", "pass", "--"];

/// Reads a position.
pub(super) fn parse_board(text: &str) -> Result<Board, String> {
    let expected = || format!("{text:?}: expected 64 squares (X, O, -) and the side to move, X or O");
    let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
    let (mut discs, mut square) = ([0u64; 2], 0);
    while square < SQUARES {
        match side_of(letters.next().ok_or_else(expected)?) {
            Some(Some(side)) => discs[side.index()] |= 1 << square,
            Some(None) => {}
            None => return Err(expected()),
        }
        square += 1;
    }
    let side = letters.next().and_then(side_of).flatten().ok_or_else(expected)?;
    if letters.next().is_some() {
        return Err(expected());
    }
    Ok(Board::new(discs[side.index()], discs[side.other().index()], side))
}

/// Whose disc a letter is; inside, `None`: an empty square; outside: no such letter.
pub(super) fn side_of(letter: char) -> Option<Option<Side>> {
    match letter {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Some(Side::First)),
        'O' | 'o' | 'W' | 'w' => Some(Some(Side::Second)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

/// The letter of a square.
pub(super) fn letter(pos: &Board, square: usize) -> char {
    let has = |side| pos.discs(side) >> square & 1 != 0;
    match (has(Side::First), has(Side::Second)) {
        (true, _) => 'X',
        (_, true) => 'O',
        _ => '-',
    }
}

/// Writes a position.
pub(super) fn print_board(pos: &Board) -> String {
    let squares: String = (0..SQUARES).map(|square| letter(pos, square)).collect();
    format!("{squares} {}", if pos.side() == Side::First { 'X' } else { 'O' })
}

/// Reads a square, or a pass.
pub(super) fn parse_move(text: &str) -> Option<Play> {
    let text = text.to_ascii_lowercase();
    if PASSES.contains(&text.as_str()) {
        return Some(Play::PASS);
    }
    let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else { return None };
    Some(Play::at((rank - b'1') as usize * 8 + (file - b'a') as usize))
}

/// Reads a legal move.
pub(super) fn parse_legal(pos: &Board, text: &str) -> Result<Play, String> {
    let m = parse_move(text).ok_or_else(|| format!("{text:?}: expected a square such as f5, or {PASS} for a pass"))?;
    if pos.is_legal(m) { Ok(m) } else { Err(format!("{text:?} is not a legal move here")) }
}

/// Writes a move.
pub(super) fn print_move(m: Play) -> String {
    if m == Play::PASS {
        return PASS.to_string();
    }
    let (file, rank) = (m.square() % 8, m.square() / 8);
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// The board for people: files above, ranks at the side; a dot is a legal move.
pub(super) fn diagram(pos: &Board) -> String {
    let mut text = String::from("  a b c d e f g h\n");
    for rank in 0..8 {
        // Writing to a text cannot fail.
        let _ = write!(text, "{}", rank + 1);
        for file in 0..8 {
            let square = rank * 8 + file;
            let shown = if pos.moves() >> square & 1 != 0 { '.' } else { letter(pos, square) };
            let _ = write!(text, " {shown}");
        }
        text.push('\n');
    }
    let count = |side| pos.discs(side).count_ones();
    let mover = if pos.side() == Side::First { "X" } else { "O" };
    text + &format!("{mover} to move; discs: X {}, O {}\n", count(Side::First), count(Side::Second))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn the_start_is_written_as_obf_writes_it_and_read_back() {
        assert_eq!(print_board(&Board::START), START);
        assert_eq!(parse_board(START).unwrap(), Board::START);
        assert_eq!(parse_board(&START.replace('X', "*").replace('-', ".")).unwrap(), Board::START);
        let rows: Vec<&str> = (0..8).map(|row| &START[8 * row..8 * row + 8]).collect();
        assert_eq!(parse_board(&format!("{}\nX", rows.join("\n"))).unwrap(), Board::START);
    }

    #[test]
    fn texts_that_are_no_positions_are_refused_in_one_line() {
        let long = format!("{START}X");
        let short = &START[1..];
        let foreign = START.replacen('-', "é", 1);
        for text in ["", "X", &START[..64], &long, short, &foreign, &START.replace(" X", " -")] {
            let reason = parse_board(text).unwrap_err();
            assert!(reason.contains("expected 64 squares") && !reason.contains('\n'), "{reason}");
        }
    }

    #[test]
    fn moves_are_squares_or_passes_and_nothing_else() {
        for square in 0..SQUARES {
            let m = Play::at(square);
            assert_eq!(parse_move(&print_move(m)), Some(m));
            assert_eq!(parse_move(&print_move(m).to_uppercase()), Some(m));
        }
        assert_eq!((print_move(Play::at(0)), print_move(Play::at(37))), ("a1".to_string(), "f5".to_string()));
        assert_eq!(["pa", "PA", "ps", "pass", "--"].map(parse_move), [Some(Play::PASS); 5]);
        assert!(["", "a", "a9", "i1", "a10", "é5", "a1 "].iter().all(|text| parse_move(text).is_none()));
        assert!(parse_legal(&Board::START, "a1").unwrap_err().contains("not a legal move"));
        assert!(parse_legal(&Board::START, "pa").unwrap_err().contains("not a legal move"));
    }

    #[test]
    fn the_diagram_shows_discs_and_moves() {
        let text = diagram(&Board::START);
        assert!(text.contains("\n4 - - . O X - - -\n") && text.ends_with("X to move; discs: X 2, O 2\n"), "{text}");
    }
}
