//! Recipes: named settings of the methods, what papers call versions.
//!
//! ```toml
//! about = "null move with a smaller reduction"
//! base = "none"            # another recipe, by name or file; without it all is off
//!
//! [null_move]              # a table switches its method on unless it says otherwise
//! min_depth = 4
//! ```
use niwaki_search::{param::Param, prune::Methods};
use serde_json::{Map, Value as Json, json};
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The recipe that is used when none is named.
pub const DEFAULT: &str = "niwaki";

/// The recipes inside the program, in the order in which they are listed.
const EMBEDDED: &[(&str, &str)] = &[
    ("none", include_str!("../../../recipes/none.toml")),
    ("null-move", include_str!("../../../recipes/null-move.toml")),
    ("modern", include_str!("../../../recipes/modern.toml")),
    ("niwaki", include_str!("../../../recipes/niwaki.toml")),
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
}

impl Recipe {
    /// The recipe as one JSON object.
    pub fn to_json(&self) -> Json {
        json!({ "name": self.name, "about": self.about, "methods": to_json(&self.methods) })
    }
}

/// Names of the recipes inside the program.
pub fn names() -> Vec<&'static str> {
    EMBEDDED.iter().map(|(name, _)| *name).collect()
}

/// Settings of a recipe by its name, or by the file that holds it.
pub fn load(name_or_file: &str) -> Result<Methods, Error> {
    Ok(open(name_or_file)?.methods)
}

/// A recipe by its name or file, with its about line.
pub fn open(name_or_file: &str) -> Result<Recipe, Error> {
    resolve(&find(name_or_file, None)?, &mut Vec::new())
}

/// Changes one setting: `null_move.min_depth=4`.
pub fn change(methods: &mut Methods, setting: &str) -> Result<(), String> {
    let (path, value) = setting.split_once('=').ok_or_else(|| format!("{setting}: expected method.parameter=value"))?;
    methods.set(path.trim(), value.trim())
}

/// All settings as TOML that [`load`] reads back to the same settings.
pub fn show(methods: &Methods) -> String {
    let mut text = String::new();
    for (method, params) in Methods::describe() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&format!("[{method}]\n"));
        for param in params {
            text.push_str(&format!("{} = {}\n", param.name, value(methods, method, param)));
        }
    }
    text
}

/// All settings as JSON: method, parameter, value.
pub fn to_json(methods: &Methods) -> Json {
    let table = |(method, params): (&str, &'static [Param])| {
        let fields: Map<String, Json> =
            params.iter().map(|param| (param.name.to_string(), value(methods, method, param))).collect();
        (method.to_string(), Json::Object(fields))
    };
    Json::Object(Methods::describe().into_iter().map(table).collect())
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
    let text = std::fs::read_to_string(&path)
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
    if chain.contains(&identity) {
        let way = [chain.as_slice(), &[identity]].concat().join(" -> ");
        return Err(Error::Cycle { file: source.name.clone(), chain: way });
    }
    chain.push(identity);
    let table: Table = source.text.parse().map_err(|error| syntax(source, &error))?;
    let key = |reason: String| Error::Key { file: source.name.clone(), reason };
    let word = |name: &str| match table.get(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str())),
        Some(other) => Err(key(format!("{name}: expected a text in quotes, not {other}"))),
    };
    let about = word("about")?.unwrap_or_default().to_string();
    let mut methods = match word("base")? {
        Some(base) => resolve(&find(base, source.folder.as_deref())?, chain)?.methods,
        None => Methods::off(),
    };
    for (name, entry) in table.iter().filter(|(name, _)| !matches!(name.as_str(), "about" | "base")) {
        let Value::Table(settings) = entry else {
            return Err(key(format!("{name}: expected about, base or the table of a method, not {entry}")));
        };
        apply(&mut methods, name, settings).map_err(key)?;
    }
    Ok(Recipe { name: source.name.clone(), about, methods })
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

fn syntax(source: &Source, error: &toml::de::Error) -> Error {
    let start = error.span().map_or(0, |span| span.start).min(source.text.len());
    let line = source.text.as_bytes()[..start].iter().filter(|byte| **byte == b'\n').count() + 1;
    let reason = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
    Error::Syntax { file: source.name.clone(), line, reason }
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
            assert_eq!(read(&show(&recipe.methods)).unwrap().methods, recipe.methods, "{name}");
        }
        assert!(names().contains(&DEFAULT));
    }

    #[test]
    fn every_parameter_survives_show_and_load() {
        for (method, params) in Methods::describe() {
            for param in params {
                for number in [param.min, param.max] {
                    let mut methods = Methods::off();
                    methods.set(&format!("{method}.{}", param.name), &param.print(number)).unwrap();
                    assert_eq!(read(&show(&methods)).unwrap().methods, methods, "{method}.{}", param.name);
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
        assert!(!load("none").unwrap().null_move.enabled);
    }

    #[test]
    fn wrong_recipes_are_refused_in_one_line_that_says_what_was_expected() {
        assert!(message("[null_move]\nmin_depth = 9999").contains("null_move.min_depth: must be a whole number in"));
        assert!(message("[null_move]\nmin_depth = 1.5").contains("expected a whole number"));
        assert!(message("[no_move]").contains("no such method; there are"));
        assert!(message("null_move = 3").contains("expected about, base or the table"));
        assert!(message("base = 3").contains("expected a text in quotes"));
        assert!(message("about = \"x\"\n[null_move\n").contains("line 2"));
        assert!(load("nonsense").unwrap_err().to_string().contains("recipes are none, "));
    }

    #[test]
    fn a_recipe_cannot_rest_on_itself() {
        let folder = std::env::temp_dir().join(format!("niwaki-recipe-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.toml"), "base = 'b.toml'").unwrap();
        std::fs::write(folder.join("b.toml"), "base = 'a.toml'").unwrap();
        let error = load(&folder.join("a.toml").display().to_string()).unwrap_err();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(matches!(error, Error::Cycle { .. }), "{error}");
    }

    #[test]
    fn one_setting_can_be_changed() {
        let mut methods = Methods::off();
        change(&mut methods, "null_move.min_depth = 7").unwrap();
        assert_eq!(methods.null_move.min_depth, 7);
        assert!(change(&mut methods, "null_move").unwrap_err().contains("expected method.parameter=value"));
    }
}
