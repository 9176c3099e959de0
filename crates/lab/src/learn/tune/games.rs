//! The games of an iteration: pairs from one opening with colours swapped, in this process.
use super::{Question, Settings};
use crate::{
    play::matches::{self, FAULTS, Inside, Player},
    setup::recipe::Recipe,
    study::workers,
};
use niwaki_search::{engine::Rules, game::Side, random::Random};
use niwaki_statistics::{Outcome, Pentanomial};

/// A place where two recipes play.
struct Board {
    referee: Box<dyn Rules>,
    players: [Inside; 2],
}

/// The boards of a run; they are set up when the first game is played.
pub(super) struct Boards(Vec<Board>);

/// A game of an iteration.
struct Game {
    opening: usize,
    /// The side that `plus` plays.
    plus: Side,
}

impl Boards {
    pub fn new(settings: &Settings) -> Boards {
        Boards(Vec::with_capacity(settings.jobs))
    }

    /// Plays the games of an iteration; the pairs are seen by `plus`.
    pub fn play(&mut self, settings: &Settings, question: &Question) -> Result<Pentanomial, String> {
        let jobs = settings.jobs.clamp(1, 2 * settings.pairs);
        while self.0.len() < jobs {
            self.0.push(Board::new(settings)?);
        }
        let recipes = [settings.with(&question.plus)?, settings.with(&question.minus)?];
        let openings = draw(settings.openings.len(), settings.pairs, &mut question.random.clone());
        let both = |opening: &usize| [Side::First, Side::Second].map(|plus| Game { opening: *opening, plus });
        let games: Vec<Game> = openings.iter().flat_map(both).collect();
        let mut outcomes = Vec::new();
        let work = |board: &mut Board, game: &Game| board.play(settings, &recipes, game);
        workers::run(&mut self.0, &games, &work, &mut |outcome| outcomes.push(outcome))?;
        let mut pairs = Pentanomial::default();
        outcomes.chunks_exact(2).for_each(|pair| pairs.record(pair[0], pair[1]));
        Ok(pairs)
    }
}

impl Board {
    fn new(settings: &Settings) -> Result<Board, String> {
        let kit = settings.recipe.kit;
        let open = || Inside::open(kit, settings.hash);
        Ok(Board { referee: kit.rules(), players: [open()?, open()?] })
    }

    /// Plays one game; the outcome is that of `plus`.
    fn play(&mut self, settings: &Settings, [plus, minus]: &[Recipe; 2], game: &Game) -> Result<Outcome, String> {
        let [first, second] = &mut self.players;
        let (above, below) = if game.plus == Side::First { (plus, minus) } else { (minus, plus) };
        first.install(above);
        second.install(below);
        let players: [&mut dyn Player; 2] = [first, second];
        let opening = &settings.openings[game.opening];
        let kit = settings.recipe.kit;
        let played = matches::play(kit, &mut *self.referee, players, opening, &settings.rules, &|| false)?;
        let ending = played.ok_or("a game was stopped")?.ending;
        if FAULTS.contains(&ending.reason.as_str()) {
            return Err(format!("{}: {}", ending.reason, ending.detail.unwrap_or_default()));
        }
        Ok(match ending.winner {
            None => Outcome::Draw,
            Some(winner) if winner == game.plus => Outcome::Win,
            Some(_) => Outcome::Loss,
        })
    }
}

/// Different numbers below `end`.
fn draw(end: usize, count: usize, random: &mut Random) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..end).collect();
    let count = count.min(end);
    for place in 0..count {
        numbers.swap(place, place + random.below(end - place));
    }
    numbers.truncate(count);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_of_an_iteration_differ() {
        let mut drawn = draw(10, 10, &mut Random::new(1));
        assert_ne!(drawn, (0..10).collect::<Vec<_>>());
        drawn.sort_unstable();
        assert_eq!(drawn, (0..10).collect::<Vec<_>>());
        assert_eq!(draw(100, 3, &mut Random::new(1)).len(), 3);
        assert_ne!(draw(100, 3, &mut Random::new(1)), draw(100, 3, &mut Random::new(2)));
    }
}
