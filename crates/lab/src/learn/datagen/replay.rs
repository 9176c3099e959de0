//! Training games, played again from their records.
use super::{Game, Winner};
use niwaki_games::kit::learning::{Learner, Sample, Visited};
use niwaki_search::{
    game::Side,
    node::{Score, is_decisive},
};

/// A position that was searched.
#[derive(Clone, Copy)]
pub struct Searched<'a> {
    /// The position.
    pub position: &'a dyn Visited,
    /// The score for the side to move.
    pub score: Score,
    /// Who won the game.
    pub winner: Winner,
    /// By how many units the first side won, where margins count.
    pub margin: Option<i32>,
}

impl Searched<'_> {
    /// Whether a static evaluation should be able to tell the score.
    pub fn is_quiet(&self) -> bool {
        !is_decisive(self.score) && self.position.is_quiet()
    }

    /// The result for the side to move: 0 for a loss, 1 for a draw, 2 for a win.
    pub fn result(&self) -> u8 {
        match (self.winner, self.position.side()) {
            (Winner::Nobody, _) => 1,
            (Winner::First, Side::First) | (Winner::Second, Side::Second) => 2,
            _ => 0,
        }
    }

    /// The position to learn from.
    pub fn sample(&self) -> Sample {
        let first = self.position.side() == Side::First;
        let margin = self.margin.map(|margin| if first { margin } else { -margin });
        self.position.sample(self.score, self.result()).with_margin(margin)
    }
}

/// Plays a game again; `visit` gets each position that was searched.
pub fn replay(learner: &dyn Learner, game: &Game, visit: &mut dyn FnMut(Searched<'_>)) -> Result<(), String> {
    let mut places = game.opening.iter().copied().chain(game.plies.iter().map(|ply| ply.place));
    let mut scores = game.opening.iter().map(|_| None).chain(game.plies.iter().map(|ply| Some(ply.score)));
    learner.replay(game.start, &mut places, &mut |position| {
        if let Some(score) = scores.next().flatten() {
            visit(Searched { position, score, winner: game.winner, margin: game.margin });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::datagen::Ply;
    use niwaki_games::list::ALL;
    use niwaki_search::node::WIN;

    #[test]
    fn results_are_seen_by_the_side_to_move_and_the_opening_is_not_visited() {
        let plies = [30, -20, WIN - 9].map(|score| Ply { place: 0, score }).to_vec();
        let results = |winner| {
            let game = Game { start: 0, opening: vec![3; 3], plies: plies.clone(), winner, margin: None };
            let mut seen = Vec::new();
            let visit =
                &mut |searched: Searched<'_>| seen.push((searched.score, searched.result(), searched.is_quiet()));
            replay(ALL[0].learner().unwrap(), &game, visit).unwrap();
            seen
        };
        // After three plies the second side is to move.
        let first: Vec<u8> = results(Winner::First).iter().map(|(_, result, _)| *result).collect();
        assert_eq!(first, [0, 2, 0]);
        let second: Vec<u8> = results(Winner::Second).iter().map(|(_, result, _)| *result).collect();
        assert_eq!(second, [2, 0, 2]);
        assert!(results(Winner::Nobody).iter().all(|(_, result, _)| *result == 1));
        let quiet: Vec<bool> = results(Winner::First).iter().map(|(.., quiet)| *quiet).collect();
        assert_eq!(quiet, [true, true, false], "a proven win is not quiet");
    }

    #[test]
    fn a_move_that_is_not_there_is_refused() {
        let game = Game { start: 0, opening: vec![99], plies: Vec::new(), winner: Winner::Nobody, margin: None };
        let refused = replay(ALL[0].learner().unwrap(), &game, &mut |_| ()).unwrap_err();
        assert_eq!(refused, "expected one of 20 moves, not number 100");
    }
}
