//! Recipes: named settings of the methods, what papers call versions.
//!
//! ```toml
//! about = "null move with a smaller reduction"
//! base = "none"            # another recipe, by name or file; without it all is off
//!
//! [null_move]              # a table switches its method on unless it says otherwise
//! min_depth = 4
//! ```
use crate::{learn::networks::SEED, setup::model};
use niwaki_games::input;
use niwaki_search::{engine::Engine, knowledge::Knowledge, param::Param, prune::Methods};
use serde_json::{Map, Value as Json, json};
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The recipe that is used when none is named.
pub const DEFAULT: &str = "niwaki";

/// So many recipes may rest on each other.
const LONGEST_CHAIN: usize = 64;

/// The recipes inside the program, in the order in which they are listed.
const EMBEDDED: &[(&str, &str)] = &[
    ("none", include_str!("../../../../recipes/none.toml")),
    ("null-move", include_str!("../../../../recipes/null-move.toml")),
    ("multi-cut", include_str!("../../../../recipes/multi-cut.toml")),
    ("multi-cut-enhanced", include_str!("../../../../recipes/multi-cut-enhanced.toml")),
    ("turk", include_str!("../../../../recipes/turk.toml")),
    ("turk-mc", include_str!("../../../../recipes/turk-mc.toml")),
    ("turk-variable", include_str!("../../../../recipes/turk-variable.toml")),
    ("turk-t10", include_str!("../../../../recipes/turk-t10.toml")),
    ("turk-t20", include_str!("../../../../recipes/turk-t20.toml")),
    ("z-none", include_str!("../../../../recipes/z-none.toml")),
    ("z-nm", include_str!("../../../../recipes/z-nm.toml")),
    ("z-thesis", include_str!("../../../../recipes/z-thesis.toml")),
    ("z-1", include_str!("../../../../recipes/z-1.toml")),
    ("z-2", include_str!("../../../../recipes/z-2.toml")),
    ("z-ind", include_str!("../../../../recipes/z-ind.toml")),
    ("z-trans", include_str!("../../../../recipes/z-trans.toml")),
    ("z-cut", include_str!("../../../../recipes/z-cut.toml")),
    ("z-3", include_str!("../../../../recipes/z-3.toml")),
    ("z-main", include_str!("../../../../recipes/z-main.toml")),
    ("efp", include_str!("../../../../recipes/efp.toml")),
    ("probcut", include_str!("../../../../recipes/probcut.toml")),
    ("mpc", include_str!("../../../../recipes/mpc.toml")),
    ("crafty", include_str!("../../../../recipes/crafty.toml")),
    ("rankcut", include_str!("../../../../recipes/rankcut.toml")),
    ("rankcut-alpha", include_str!("../../../../recipes/rankcut-alpha.toml")),
    ("modern", include_str!("../../../../recipes/modern.toml")),
    ("niwaki", include_str!("../../../../recipes/niwaki.toml")),
];

/// Why a recipe could not be had; each message is one line.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Error {
    /// Neither a recipe's name nor a file.
    #[error("{name}: no such recipe or file; recipes are {}", names().join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// The file is there but cannot be read.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// Not TOML.
    #[error("{file}: line {line}: {reason}")]
    Syntax {
        /// The file or recipe.
        file: String,
        /// Where, from 1.
        line: usize,
        /// What was expected.
        reason: String,
    },
    /// A key that means nothing, or a value that does not fit.
    #[error("{file}: {reason}")]
    Key {
        /// The file or recipe.
        file: String,
        /// The key and what was expected.
        reason: String,
    },
    /// A recipe that rests on itself.
    #[error("{file}: base: expected a recipe that does not rest on this one, not {chain}")]
    Cycle {
        /// The file or recipe.
        file: String,
        /// The way back to it.
        chain: String,
    },
}

/// A recipe with its bases resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// Name or file.
    pub name: String,
    /// One line about it, perhaps empty.
    pub about: String,
    /// The settings.
    pub methods: Methods,
    /// What the methods know from outside.
    pub knowledge: Knowledge,
}

