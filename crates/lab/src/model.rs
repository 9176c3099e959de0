//! Models: what a method knows from outside the search, kept in a file that a fit or
//! a collection has written. A recipe names it (`prob_cut.model = "file.toml"`).
pub mod rank_cut;

use crate::recipe::Error;
use niwaki_search::{knowledge::Knowledge, prune::prob_cut};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use toml::{Table, Value};

/// The models inside the program.
const EMBEDDED: &[(&str, &str)] = &[("chess-rank-cut", include_str!("../../../models/chess-rank-cut.toml"))];

/// Settings that name a model; each method has at most one.
pub const PATHS: &[&str] = &["prob_cut.model", "rank_cut.model"];

/// Name of the model that stands at `path` of [`PATHS`]; empty if there is none.
pub fn name<'k>(knowledge: &'k Knowledge, path: &str) -> &'k str {
    match path {
        "prob_cut.model" => &knowledge.prob_cut.name,
        "rank_cut.model" => &knowledge.rank_cut.name,
        _ => "",
    }
}

/// Reads the model called `name`, or in the file of that name beside `folder`'s files,
/// and puts it in its place. An empty name takes the model away.
pub fn set(knowledge: &mut Knowledge, path: &str, name: &str, folder: Option<&Path>) -> Result<(), Error> {
    let text = if name.is_empty() { String::new() } else { find(name, folder)? };
    match path {
        "prob_cut.model" => knowledge.prob_cut = Arc::new(parse_prob_cut(name, &text)?),
        "rank_cut.model" => knowledge.rank_cut = Arc::new(rank_cut::parse(name, &text)?),
        _ => return Err(Error::Key { file: name.to_string(), reason: format!("{path}: no such model") }),
    }
    Ok(())
}

fn find(name: &str, folder: Option<&Path>) -> Result<String, Error> {
    if let Some((_, text)) = EMBEDDED.iter().find(|(known, _)| *known == name) {
        return Ok(text.to_string());
    }
    let path = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
    let unreadable = |reason: std::io::Error| Error::Unreadable { file: name.to_string(), reason: reason.to_string() };
    std::fs::read_to_string(path).map_err(unreadable)
}

fn parse_prob_cut(name: &str, text: &str) -> Result<prob_cut::Model, Error> {
    let table: Table = text.parse().map_err(|error| crate::recipe::syntax(name, text, &error))?;
    let key = |reason: String| Error::Key { file: name.to_string(), reason };
    let pairs = match table.get("pair") {
        None => &Vec::new(),
        Some(Value::Array(pairs)) => pairs,
        Some(other) => return Err(key(format!("pair: expected tables [[pair]], not {other}"))),
    };
    let read = |(index, pair): (usize, &Value)| {
        parse_pair(pair).map_err(|reason| key(format!("pair {}: {reason}", index + 1)))
    };
    let pairs = pairs.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    Ok(prob_cut::Model { name: name.to_string(), pairs })
}

fn parse_pair(pair: &Value) -> Result<prob_cut::Pair, String> {
    let whole =
        |name: &str| pair.get(name).and_then(Value::as_integer).and_then(|n| i32::try_from(n).ok()).filter(|n| *n >= 0);
    let whole = |name: &str| whole(name).ok_or_else(|| format!("{name}: expected a whole number from 0"));
    let real = |name: &str| match pair.get(name) {
        Some(Value::Float(number)) if number.is_finite() => Ok(*number),
        Some(Value::Integer(number)) => Ok(*number as f64),
        _ => Err(format!("{name}: expected a number")),
    };
    let found = prob_cut::Pair {
        stage: whole("stage")? as usize,
        height: whole("height")?,
        shallow: whole("shallow")?,
        slope: real("slope")?,
        offset: real("offset")?,
        deviation: real("deviation")?,
        threshold: real("threshold")?,
    };
    match found {
        _ if found.slope <= 0.0 => Err("slope: expected a number above 0".to_string()),
        _ if found.deviation < 0.0 => Err("deviation: expected a number from 0".to_string()),
        _ if found.shallow >= found.height => Err("shallow: expected a depth below height".to_string()),
        found => Ok(found),
    }
}
