//! Finding test positions in Niwaki's own games: a deep search sees one move clearly
//! best, a shallow one does not, and a deeper one agrees.
//!
//! Each position passes four searches, from cheap to dear, and most fall at the first:
//! a screen that changes its mind, two best lines that lie far apart, the same with
//! more nodes, and one that tells the depth at which the move falls and stays.
use crate::{
    measure::{
        iterations::{Iteration, Searched, search},
        problems::HALVES,
    },
    play::self_play,
    setup::recipe::Recipe,
    study::workers,
};
use niwaki_games::{Kit, Problem, kit::Thresholds};
use niwaki_search::{
    engine::Engine,
    limits::Limits,
    node::{Depth, Score, is_mate},
    random::Random,
};
use std::{
    collections::HashSet,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

/// Positions of one game lie at least this number of plies apart, or they would be one test twice.
const PLIES_APART: usize = 6;
/// Games are played in rounds of this size, so that nothing depends on the number of jobs.
const GAMES_PER_ROUND: usize = 16;

/// How many nodes each search gets.
#[derive(Clone, Copy, Debug)]
pub struct Nodes {
    /// For each move of a game, and the shallow search that must miss.
    pub shallow: u64,
    /// The screen.
    pub screen: u64,
    /// The deep search of two lines.
    pub deep: u64,
    /// The deeper search that must agree.
    pub verify: u64,
}

impl Default for Nodes {
    fn default() -> Self {
        Nodes { shallow: 4_000, screen: 60_000, deep: 400_000, verify: 1_600_000 }
    }
}

/// How positions are mined.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game that is mined.
    pub kit: &'static dyn Kit,
    /// The settings of every search.
    pub recipe: Recipe,
    /// Positions wanted.
    pub count: usize,
    /// Seed of the games.
    pub seed: u64,
    /// Games mined at a time.
    pub jobs: usize,
    /// Size of each job's table in MiB.
    pub hash: usize,
    /// The searches.
    pub nodes: Nodes,
    /// Score units by which the best move must lie above the second.
    pub margin: Score,
}

/// What a position tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// The move mates or wins material, or another would lose it.
    Tactical,
    /// Anything else.
    Positional,
}

impl Theme {
    /// The word in files.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Tactical => "tactical",
            Theme::Positional => "positional",
        }
    }
}

/// A position with one move to find.
#[derive(Clone, Debug)]
pub struct Found {
    /// Number of its game, from 0.
    pub game: usize,
    /// The position.
    pub position: String,
    /// The move.
    pub best: String,
    /// Score of the move for the side to move.
    pub score: Score,
    /// Depth from which the search sees the move and keeps it.
    pub difficulty: Depth,
    /// What it tests.
    pub theme: Theme,
}

impl Found {
    /// The half it belongs to: whole games, for positions of one game are related.
    pub fn half(&self) -> &'static str {
        HALVES[self.game % HALVES.len()]
    }

    /// The position as a problem. `number` is its place, from 1.
    pub fn problem(&self, number: usize) -> Problem {
        Problem {
            best: vec![self.best.clone()],
            id: Some(format!("niwaki {number:03}")),
            tags: vec![format!("difficulty {} {}", self.difficulty, self.theme.name()), self.half().to_string()],
            ..Problem::new(self.position.clone())
        }
    }
}

/// What was done so far.
#[derive(Clone, Debug, Default)]
pub struct Mined {
    /// Positions that passed all searches, in the order of the games.
    pub found: Vec<Found>,
    /// Games played.
    pub games: usize,
    /// Positions looked at.
    pub looked_at: usize,
}

struct Game {
    found: Vec<Found>,
    looked_at: usize,
}

/// Plays and mines games until there are enough positions. `take` is called after each
/// game, in their order, and says whether to go on. What it hears does not depend on
/// the number of jobs.
pub fn run(settings: &Settings, take: &mut dyn FnMut(&Mined) -> bool) -> Result<Mined, String> {
    let jobs = settings.jobs.clamp(1, GAMES_PER_ROUND);
    let mut engines = (0..jobs).map(|_| settings.recipe.engine(settings.hash)).collect::<Result<Vec<_>, String>>()?;
    let mut random = Random::new(settings.seed);
    let (mut mined, mut known) = (Mined::default(), HashSet::new());
    let ended = AtomicBool::new(settings.count == 0);
    while !ended.load(Relaxed) {
        let round: Vec<(usize, u64)> =
            (0..GAMES_PER_ROUND).map(|index| (mined.games + index, random.number())).collect();
        let work = |engine: &mut Box<dyn Engine>, game: &(usize, u64)| match ended.load(Relaxed) {
            true => Ok(None),
            false => mine_game(&mut **engine, game.0, game.1, settings).map(Some),
        };
        workers::run(&mut engines, &round, &work, &mut |game| {
            if let Some(game) = game.filter(|_| !ended.load(Relaxed)) {
                mined.add(game, &mut known, settings);
                ended.store(!take(&mined) || mined.found.len() >= settings.count, Relaxed);
            }
        })?;
    }
    Ok(mined)
}

