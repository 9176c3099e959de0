//! The options: one list from which they are declared, checked and set.
use super::strength;
use niwaki_games::list;
use niwaki_lab::{
    play::matches::SHOW_METHODS,
    setup::{
        model,
        recipe::{self, Recipe},
    },
};
use niwaki_search::{
    engine::Engine,
    game::{GameOption, OptionKind},
    param::Param,
    prune::Methods,
};
use std::{collections::BTreeMap, time::Duration};

/// Size of the table in MiB unless another is asked for.
const DEFAULT_HASH: usize = 16;
/// Greatest table in MiB: one tebibyte.
const GREATEST_HASH: i64 = 1 << 20;
/// The recipe's name when the settings are those of no named recipe.
const CUSTOM: &str = "custom";
/// The option that sets parameters by their paths, several at once. Test frameworks refuse to
/// set an option that is not declared, and this one always is.
const METHODS: &str = "Methods";
/// Whether parameters are declared without being asked for: a build for a test framework that
/// tunes them, and cannot ask first, sets this variable when it compiles.
const SHOWS_METHODS: bool = option_env!("NIWAKI_SHOW_METHODS").is_some();

/// Kind, default and range of an option.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Check { default: bool },
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: String, choices: Vec<String> },
    Text { default: String },
    Button,
}

/// An option as UCI declares it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct UciOption {
    pub name: String,
    pub kind: Kind,
    /// A parameter of a method: there are some two hundred, too many for a dialog, so they are
    /// declared on request only.
    pub of_method: bool,
}

impl UciOption {
    fn new(name: &str, kind: Kind) -> Self {
        UciOption { name: name.to_string(), kind, of_method: false }
    }

    fn spin(name: &str, default: i64, min: i64, max: i64) -> Self {
        Self::new(name, Kind::Spin { default, min, max })
    }

    fn check(name: &str) -> Self {
        Self::new(name, Kind::Check { default: false })
    }

    fn text(name: &str, default: &str) -> Self {
        Self::new(name, Kind::Text { default: default.to_string() })
    }

    fn combo<'a>(name: &str, default: &str, choices: impl IntoIterator<Item = &'a str>) -> Self {
        let choices = choices.into_iter().map(str::to_string).collect();
        Self::new(name, Kind::Combo { default: default.to_string(), choices })
    }

    fn of_game(option: &GameOption) -> Self {
        let kind = match option.kind {
            OptionKind::Check { default } => Kind::Check { default },
            OptionKind::Spin { default, min, max } => Kind::Spin { default, min, max },
            OptionKind::Text { default } => Kind::Text { default: default.to_string() },
        };
        Self::new(option.name, kind)
    }

    fn parameter(methods: &Methods, method: &str, param: &Param) -> Self {
        let path = format!("{method}.{}", param.name);
        let value = methods.get(&path).unwrap_or(param.default);
        let option = match param.choices {
            [] => Self::spin(&path, value.into(), param.min.into(), param.max.into()),
            ["false", "true"] => Self::new(&path, Kind::Check { default: value != 0 }),
            choices => Self::combo(&path, &param.print(value), choices.iter().copied()),
        };
        UciOption { of_method: true, ..option }
    }

    fn model(engine: &dyn Engine, path: &str) -> Self {
        UciOption { of_method: true, ..Self::text(path, model::name(engine.knowledge(), path)) }
    }

    /// The line that declares it.
    pub fn declaration(&self) -> String {
        let kind = match &self.kind {
            Kind::Check { default } => format!("check default {default}"),
            Kind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
            Kind::Combo { default, choices } => {
                let choices: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
                format!("combo default {default}{choices}")
            }
            Kind::Text { default } if default.is_empty() => "string default <empty>".to_string(),
            Kind::Text { default } => format!("string default {default}"),
            Kind::Button => "button".to_string(),
        };
        format!("option name {} type {kind}", self.name)
    }

    /// The value as it is to be set, or what was expected instead.
    pub fn check_value(&self, value: Option<&str>) -> Result<String, String> {
        let name = &self.name;
        let text = match (&self.kind, value) {
            (Kind::Button, _) => return Ok(String::new()),
            (_, Some(text)) => text,
            (_, None) => return Err(format!("{name}: expected value VALUE")),
        };
        match &self.kind {
            Kind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                flag @ ("true" | "false") => Ok(flag.to_string()),
                _ => Err(format!("{name}: must be true or false, not {text:?}")),
            },
            Kind::Spin { min, max, .. } => match text.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(number.to_string()),
                _ => Err(format!("{name}: must be a whole number in {min}..={max}, not {text:?}")),
            },
            Kind::Combo { choices, .. } => match choices.iter().find(|choice| choice.eq_ignore_ascii_case(text)) {
                Some(choice) => Ok(choice.clone()),
                None => Err(format!("{name}: must be one of {}, not {text:?}", choices.join(", "))),
            },
            Kind::Text { .. } if text == "<empty>" => Ok(String::new()),
            Kind::Text { .. } | Kind::Button => Ok(text.to_string()),
        }
    }
}