impl Recipe {
    /// The settings of an engine.
    pub fn of(engine: &dyn Engine) -> Recipe {
        let (methods, knowledge) = (*engine.methods(), engine.knowledge().clone());
        Recipe { name: String::new(), about: String::new(), methods, knowledge }
    }

    /// Gives these settings to an engine.
    pub fn install(&self, engine: &mut dyn Engine) {
        engine.set_methods(self.methods);
        engine.set_knowledge(self.knowledge.clone());
    }

    /// An engine for a game with these settings and a table of so many MiB.
    pub fn engine(&self, game: &str, hash: usize) -> Result<Box<dyn Engine>, String> {
        let mut engine = niwaki_games::open(game)?;
        engine.resize_table(hash)?;
        self.install(&mut *engine);
        Ok(engine)
    }

    /// What evaluates positions of a game: the fingerprint of the network inside the program,
    /// or [`SEED`], the evaluation written by hand.
    pub fn evaluation(&self, game: &str) -> String {
        let network = niwaki_games::built_in_network(game).filter(|_| !self.methods.hand_evaluation.enabled);
        network.map_or_else(|| SEED.to_string(), |fingerprint| format!("{fingerprint:016x}"))
    }

    /// Whether the settings are the same, whatever they are called.
    pub fn equals(&self, other: &Recipe) -> bool {
        (&self.methods, &self.knowledge) == (&other.methods, &other.knowledge)
    }

    /// Sets one parameter or model by its path.
    pub fn set(&mut self, path: &str, value: &str) -> Result<(), String> {
        if model::PATHS.contains(&path) {
            return model::set(&mut self.knowledge, path, value, None).map_err(|error| error.to_string());
        }
        self.methods.set(path, value)
    }

    /// Changes one setting: `null_move.min_depth=4`.
    pub fn change(&mut self, setting: &str) -> Result<(), String> {
        let (path, value) =
            setting.split_once('=').ok_or_else(|| format!("{setting}: expected method.parameter=value"))?;
        self.set(path.trim(), value.trim())
    }

    /// The recipe as one JSON object.
    pub fn to_json(&self) -> Json {
        json!({ "name": self.name, "about": self.about, "methods": self.settings() })
    }

    /// All settings as TOML that [`open`] reads back to the same settings.
    pub fn show(&self) -> String {
        let mut text = String::new();
        for (method, params) in Methods::describe() {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&format!("[{method}]\n"));
            for param in params {
                text.push_str(&format!("{} = {}\n", param.name, value(&self.methods, method, param)));
            }
            if let Some(name) = self.model(method) {
                text.push_str(&format!("model = {}\n", json!(name)));
            }
        }
        text
    }

    /// All settings as JSON: method, parameter, value.
    fn settings(&self) -> Json {
        let table = |(method, params): (&str, &'static [Param])| {
            let mut fields: Map<String, Json> =
                params.iter().map(|param| (param.name.to_string(), value(&self.methods, method, param))).collect();
            fields.extend(self.model(method).map(|name| ("model".to_string(), json!(name))));
            (method.to_string(), Json::Object(fields))
        };
        Json::Object(Methods::describe().into_iter().map(table).collect())
    }

    /// Name of the model of a method that has one.
    fn model(&self, method: &str) -> Option<&str> {
        let path = format!("{method}.model");
        Some(model::name(&self.knowledge, &path)).filter(|name| !name.is_empty())
    }
}

/// Names of the recipes inside the program.
pub fn names() -> Vec<&'static str> {
    EMBEDDED.iter().map(|(name, _)| *name).collect()
}

/// A recipe by its name, or by the file that holds it.
pub fn open(name_or_file: &str) -> Result<Recipe, Error> {
    resolve(&find(name_or_file, None)?, &mut Vec::new())
}

/// A parameter's value. The words of our choices need no escapes, so JSON and
/// TOML write them alike.
fn value(methods: &Methods, method: &str, param: &Param) -> Json {
    let number = methods.get(&format!("{method}.{}", param.name)).unwrap_or(param.default);
    match param.choices {
        [] => json!(number),
        ["false", "true"] => json!(number != 0),
        _ => json!(param.print(number)),
    }
}

