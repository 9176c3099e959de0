//! Why does a search not play this move? Which method hides it, and by which decision?
//!
//! First the methods are switched off one by one: with which of them off is the move played?
//! Then the search is replayed while a watcher overrules decisions of that method: all of them,
//! and then fewer and fewer, until none can be left out. What remains threw the move away: with
//! nothing else overruled the search plays it.
mod minimal;
mod replay;
mod text;

pub use text::{print, to_json};

use super::searched::{self, Found, Question};
use crate::setup::recipe::Recipe;
use niwaki_search::{
    engine::Engine,
    limits::Limits,
    methods::{Id, Place},
    node::{Depth, Score},
    watch::{Said, Step},
};
use replay::{Event, Name, Overruled, Replay};

/// No replay has more than so many times the nodes of the search: without its pruning it may be
/// without end.
const PATIENCE: u64 = 8;
/// The search that shows when the move comes back by itself has so many times the nodes, ...
const LONG_PATIENCE: u64 = 40;
/// ... and goes so much deeper at most.
const DEEPER: Depth = 12;
/// Single visits that are tried, of a decision that is made again and again.
const MOST_VISITS: usize = 12;

/// Decisions that lie neither below the wanted move nor below the one that is played.
const FARTHEST: usize = 2;

/// What is asked.
pub struct Asked<'a> {
    /// The settings.
    pub recipe: &'a Recipe,
    /// Position and limit.
    pub question: &'a Question,
    /// The move, as the game writes it.
    pub wanted: &'a str,
    /// Replays until what is left counts as the answer; one that takes longer than the search
    /// itself counts more.
    pub replays: u64,
}

/// A search with one method off.
#[derive(Clone, Debug)]
pub struct Without {
    /// The method.
    pub id: Id,
    /// The move it played.
    pub best: Option<String>,
    /// Its score.
    pub score: Score,
    /// Nodes it took.
    pub nodes: u64,
    /// Depth from which on the wanted move was the best; `None`: it was not.
    pub found_at: Option<Depth>,
}

/// A decision that threw the move away.
#[derive(Clone, Debug)]
pub struct Guilty {
    /// The method.
    pub id: Id,
    /// What it said.
    pub said: Said,
    /// The moves from the root to the node; "pass" for a null move.
    pub line: Vec<String>,
    /// The position there.
    pub position: String,
    /// The move it was about.
    pub m: Option<String>,
    /// What was known when it was made.
    pub event: Event,
    /// How often the search makes it.
    pub made: usize,
    /// The single visit that suffices: number of the decision and depth of the iteration.
    pub alone: Option<(u64, Depth)>,
}

/// What was found out.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The move.
    pub wanted: String,
    /// The search as it is.
    pub base: Found,
    /// With each method off.
    pub without: Vec<Without>,
    /// The methods whose decisions were overruled; empty: the move stays hidden without any.
    pub overruled: Vec<Id>,
    /// The decisions; with exactly these overruled the move is played.
    pub guilty: Vec<Guilty>,
    /// Whether none of them can be left out, as far as it was tried.
    pub minimal: bool,
    /// Searches it took.
    pub replays: usize,
    /// Depth at which the recipe finds the move itself, with more nodes; `None`: not soon.
    pub comes_back: Option<Depth>,
}

impl Answer {
    /// Whether the search plays the move.
    pub fn is_played(&self) -> bool {
        self.base.best() == Some(&self.wanted)
    }

    /// Whether only what quiescence skips hides the move.
    pub fn hides_beyond_the_horizon(&self) -> bool {
        let mut hiding = self.without.iter().filter(|without| without.found_at.is_some()).peekable();
        hiding.peek().is_some() && hiding.all(|without| without.id.place() == Place::Quiescence)
    }
}

