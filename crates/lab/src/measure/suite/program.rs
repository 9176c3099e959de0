//! A suite for another program: a position that it crashes on, hangs on or answers with
//! nonsense counts as failed, and the program is started anew for the next.
use super::{Effort, GAME, Settings};
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
use niwaki_games::chess::{Epd, parse_uci};
use niwaki_search::{engine::Report, game::Position};

/// A program that answers none of so many first positions is given up.
const MOST_FAULTS: usize = 3;

/// Asks the program for every position that `done` does not hold yet. Failures before the
/// first answer are held back: a program that never answers leaves no records.
pub(super) fn run(
    positions: &[Epd],
    settings: &Settings,
    done: Vec<Trial>,
    hear: &mut dyn FnMut(&Trial) -> bool,
) -> Result<Vec<Trial>, String> {
    let name = settings.player.name.as_str();
    let tasks = compare::missing(&[name], positions.len(), settings.shard, &done);
    let open = || settings.player.open(GAME, settings.hash, settings.patience);
    let mut players = (0..settings.jobs.min(tasks.len())).map(|_| open()).collect::<Result<Vec<_>, String>>()?;
    let limit = limit(settings.effort);
    let work = |player: &mut Box<dyn Player>, &(_, index): &compare::Task| {
        attempt(&mut **player, name, index + 1, &positions[index], limit)
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

fn attempt(player: &mut dyn Player, name: &str, number: usize, epd: &Epd, limit: Limit) -> Result<Trial, String> {
    let position = epd.board.fen();
    // Where the game is over there is nothing to ask.
    let answer = if epd.board.count_moves() == 0 { Ok(silence()) } else { ask(player, epd, &position, limit) };
    let (searched, fault) = match answer {
        Ok(searched) => (searched, None),
        Err(fault) => (silence(), Some(format!("{}: {}", fault.reason, fault.detail))),
    };
    Ok(Trial { fault, ..compare::trial(name, number, epd, position, &searched)? })
}

fn silence() -> Searched {
    Searched { report: Report::default(), iterations: Vec::new(), second: None }
}

/// The answer of a program, as if its last word were all it said.
fn ask(player: &mut dyn Player, epd: &Epd, position: &str, limit: Limit) -> Result<Searched, Fault> {
    player.begin(&Opening { start: Some(position.to_string()), moves: Vec::new() })?;
    let choice = player.think(epd.board.side(), &Clocks::new(limit))?;
    parse_uci(&epd.board, &choice.m).map_err(|reason| Fault::new(ILLEGAL, reason))?;
    let (line, score) = (vec![choice.m], choice.score.unwrap_or_default());
    let (depth, nodes, time) = (choice.depth, choice.nodes, choice.time);
    let iterations = vec![Iteration { depth, nodes, score, line: line.clone() }];
    let report = Report { line, score, depth, nodes, time, ..Report::default() };
    Ok(Searched { report, iterations, second: None })
}
