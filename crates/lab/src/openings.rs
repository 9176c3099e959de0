//! Openings: where the games of a match begin. They come from a file, from the book inside
//! the program, or are made: short random lines that leave both sides their chances.
use crate::{recipe::Recipe, record, self_play::Random, workers};
use niwaki_games::{
    chess::{Board, START_FEN, epd, pgn, print_uci},
    input,
};
use niwaki_search::{engine::Engine, limits::Limits, node::Score};
use serde_json::{Value as Json, json};
use std::{collections::HashSet, ops::ControlFlow, path::Path};

/// The game whose openings are read as EPD or PGN, and that has a book.
const CHESS: &str = "chess";
/// The book inside the program; its first lines tell how it was made.
const BOOK: &str = include_str!("../../../suites/openings.epd");
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
    /// Random lines do not give so many.
    #[error("found only {found} openings of {wanted}; ask for fewer, a wider window or more plies")]
    Few {
        /// How many there are.
        found: usize,
        /// How many were wanted.
        wanted: usize,
    },
}

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// A position in the game's notation; `None`: the start.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

/// How openings are made.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub game: String,
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

/// The openings of a file, or of a game's own book. Of games in PGN the first `plies` are taken.
pub fn read(game: &str, file: Option<&Path>, plies: usize) -> Result<Vec<Opening>, Error> {
    let bytes;
    let (name, text) = match file {
        Some(file) => {
            let name = file.display().to_string();
            bytes = input::read(file, input::POSITIONS)
                .map_err(|reason| Error::Unreadable { file: name.clone(), reason: reason.to_string() })?;
            // Names of players in old files are not always UTF-8.
            (name, String::from_utf8_lossy(&bytes))
        }
        None if game == CHESS => ("the book".to_string(), BOOK.into()),
        None => return random(game),
    };
    let is_pgn = file.is_some_and(|file| file.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn")));
    let openings = match game {
        CHESS if is_pgn => from_pgn(&text, plies),
        CHESS => from_epd(&text),
        _ => from_lines(game, &text),
    };
    match openings {
        Err(reason) => Err(Error::Unreadable { file: name, reason }),
        Ok(openings) if openings.is_empty() => Err(Error::Empty { file: name }),
        Ok(openings) => Ok(openings),
    }
}

/// What records say of openings: how many, and a hash that tells them from others.
pub(crate) fn describe(openings: &[Opening]) -> Json {
    json!({ "count": openings.len(), "hash": record::hash_lines(openings.iter().map(|opening| format!("{opening:?}"))) })
}

fn from_epd(text: &str) -> Result<Vec<Opening>, String> {
    let opening = |board: &Board| Opening { start: Some(board.fen()), moves: Vec::new() };
    epd::parse_lines(text).map(|found| found.map(|epd| opening(&epd.board))).collect()
}

fn from_pgn(text: &str, plies: usize) -> Result<Vec<Opening>, String> {
    let opening = |game: pgn::GameRecord| {
        let mut board = game.start;
        let mut moves = Vec::new();
        for played in game.moves.iter().take(plies) {
            moves.push(print_uci(&board, played.m));
            board = board.after(played.m);
        }
        let start = Some(game.start.fen()).filter(|fen| fen != START_FEN);
        Opening { start, moves }
    };
    pgn::read_games(text).map(|found| found.map(opening)).collect()
}

/// Positions of any game, one on a line.
fn from_lines(game: &str, text: &str) -> Result<Vec<Opening>, String> {
    let mut engine = niwaki_games::open(game)?;
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut opening = |(number, line): (usize, &str)| {
        let set = engine.set_position(Some(line), &[]);
        set.map_err(|reason| format!("line {number}: {reason}"))?;
        Ok(Opening { start: Some(line.to_string()), moves: Vec::new() })
    };
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(&mut opening).collect()
}

/// Random lines of a game that has no book: as both sides play each, they need not be fair.
fn random(game: &str) -> Result<Vec<Opening>, Error> {
    let mut engine = niwaki_games::open(game).map_err(Error::Engine)?;
    let (mut openings, mut seen) = (Vec::new(), HashSet::new());
    for number in 0..(RANDOM_COUNT * MOST_DRAWS) as u64 {
        let moves = draw(&mut *engine, RANDOM_PLIES, &mut Random::new(number)).map_err(Error::Engine)?;
        if engine.outcome().is_none() && seen.insert(engine.position()) {
            openings.push(Opening { start: None, moves });
        }
        if openings.len() == RANDOM_COUNT {
            break;
        }
    }
    Ok(openings)
}

/// Makes openings. The same settings give the same, whatever the number of jobs.
pub fn make(settings: &Settings, hear: &mut dyn FnMut(&Made)) -> Result<(), Error> {
    let open = || {
        let mut engine = niwaki_games::open(&settings.game)?;
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
        if let Some(made) = made.filter(|made| seen.insert(placement(&made.position))) {
            hear(&made);
            found += 1;
        }
        if found < settings.count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
    .map_err(Error::Engine)?;
    if found < settings.count { Err(Error::Few { found, wanted: settings.count }) } else { Ok(()) }
}

/// Draws one line; `None` if it is not fair.
fn try_line(engine: &mut dyn Engine, seed: u64, settings: &Settings) -> Result<Option<Made>, String> {
    let moves = draw(engine, settings.plies, &mut Random::new(seed))?;
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

/// Goes so many random moves from the start.
pub(crate) fn draw(engine: &mut dyn Engine, plies: usize, random: &mut Random) -> Result<Vec<String>, String> {
    engine.set_position(None, &[])?;
    let mut moves = Vec::new();
    while moves.len() < plies && engine.outcome().is_none() {
        let legal = engine.legal_moves();
        moves.push(engine.play(&legal[random.below(legal.len())])?);
    }
    Ok(moves)
}

/// A position without its counters, which tell the order of moves.
fn placement(position: &str) -> String {
    const FIELDS: usize = 4;
    position.split(' ').take(FIELDS).collect::<Vec<_>>().join(" ")
}

impl Made {
    /// The opening as a line of the book of its game.
    pub fn line(&self, game: &str) -> String {
        match Board::from_fen(&self.position) {
            Ok(board) if game == CHESS => {
                let mut epd = epd::Epd::new(board);
                epd.score = Some(self.score);
                epd::print_line(&epd)
            }
            _ => self.position.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe;

    fn settings(jobs: usize) -> Settings {
        Settings {
            game: CHESS.to_string(),
            recipe: recipe::open("niwaki").unwrap(),
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
        let book: String = alone.iter().map(|made| made.line(CHESS) + "\n").collect();
        let read: Vec<String> = from_epd(&book).unwrap().into_iter().filter_map(|opening| opening.start).collect();
        assert!(read.into_iter().eq(alone.into_iter().map(|made| made.position)));
    }

    #[test]
    fn no_position_comes_twice_and_too_many_are_refused() {
        let few = Settings { count: 21, plies: 1, window: 10_000, nodes: 1, check_nodes: 1, ..settings(1) };
        assert_eq!(make(&few, &mut |_| ()), Err(Error::Few { found: 20, wanted: 21 }));
    }

    #[test]
    fn the_book_holds_enough_fair_openings_and_none_twice() {
        let book = read(CHESS, None, 0).unwrap();
        let different: HashSet<String> =
            book.iter().filter_map(|opening| opening.start.as_deref()).map(placement).collect();
        assert!(book.len() >= 500 && different.len() == book.len());
        assert!(BOOK.starts_with("# "));
    }

    #[test]
    fn games_give_their_first_plies() {
        let text = "[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n[Black \"b\"]\n\n1. d4 *\n";
        let openings = from_pgn(text, 3).unwrap();
        let line = |moves: &[&str]| Opening { start: None, moves: moves.iter().map(ToString::to_string).collect() };
        assert_eq!(openings, [line(&["e2e4", "e7e5", "g1f3"]), line(&["d2d4"])]);
    }

    #[test]
    fn what_cannot_be_read_is_named_by_file_and_line() {
        assert!(from_epd("8/8/8/3k1p2/5P2/4K3/8/8 w - -\nnonsense").unwrap_err().starts_with("line 2: "));
        let gone = read(CHESS, Some(Path::new("no/such.epd")), 8).unwrap_err().to_string();
        assert!(gone.starts_with("no/such.epd: "), "{gone}");
        assert!(from_lines("connect-four", "soup\n").unwrap_err().starts_with("line 1: "));
    }

    #[test]
    fn a_game_without_a_book_has_random_openings() {
        let openings = read("connect-four", None, 0).unwrap();
        assert_eq!(openings.len(), RANDOM_COUNT);
        assert!(openings.iter().all(|opening| opening.moves.len() == RANDOM_PLIES));
    }
}
