//! Abalone as a [`Game`]: positions and moves as text, and the starts of the variants.
//!
//! A position is written as PlayStrategy does: rows from I down to A, each from the left, `s`
//! for the first player's marbles (Black), `S` for the second's; then the marbles that Black and
//! White have pushed off, the side to move, plies since the last of them, number of the move.
//!
//! Moves are those of ABA-PRO: along the line the rear marble and its next cell, `a1b2`; aside
//! both ends and the new cell of the first, `c3c5d4`.
use super::{
    board::{Board, LOST_GAME, MARBLES},
    cells::{DIRECTIONS, ROWS, bit, holds, place, step},
    evaluation::AbaloneEvaluator,
    hand,
    moves::{AbaloneMove, Step},
    tables::{self, Weights},
};
use niwaki_search::game::{Game, GameOption, OptionKind, Position, Side, Style};
use std::{path::Path, sync::Arc};

/// Letters of the marbles, in the order of the sides.
const LETTERS: [char; 2] = ['s', 'S'];
const FIELDS: usize = 6;
/// The option that names a file of weights.
const EVAL_FILE: &str = "EvalFile";

/// Where a game begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// Each side on two and a half rows of its own.
    #[default]
    Standard,
    /// Two flowers a side in the corners.
    Belgian,
    /// The same flowers one cell further in.
    German,
}

impl Start {
    fn text(self) -> &'static str {
        match self {
            Start::Standard => "SSSSS/SSSSSS/2SSS2/8/9/8/2sss2/ssssss/sssss 0 0 b 0 1",
            Start::Belgian => "SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 0 0 b 0 1",
            Start::German => "5/SS2ss/SSS1sss/1SS2ss1/9/1ss2SS1/sss1SSS/ss2SS/5 0 0 b 0 1",
        }
    }
}

/// The game.
#[derive(Clone, Debug, Default)]
pub struct Abalone {
    /// Where it begins.
    pub(super) start: Start,
    /// Weights of a file in place of the built-in ones.
    weights: Option<Arc<Weights>>,
}

impl Abalone {
    /// The game from this start.
    pub const fn new(start: Start) -> Abalone {
        Abalone { start, weights: None }
    }

    fn weights(&self) -> Arc<Weights> {
        self.weights.clone().unwrap_or_else(tables::built_in)
    }
}

impl Game for Abalone {
    type Position = Board;
    type Evaluator = AbaloneEvaluator;
    const NAME: &'static str = "abalone";

    fn name(&self) -> &'static str {
        match self.start {
            Start::Standard => Self::NAME,
            Start::Belgian => "abalone:belgian",
            Start::German => "abalone:german",
        }
    }

    fn start(&self) -> Board {
        // The texts above are right: a test reads them.
        self.parse(self.start.text()).unwrap_or_else(|_| Board::new([0; 2], Side::First, 0, 1))
    }

    fn parse(&self, text: &str) -> Result<Board, String> {
        let example = Start::Standard.text();
        let wrong = || format!("{text:?}: expected nine rows, two scores, side and two counts, like {example}");
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [rows, first_score, second_score, side, quiet, number] = *fields.as_slice() else { return Err(wrong()) };
        debug_assert_eq!(fields.len(), FIELDS);
        let marbles = parse_rows(rows).ok_or_else(wrong)?;
        let side = match side {
            "b" => Side::First,
            "w" => Side::Second,
            _ => return Err(wrong()),
        };
        let count = |text: &str| text.parse::<u16>().map_err(|_| wrong());
        let board = Board::new(marbles, side, count(quiet)?, count(number)?);
        let scores = [u32::from(count(first_score)?), u32::from(count(second_score)?)];
        let agree = (0..2).all(|side| marbles[side].count_ones() + scores[1 - side] == MARBLES);
        if !agree || scores.iter().any(|&score| score > LOST_GAME) {
            return Err(format!(
                "{text:?}: expected {MARBLES} marbles of each side, less the score of the other, at most {LOST_GAME}"
            ));
        }
        if scores[side.index()] == LOST_GAME {
            return Err(format!("{text:?}: the side to move has won already"));
        }
        Ok(board)
    }

    fn print(&self, pos: &Board) -> String {
        let rows: Vec<String> = (0..ROWS).rev().map(|row| print_row(pos, row)).collect();
        let side = if pos.side() == Side::First { 'b' } else { 'w' };
        let [first, second] = [pos.lost(Side::Second), pos.lost(Side::First)];
        format!("{} {first} {second} {side} {} {}", rows.join("/"), pos.quiet, pos.number)
    }

    fn parse_move(&self, pos: &Board, text: &str) -> Result<AbaloneMove, String> {
        let found = read_move(text).map(AbaloneMove::of).filter(|&m| pos.is_legal(m));
        found.ok_or_else(|| format!("{text:?} is not a legal move like a1b2 or c3c5d4"))
    }

    fn print_move(&self, _pos: &Board, m: AbaloneMove) -> String {
        match m.step() {
            None => "none".to_string(),
            Some(Step::Along { rear, direction }) => format!("{}{}", name(rear), name(step(rear, direction, 1))),
            Some(Step::Aside { first, axis, marbles, direction }) => {
                let last = step(first, 2 * axis, marbles - 1);
                format!("{}{}{}", name(first), name(last), name(step(first, direction, 1)))
            }
        }
    }

    fn diagram(&self, pos: &Board) -> String {
        let mut text = String::new();
        for row in (0..ROWS).rev() {
            let cells: String = row_cells(row).flat_map(|bit| [' ', letter(pos, bit)]).collect();
            // The diagonals that end below the middle are numbered at the right.
            let end = if row < ROWS / 2 { format!(" {}", row + 1 + ROWS / 2 + 1) } else { String::new() };
            text += &format!("{}{}{cells}{end}\n", " ".repeat(row.abs_diff(ROWS / 2) + 1), row_name(row));
        }
        format!("{text}{}1 2 3 4 5\n\n{}\n", " ".repeat(8), self.print(pos))
    }

    fn evaluator(&self) -> AbaloneEvaluator {
        AbaloneEvaluator::new(self.weights())
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

fn row_name(row: usize) -> char {
    (b'A' + row as u8) as char
}

/// The bits of a row, from the left.
pub(super) fn row_cells(row: usize) -> impl Iterator<Item = usize> {
    (0..ROWS).filter_map(move |diagonal| bit(row, diagonal))
}

/// The letter of what lies on a cell, a point if nothing does.
pub(super) fn letter(pos: &Board, bit: usize) -> char {
    (0..2).find(|&side| holds(pos.marbles[side], bit)).map_or('.', |side| LETTERS[side])
}

fn parse_rows(text: &str) -> Option<[u128; 2]> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ROWS {
        return None;
    }
    let mut marbles = [0; 2];
    for (row, letters) in rows.iter().rev().enumerate() {
        let mut cells = row_cells(row);
        for cell in letters.chars() {
            if let Some(side) = LETTERS.iter().position(|&letter| letter == cell) {
                marbles[side] |= 1 << cells.next()?;
            } else {
                let empty = cell.to_digit(10).filter(|&count| count > 0)?;
                for _ in 0..empty {
                    cells.next()?;
                }
            }
        }
        if cells.next().is_some() {
            return None;
        }
    }
    Some(marbles)
}

