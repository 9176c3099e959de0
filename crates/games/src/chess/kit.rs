//! What laboratory and application must know of chess: EPD, PGN, SAN, and what is built in.
mod built_in;
mod games;
mod judge;
mod picture;
mod problems;

use super::{
    Board, Chess, Epd, chances, epd, learner::ChessLearner, network, parse_any, parse_uci, pgn, print_san, print_uci,
};
use crate::{
    chances::MaterialChances,
    kit::{BuiltIn, GameWriter, Kit, Opening, PublishedFits, TableOpener, Thresholds, learning::Learner},
    problem::Problem,
};
use niwaki_search::{
    GameEngine, GameRules,
    engine::{Engine, Rules},
    game::{Game, Side},
};
use std::borrow::Cow;

/// Fields of FEN that make a position; the others count moves.
const PLACEMENT_FIELDS: usize = 4;
/// Half-moves without progress after which a game is drawn.
const FIFTY_MOVES: u32 = 100;

/// The kit of chess.
pub struct ChessKit;

impl Kit for ChessKit {
    fn name(&self) -> &'static str {
        Chess::NAME
    }

    fn about(&self) -> &'static str {
        "chess and Chess960, with a network"
    }

    fn engine(&self) -> Result<Box<dyn Engine>, String> {
        Ok(Box::new(GameEngine::new(Chess::default())?))
    }

    fn rules(&self) -> Box<dyn Rules> {
        Box::new(GameRules::new(Chess::default()))
    }

    fn bench_positions(&self) -> Result<Vec<String>, String> {
        Ok(built_in::BENCH.lines().map(str::to_string).collect())
    }

    fn thresholds(&self) -> Thresholds {
        Thresholds::CENTIPAWNS
    }

    fn network(&self) -> Option<u64> {
        Some(network::built_in().fingerprint())
    }

    fn recipes(&self) -> &'static [BuiltIn] {
        built_in::RECIPES
    }

    fn default_recipe(&self) -> &'static str {
        "niwaki"
    }

    fn compared_recipes(&self) -> &'static [&'static str] {
        &["null-move", "multi-cut", "multi-cut-enhanced", "mpc", "rankcut", "modern", "niwaki"]
    }

    /// Null move is on, as Jiang & Buro had it.
    fn fitted_recipe(&self) -> &'static str {
        "null-move"
    }

    /// The baseline of the paper, to which RankCut is added.
    fn observed_recipe(&self) -> &'static str {
        "crafty"
    }

    fn models(&self) -> &'static [BuiltIn] {
        built_in::MODELS
    }

    fn published_fits(&self) -> Option<PublishedFits> {
        Some(built_in::JIANG_BURO)
    }

    fn suite(&self) -> Option<&'static str> {
        Some(built_in::SUITE)
    }

    fn read_problems(&self, text: &str) -> Result<Vec<Problem>, String> {
        epd::parse_lines(text).map(|read| read.map(|epd| problems::from_epd(&epd))).collect()
    }

    fn write_problem(&self, problem: &Problem) -> Result<String, String> {
        Ok(epd::print_line(&problems::to_epd(problem)?))
    }

    fn book(&self) -> Option<&'static str> {
        Some(built_in::BOOK)
    }

    fn read_openings(&self, file: &str, text: &str, plies: usize) -> Result<Vec<Opening>, String> {
        let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
        if ending.eq_ignore_ascii_case("pgn") {
            return pgn::read_games(text).map(|read| read.map(|game| games::opening(&game, plies))).collect();
        }
        let opening = |epd: Epd| Opening { start: Some(epd.board.fen()), moves: Vec::new() };
        epd::parse_lines(text).map(|read| read.map(opening)).collect()
    }

    fn game_writer(&self) -> Option<GameWriter> {
        Some(games::write)
    }

    fn move_for_people(&self, position: &str, text: &str) -> Result<String, String> {
        let board = Board::from_fen(position)?;
        Ok(print_san(&board, parse_uci(&board, text)?))
    }

    fn move_of_people(&self, position: &str, text: &str) -> Result<String, String> {
        let board = Board::from_fen(position)?;
        Ok(print_uci(&board, parse_any(&board, text)?))
    }

    fn placement<'a>(&self, position: &'a str) -> Cow<'a, str> {
        let end = position.match_indices(' ').nth(PLACEMENT_FIELDS - 1).map_or(position.len(), |(place, _)| place);
        position[..end].into()
    }

    fn picture(&self, position: &str) -> Result<String, String> {
        Ok(picture::svg(&Board::from_fen(position)?))
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "White",
            Side::Second => "Black",
        }
    }

    fn loss_reason(&self, rules: &dyn Rules) -> &'static str {
        if rules.forced() { "checkmate" } else { "win" }
    }

    fn draw_reason(&self, rules: &dyn Rules) -> &'static str {
        if rules.legal_moves().is_empty() {
            return "stalemate";
        }
        let position = rules.position();
        let counter = position.split(' ').nth(PLACEMENT_FIELDS).and_then(|word| word.parse::<u32>().ok());
        if counter.is_some_and(|count| count >= FIFTY_MOVES) { "fifty moves" } else { "material" }
    }

    fn learner(&self) -> Option<&'static dyn Learner> {
        Some(&ChessLearner)
    }

    fn chances(&self) -> Option<MaterialChances> {
        Some(chances::MODEL)
    }

    fn tables(&self) -> Option<TableOpener> {
        Some(judge::open)
    }

    fn is_spoken_in_uci(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::START_FEN;

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

    #[test]
    fn people_write_moves_in_any_notation() {
        for text in ["Nf3", "g1f3", "Ng1-f3", "Nf3!"] {
            assert_eq!(ChessKit.move_of_people(START_FEN, text).unwrap(), "g1f3", "{text}");
        }
        let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(ChessKit.move_of_people(castling, "O-O").unwrap(), "e1g1");
        let reason = ChessKit.move_of_people(START_FEN, "Nf4").unwrap_err();
        assert_eq!(reason, "no legal move is written 'Nf4'");
    }
}
