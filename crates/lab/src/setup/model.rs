//! Models: what a method knows from outside the search, kept in a file that a fit or
//! a collection has written. A recipe names it (`prob_cut.model = "file.toml"`).
pub mod rank_cut;
pub mod risk;

use crate::study::error::Error;
use niwaki_games::{Kit, input, list};
use niwaki_search::{
    knowledge::{
        Knowledge,
        prob_cut::{self, Pair},
    },
    node::MAX_DEPTH,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use toml::{Table, Value};

/// Settings that name a model; each method has at most one.
pub const PATHS: &[&str] = &["prob_cut.model", "rank_cut.model", "risk.model"];

/// More pairs than any search asks for.
const MOST_PAIRS: usize = 1_000;
/// What the table of a pair holds.
const PAIR_KEYS: [&str; 7] = ["stage", "height", "shallow", "slope", "offset", "deviation", "threshold"];

/// Name of the model that stands at `path` of [`PATHS`]; empty if there is none.
pub fn name<'k>(knowledge: &'k Knowledge, path: &str) -> &'k str {
    match path {
        "prob_cut.model" => &knowledge.prob_cut.name,
        "rank_cut.model" => &knowledge.rank_cut.name,
        "risk.model" => &knowledge.risk.name,
        _ => "",
    }
}

/// Reads the model called `name`, or in the file of that name beside `folder`'s files,
/// and puts it in its place. A model of another game is refused; an empty name takes the
/// model away.
pub fn set(
    kit: &dyn Kit,
    knowledge: &mut Knowledge,
    path: &str,
    name: &str,
    folder: Option<&Path>,
) -> Result<(), Error> {
    let text = if name.is_empty() { String::new() } else { find(kit, name, folder)? };
    match path {
        "prob_cut.model" if name.is_empty() => knowledge.prob_cut = Arc::default(),
        "prob_cut.model" => knowledge.prob_cut = Arc::new(parse_prob_cut(kit, name, &text)?),
        "rank_cut.model" if name.is_empty() => knowledge.rank_cut = Arc::default(),
        "rank_cut.model" => knowledge.rank_cut = Arc::new(rank_cut::parse(kit, name, &text)?),
        "risk.model" if name.is_empty() => knowledge.risk = Arc::default(),
        "risk.model" => knowledge.risk = Arc::new(risk::parse(kit, name, &text)?),
        _ => return Err(Error::at(name, format!("{path}: no such model"))),
    }
    Ok(())
}

/// What belongs to another game is refused: its margins are in other units.
pub(super) fn foreign(kit: &dyn Kit, file: &str, what: &str, theirs: &str) -> Error {
    Error::at(file, format!("{what} of {theirs}, not of {}", kit.name()))
}

fn find(kit: &dyn Kit, name: &str, folder: Option<&Path>) -> Result<String, Error> {
    let built_in = |kit: &dyn Kit| kit.models().iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
    if let Some(text) = built_in(kit) {
        return Ok(text.to_string());
    }
    let path = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
    if !path.exists() {
        if let Some(other) = list::ALL.iter().find(|other| built_in(**other).is_some()) {
            return Err(foreign(kit, name, "a model", other.name()));
        }
        let names: Vec<&str> = kit.models().iter().map(|(name, _)| *name).collect();
        let known = if names.is_empty() { "has none".to_string() } else { format!("has {}", names.join(", ")) };
        return Err(Error::at(name, format!("no such model or file; {} {known}", kit.name())));
    }
    input::read_text(path, input::SETTINGS).map_err(|reason| Error::at(name, reason.to_string()))
}

/// Whether the file `name` was made for this game: `place` in it says so.
pub(super) fn check_game(kit: &dyn Kit, name: &str, place: &str, game: Option<&Value>) -> Result<(), Error> {
    match game.and_then(Value::as_str) {
        Some(game) if kit.is_served_by(game) => Ok(()),
        Some(game) => Err(foreign(kit, name, "a model", game)),
        None => {
            let reason = format!("{place}: expected the game that the model is for, as in {:?}", kit.name());
            Err(Error::at(name, reason))
        }
    }
}

/// Reads the model of ProbCut: a list of tables `[[pair]]`.
pub(crate) fn parse_prob_cut(kit: &dyn Kit, name: &str, text: &str) -> Result<prob_cut::Model, Error> {
    let table: Table = text.parse().map_err(|error| Error::toml(name, text, &error))?;
    let key = |reason: String| Error::at(name, reason);
    if let Some(other) = table.keys().find(|key| !["game", "pair"].contains(&key.as_str())) {
        return Err(key(format!("{}: no such key; expected game and tables [[pair]]", shorten(other))));
    }
    check_game(kit, name, "game", table.get("game"))?;
    let pairs = match table.get("pair") {
        Some(Value::Array(pairs)) if pairs.len() > MOST_PAIRS => {
            return Err(key(format!("pair: expected at most {MOST_PAIRS} tables, not {}", pairs.len())));
        }
        Some(Value::Array(pairs)) if !pairs.is_empty() => pairs,
        _ => return Err(key("pair: expected tables [[pair]]".to_string())),
    };
    let read = |(index, pair): (usize, &Value)| {
        parse_pair(kit, pair).map_err(|reason| key(format!("pair {}: {reason}", index + 1)))
    };
    let pairs = pairs.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    Ok(prob_cut::Model { name: name.to_string(), pairs })
}

