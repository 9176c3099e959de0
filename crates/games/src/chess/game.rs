//! Chess as a [`Game`]: notation, evaluator and options for the engine.
use super::{
    Board, CHESS960_STARTS, ChessEvaluator, Move, Network, NetworkEvaluator, TableSet, TableUse, Tables,
    chances::{CHANCES, material},
    chess960_start, fortress, network, parse_uci, print_uci,
};
use niwaki_search::{
    game::{Game, GameOption, OptionKind, Position, Style},
    node::{Score, is_decisive},
};
use std::{path::Path, str::FromStr, sync::Arc};

/// Chess and Chess960.
#[derive(Clone, Default)]
pub struct Chess {
    chess960: bool,
    table_set: Option<Arc<TableSet>>,
    table_use: TableUse,
    /// `None`: the built-in one, which is read when it is first needed.
    network: Option<Arc<Network>>,
}

impl Chess {
    fn network(&self) -> Arc<Network> {
        self.network.clone().unwrap_or_else(network::built_in)
    }
}

/// How UCI writes a text without letters.
const EMPTY: &str = "<empty>";

impl Game for Chess {
    type Position = Board;
    type Evaluator = ChessEvaluator;
    const NAME: &'static str = "chess";

    fn start(&self) -> Board {
        Board::start().with_chess960(self.chess960)
    }

    fn other_starts(&self) -> Vec<String> {
        (0..CHESS960_STARTS).filter_map(chess960_start).collect()
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

    fn evaluator(&self) -> ChessEvaluator {
        let tables = self.table_set.clone().map(|set| Tables::new(set, self.table_use));
        let network = NetworkEvaluator::new(self.network(), network::Instructions::best());
        ChessEvaluator::new(network, tables)
    }

    fn explain(&self, board: &Board, style: Style) -> Vec<String> {
        match style {
            Style::Best => {
                let lines = network::explain::lines(&self.network(), board).into_iter();
                lines.chain(fortress::verdict(board).line()).collect()
            }
            Style::ByHand => vec!["by hand: material, squares, mobility, shelter of the kings".to_string()],
            Style::Plain => vec!["by hand: material and squares".to_string()],
        }
    }

    fn options(&self) -> Vec<GameOption> {
        let TableUse { limit, depth, fifty_moves } = TableUse::default();
        let option = |name, kind| GameOption { name, kind };
        vec![
            option("UCI_Chess960", OptionKind::Check { default: false }),
            option("EvalFile", OptionKind::Text { default: "" }),
            option("SyzygyPath", OptionKind::Text { default: "" }),
            option("SyzygyProbeLimit", OptionKind::Spin { default: limit.into(), min: 0, max: limit.into() }),
            option("SyzygyProbeDepth", OptionKind::Spin { default: depth.into(), min: 1, max: 100 }),
            option("Syzygy50MoveRule", OptionKind::Check { default: fifty_moves }),
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "UCI_Chess960" => self.chess960 = read(name, value)?,
            "EvalFile" => self.network = open_network(value).map_err(|reason| format!("{name}: {reason}"))?,
            "SyzygyPath" => self.table_set = TableSet::open(value).map_err(|error| format!("{name}: {error}"))?,
            "SyzygyProbeLimit" => self.table_use.limit = read(name, value)?,
            "SyzygyProbeDepth" => self.table_use.depth = read(name, value)?,
            "Syzygy50MoveRule" => self.table_use.fifty_moves = read(name, value)?,
            _ => return Err(format!("no such option: {name}")),
        }
        Ok(())
    }

    fn chances(&self, board: &Board, score: Score) -> Option<[u32; 3]> {
        if is_decisive(score) {
            return Some(if score > 0 { [1000, 0, 0] } else { [0, 0, 1000] });
        }
        Some(CHANCES.thousandths(f64::from(score), material(board)))
    }
}

/// The network in a file; without a file, the built-in one.
fn open_network(file: &str) -> Result<Option<Arc<Network>>, String> {
    if file.is_empty() || file == EMPTY {
        return Ok(None);
    }
    Network::read(Path::new(file)).map(|network| Some(Arc::new(network)))
}

/// Reads the value of an option.
fn read<T: FromStr>(name: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{name}: {value:?} makes no sense"))
}
