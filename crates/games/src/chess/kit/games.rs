//! Games of chess in PGN.
use crate::{
    chess::{Board, GameRecord, GameResult, PlayedMove, START_FEN, parse_uci, pgn, print_game, print_uci},
    kit::{FinishedGame, Opening},
};
use niwaki_search::game::Side;

/// The first plies of a game.
pub(super) fn opening(game: &pgn::GameRecord, plies: usize) -> Opening {
    let mut board = game.start;
    let mut moves = Vec::new();
    for played in game.moves.iter().take(plies) {
        moves.push(print_uci(&board, played.m));
        board = board.after(played.m);
    }
    Opening { start: Some(game.start.fen()).filter(|fen| fen != START_FEN), moves }
}

/// A game that is over, as PGN.
pub(super) fn write(game: &FinishedGame) -> Result<String, String> {
    let mut board = game.start.as_deref().map_or_else(|| Ok(Board::start()), Board::from_fen)?;
    let mut record = GameRecord::new(board);
    for (text, comment) in &game.moves {
        let m = parse_uci(&board, text)?;
        record.moves.push(PlayedMove { m, comment: comment.clone() });
        board = board.after(m);
    }
    record.result = match game.winner {
        Some(Side::First) => GameResult::WhiteWins,
        Some(Side::Second) => GameResult::BlackWins,
        None => GameResult::Draw,
    };
    let ([white, black], (event, round)) = (game.players.clone(), game.event.clone());
    let named = [("Event", event), ("Round", round.to_string()), ("White", white), ("Black", black)];
    let named = named.map(|(name, value)| (name.to_string(), value));
    record.tags = named.into_iter().chain(game.tags.iter().cloned()).collect();
    Ok(print_game(&record))
}
