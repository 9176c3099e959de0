//! Lines of Action as a [`Game`]: positions and moves as text.
//!
//! A position is written as its ranks from the eighth down, like FEN, with `x` for the first
//! player's pieces (Black) and `o` for the second's, then the side to move:
//! `1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x`. A move is `b1-d3`, a capture `c1xa3`, a forced
//! pass `pass`.
use super::{
    board::{Board, BothConnected},
    evaluation::LoaEvaluator,
    hand,
    lines::{SQUARES, WIDTH},
    moves::LoaMove,
    tables::{self, Weights},
};
use niwaki_search::game::{Game, GameOption, OptionKind, Position, Side, Style};
use std::{path::Path, sync::Arc};

/// Letters of the pieces, in the order of the sides.
const LETTERS: [char; 2] = ['x', 'o'];
const PASS: &str = "pass";
/// The option that names a file of weights.
const EVAL_FILE: &str = "EvalFile";
/// Pieces of a side at the start.
const MOST_PIECES: u32 = 12;
const EXAMPLE: &str = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x";

/// The game.
#[derive(Clone, Debug, Default)]
pub struct LinesOfAction {
    /// What a move means that connects both sides.
    pub(super) both_connected: BothConnected,
    /// Weights of a file in place of the built-in ones.
    weights: Option<Arc<Weights>>,
}

impl LinesOfAction {
    /// The game, or a variant.
    pub const fn new(both_connected: BothConnected) -> LinesOfAction {
        LinesOfAction { both_connected, weights: None }
    }

    fn weights(&self) -> Arc<Weights> {
        self.weights.clone().unwrap_or_else(tables::built_in)
    }
}

impl Game for LinesOfAction {
    type Position = Board;
    type Evaluator = LoaEvaluator;
    const NAME: &'static str = "loa";

    fn name(&self) -> &'static str {
        match self.both_connected {
            BothConnected::Draw => Self::NAME,
            BothConnected::MoverWins => "loa:mover-wins",
        }
    }

    fn start(&self) -> Board {
        Board::start(self.both_connected)
    }

    fn parse(&self, text: &str) -> Result<Board, String> {
        let wrong = || format!("{text:?}: expected eight ranks and the side to move, like {EXAMPLE}");
        let (ranks, side) = text.trim().split_once(' ').ok_or_else(wrong)?;
        let side = match side.trim() {
            "x" => Side::First,
            "o" => Side::Second,
            _ => return Err(wrong()),
        };
        let pieces = parse_pieces(ranks).ok_or_else(wrong)?;
        if pieces.iter().any(|set| !(1..=MOST_PIECES).contains(&set.count_ones())) {
            return Err(format!("{text:?}: expected 1 to {MOST_PIECES} pieces of each side"));
        }
        Ok(Board::new(pieces, side, self.both_connected))
    }

    fn print(&self, pos: &Board) -> String {
        let ranks: Vec<String> = (0..WIDTH).rev().map(|rank| print_rank(pos, rank)).collect();
        format!("{} {}", ranks.join("/"), LETTERS[pos.side.index()])
    }

    fn parse_move(&self, pos: &Board, text: &str) -> Result<LoaMove, String> {
        let found = read_move(text).filter(|&m| pos.is_legal(m) && is_written_so(pos, m, text));
        found.ok_or_else(|| format!("{text:?} is not a legal move like b1-d3 or c1xa3"))
    }

    fn print_move(&self, pos: &Board, m: LoaMove) -> String {
        let Some((from, to)) = m.squares() else { return PASS.to_string() };
        let sign = if pos.is_capture(to) { 'x' } else { '-' };
        format!("{}{sign}{}", square_name(from), square_name(to))
    }

    fn diagram(&self, pos: &Board) -> String {
        let rank = |rank: usize| {
            let cells: String = (0..WIDTH).flat_map(|file| [' ', letter(pos, file + WIDTH * rank)]).collect();
            format!("{} {cells}\n", rank + 1)
        };
        let ranks: String = (0..WIDTH).rev().map(rank).collect();
        format!("{ranks}\n   a b c d e f g h\n\n{}\n", self.print(pos))
    }

    fn evaluator(&self) -> LoaEvaluator {
        LoaEvaluator::new(self.weights())
    }

    fn explain(&self, pos: &Board, style: Style) -> Vec<String> {
        match style {
            Style::Best => vec![format!("lines {:+}", tables::evaluate(&self.weights(), pos))],
            Style::ByHand | Style::Plain => hand::explain(pos),
        }
    }

    fn options(&self) -> Vec<GameOption> {
        vec![GameOption { name: EVAL_FILE, kind: OptionKind::Text { default: "" } }]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name != EVAL_FILE {
            return Err(format!("no such option: {name}"));
        }
        self.weights = if value.is_empty() { None } else { Some(tables::read(Path::new(value))?) };
        Ok(())
    }
}

/// The letter of what stands on a square, a point if nothing does.
pub(super) fn letter(pos: &Board, square: usize) -> char {
    (0..2).find(|&side| pos.pieces[side] >> square & 1 != 0).map_or('.', |side| LETTERS[side])
}

fn parse_pieces(text: &str) -> Option<[u64; 2]> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != WIDTH {
        return None;
    }
    let mut pieces = [0; 2];
    for (rank, cells) in ranks.iter().rev().enumerate() {
        let mut file = 0;
        for cell in cells.chars() {
            let empty = cell.to_digit(10).filter(|&count| count > 0);
            match LETTERS.iter().position(|&letter| letter == cell) {
                Some(side) if file < WIDTH => pieces[side] |= 1 << (rank * WIDTH + file),
                None if cell == '.' || empty.is_some() => {}
                _ => return None,
            }
            file += empty.unwrap_or(1) as usize;
        }
        if file != WIDTH {
            return None;
        }
    }
    Some(pieces)
}

fn print_rank(pos: &Board, rank: usize) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for file in 0..=WIDTH {
        let cell = if file < WIDTH { letter(pos, file + WIDTH * rank) } else { ' ' };
        if cell == '.' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.push(cell);
    }
    text.trim_end().to_string()
}

fn square_name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % WIDTH) as u8) as char, square / WIDTH + 1)
}

/// A square at the start of a text, and the rest of it.
fn read_square(text: &str) -> Option<(usize, &str)> {
    let (&[file, rank], rest) = text.as_bytes().split_first_chunk()?;
    let square = (file.checked_sub(b'a')? as usize, rank.checked_sub(b'1')? as usize);
    let is_inside = square.0 < WIDTH && square.1 < WIDTH;
    is_inside.then(|| (square.0 + WIDTH * square.1, std::str::from_utf8(rest).unwrap_or_default()))
}

fn read_move(text: &str) -> Option<LoaMove> {
    if text == PASS {
        return Some(LoaMove::pass());
    }
    let (from, rest) = read_square(text)?;
    let (to, rest) = read_square(rest.strip_prefix(['-', 'x']).unwrap_or(rest))?;
    debug_assert!(from < SQUARES && to < SQUARES);
    (rest.is_empty() && from != to).then(|| LoaMove::new(from, to))
}

/// Whether the sign between the squares, if there is one, is that of the move.
fn is_written_so(pos: &Board, m: LoaMove, text: &str) -> bool {
    let Some((_, to)) = m.squares() else { return true };
    let wrong = if pos.is_capture(to) { '-' } else { 'x' };
    !text.contains(wrong)
}
