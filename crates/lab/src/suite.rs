//! Test suites: positions with moves to find (`bm`) or to avoid (`am`), each searched
//! by itself. At fixed depth or nodes the results do not depend on the number of jobs.
mod print;

use crate::{recipe::Recipe, workers};
use niwaki_games::chess::{Epd, epd, parse_uci, print_san};
use niwaki_search::{
    engine::{Engine, Report},
    limits::Limits,
    node::{Depth, Score},
    prune::Id,
    search::Tally,
};
use std::time::{Duration, Instant};

/// The game whose positions a suite holds.
pub const GAME: &str = "chess";

/// The suite inside the program: positions that `niwaki mine` found.
pub const BUILT_IN: &str = include_str!("../../../suites/chess.epd");
/// What the suite inside the program is called.
pub const BUILT_IN_NAME: &str = "built-in";

/// Why a suite could not be run; each message is one line.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Error {
    /// The file is not there or cannot be read.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// A line that is no position; the reason names the line.
    #[error("{file}: {reason}")]
    Line {
        /// The file.
        file: String,
        /// Where, and what was expected.
        reason: String,
    },
    /// No position at all.
    #[error("{file}: expected positions, one on a line; there is none")]
    Empty {
        /// The file.
        file: String,
    },
    /// An engine could not be made ready.
    #[error("{0}")]
    Engine(String),
}

/// What ends the search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A depth.
    Depth(Depth),
    /// A number of nodes.
    Nodes(u64),
    /// A time.
    Time(Duration),
}

impl Effort {
    /// The limits of a search that begins now.
    pub(crate) fn limits(self) -> Limits {
        match self {
            Effort::Depth(depth) => Limits::depth(depth),
            Effort::Nodes(nodes) => Limits::nodes(nodes),
            Effort::Time(time) => Limits::time(time),
        }
    }
}

/// How a suite is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The settings of every search.
    pub recipe: Recipe,
    /// What ends each search.
    pub effort: Effort,
    /// Positions searched at a time.
    pub jobs: usize,
    /// Size of each job's table in MiB.
    pub hash: usize,
}

/// What came of one position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its place in the file, from 1.
    pub number: usize,
    /// Its name; its number if it has none.
    pub id: String,
    /// The position.
    pub position: String,
    /// Whether the right move was found; `None` where none is asked for.
    pub solved: Option<bool>,
    /// The move in standard algebraic notation; `None` when the game is over.
    pub best: Option<String>,
    /// Score for the side to move.
    pub score: Score,
    /// Depth reached.
    pub depth: Depth,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// What each method did.
    pub tally: Vec<(Id, Tally)>,
}

/// What came of all positions.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Positions searched.
    pub positions: usize,
    /// Positions that ask for a move.
    pub asked: usize,
    /// Of these, those whose move was found.
    pub solved: usize,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches, one after the other.
    pub time: Duration,
    /// Time from beginning to end.
    pub elapsed: Duration,
    /// Depths of all searches added up.
    pub depths: u64,
    /// What each method did in all searches, in the order of their declaration.
    pub tally: Vec<(Id, Tally)>,
}

/// Reads the positions of a file.
pub fn read(file: &str) -> Result<Vec<Epd>, Error> {
    // Names and comments of old suites are not always UTF-8.
    let bytes = std::fs::read(file)
        .map_err(|reason| Error::Unreadable { file: file.to_string(), reason: reason.to_string() })?;
    parse(file, &String::from_utf8_lossy(&bytes))
}

/// The positions inside the program, both halves.
pub fn built_in() -> Result<Vec<Epd>, Error> {
    parse(BUILT_IN_NAME, BUILT_IN)
}

fn parse(file: &str, text: &str) -> Result<Vec<Epd>, Error> {
    let file = file.to_string();
    match epd::parse_file(text).into_iter().collect::<Result<Vec<Epd>, String>>() {
        Err(reason) => Err(Error::Line { file, reason }),
        Ok(positions) if positions.is_empty() => Err(Error::Empty { file }),
        Ok(positions) => Ok(positions),
    }
}

/// Searches every position with nothing remembered from another. `hear` is told of
/// each in the order of the file, as soon as those before it are done.
pub fn run(positions: &[Epd], settings: &Settings, hear: &mut dyn FnMut(&Answer)) -> Result<Summary, Error> {
    let started = Instant::now();
    let jobs = settings.jobs.clamp(1, positions.len().max(1));
    let mut engines = (0..jobs).map(|_| open(settings)).collect::<Result<Vec<_>, _>>().map_err(Error::Engine)?;
    let tasks: Vec<(usize, &Epd)> = positions.iter().enumerate().collect();
    let work = |engine: &mut Box<dyn Engine>, task: &(usize, &Epd)| {
        let (index, epd) = *task;
        solve(&mut **engine, index, epd, settings.effort)
    };
    let mut summary = Summary::default();
    workers::run(&mut engines, &tasks, &work, &mut |answer| {
        summary.add(&answer);
        hear(&answer);
    })
    .map_err(Error::Engine)?;
    summary.elapsed = started.elapsed();
    Ok(summary)
}

