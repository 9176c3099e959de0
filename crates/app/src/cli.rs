//! The command line.
use crate::{
    bench, calculators, cancel::Cancel, collect, compare, datagen, duel, experiment, fit, merge, mine, networks,
    openings, report, suite, sweep, train, tune, uci,
};
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Parser, Subcommand};
use niwaki_lab::{
    json,
    recipe::{self, Recipe},
};
use niwaki_search::{
    engine::Engine,
    node::{Depth, MAX_DEPTH},
};
use std::{
    io::{self, BufReader, IsTerminal, Write},
    process::ExitCode,
    time::Instant,
};

/// Exit code for a command that ran, and whose answer is no.
const ANSWER_IS_NO: u8 = 1;
/// Exit code for a command that could not be understood or carried out.
const WRONG_USAGE: u8 = 2;

/// A game-tree search engine and a laboratory for forward pruning.
/// Without a command it speaks UCI on standard input and output.
#[derive(Parser)]
#[command(name = "niwaki", version, after_help = "Example: niwaki --recipe null-move bench 10")]
struct Cli {
    #[command(flatten)]
    engine: EngineOptions,
    #[command(subcommand)]
    command: Option<Command>,
}

/// What engine a command works with.
#[derive(Args)]
struct EngineOptions {
    /// Settings of the methods: the name of a recipe, or a file [default: niwaki]
    #[arg(long, global = true, value_name = "NAME|FILE")]
    recipe: Option<String>,
    /// Changes one setting, as in null_move.min_depth=4; may be repeated
    #[arg(long, global = true, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// The game
    #[arg(long, global = true, value_name = "GAME", default_value = niwaki_games::GAMES[0])]
    game: String,
}

impl EngineOptions {
    /// For commands that do not search.
    fn expect_no_recipe(&self, why: &str) -> Result<()> {
        if self.recipe.is_some() || !self.set.is_empty() {
            bail!("--recipe and --set: {why}");
        }
        Ok(())
    }

    /// The recipe that was named, or else `default`, with its changes.
    fn recipe(&self, default: &str) -> Result<Recipe> {
        recipe(self.recipe.as_deref().unwrap_or(default), &self.set)
    }
}