impl Mined {
    fn add(&mut self, game: Game, known: &mut HashSet<String>, settings: &Settings) {
        self.games += 1;
        self.looked_at += game.looked_at;
        for found in game.found {
            let placement = settings.kit.placement(&found.position).to_string();
            if self.found.len() < settings.count && known.insert(placement) {
                self.found.push(found);
            }
        }
    }
}

/// Plays one game, then looks at its positions: the looking must not change the game.
fn mine_game(engine: &mut dyn Engine, game: usize, seed: u64, settings: &Settings) -> Result<Game, String> {
    let mut positions = Vec::new();
    let limits = || Limits::nodes(settings.nodes.shallow);
    self_play::play(engine, settings.kit.thresholds(), &mut Random::new(seed), &limits, &mut |engine, _| {
        // One answer to a check is often all there is: no test.
        let is_open = !engine.forced() && engine.legal_moves().len() > 1;
        positions.push(is_open.then(|| engine.position()));
        true
    })?;
    let mut found = Vec::new();
    let (mut looked_at, mut next) = (0, 0);
    for (ply, position) in positions.iter().enumerate() {
        let Some(position) = position.as_ref().filter(|_| ply >= next) else { continue };
        looked_at += 1;
        if let Some(find) = examine(engine, position, settings)? {
            found.push(Found { game, ..find });
            next = ply + PLIES_APART;
        }
    }
    Ok(Game { found, looked_at })
}

/// The position as a test, if it passes all searches.
fn examine(engine: &mut dyn Engine, position: &str, settings: &Settings) -> Result<Option<Found>, String> {
    let nodes = settings.nodes;
    let screened = search(engine, position, &Limits::nodes(nodes.screen))?;
    let Some(wanted) = changed_mind(&screened, settings) else { return Ok(None) };
    for budget in [nodes.deep, nodes.verify] {
        let searched = search(engine, position, &Limits { lines: 2, ..Limits::nodes(budget) })?;
        let is_best = searched.iterations.last().and_then(|last| last.line.first()) == Some(&wanted);
        if !is_best || !stands_out(&searched, settings) {
            return Ok(None);
        }
        if budget == nodes.verify {
            return finish(engine, position, &wanted, &searched, nodes.deep);
        }
    }
    Ok(None)
}

/// The screen's last move, if its first iterations preferred another and the change gained.
fn changed_mind(screened: &Searched, settings: &Settings) -> Option<String> {
    let (shallow, gain) = (settings.nodes.shallow, settings.kit.thresholds().mined_gain);
    let early = screened.iterations.iter().take_while(|iteration| iteration.nodes <= shallow).last()?;
    let last = screened.iterations.last()?;
    let changed = early.line.first() != last.line.first() && last.score >= early.score.min(0) + gain;
    changed.then(|| last.line.first().cloned()).flatten()
}

/// Whether the best of two lines is worth finding and far above the second.
fn stands_out(searched: &Searched, settings: &Settings) -> bool {
    let Thresholds { mined_lost, mined_won, .. } = settings.kit.thresholds();
    let (Some(best), Some(second)) = (searched.iterations.last(), &searched.second) else { return false };
    best.score >= mined_lost && second.score <= mined_won && best.score - second.score >= settings.margin
}

/// Measures difficulty and theme of a position that has passed.
fn finish(
    engine: &mut dyn Engine,
    position: &str,
    wanted: &str,
    verified: &Searched,
    nodes: u64,
) -> Result<Option<Found>, String> {
    let alone = search(engine, position, &Limits::nodes(nodes))?;
    let Some(difficulty) = settled(&alone.iterations, wanted) else { return Ok(None) };
    let (Some(best), Some(second)) = (verified.iterations.last(), &verified.second) else { return Ok(None) };
    let theme = theme(engine, position, best, second)?;
    let (position, best, score) = (position.to_string(), wanted.to_string(), best.score);
    Ok(Some(Found { game: 0, position, best, score, difficulty, theme }))
}