fn print_row(pos: &Board, row: usize) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for cell in row_cells(row).map(|bit| letter(pos, bit)).chain([' ']) {
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

fn name(bit: usize) -> String {
    let (row, diagonal) = place(bit);
    format!("{}{}", row_name(row).to_ascii_lowercase(), diagonal + 1)
}

/// The cells of a text such as `c3c5d4`.
fn read_cells(text: &str) -> Option<Vec<usize>> {
    let read = |pair: &[u8]| match *pair {
        [row, diagonal] => bit(row.checked_sub(b'a')? as usize, diagonal.checked_sub(b'1')? as usize),
        _ => None,
    };
    text.as_bytes().chunks(2).map(read).collect()
}

/// What a text means; it may not be legal.
fn read_move(text: &str) -> Option<Step> {
    let towards = |from: usize, to: usize| (0..DIRECTIONS).find(|&direction| step(from, direction, 1) == to);
    match *read_cells(text)?.as_slice() {
        [rear, next] => Some(Step::Along { rear, direction: towards(rear, next)? }),
        [first, last, next] => {
            let direction = towards(first, next)?;
            let (line, marbles) = line(first, last)?;
            // The ends may come in either order; the line is named by its first.
            let first = if line % 2 == 0 { first } else { last };
            (direction / 2 != line / 2).then_some(Step::Aside { first, axis: line / 2, marbles, direction })
        }
        _ => None,
    }
}

/// The direction from one end of two or three cells to the other, and how many they are.
fn line(first: usize, last: usize) -> Option<(usize, i32)> {
    let mut ways = (0..DIRECTIONS).flat_map(|direction| [(direction, 2), (direction, 3)]);
    ways.find(|&(direction, marbles)| step(first, direction, marbles - 1) == last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::cells::bits;

    fn cell_names(set: u128) -> Vec<String> {
        bits(set).map(name).collect()
    }

    #[test]
    fn starts_are_those_of_the_rules() {
        let names = |start: Start| Abalone::new(start).start().marbles.map(|set| cell_names(set).join(" "));
        assert_eq!(names(Start::Standard)[0], "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 c3 c4 c5");
        assert_eq!(names(Start::Standard)[1], "g5 g6 g7 h4 h5 h6 h7 h8 h9 i5 i6 i7 i8 i9");
        assert_eq!(names(Start::Belgian)[0], "a1 a2 b1 b2 b3 c2 c3 g7 g8 h7 h8 h9 i8 i9");
        assert_eq!(names(Start::German)[1], "b5 b6 c5 c6 c7 d6 d7 f3 f4 g3 g4 g5 h4 h5");
    }

    #[test]
    fn moves_are_written_as_aba_pro_does() {
        let game = Abalone::default();
        let pos = game.start();
        let play = |text: &str| game.parse_move(&pos, text).map(|m| game.print_move(&pos, m));
        assert_eq!(play("a1a2").unwrap_err(), "\"a1a2\" is not a legal move like a1b2 or c3c5d4", "five in a row");
        assert_eq!(play("a1b2").unwrap(), "a1b2");
        assert_eq!(play("c3c5d4").unwrap(), "c3c5d4");
        assert_eq!(play("c5c3d6").unwrap(), "c3c5d4", "the other end first");
        for wrong in ["c3c5d5", "c3c5c6", "c3", "z9a1", "a1b2c", "é1b2", "a1a9"] {
            assert!(play(wrong).is_err(), "{wrong}");
        }
    }
}
