//! A suite for another program: a position that it crashes on, hangs on or answers with
//! nonsense counts as failed, and the program is started anew for the next.
use super::{Effort, Settings};
use crate::{
    measure::{
        compare::{self, Trial},
        iterations::{Iteration, Searched},
    },
    play::{
        matches::{Clocks, Fault, ILLEGAL, Limit, Player},
        openings::Opening,
    },
};
use niwaki_games::Problem;
use niwaki_search::engine::{Report, Rules};

/// A program that answers none of so many first positions is given up.
const MOST_FAULTS: usize = 3;

/// Asks the program for every position that `done` does not hold yet. Failures before the
/// first answer are held back: a program that never answers leaves no records.
pub(super) fn run(
    positions: &[Problem],
    settings: &Settings,
    done: Vec<Trial>,
    hear: &mut dyn FnMut(&Trial) -> bool,
) -> Result<Vec<Trial>, String> {
    let name = settings.player.name.as_str();
    let tasks = compare::missing(&[name], positions.len(), settings.shard, &done);
    let open = || settings.player.open(settings.kit, settings.hash, settings.patience);
    let mut players = (0..settings.jobs.min(tasks.len())).map(|_| open()).collect::<Result<Vec<_>, String>>()?;
    let work = |player: &mut Box<dyn Player>, &(_, index): &compare::Task| {
        attempt(&mut **player, index + 1, &positions[index], settings)
    };
    let (mut held, mut answers) = (Vec::new(), !done.is_empty());
    let trials = compare::run_tasks(&mut players, &tasks, &work, done, &mut |trial| {
        if !answers && trial.fault.is_some() {
            held.push(trial.clone());
            return held.len() < MOST_FAULTS;
        }
        answers = true;
        held.drain(..).all(|early| hear(&early)) && hear(trial)
    })?;
    match held.last().and_then(|trial| trial.fault.as_ref()) {
        Some(fault) => Err(format!("{name}: no answer to the first {} positions: {fault}", held.len())),
        None => Ok(trials),
    }
}

fn limit(effort: Effort) -> Limit {
    match effort {
        Effort::Depth(depth) => Limit::Depth(depth),
        Effort::Nodes(nodes) => Limit::Nodes(nodes),
        Effort::Time(time) => Limit::MoveTime(time),
    }
}

fn attempt(player: &mut dyn Player, number: usize, problem: &Problem, settings: &Settings) -> Result<Trial, String> {
    let mut rules = settings.kit.rules();
    rules.set_position(Some(&problem.position), &[])?;
    // Where the game is over there is nothing to ask.
    let is_over = rules.legal_moves().is_empty();
    let answer = if is_over { Ok(silence()) } else { ask(player, &*rules, problem, limit(settings.effort)) };
    let (searched, fault) = match answer {
        Ok(searched) => (searched, None),
        Err(fault) => (silence(), Some(format!("{}: {}", fault.reason, fault.detail))),
    };
    Ok(Trial { fault, ..compare::trial(settings.kit, &settings.player.name, number, problem, &searched)? })
}

fn silence() -> Searched {
    Searched { report: Report::default(), iterations: Vec::new(), second: None }
}

/// The answer of a program, as if its last word were all it said.
fn ask(player: &mut dyn Player, rules: &dyn Rules, problem: &Problem, limit: Limit) -> Result<Searched, Fault> {
    player.begin(&Opening { start: Some(problem.position.clone()), moves: Vec::new() })?;
    let choice = player.think(rules.side(), &Clocks::new(limit))?;
    let best = rules.spell(&choice.m).map_err(|reason| Fault::new(ILLEGAL, reason))?;
    let (line, score) = (vec![best], choice.score.unwrap_or_default());
    let (depth, nodes, time) = (choice.depth, choice.nodes, choice.time);
    let iterations = vec![Iteration { depth, nodes, score, line: line.clone() }];
    let report = Report { line, score, depth, nodes, time, ..Report::default() };
    Ok(Searched { report, iterations, second: None })
}
