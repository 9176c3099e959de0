//! The solver of Connect Four against slower methods, and how fast it is.
mod walk;

use niwaki_games::connect_four::{Board, Column, ConnectFour, Solver, to_score};
use niwaki_games::exact::WindowSolver;
use niwaki_search::{
    GameEngine,
    engine::{Engine, Rules},
    game::{Game, Outcome, Position},
    limits::Limits,
    node::{Bound, Score, WIN},
    prune::Methods,
    reference::Minimax,
};
use std::time::{Duration, Instant};
use walk::Random;

const STONES: usize = 42;

fn legal_moves(pos: &Board) -> Vec<Column> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves
}

/// A position with that many stones from random moves, in a game that is not over.
fn random_position(random: &mut Random, stones: usize) -> Board {
    loop {
        let mut pos = ConnectFour.start();
        let mut played = 0;
        while played < stones {
            let moves = legal_moves(&pos);
            let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
            pos = pos.play(m);
            played += 1;
        }
        if played == stones && !legal_moves(&pos).is_empty() {
            return pos;
        }
    }
}

/// One in which the side to move cannot win at once.
fn quiet_position(random: &mut Random, stones: usize) -> Board {
    loop {
        let pos = random_position(random, stones);
        let mut wins = Vec::new();
        pos.tactical_moves(&mut wins);
        if wins.is_empty() {
            return pos;
        }
    }
}

fn mirrored(pos: &Board) -> Board {
    let text = ConnectFour.print(pos);
    ConnectFour.parse(&text.split('/').rev().collect::<Vec<_>>().join("/")).unwrap()
}

fn solve(solver: &mut Solver, pos: &Board) -> Score {
    to_score(pos, solver.solve(pos).points)
}

#[test]
fn late_positions_have_the_value_that_minimax_gives_them() {
    let mut random = Random::new(1);
    let mut solver = Solver::new(1);
    let mut compared = 0;
    while compared < 500 {
        let stones = 26 + random.below(STONES - 26);
        let pos = random_position(&mut random, stones);
        let Some(expected) = Minimax::new(&ConnectFour, 20_000).score(&pos, STONES as i32) else { continue };
        assert_eq!(solve(&mut solver, &pos), expected, "{}", ConnectFour.print(&pos));
        compared += 1;
    }
}

/// The search of this project, full width to the end of the game, with a table but
/// without any of the solver's ideas.
fn full_width() -> GameEngine<ConnectFour> {
    let mut methods = Methods::off();
    for tool in ["table", "killers", "butterfly"] {
        methods.set(&format!("{tool}.enabled"), "true").unwrap();
    }
    let mut engine = GameEngine::new(ConnectFour).unwrap();
    engine.resize_table(8).unwrap();
    engine.set_methods(methods);
    engine
}

fn search(engine: &mut GameEngine<ConnectFour>, pos: &Board, stones: usize) -> Score {
    engine.set_position(Some(&ConnectFour.print(pos)), &[]).unwrap();
    engine.clear();
    engine.control().prepare(false);
    // One ply more than stones are left, so that the full board is a draw, not an evaluation.
    engine.go(&Limits::depth((STONES - stones) as i32 + 1), &mut |_| {}).score
}

fn compare_with_full_width(seed: u64, count: usize, fewest: usize, most: usize) {
    let mut random = Random::new(seed);
    let mut solver = Solver::new(1);
    let mut engine = full_width();
    for _ in 0..count {
        let stones = fewest + random.below(most - fewest + 1);
        let pos = random_position(&mut random, stones);
        let found = solve(&mut solver, &pos);
        assert_eq!(found, search(&mut engine, &pos, stones), "{}", ConnectFour.print(&pos));
    }
}

#[test]
fn earlier_positions_have_the_value_that_the_full_width_search_gives_them() {
    compare_with_full_width(2, 200, 20, 30);
}

#[test]
#[ignore = "takes minutes"]
fn much_earlier_positions_have_the_value_that_the_full_width_search_gives_them() {
    compare_with_full_width(3, 200, 16, 24);
}

#[test]
fn a_position_and_its_mirror_image_have_one_value_and_mirrored_moves() {
    let mut random = Random::new(4);
    for _ in 0..50 {
        let pos = random_position(&mut random, 22);
        let image = mirrored(&pos);
        let (mut solver, mut other) = (Solver::new(1), Solver::new(1));
        let mut left: Vec<String> = solver.moves(&pos).iter().map(|m| format!("{m:?}")).collect();
        let flipped = |text: String| {
            let digit = text.find(|letter: char| letter.is_ascii_digit()).unwrap();
            let column: u32 = text[digit..=digit].parse().unwrap();
            format!("{}{}{}", &text[..digit], 8 - column, &text[digit + 1..])
        };
        let mut right: Vec<String> = other.moves(&image).iter().map(|m| flipped(format!("{m:?}"))).collect();
        left.sort();
        right.sort();
        assert_eq!(left, right, "{}", ConnectFour.print(&pos));
        assert_eq!(solver.solve(&image).points, other.solve(&pos).points);
    }
}