#[derive(Subcommand)]
enum Command {
    /// Recipes side by side on positions: nodes, solved, depth, time, what each method did
    #[command(after_help = "Example: niwaki compare\n\
                      Example: niwaki compare null-move multi-cut mpc --positions my.epd --depth 9\n\
                      Example: niwaki compare niwaki niwaki,null_move.enabled=false --nodes 100000")]
    Compare(compare::Options),
    /// Every combination of values of some parameters, side by side on positions
    #[command(
        after_help = "Example: niwaki sweep turk-mc --base turk --depth 7 --grid multi_cut.reduction=1..3 --grid multi_cut.moves=4..12:4\n\
                      Example: niwaki sweep niwaki --grid null_move.min_depth=2,3,4 --nodes 100000"
    )]
    Sweep(sweep::Options),
    /// Make the summary and the report of a run again, from its records alone
    #[command(after_help = "Example: niwaki report runs/compare-0123456789abcdef")]
    Report(report::Options),
    /// Join the parts of a run (see --shard) as if it had been run whole
    #[command(
        after_help = "Example: niwaki merge runs/joined runs/compare-0123456789abcdef-1-of-2 runs/compare-0123456789abcdef-2-of-2"
    )]
    Merge(merge::Options),
    /// Run an experiment from its file: comparisons, matches and fits in one table
    #[command(
        arg_required_else_help = false,
        after_help = "Example: niwaki experiment run my-table.toml --scale quick"
    )]
    Experiment {
        #[command(subcommand)]
        what: experiment::What,
    },
    /// The tables of the papers, theirs and ours side by side; without a name they are listed
    #[command(after_help = "Example: niwaki reproduce e11-t1\n\
                      Example: niwaki reproduce ll-t1 --scale paper --positions WAC=wac.epd\n\
                      Example: niwaki reproduce all --scale quick --out runs/papers")]
    Reproduce(experiment::Tables),
    /// Search a fixed set of positions; the last line is "<n> nodes <n> nps"
    #[command(after_help = "Example: niwaki bench 10 --set null_move.enabled=false")]
    Bench {
        /// Depth of each search
        #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
        depth: Depth,
    },
    /// Count the paths of so many moves
    #[command(after_help = "Example: niwaki perft 5 --divide --position \"8/8/8/3k1p2/5P2/4K3/8/8 w - - 0 1\"")]
    Perft {
        /// Length of the paths
        #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
        depth: u32,
        /// Where to begin, in the game's notation [default: the start]
        #[arg(long)]
        position: Option<String>,
        /// Count for each first move
        #[arg(long)]
        divide: bool,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Search the positions of a test suite and count the right moves
    #[command(after_help = "Example: niwaki suite positions.epd --recipe null-move --depth 8 --verbose\n\
                      Example: niwaki suite positions.epd --engine uci:./engine,Hash=64 --time 1000")]
    Suite(suite::Options),
    /// Make a model from searches
    #[command(
        arg_required_else_help = false,
        after_help = "Example: niwaki fit probcut --count 500 --out model.toml\n\
                      Example: niwaki fit wdl my.games"
    )]
    Fit {
        #[command(subcommand)]
        what: fit::What,
    },
    /// Collect statistics for a method from games of the engine against itself
    #[command(subcommand, after_help = "Example: niwaki collect rankcut --games 50 --depth 10 --out my-rank-cut.toml")]
    Collect(collect::What),
    /// Find new test positions in games of the engine against itself
    #[command(after_help = "Example: niwaki mine --count 50 --seed 7 --out my-suite.epd")]
    Mine(mine::Options),
    /// Play a match between recipes or UCI engines; the same command again goes on with it
    #[command(after_help = "Example: niwaki match niwaki niwaki,null_move.enabled=false --nodes 5000 --sprt 0,10\n\
                      Example: niwaki match niwaki,EvalFile=new.net niwaki --nodes 5000 --games 400\n\
                      Example: niwaki match modern uci:./engine,Threads=1 --tc 10+0.1 --games 200 --pgn games.pgn")]
    Match(Box<duel::Options>),
    /// Move parameters of a recipe to where games are won, by SPSA at fixed nodes
    #[command(after_help = "Example: niwaki tune niwaki --tune razoring.base --nodes 5000 --iterations 500\n\
                      --help explains steps and rate", after_long_help = tune::EXPLANATION)]
    Tune(Box<tune::Options>),
    /// Make a book of openings: short random lines that a search finds balanced
    #[command(after_help = "Example: niwaki openings --count 500 --window 60 --out my-book.epd")]
    Openings(openings::Options),
    /// Play training games of the engine against itself; the same command again goes on with them.
    /// A run that is interrupted loses only the games it is playing
    #[command(
        args_conflicts_with_subcommands = true,
        subcommand_negates_reqs = true,
        after_help = "Example: niwaki datagen --soft 110 --minutes 25 --seed 7 --out my.games\n\
                      Example: niwaki datagen stats my.games"
    )]
    Datagen {
        #[command(subcommand)]
        what: Option<datagen::What>,
        #[command(flatten)]
        options: datagen::Options,
    },
    /// Train the weights of a network from training games
    #[command(after_help = "Example: niwaki train my.games --width 64 --epochs 8 --out my.net")]
    Train(train::Options),
    /// Every network that was trained, also those that failed: what from, how, and how strong
    #[command(after_help = "Example: niwaki networks\n\
                      Example: niwaki networks --matches\n\
                      Example: niwaki networks my-history.toml --svg elo.svg")]
    Networks(networks::Options),
    /// What the results of a match say about the strength of a player, with 95 % intervals
    #[command(after_help = "Example: niwaki elo 136 111 96\nExample: niwaki elo --pentanomial 34,54,63,64,75 --json")]
    Elo(calculators::EloOptions),
    /// What a sequential probability ratio test of the results of a match says
    #[command(after_help = "Example: niwaki sprt --pentanomial 47,798,1975,900,64 --elo0 0 --elo1 5\n\
                      Example: niwaki sprt --trinomial 136,111,96 --elo0 -5 --elo1 0 --model logistic")]
    Sprt(calculators::SprtOptions),
    /// List the recipes, or show the settings of one
    #[command(after_help = "Example: niwaki recipes null-move")]
    Recipes {
        /// Name of a recipe, or a file
        name: Option<String>,
        /// Print one JSON object for each recipe
        #[arg(long)]
        json: bool,
    },
}

