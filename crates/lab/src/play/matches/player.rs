//! Who plays: a recipe inside this process, or another program that speaks UCI or NBoard.
use super::{
    counters::Counters,
    limit::Clocks,
    process::{self, Process, Protocol},
};
use crate::{
    play::openings::Opening,
    setup::recipe::{self, Recipe},
    study::record::hash,
};
use niwaki_games::{Kit, input};
use niwaki_search::{
    engine::Engine,
    game::Side,
    limits::Limits,
    node::{Depth, MAX_DEPTH, Score},
};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

/// Why a player could not go on; it loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// In a word or two: see [`FAULTS`].
    pub reason: &'static str,
    /// What happened, on one line.
    pub detail: String,
}

/// The reasons of faults.
pub const FAULTS: [&str; 4] = [CRASH, HANG, ILLEGAL, TIME];
pub(super) const CRASH: &str = "crash";
pub(super) const HANG: &str = "hang";
pub(crate) const ILLEGAL: &str = "illegal move";
pub(super) const TIME: &str = "time";

impl Fault {
    pub(crate) fn new(reason: &'static str, detail: impl Into<String>) -> Fault {
        Fault { reason, detail: detail.into() }
    }
}

/// A move that a player has chosen, and what it says about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub m: String,
    /// Its score for the player, if it says so.
    pub score: Option<Score>,
    /// Depth reached.
    pub depth: Depth,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken, as the clock sees it.
    pub time: Duration,
    /// What its methods did, if it plays in this process.
    pub methods: Counters,
}

/// A player at the board.
pub trait Player: Send {
    /// Forgets all games before and begins another.
    fn begin(&mut self, opening: &Opening) -> Result<(), Fault>;
    /// A move was played, by whomever.
    fn observe(&mut self, m: &str) -> Result<(), Fault>;
    /// Chooses a move.
    fn think(&mut self, side: Side, clocks: &Clocks) -> Result<Choice, Fault>;
}

/// A player as it is named on the command line.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Name in tables and files.
    pub name: String,
    /// What it is.
    pub kind: Kind,
}

/// The kinds of players.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A recipe, played in this process.
    Recipe {
        /// Settings of the methods.
        recipe: Box<Recipe>,
        /// Options of the game, as `EvalFile`, with their values.
        options: Vec<(String, String)>,
        /// How far it may see, whatever the match allows.
        handicap: Handicap,
    },
    /// Another program.
    Program(process::Program),
    /// What records say of a player; it cannot play.
    Recorded(Json),
}

/// What holds a player back beyond the limit of the match: a yardstick of fixed strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handicap {
    /// The greatest depth of its searches.
    depth: Option<Depth>,
    /// The most nodes of a search.
    nodes: Option<u64>,
}

impl Handicap {
    /// Takes it out of the changes of a recipe.
    fn take(changes: &mut Vec<(String, String)>) -> Result<Handicap, String> {
        Ok(Handicap {
            depth: take_number(changes, "depth", MAX_DEPTH as u64)?.map(|depth| depth as Depth),
            nodes: take_number(changes, "nodes", u64::MAX)?,
        })
    }

    /// The limits of a search with it.
    fn hold(self, limits: Limits) -> Limits {
        let least = |one: Option<u64>, other: Option<u64>| [one, other].into_iter().flatten().min();
        let depth = [limits.depth, self.depth].into_iter().flatten().min();
        Limits { depth, nodes: least(limits.nodes, self.nodes), ..limits }
    }
}

/// Takes a number from 1 to `most` out of changes.
fn take_number(changes: &mut Vec<(String, String)>, name: &str, most: u64) -> Result<Option<u64>, String> {
    let Some(index) = changes.iter().position(|(found, _)| found == name) else { return Ok(None) };
    let (_, text) = changes.remove(index);
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    let expected = || format!("{name}={text}: expected a whole number from 1 to {most}");
    number.map(Some).ok_or_else(expected)
}

