//! Games of an engine against itself from random openings: the source of positions
//! for fits and statistics, which must never come from the suites that are reported.
use crate::play::{
    game_loop::{self, GameKind},
    openings,
};
use niwaki_games::kit::Thresholds;
use niwaki_search::{
    engine::{Engine, Report, Rules},
    game::Outcome,
    limits::Limits,
    node::Score,
    random::Random,
};
use std::ops::ControlFlow;

/// Random plies at the beginning of a game.
const OPENING_PLIES: usize = 8;
/// Nodes of the search that finds whether an opening is fair.
const FAIR_NODES: u64 = 5_000;
/// Longer games are ended.
const MOST_PLIES: usize = 300;

/// Takes each search, with the engine still at its position; says whether to continue.
pub type Take<'a> = dyn FnMut(&mut dyn Engine, &Report) -> bool + 'a;

/// Plays one game: `take` gets each search.
pub fn play(
    engine: &mut dyn Engine,
    thresholds: Thresholds,
    random: &mut Random,
    limits: &dyn Fn() -> Limits,
    take: &mut Take<'_>,
) -> Result<(), String> {
    let moves = openings::draw_fair(engine, None, thresholds.fair, random, &|_| OPENING_PLIES, &|engine| {
        engine.clear();
        engine.search(&Limits::nodes(FAIR_NODES)).score
    })?;
    engine.clear();
    let mut game = SelfPlay { engine, decided: thresholds.decided, plies: moves.len(), limits, take };
    game_loop::play(&mut game).map(drop)
}

/// A game of which only the searches count, not how it ends.
struct SelfPlay<'a, 't> {
    engine: &'a mut dyn Engine,
    decided: Score,
    plies: usize,
    limits: &'a dyn Fn() -> Limits,
    take: &'a mut Take<'t>,
}

impl GameKind for SelfPlay<'_, '_> {
    type Ending = ();

    fn rules(&self) -> &dyn Rules {
        self.engine
    }

    fn by_rules(&mut self, _: Outcome) -> Result<(), String> {
        Ok(())
    }

    fn early(&self) -> Option<()> {
        (self.plies >= MOST_PLIES).then_some(())
    }

    fn turn(&mut self) -> Result<ControlFlow<()>, String> {
        let report = self.engine.search(&(self.limits)());
        let Some(best) = report.line.first() else { return Ok(ControlFlow::Break(())) };
        if !(self.take)(self.engine, &report) || report.score.abs() >= self.decided {
            return Ok(ControlFlow::Break(()));
        }
        self.plies += 1;
        self.engine.play(best).map(|_| ControlFlow::Continue(()))
    }
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
