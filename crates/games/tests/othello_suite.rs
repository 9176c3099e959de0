//! The built-in suite of Othello: its lines are true, and how they are made.
use niwaki_games::{
    Problem, list,
    othello::{Board, Discs, Othello, Play, Solver},
};
use niwaki_search::{
    game::{Game, Position},
    random::Random,
};
use std::collections::HashSet;

const SUITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/othello.txt");
const HEAD: &str = "\
# Othello positions with their exact values, from seeded random play that prefers to leave few answers.
# Made again by: cargo test --release -p niwaki-games --test othello_suite -- --ignored make
# position: a1 to h8 row by row, and the side to move. bm: the best moves. sc: the margin in
# discs for the side to move, empty squares to the winner. tags: the half for tuning or for testing.
";
const SEED: u64 = 17;
const FEWEST_EMPTIES: u32 = 12;
const MOST_EMPTIES: u32 = 20;
const POSITIONS: usize = 240;
const MOST_BEST_MOVES: usize = 2;
const LEAST_MOVES: usize = 4;
/// A position is kept if it is no further from a draw.
const MOST_DISCS: Discs = 30;
/// Random number added to the prior of a move.
const NOISE: usize = 6_000;

fn moves(pos: &Board) -> Vec<Play> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves
}

/// A position with so many empty squares, if the game comes to it.
fn candidate(random: &mut Random, empties: u32) -> Option<Board> {
    let mut pos = Board::START;
    while pos.empties() > empties {
        let noisy = |&m: &Play| pos.prior(m) + random.below(NOISE) as i32;
        pos = pos.play(moves(&pos).into_iter().max_by_key(noisy)?);
    }
    (pos.empties() == empties && moves(&pos).len() >= LEAST_MOVES).then_some(pos)
}

/// The best moves in the order of their names, and the value.
fn best_moves(solver: &mut Solver, pos: &Board) -> (Vec<String>, Discs) {
    let values: Vec<(Play, Discs)> = moves(pos).into_iter().map(|m| (m, -solver.solve(&pos.play(m)).discs)).collect();
    let most = values.iter().map(|(_, discs)| *discs).max().unwrap();
    let mut best: Vec<String> = values
        .iter()
        .filter(|(_, discs)| *discs == most)
        .map(|(m, _)| Othello::default().print_move(pos, *m))
        .collect();
    best.sort();
    (best, most)
}

fn read_suite() -> Vec<Problem> {
    let kit = list::find("othello").unwrap();
    kit.read_problems(kit.suite().unwrap()).unwrap()
}

/// Every other position is for tuning.
fn name(index: usize) -> String {
    format!("{} {:03}", ["tune", "test"][index % 2], index / 2 + 1)
}

#[test]
fn the_suite_is_whole_and_no_position_comes_twice() {
    let (suite, kit) = (read_suite(), list::find("othello").unwrap());
    assert_eq!(suite.len(), POSITIONS);
    let mut seen = HashSet::new();
    for (index, problem) in suite.iter().enumerate() {
        assert!(seen.insert(kit.placement(&problem.position).into_owned()), "{} twice", problem.line);
        assert!((1..=MOST_BEST_MOVES).contains(&problem.best.len()), "{}", problem.line);
        assert_eq!(problem.id.as_deref(), Some(&*name(index)), "{}", problem.line);
        assert!(problem.has_tag(["tune", "test"][index % 2]));
    }
}

fn check(most_empties: u32) {
    let mut solver = Solver::new(16);
    for problem in read_suite() {
        let pos = Othello::default().parse(&problem.position).unwrap();
        if pos.empties() <= most_empties {
            let (best, discs) = best_moves(&mut solver, &pos);
            assert_eq!((problem.best, problem.score), (best, Some(discs)), "{}", problem.line);
        }
    }
}

#[test]
fn best_moves_and_values_of_the_later_positions_are_true() {
    check(13);
}

#[test]
#[ignore = "takes minutes"]
fn best_moves_and_values_are_true() {
    check(MOST_EMPTIES);
}

#[test]
#[ignore = "writes the suite; takes minutes; run in release mode"]
fn make_the_suite() {
    let kit = list::find("othello").unwrap();
    let (mut random, mut solver, mut seen) = (Random::new(SEED), Solver::new(64), HashSet::new());
    let mut text = HEAD.to_string();
    for index in 0..POSITIONS {
        // Both halves get every number of empty squares.
        let empties = FEWEST_EMPTIES + (index / 2) as u32 % (MOST_EMPTIES - FEWEST_EMPTIES + 1);
        loop {
            let Some(pos) = candidate(&mut random, empties) else { continue };
            let position = Othello::default().print(&pos);
            let (best, discs) = best_moves(&mut solver, &pos);
            if best.len() > MOST_BEST_MOVES
                || discs.abs() > MOST_DISCS
                || !seen.insert(kit.placement(&position).into_owned())
            {
                continue;
            }
            let half = ["tune", "test"][index % 2];
            text += &format!("{position}; bm {}; sc {discs}; id {}; tags {half}\n", best.join(" "), name(index));
            break;
        }
    }
    std::fs::write(SUITE, text).unwrap();
}