impl Spec {
    /// Reads `RECIPE[,path=value...]`, or `uci:FILE[,Option=value...]`, or `nboard:FILE`. Beside a
    /// recipe `depth` and `nodes` hold it back, and another name without a dot is an option of the game. Of a program the options `name` and `args` are
    /// its name in tables and its arguments.
    pub fn parse(kit: &'static dyn Kit, text: &str) -> Result<Spec, String> {
        let mut words = text.split(',');
        let what = words.next().unwrap_or_default().trim();
        let mut changes = Vec::new();
        for word in words {
            let (name, value) =
                word.split_once('=').ok_or_else(|| format!("{text}: {word}: expected name=value after the comma"))?;
            changes.push((name.trim().to_string(), value.trim().to_string()));
        }
        let named = changes.iter().position(|(name, _)| name == "name").map(|index| changes.remove(index).1);
        let program =
            Protocol::ALL.iter().find_map(|protocol| Some((*protocol, what.strip_prefix(protocol.prefix())?)));
        let kind = match program {
            Some((protocol, file)) => Kind::Program(process::Program::new(protocol, file, changes)),
            None => {
                let handicap = Handicap::take(&mut changes).map_err(|reason| format!("{text}: {reason}"))?;
                let (settings, options): (Vec<_>, Vec<_>) =
                    changes.into_iter().partition(|(name, _)| name.contains('.'));
                Kind::Recipe { recipe: Box::new(changed_recipe(kit, what, &settings)?), options, handicap }
            }
        };
        let name = named.unwrap_or_else(|| match &kind {
            // The folder of a program says little and would be long.
            Kind::Program(_) => {
                text.split_once(':').map_or(text, |(_, rest)| rest.rsplit('/').next().unwrap_or(rest)).to_string()
            }
            _ => text.to_string(),
        });
        Ok(Spec { name, kind })
    }

    /// The player of a recipe, under its name.
    pub fn of_recipe(recipe: &Recipe) -> Spec {
        let (options, handicap) = (Vec::new(), Handicap::default());
        Spec { name: recipe.name.clone(), kind: Kind::Recipe { recipe: Box::new(recipe.clone()), options, handicap } }
    }

    /// Whether it can play the game.
    pub fn check(&self, kit: &dyn Kit) -> Result<(), String> {
        match &self.kind {
            Kind::Program(program) if !program.protocol.serves(kit) => {
                Err(format!("{}: no {} engine plays {}", self.name, program.protocol.name(), kit.name()))
            }
            _ => Ok(()),
        }
    }

    /// All that decides how it plays, for records.
    pub fn describe(&self) -> Json {
        match &self.kind {
            Kind::Recipe { recipe, options, handicap } => {
                let mut json = json!({ "name": self.name, "recipe": recipe.to_json()["methods"] });
                let held = [("depth", handicap.depth.map(|depth| depth as u64)), ("nodes", handicap.nodes)];
                for (name, most) in held.into_iter().filter_map(|(name, most)| Some((name, most?))) {
                    json["handicap"][name] = json!(most);
                }
                for (option, value) in options {
                    json["options"][option] = json!(value);
                }
                json
            }
            Kind::Program(program) => json!({ "name": self.name, "program": program.describe() }),
            Kind::Recorded(json) => json.clone(),
        }
    }

    /// The same with the contents of its files: a program built anew is another one, and so is
    /// a network of the same name.
    pub(crate) fn describe_with_hash(&self) -> Json {
        let mut json = self.describe();
        match &self.kind {
            Kind::Program(program) => json["program"]["hash"] = json!(program.hash()),
            Kind::Recipe { options, .. } => {
                for (name, file) in options {
                    if let Ok(bytes) = input::read(file, input::ANY) {
                        json["files"][name] = json!(hash(&bytes));
                    }
                }
            }
            Kind::Recorded(_) => (),
        }
        json
    }

    /// Puts the player at a board. `hash` is the size of its table in MiB.
    pub(crate) fn open(&self, kit: &dyn Kit, hash: usize, patience: Duration) -> Result<Box<dyn Player>, String> {
        Ok(match &self.kind {
            Kind::Recipe { recipe, options, handicap } => {
                let mut player = Inside::open(kit, hash)?;
                player.handicap = *handicap;
                player.install(recipe);
                for (name, value) in options {
                    player.engine.set_option(name, value).map_err(|reason| format!("{}: {reason}", self.name))?;
                }
                Box::new(player)
            }
            Kind::Program(program) => Box::new(Process::open(program, kit, hash, patience)?),
            Kind::Recorded(_) => return Err(format!("{}: known from records only", self.name)),
        })
    }
}

fn changed_recipe(kit: &'static dyn Kit, name: &str, changes: &[(String, String)]) -> Result<Recipe, String> {
    let mut recipe = recipe::open(kit, name)?;
    for (path, value) in changes {
        recipe.set(path, value).map_err(|reason| format!("{name}: {reason}"))?;
    }
    Ok(recipe)
}

/// A recipe in this process.
pub(crate) struct Inside {
    engine: Box<dyn Engine>,
    handicap: Handicap,
}

impl Inside {
    /// A player without a recipe. `hash` is the size of its table in MiB.
    pub fn open(kit: &dyn Kit, hash: usize) -> Result<Inside, String> {
        let mut engine = kit.engine()?;
        engine.resize_table(hash)?;
        Ok(Inside { engine, handicap: Handicap::default() })
    }

    /// Gives it a recipe.
    pub fn install(&mut self, recipe: &Recipe) {
        recipe.install(&mut *self.engine);
    }
}

