//! What laboratory and application must know of chess: EPD, PGN, SAN, and what is built in.
use super::{Board, Chess, Epd, START_FEN, epd, parse_any, parse_uci, pgn, print_san, print_uci};
use crate::{
    kit::{Kit, Opening},
    problem::Problem,
};
use niwaki_search::{
    GameEngine, GameRules,
    engine::{Engine, Rules},
    game::Game,
};

/// Where points for moves stand, as in the Strategic Test Suite: `c0 "f5=10, Be5=2"`.
const POINTS_COMMENT: usize = 0;
/// Fields of FEN that make a position; the others count moves.
const PLACEMENT_FIELDS: usize = 4;

/// The kit of chess.
pub struct ChessKit;

impl Kit for ChessKit {
    fn name(&self) -> &'static str {
        Chess::NAME
    }

    fn engine(&self) -> Result<Box<dyn Engine>, String> {
        Ok(Box::new(GameEngine::new(Chess::default())?))
    }

    fn rules(&self) -> Box<dyn Rules> {
        Box::new(GameRules::new(Chess::default()))
    }

    fn suite(&self) -> Option<&'static str> {
        Some(include_str!("../../../../suites/chess.epd"))
    }

    fn read_problems(&self, text: &str) -> Result<Vec<Problem>, String> {
        epd::parse_lines(text).map(|read| read.map(|epd| problem(&epd))).collect()
    }

    fn write_problem(&self, problem: &Problem) -> Result<String, String> {
        Ok(epd::print_line(&to_epd(problem)?))
    }

    fn book(&self) -> Option<&'static str> {
        Some(include_str!("../../../../suites/openings.epd"))
    }

    fn read_openings(&self, file: &str, text: &str, plies: usize) -> Result<Vec<Opening>, String> {
        let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
        if ending.eq_ignore_ascii_case("pgn") {
            return pgn::read_games(text).map(|read| read.map(|game| opening(&game, plies))).collect();
        }
        let opening = |epd: Epd| Opening { start: Some(epd.board.fen()), moves: Vec::new() };
        epd::parse_lines(text).map(|read| read.map(opening)).collect()
    }

    fn move_for_people(&self, position: &str, text: &str) -> Result<String, String> {
        let board = Board::from_fen(position)?;
        Ok(print_san(&board, parse_uci(&board, text)?))
    }

    fn placement<'a>(&self, position: &'a str) -> &'a str {
        let end = position.match_indices(' ').nth(PLACEMENT_FIELDS - 1).map_or(position.len(), |(place, _)| place);
        &position[..end]
    }
}

/// A line of EPD as a problem; comments are its tags.
fn problem(epd: &Epd) -> Problem {
    let moves = |moves: &[super::Move]| moves.iter().map(|&m| print_uci(&epd.board, m)).collect();
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
fn to_epd(problem: &Problem) -> Result<Epd, String> {
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

/// The first plies of a game.
fn opening(game: &pgn::GameRecord, plies: usize) -> Opening {
    let mut board = game.start;
    let mut moves = Vec::new();
    for played in game.moves.iter().take(plies) {
        moves.push(print_uci(&board, played.m));
        board = board.after(played.m);
    }
    Opening { start: Some(game.start.fen()).filter(|fen| fen != START_FEN), moves }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn games_give_their_first_plies() {
        let text = "[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n[Black \"b\"]\n\n1. d4 *\n";
        let openings = ChessKit.read_openings("games.PGN", text, 3).unwrap();
        let line = |moves: &[&str]| Opening { start: None, moves: moves.iter().map(ToString::to_string).collect() };
        assert_eq!(openings, [line(&["e2e4", "e7e5", "g1f3"]), line(&["d2d4"])]);
    }

    #[test]
    fn counters_of_moves_make_no_other_position() {
        assert_eq!(ChessKit.placement(START_FEN), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
        assert_eq!(ChessKit.placement("8/8 w"), "8/8 w");
    }

    #[test]
    fn moves_are_spelt_for_people_in_san() {
        assert_eq!(ChessKit.move_for_people(START_FEN, "g1f3").unwrap(), "Nf3");
        assert!(ChessKit.move_for_people(START_FEN, "g1g5").is_err());
    }
}
