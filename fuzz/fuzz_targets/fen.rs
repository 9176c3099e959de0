//! Positions: what is read is written and read back the same, and its moves can be played.
#![no_main]
use libfuzzer_sys::fuzz_target;
use niwaki_games::chess::{Board, Move, parse_san, parse_uci, print_san, print_uci};
use niwaki_search::game::Position;

/// Plies of the game that is played from each position.
const PLIES: usize = 8;
/// Counters above 10,000 are cut when they are read, so a game that passes it reads differently.
const GREATEST_COUNTER: u32 = 9_000;

fuzz_target!(|text: &str| {
    let Ok(mut board) = Board::from_fen(text) else { return };
    assert_eq!(Board::from_fen(&board.fen()).as_ref(), Ok(&board), "{}", board.fen());
    if board.move_number().max(board.halfmoves()) > GREATEST_COUNTER {
        return;
    }
    for ply in 0..PLIES {
        let moves = check(&board);
        let Some(&m) = moves.get((board.key() as usize).wrapping_add(ply) % moves.len().max(1)) else { return };
        board = board.play(m);
        let again = Board::from_fen(&board.fen()).expect("a position that was reached can be read");
        assert_eq!((again.key(), again.fen()), (board.key(), board.fen()));
    }
});

/// The legal moves, which all questions about moves must agree on.
fn check(board: &Board) -> Vec<Move> {
    let (mut all, mut parts) = (Vec::new(), Vec::new());
    board.legal_moves(&mut all);
    board.tactical_moves(&mut parts);
    let tactical = parts.len();
    board.quiet_moves(&mut parts);
    assert_eq!(all.len(), parts.len());
    for (index, &m) in parts.iter().enumerate() {
        assert!(all.contains(&m) && board.is_legal(m));
        assert_eq!(board.is_tactical(m), index < tactical);
        assert_eq!(parse_uci(board, &print_uci(board, m)), Ok(m));
        assert_eq!(parse_san(board, &print_san(board, m)), Ok(m));
        assert_eq!(board.forces(m), board.play(m).forced());
    }
    all
}
