//! Chess as a [`Game`]: notation, evaluator and options for the engine.
use super::{Board, Move, eval::SeedEvaluator, parse_uci, print_uci};
use niwaki_search::{
    game::{Game, GameOption, OptionKind, Position},
    node::{Score, is_decisive},
};

/// Chess and Chess960.
#[derive(Clone, Default)]
pub struct Chess {
    chess960: bool,
}

/// Score at which a win is as likely as not, in centipawns.
const EVEN_WIN: f64 = 170.0;
/// Width of the step from draw to win, in centipawns.
const WIN_SPREAD: f64 = 75.0;

impl Game for Chess {
    type Position = Board;
    type Evaluator = SeedEvaluator;
    const NAME: &'static str = "chess";

    fn start(&self) -> Board {
        Board::start().with_chess960(self.chess960)
    }

    fn parse(&self, text: &str) -> Result<Board, String> {
        let board = Board::from_fen(text)?;
        Ok(board.with_chess960(self.chess960 || board.is_chess960()))
    }

    fn print(&self, board: &Board) -> String {
        board.fen()
    }

    fn parse_move(&self, board: &Board, text: &str) -> Result<Move, String> {
        parse_uci(board, text)
    }

    fn print_move(&self, board: &Board, m: Move) -> String {
        print_uci(board, m)
    }

    fn diagram(&self, board: &Board) -> String {
        use std::fmt::Write;
        let mut text = String::new();
        for rank in (0..8).rev() {
            let _ = write!(text, "{} ", rank + 1);
            for file in 0..8 {
                let piece = board.piece_on(super::Square::at(file, rank));
                let _ = write!(text, " {}", piece.map_or('.', |piece| piece.letter()));
            }
            text.push('\n');
        }
        let _ = write!(text, "\n   a b c d e f g h\n\nFen: {}\nKey: {:016x}\n", board.fen(), board.key());
        text
    }

    fn evaluator(&self) -> SeedEvaluator {
        SeedEvaluator::default()
    }

    fn options(&self) -> Vec<GameOption> {
        vec![GameOption { name: "UCI_Chess960", kind: OptionKind::Check { default: false } }]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        match (name, value) {
            ("UCI_Chess960", "true") => self.chess960 = true,
            ("UCI_Chess960", "false") => self.chess960 = false,
            ("UCI_Chess960", _) => return Err(format!("UCI_Chess960 must be true or false, not {value:?}")),
            _ => return Err(format!("no such option: {name}")),
        }
        Ok(())
    }

    fn chances(&self, _board: &Board, score: Score) -> Option<[u32; 3]> {
        if is_decisive(score) {
            return Some(if score > 0 { [1000, 0, 0] } else { [0, 0, 1000] });
        }
        let win = |score: f64| (1000.0 / (1.0 + ((EVEN_WIN - score) / WIN_SPREAD).exp())).round() as u32;
        let (won, lost) = (win(score as f64), win(-score as f64));
        Some([won, 1000 - (won + lost).min(1000), lost])
    }
}
