//! Openings: where the games of a match begin. They come from a file, from the book inside
//! the program, or are made: short random lines that leave both sides their chances.
use crate::{
    setup::recipe::Recipe,
    study::{record, workers},
};
pub use niwaki_games::kit::Opening;
use niwaki_games::{Kit, Problem, input};
use niwaki_search::{
    engine::{Engine, Rules},
    limits::Limits,
    node::Score,
    random::Random,
};
use serde_json::{Value as Json, json};
use std::{borrow::Cow, collections::HashSet, ops::ControlFlow, path::Path};

/// Lines drawn for each that is wanted before we give up.
const MOST_DRAWS: usize = 1_000;
/// Plies and number of the random lines of games that have no book.
const RANDOM_PLIES: usize = 4;
const RANDOM_COUNT: usize = 500;

/// Why there are no openings; each message is one line.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Error {
    /// The file cannot be read.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says, or the line and what was expected.
        reason: String,
    },
    /// The file holds none.
    #[error("{file}: expected openings, there is none")]
    Empty {
        /// The file.
        file: String,
    },
    /// An engine cannot be had.
    #[error("{0}")]
    Engine(String),
    /// Random lines do not give that many.
    #[error("found only {found} openings of {wanted}; ask for fewer, a wider window or more plies")]
    Few {
        /// How many there are.
        found: usize,
        /// How many were wanted.
        wanted: usize,
    },
}

/// How openings are made.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub kit: &'static dyn Kit,
    /// What searches them.
    pub recipe: Recipe,
    /// How many.
    pub count: usize,
    /// Random plies of each.
    pub plies: usize,
    /// An opening is kept if the score is no further from 0 than this, in score units.
    pub window: Score,
    /// Nodes of the first search.
    pub nodes: u64,
    /// Nodes of the search that checks what the first has passed.
    pub check_nodes: u64,
    /// Seed of the random lines.
    pub seed: u64,
    /// How many are searched at a time.
    pub jobs: usize,
}

/// An opening that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The position.
    pub position: String,
    /// The moves to it.
    pub moves: Vec<String>,
    /// Its score for the side to move, by the search that checked it.
    pub score: Score,
}

/// The openings of a file, or of the game's own book; random lines where it has none. Of whole
/// games the first `plies` are taken.
pub fn read(kit: &dyn Kit, file: Option<&Path>, plies: usize) -> Result<Vec<Opening>, Error> {
    let (name, text): (String, Cow<'_, str>) = match (file, kit.book()) {
        (Some(file), _) => {
            let name = file.display().to_string();
            let read = input::read(file, input::POSITIONS).map_err(|reason| reason.to_string());
            let text = read.and_then(|bytes| kit.text_of(&name, &bytes));
            let text = text.map_err(|reason| Error::Unreadable { file: name.clone(), reason })?;
            (name, text.into())
        }
        (None, Some(book)) => ("the book".to_string(), book.into()),
        (None, None) => return random(kit),
    };
    match kit.read_openings(&name, &text, plies) {
        Err(reason) => Err(Error::Unreadable { file: name, reason }),
        Ok(openings) if openings.is_empty() => Err(Error::Empty { file: name }),
        Ok(openings) => Ok(openings),
    }
}

/// What records say of openings: how many, and a hash that tells them from others.
pub(crate) fn describe(openings: &[Opening]) -> Json {
    json!({ "count": openings.len(), "hash": record::hash_lines(openings.iter().map(|opening| format!("{opening:?}"))) })
}

/// Random lines of a game that has no book: as both sides play each, they need not be fair.
fn random(kit: &dyn Kit) -> Result<Vec<Opening>, Error> {
    let mut rules = kit.rules();
    let (mut openings, mut seen) = (Vec::new(), HashSet::new());
    for number in 0..(RANDOM_COUNT * MOST_DRAWS) as u64 {
        let moves = draw(&mut *rules, None, RANDOM_PLIES, &mut Random::new(number)).map_err(Error::Engine)?;
        if rules.outcome().is_none() && seen.insert(rules.position()) {
            openings.push(Opening { start: None, moves });
        }
        if openings.len() == RANDOM_COUNT {
            break;
        }
    }
    Ok(openings)
}

