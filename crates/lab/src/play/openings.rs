//! Openings: where the games of a match begin. They come from a file, from the book inside
//! the program, or are made: short random lines that leave both sides their chances.
use crate::{
    setup::recipe::Recipe,
    study::{error::Error, record, workers},
};
pub use niwaki_games::kit::Opening;
use niwaki_games::{Kit, Problem, input, kit::ExactSolver};
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
/// Size of a solver's table in MiB.
const SOLVER_HASH: usize = 64;
/// Plies and number of the random lines of games that have no book.
const RANDOM_PLIES: usize = 4;
const RANDOM_COUNT: usize = 500;

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
    /// An opening is kept only if its exact value, by the game's solver, is no further from 0 than
    /// this, in the unit of the game's suite.
    pub exact: Option<Score>,
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
    /// Its score for the side to move, by the solver or else by the search that checked it.
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
            let text = text.map_err(|reason| Error::at(&name, reason))?;
            (name, text.into())
        }
        (None, Some(book)) => ("the book".to_string(), book.into()),
        (None, None) => return random(kit),
    };
    match kit.read_openings(&name, &text, plies) {
        Err(reason) => Err(Error::at(name, reason)),
        Ok(openings) if openings.is_empty() => Err(Error::at(name, "expected openings, there is none")),
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
        let moves = draw(&mut *rules, None, RANDOM_PLIES, &mut Random::new(number))?;
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
    let mut makers = (0..settings.jobs.max(1)).map(|_| Maker::open(settings)).collect::<Result<Vec<_>, String>>()?;
    // Each draw has a seed of its own, so that it does not matter who makes it.
    let mut seeds = Random::new(settings.seed);
    let seeds: Vec<u64> = (0..settings.count.saturating_mul(MOST_DRAWS)).map(|_| seeds.number()).collect();
    let (mut seen, mut found) = (HashSet::new(), 0);
    let work = |maker: &mut Maker, seed: &u64| maker.try_line(*seed, settings);
    workers::run_until(&mut makers, &seeds, &work, &mut |made| {
        if let Some(made) = made.filter(|made| seen.insert(settings.kit.placement(&made.position).to_string())) {
            take(&made);
            found += 1;
        }
        if found < settings.count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    if found < settings.count {
        let advice = "ask for fewer, a wider window or more plies";
        return Err(Error::new(format!("found only {found} openings of {}; {advice}", settings.count)));
    }
    Ok(())
}

/// What a thread makes openings with.
struct Maker {
    engine: Box<dyn Engine>,
    /// Where exact values are asked for.
    solver: Option<Box<dyn ExactSolver>>,
}

impl Maker {
    fn open(settings: &Settings) -> Result<Maker, String> {
        let mut engine = settings.kit.engine()?;
        settings.recipe.install(&mut *engine);
        let solver = settings.exact.map(|_| {
            let open = settings.kit.solver().ok_or_else(|| format!("{} has no solver", settings.kit.name()))?;
            Ok::<_, String>(open(SOLVER_HASH))
        });
        Ok(Maker { engine, solver: solver.transpose()? })
    }

    /// Draws one line; `None` if it is not fair.
    fn try_line(&mut self, seed: u64, settings: &Settings) -> Result<Option<Made>, String> {
        let engine = &mut *self.engine;
        let moves = draw(engine, None, settings.plies, &mut Random::new(seed))?;
        if engine.outcome().is_some() {
            return Ok(None);
        }
        let mut score = 0;
        for nodes in [settings.nodes, settings.check_nodes] {
            engine.clear();
            score = engine.search(&Limits::nodes(nodes)).score;
            if score.abs() > settings.window {
                return Ok(None);
            }
        }
        let position = engine.position();
        if let Some((solver, most)) = self.solver.as_mut().zip(settings.exact) {
            score = solver.solve(&position)?.score;
            if score.abs() > most {
                return Ok(None);
            }
        }
        Ok(Some(Made { position, moves, score }))
    }
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

/// Draws lines of as many plies as `plies` says until one ends in a position that is not decided:
/// `score` finds a score no further from 0 than `fair`. The engine stays there.
pub(crate) fn draw_fair(
    engine: &mut dyn Engine,
    start: Option<&str>,
    fair: Score,
    random: &mut Random,
    plies: &dyn Fn(&mut Random) -> usize,
    score: &dyn Fn(&mut dyn Engine) -> Score,
) -> Result<Vec<String>, String> {
    loop {
        let plies = plies(random);
        let moves = draw(engine, start, plies, random)?;
        if engine.outcome().is_none() && score(engine).abs() <= fair {
            return Ok(moves);
        }
    }
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
            exact: None,
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
        let message = make(&few, &mut |_| ()).unwrap_err().to_string();
        assert!(message.starts_with("found only 20 openings of 21; "), "{message}");
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
    fn the_book_of_connect_four_is_balanced_to_the_last_stone() {
        let kit = list::find("connect-four").unwrap();
        let problems = kit.read_problems(kit.book().unwrap()).unwrap();
        let different: HashSet<&str> = problems.iter().map(|problem| problem.position.as_str()).collect();
        assert!(problems.len() >= 500 && different.len() == problems.len());
        assert!(problems.iter().all(|problem| problem.score.is_some_and(|score| score.abs() <= 2)));
        // Those that are nearest to the end are checked; all are by `niwaki solve`.
        let mut solver = kit.solver().unwrap()(16);
        for problem in problems.iter().step_by(100) {
            assert_eq!(Some(solver.solve(&problem.position).unwrap().score), problem.score, "{problem:?}");
        }
    }

    #[test]
    fn exact_openings_have_the_values_of_the_solver_where_there_is_one() {
        let kit = list::find("connect-four").unwrap();
        let recipe = recipe::default(kit).unwrap();
        let settings = Settings { kit, recipe, plies: 20, window: 10_000, count: 5, exact: Some(3), ..settings(1) };
        let mut solver = kit.solver().unwrap()(1);
        for made in made(&settings) {
            assert_eq!(solver.solve(&made.position).unwrap().score, made.score);
            assert!(made.score.abs() <= 3);
        }
        let none = Settings { exact: Some(0), ..super::tests::settings(1) };
        assert_eq!(make(&none, &mut |_| ()).unwrap_err().to_string(), "chess has no solver");
    }

    #[test]
    fn a_game_without_a_book_has_random_openings() {
        let openings = random(ALL[0]).unwrap();
        assert_eq!(openings.len(), RANDOM_COUNT);
        assert!(openings.iter().all(|opening| opening.moves.len() == RANDOM_PLIES));
    }
}
