//! Games of an engine against itself from random openings: the source of positions
//! for fits and statistics, which must never come from the suites that are reported.
use crate::play::openings;
use niwaki_games::kit::Thresholds;
use niwaki_search::{
    engine::{Engine, Report},
    game::Outcome,
    limits::Limits,
    node::Score,
    random::Random,
};

/// Random plies at the beginning of a game.
const OPENING_PLIES: usize = 8;
/// Nodes of the search that finds whether an opening is fair.
const FAIR_NODES: u64 = 5_000;
/// Longer games are ended.
const MOST_PLIES: usize = 300;

/// A fair position a few random moves from the start, as the moves to it.
fn opening(engine: &mut dyn Engine, fair: Score, random: &mut Random) -> Result<Vec<String>, String> {
    loop {
        let moves = openings::draw(engine, None, OPENING_PLIES, random)?;
        if engine.outcome().is_none() {
            engine.clear();
            let report = search(engine, &Limits::nodes(FAIR_NODES));
            if report.score.abs() <= fair {
                return Ok(moves);
            }
        }
    }
}

fn set(engine: &mut dyn Engine, moves: &[String]) -> Result<(), String> {
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    engine.set_position(None, &moves)
}

fn search(engine: &mut dyn Engine, limits: &Limits) -> Report {
    engine.control().prepare(false);
    engine.go(limits, &mut |_| ())
}

/// Plays one game. `take` gets each search, with the engine still at its position;
/// it says whether to continue.
pub fn play(
    engine: &mut dyn Engine,
    thresholds: Thresholds,
    random: &mut Random,
    limits: &dyn Fn() -> Limits,
    take: &mut dyn FnMut(&mut dyn Engine, &Report) -> bool,
) -> Result<Option<Outcome>, String> {
    let Thresholds { fair, decided, .. } = thresholds;
    let mut moves = opening(engine, fair, random)?;
    engine.clear();
    while moves.len() < MOST_PLIES {
        set(engine, &moves)?;
        if let Some(outcome) = engine.outcome() {
            return Ok(Some(outcome));
        }
        let report = search(engine, &limits());
        let Some(best) = report.line.first().cloned() else { break };
        if !take(engine, &report) || report.score.abs() >= decided {
            break;
        }
        moves.push(best);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_games::list::ALL;

    fn game(seed: u64) -> Vec<String> {
        let mut engine = ALL[0].engine().unwrap();
        let mut positions = Vec::new();
        play(
            &mut *engine,
            ALL[0].thresholds(),
            &mut Random::new(seed),
            &|| Limits::nodes(200),
            &mut |engine, report| {
                assert!(!report.line.is_empty());
                positions.push(engine.position());
                positions.len() < 20
            },
        )
        .unwrap();
        positions
    }

    #[test]
    fn a_seed_gives_the_same_game_again_and_another_seed_another() {
        assert_eq!(game(1), game(1));
        assert_ne!(game(1), game(2));
        assert_eq!(game(1).len(), 20);
    }
}