fn open(settings: &Settings) -> Result<Box<dyn Engine>, String> {
    let mut engine = niwaki_games::open(GAME)?;
    engine.resize_table(settings.hash)?;
    settings.recipe.install(&mut *engine);
    Ok(engine)
}

fn solve(engine: &mut dyn Engine, index: usize, epd: &Epd, effort: Effort) -> Result<Answer, String> {
    let position = epd.board.fen();
    engine.set_position(Some(&position), &[])?;
    engine.clear();
    engine.control().prepare(false);
    let report = engine.go(&effort.limits(), &mut |_| ());
    answer(index + 1, epd, position, report)
}

fn answer(number: usize, epd: &Epd, position: String, report: Report) -> Result<Answer, String> {
    let m = report.line.first().map(|text| parse_uci(&epd.board, text)).transpose()?;
    let asks = !epd.best.is_empty() || !epd.avoid.is_empty();
    let right = m.is_some_and(|m| (epd.best.is_empty() || epd.best.contains(&m)) && !epd.avoid.contains(&m));
    Ok(Answer {
        number,
        id: epd.id.clone().unwrap_or_else(|| number.to_string()),
        position,
        solved: asks.then_some(right),
        best: m.map(|m| print_san(&epd.board, m)),
        score: report.score,
        depth: report.depth,
        nodes: report.nodes,
        time: report.time,
        tally: report.tally,
    })
}

impl Summary {
    fn add(&mut self, answer: &Answer) {
        self.positions += 1;
        self.asked += usize::from(answer.solved.is_some());
        self.solved += usize::from(answer.solved == Some(true));
        self.nodes += answer.nodes;
        self.time += answer.time;
        self.depths += u64::from(answer.depth.unsigned_abs());
        for (id, part) in &answer.tally {
            let place = self.tally.binary_search_by_key(&(*id as usize), |(id, _)| *id as usize);
            let place = place.unwrap_or_else(|place| {
                self.tally.insert(place, (*id, Tally::default()));
                place
            });
            let sum = &mut self.tally[place].1;
            sum.tries += part.tries;
            sum.cuts += part.cuts;
            sum.nodes += part.nodes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe;

    /// Own positions: a mate in one, a hanging queen, a poisoned pawn, one without a question.
    const SUITE: &str = "6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm Rc8#; id \"back rank\";\n\
                         # a comment\n\n\
                         3k4/8/8/3q4/8/2N5/8/3K4 w - - bm Nxd5;\n\
                         2r3k1/p4ppp/8/8/8/1Q6/5PPP/6K1 w - - am Qb7; id \"back rank is weak\";\n\
                         8/8/8/3k1p2/5P2/4K3/8/8 w - -\n\
                         7k/5Q2/6K1/8/8/8/8/8 b - - id \"stalemate\";\n";

    fn settings(effort: Effort, jobs: usize) -> Settings {
        Settings { recipe: recipe::open("modern").unwrap(), effort, jobs, hash: 1 }
    }

    fn run_all(effort: Effort, jobs: usize) -> (Vec<Answer>, Summary) {
        let positions = parse("test.epd", SUITE).unwrap();
        let mut answers = Vec::new();
        let summary = run(&positions, &settings(effort, jobs), &mut |answer| answers.push(answer.clone())).unwrap();
        (answers, summary)
    }

    #[test]
    fn right_moves_are_counted_and_positions_without_a_question_are_not() {
        let (answers, summary) = run_all(Effort::Depth(5), 2);
        assert_eq!((summary.solved, summary.asked, summary.positions), (3, 3, 5));
        assert_eq!(answers[0].best.as_deref(), Some("Rc8#"));
        assert_eq!((answers[0].mate(), answers[0].id.as_str()), (Some(1), "back rank"));
        assert_eq!((answers[1].best.as_deref(), answers[1].id.as_str()), (Some("Nxd5"), "2"));
        assert_eq!(answers[3].solved, None);
        assert_eq!((&answers[4].best, answers[4].nodes), (&None, 0));
    }

    #[test]
    fn results_and_their_order_do_not_depend_on_the_number_of_jobs() {
        for effort in [Effort::Depth(6), Effort::Nodes(5000)] {
            let facts = |jobs| {
                let (answers, summary) = run_all(effort, jobs);
                let each: Vec<_> = answers
                    .into_iter()
                    .map(|a| (a.number, a.solved, a.best, a.score, a.depth, a.nodes, a.tally))
                    .collect();
                (each, summary.nodes, summary.depths, summary.tally)
            };
            let alone = facts(1);
            assert!(alone.0.iter().map(|fact| fact.0).eq(1..=5));
            assert_eq!(alone, facts(2));
            assert_eq!(alone, facts(64));
        }
    }

    #[test]
    fn what_cannot_be_read_is_named_by_file_and_line() {
        let message = |text: &str| parse("my.epd", text).unwrap_err().to_string();
        assert!(message("8/8/8/3k1p2/5P2/4K3/8/8 w - -\nnonsense").starts_with("my.epd: line 2: "));
        assert!(message("8/8/8/3k1p2/5P2/4K3/8/8 w - - bm Qh8;").starts_with("my.epd: line 1: bm: "));
        assert!(message("# nothing\n").contains("there is none"));
        assert!(read("no/such.epd").unwrap_err().to_string().starts_with("no/such.epd: "));
    }
}