fn parse_pair(kit: &dyn Kit, pair: &Value) -> Result<Pair, String> {
    let Value::Table(table) = pair else { return Err("expected a table".to_string()) };
    if let Some(other) = table.keys().find(|key| !PAIR_KEYS.contains(&key.as_str())) {
        return Err(format!("{}: no such key; there are {}", shorten(other), PAIR_KEYS.join(", ")));
    }
    let whole = |name: &str, most: i32| match table.get(name) {
        Some(Value::Integer(number)) if (0..=i64::from(most)).contains(number) => Ok(*number as i32),
        _ => Err(format!("{name}: expected a whole number in 0..={most}")),
    };
    let real = |name: &str| match table.get(name) {
        Some(Value::Float(number)) if number.is_finite() => Ok(*number),
        Some(Value::Integer(number)) => Ok(*number as f64),
        _ => Err(format!("{name}: expected a number")),
    };
    let found = Pair {
        stage: whole("stage", kit.stages().len() as i32 - 1)? as usize,
        height: whole("height", MAX_DEPTH)?,
        shallow: whole("shallow", MAX_DEPTH)?,
        slope: real("slope")?,
        offset: real("offset")?,
        deviation: real("deviation")?,
        threshold: real("threshold")?,
    };
    match found {
        _ if found.slope <= 0.0 => Err("slope: expected a number above 0".to_string()),
        _ if found.deviation < 0.0 => Err("deviation: expected a number from 0".to_string()),
        _ if found.threshold < 0.0 => Err("threshold: expected a number from 0".to_string()),
        _ if found.shallow >= found.height => Err("shallow: expected a depth below height".to_string()),
        found => Ok(found),
    }
}

/// A key as a message shows it: quoted, on one line, no longer than a line.
fn shorten(key: &str) -> String {
    const LONGEST: usize = 40;
    format!("{:?}", key.chars().take(LONGEST).collect::<String>())
}

/// The model of ProbCut as a file that can be read back. `head` says how it was made,
/// the note of a pair how well it fits.
pub(crate) fn write_prob_cut(game: &str, head: &[String], pairs: &[(Pair, String)]) -> String {
    let mut text: String = head.iter().map(|line| comment(line)).collect();
    text.push_str(&format!("\ngame = {game:?}\n"));
    for (pair, note) in pairs {
        let Pair { stage, height, shallow, slope, offset, deviation, threshold } = pair;
        text.push_str(&format!("\n{}[[pair]]\n", comment(note)));
        text.push_str(&format!("stage = {stage}\nheight = {height}\nshallow = {shallow}\n"));
        text.push_str(&format!("slope = {slope:.4}\noffset = {offset:.2}\ndeviation = {deviation:.2}\n"));
        text.push_str(&format!("threshold = {threshold:?}\n"));
    }
    text
}

