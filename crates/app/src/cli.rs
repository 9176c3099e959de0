//! The command line.
use crate::{
    bench,
    commands::{
        ablate, audit, calculators, collect, compare, datagen, experiment, explore, fit, matches, merge, mine, nboard,
        networks, openings, play, report, search, shell, solve, study, suite, sweep, train, tune, why,
    },
    printable::{printable, printable_bytes},
};
use anyhow::{Result, anyhow, bail};
use clap::{Args, CommandFactory, Parser, Subcommand};
use niwaki_games::{Kit, list};
use niwaki_lab::{setup::recipe::Recipe, study::interrupt};
use niwaki_search::node::{Depth, MAX_DEPTH};
use niwaki_statistics::sprt::Verdict;
use std::{
    ffi::OsString,
    io::{self, Write},
    process::ExitCode,
};

mod run;

/// Exit code for a command that ran, and whose answer is no.
const ANSWER_IS_NO: u8 = 1;
/// Exit code of a sequential test that needs more games.
const UNDECIDED: u8 = 3;
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
    /// Settings of the methods: the name of a recipe of the game, or a file [default: niwaki]
    #[arg(long, global = true, value_name = "NAME|FILE")]
    recipe: Option<String>,
    /// Changes one setting, as in null_move.min_depth=4; may be repeated
    #[arg(long, global = true, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// The game
    #[arg(long, global = true, value_name = "GAME", default_value = niwaki_games::list::ALL[0].name())]
    game: String,
}

impl EngineOptions {
    /// The game.
    fn kit(&self) -> Result<&'static dyn Kit> {
        list::find(&self.game).map_err(|reason| anyhow!("--game: {reason}"))
    }

    /// For commands that do not search.
    fn expect_no_recipe(&self, why: &str) -> Result<()> {
        if self.recipe.is_some() || !self.set.is_empty() {
            bail!("--recipe and --set: {why}");
        }
        Ok(())
    }

    /// The recipe that was named, or else the one that `default` chooses, with its changes.
    fn recipe(&self, default: fn(&dyn Kit) -> &'static str) -> Result<Recipe> {
        let kit = self.kit()?;
        run::recipe(kit, self.recipe.as_deref().unwrap_or(default(kit)), &self.set)
    }
}

