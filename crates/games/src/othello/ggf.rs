//! Games in GGF, the generic game format of GGS, as far as NBoard and its programs need it:
//! `(;GM[Othello]PB[a]PW[b]TY[8]RE[+4.000]BO[8 SQUARES *]B[F5//1.2]W[PA];)`. A property has
//! one value in brackets; in a move, what stands behind a slash is evaluation and time.
use super::{Board, Play, text, transcript};
use niwaki_search::game::{Position, Side};
use std::fmt::Write;

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Where it began.
    pub start: Board,
    /// The moves, passes included.
    pub moves: Vec<Play>,
    /// Other properties, in their order: name and value.
    pub properties: Vec<(String, String)>,
}

impl Record {
    /// The last position.
    pub fn last(&self) -> Board {
        self.moves.iter().fold(self.start, |pos, &m| pos.play(m))
    }
}

/// Longest text of a property: a board and a side have 67 letters, comments more.
const LONGEST_VALUE: usize = 1 << 16;

/// All games of a text. What stands between games is passed over.
pub fn read_all(text: &str) -> Result<Vec<Record>, String> {
    let mut games = Vec::new();
    let mut rest = text;
    while let Some(place) = rest.find("(;") {
        let (game, after) = read(&rest[place..])?;
        games.push(game);
        rest = after;
    }
    Ok(games)
}

/// The game at the beginning of a text, and what follows it.
pub fn read(text: &str) -> Result<(Record, &str), String> {
    let mut rest = text.trim_start().strip_prefix("(;").ok_or("expected a game in GGF, which begins with (;")?;
    let mut record = Record { start: Board::START, moves: Vec::new(), properties: Vec::new() };
    let mut pos = Board::START;
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix(";)").or_else(|| rest.strip_prefix(")")) {
            return Ok((record, after));
        }
        let (name, value, after) = property(rest)?;
        rest = after;
        match name {
            "BO" => {
                let board = value
                    .trim()
                    .strip_prefix('8')
                    .ok_or_else(|| format!("BO: expected a board of 8, not {value:?}"))?;
                pos = text::parse_board(board)?;
                record.start = pos;
            }
            "B" | "W" => {
                let word = value.split('/').next().unwrap_or_default().trim();
                let side = if name == "B" { Side::First } else { Side::Second };
                let must_pass = pos.is_legal(Play::PASS) && text::parse_move(word) != Some(Play::PASS);
                if (pos.side() == side) == must_pass {
                    return Err(format!("{name}[{value}]: it is not that side's move"));
                }
                (pos, _) = transcript::play(&pos, word, &mut record.moves)?;
            }
            _ => record.properties.push((name.to_string(), value.to_string())),
        }
    }
}

/// One property: name, value, and what follows it.
fn property(text: &str) -> Result<(&str, &str, &str), String> {
    let near = || format!("expected a property such as PB[name] at {:?}", text.chars().take(20).collect::<String>());
    let (name, rest) = text.split_once('[').ok_or_else(near)?;
    let is_name = !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_alphabetic());
    let end = rest.find(']').filter(|&end| is_name && end <= LONGEST_VALUE).ok_or_else(near)?;
    Ok((name, &rest[..end], &rest[end + 1..]))
}

/// A value without what would end it.
fn safe(value: &str) -> String {
    value.replace(|letter: char| matches!(letter, '[' | ']') || letter.is_control(), " ")
}

/// Writes a game so that [`read`] reads it back. `remarks` follow the moves behind a slash.
pub fn print(record: &Record, remarks: &[String]) -> String {
    let mut text = String::from("(;GM[Othello]");
    // Writing to a text cannot fail.
    for (name, value) in record.properties.iter().filter(|(name, _)| name != "GM") {
        let _ = write!(text, "{name}[{}]", safe(value));
    }
    let _ = write!(text, "BO[8 {}]", text::print_board(&record.start).replace('X', "*"));
    let mut pos = record.start;
    for (index, &m) in record.moves.iter().enumerate() {
        let side = if pos.side() == Side::First { 'B' } else { 'W' };
        let remark = remarks.get(index).map(|remark| safe(remark)).unwrap_or_default();
        let _ = write!(text, "{side}[{}{remark}]", text::print_move(m).to_uppercase());
        pos = pos.play(m);
    }
    text + ";)"
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "(;GM[Othello]PC[here]PB[one]PW[two]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.2]W[d6/0.5]B[C3];)";

    #[test]
    fn games_are_read_and_written() {
        let text = format!("{GAME} (;x");
        let (game, rest) = read(&text).unwrap();
        assert_eq!((rest, game.start, game.moves.len()), (" (;x", Board::START, 3));
        assert_eq!(game.properties[1], ("PC".to_string(), "here".to_string()));
        let text = print(&game, &["//1".to_string()]);
        assert!(text.ends_with("B[F5//1]W[D6]B[C3];)"), "{text}");
        let (again, _) = read(&text).unwrap();
        assert_eq!((again.last(), again.moves), (game.last(), game.moves));
        assert_eq!(read_all(&format!("noise {GAME}\n{GAME}")).unwrap().len(), 2);
    }

    #[test]
    fn broken_games_are_refused_without_panic() {
        for text in [
            "",
            "(;",
            "(;GM",
            "(;GM[",
            "(;[x];)",
            "(;B[A1];)",
            "(;W[F5];)",
            "(;BO[8 soup];)",
            "(;BO[10 ];)",
            "(;é[x];)",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        for end in 0..GAME.len() {
            let _ = read(&GAME[..end]);
        }
        let noisy = Record { start: Board::START, moves: Vec::new(), properties: vec![("PB".into(), "a]b\n".into())] };
        assert_eq!(read(&print(&noisy, &[])).unwrap().0.properties[1].1, "a b ");
    }
}
