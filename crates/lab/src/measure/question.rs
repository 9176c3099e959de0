//! What a position of a suite asks for, and whether an answer is right.
//!
//! Moves to find or to avoid decide where they are given, or else the number of moves in which
//! the side to move wins. Moves are the game's canonical text.
use niwaki_games::Problem;
use niwaki_search::node::{Score, WIN, is_mate};
use serde::{Deserialize, Serialize};

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
pub(crate) fn is_right(problem: &Problem, found: Option<&str>, score: Score) -> Option<bool> {
    let Problem { best, avoid, win_in, .. } = problem;
    if !best.is_empty() || !avoid.is_empty() {
        let holds = |moves: &[String], found: &str| moves.iter().any(|text| text == found);
        return Some(found.is_some_and(|found| (best.is_empty() || holds(best, found)) && !holds(avoid, found)));
    }
    let asked = win_in.filter(|moves| *moves > 0)?;
    Some(mate(score).is_some_and(|moves| (1..=asked).contains(&moves)))
}

/// The points for a move; `None` where there are none to win.
pub(crate) fn points(problem: &Problem, found: Option<&str>) -> Option<Points> {
    let most = problem.points.iter().map(|(_, points)| *points).max()?;
    let got = problem.points.iter().find(|(text, _)| Some(text.as_str()) == found).map_or(0, |(_, points)| *points);
    Some(Points { got, most })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves to find, to avoid and with points are words, as judges compare them.
    fn problem(best: &str, avoid: &str, win_in: Option<i32>, points: &[(&str, u32)]) -> Problem {
        let words = |text: &str| text.split_whitespace().map(str::to_string).collect();
        let points = points.iter().map(|(text, points)| (text.to_string(), *points)).collect();
        Problem { best: words(best), avoid: words(avoid), win_in, points, ..Problem::default() }
    }

    #[test]
    fn moves_decide_where_they_are_given_and_else_the_win() {
        let judge = |problem: &Problem, found: &str, score| is_right(problem, Some(found), score);
        assert_eq!(judge(&problem("a b", "", None, &[]), "b", 0), Some(true));
        assert_eq!(judge(&problem("a b", "", None, &[]), "c", 0), Some(false));
        assert_eq!(judge(&problem("", "a", None, &[]), "a", 0), Some(false));
        assert_eq!(judge(&problem("", "a", None, &[]), "b", 0), Some(true));
        assert_eq!(judge(&problem("a b", "b", None, &[]), "b", 0), Some(false));
        assert_eq!(judge(&problem("a", "", Some(1), &[]), "b", WIN - 1), Some(false));
        assert_eq!(is_right(&problem("", "a", None, &[]), None, 0), Some(false));
        let wins = [(WIN - 1, true), (WIN - 3, true), (WIN - 5, false), (300, false), (1 - WIN, false)];
        for (score, solved) in wins {
            assert_eq!(judge(&problem("", "", Some(2), &[]), "a", score), Some(solved), "{score}");
        }
        assert_eq!(judge(&problem("", "", Some(0), &[]), "a", WIN - 1), None);
        assert_eq!(judge(&problem("", "", None, &[]), "a", 0), None);
    }

    #[test]
    fn a_move_without_points_gets_none() {
        let table = problem("", "", None, &[("a", 10), ("b", 2)]);
        assert_eq!(points(&table, Some("b")), Some(Points { got: 2, most: 10 }));
        assert_eq!(points(&table, Some("c")), Some(Points { got: 0, most: 10 }));
        assert_eq!(points(&table, None), Some(Points { got: 0, most: 10 }));
        assert_eq!(points(&problem("a", "", None, &[]), Some("a")), None);
    }
}