/// Runs the program; the exit code is 0 for "fine", 1 for "the answer is no" and 2 for "wrong usage".
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let mut output = Guarded(io::stdout());
    let result = match &cli.command {
        None => serve(&cli.engine, output),
        Some(Command::Compare(options)) => run_compare(&cli.engine, options, &mut output),
        Some(Command::Sweep(options)) => run_sweep(&cli.engine, options, &mut output),
        Some(Command::Report(options)) => report::run(options, &mut output),
        Some(Command::Merge(options)) => merge::run(options, &mut output),
        Some(Command::Experiment { what }) => experiment::run(what, &mut output),
        Some(Command::Reproduce(tables)) => experiment::reproduce(tables, &mut output),
        Some(Command::Bench { depth }) => run_bench(&cli.engine, *depth, &mut output),
        Some(Command::Perft { depth, position, divide, json }) => {
            let form = if *json { Form::Json } else { Form::Text { divide: *divide } };
            run_perft(&cli.engine, *depth, position.as_deref(), &form, &mut output)
        }
        Some(Command::Suite(options)) => run_suite(&cli.engine, options, &mut output),
        Some(Command::Fit { what: fit::What::Probcut(options) }) => run_fit(&cli.engine, options, &mut output),
        Some(Command::Fit { what: fit::What::Wdl(options) }) => run_fit_wdl(&cli.engine, options, &mut output),
        Some(Command::Collect(collect::What::Rankcut(options))) => run_collect(&cli.engine, options, &mut output),
        Some(Command::Mine(options)) => run_mine(&cli.engine, options, &mut output),
        Some(Command::Match(options)) => match run_match(&cli.engine, options, &mut output) {
            Ok(false) => return ExitCode::from(ANSWER_IS_NO),
            played => played.map(drop),
        },
        Some(Command::Tune(options)) => run_tune(&cli.engine, options, &mut output),
        Some(Command::Openings(options)) => run_openings(&cli.engine, options, &mut output),
        Some(Command::Datagen { what, options }) => run_datagen(&cli.engine, what.as_ref(), options, &mut output),
        Some(Command::Train(options)) => run_train(&cli.engine, options, &mut output),
        Some(Command::Networks(options)) => run_networks(&cli.engine, options, &mut output),
        Some(Command::Elo(options)) => calculators::run_elo(options, &mut output),
        Some(Command::Sprt(options)) => calculators::run_sprt(options, &mut output),
        Some(Command::Recipes { name: None, json }) => list_recipes(*json, &mut output),
        Some(Command::Recipes { name: Some(name), json }) => show_recipe(name, &cli.engine.set, *json, &mut output),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("niwaki: {error:#}");
            ExitCode::from(WRONG_USAGE)
        }
    }
}

/// Help and version as they are; of errors the first paragraph, on one line.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Nobody to tell if even this cannot be printed.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    eprintln!("niwaki: {}; see --help", line.strip_prefix("error: ").unwrap_or(&line));
    ExitCode::from(WRONG_USAGE)
}

/// Standard output; when its reader has gone, the program ends quietly.
struct Guarded(io::Stdout);

impl Write for Guarded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(leave)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(leave)
    }
}

fn leave(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
    error
}

fn open(options: &EngineOptions) -> Result<Box<dyn Engine>> {
    let mut engine = niwaki_games::open(&options.game).map_err(anyhow::Error::msg)?;
    options.recipe(recipe::DEFAULT)?.install(&mut *engine);
    Ok(engine)
}

fn recipe(name: &str, changes: &[String]) -> Result<Recipe> {
    let mut recipe = recipe::open(name)?;
    for change in changes {
        recipe.change(change).map_err(|reason| anyhow!("--set {reason}"))?;
    }
    Ok(recipe)
}

fn serve(options: &EngineOptions, output: Guarded) -> Result<()> {
    let engine = open(options)?;
    if io::stdin().is_terminal() {
        eprintln!("Niwaki {}; type help or quit, or start it with --help", env!("CARGO_PKG_VERSION"));
    }
    uci::run(BufReader::new(io::stdin()), output, engine).context("cannot start a thread")
}

fn run_bench(options: &EngineOptions, depth: Depth, output: &mut impl Write) -> Result<()> {
    let mut engine = open(options)?;
    let cancel = Cancel::new(engine.control());
    let mut written = Ok(());
    let mut print = |line| {
        if written.is_ok() {
            written = writeln!(output, "{line}");
        }
    };
    let total = bench::run(&mut *engine, depth, &cancel, &mut print).map_err(|reason| anyhow!(reason))?;
    written?;
    writeln!(output, "{}", total.line())?;
    Ok(())
}

fn run_compare(engine: &EngineOptions, options: &compare::Options, output: &mut impl Write) -> Result<()> {
    if let Some(name) = &engine.recipe {
        bail!("--recipe {name}: recipes to compare are named without --recipe");
    }
    compare::run(options, &engine.game, &engine.set, output)
}

fn run_sweep(engine: &EngineOptions, options: &sweep::Options, output: &mut impl Write) -> Result<()> {
    if let Some(name) = &engine.recipe {
        bail!("--recipe {name}: the recipe to sweep is named without --recipe");
    }
    sweep::run(options, &engine.game, &engine.set, output)
}

fn run_suite(engine: &EngineOptions, options: &suite::Options, output: &mut impl Write) -> Result<()> {
    if options.names_engine() && (engine.recipe.is_some() || !engine.set.is_empty()) {
        bail!("--recipe and --set: an engine has options of its own, as in uci:./engine,Hash=64");
    }
    suite::run(options, &engine.game, engine.recipe(recipe::DEFAULT)?, &engine.set, output)
}

