//! Connect Four: seven columns of six; four in a line win. Small enough to be read in
//! one go: the example of how a game joins the search.
//!
//! A position is two sets of stones in one word each, seven bits a column, of which the
//! top one stays empty, so that shifted sets never run from one column into the next.
pub mod kit;
mod solver;

pub use solver::{Points, Solved, Solver, to_score};

use crate::exact::Exact;
use niwaki_search::{
    game::{Evaluator, Game, Move, MoveOf, Outcome, Position, Settled, Side, Stop},
    node::{Depth, Score},
};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
const HEIGHT: u32 = ROWS + 1;
const CELLS: u32 = COLUMNS * HEIGHT;
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);
/// Steps between the cells of a line: up, along, and the two diagonals.
const STEPS: [u32; 4] = [1, HEIGHT, HEIGHT - 1, HEIGHT + 1];

/// A column, counted from 1; 0 is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Column(u16);

impl Move for Column {
    fn bits(self) -> u16 {
        self.0
    }
    fn from_bits(bits: u16) -> Self {
        Column(bits)
    }
}

/// A position: the stones of the side to move, and all stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    own: u64,
    all: u64,
}

/// Whether the set holds four in a line.
fn has_four(stones: u64) -> bool {
    STEPS.iter().any(|&step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Board {
    fn enemy(&self) -> u64 {
        self.own ^ self.all
    }

    /// Cells on which a stone can land.
    fn landing(&self) -> u64 {
        if has_four(self.enemy()) { 0 } else { (self.all + BOTTOM) & BOARD }
    }

    fn cell(&self, m: Column) -> u64 {
        self.landing() & COLUMN << ((m.0.wrapping_sub(1) as u32 % COLUMNS) * HEIGHT)
    }

    fn moves(&self, winning: bool) -> impl Iterator<Item = Column> {
        let columns = (1..=COLUMNS as u16).map(Column);
        columns.filter(move |&m| self.is_legal(m) && self.is_tactical(m) == winning)
    }
}

impl Position for Board {
    type Move = Column;
    const NULL_MOVE: bool = false;
    const FORCING: bool = true;
    const MOVE_SLOTS: usize = CELLS as usize;

    fn key(&self) -> u64 {
        // The sum names the position: a stone above each column marks its height.
        let name = self.own + self.all + BOTTOM;
        let mixed = (name ^ name >> 29).wrapping_mul(0x9e6c_63d0_876a_68ad);
        mixed ^ mixed >> 32
    }
    fn side(&self) -> Side {
        if self.all.count_ones() % 2 == 0 { Side::First } else { Side::Second }
    }
    fn tactical_moves(&self, out: &mut Vec<Column>) {
        out.extend(self.moves(true));
    }
    fn quiet_moves(&self, out: &mut Vec<Column>) {
        out.extend(self.moves(false));
    }
    fn is_legal(&self, m: Column) -> bool {
        (1..=COLUMNS as u16).contains(&m.0) && self.cell(m) != 0
    }
    fn is_tactical(&self, m: Column) -> bool {
        has_four(self.own | self.cell(m))
    }
    fn play(&self, m: Column) -> Self {
        Board { own: self.enemy(), all: self.all | self.cell(m) }
    }
    fn move_slot(&self, m: Column) -> usize {
        self.cell(m).trailing_zeros().min(CELLS - 1) as usize
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.plies_left() == Some(0)).then(|| self.stuck())
    }
    fn stuck(&self) -> Outcome {
        if has_four(self.enemy()) { Outcome::Loss } else { Outcome::Draw }
    }
    fn plies_left(&self) -> Option<Depth> {
        let free = BOARD & !self.all;
        Some(if has_four(self.enemy()) { 0 } else { free.count_ones() as Depth })
    }
    /// The opponent threatens to win: it must be answered.
    fn forced(&self) -> bool {
        let pass = Board { own: self.enemy(), all: self.all };
        pass.landing() != 0 && pass.moves(true).next().is_some()
    }
    fn forces(&self, m: Column) -> bool {
        self.play(m).forced()
    }
}

/// More lines of four run through the middle: a stone counts once for each of these
/// sets of columns that holds it.
#[derive(Default)]
pub struct Middle {
    exact: Exact<Solver>,
}

const COLUMN: u64 = (1 << ROWS) - 1;
const MIDDLE: [u64; 3] = [
    COLUMN << (3 * HEIGHT),
    (COLUMN << (2 * HEIGHT)) | (COLUMN << (3 * HEIGHT)) | (COLUMN << (4 * HEIGHT)),
    BOARD & !COLUMN & !(COLUMN << (6 * HEIGHT)),
];
const STONE: Score = 10;

impl Evaluator<Board> for Middle {
    fn reset(&mut self, _root: &Board) {
        self.exact.forget::<Board>();
    }
    fn settle(&mut self, pos: &Board, alpha: Score, beta: Score, _: Depth, stop: &mut Stop<'_>) -> Option<Settled> {
        self.exact.settle(pos, alpha, beta, stop)
    }
    fn evaluate(&mut self, pos: &Board) -> Score {
        let count = |stones: u64| MIDDLE.iter().map(|set| (stones & set).count_ones() as Score).sum::<Score>();
        STONE * (count(pos.own) - count(pos.enemy()))
    }
}

/// The game. A position is written as its columns from the left, each from the bottom,
/// with `x` for the first player's stones and `o` for the second's: `xo/x//o///`.
#[derive(Clone, Copy, Default)]
pub struct ConnectFour;

/// The stones of the first player.
fn first_stones(pos: &Board) -> u64 {
    if pos.side() == Side::First { pos.own } else { pos.enemy() }
}

impl Game for ConnectFour {
    type Position = Board;
    type Evaluator = Middle;
    const NAME: &'static str = "connect-four";
    const UNIT: Score = STONE;

    fn start(&self) -> Board {
        Board { own: 0, all: 0 }
    }
    fn parse(&self, text: &str) -> Result<Board, String> {
        let columns: Vec<&str> = text.trim().split('/').collect();
        if columns.len() != COLUMNS as usize || columns.iter().any(|column| column.len() > ROWS as usize) {
            return Err(format!("{text:?}: expected 7 columns of at most 6 stones, like xo/x//o///"));
        }
        let (mut stones, mut cell) = ([0u64; 2], 0);
        for column in columns {
            for (row, letter) in column.chars().enumerate() {
                let player = "xo".find(letter).ok_or_else(|| format!("{letter:?}: expected x or o"))?;
                stones[player] |= 1 << (cell + row as u32);
            }
            cell += HEIGHT;
        }
        let [first, second] = stones;
        let pos = match first.count_ones().wrapping_sub(second.count_ones()) {
            0 => Board { own: first, all: first | second },
            1 => Board { own: second, all: first | second },
            _ => return Err("the first player must have as many stones as the second, or one more".to_string()),
        };
        if has_four(pos.own) { Err("the side to move has won already".to_string()) } else { Ok(pos) }
    }
    fn print(&self, pos: &Board) -> String {
        let first = first_stones(pos);
        let letter = |cell: u32| if first >> cell & 1 != 0 { 'x' } else { 'o' };
        let column = |c: u32| (c * HEIGHT..c * HEIGHT + ROWS).filter(|cell| pos.all >> cell & 1 != 0).map(letter);
        let columns: Vec<String> = (0..COLUMNS).map(|c| column(c).collect()).collect();
        columns.join("/")
    }
    fn parse_move(&self, pos: &Board, text: &str) -> Result<MoveOf<Self>, String> {
        let column = text.parse().map(Column).ok().filter(|&m| pos.is_legal(m));
        column.ok_or_else(|| format!("{text:?} is not a column with room in a game that is not over"))
    }
    fn print_move(&self, _pos: &Board, m: Column) -> String {
        m.0.to_string()
    }
    fn diagram(&self, pos: &Board) -> String {
        let (first, all) = (first_stones(pos), pos.all);
        let letter = |cell: u32| match (all >> cell & 1, first >> cell & 1) {
            (0, _) => " .",
            (_, 0) => " o",
            _ => " x",
        };
        let row = |r: u32| (0..COLUMNS).map(|c| letter(c * HEIGHT + r)).chain(["\n"]).collect::<String>();
        (0..ROWS).rev().map(row).chain([" 1 2 3 4 5 6 7\n".to_string()]).collect()
    }
    fn evaluator(&self) -> Middle {
        Middle::default()
    }
}
