//! Games of chess, played again from their records.
use super::{Game, Winner};
use niwaki_games::chess::{Board, Kind, Move, chess960_start};
use niwaki_search::{
    game::{Position, Side},
    node::{Score, is_decisive},
};

/// The game whose records can be played again here.
pub const GAME: &str = "chess";

/// A position that was searched.
#[derive(Clone, Copy, Debug)]
pub struct Searched<'a> {
    /// The position.
    pub board: &'a Board,
    /// The move that was found best, and played.
    pub best: Move,
    /// The score for the side to move.
    pub score: Score,
    /// Who won the game.
    pub winner: Winner,
}

impl Searched<'_> {
    /// Whether a static evaluation should be able to tell the score: in check, and where a
    /// capture or promotion is best, it is the search that must look.
    pub fn is_quiet(&self) -> bool {
        let tactical = self.board.is_tactical(self.best) || self.best.promotion().is_some();
        !self.board.forced() && !tactical && !is_decisive(self.score)
    }

    /// The result for the side to move: 0 for a loss, 1 for a draw, 2 for a win.
    pub fn result(&self) -> u8 {
        match (self.winner, self.board.to_move()) {
            (Winner::Nobody, _) => 1,
            (Winner::First, Side::First) | (Winner::Second, Side::Second) => 2,
            _ => 0,
        }
    }
}

/// Plays a game again; `visit` gets each position that was searched.
pub fn replay(game: &Game, visit: &mut dyn FnMut(Searched<'_>)) -> Result<(), String> {
    let mut board = start(game.start)?;
    let mut buffers = Buffers::default();
    for place in &game.opening {
        board = board.after(nth(&board, *place, &mut buffers)?);
    }
    for ply in &game.plies {
        let best = nth(&board, ply.place, &mut buffers)?;
        visit(Searched { board: &board, best, score: ply.score, winner: game.winner });
        board = board.after(best);
    }
    Ok(())
}

/// The start position of a number, as games name it.
fn start(number: u16) -> Result<Board, String> {
    let Some(other) = number.checked_sub(1) else { return Ok(Board::start()) };
    let fen = chess960_start(other.into());
    Board::from_fen(&fen.ok_or_else(|| format!("there is no start position of number {number}"))?)
}

/// Buffers for the moves of a position.
#[derive(Default)]
struct Buffers {
    moves: Vec<Move>,
    /// Each with its place in the order of names.
    ordered: Vec<(u32, Move)>,
}

/// The legal move at a place in the order of names.
fn nth(board: &Board, place: u16, buffers: &mut Buffers) -> Result<Move, String> {
    let Buffers { moves, ordered } = buffers;
    moves.clear();
    board.list_moves(moves);
    let place = usize::from(place);
    if place >= moves.len() {
        return Err(format!("expected one of {} moves, not number {}", moves.len(), place + 1));
    }
    ordered.clear();
    ordered.extend(moves.iter().map(|m| (order(board, *m), *m)));
    Ok(ordered.select_nth_unstable_by_key(place, |(order, _)| *order).1.1)
}

/// Moves in the order of their names: file and rank of both squares, then the letter of the
/// piece that a pawn becomes.
fn order(board: &Board, m: Move) -> u32 {
    // In Chess960 the name of castling has the square of the rook.
    let (from, to) = (m.from(), if board.is_chess960() { m.to() } else { board.destination(m) });
    let promotion = match m.promotion() {
        None => 0,
        Some(Kind::Bishop) => 1,
        Some(Kind::Knight) => 2,
        Some(Kind::Queen) => 3,
        Some(_) => 4,
    };
    let digits = [from.file(), from.rank(), to.file(), to.rank(), promotion];
    digits.into_iter().fold(0, |number, digit| number << 3 | digit as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_games::chess::print_uci;
    use niwaki_search::random::Random;

    /// Castling, captures en passant and promotions are near.
    const BEGINNINGS: [&str; 3] = [
        niwaki_games::chess::START_FEN,
        "r3k2r/pPpp1ppp/2n2n2/8/8/2N2N2/PPPP1PpP/R3K2R w KQkq - 0 1",
        "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
    ];

    #[test]
    fn the_order_of_moves_is_that_of_their_names() {
        let mut engine = niwaki_games::open(GAME).unwrap();
        let (mut random, mut buffer) = (Random::new(1), Buffers::default());
        let (mut castlings, mut promotions) = (0, 0);
        let others = (0..40).map(|number| chess960_start(number * 24).unwrap());
        for start in BEGINNINGS.iter().cycle().take(60).map(ToString::to_string).chain(others) {
            engine.set_position(Some(&start), &[]).unwrap();
            let mut board = Board::from_fen(&start).unwrap();
            for _ in 0..60 {
                let names = engine.legal_moves();
                if names.is_empty() {
                    break;
                }
                for (place, name) in (0..).zip(&names) {
                    let m = nth(&board, place, &mut buffer).unwrap();
                    assert_eq!(&print_uci(&board, m), name);
                    castlings += usize::from(m.is_castling());
                    promotions += usize::from(m.promotion().is_some());
                }
                assert!(nth(&board, names.len() as u16, &mut buffer).unwrap_err().starts_with("expected one of "));
                let place = random.below(names.len());
                engine.play(&names[place]).unwrap();
                board = board.after(nth(&board, place as u16, &mut buffer).unwrap());
            }
        }
        assert!(castlings > 50 && promotions > 50, "{castlings} {promotions}");
    }

    #[test]
    fn the_starts_of_records_are_those_of_the_engine() {
        let starts = niwaki_games::open(GAME).unwrap().other_starts();
        assert_eq!(starts.len(), 960);
        for (number, fen) in (1..).zip(&starts) {
            assert!(start(number).unwrap() == Board::from_fen(fen).unwrap());
        }
        assert!(start(0).unwrap() == Board::start());
        assert_eq!(start(961).err().unwrap(), "there is no start position of number 961");
    }

    fn searched<'a>(board: &'a Board, best: &str, score: Score) -> Searched<'a> {
        let best = niwaki_games::chess::parse_uci(board, best).unwrap();
        Searched { board, best, score, winner: Winner::First }
    }

    #[test]
    fn positions_that_only_a_search_can_judge_are_left_out() {
        let board = Board::from_fen("4k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
        assert!(searched(&board, "e4e5", 100).is_quiet());
        for tactical in ["e4d5", "a7a8q", "a7a8n"] {
            assert!(!searched(&board, tactical, 100).is_quiet(), "{tactical}");
        }
        assert!(!searched(&board, "e4e5", niwaki_search::node::WIN - 9).is_quiet());
        let check = Board::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
        assert!(!searched(&check, "e1f1", -500).is_quiet());
    }

    #[test]
    fn the_result_is_seen_from_the_side_to_move() {
        let white = Board::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let black = Board::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1").unwrap();
        assert_eq!((searched(&white, "e2e4", 0).result(), searched(&black, "e8e7", 0).result()), (2, 0));
        let drawn = Searched { winner: Winner::Nobody, ..searched(&black, "e8e7", 0) };
        assert_eq!(drawn.result(), 1);
    }
}