/// The text of a recipe and where it came from.
struct Source {
    name: String,
    text: String,
    folder: Option<PathBuf>,
}

/// Finds a recipe; a file named as a base lies beside the file that names it.
fn find(name: &str, folder: Option<&Path>) -> Result<Source, Error> {
    if let Some((name, text)) = EMBEDDED.iter().find(|(known, _)| *known == name) {
        return Ok(Source { name: name.to_string(), text: text.to_string(), folder: None });
    }
    let path = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
    if !path.is_file() {
        return Err(Error::Unknown { name: name.to_string() });
    }
    let file = path.display().to_string();
    let text = input::read_text(&path, input::SETTINGS)
        .map_err(|reason| Error::Unreadable { file: file.clone(), reason: reason.to_string() })?;
    let path = path.canonicalize().unwrap_or(path);
    Ok(Source { name: file, text, folder: path.parent().map(Path::to_path_buf) })
}

/// Reads a recipe on top of its base. `chain` holds the recipes that wait for it.
fn resolve(source: &Source, chain: &mut Vec<String>) -> Result<Recipe, Error> {
    let identity = source.folder.as_ref().map_or_else(
        || source.name.clone(),
        |folder| folder.join(Path::new(&source.name).file_name().unwrap_or_default()).display().to_string(),
    );
    if chain.len() >= LONGEST_CHAIN {
        let reason = format!("base: expected at most {LONGEST_CHAIN} recipes that rest on each other");
        return Err(Error::Key { file: source.name.clone(), reason });
    }
    if chain.contains(&identity) {
        let way = [chain.as_slice(), &[identity]].concat().join(" -> ");
        return Err(Error::Cycle { file: source.name.clone(), chain: way });
    }
    chain.push(identity);
    let table: Table = source.text.parse().map_err(|error| syntax(&source.name, &source.text, &error))?;
    let key = |reason: String| Error::Key { file: source.name.clone(), reason };
    let word = |name: &str| match table.get(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str())),
        Some(other) => Err(key(format!("{name}: expected a text in quotes, not {other}"))),
    };
    let about = word("about")?.unwrap_or_default().to_string();
    let folder = source.folder.as_deref();
    let (mut methods, mut knowledge) = match word("base")? {
        Some(base) => resolve(&find(base, folder)?, chain).map(|base| (base.methods, base.knowledge))?,
        None => (Methods::off(), Knowledge::default()),
    };
    for (name, entry) in table.iter().filter(|(name, _)| !matches!(name.as_str(), "about" | "base")) {
        let Value::Table(settings) = entry else {
            return Err(key(format!("{name}: expected about, base or the table of a method, not {entry}")));
        };
        let path = format!("{name}.model");
        let mut settings = settings.clone();
        if model::PATHS.contains(&path.as_str()) {
            match settings.remove("model") {
                None => {}
                Some(Value::String(model)) => model::set(&mut knowledge, &path, &model, folder)?,
                Some(other) => return Err(key(format!("{path}: expected a text in quotes, not {other}"))),
            }
        }
        apply(&mut methods, name, &settings).map_err(key)?;
    }
    Ok(Recipe { name: source.name.clone(), about, methods, knowledge })
}

/// Sets what a method's table says.
fn apply(methods: &mut Methods, method: &str, settings: &Table) -> Result<(), String> {
    methods.set(&format!("{method}.enabled"), "true")?;
    for (name, value) in settings {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Boolean(flag) => flag.to_string(),
            other => {
                return Err(format!("{method}.{name}: expected a whole number, true, false or a text, not {other}"));
            }
        };
        methods.set(&format!("{method}.{name}"), &text)?;
    }
    Ok(())
}