/// The first depth of the last unbroken run of depths that see the move.
fn settled(iterations: &[Iteration], wanted: &str) -> Option<Depth> {
    let sees = |iteration: &&Iteration| iteration.line.first().is_some_and(|first| first == wanted);
    iterations.iter().rev().take_while(sees).last().map(|iteration| iteration.depth)
}

fn theme(engine: &mut dyn Engine, position: &str, best: &Iteration, second: &Iteration) -> Result<Theme, String> {
    let now = balance(engine, position, &[])?;
    let (with, without) = (balance(engine, position, &best.line)?, balance(engine, position, &second.line)?);
    let mates = is_mate(best.score) || is_mate(second.score);
    Ok(if mates || with > now || with > without { Theme::Tactical } else { Theme::Positional })
}

/// Material of the side to move in the position, less the opponent's, at the end of a
/// line. A line may end amid an exchange, so the worse of its last two positions counts.
fn balance(engine: &mut dyn Engine, position: &str, line: &[String]) -> Result<i32, String> {
    engine.set_position(Some(position), &[])?;
    let side = engine.side();
    let mut worst = i32::MAX;
    for length in [line.len(), line.len().saturating_sub(1)] {
        let moves: Vec<&str> = line[..length].iter().map(String::as_str).collect();
        engine.set_position(Some(position), &moves)?;
        let [mine, theirs] = [side, side.other()].map(|side| engine.force(side)).map(|f| f.points + f.pawns);
        worst = worst.min(mine - theirs);
    }
    Ok(worst)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::recipe;
    use niwaki_games::list::ALL;

    fn settings(count: usize, jobs: usize) -> Settings {
        let nodes = Nodes { shallow: 300, screen: 3_000, deep: 6_000, verify: 12_000 };
        let recipe = recipe::default(ALL[0]).unwrap();
        Settings { kit: ALL[0], recipe, count, seed: 1, jobs, hash: 1, nodes, margin: 60 }
    }

    fn lines(count: usize, jobs: usize) -> Vec<String> {
        let mined = run(&settings(count, jobs), &mut |_| true).unwrap();
        assert_eq!(mined.found.len(), count);
        mined
            .found
            .iter()
            .enumerate()
            .map(|(index, found)| ALL[0].write_problem(&found.problem(index + 1)).unwrap())
            .collect()
    }

    #[test]
    fn positions_are_the_same_whatever_the_number_of_jobs_and_can_be_read() {
        let alone = lines(5, 1);
        assert_eq!(alone, lines(5, 3));
        for line in &alone {
            let problem = ALL[0].read_problems(line).unwrap().remove(0);
            assert!(problem.best.len() == 1 && problem.id.is_some(), "{line}");
            assert!(HALVES.contains(&problem.tags[1].as_str()), "{line}");
        }
    }

    #[test]
    fn a_move_is_settled_at_the_depth_from_which_it_stays() {
        let said = |moves: &[&str]| -> Vec<Iteration> {
            let say = |(index, m): (usize, &&str)| Iteration {
                depth: index as Depth + 1,
                line: vec![m.to_string()],
                ..Iteration::default()
            };
            moves.iter().enumerate().map(say).collect()
        };
        assert_eq!(settled(&said(&["a", "b", "a", "b", "b"]), "b"), Some(4));
        assert_eq!(settled(&said(&["b", "a"]), "b"), None);
        assert_eq!(settled(&[], "b"), None);
    }

    #[test]
    fn what_wins_material_is_tactical() {
        let mut engine = ALL[0].engine().unwrap();
        let line =
            |moves: &[&str]| Iteration { line: moves.iter().map(|m| m.to_string()).collect(), ..Iteration::default() };
        let free_queen = "3k4/8/8/3q4/8/2N5/8/3K4 w - - 0 1";
        let (takes, waits) = (line(&["c3d5", "d8d7", "d5c3"]), line(&["d1e1", "d5d4"]));
        assert_eq!(theme(&mut *engine, free_queen, &takes, &waits).unwrap(), Theme::Tactical);
        assert_eq!(theme(&mut *engine, free_queen, &waits, &waits).unwrap(), Theme::Positional);
    }
}
