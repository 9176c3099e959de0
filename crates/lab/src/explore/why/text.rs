//! The answer in words, and as JSON.
use super::{Answer, Guilty, Without};
use crate::explore::text::score;
use niwaki_search::{methods::Id, watch::Said};
use serde_json::{Value as Json, json};
use std::fmt::Write;

/// Decisions that are printed; the rest is counted.
const MOST_LINES: usize = 5;

/// A short answer.
pub fn print(answer: &Answer, recipe: &str) -> String {
    let Answer { wanted, base, .. } = answer;
    let (best, depth) = (base.best().unwrap_or("none"), base.last.depth);
    if answer.is_played() {
        let since = base.depth_of(wanted).unwrap_or(depth);
        return format!("{wanted} is played at depth {depth} ({}), since depth {since}.\n", score(base.last.score));
    }
    let mut out =
        format!("{wanted} is not played at depth {depth}: {recipe} prefers {best} ({}).\n", score(base.last.score));
    // Writing to a text cannot fail.
    let _ = writeln!(out, "{}", methods(&answer.without));
    for guilty in answer.guilty.iter().take(MOST_LINES) {
        let _ = writeln!(out, "{}", decision(guilty));
    }
    if answer.guilty.len() > MOST_LINES {
        let _ = writeln!(out, "... and {} more.", answer.guilty.len() - MOST_LINES);
    }
    let _ = writeln!(out, "{}", proof(answer));
    let _ = match answer.comes_back {
        Some(depth) => writeln!(out, "By itself {recipe} finds it at depth {depth}."),
        None => writeln!(out, "By itself {recipe} does not find it soon."),
    };
    out
}

fn methods(without: &[Without]) -> String {
    let found: Vec<String> = without
        .iter()
        .filter_map(|without| {
            let depth = without.found_at?;
            Some(format!("{} (since depth {depth}, {})", without.id.name(), score(without.score)))
        })
        .collect();
    match found.as_slice() {
        [] => "No single method hides it: with any one of them off it is not played.".to_string(),
        found => format!("It is played without {}.", found.join(", without ")),
    }
}

/// Who said what of which move, where, and by which numbers.
fn decision(guilty: &Guilty) -> String {
    let Guilty { id, line, event, .. } = guilty;
    let m = guilty.m.as_deref().unwrap_or("?");
    let what = match guilty.said {
        Said::Cut(found) => format!("cuts the node off with {}", score(found)),
        Said::Shallower(plies) => format!("makes the node {plies} plies shallower"),
        Said::Skip => format!("skips {m}"),
        Said::SkipRest => format!("skips {m} and all later quiet moves"),
        Said::Reduce(plies) => format!("reduces {m} by {plies}"),
        Said::Lose(plies) => format!("reduces {m} by {plies} for good"),
        Said::Extend(plies) => format!("extends {m} by {plies}"),
    };
    let place = if line.is_empty() { "at the root".to_string() } else { format!("after {}", line.join(" ")) };
    format!("{} {what} {place}, depth {}: {}.", id.name(), event.depth, numbers(guilty))
}

fn numbers(guilty: &Guilty) -> String {
    let event = &guilty.event;
    let (alpha, beta) = event.window;
    let mut parts = vec![format!("window {alpha} to {beta}")];
    parts.extend(event.eval.map(|eval| format!("eval {eval}")));
    if let Some(candidate) = &event.candidate.filter(|_| guilty.m.is_some()) {
        parts.push(format!("move {} of its order, history {}", candidate.rank, candidate.history));
    }
    parts.extend(event.slack.map(|slack| format!("condition met by {slack}")));
    parts.join(", ")
}

fn proof(answer: &Answer) -> String {
    let replays = answer.replays;
    match answer.guilty.as_slice() {
        [] if answer.hides_beyond_the_horizon() => {
            "The decision lies beyond the horizon: what quiescence skips is not watched.".to_string()
        }
        [] => "No decision could be named: overruling the methods does not bring it back either.".to_string(),
        [one] => {
            let visit = match one.alone {
                Some((serial, depth)) => {
                    format!(" Decision {serial}, in the iteration of depth {depth}, is enough by itself.")
                }
                None => " Overruled at a single visit it is not enough.".to_string(),
            };
            format!("With this alone overruled the search plays {} ({replays} replays).{visit}", answer.wanted)
        }
        many => {
            let note = if answer.minimal { "none can be left out" } else { "perhaps not all are needed" };
            let count = many.len();
            format!("With these {count} overruled the search plays {} ({replays} replays); {note}.", answer.wanted)
        }
    }
}

/// The answer as one JSON object.
pub fn to_json(answer: &Answer, recipe: &str) -> Json {
    let base = &answer.base;
    let without = |without: &Without| {
        json!({
            "method": without.id.name(), "move": without.best, "score": without.score, "nodes": without.nodes,
            "found_at": without.found_at,
        })
    };
    json!({
        "move": answer.wanted,
        "recipe": recipe,
        "played": answer.is_played(),
        "best": base.best(),
        "score": base.last.score,
        "depth": base.last.depth,
        "nodes": base.last.nodes,
        "without": answer.without.iter().map(without).collect::<Vec<_>>(),
        "overruled": answer.overruled.iter().map(|id: &Id| id.name()).collect::<Vec<_>>(),
        "decisions": answer.guilty.iter().map(decision_json).collect::<Vec<_>>(),
        "minimal": answer.minimal,
        "replays": answer.replays,
        "comes_back": answer.comes_back,
    })
}

fn decision_json(guilty: &Guilty) -> Json {
    let event = &guilty.event;
    json!({
        "method": guilty.id.name(),
        "words": decision(guilty),
        "line": guilty.line,
        "position": guilty.position,
        "move": guilty.m,
        "key": format!("{:016x}", event.name.key),
        "depth": event.depth,
        "alpha": event.window.0,
        "beta": event.window.1,
        "eval": event.eval,
        "slack": event.slack,
        "rank": event.candidate.map(|candidate| candidate.rank),
        "history": event.candidate.map(|candidate| candidate.history),
        "made": guilty.made,
        "alone": guilty.alone.map(|(serial, iteration)| json!({ "serial": serial, "iteration": iteration })),
    })
}