#[derive(Subcommand)]
enum Command {
    /// Recipes side by side on positions: nodes, solved, depth, time, what each method did
    #[command(after_help = "Example: niwaki compare\n\
                      Example: niwaki compare null-move multi-cut mpc --positions my.epd --depth 9\n\
                      Example: niwaki compare niwaki niwaki,null_move.enabled=false --nodes 100000")]
    Compare(compare::Options),
    /// What each method is worth: each off in turn, by searches and games; the same command resumes
    #[command(after_help = "Example: niwaki ablate\n\
                      Example: niwaki ablate niwaki --nodes 2000,8000,32000 --games 400\n\
                      Example: niwaki ablate niwaki --pairs --methods null_move,futility,razoring --games 200\n\
                      Example: niwaki ablate niwaki --add --base null-move --games 200\n\
                      Example: niwaki ablate uci:./engine --option NullMove=false --option LMR=false")]
    Ablate(Box<ablate::Options>),
    /// Every combination of values of some parameters, side by side on positions
    #[command(
        after_help = "Example: niwaki sweep turk-mc --base turk --depth 7 --grid multi_cut.reduction=1..3 --grid multi_cut.moves=4..12:4\n\
                      Example: niwaki sweep niwaki --grid null_move.min_depth=2,3,4 --nodes 100000"
    )]
    Sweep(sweep::Options),
    /// What wrong cuts cost: sampled decisions of each method, judged by searches without pruning
    #[command(after_help = "Example: niwaki audit\n\
                      Example: niwaki audit niwaki turk-mc --count 40 --depth 8 --sample 2\n\
                      Example: niwaki audit niwaki,reverse_futility.margin=0 --positions my.epd")]
    Audit(audit::Options),
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
    /// The tree of one search, or of two recipes side by side, as one HTML file to look around in
    #[command(after_help = "Example: niwaki explore startpos --depth 9 --out tree.html\n\
                      Example: niwaki explore \"8/8/8/3k1p2/5P2/4K3/8/8 w - - 0 1\" --nodes 100000 --against null-move --out two.html\n\
                      Example: niwaki explore --audit runs/audit-0123456789abcdef --out regrets.html")]
    Explore(explore::Options),
    /// Print a small tree: a line for each of its widest nodes, with the method that cut it
    #[command(after_help = "Example: niwaki tree startpos --depth 4 --most 60\n\
                      Example: niwaki tree startpos --depth 3 --recipe null-move")]
    Tree(explore::TreeOptions),
    /// Which method hides a move, and by which decision
    #[command(
        after_help = "Example: niwaki why \"r1bk3r/pppq1ppp/5n2/4N1N1/2Bp4/Bn6/P4PPP/4R1K1 w - - 0 1\" --move g5f7 --depth 6\n\
                      Example: niwaki why \"8/8/8/3k1p2/5P2/4K3/8/8 w - - 0 1\" --move e3d3 --explore tree.html"
    )]
    Why(why::Options),
    /// One search of one position: score, line, and what each method did at each depth
    #[command(after_help = "Example: niwaki search startpos --depth 12\n\
                      Example: niwaki search \"8/8/8/3k1p2/5P2/4K3/8/8 w - - 0 1\" --nodes 100000 --json")]
    Search(search::Options),
    /// Play a game against the engine in the terminal: board, hints, undo, levels
    #[command(after_help = "Example: niwaki play --level 3\nExample: niwaki play --side second --level 1")]
    Play(play::Options),
    /// Search a fixed set of positions; the last line is "<n> nodes <n> nps"
    #[command(after_help = "Example: niwaki bench 10 --set null_move.enabled=false")]
    Bench {
        /// Depth of each search
        #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
        depth: Depth,
    },
    /// Count the paths of a number of moves
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
    /// Exact values of positions, where the game has a solver; the exit code is 1 if one is not that of the file
    #[command(after_help = "Example: niwaki solve --game GAME my-positions.txt --json\n\
                      Example: niwaki solve --game GAME FILE --after 40 --static")]
    Solve(solve::Options),
    /// Speak NBoard on standard input and output, as programs of the game do
    #[command(after_help = "Example: niwaki nboard --movetime 100")]
    Nboard(nboard::Options),
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
    /// Play a match between recipes or UCI engines; the same command resumes it
    #[command(after_help = "Example: niwaki match niwaki niwaki,null_move.enabled=false --nodes 5000 --sprt 0,10\n\
                      Example: niwaki match niwaki,EvalFile=new.net niwaki --nodes 5000 --games 400\n\
                      Example: niwaki match modern uci:./engine,Threads=1 --tc 10+0.1 --games 200 --pgn games.pgn")]
    Match(Box<matches::Options>),
    /// Move parameters of a recipe to where games are won, by SPSA at fixed nodes
    #[command(after_help = "Example: niwaki tune niwaki --tune razoring.base --nodes 5000 --iterations 500\n\
                      --help explains steps and rate", after_long_help = tune::EXPLANATION)]
    Tune(Box<tune::Options>),
    /// Make a book of openings: short random lines that a search finds balanced
    #[command(after_help = "Example: niwaki openings --count 500 --window 60 --out my-book.epd")]
    Openings(openings::Options),
    /// Play training games of the engine against itself; the same command resumes them.
    /// A run that is interrupted loses only the games it is playing
    #[command(
        args_conflicts_with_subcommands = true,
        subcommand_negates_reqs = true,
        after_help = "Example: niwaki datagen --minutes 60 --seed 7 --out my.games\n\
                      Example: niwaki datagen stats my.games"
    )]
    Datagen {
        #[command(subcommand)]
        what: Option<datagen::What>,
        #[command(flatten)]
        options: datagen::Options,
    },
    /// Train the weights of a network from training games
    #[command(after_help = "Example: niwaki train my.games --width 256 --out my.net")]
    Train(train::Options),
    /// Every network that was trained, also those that failed: what from, how, and how strong
    #[command(after_help = "Example: niwaki networks\n\
                      Example: niwaki networks --matches\n\
                      Example: niwaki networks my-history.toml --svg elo.svg")]
    Networks(networks::Options),
    /// What the results of a match say about the strength of a player, with 95 % intervals
    #[command(after_help = "Example: niwaki elo 136 111 96\nExample: niwaki elo --pentanomial 34,54,63,64,75 --json")]
    Elo(calculators::EloOptions),
    /// What a sequential probability ratio test of the results of a match says; the exit code is 0 if it
    /// is passed, 1 if it is failed and 3 if it needs more games
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
    /// Print the script that completes commands and options in a shell
    #[command(after_help = "Example: niwaki completions bash > ~/.local/share/bash-completion/completions/niwaki")]
    Completions(shell::Completions),
    /// Print the manual page, or write one for each command
    #[command(after_help = "Example: niwaki man --out ~/.local/share/man/man1")]
    Man(shell::Man),
}

/// The position of a game may begin with a hyphen, for an empty square. With a space before it, it is not
/// read as an option; no option has a space in its name.
fn positions_apart_from_options(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if text.starts_with('-') && text.split('=').next().is_some_and(|name| name.contains(' ')) => {
            format!(" {text}").into()
        }
        _ => argument,
    }
}