/// Finds out why a move is not played.
pub fn why(asked: &Asked<'_>) -> Result<Answer, String> {
    let Asked { recipe, question, wanted, .. } = *asked;
    let mut engine = searched::open(recipe, question)?;
    let wanted = engine.spell(wanted)?;
    let limits = question.effort.limits();
    let (base, _) = searched::search(&mut *engine, &limits, Replay::default());
    let mut answer = Answer {
        wanted,
        base,
        without: Vec::new(),
        overruled: Vec::new(),
        guilty: Vec::new(),
        minimal: true,
        replays: 0,
        comes_back: None,
    };
    if answer.is_played() {
        return Ok(answer);
    }
    answer.comes_back = comes_back(&mut *engine, &answer);
    let limits = with_patience(&limits, &answer.base);
    answer.without = switch_off(recipe, question, &limits, &answer.wanted)?;
    blame(&mut *engine, &limits, asked.replays, &mut answer);
    Ok(answer)
}

/// The limits of the search for its replays.
fn with_patience(limits: &Limits, base: &Found) -> Limits {
    let most = base.last.nodes.saturating_mul(PATIENCE);
    Limits { nodes: Some(limits.nodes.map_or(most, |nodes| nodes.min(most))), ..limits.clone() }
}

/// The proof of an answer, with an engine of its own: whether the move is played with nothing but
/// the named decisions overruled.
pub fn is_proved(asked: &Asked<'_>, answer: &Answer) -> Result<bool, String> {
    let mut engine = searched::open(asked.recipe, asked.question)?;
    let limits = with_patience(&asked.question.effort.limits(), &answer.base);
    let names = answer.guilty.iter().map(|guilty| guilty.event.name).collect();
    let (found, _) = searched::search(&mut *engine, &limits, Replay::new(Overruled::Named(names)));
    Ok(!answer.guilty.is_empty() && found.best() == Some(&answer.wanted))
}

/// The depth at which a longer search plays the move to its end.
fn comes_back(engine: &mut dyn Engine, answer: &Answer) -> Option<Depth> {
    let last = &answer.base.last;
    let nodes = last.nodes.saturating_mul(LONG_PATIENCE);
    let limits = Limits { depth: Some(last.depth + DEEPER), nodes: Some(nodes), ..Limits::default() };
    let (found, _) = searched::search(engine, &limits, Replay::default());
    found.depth_of(&answer.wanted)
}

/// The methods that may hide a move and are on.
fn suspects(recipe: &Recipe) -> Vec<Id> {
    Id::ALL.iter().copied().filter(|id| id.is_selective() && recipe.methods.is_on(*id)).collect()
}

/// Searches with each method off; those that play the move come first, the shallowest before.
fn switch_off(recipe: &Recipe, question: &Question, limits: &Limits, wanted: &str) -> Result<Vec<Without>, String> {
    let mut all = Vec::new();
    for id in suspects(recipe) {
        let mut other = recipe.clone();
        other.set(&format!("{}.enabled", id.name()), "false")?;
        let mut engine = searched::open(&other, question)?;
        let (found, _) = searched::search(&mut *engine, limits, Replay::default());
        let found_at = found.depth_of(wanted);
        let best = found.best().map(str::to_string);
        all.push(Without { id, best, score: found.last.score, nodes: found.last.nodes, found_at });
    }
    all.sort_by_key(|without| (without.found_at.is_none(), without.found_at, without.nodes));
    Ok(all)
}

/// Overrules decisions of the first method that hides the move, or of all, until it is known
/// which of them do.
fn blame(engine: &mut dyn Engine, limits: &Limits, most: u64, answer: &mut Answer) {
    let hiding = answer.without.iter().filter(|without| without.found_at.is_some()).map(|without| vec![without.id]);
    let all: Vec<Id> = answer.without.iter().map(|without| without.id).collect();
    for methods in hiding.chain([all]).collect::<Vec<_>>() {
        answer.replays += 1;
        let (found, replay) = searched::search(engine, limits, Replay::new(Overruled::Methods(methods.clone())));
        if found.best() == Some(&answer.wanted) {
            answer.overruled = methods;
            let chosen = fewest(engine, limits, most, replay.overruled(), answer);
            answer.guilty = explain(engine, limits, chosen, answer);
            return;
        }
    }
}

