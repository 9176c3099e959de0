//! Games as their moves in a row, `f5d6c3d3`. Passes, which are forced, are left out by most
//! programs; they may be written.
use super::{Board, Play, text};
use niwaki_search::game::Position;

/// Whether a text can only be a game: it begins with a square.
pub(super) fn is_one(text: &str) -> bool {
    matches!(text.trim().as_bytes(), [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8', ..])
}

/// The last position and all moves, passes included.
pub(super) fn read(start: &Board, game: &str) -> Result<(Board, Vec<Play>), String> {
    let letters: Vec<char> = game.chars().filter(|letter| !letter.is_whitespace()).collect();
    let (mut pos, mut moves) = (*start, Vec::new());
    for pair in letters.chunks(2) {
        let word: String = pair.iter().collect();
        (pos, _) = play(&pos, &word, &mut moves)?;
    }
    Ok((pos, moves))
}

/// Plays a move that is written, and the pass before it that is not.
pub(super) fn play(pos: &Board, word: &str, moves: &mut Vec<Play>) -> Result<(Board, Play), String> {
    let is_silent = pos.is_legal(Play::PASS) && text::parse_move(word).is_some_and(|m| m != Play::PASS);
    let pos = if is_silent { pos.play(Play::PASS) } else { *pos };
    let m = text::parse_legal(&pos, word)?;
    moves.extend(is_silent.then_some(Play::PASS));
    moves.push(m);
    Ok((pos.play(m), m))
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_search::random::Random;

    #[test]
    fn passes_are_put_in_where_they_are_left_out() {
        let mut random = Random::new(7);
        let mut passes = 0;
        for _ in 0..200 {
            let (mut pos, mut played) = (Board::START, Vec::new());
            loop {
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
                pos = pos.play(m);
                played.push(m);
            }
            let text = |with_passes: bool| -> String {
                played.iter().filter(|&&m| with_passes || m != Play::PASS).map(|&m| text::print_move(m)).collect()
            };
            passes += played.iter().filter(|&&m| m == Play::PASS).count();
            assert_eq!(read(&Board::START, &text(true)), Ok((pos, played.clone())));
            assert_eq!(read(&Board::START, &text(false)), Ok((pos, played)));
        }
        assert!(passes > 20);
    }

    #[test]
    fn broken_games_are_refused() {
        for game in ["f", "f5d", "f5f5", "é5", "f5pa", "f5 d6 c3 soup"] {
            assert!(read(&Board::START, game).is_err(), "{game}");
        }
        assert!(is_one("f5d6") && is_one(" F5") && !is_one("---") && !is_one("f") && !is_one(""));
    }
}