/// Runs the program; the exit code is 0 for "fine", 1 for "the answer is no", 2 for "wrong usage"
/// and 3 for "undecided so far".
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(std::env::args_os().map(positions_apart_from_options)) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let mut output = Guarded(io::stdout());
    let result = match &cli.command {
        None => run::serve(&cli.engine, output),
        Some(Command::Ablate(options)) => run::ablate(&cli.engine, options, &mut output),
        Some(Command::Audit(options)) => run::audit(&cli.engine, options, &mut output),
        Some(Command::Compare(options)) => run::compare(&cli.engine, options, &mut output),
        Some(Command::Sweep(options)) => run::sweep(&cli.engine, options, &mut output),
        Some(Command::Report(options)) => report::run(options, &mut output),
        Some(Command::Merge(options)) => merge::run(options, &mut output),
        Some(Command::Experiment { what }) => experiment::run(what, &mut output),
        Some(Command::Reproduce(tables)) => experiment::reproduce(tables, &mut output),
        Some(Command::Explore(options)) => run::explore(&cli.engine, options, &mut output),
        Some(Command::Tree(options)) => run::tree(&cli.engine, options, &mut output),
        Some(Command::Why(options)) => run::why(&cli.engine, options, &mut output),
        Some(Command::Search(options)) => run::search(&cli.engine, options, &mut output),
        Some(Command::Play(options)) => run::play(&cli.engine, options, &mut output),
        Some(Command::Bench { depth }) => run::bench(&cli.engine, *depth, &mut output),
        Some(Command::Perft { depth, position, divide, json }) => {
            let form = if *json { run::Form::Json } else { run::Form::Text { divide: *divide } };
            run::perft(&cli.engine, *depth, position.as_deref(), &form, &mut output)
        }
        Some(Command::Nboard(options)) => run::nboard(&cli.engine, options, &mut output),
        Some(Command::Solve(options)) => match run::solve(&cli.engine, options, &mut output) {
            Ok(false) => return ExitCode::from(ANSWER_IS_NO),
            solved => solved.map(drop),
        },
        Some(Command::Suite(options)) => run::suite(&cli.engine, options, &mut output),
        Some(Command::Fit { what: fit::What::Probcut(options) }) => run::fit(&cli.engine, options, &mut output),
        Some(Command::Fit { what: fit::What::Wdl(options) }) => run::fit_wdl(&cli.engine, options, &mut output),
        Some(Command::Fit { what: fit::What::Risk(options) }) => run::fit_risk(&cli.engine, options, &mut output),
        Some(Command::Collect(collect::What::Rankcut(options))) => run::collect(&cli.engine, options, &mut output),
        Some(Command::Collect(collect::What::Risk(options))) => run::collect_risk(&cli.engine, options, &mut output),
        Some(Command::Mine(options)) => run::mine(&cli.engine, options, &mut output),
        Some(Command::Match(options)) => match run::play_match(&cli.engine, options, &mut output) {
            Ok(Some(verdict)) => return exit_code(verdict),
            played => played.map(drop),
        },
        Some(Command::Tune(options)) => run::tune(&cli.engine, options, &mut output),
        Some(Command::Openings(options)) => run::openings(&cli.engine, options, &mut output),
        Some(Command::Datagen { what, options }) => run::datagen(&cli.engine, what.as_ref(), options, &mut output),
        Some(Command::Train(options)) => run::train(&cli.engine, options, &mut output),
        Some(Command::Networks(options)) => run::networks(&cli.engine, options, &mut output),
        Some(Command::Elo(options)) => calculators::run_elo(options, &mut output),
        Some(Command::Sprt(options)) => match calculators::run_sprt(options, &mut output) {
            Ok(verdict) => return exit_code(verdict),
            failed => failed.map(drop),
        },
        Some(Command::Recipes { name, json }) => run::recipes(&cli.engine, name.as_deref(), *json, &mut output),
        Some(Command::Completions(options)) => shell::completions(Cli::command(), options, &mut output),
        Some(Command::Man(options)) => shell::man(Cli::command(), options, &mut output),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<study::Interrupted>() => {
            eprintln!("{error}");
            ExitCode::from(interrupt::EXIT_CODE as u8)
        }
        Err(error) => {
            eprintln!("niwaki: {}", printable(&format!("{error:#}")));
            ExitCode::from(WRONG_USAGE)
        }
    }
}

/// What scripts read off a sequential test.
fn exit_code(verdict: Verdict) -> ExitCode {
    match verdict {
        Verdict::AcceptH1 => ExitCode::SUCCESS,
        Verdict::AcceptH0 => ExitCode::from(ANSWER_IS_NO),
        Verdict::Continue => ExitCode::from(UNDECIDED),
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

/// Standard output without control characters; when its reader has gone, the program ends quietly.
struct Guarded(io::Stdout);

impl Write for Guarded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A buffer may cut a letter in two.
        let written = match std::str::from_utf8(bytes) {
            Ok(text) => self.0.write_all(printable(text).as_bytes()),
            Err(_) => self.0.write_all(&printable_bytes(bytes)),
        };
        written.map(|()| bytes.len()).map_err(leave)
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
