//! `niwaki ablate`: what each method is worth.
use crate::commands::{
    compare::{self, Half, Positions},
    game_options::GameOptions,
    search_options::{GREATEST_HASH, MOST_JOBS, jobs},
    study,
};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use niwaki_games::Kit;
use niwaki_lab::{
    measure::{
        ablate::{self, Direction, MOST_GAMES, Settings, Variant},
        effort::Effort,
        searches::{self, Searches, Suite},
    },
    play::matches::{Limit, Spec},
    setup::recipe::Recipe,
    study::{error::Error, record, shard::Shard},
};
use niwaki_search::node::{Depth, MAX_DEPTH};
use std::{io::Write, path::PathBuf, time::Duration};

/// The recipe that methods are added to.
const SMALL_BASE: &str = "none";
/// What stands before a program.
const PROGRAMS: [&str; 2] = ["uci:", "nboard:"];
/// One MiB of table for this number of nodes a move, up to a most.
const NODES_PER_MIB: u64 = 1_000;
const MOST_HASH: u64 = 16;
/// Plies after which a game is drawn.
const MAX_PLIES: u32 = 1_000;

/// What to measure, how, and where it is kept.
#[derive(Args)]
pub(crate) struct Options {
    /// Recipe whose methods are measured, perhaps with changes behind commas, or uci:ENGINE with
    /// --option [default: the game's best, niwaki]
    #[arg(value_name = "RECIPE", id = "ablated")]
    recipe: Option<String>,
    /// Only these methods, with commas between them [default: all that the recipe switches on]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    methods: Vec<String>,
    /// Of an engine: an option that switches a method off, as in NullMove=false; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Switch each method on in turn upon a small base, instead of off
    #[arg(long)]
    add: bool,
    /// The base of --add [default: none]
    #[arg(long, value_name = "RECIPE", requires = "add")]
    base: Option<String>,
    /// Also all pairs of methods: what are two worth together beyond the sum?
    #[arg(long)]
    pairs: bool,
    /// Nodes of each move in games; several with commas between them
    #[arg(long, value_delimiter = ',', default_value = "3000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Vec<u64>,
    /// Games for each method at each number of nodes, in the mean: most go where the order is undecided;
    /// 0 for none
    #[arg(long, value_name = "N", default_value_t = 80)]
    games: usize,
    /// Depth of the searches of positions; 0 for none
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(i32).range(0..=i64::from(MAX_DEPTH)))]
    depth: Depth,
    #[command(flatten)]
    positions: Positions,
    #[command(flatten)]
    game: GameOptions,
    /// Seed of the order of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Size of each player's table in MiB [default: 16, or less where --nodes needs less]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: Option<u32>,
    /// Jobs at a time [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    jobs: Option<u32>,
    /// How long an engine may be silent before it counts as hung
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    patience: u32,
    /// Folder of the records; the same command resumes from them [default: runs/ablate-...]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Run again what is recorded in the folder already
    #[arg(long)]
    force: bool,
    /// Do only a part: 2/8 is the second of eight; niwaki merge joins the parts
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Print a JSON object for each search and game, and a last one with the summary
    #[arg(long)]
    json: bool,
}

/// Who is measured: the base, the changed players, and what they are in searches.
struct Players {
    direction: Direction,
    base: Spec,
    variants: Vec<Variant>,
    /// All of them, the base first; none of a program.
    recipes: Vec<Recipe>,
}

impl Options {
    fn players(&self, kit: &'static dyn Kit, changes: &[String]) -> Result<Players> {
        let name = self.recipe.as_deref().unwrap_or(kit.default_recipe());
        if PROGRAMS.iter().any(|prefix| name.starts_with(prefix)) {
            return self.program(kit, name);
        }
        if !self.option.is_empty() {
            bail!("--option: {name} is a recipe; its methods are named by --methods");
        }
        let recipe = compare::open(kit, name, changes)?;
        let base = self.add.then(|| compare::open(kit, self.base.as_deref().unwrap_or(SMALL_BASE), &[])).transpose()?;
        let variants = ablate::of_recipe(&recipe, base.as_ref(), &self.methods, self.pairs);
        let variants = variants.map_err(anyhow::Error::msg)?;
        let direction = if base.is_some() { Direction::Add } else { Direction::Off };
        let base = base.unwrap_or(recipe);
        let mut recipes = vec![base.clone()];
        recipes.extend(variants.iter().filter_map(Variant::recipe).cloned());
        Ok(Players { direction, base: Spec::of_recipe(&base), variants, recipes })
    }