#[test]
fn the_best_line_ends_the_game_when_the_score_says() {
    let mut random = Random::new(5);
    let mut solver = Solver::new(1);
    for _ in 0..30 {
        let pos = random_position(&mut random, 20);
        let score = solve(&mut solver, &pos);
        let line = solver.line(&pos);
        let end = line.iter().fold(pos, |pos, &m| pos.play(m));
        assert!(legal_moves(&end).is_empty());
        let plies = if score == 0 { STONES - 20 } else { (WIN - score.abs()) as usize };
        assert_eq!(line.len(), plies, "{}", ConnectFour.print(&pos));
        assert_eq!(end.outcome(), Some(if score == 0 { Outcome::Draw } else { Outcome::Loss }));
        assert!(score == 0 || (line.len() % 2 == 1) == (score > 0), "{}", ConnectFour.print(&pos));
    }
}

#[test]
fn a_window_gives_a_bound_that_holds_and_decides() {
    let mut random = Random::new(6);
    let mut solver = Solver::new(1);
    let mut seen = [0; 4];
    for _ in 0..400 {
        let stones = 18 + random.below(20);
        let pos = random_position(&mut random, stones);
        let value = solve(&mut Solver::new(1), &pos);
        let near = if random.below(2) == 0 { value } else { 0 };
        let alpha = near + random.below(9) as Score - 5;
        let beta = alpha + 1 + random.below(4) as Score;
        let settled = solver.solve_within(&pos, alpha, beta, &mut |_| false).unwrap();
        let text = ConnectFour.print(&pos);
        match settled.bound {
            Bound::Exact => assert_eq!(settled.score, value, "{text}"),
            Bound::Lower => assert!(settled.score <= value && settled.score >= beta, "{text}: {settled:?}"),
            Bound::Upper => assert!(settled.score >= value && settled.score <= alpha, "{text}: {settled:?}"),
            Bound::None => panic!("{text}: nothing"),
        }
        seen[settled.bound as usize] += 1;
    }
    assert!(seen[1..].iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn a_full_window_gives_the_value() {
    let mut random = Random::new(7);
    let mut solver = Solver::new(1);
    for _ in 0..50 {
        let pos = random_position(&mut random, 24);
        let settled = solver.solve_within(&pos, -WIN, WIN, &mut |_| false).unwrap();
        assert_eq!((settled.score, settled.bound), (solve(&mut Solver::new(1), &pos), Bound::Exact));
    }
}

#[test]
fn an_interrupted_solver_says_nothing_and_answers_the_next_question() {
    let mut solver = Solver::new(1);
    let mut asked = 0;
    let mut stop = |nodes: u64| {
        asked = nodes;
        true
    };
    assert_eq!(solver.solve_within(&ConnectFour.start(), -WIN, WIN, &mut stop), None);
    assert!(asked > 0 && asked < 10_000, "{asked}");
    let pos = quiet_position(&mut Random::new(8), 20);
    assert_eq!(solve(&mut solver, &pos), solve(&mut Solver::new(1), &pos));
}

#[test]
fn finished_games_have_their_value_and_no_move() {
    let mut solver = Solver::new(1);
    let lost = ConnectFour.parse("xxxx/ooo/////").unwrap();
    let solved = solver.solve(&lost);
    assert_eq!((to_score(&lost, solved.points), solved.best), (-WIN, None));
    let mut random = Random::new(9);
    let drawn = std::iter::repeat_with(|| random_position(&mut random, 30));
    let drawn = drawn.into_iter().find(|pos| Solver::new(1).solve(pos).points == 0).unwrap();
    let full = solver.line(&drawn).iter().fold(drawn, |pos, &m| pos.play(m));
    let solved = solver.solve(&full);
    assert_eq!((solved.points, solved.best), (0, None));
    let won = ConnectFour.parse("xxx/ooo/////").unwrap();
    let solved = solver.solve(&won);
    assert_eq!((solved.points, to_score(&won, solved.points)), (18, WIN - 1));
    assert_eq!(solved.best.map(|m| ConnectFour.print_move(&won, m)), Some("1".to_string()));
}

/// The first player wins with its last stone, by the middle column only (Allis 1988,
/// Allen 1988).
#[test]
#[ignore = "takes minutes"]
fn the_empty_board_is_won_with_the_last_stone() {
    let mut solver = Solver::new(1024);
    let values: Vec<_> = solver.moves(&ConnectFour.start()).into_iter().map(|(_, points)| points).collect();
    assert_eq!(values, [1, 0, 0, -1, -1, -2, -2]);
}

/// Time this thread has been running: where the system counts it, other processes do not
/// disturb the measurement.
fn thread_time(since: Instant) -> Duration {
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = counted.and_then(|text| text.split(' ').next().and_then(|number| number.parse().ok()));
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// Wanted: 10 ms with 16 stones, 200 ms with 12, each with an empty table.
#[test]
#[ignore = "measures time; run in release mode"]
fn times() {
    let begin = Instant::now();
    let mut solver = Solver::new(64);
    for (stones, count) in [(20, 500), (16, 200), (12, 100)] {
        let mut random = Random::new(1);
        let (mut total, mut worst, mut nodes) = (Duration::ZERO, Duration::ZERO, 0);
        for _ in 0..count {
            let pos = quiet_position(&mut random, stones);
            solver.clear();
            let start = thread_time(begin);
            nodes += solver.solve(&pos).nodes;
            let time = thread_time(begin) - start;
            total += time;
            worst = worst.max(time);
        }
        let (mean, speed) = (total / count, nodes as f64 / total.as_secs_f64() / 1e6);
        println!(
            "{stones} stones: mean {mean:?}, worst {worst:?}, {} nodes, {speed:.1} Mn/s",
            nodes / u64::from(count)
        );
    }
}
