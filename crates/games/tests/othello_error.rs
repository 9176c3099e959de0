//! The learned evaluation is no guess, on positions that it never learned from: seeded games of
//! its own, with noise, solved to the end. How far off it is `niwaki solve --static` measures.
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
        errors.decided += f64::from(exact != 0.0);
        errors.right += f64::from(exact * judged > 0.0);
    }
    errors
}

#[test]
fn late_positions_are_judged_better_than_by_a_guess() {
    let errors = measure(&Othello::default(), 12, 40);
    assert!(errors.distance / errors.positions < 12.0, "{errors:?}");
    assert!(errors.right > 0.6 * errors.decided, "{errors:?}");
}