    fn program(&self, kit: &'static dyn Kit, name: &str) -> Result<Players> {
        if self.option.is_empty() {
            bail!("{name}: expected --option NAME=VALUE for each method that the engine can switch off");
        }
        if self.add || !self.methods.is_empty() {
            bail!("{name}: --add and --methods are for recipes; an engine has --option");
        }
        let base = Spec::parse(kit, name).map_err(anyhow::Error::msg)?;
        base.check(kit).map_err(anyhow::Error::msg)?;
        let variants =
            ablate::of_options(&base, &self.option, self.pairs).map_err(|reason| anyhow!("--option {reason}"))?;
        Ok(Players { direction: Direction::Off, base, variants, recipes: Vec::new() })
    }

    fn hash(&self) -> usize {
        let most = self.nodes.iter().copied().max().unwrap_or_default();
        let needed = (most / NODES_PER_MIB).clamp(1, MOST_HASH) as usize;
        self.hash.map_or(needed, |hash| hash as usize)
    }

    /// The same players on positions, if there are any.
    fn searches(&self, kit: &'static dyn Kit, players: &Players) -> Result<Option<Searches>> {
        if self.depth == 0 || (kit.suite().is_none() && !self.positions.are_named()) {
            return Ok(None);
        }
        let suite: Suite = self.positions.read(kit, Half::Test)?;
        let settings = searches::Settings {
            kit,
            effort: Effort::Depth(self.depth),
            hash: MOST_HASH as usize,
            patience: self.patience(),
            shard: self.shard(),
            command: String::new(),
        };
        Ok(Some(match players.recipes.as_slice() {
            [] => {
                let changed = players.variants.iter().map(|variant| variant.spec.clone());
                let specs = [players.base.clone()].into_iter().chain(changed).collect();
                Searches::of_programs(ablate::COMMAND, settings, suite, specs)
            }
            recipes => Searches::of_recipes(ablate::COMMAND, settings, suite, recipes, 0)?,
        }))
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(self.patience.into())
    }

    fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    fn settings(&self, kit: &'static dyn Kit, changes: &[String]) -> Result<Settings> {
        if self.games % 2 != 0 || self.games > MOST_GAMES {
            bail!("--games: expected an even number from 0 to {MOST_GAMES}, not {}", self.games);
        }
        let mut budgets = self.nodes.clone();
        budgets.sort_unstable();
        budgets.dedup();
        let players = self.players(kit, changes)?;
        let searches = self.searches(kit, &players)?;
        if searches.is_none() && self.games == 0 {
            bail!("nothing to do: --games 0, and no positions to search");
        }
        let Players { direction, base, variants, .. } = players;
        Ok(Settings {
            kit,
            direction,
            base,
            variants,
            searches,
            budgets,
            games: self.games,
            openings: self.game.openings(kit)?,
            seed: self.seed,
            rules: self.game.rules(kit, Limit::Nodes(1), MAX_PLIES),
            hash: self.hash(),
            jobs: jobs(self.jobs),
            patience: self.patience(),
            shard: self.shard(),
            command: record::command_line(),
        })
    }
}

/// Measures, records, prints and writes the report.
pub(crate) fn run(options: &Options, kit: &'static dyn Kit, changes: &[String], output: &mut impl Write) -> Result<()> {
    let settings = options.settings(kit, changes)?;
    let folder = options.out.clone().unwrap_or_else(|| settings.plan().folder());
    if options.force {
        record::remove(&folder)?;
    }
    let progress = study::progress(None);
    let ran = ablate::run(&settings, &folder, &progress, &mut |found| {
        if !options.json {
            return Ok(());
        }
        let line = niwaki_lab::json!(found);
        progress.aside(|| writeln!(output, "{line}")).map_err(|error| Error::new(error.to_string()))
    });
    progress.finish();
    study::check_ended(ran?, &folder)?;
    study::show(&folder, options.json, false, output)
}