/// Every option of the engine, with the engine's settings as defaults of the methods.
pub(super) fn declare(engine: &dyn Engine) -> Vec<UciOption> {
    let methods = engine.methods();
    let mut all = vec![
        UciOption::spin("Hash", DEFAULT_HASH as i64, 1, GREATEST_HASH),
        UciOption::spin("Threads", 1, 1, 256),
        UciOption::new("Clear Hash", Kind::Button),
        UciOption::check("Ponder"),
        UciOption::spin("MultiPV", 1, 1, 500),
        UciOption::spin("Move Overhead", 10, 0, 5000),
        UciOption::check("UCI_ShowWDL"),
        UciOption::check("UCI_LimitStrength"),
        UciOption::spin("UCI_Elo", strength::DEFAULT, strength::LEAST, strength::GREATEST),
        UciOption::check("UCI_AnalyseMode"),
        UciOption::combo("Game", engine.game(), list::names()),
    ];
    all.extend(engine.options().iter().map(UciOption::of_game));
    if let Some(settings) = Recipe::of(engine) {
        let name = recipe_name(&settings);
        let custom = (name == CUSTOM).then_some(CUSTOM);
        all.push(UciOption::combo("Recipe", name, recipe::names(settings.kit).into_iter().chain(custom)));
    }
    all.push(UciOption::text(METHODS, ""));
    all.push(UciOption::new(SHOW_METHODS, Kind::Check { default: SHOWS_METHODS }));
    all.push(UciOption::check("ShowCounters"));
    for (method, params) in Methods::describe() {
        all.extend(params.iter().map(|param| UciOption::parameter(methods, method, param)));
    }
    all.extend(model::PATHS.iter().map(|path| UciOption::model(engine, path)));
    all
}

/// Name of the recipe with these settings, the default first.
fn recipe_name(settings: &Recipe) -> &'static str {
    let kit = settings.kit;
    let fits = |name: &&str| recipe::open(kit, name).is_ok_and(|found| found.equals(settings));
    std::iter::once(kit.default_recipe()).chain(recipe::names(kit)).find(fits).unwrap_or(CUSTOM)
}

/// What was set and does not live in the engine.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    pub hash: usize,
    pub threads: usize,
    pub lines: usize,
    pub overhead: Duration,
    pub show_chances: bool,
    pub show_methods: bool,
    pub show_counters: bool,
    pub limit_strength: bool,
    pub elo: i64,
    /// Options of games, by name: kept for the time when the game is played again.
    of_game: BTreeMap<String, String>,
    /// The settings that the engine came with.
    start: Option<Recipe>,
    /// The recipe that was asked for, if one was.
    recipe: Option<String>,
    /// Parameters and models, by game and path: they stand above the recipe, whichever came first.
    of_methods: BTreeMap<String, BTreeMap<String, String>>,
}

impl Settings {
    /// Those of an engine before anything is set.
    pub fn of(engine: &dyn Engine) -> Settings {
        Settings {
            hash: DEFAULT_HASH,
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(10),
            show_chances: false,
            show_methods: SHOWS_METHODS,
            show_counters: false,
            limit_strength: false,
            elo: strength::DEFAULT,
            of_game: BTreeMap::new(),
            start: Recipe::of(engine),
            recipe: None,
            of_methods: BTreeMap::new(),
        }
    }

    /// Sets an option to a value that [`UciOption::check_value`] has passed.
    pub fn set(&mut self, engine: &mut dyn Engine, name: &str, value: &str) -> Result<(), String> {
        let number = || value.parse::<u32>().unwrap_or_default();
        let flag = value == "true";
        match name {
            "Hash" => {
                engine.resize_table(number() as usize)?;
                self.hash = number() as usize;
            }
            "Threads" => {
                self.threads = number() as usize;
                engine.set_threads(self.threads);
            }
            "Clear Hash" => engine.clear(),
            "MultiPV" => self.lines = number() as usize,
            "Move Overhead" => self.overhead = Duration::from_millis(number().into()),
            "UCI_ShowWDL" => self.show_chances = flag,
            "UCI_LimitStrength" => self.limit_strength = flag,
            "UCI_Elo" => self.elo = number().into(),
            SHOW_METHODS => self.show_methods = flag,
            "ShowCounters" => self.show_counters = flag,
            "Ponder" | "UCI_AnalyseMode" => (),
            "Recipe" if value == CUSTOM => (),
            "Recipe" => {
                let before = self.recipe.replace(value.to_string());
                self.methods_for(engine.game()).inspect_err(|_| self.recipe = before)?.install(engine);
            }
            METHODS => self.change(engine, &read_changes(value)?)?,
            path if model::PATHS.contains(&path) || engine.methods().get(path).is_some() => {
                self.change(engine, &[(path, value)])?;
            }
            _ => {
                engine.set_option(name, value)?;
                self.of_game.insert(name.to_string(), value.to_string());
            }
        }
        Ok(())
    }