fn run_fit(engine: &EngineOptions, options: &fit::Options, output: &mut impl Write) -> Result<()> {
    fit::run(options, &engine.game, engine.recipe(niwaki_lab::fit::RECIPE)?, output)
}

fn run_fit_wdl(engine: &EngineOptions, options: &fit::wdl::Options, output: &mut impl Write) -> Result<()> {
    engine.expect_no_recipe("this fit does not search")?;
    fit::wdl::run(options, output)
}

fn run_collect(engine: &EngineOptions, options: &collect::Options, output: &mut impl Write) -> Result<()> {
    collect::run(options, &engine.game, engine.recipe(collect::DEFAULT_RECIPE)?, &engine.set, output)
}

fn run_mine(engine: &EngineOptions, options: &mine::Options, output: &mut impl Write) -> Result<()> {
    mine::run(options, &engine.game, engine.recipe(recipe::DEFAULT)?, output)
}

fn run_match(engine: &EngineOptions, options: &duel::Options, output: &mut impl Write) -> Result<bool> {
    if engine.recipe.is_some() || !engine.set.is_empty() {
        bail!("--recipe and --set: name the players instead, as in modern,null_move.min_depth=4");
    }
    duel::run(options, &engine.game, output)
}

fn run_tune(engine: &EngineOptions, options: &tune::Options, output: &mut impl Write) -> Result<()> {
    if let Some(name) = &engine.recipe {
        bail!("--recipe {name}: the recipe to tune is named without --recipe");
    }
    tune::run(options, &engine.game, recipe(options.recipe(), &engine.set)?, output)
}

fn run_openings(engine: &EngineOptions, options: &openings::Options, output: &mut impl Write) -> Result<()> {
    openings::run(options, &engine.game, engine.recipe(recipe::DEFAULT)?, output)
}

fn run_datagen(
    engine: &EngineOptions,
    what: Option<&datagen::What>,
    options: &datagen::Options,
    output: &mut impl Write,
) -> Result<()> {
    datagen::run(what, options, &engine.game, engine.recipe(recipe::DEFAULT)?, output)
}

fn run_train(engine: &EngineOptions, options: &train::Options, output: &mut impl Write) -> Result<()> {
    engine.expect_no_recipe("training does not search")?;
    train::run(options, output)
}

fn run_networks(engine: &EngineOptions, options: &networks::Options, output: &mut impl Write) -> Result<()> {
    engine.expect_no_recipe("the record of networks is shown without a search")?;
    networks::run(options, output)
}

enum Form {
    Text { divide: bool },
    Json,
}

fn run_perft(
    options: &EngineOptions,
    depth: u32,
    position: Option<&str>,
    form: &Form,
    output: &mut impl Write,
) -> Result<()> {
    let mut engine = open(options)?;
    engine.set_position(position, &[]).map_err(|reason| anyhow!("--position: {reason}"))?;
    let started = Instant::now();
    let counts = if matches!(form, Form::Text { divide: true }) { engine.divide(depth) } else { Vec::new() };
    let nodes = match counts.as_slice() {
        [] => engine.perft(depth),
        counts => counts.iter().map(|(_, count)| count).sum(),
    };
    let time = started.elapsed();
    if let Form::Json = form {
        let (game, position, seconds) = (engine.game(), engine.position(), time.as_secs_f64());
        let line = json!({ "game": game, "position": position, "depth": depth, "nodes": nodes, "seconds": seconds });
        return Ok(writeln!(output, "{line}")?);
    }
    for (first, count) in &counts {
        writeln!(output, "{first}: {count}")?;
    }
    let speed = bench::per_second(nodes, time);
    Ok(writeln!(output, "{nodes} nodes {:.3} s {speed} nps", time.as_secs_f64())?)
}

fn list_recipes(json: bool, output: &mut impl Write) -> Result<()> {
    let width = recipe::names().iter().map(|name| name.len()).max().unwrap_or_default();
    for name in recipe::names() {
        let found = recipe::open(name)?;
        if json {
            writeln!(output, "{}", found.to_json())?;
        } else {
            writeln!(output, "{name:<width$}  {}", found.about)?;
        }
    }
    Ok(())
}

fn show_recipe(name: &str, changes: &[String], json: bool, output: &mut impl Write) -> Result<()> {
    let found = recipe(name, changes)?;
    if json {
        writeln!(output, "{}", found.to_json())?;
    } else {
        let about = if found.about.is_empty() { String::new() } else { format!("about = {}\n\n", json!(found.about)) };
        write!(output, "{about}{}", found.show())?;
    }
    Ok(())
}