/// The fewest of the decisions that must be overruled. Those below the wanted move are tried
/// alone first, then with those below the move that is played in its place: one that lies
/// elsewhere changes the result only by accident.
fn fewest(engine: &mut dyn Engine, limits: &Limits, most: u64, events: Vec<Event>, answer: &mut Answer) -> Vec<Event> {
    let mut events: Vec<(usize, Event)> =
        events.into_iter().map(|event| (distance(engine, &event, answer), event)).collect();
    // Decisions near the root explain more.
    events.sort_by_key(|(distance, event)| (*distance, event.path.len()));
    let wanted = answer.wanted.clone();
    let mut plays = |names: &[Name]| {
        let replay = Replay::new(Overruled::Named(names.iter().copied().collect()));
        let (found, _) = searched::search(engine, limits, replay);
        (found.best() == Some(&wanted), found.last.nodes)
    };
    let most = most.saturating_mul(answer.base.last.nodes);
    for reach in 0..=FARTHEST {
        let near = events.iter().filter(|(distance, _)| *distance <= reach);
        let names: Vec<Name> = near.map(|(_, event)| event.name).collect();
        answer.replays += 1;
        if reach == FARTHEST || plays(&names).0 {
            let smallest = minimal::smallest(&names, most, &mut plays);
            (answer.replays, answer.minimal) = (answer.replays + smallest.tests, smallest.minimal);
            events.retain(|(_, event)| smallest.names.contains(&event.name));
            break;
        }
    }
    events.into_iter().map(|(_, event)| event).collect()
}

/// How far a decision is from the question: 0 is below the wanted move or about it, 1 below the
/// move that is played, [`FARTHEST`] elsewhere.
fn distance(engine: &dyn Engine, event: &Event, answer: &Answer) -> usize {
    let (line, _, m) = retrace(engine, event);
    let first = line.first().map(String::as_str).or(m.as_deref());
    match first {
        _ if first == Some(&answer.wanted) => 0,
        _ if first == answer.base.best() => 1,
        _ => FARTHEST,
    }
}

/// The decisions in words of the game, and whether a single visit would do.
fn explain(engine: &mut dyn Engine, limits: &Limits, chosen: Vec<Event>, answer: &mut Answer) -> Vec<Guilty> {
    let (_, replay) = searched::search(engine, limits, Replay::new(Overruled::Nothing));
    let alone = chosen.len() == 1;
    let tell = |event: Event| {
        let (line, position, m) = retrace(engine, &event);
        let visits = replay.visits(event.name);
        let mut guilty =
            Guilty { id: event.name.id, said: event.said, line, position, m, event, made: visits.len(), alone: None };
        for &(serial, iteration) in visits.iter().filter(|_| alone).rev().take(MOST_VISITS) {
            answer.replays += 1;
            let overruled = Overruled::Serial(serial);
            let (found, _) = searched::search(engine, limits, Replay::new(overruled));
            if found.best() == Some(&answer.wanted) {
                guilty.alone = Some((serial, iteration));
                break;
            }
        }
        guilty
    };
    chosen.into_iter().map(tell).collect()
}

/// The line to a decision, the position there, and the move it is about.
fn retrace(engine: &dyn Engine, event: &Event) -> (Vec<String>, String, Option<String>) {
    let steps = [Step::Root].into_iter().chain(event.path.iter().copied());
    let (mut line, mut position, mut m) = (Vec::new(), String::new(), None);
    engine.walk(&mut steps.enumerate(), &mut |spot| {
        line.push(spot.last_move().unwrap_or_else(|| "pass".to_string()));
        position = spot.position();
        m = event.candidate.and_then(|candidate| spot.move_text(candidate.m));
    });
    line.remove(0);
    (line, position, m)
}

#[cfg(test)]
mod tests;