/// An error of the TOML reader as ours, with its line.
pub(crate) fn syntax(file: &str, text: &str, error: &toml::de::Error) -> Error {
    let start = error.span().map_or(0, |span| span.start).min(text.len());
    let line = text.as_bytes()[..start].iter().filter(|byte| **byte == b'\n').count() + 1;
    let reason = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
    Error::Syntax { file: file.to_string(), line, reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Recipe, Error> {
        resolve(&Source { name: "test.toml".into(), text: text.into(), folder: None }, &mut Vec::new())
    }

    fn message(text: &str) -> String {
        let message = read(text).unwrap_err().to_string();
        assert!(message.starts_with("test.toml: ") && !message.contains('\n'), "{message}");
        message
    }

    #[test]
    fn every_embedded_recipe_loads_and_has_an_about_line() {
        for name in names() {
            let recipe = open(name).unwrap();
            assert!(!recipe.about.is_empty(), "{name}");
            assert!(read(&recipe.show()).unwrap().equals(&recipe), "{name}");
        }
        assert!(names().contains(&DEFAULT));
    }

    #[test]
    fn every_parameter_survives_show_and_load() {
        for (method, params) in Methods::describe() {
            for param in params {
                for number in [param.min, param.max] {
                    let mut recipe = read("").unwrap();
                    recipe.set(&format!("{method}.{}", param.name), &param.print(number)).unwrap();
                    assert!(read(&recipe.show()).unwrap().equals(&recipe), "{method}.{}", param.name);
                }
            }
        }
    }

    #[test]
    fn a_table_switches_its_method_on_unless_it_says_otherwise() {
        assert!(read("[null_move]").unwrap().methods.null_move.enabled);
        let recipe = read("base = 'null-move'\n[null_move]\nenabled = false\nmin_depth = 5").unwrap();
        assert!(!recipe.methods.null_move.enabled);
        assert_eq!(recipe.methods.null_move.min_depth, 5);
        assert!(!open("none").unwrap().methods.null_move.enabled);
    }

    #[test]
    fn wrong_recipes_are_refused_in_one_line_that_says_what_was_expected() {
        assert!(message("[null_move]\nmin_depth = 9999").contains("null_move.min_depth: must be a whole number in"));
        assert!(message("[null_move]\nmin_depth = 1.5").contains("expected a whole number"));
        assert!(message("[no_move]").contains("no such method; there are"));
        assert!(message("null_move = 3").contains("expected about, base or the table"));
        assert!(message("base = 3").contains("expected a text in quotes"));
        assert!(message("about = \"x\"\n[null_move\n").contains("line 2"));
        assert!(open("nonsense").unwrap_err().to_string().contains("recipes are none, "));
    }

    #[test]
    fn a_recipe_tells_what_evaluates() {
        let mut recipe = open(DEFAULT).unwrap();
        let network = niwaki_games::built_in_network("chess").unwrap();
        assert_eq!(recipe.evaluation("chess"), format!("{network:016x}"));
        assert_eq!(recipe.evaluation("connect-four"), SEED);
        recipe.methods.hand_evaluation.enabled = true;
        assert_eq!(recipe.evaluation("chess"), SEED);
    }

    #[test]
    fn a_recipe_cannot_rest_on_itself() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::fs::write(folder.join("a.toml"), "base = 'b.toml'").unwrap();
        std::fs::write(folder.join("b.toml"), "base = 'a.toml'").unwrap();
        let error = open(&folder.join("a.toml").display().to_string()).unwrap_err();
        assert!(matches!(error, Error::Cycle { .. }), "{error}");
    }

    #[test]
    fn a_chain_of_bases_has_a_greatest_length() {
        let folder = tempfile::tempdir().unwrap();
        let file = |number: usize| folder.path().join(format!("{number}.toml"));
        for number in 0..4000 {
            std::fs::write(file(number), format!("base = '{}.toml'", number + 1)).unwrap();
        }
        let message = open(file(0).to_str().unwrap()).unwrap_err().to_string();
        assert!(message.ends_with("base: expected at most 64 recipes that rest on each other"), "{message}");
        std::fs::write(file(63), "[null_move]").unwrap();
        assert!(open(file(0).to_str().unwrap()).unwrap().methods.null_move.enabled);
    }

    #[test]
    fn one_setting_can_be_changed() {
        let mut recipe = open("none").unwrap();
        recipe.change("null_move.min_depth = 7").unwrap();
        assert_eq!(recipe.methods.null_move.min_depth, 7);
        assert!(recipe.change("null_move").unwrap_err().contains("expected method.parameter=value"));
    }
}
