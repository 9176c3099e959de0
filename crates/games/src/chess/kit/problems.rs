//! Lines of EPD as problems, and back. Comments are tags.
use crate::{
    chess::{Board, Epd, Move, epd, parse_any, parse_uci, print_san, print_uci},
    problem::Problem,
};

/// Where points for moves stand, as in the Strategic Test Suite: `c0 "f5=10, Be5=2"`.
const POINTS_COMMENT: usize = 0;

/// A line of EPD as a problem; comments are its tags.
pub(super) fn from_epd(epd: &Epd) -> Problem {
    let moves = |moves: &[Move]| moves.iter().map(|&m| print_uci(&epd.board, m)).collect();
    let points = points(epd);
    let table = points.is_some().then_some(POINTS_COMMENT);
    let comments = epd.comments.iter().enumerate().filter(|(index, _)| Some(*index) != table);
    Problem {
        position: epd.board.fen(),
        best: moves(&epd.best),
        avoid: moves(&epd.avoid),
        win_in: epd.mate,
        points: points.unwrap_or_default(),
        score: epd.score,
        id: epd.id.clone(),
        tags: comments.filter_map(|(_, comment)| comment.clone()).collect(),
        line: epd::print_line(epd),
    }
}

/// A comment is a table of points only if all of it is: others write there what they like.
fn points(epd: &Epd) -> Option<Vec<(String, u32)>> {
    let entry = |text: &str| {
        // A promotion has an equals sign of its own: e8=Q=10.
        let (name, points) = text.trim().rsplit_once('=')?;
        let m = parse_any(&epd.board, name.trim()).ok()?;
        Some((print_uci(&epd.board, m), points.trim().parse().ok()?))
    };
    let comment = epd.comments[POINTS_COMMENT].as_deref()?;
    let table: Vec<_> = comment.split(',').filter(|part| !part.trim().is_empty()).map(entry).collect::<Option<_>>()?;
    Some(table).filter(|table| !table.is_empty())
}

/// A problem as a line of EPD; its tags are comments.
pub(super) fn to_epd(problem: &Problem) -> Result<Epd, String> {
    let mut epd = Epd::new(Board::from_fen(&problem.position)?);
    let board = epd.board;
    let moves = |texts: &[String]| texts.iter().map(|text| parse_uci(&board, text)).collect::<Result<Vec<_>, String>>();
    epd.best = moves(&problem.best)?;
    epd.avoid = moves(&problem.avoid)?;
    (epd.mate, epd.score, epd.id) = (problem.win_in, problem.score, problem.id.clone());
    let entry =
        |(text, points): &(String, u32)| Ok(format!("{}={points}", print_san(&board, parse_uci(&board, text)?)));
    let points = problem.points.iter().map(entry).collect::<Result<Vec<String>, String>>()?;
    let table = (!points.is_empty()).then(|| points.join(", "));
    for (comment, text) in epd.comments.iter_mut().zip(table.into_iter().chain(problem.tags.iter().cloned())) {
        *comment = Some(text);
    }
    Ok(epd)
}

#[cfg(test)]
mod tests {
    use crate::{chess::kit::ChessKit, kit::Kit};

    #[test]
    fn points_are_read_from_a_comment_that_is_a_table_of_them() {
        let read = |comment: &str| {
            let text = format!("6k1/4Pppp/8/8/8/8/5PPP/2R3K1 w - - c0 \"{comment}\"; c1 \"tune\";");
            ChessKit.read_problems(&text).unwrap().remove(0)
        };
        let found = read("Rc8#=10, h3=2,e8=Q=7");
        let points = [("c1c8", 10), ("h2h3", 2), ("e7e8q", 7)].map(|(text, points)| (text.to_string(), points));
        assert_eq!((found.points.as_slice(), found.tags.as_slice()), (&points[..], &["tune".to_string()][..]));
        let again = ChessKit.write_problem(&found).unwrap();
        assert_eq!(ChessKit.read_problems(&again).unwrap()[0].points, points);
        for comment in ["difficulty 7, tactics", "", "Rc8", "Rc8=10, notes", "Qd5=3", "Rc8=-1"] {
            let found = read(comment);
            assert!(found.points.is_empty() && found.tags == [comment, "tune"], "{comment}");
        }
    }
}
