//! Archives of the WTHOR base: games of people since 1977, with the exact result from a late
//! position on. The files are the user's: the program holds none.
//!
//! A file has a head of 16 bytes (number of games in bytes 4 to 7, size of the board in byte
//! 12, empty squares of the exact result in byte 14), then 68 bytes a game: three numbers of
//! names, Black's discs, Black's discs by best play from that position on, and 60 moves, the
//! rank in tens and the file in units.
use super::{Board, Play, text, transcript};
use niwaki_search::game::{Position, Side};
use std::fmt::Write;

const HEAD: usize = 16;
const GAME: usize = 68;
const COUNT: usize = 4;
const BOARD_SIZE: usize = 12;
const EXACT_EMPTIES: usize = 14;
const EXACT_DISCS: usize = 7;
const MOVES: usize = 8;
/// Discs on the board in the end, empty squares counted for the winner.
const ALL_DISCS: i32 = 64;

/// The games of an archive as lines of text: moves, and the exact value of the position with
/// so many empty squares for the side to move. A game that breaks the rules is refused.
pub(super) fn to_lines(bytes: &[u8]) -> Result<String, String> {
    let expected = || "expected an archive of WTHOR: 16 bytes, then 68 for each game, on a board of 8".to_string();
    let head = bytes.get(..HEAD).ok_or_else(expected)?;
    let count = u32::from_le_bytes([head[COUNT], head[COUNT + 1], head[COUNT + 2], head[COUNT + 3]]) as usize;
    let games = &bytes[HEAD..];
    if !matches!(head[BOARD_SIZE], 0 | 8) || games.len() / GAME < count {
        return Err(expected());
    }
    let mut lines = String::new();
    for (index, game) in games.chunks_exact(GAME).take(count).enumerate() {
        let line = line(game, head[EXACT_EMPTIES]).map_err(|reason| format!("game {}: {reason}", index + 1))?;
        lines += &line;
        lines.push('\n');
    }
    Ok(lines)
}

fn line(game: &[u8], exact_empties: u8) -> Result<String, String> {
    let (mut pos, mut moves, mut exact) = (Board::START, Vec::new(), None);
    for &code in game[MOVES..].iter().take_while(|&&code| code != 0) {
        if pos.empties() == u32::from(exact_empties) {
            exact = exact.or(Some(mover(&pos)));
        }
        let (rank, file) = (code / 10, code % 10);
        if !(1..=8).contains(&rank) || !(1..=8).contains(&file) {
            return Err(format!("expected a move from 11 to 88, not {code}"));
        }
        let word = text::print_move(Play::at(usize::from(rank - 1) * 8 + usize::from(file - 1)));
        (pos, _) = transcript::play(&pos, &word, &mut moves)?;
    }
    let mut line: String = moves.iter().filter(|&&m| m != Play::PASS).map(|&m| text::print_move(m)).collect();
    if let Some(side) = exact {
        let margin = 2 * i32::from(game[EXACT_DISCS]) - ALL_DISCS;
        let margin = if side == Side::First { margin } else { -margin };
        // Writing to a text cannot fail.
        let _ = write!(line, "; at {exact_empties}; sc {margin}");
    }
    Ok(line)
}

/// Who moves next: the other side, where one must pass.
fn mover(pos: &Board) -> Side {
    if pos.moves() == 0 { pos.side().other() } else { pos.side() }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// An archive of one game.
    pub(crate) fn archive(moves: &[u8], exact_empties: u8, exact_discs: u8) -> Vec<u8> {
        let mut bytes = vec![0; HEAD + GAME];
        (bytes[COUNT], bytes[BOARD_SIZE], bytes[EXACT_EMPTIES]) = (1, 8, exact_empties);
        bytes[HEAD + EXACT_DISCS] = exact_discs;
        bytes[HEAD + MOVES..HEAD + MOVES + moves.len()].copy_from_slice(moves);
        bytes
    }

    #[test]
    fn a_game_is_a_line_with_its_exact_value() {
        // f5 d6 c3: with 59 empty squares White is to move.
        assert_eq!(to_lines(&archive(&[56, 64, 33], 59, 34)).unwrap(), "f5d6c3; at 59; sc -4\n");
        assert_eq!(to_lines(&archive(&[56, 64, 33], 20, 34)).unwrap(), "f5d6c3\n");
    }

    #[test]
    fn broken_archives_are_refused() {
        let good = archive(&[56, 64], 22, 32);
        for end in 0..good.len() {
            assert!(to_lines(&good[..end]).is_err(), "{end}");
        }
        assert!(to_lines(&archive(&[90], 22, 32)).unwrap_err().starts_with("game 1: expected a move from 11 to 88"));
        assert!(to_lines(&archive(&[11], 22, 32)).unwrap_err().contains("not a legal move"));
        let mut large = good.clone();
        large[COUNT + 3] = 255;
        assert!(to_lines(&large).is_err());
        large = good;
        large[BOARD_SIZE] = 10;
        assert!(to_lines(&large).is_err());
    }
}