    /// Changes parameters and models of the game that is played: all, or none if one is wrong.
    fn change(&mut self, engine: &mut dyn Engine, changes: &[(&str, &str)]) -> Result<(), String> {
        let unknown = || format!("no parameters of {}", engine.game());
        let mut settings = Recipe::of(engine).ok_or_else(unknown)?;
        changes.iter().try_for_each(|(path, value)| settings.set(path, value))?;
        settings.install(engine);
        let own = changes.iter().map(|(path, value)| (path.to_string(), value.to_string()));
        self.of_methods.entry(engine.game().to_string()).or_default().extend(own);
        Ok(())
    }

    /// The methods for a game: the recipe that was asked for, or else the one that the engine came
    /// with, where the game has it, and above it what was set for this game. Margins and models
    /// of one game mean nothing in another.
    pub fn methods_for(&self, game: &str) -> Result<Recipe, String> {
        let kit = list::find(game)?;
        let start = self.start.as_ref();
        let mut settings = match (&self.recipe, start) {
            (None, Some(start)) if start.kit.name() == game => start.clone(),
            (chosen, _) => {
                let name = chosen.as_deref().or(start.map(recipe_name));
                let same = name.and_then(|name| recipe::open(kit, name).ok());
                same.map_or_else(|| recipe::default(kit), Ok)?
            }
        };
        for (path, value) in self.of_methods.get(game).into_iter().flatten() {
            settings.set(path, value)?;
        }
        Ok(settings)
    }

    /// Gives an engine what was set of the options that its game has; returns what it refuses.
    pub fn restore(&self, engine: &mut dyn Engine) -> Vec<String> {
        let known: Vec<&str> = engine.options().iter().map(|option| option.name).collect();
        let chosen = self.of_game.iter().filter(|(name, _)| known.contains(&name.as_str()));
        chosen.filter_map(|(name, value)| engine.set_option(name, value).err()).collect()
    }

    /// The parameters of a game that were set one by one, as `path=value`.
    pub fn changes(&self, game: &str) -> Vec<String> {
        let own = self.of_methods.get(game).into_iter().flatten();
        own.map(|(path, value)| format!("{path}={value}")).collect()
    }
}

/// Reads `path=value`, several of them with commas or spaces between them.
fn read_changes(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    let expected = |word: &str| format!("{METHODS}: {word}: expected path=value, as in null_move.enabled=false");
    words.map(|word| word.split_once('=').ok_or_else(|| expected(word))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_by_kind() {
        let spin = UciOption::spin("Hash", 16, 1, 64);
        assert_eq!(spin.check_value(Some("64")), Ok("64".into()));
        for wrong in [Some("65"), Some("0"), Some("-1"), Some("x"), Some(""), None] {
            assert!(spin.check_value(wrong).is_err());
        }
        assert_eq!(UciOption::check("Ponder").check_value(Some("True")), Ok("true".into()));
        assert!(UciOption::check("Ponder").check_value(Some("yes")).is_err());
        let combo = UciOption::combo("Recipe", "none", ["none", "modern"]);
        assert_eq!(combo.check_value(Some("Modern")), Ok("modern".into()));
        assert!(combo.check_value(Some("old")).unwrap_err().contains("none, modern"));
        let text = UciOption::text("Path", "");
        assert_eq!(text.check_value(Some("<empty>")), Ok(String::new()));
        assert_eq!(text.declaration(), "option name Path type string default <empty>");
        assert_eq!(combo.declaration(), "option name Recipe type combo default none var none var modern");
    }

    #[test]
    fn several_parameters_are_read_from_one_text() {
        let expected = vec![("a.b", "1"), ("c.d", "x=y")];
        assert_eq!(read_changes(" a.b=1, c.d=x=y,"), Ok(expected.clone()));
        assert_eq!(read_changes("a.b=1 c.d=x=y"), Ok(expected));
        assert_eq!(read_changes(""), Ok(vec![]));
        assert!(read_changes("a.b=1,c.d").unwrap_err().starts_with("Methods: c.d: expected path=value"));
    }

    #[test]
    fn settings_of_a_named_recipe_are_recognised() {
        let mut settings = recipe::default(list::ALL[0]).unwrap();
        assert_eq!(recipe_name(&settings), list::ALL[0].default_recipe());
        settings.methods.null_move.min_depth += 1;
        assert_eq!(recipe_name(&settings), CUSTOM);
    }
}
