//! Recipes: named settings of the methods, what papers call versions.
//!
//! ```toml
//! about = "null move with a smaller reduction"
//! game = "..."             # refused in other games; without it any game will do
//! base = "none"            # another recipe, by name or file; without it all is off
//!
//! [null_move]              # a table switches its method on unless it says otherwise
//! min_depth = 4
//! ```
use crate::{
    setup::model::{self, foreign},
    study::error::Error,
};
use niwaki_games::{Kit, input, list};
use niwaki_search::{engine::Engine, knowledge::Knowledge, param::Param, prune::Methods};
use serde_json::{Map, Value as Json, json};
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The most recipes that may rest on each other.
const LONGEST_CHAIN: usize = 64;

/// The evaluation written by hand, in the place of a network: what the first network was taught by.
pub const SEED: &str = "seed";
/// What stands before the tables of a recipe.
const HEAD_KEYS: [&str; 3] = ["about", "game", "base"];

/// A recipe with its bases resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The game that it is for.
    pub kit: &'static dyn Kit,
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
    /// The settings of an engine; `None` if it plays a game that we do not know.
    pub fn of(engine: &dyn Engine) -> Option<Recipe> {
        let (methods, knowledge) = (*engine.methods(), engine.knowledge().clone());
        let kit = list::find(engine.game()).ok()?;
        Some(Recipe { kit, name: String::new(), about: String::new(), methods, knowledge })
    }

    /// Gives these settings to an engine.
    pub fn install(&self, engine: &mut dyn Engine) {
        engine.set_methods(self.methods);
        engine.set_knowledge(self.knowledge.clone());
    }

    /// An engine with these settings and a table of this size in MiB.
    pub fn engine(&self, hash: usize) -> Result<Box<dyn Engine>, String> {
        let mut engine = self.kit.engine()?;
        engine.resize_table(hash)?;
        self.install(&mut *engine);
        Ok(engine)
    }

    /// What evaluates positions: the fingerprint of the built-in network, or [`SEED`], the
    /// evaluation written by hand.
    pub fn evaluation(&self) -> String {
        let network = self.kit.network().filter(|_| !self.methods.hand_evaluation.enabled);
        network.map_or_else(|| SEED.to_string(), |fingerprint| format!("{fingerprint:016x}"))
    }

    /// Whether the settings are the same, whatever they are called.
    pub fn equals(&self, other: &Recipe) -> bool {
        (&self.methods, &self.knowledge) == (&other.methods, &other.knowledge)
    }

    /// Sets one parameter or model by its path.
    pub fn set(&mut self, path: &str, value: &str) -> Result<(), String> {
        if model::PATHS.contains(&path) {
            return Ok(model::set(self.kit, &mut self.knowledge, path, value, None)?);
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
        let mut text = format!("game = {}\n", json!(self.kit.name()));
        for (method, params) in Methods::describe() {
            text.push_str(&format!("\n[{method}]\n"));
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

/// Names of the built-in recipes of a game.
pub fn names(kit: &dyn Kit) -> Vec<&'static str> {
    kit.recipes().iter().map(|(name, _)| *name).collect()
}

/// A recipe of a game by its name, or by the file that holds it.
pub fn open(kit: &'static dyn Kit, name_or_file: &str) -> Result<Recipe, Error> {
    resolve(kit, &find(kit, name_or_file, None)?, &mut Vec::new())
}

/// The recipe of a game that is used when none is named.
pub fn default(kit: &'static dyn Kit) -> Result<Recipe, Error> {
    open(kit, kit.default_recipe())
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
fn find(kit: &'static dyn Kit, name: &str, folder: Option<&Path>) -> Result<Source, Error> {
    if let Some((name, text)) = kit.recipes().iter().find(|(known, _)| *known == name) {
        return Ok(Source { name: name.to_string(), text: text.to_string(), folder: None });
    }
    let path = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
    if !path.is_file() {
        let other = list::ALL.iter().find(|other| names(**other).contains(&name));
        let foreign = |other: &&dyn Kit| foreign(kit, name, "a recipe", other.name());
        let unknown = || format!("no such recipe or file; recipes are {}", names(kit).join(", "));
        return Err(other.map_or_else(|| Error::at(name, unknown()), foreign));
    }
    let file = path.display().to_string();
    let text = input::read_text(&path, input::SETTINGS).map_err(|reason| Error::at(&file, reason.to_string()))?;
    let path = path.canonicalize().unwrap_or(path);
    Ok(Source { name: file, text, folder: path.parent().map(Path::to_path_buf) })
}

/// Reads a recipe on top of its base. `chain` holds the recipes that wait for it.
fn resolve(kit: &'static dyn Kit, source: &Source, chain: &mut Vec<String>) -> Result<Recipe, Error> {
    let identity = source.folder.as_ref().map_or_else(
        || source.name.clone(),
        |folder| folder.join(Path::new(&source.name).file_name().unwrap_or_default()).display().to_string(),
    );
    let key = |reason: String| Error::at(&source.name, reason);
    if chain.len() >= LONGEST_CHAIN {
        return Err(key(format!("base: expected at most {LONGEST_CHAIN} recipes that rest on each other")));
    }
    if chain.contains(&identity) {
        let way = [chain.as_slice(), &[identity]].concat().join(" -> ");
        return Err(key(format!("base: expected a recipe that does not rest on this one, not {way}")));
    }
    chain.push(identity);
    let table: Table = source.text.parse().map_err(|error| Error::toml(&source.name, &source.text, &error))?;
    let word = |name: &str| match table.get(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str())),
        Some(other) => Err(key(format!("{name}: expected a text in quotes, not {other}"))),
    };
    if let Some(game) = word("game")?.filter(|game| !kit.is_served_by(game)) {
        return Err(foreign(kit, &source.name, "a recipe", game));
    }
    let about = word("about")?.unwrap_or_default().to_string();
    let folder = source.folder.as_deref();
    let (mut methods, mut knowledge) = match word("base")? {
        Some(base) => resolve(kit, &find(kit, base, folder)?, chain).map(|base| (base.methods, base.knowledge))?,
        None => (Methods::off(), Knowledge::default()),
    };
    for (name, entry) in table.iter().filter(|(name, _)| !HEAD_KEYS.contains(&name.as_str())) {
        let Value::Table(settings) = entry else {
            return Err(key(format!(
                "{name}: expected {} or the table of a method, not {entry}",
                HEAD_KEYS.join(", ")
            )));
        };
        let path = format!("{name}.model");
        let mut settings = settings.clone();
        if model::PATHS.contains(&path.as_str()) {
            match settings.remove("model") {
                None => {}
                Some(Value::String(model)) => model::set(kit, &mut knowledge, &path, &model, folder)?,
                Some(other) => return Err(key(format!("{path}: expected a text in quotes, not {other}"))),
            }
        }
        apply(&mut methods, name, &settings).map_err(key)?;
    }
    Ok(Recipe { kit, name: source.name.clone(), about, methods, knowledge })
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

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_games::list::ALL;

    fn read(text: &str) -> Result<Recipe, Error> {
        resolve(ALL[0], &Source { name: "test.toml".into(), text: text.into(), folder: None }, &mut Vec::new())
    }

    fn message(text: &str) -> String {
        let message = read(text).unwrap_err().to_string();
        assert!(message.starts_with("test.toml: ") && !message.contains('\n'), "{message}");
        message
    }

    #[test]
    fn every_embedded_recipe_loads_and_has_an_about_line() {
        for kit in ALL {
            for name in names(*kit) {
                let recipe = open(*kit, name).unwrap();
                assert!(!recipe.about.is_empty(), "{name}");
                let source = Source { name: name.into(), text: recipe.show(), folder: None };
                assert!(resolve(*kit, &source, &mut Vec::new()).unwrap().equals(&recipe), "{name}");
            }
        }
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
        assert!(!open(ALL[0], "none").unwrap().methods.null_move.enabled);
    }

    #[test]
    fn wrong_recipes_are_refused_in_one_line_that_says_what_was_expected() {
        assert!(message("[null_move]\nmin_depth = 9999").contains("null_move.min_depth: must be a whole number in"));
        assert!(message("[null_move]\nmin_depth = 1.5").contains("expected a whole number"));
        assert!(message("[no_move]").contains("no such method; there are"));
        assert!(message("null_move = 3").contains("expected about, game, base or the table"));
        assert!(message("base = 3").contains("expected a text in quotes"));
        assert!(message("about = \"x\"\n[null_move\n").contains("line 2"));
        assert!(open(ALL[0], "nonsense").unwrap_err().to_string().contains("recipes are none, "));
    }

    #[test]
    fn a_recipe_tells_what_evaluates() {
        let mut recipe = default(ALL[0]).unwrap();
        assert_eq!(recipe.evaluation(), format!("{:016x}", ALL[0].network().unwrap()));
        recipe.methods.hand_evaluation.enabled = true;
        assert_eq!(recipe.evaluation(), SEED);
        assert_eq!(default(ALL[1]).unwrap().evaluation(), SEED);
    }

    #[test]
    fn a_recipe_cannot_rest_on_itself() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::fs::write(folder.join("a.toml"), "base = 'b.toml'").unwrap();
        std::fs::write(folder.join("b.toml"), "base = 'a.toml'").unwrap();
        let error = open(ALL[0], &folder.join("a.toml").display().to_string()).unwrap_err();
        assert!(error.to_string().contains("does not rest on this one"), "{error}");
    }

    #[test]
    fn a_chain_of_bases_has_a_greatest_length() {
        let folder = tempfile::tempdir().unwrap();
        let file = |number: usize| folder.path().join(format!("{number}.toml"));
        for number in 0..4000 {
            std::fs::write(file(number), format!("base = '{}.toml'", number + 1)).unwrap();
        }
        let message = open(ALL[0], file(0).to_str().unwrap()).unwrap_err().to_string();
        assert!(message.ends_with("base: expected at most 64 recipes that rest on each other"), "{message}");
        std::fs::write(file(63), "[null_move]").unwrap();
        assert!(open(ALL[0], file(0).to_str().unwrap()).unwrap().methods.null_move.enabled);
    }

    #[test]
    fn what_belongs_to_one_game_is_refused_in_another() {
        let connect_four = list::find("connect-four").unwrap();
        let message = |name: &str| open(connect_four, name).unwrap_err().to_string();
        assert_eq!(message("mpc"), "mpc: a recipe of chess, not of connect-four");
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.display().to_string()
        };
        let own = write("own.toml", "game = 'chess'\n[null_move]");
        assert_eq!(message(&own), format!("{own}: a recipe of chess, not of connect-four"));
        assert!(message(&write("based.toml", "base = 'modern'")).contains("modern: a recipe of chess"));
        let mut none = open(connect_four, "none").unwrap();
        for path in model::PATHS {
            let model = format!("chess-{}", path.split('.').next().unwrap().replace('_', "-"));
            assert_eq!(none.set(path, &model).unwrap_err(), format!("{model}: a model of chess, not of connect-four"));
            let (_, text) = ALL[0].models().iter().find(|(name, _)| *name == model).unwrap();
            let copy = write("copy.toml", text);
            assert!(none.set(path, &copy).unwrap_err().ends_with("copy.toml: a model of chess, not of connect-four"));
            assert!(open(ALL[0], "none").unwrap().set(path, &copy).is_ok());
        }
        let common = write("common.toml", "base = 'none'\n[killers]\nenabled = false");
        assert!(open(connect_four, &common).is_ok() && open(ALL[0], &common).is_ok());
    }

    #[test]
    fn one_setting_can_be_changed() {
        let mut recipe = open(ALL[0], "none").unwrap();
        recipe.change("null_move.min_depth = 7").unwrap();
        assert_eq!(recipe.methods.null_move.min_depth, 7);
        assert!(recipe.change("null_move").unwrap_err().contains("expected method.parameter=value"));
    }
}
