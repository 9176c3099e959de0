//! A small tree as text: a line a node, with what became of it.
use super::{
    page::Searched,
    recording::{NONE, Recording, Visit},
};
use niwaki_search::{
    engine::Rules,
    node::{Bound, Score, WIN, is_mate},
    watch::{Reason, Step},
};
use std::fmt::Write;

/// The last iteration of a search as text, its widest nodes in at most so many lines.
pub fn print(rules: &dyn Rules, searched: &Searched, most: usize) -> String {
    let recording = last_iteration(&searched.recording);
    let parents = recording.parents();
    let widest = recording.widest(most);
    let texts = texts(rules, &recording);
    let mut left_out = vec![(0usize, 0u64); recording.visits.len()];
    for (index, visit) in recording.visits.iter().enumerate() {
        if widest.binary_search(&index).is_err()
            && parents[index] != NONE
            && widest.binary_search(&parents[index]).is_ok()
        {
            let (visits, nodes) = &mut left_out[parents[index]];
            (*visits, *nodes) = (*visits + 1, *nodes + visit.nodes);
        }
    }
    let mut out = String::new();
    for index in widest {
        let visit = &recording.visits[index];
        let indent = "  ".repeat(visit.level);
        // Writing to a text cannot fail.
        let _ = writeln!(out, "{indent}{}", line(visit, &texts.moves[index]));
        if !texts.skipped[index].is_empty() {
            let _ = writeln!(out, "{indent}  - {}", texts.skipped[index]);
        }
        if let (visits @ 1.., nodes) = left_out[index] {
            let _ = writeln!(out, "{indent}  … {visits} narrower below, {nodes} nodes");
        }
    }
    out
}

/// The visits from the last root on.
fn last_iteration(recording: &Recording) -> Recording {
    let from = recording.visits.iter().rposition(|visit| visit.level == 0).unwrap_or_default();
    let mut skipped = recording.skipped.clone();
    skipped.retain(|skipped| skipped.visit >= from);
    skipped.iter_mut().for_each(|skipped| skipped.visit -= from);
    Recording { visits: recording.visits[from..].to_vec(), skipped, fold: recording.fold }
}

struct Texts {
    moves: Vec<String>,
    /// Skipped moves of each visit, by method.
    skipped: Vec<String>,
}

fn texts(rules: &dyn Rules, recording: &Recording) -> Texts {
    let mut texts = Texts { moves: Vec::new(), skipped: Vec::new() };
    let mut steps = recording.visits.iter().map(|visit| (visit.level, visit.step));
    let mut next = 0;
    rules.walk(&mut steps, &mut |spot| {
        let index = texts.moves.len();
        let visit = &recording.visits[index];
        texts.moves.push(match visit.step {
            Step::Move(_) => spot.last_move().unwrap_or_default(),
            Step::Pass => "pass".to_string(),
            Step::Root if visit.level == 0 => "root".to_string(),
            Step::Root => "same".to_string(),
        });
        let mut by_method: Vec<(&str, Vec<String>)> = Vec::new();
        while let Some(skipped) = recording.skipped.get(next).filter(|skipped| skipped.visit == index) {
            let text = spot.move_text(skipped.m).unwrap_or_default() + if skipped.rest { " and all later" } else { "" };
            match by_method.iter_mut().find(|(name, _)| *name == skipped.id.name()) {
                Some((_, moves)) => moves.push(text),
                None => by_method.push((skipped.id.name(), vec![text])),
            }
            next += 1;
        }
        let parts = by_method.iter().map(|(name, moves)| format!("{name} skips {}", moves.join(" ")));
        texts.skipped.push(parts.collect::<Vec<_>>().join("; "));
    });
    texts
}

fn line(visit: &Visit, text: &str) -> String {
    let verdict = match visit.bound {
        Bound::Lower => ">=",
        Bound::Upper => "<=",
        Bound::Exact | Bound::None => "=",
    };
    let probe = visit.probe.map_or_else(String::new, |id| format!(" for {}", id.name()));
    let (score, nodes) = (score(visit.score), visit.nodes);
    format!("{text}{probe}  depth {}  {verdict} {score}  {nodes} nodes  {}", visit.depth, reason(visit))
}

/// A score; a proven win or loss by its plies.
pub(super) fn score(score: Score) -> String {
    match score {
        _ if !is_mate(score) => format!("{score:+}"),
        1.. => format!("win in {}", WIN - score),
        _ => format!("loss in {}", WIN + score),
    }
}

/// Why the node was left, with the numbers that decided.
pub(super) fn reason(visit: &Visit) -> String {
    let Reason::Method(id) = visit.reason else {
        return match visit.reason {
            Reason::Moves if visit.bound == Bound::Lower => "a move reached beta",
            Reason::Moves => "searched",
            Reason::NoMoves => "no move",
            Reason::Table => "table",
            Reason::GameOver => "game over",
            Reason::Bounded => "no better win",
            Reason::Known => "known",
            _ => "stopped",
        }
        .to_string();
    };
    let numbers = visit.eval.map_or_else(
        || format!("beta {}", visit.beta),
        |eval| format!("eval {eval}, window {} to {}", visit.alpha, visit.beta),
    );
    format!("cut by {} ({numbers})", id.name())
}
