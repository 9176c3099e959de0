//! Random games for the property tests, the same in every run.
#![allow(dead_code)]
use niwaki_games::chess::{Board, Move};
use niwaki_search::game::Position;
pub use niwaki_search::random::Random;

/// Positions that hold castling, pins, promotions and captures en passant in plenty.
pub const SEEDS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "4k3/ppp1p1pp/3q4/3p1p2/2P1P1P1/8/PP1P1P1P/1R1QK2R w K - 0 1",
    "1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - - 1 1",
    "k7/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/K2R3r w - - 0 1",
];

/// All legal moves.
pub fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves
}

/// The positions and moves of a random game of at most `plies`.
pub fn random_game(random: &mut Random, start: Board, plies: usize) -> Vec<(Board, Move)> {
    let mut game = Vec::new();
    let mut board = start;
    for _ in 0..plies {
        let moves = legal_moves(&board);
        if moves.is_empty() {
            break;
        }
        let m = moves[random.below(moves.len())];
        game.push((board, m));
        board = board.play(m);
    }
    game
}

/// A seed position, or a start of Chess960.
pub fn random_start(random: &mut Random) -> Board {
    let chess960 = random.below(2) == 0;
    let fen = if chess960 {
        format!("{:#}", cozy_chess::Board::chess960_startpos(random.below(960) as u32))
    } else {
        SEEDS[random.below(SEEDS.len())].to_string()
    };
    Board::from_fen(&fen).unwrap_or_else(|reason| panic!("{fen}: {reason}")).with_chess960(chess960)
}

/// `text` after a few random edits.
pub fn mutilated(random: &mut Random, text: &str, alphabet: &str) -> String {
    let alphabet: Vec<char> = alphabet.chars().collect();
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(4) {
        let place = random.below(letters.len().max(1));
        let letter = alphabet[random.below(alphabet.len())];
        match random.below(4) {
            _ if letters.is_empty() => letters.push(letter),
            0 => letters[place] = letter,
            1 => letters.insert(place, letter),
            2 => letters.truncate(place),
            _ => drop(letters.remove(place)),
        }
    }
    letters.into_iter().collect()
}

/// Any bytes at all, as text.
pub fn noise(random: &mut Random, longest: usize) -> String {
    let bytes: Vec<u8> = (0..random.below(longest)).map(|_| random.below(256) as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