/// A comment of one line, whatever the name of a file in it.
pub(crate) fn comment(line: &str) -> String {
    format!("# {}\n", line.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_games::list::ALL;

    const PAIR: &str = "[[pair]]\nstage = 0\nheight = 8\nshallow = 4\nslope = 1.02\noffset = 2.36\ndeviation = 82\n\
                        threshold = 1.0\n";

    fn message(text: &str) -> String {
        let message = parse_prob_cut(ALL[0], "my.toml", &format!("game = 'chess'\n{text}")).unwrap_err().to_string();
        assert!(message.starts_with("my.toml: ") && message.lines().count() == 1 && message.len() < 300, "{message}");
        message
    }

    #[test]
    fn a_model_is_read() {
        let model = parse_prob_cut(ALL[0], "my.toml", &format!("# head\ngame = 'chess'\n{PAIR}\n{PAIR}")).unwrap();
        assert_eq!((model.name.as_str(), model.pairs.len()), ("my.toml", 2));
        let pair = model.pairs[0];
        assert_eq!((pair.stage, pair.height, pair.shallow), (0, 8, 4));
        assert_eq!((pair.slope, pair.offset, pair.deviation, pair.threshold), (1.02, 2.36, 82.0, 1.0));
    }

    #[test]
    fn what_is_written_can_be_read() {
        let nameless = parse_prob_cut(ALL[0], "my.toml", PAIR).unwrap_err().to_string();
        assert_eq!(nameless, "my.toml: game: expected the game that the model is for, as in \"chess\"");
        let pair = parse_prob_cut(ALL[0], "my.toml", &format!("game = 'chess'\n{PAIR}")).unwrap().pairs[0];
        let text = write_prob_cut("chess", &["made\nby hand".to_string()], &[(pair, "n = 9".to_string())]);
        assert!(text.starts_with("# made by hand\n\ngame = \"chess\"\n\n# n = 9\n[[pair]]\n"), "{text}");
        assert_eq!(parse_prob_cut(ALL[0], "my.toml", &text).unwrap().pairs, [pair]);
    }

    /// The pairs by which the recipes `probcut` and `mpc` are what their names say.
    #[test]
    fn the_chess_model_begins_each_height_with_the_pair_of_the_paper() {
        for recipe in ["probcut", "mpc"] {
            let recipe = crate::setup::recipe::open(ALL[0], recipe).unwrap();
            let (method, model) = (recipe.methods.prob_cut, recipe.knowledge.prob_cut);
            assert!(method.enabled && method.tries == 1 && model.name == "chess-prob-cut");
            let pairs = [(6, 2), (7, 3), (8, 4), (9, 3), (10, 4)];
            for (height, shallow) in
                pairs.into_iter().filter(|(h, _)| (method.min_height..=method.max_height).contains(h))
            {
                for stage in 0..ALL[0].stages().len() {
                    let pair = model.at(stage, height).next().unwrap();
                    assert_eq!((pair.shallow, pair.threshold), (shallow, 1.0));
                }
            }
        }
    }

    #[test]
    fn a_wrong_model_is_refused_in_one_line_that_names_the_file_and_the_place() {
        let changed = |from: &str, to: &str| message(&format!("{PAIR}{}", PAIR.replace(from, to)));
        assert!(changed("height = 8", "height = 999").contains("pair 2: height: expected a whole number in 0..="));
        assert!(changed("height = 8", "").contains("pair 2: height: expected"));
        assert!(changed("stage = 0", "stage = 2").contains("stage: expected a whole number in 0..=1"));
        assert!(changed("shallow = 4", "shallow = 8").contains("shallow: expected a depth below height"));
        assert!(changed("shallow = 4", "shallow = -1").contains("shallow: expected a whole number"));
        assert!(changed("slope = 1.02", "slope = 0").contains("slope: expected a number above 0"));
        assert!(changed("slope = 1.02", "slope = nan").contains("slope: expected a number"));
        assert!(changed("offset = 2.36", "offset = inf").contains("offset: expected a number"));
        assert!(changed("deviation = 82", "deviation = -1").contains("deviation: expected a number from 0"));
        assert!(changed("deviation = 82", "deviation = 'x'").contains("deviation: expected a number"));
        assert!(changed("threshold = 1.0", "threshold = -0.1").contains("threshold: expected a number from 0"));
        assert!(changed("threshold", "treshold").contains("\"treshold\": no such key; there are stage, "));
        let long = format!("\"{}\\n\"", "x".repeat(5000));
        assert!(changed("threshold", &long).contains("no such key"));
        for text in ["", "pair = []", "pair = 3", "pair = \"x\""] {
            assert!(message(text).contains("pair: expected tables [[pair]]"), "{text}");
        }
        assert!(message("pair = [1]").contains("pair 1: expected a table"));
        assert!(message("[[pairs]]").contains("\"pairs\": no such key"));
        assert!(message(&PAIR.repeat(MOST_PAIRS + 1)).contains("at most 1000"));
        assert!(message("[[pair]\n").contains("line 2"));
        assert!(message("pair = [[[[\u{0}").contains("line 2"));
    }

    #[test]
    fn a_model_is_set_and_taken_away_and_a_missing_one_is_named() {
        let mut knowledge = Knowledge::default();
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::fs::write(folder.join("my.toml"), format!("game = 'chess'\n{PAIR}")).unwrap();
        std::fs::write(folder.join("bytes.toml"), [0xff, 0xfe]).unwrap();
        set(ALL[0], &mut knowledge, PATHS[0], "my.toml", Some(folder)).unwrap();
        assert_eq!((name(&knowledge, PATHS[0]), knowledge.prob_cut.pairs.len()), ("my.toml", 1));
        for (wrong, reason) in [("gone.toml", "no such model or file"), (".", ""), ("bytes.toml", "UTF-8")] {
            let message = set(ALL[0], &mut knowledge, PATHS[0], wrong, Some(folder)).unwrap_err().to_string();
            assert!(message.starts_with(wrong) && message.contains(reason) && !message.contains('\n'), "{message}");
        }
        assert_eq!(knowledge.prob_cut.pairs.len(), 1, "what was there stays");
        set(ALL[0], &mut knowledge, PATHS[0], "", None).unwrap();
        assert_eq!(knowledge, Knowledge::default());
        assert!(set(ALL[0], &mut knowledge, "null_move.model", "", None).is_err());
    }
}
