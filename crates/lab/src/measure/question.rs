//! What a position of a suite asks for, and whether an answer is right.
//!
//! Moves to find (`bm`) or to avoid (`am`) decide where they are given, or else a mate in so
//! many moves (`dm`). Points for moves stand in a comment, as in the Strategic Test Suite:
//! `c0 "f5=10, Be5=2"`.
use niwaki_games::chess::{Epd, Move, parse_any};
use niwaki_search::node::{Score, WIN, is_mate};
use serde::{Deserialize, Serialize};

/// Where points for moves stand.
const POINTS_COMMENT: usize = 0;

/// Points for the move that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// Those of the move.
    pub got: u32,
    /// Those of the best move.
    pub most: u32,
}

/// Moves of the winner to mate, negative for a loss.
pub fn mate(score: Score) -> Option<i32> {
    let moves = (WIN - score.abs() + 1) / 2;
    is_mate(score).then(|| moves * score.signum())
}

/// Whether the answer is right; `None` where nothing is asked.
pub(crate) fn is_right(epd: &Epd, found: Option<Move>, score: Score) -> Option<bool> {
    if !epd.best.is_empty() || !epd.avoid.is_empty() {
        let right = |m: Move| (epd.best.is_empty() || epd.best.contains(&m)) && !epd.avoid.contains(&m);
        return Some(found.is_some_and(right));
    }
    let asked = epd.mate.filter(|moves| *moves > 0)?;
    Some(mate(score).is_some_and(|moves| (1..=asked).contains(&moves)))
}

/// The points for a move; `None` where there are none to win.
pub(crate) fn points(epd: &Epd, found: Option<Move>) -> Option<Points> {
    let table = table(epd)?;
    let got = table.iter().find(|(m, _)| Some(*m) == found).map_or(0, |(_, points)| *points);
    Some(Points { got, most: table.iter().map(|(_, points)| *points).max()? })
}

/// A comment is a table of points only if all of it is: others write there what they like.
fn table(epd: &Epd) -> Option<Vec<(Move, u32)>> {
    let entry = |text: &str| {
        // A promotion has an equals sign of its own: e8=Q=10.
        let (name, points) = text.trim().rsplit_once('=')?;
        Some((parse_any(&epd.board, name.trim()).ok()?, points.trim().parse().ok()?))
    };
    let comment = epd.comments[POINTS_COMMENT].as_deref()?;
    comment.split(',').filter(|part| !part.trim().is_empty()).map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_games::chess::epd::parse_line;

    fn ask(operations: &str, found: &str, score: Score) -> (Option<bool>, Option<Points>) {
        let epd = parse_line(&format!("6k1/4Pppp/8/8/8/8/5PPP/2R3K1 w - - {operations}")).unwrap();
        let m = parse_any(&epd.board, found).ok();
        (is_right(&epd, m, score), points(&epd, m))
    }

    #[test]
    fn moves_decide_where_they_are_given_and_else_the_mate() {
        assert_eq!(ask("bm Rc8#;", "Rc8#", 0).0, Some(true));
        assert_eq!(ask("bm Rc8# e8=Q#;", "e8=Q", 0).0, Some(true));
        assert_eq!(ask("am Rc8;", "Rc8", 0).0, Some(false));
        assert_eq!(ask("bm h3; dm 1;", "Rc8", WIN - 1).0, Some(false));
        let mates = [(WIN - 1, true), (WIN - 3, true), (WIN - 5, false), (300, false), (1 - WIN, false)];
        for (score, solved) in mates {
            assert_eq!(ask("dm 2;", "Rc8", score).0, Some(solved), "{score}");
        }
        assert_eq!(ask("dm 0;", "Rc8", WIN - 1).0, None);
        assert_eq!(ask("", "Rc8", 0).0, None);
    }

    #[test]
    fn points_are_read_from_a_comment_that_is_a_table_of_them() {
        let points = |got, most| Some(Points { got, most });
        assert_eq!(ask("c0 \"Rc8=10, h3=2,e8=Q=7\";", "h3", 0), (None, points(2, 10)));
        assert_eq!(ask("bm Rc8; c0 \"Rc8#=10, h3=2, e8=Q=7\";", "e8=Q", 0), (Some(false), points(7, 10)));
        assert_eq!(ask("c0 \"Rc8=10\";", "g3", 0).1, points(0, 10));
        for comment in ["difficulty 7, tactics", "", "Rc8", "Rc8=10, notes", "Qd5=3", "Rc8=-1"] {
            assert_eq!(ask(&format!("c0 \"{comment}\";"), "h3", 0).1, None, "{comment}");
        }
    }
}
