//! Lines of files: a position or the moves of a game, then what is known of it.
//!
//! - `SQUARES X; bm f5; sc 4; id first`: a problem as every game writes it;
//! - `SQUARES X; F5:+4; D6:+2;` (OBF): every move with its value in discs;
//! - `f5d6c3d3; at 24; sc -6`: a game, of which the position with so many empty squares is
//!   meant; without `at`, the last. So read games of archives, whose `sc` is exact.
use super::{Board, Othello, text, transcript};
use crate::{
    kit::Opening,
    problem::{self, Problem, numbered_lines},
};
use niwaki_search::{
    GameRules,
    game::{Game, Position},
};
use std::fmt::Write;

/// Reads the problems of a text. Messages begin with the number of the line.
pub(super) fn read_problems(text: &str) -> Result<Vec<Problem>, String> {
    let mut plain = String::new();
    for (index, line) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
        let is_empty = line.trim().is_empty() || line.trim().starts_with('#');
        let line = if is_empty { String::new() } else { neutral(line).map_err(|reason| at(index + 1, &reason))? };
        plain += &line;
        plain.push('\n');
    }
    problem::parse_lines(&mut GameRules::new(Othello::default()), &plain)
}

fn at(line: usize, reason: &str) -> String {
    format!("line {line}: {reason}")
}

/// The first `plies` of games, or positions.
pub(super) fn read_openings(text: &str, plies: usize) -> Result<Vec<Opening>, String> {
    let read = |(number, line): (usize, &str)| {
        let first = line.split(';').next().unwrap_or_default();
        if !transcript::is_one(first) {
            let pos = text::parse_board(first).map_err(|reason| at(number, &reason))?;
            return Ok(Opening { start: Some(Othello::default().print(&pos)), moves: Vec::new() });
        }
        let (_, moves) = transcript::read(&Board::START, first).map_err(|reason| at(number, &reason))?;
        Ok(Opening { start: None, moves: moves.into_iter().take(plies).map(text::print_move).collect() })
    };
    numbered_lines(text).map(read).collect()
}

/// A line in the words that every game shares.
fn neutral(line: &str) -> Result<String, String> {
    let mut parts = line.split(';').map(str::trim).filter(|part| !part.is_empty()).peekable();
    let first = parts.next().unwrap_or_default();
    let pos = match transcript::is_one(first) {
        true => {
            let empties = parts.next_if(|part| part.starts_with("at ")).map(|part| &part[3..]);
            position_of_game(first, empties)?
        }
        false => text::parse_board(first)?,
    };
    let mut plain = Othello::default().print(&pos);
    let mut values: Vec<(String, i32)> = Vec::new();
    for part in parts {
        match part.split_once(':').filter(|(m, _)| text::parse_move(m).is_some()) {
            Some((m, value)) => {
                let value = value.trim().parse().map_err(|_| format!("expected MOVE:DISCS, not {part:?}"))?;
                values.push((text::print_move(text::parse_legal(&pos, m)?), value));
            }
            // Writing to a text cannot fail.
            None => drop(write!(plain, "; {part}")),
        }
    }
    if let Some(most) = values.iter().map(|(_, value)| *value).max() {
        let best: Vec<&str> = values.iter().filter(|(_, value)| *value == most).map(|(m, _)| m.as_str()).collect();
        plain += &format!("; bm {}; sc {most}", best.join(" "));
    }
    Ok(plain)
}

/// The position of a game with so many empty squares, or its last.
fn position_of_game(game: &str, empties: Option<&str>) -> Result<Board, String> {
    let (last, moves) = transcript::read(&Board::START, game)?;
    let Some(empties) = empties else { return Ok(last) };
    let wanted: u32 =
        empties.parse().map_err(|_| format!("at: expected a number of empty squares, not {empties:?}"))?;
    let mut positions = moves.iter().scan(Board::START, |pos, &m| {
        *pos = pos.play(m);
        Some(*pos)
    });
    // After a pass the same squares are empty: the side that moves is meant.
    let is_it = |pos: &Board| pos.empties() == wanted && pos.moves() != 0;
    let found = std::iter::once(Board::START).chain(&mut positions).find(is_it);
    found.ok_or_else(|| format!("at: the game has no move with {wanted} empty squares"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn every_kind_of_line_is_read_as_a_problem() {
        let text =
            format!("# a comment\n{START}; F5:+4; d3:-2; c4:+4;\n\nf5d6; at 59; sc -6; id game\n{START}; bm e6\n");
        let problems = read_problems(&text).unwrap();
        let [obf, game, plain] = &problems[..] else { panic!("{problems:?}") };
        assert_eq!((obf.position.as_str(), obf.score), (START, Some(4)));
        assert_eq!(obf.best, ["f5", "c4"]);
        assert_eq!((game.score, game.id.as_deref()), (Some(-6), Some("game")));
        assert_eq!(game.position, "---------------------------OX------XXX-------------------------- O");
        assert_eq!(
            (plain.best.as_slice(), plain.line.as_str()),
            (&["e6".to_string()][..], &*format!("{START}; bm e6"))
        );
        let again: Vec<String> = problems.iter().map(|problem| problem.line.clone()).collect();
        assert_eq!(read_problems(&again.join("\n")).unwrap(), problems);
    }

    #[test]
    fn what_cannot_be_read_is_named_by_its_line() {
        let message = |line: &str| read_problems(&format!("\n{line}")).unwrap_err();
        assert!(message("soup").starts_with("line 2: "));
        assert!(message(&format!("{START}; a1:+4")).starts_with("line 2: \"a1\" is not a legal move"));
        assert!(message(&format!("{START}; f5:much")).starts_with("line 2: expected MOVE:DISCS"));
        assert!(message(&format!("{START}; bm a1")).starts_with("line 2: bm: "));
        assert!(message("f5f5").starts_with("line 2: \"f5\" is not a legal move"));
        assert!(message("f5d6; at 12").starts_with("line 2: at: the game has no move"));
        assert!(message("f5d6; at x").starts_with("line 2: at: expected a number"));
        assert!(read_openings("soup", 8).unwrap_err().starts_with("line 1: "));
    }

    #[test]
    fn openings_are_positions_or_the_first_moves_of_games() {
        let openings = read_openings(&format!("{START}; sc 0\nF5D6C3\n"), 2).unwrap();
        assert_eq!(openings[0], Opening { start: Some(START.to_string()), moves: Vec::new() });
        assert_eq!(openings[1], Opening { start: None, moves: vec!["f5".to_string(), "d6".to_string()] });
    }
}