impl Player for Inside {
    fn begin(&mut self, opening: &Opening) -> Result<(), Fault> {
        self.engine.clear();
        opening.set(&mut *self.engine).map_err(|reason| Fault::new(CRASH, format!("the opening is refused: {reason}")))
    }

    fn observe(&mut self, m: &str) -> Result<(), Fault> {
        self.engine.play(m).map(drop).map_err(|reason| Fault::new(CRASH, reason))
    }

    fn think(&mut self, side: Side, clocks: &Clocks) -> Result<Choice, Fault> {
        let started = Instant::now();
        let report = self.engine.search(&self.handicap.hold(clocks.limits(side)));
        // Whatever the search says, a legal move is better than none.
        let m = report.line.into_iter().next().or_else(|| self.engine.legal_moves().into_iter().next());
        let m = m.ok_or_else(|| Fault::new(CRASH, "no move"))?;
        let (score, depth, nodes) = (Some(report.score), report.depth, report.nodes);
        let methods = Counters::new(report.tally);
        Ok(Choice { m, score, depth, nodes, time: started.elapsed(), methods })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::limit::Limit, *};
    use niwaki_games::list::ALL;

    #[test]
    fn players_are_recipes_with_changes_or_programs_with_options() {
        let spec = Spec::parse(ALL[0], "modern,null_move.enabled=false,null_move.min_depth=7").unwrap();
        assert_eq!(spec.name, "modern,null_move.enabled=false,null_move.min_depth=7");
        let Kind::Recipe { recipe, options, .. } = spec.kind else { panic!("{spec:?}") };
        assert!(options.is_empty());
        assert!(!recipe.methods.null_move.enabled && recipe.methods.null_move.min_depth == 7);
        assert_eq!(Spec::parse(ALL[0], "modern,name=ours").unwrap().name, "ours");
        let spec = Spec::parse(ALL[0], "modern,EvalFile=some.net,null_move.min_depth=7").unwrap();
        let Kind::Recipe { recipe, options, .. } = &spec.kind else { panic!("{spec:?}") };
        assert_eq!((recipe.methods.null_move.min_depth, options.len()), (7, 1));
        assert_eq!(spec.describe()["options"], json!({ "EvalFile": "some.net" }));
        let spec = Spec::parse(ALL[0], "uci:some/engine,Threads=2").unwrap();
        assert_eq!(spec.name, "engine,Threads=2");
        assert!(matches!(spec.kind, Kind::Program(_)));
    }

    #[test]
    fn a_handicap_holds_a_player_back_and_never_helps_it() {
        let spec = Spec::parse(ALL[0], "modern,depth=4,nodes=900").unwrap();
        assert_eq!(spec.describe()["handicap"], json!({ "depth": 4, "nodes": 900 }));
        assert!(Spec::parse(ALL[0], "modern").unwrap().describe()["handicap"].is_null());
        let Kind::Recipe { handicap, .. } = spec.kind else { panic!("{spec:?}") };
        let held = |limits: Limits| handicap.hold(limits);
        assert_eq!((held(Limits::nodes(5000)).nodes, held(Limits::nodes(5)).nodes), (Some(900), Some(5)));
        assert_eq!((held(Limits::depth(3)).depth, held(Limits::depth(9)).depth), (Some(3), Some(4)));
        let timed = held(Limits::time(Duration::from_secs(1)));
        assert_eq!((timed.move_time, timed.depth), (Some(Duration::from_secs(1)), Some(4)));
        let mut player = Spec::parse(ALL[0], "none,depth=2").unwrap().open(ALL[0], 1, Duration::ZERO).unwrap();
        player.begin(&Opening::default()).unwrap();
        let choice = player.think(Side::First, &Clocks::new(Limit::MoveTime(Duration::from_secs(60)))).unwrap();
        assert_eq!(choice.depth, 2);
        for wrong in ["modern,depth=0", "modern,depth=x", "modern,nodes=0"] {
            assert!(Spec::parse(ALL[0], wrong).unwrap_err().contains("expected a whole number from 1 to"), "{wrong}");
        }
    }

    #[test]
    fn wrong_players_are_refused_with_what_was_expected() {
        let message = |text: &str| Spec::parse(ALL[0], text).unwrap_err();
        assert!(message("soup").contains("no such recipe or file"));
        assert!(message("modern,null_move").contains("expected name=value"));
        assert!(message("modern,null_move.min_depth=x").starts_with("modern: null_move.min_depth: must be"));
        assert!(message("").contains("no such recipe"));
        let open = |text: &str| Spec::parse(ALL[0], text).unwrap().open(ALL[0], 1, Duration::ZERO).err().unwrap();
        assert_eq!(open("modern,Soup=3"), "modern,Soup=3: no such option: Soup");
        assert!(open("modern,EvalFile=no.net").starts_with("modern,EvalFile=no.net: EvalFile: no.net: "));
    }
}