/// Makes openings. The same settings give the same, whatever the number of jobs.
pub fn make(settings: &Settings, take: &mut dyn FnMut(&Made)) -> Result<(), Error> {
    let open = || {
        let mut engine = settings.kit.engine()?;
        settings.recipe.install(&mut *engine);
        Ok(engine)
    };
    let engines = (0..settings.jobs.max(1)).map(|_| open()).collect::<Result<Vec<_>, String>>();
    let mut engines = engines.map_err(Error::Engine)?;
    // Each draw has a seed of its own, so that it does not matter who makes it.
    let mut seeds = Random::new(settings.seed);
    let seeds: Vec<u64> = (0..settings.count.saturating_mul(MOST_DRAWS)).map(|_| seeds.number()).collect();
    let (mut seen, mut found) = (HashSet::new(), 0);
    let work = |engine: &mut Box<dyn Engine>, seed: &u64| try_line(&mut **engine, *seed, settings);
    workers::run_until(&mut engines, &seeds, &work, &mut |made| {
        if let Some(made) = made.filter(|made| seen.insert(settings.kit.placement(&made.position).to_string())) {
            take(&made);
            found += 1;
        }
        if found < settings.count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
    .map_err(Error::Engine)?;
    if found < settings.count { Err(Error::Few { found, wanted: settings.count }) } else { Ok(()) }
}

/// Draws one line; `None` if it is not fair.
fn try_line(engine: &mut dyn Engine, seed: u64, settings: &Settings) -> Result<Option<Made>, String> {
    let moves = draw(engine, None, settings.plies, &mut Random::new(seed))?;
    if engine.outcome().is_some() {
        return Ok(None);
    }
    let mut score = 0;
    for nodes in [settings.nodes, settings.check_nodes] {
        engine.clear();
        engine.control().prepare(false);
        score = engine.go(&Limits::nodes(nodes), &mut |_| ()).score;
        if score.abs() > settings.window {
            return Ok(None);
        }
    }
    Ok(Some(Made { position: engine.position(), moves, score }))
}

/// Plays random moves from a start position; `None`: the usual one.
pub(crate) fn draw(
    rules: &mut dyn Rules,
    start: Option<&str>,
    plies: usize,
    random: &mut Random,
) -> Result<Vec<String>, String> {
    rules.set_position(start, &[])?;
    let mut moves = Vec::new();
    while moves.len() < plies && rules.outcome().is_none() {
        let legal = rules.legal_moves();
        moves.push(rules.play(&legal[random.below(legal.len())])?);
    }
    Ok(moves)
}

impl Made {
    /// The opening as a line of a book.
    pub fn line(&self, kit: &dyn Kit) -> Result<String, String> {
        kit.write_problem(&Problem { score: Some(self.score), ..Problem::new(self.position.clone()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::recipe;
    use niwaki_games::list::{self, ALL};

    fn settings(jobs: usize) -> Settings {
        Settings {
            kit: ALL[0],
            recipe: recipe::default(ALL[0]).unwrap(),
            count: 6,
            plies: 6,
            window: 80,
            nodes: 300,
            check_nodes: 600,
            seed: 7,
            jobs,
        }
    }

    fn made(settings: &Settings) -> Vec<Made> {
        let mut all = Vec::new();
        make(settings, &mut |made| all.push(made.clone())).unwrap();
        all
    }

    #[test]
    fn openings_are_fair_and_do_not_depend_on_the_number_of_jobs() {
        let alone = made(&settings(1));
        assert_eq!(alone, made(&settings(3)));
        assert_eq!(alone.len(), 6);
        assert!(alone.iter().all(|made| made.score.abs() <= 80 && made.moves.len() == 6));
        assert_ne!(alone, made(&Settings { seed: 8, ..settings(1) }));
        let book: String = alone.iter().map(|made| made.line(ALL[0]).unwrap() + "\n").collect();
        let read: Vec<String> =
            ALL[0].read_openings("", &book, 0).unwrap().into_iter().filter_map(|opening| opening.start).collect();
        assert!(read.into_iter().eq(alone.into_iter().map(|made| made.position)));
    }

    #[test]
    fn no_position_comes_twice_and_too_many_are_refused() {
        let few = Settings { count: 21, plies: 1, window: 10_000, nodes: 1, check_nodes: 1, ..settings(1) };
        assert_eq!(make(&few, &mut |_| ()), Err(Error::Few { found: 20, wanted: 21 }));
    }

    #[test]
    fn the_book_holds_enough_fair_openings_and_none_twice() {
        let book = read(ALL[0], None, 0).unwrap();
        let different: HashSet<String> =
            book.iter().filter_map(|opening| Some(ALL[0].placement(opening.start.as_deref()?).to_string())).collect();
        assert!(book.len() >= 500 && different.len() == book.len());
        assert!(ALL[0].book().unwrap().starts_with("# "));
    }

    #[test]
    fn what_cannot_be_read_is_named_by_file_and_line() {
        let gone = read(ALL[0], Some(Path::new("no/such.epd")), 8).unwrap_err().to_string();
        assert!(gone.starts_with("no/such.epd: "), "{gone}");
        for kit in ALL {
            assert!(kit.read_openings("book", "# a comment\nsoup\n", 8).unwrap_err().starts_with("line 2: "));
        }
    }

    #[test]
    fn a_game_without_a_book_has_random_openings() {
        let openings = read(list::find("connect-four").unwrap(), None, 0).unwrap();
        assert_eq!(openings.len(), RANDOM_COUNT);
        assert!(openings.iter().all(|opening| opening.moves.len() == RANDOM_PLIES));
    }
}
