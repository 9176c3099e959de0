//! Whether a record makes sense.
use super::{
    SEED,
    file::{History, Match, Network, Run},
};
use niwaki_statistics::{
    MOST_COUNT,
    sprt::{DEFAULT_ERROR, Model, Sprt},
};
use toml::Spanned;

/// What is wrong, and the byte where it stands.
type Wrong = (usize, String);

/// Checks that names are given once, that what is named is there, and that figures fit.
pub(super) fn check(history: &History) -> Result<(), Wrong> {
    let networks: Vec<&str> = history.networks.iter().map(|network| network.get_ref().name.as_str()).collect();
    let runs: Vec<&str> = history.runs.iter().map(|run| run.get_ref().name.as_str()).collect();
    for (index, run) in history.runs.iter().enumerate() {
        at(run, name(&run.get_ref().name, &runs[..index]).and_then(|()| check_run(run.get_ref(), &networks)))?;
    }
    for (index, network) in history.networks.iter().enumerate() {
        let found = network.get_ref();
        at(
            network,
            name(&found.name, &networks[..index]).and_then(|()| check_network(found, &runs, &networks[..index])),
        )?;
        for played in &found.played {
            at(played, check_match(found, played.get_ref(), &networks))?;
        }
    }
    Ok(())
}

fn at<T>(place: &Spanned<T>, checked: Result<(), String>) -> Result<(), Wrong> {
    checked.map_err(|reason| (place.span().start, reason))
}

/// Names stand in tables, so they have no gaps; each is given once.
fn name(name: &str, before: &[&str]) -> Result<(), String> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
    if name.is_empty() || !name.chars().all(plain) {
        return Err(format!("name: expected letters, digits, '-', '.' and '_', not {name:?}"));
    }
    if before.contains(&name) {
        return Err(format!("name: {name} is given twice"));
    }
    Ok(())
}

fn check_run(run: &Run, networks: &[&str]) -> Result<(), String> {
    known(&run.player, networks).map_err(|reason| format!("run {}: player: {reason}", run.name))
}

fn check_network(network: &Network, runs: &[&str], before: &[&str]) -> Result<(), String> {
    let wrong = |reason: String| Err(format!("network {}: {reason}", network.name));
    if network.name == SEED {
        return wrong("the name belongs to the evaluation written by hand".to_string());
    }
    if let Some(run) = network.data.iter().find(|run| !runs.contains(&run.as_str())) {
        return wrong(format!("data: no such run: {run:?}"));
    }
    if let Some(start) = network.start.as_deref().filter(|start| !before.contains(start)) {
        return wrong(format!("start: no such network before it: {start:?}"));
    }
    for (key, value) in
        [("lambda", network.lambda), ("held_out_loss", network.held_out_loss), ("rounding", network.rounding)]
    {
        if let Some(value) = value.filter(|value| !(value.is_finite() && *value >= 0.0)) {
            return wrong(format!("{key}: expected a number from 0, not {value}"));
        }
    }
    Ok(())
}

/// A network, or the seed evaluation.
fn known(name: &str, networks: &[&str]) -> Result<(), String> {
    if name == SEED || networks.contains(&name) {
        return Ok(());
    }
    Err(format!("expected {SEED} or the name of a network, not {name:?}"))
}

fn check_match(network: &Network, played: &Match, networks: &[&str]) -> Result<(), String> {
    let wrong = |reason: String| Err(format!("a match of {}: {reason}", network.name));
    if let Err(reason) = known(&played.opponent, networks) {
        return wrong(format!("opponent: {reason}"));
    }
    if played.opponent == network.name {
        return wrong("opponent: expected another network".to_string());
    }
    if played.class().is_none() {
        return wrong(format!("limit: expected nodes or a clock, as in 2000 nodes or 2+0.02, not {:?}", played.limit));
    }
    figures(played).or_else(wrong)
}

/// The results are known in one way, and a sequential test can be made of them.
fn figures(played: &Match) -> Result<(), String> {
    match (played.pairs, played.elo) {
        (Some(pairs), None) => {
            if pairs.iter().any(|count| *count > MOST_COUNT) || pairs.iter().all(|count| *count == 0) {
                return Err(format!("pairs: expected counts of pairs from 0 to {MOST_COUNT}, not all 0"));
            }
            let games = 2 * pairs.iter().sum::<u64>();
            if let Some(other) = played.games_written().filter(|written| *written != games) {
                return Err(format!("games: the pairs make {games}, not {other}; it may be left out"));
            }
        }
        (None, Some([value, low, high])) => {
            if !(low.is_finite() && high.is_finite() && low < high && (low..=high).contains(&value)) {
                return Err("elo: expected [value, low, high], the value between the others".to_string());
            }
        }
        _ => return Err("expected either pairs = [five counts] or elo = [value, low, high]".to_string()),
    }
    let Some([low, high]) = played.sprt else { return Ok(()) };
    if played.pairs.is_none() {
        return Err("sprt: expected pairs, of which the test is made".to_string());
    }
    let test = Sprt::new(Model::Normalized, low, high, DEFAULT_ERROR, DEFAULT_ERROR);
    test.map(|_| ()).map_err(|error| format!("sprt: {error}"))
}
