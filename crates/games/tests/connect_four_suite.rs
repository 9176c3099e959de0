//! The built-in suite of Connect Four: its lines are true, and how they are made.
use niwaki_games::{
    Problem,
    connect_four::{Board, Column, ConnectFour, Points, Solver},
};
use niwaki_search::game::{Game, Position};
use std::collections::HashSet;

const SUITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/connect-four.txt");
const HEAD: &str = "\
# Connect Four positions with their exact values, from seeded random play without blunders.
# Made again by: cargo test --release -p niwaki-games --test connect_four_suite -- --ignored make
# position: columns from the left, each from the bottom; x began. bm: the best columns.
# sc: how many stones early the side to move wins: 1 with its last stone, 2 with the one
# before; 0 is a draw; a loss is negative. tags: the half for tuning or for testing.
";
const SEED: u64 = 20;
const FEWEST_STONES: usize = 8;
const MOST_STONES: usize = 24;
const POSITIONS: usize = 200;
const MOST_BEST_MOVES: usize = 2;
const LEAST_MOVES: usize = 4;

/// The stream that drew the file (xorshift, 64 bits): with another, the command in its head would
/// make another suite.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }
}

/// One line: position, best columns, value, name.
#[derive(Debug, PartialEq)]
struct Line {
    pos: Board,
    best: Vec<Column>,
    points: Points,
    id: String,
}

fn tactical_moves(pos: &Board) -> Vec<Column> {
    let mut moves = Vec::new();
    pos.tactical_moves(&mut moves);
    moves
}

/// Moves that win nothing at once and do not let the opponent win at once.
fn safe_moves(pos: &Board) -> Vec<Column> {
    let mut moves = Vec::new();
    pos.quiet_moves(&mut moves);
    moves.retain(|&m| tactical_moves(&pos.play(m)).is_empty());
    moves
}

/// A position after random safe moves, in which neither side can win at once.
fn candidate(random: &mut Xorshift, stones: usize) -> Option<Board> {
    let mut pos = ConnectFour.start();
    for _ in 0..stones {
        let moves = safe_moves(&pos);
        pos = pos.play(*moves.get(random.below(moves.len().max(1)))?);
    }
    let calm = tactical_moves(&pos).is_empty() && !pos.forced();
    (calm && safe_moves(&pos).len() >= LEAST_MOVES).then_some(pos)
}

/// The columns that keep the value, from the left, and the value.
fn best_columns(solver: &mut Solver, pos: &Board) -> (Vec<Column>, Points) {
    let points = solver.solve(pos).points;
    let mut best: Vec<Column> =
        solver.moves(pos).into_iter().filter(|&(_, value)| value == points).map(|(m, _)| m).collect();
    best.sort_by_key(|&m| ConnectFour.print_move(pos, m));
    (best, points)
}

fn mirrored(text: &str) -> String {
    text.split('/').rev().collect::<Vec<_>>().join("/")
}

fn print_line(line: &Line) -> String {
    let best: Vec<String> = line.best.iter().map(|&m| ConnectFour.print_move(&line.pos, m)).collect();
    let pos = ConnectFour.print(&line.pos);
    let half = line.id.split(' ').next().unwrap_or_default();
    format!("{pos}; bm {}; sc {}; id {}; tags {half}\n", best.join(" "), line.points, line.id)
}

fn read_suite() -> Vec<Line> {
    let kit = niwaki_games::list::find("connect-four").unwrap();
    let line = |problem: Problem| {
        let pos = ConnectFour.parse(&problem.position).unwrap();
        let best = problem.best.iter().map(|m| ConnectFour.parse_move(&pos, m).unwrap()).collect();
        let line = Line { pos, best, points: problem.score.unwrap(), id: problem.id.unwrap() };
        assert_eq!(print_line(&line).trim_end(), problem.line);
        line
    };
    kit.read_problems(kit.suite().unwrap()).unwrap().into_iter().map(line).collect()
}

fn stones(pos: &Board) -> usize {
    ConnectFour.print(pos).chars().filter(|&letter| letter != '/').count()
}

#[test]
fn the_suite_is_whole_and_no_position_comes_twice() {
    let suite = read_suite();
    assert_eq!(suite.len(), POSITIONS);
    let mut seen = HashSet::new();
    for (index, line) in suite.iter().enumerate() {
        let text = ConnectFour.print(&line.pos);
        assert!(seen.insert(text.clone()) && (seen.insert(mirrored(&text)) || text == mirrored(&text)), "{text} twice");
        assert!((1..=MOST_BEST_MOVES).contains(&line.best.len()), "{text}");
        assert!((FEWEST_STONES..=MOST_STONES).contains(&stones(&line.pos)), "{text}");
        assert_eq!(line.id, name(index), "{text}");
    }
}

/// Every other position is for tuning.
fn name(index: usize) -> String {
    format!("{} {:03}", ["tune", "test"][index % 2], index / 2 + 1)
}

fn check(fewest_stones: usize) {
    let mut solver = Solver::new(16);
    for line in read_suite().iter().filter(|line| stones(&line.pos) >= fewest_stones) {
        assert_eq!((line.best.clone(), line.points), best_columns(&mut solver, &line.pos), "{}", print_line(line));
    }
}

#[test]
fn best_moves_and_values_of_the_later_positions_are_true() {
    check(17);
}

#[test]
#[ignore = "takes minutes"]
fn best_moves_and_values_are_true() {
    check(0);
}

#[test]
#[ignore = "writes the suite; takes minutes; run in release mode"]
fn make_the_suite() {
    let mut random = Xorshift(SEED);
    let mut solver = Solver::new(256);
    let mut seen = HashSet::new();
    let mut text = HEAD.to_string();
    for index in 0..POSITIONS {
        // Both halves get every number of stones.
        let stones = FEWEST_STONES + index / 2 % (MOST_STONES - FEWEST_STONES + 1);
        let line = loop {
            let Some(pos) = candidate(&mut random, stones) else { continue };
            let printed = ConnectFour.print(&pos);
            if seen.contains(&printed) {
                continue;
            }
            seen.extend([mirrored(&printed), printed]);
            let (best, points) = best_columns(&mut solver, &pos);
            if best.len() <= MOST_BEST_MOVES {
                break Line { pos, best, points, id: name(index) };
            }
        };
        text += &print_line(&line);
    }
    std::fs::write(SUITE, text).unwrap();
}
