//! How far the learned evaluation lies from exact values, on positions that it never learned
//! from: seeded games of its own, with noise, solved to the end.
use niwaki_games::othello::{Board, Othello, Play, Solver};
use niwaki_search::{
    game::{Evaluator, Game, Position},
    random::Random,
};

const SEED: u64 = 424_242;
/// Plies at random, before the evaluation chooses.
const RANDOM_PLIES: usize = 12;
/// Hundredths of a disc added to a score at random.
const NOISE: usize = 400;
const DISC: f64 = 100.0;

/// What was found for a number of empty squares.
#[derive(Debug, Default)]
struct Errors {
    positions: f64,
    distance: f64,
    squares: f64,
    /// Positions with a winner, and those of which the evaluation names it.
    decided: f64,
    right: f64,
}

/// A game that the evaluation plays, down to so many empty squares.
fn position(game: &Othello, random: &mut Random, empties: u32) -> Option<Board> {
    let mut evaluator = game.evaluator();
    let (mut pos, mut ply) = (Board::START, 0);
    while pos.empties() > empties {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut value = |m: &Play| match ply {
            ..RANDOM_PLIES => random.below(NOISE) as i32,
            _ => random.below(NOISE) as i32 - evaluator.evaluate(&pos.play(*m)),
        };
        pos = pos.play(moves.into_iter().max_by_key(|m| value(m))?);
        ply += 1;
    }
    (pos.empties() == empties && pos.moves() != 0).then_some(pos)
}

fn measure(game: &Othello, empties: u32, count: usize) -> Errors {
    let (mut random, mut solver) = (Random::new(SEED + u64::from(empties)), Solver::new(128));
    let (mut errors, mut evaluator) = (Errors::default(), game.evaluator());
    while errors.positions < count as f64 {
        let Some(pos) = position(game, &mut random, empties) else { continue };
        let exact = f64::from(solver.solve(&pos).discs);
        let judged = f64::from(evaluator.evaluate(&pos)) / DISC;
        errors.positions += 1.0;
        errors.distance += (judged - exact).abs();
        errors.squares += (judged - exact).powi(2);
        errors.decided += f64::from(exact != 0.0);
        errors.right += f64::from(exact * judged > 0.0);
    }
    errors
}

fn game() -> Othello {
    let mut game = Othello::default();
    // Other weights than those inside.
    if let Ok(file) = std::env::var("WEIGHTS") {
        game.set_option("EvalFile", &file).unwrap();
    }
    game
}

#[test]
fn late_positions_are_judged_better_than_by_a_guess() {
    let errors = measure(&game(), 12, 40);
    assert!(errors.distance / errors.positions < 12.0, "{errors:?}");
    assert!(errors.right > 0.6 * errors.decided, "{errors:?}");
}

#[test]
#[ignore = "measures the evaluation; takes minutes; run in release mode"]
fn error_by_empty_squares() {
    println!("empties  positions  mean distance  root of mean square  winner right %");
    for (empties, count) in [(12, 500), (16, 300), (20, 200), (24, 100)] {
        let found = measure(&game(), empties, count);
        let mean = |sum: f64| sum / found.positions;
        let right = DISC * found.right / found.decided;
        println!(
            "{empties:>7} {:>10} {:>14.2} {:>20.2} {right:>15.1}",
            found.positions,
            mean(found.distance),
            mean(found.squares).sqrt()
        );
    }
}
