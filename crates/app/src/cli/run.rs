//! Hands the options of the engine to each command.
use super::EngineOptions;
use crate::{
    bench,
    cancel::Cancel,
    commands::{
        ablate, audit, collect, compare, datagen, explore, fit, matches, mine, nboard, networks, openings, play,
        search, solve, suite, sweep, train, tune, why,
    },
    uci,
};
use anyhow::{Context, Result, anyhow, bail};
use niwaki_games::Kit;
use niwaki_lab::{
    json,
    setup::recipe::{self, Recipe},
};
use niwaki_search::{
    engine::{Engine, Perft},
    node::Depth,
};
use niwaki_statistics::sprt::Verdict;
use std::{
    io::{self, BufReader, IsTerminal, Write},
    time::Instant,
};

fn open(options: &EngineOptions) -> Result<Box<dyn Engine>> {
    let mut engine = options.kit()?.engine().map_err(anyhow::Error::msg)?;
    options.recipe(|kit| kit.default_recipe())?.install(&mut *engine);
    Ok(engine)
}

pub(super) fn recipe(kit: &'static dyn Kit, name: &str, changes: &[String]) -> Result<Recipe> {
    let mut recipe = recipe::open(kit, name)?;
    for change in changes {
        recipe.change(change).map_err(|reason| anyhow!("--set {reason}"))?;
    }
    Ok(recipe)
}

pub(super) fn serve(options: &EngineOptions, output: impl Write + Send + 'static) -> Result<()> {
    let engine = open(options)?;
    if io::stdin().is_terminal() {
        eprintln!("Niwaki {}; type help or quit, or start it with --help", env!("CARGO_PKG_VERSION"));
    }
    uci::run(BufReader::new(io::stdin()), output, engine).context("cannot start a thread")
}

pub(super) fn bench(options: &EngineOptions, depth: Depth, output: &mut impl Write) -> Result<()> {
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

pub(super) fn compare(engine: &EngineOptions, options: &compare::Options, output: &mut impl Write) -> Result<()> {
    if let Some(name) = &engine.recipe {
        bail!("--recipe {name}: recipes to compare are named without --recipe");
    }
    compare::run(options, engine.kit()?, &engine.set, output)
}

pub(super) fn ablate(engine: &EngineOptions, options: &ablate::Options, output: &mut impl Write) -> Result<()> {
    if let Some(name) = &engine.recipe {
        bail!("--recipe {name}: the recipe to measure is named without --recipe");
    }
    ablate::run(options, engine.kit()?, &engine.set, output)
}

pub(super) fn audit(engine: &EngineOptions, options: &audit::Options, output: &mut impl Write) -> Result<()> {
    if let Some(name) = &engine.recipe {
        bail!("--recipe {name}: recipes to audit are named without --recipe");
    }
    audit::run(options, engine.kit()?, &engine.set, output)
}

pub(super) fn sweep(engine: &EngineOptions, options: &sweep::Options, output: &mut impl Write) -> Result<()> {
    if let Some(name) = &engine.recipe {
        bail!("--recipe {name}: the recipe to sweep is named without --recipe");
    }
    sweep::run(options, engine.kit()?, &engine.set, output)
}

pub(super) fn explore(engine: &EngineOptions, options: &explore::Options, output: &mut impl Write) -> Result<()> {
    explore::run(options, engine.recipe(|kit| kit.default_recipe())?, output)
}

pub(super) fn search(engine: &EngineOptions, options: &search::Options, output: &mut impl Write) -> Result<()> {
    search::run(options, &engine.recipe(|kit| kit.default_recipe())?, output)
}

pub(super) fn play(engine: &EngineOptions, options: &play::Options, output: &mut impl Write) -> Result<()> {
    play::run(options, &engine.recipe(|kit| kit.default_recipe())?, io::stdin().lock(), output)
}

pub(super) fn tree(engine: &EngineOptions, options: &explore::TreeOptions, output: &mut impl Write) -> Result<()> {
    explore::print(options, &engine.recipe(|kit| kit.default_recipe())?, output)
}

pub(super) fn why(engine: &EngineOptions, options: &why::Options, output: &mut impl Write) -> Result<()> {
    why::run(options, &engine.recipe(|kit| kit.default_recipe())?, output)
}

pub(super) fn solve(engine: &EngineOptions, options: &solve::Options, output: &mut impl Write) -> Result<bool> {
    engine.expect_no_recipe("a solver has no methods to set")?;
    solve::run(options, engine.kit()?, output)
}

pub(super) fn nboard(engine: &EngineOptions, options: &nboard::Options, output: &mut impl Write) -> Result<()> {
    let kit = nboard::game(engine.kit()?)?;
    let recipe = recipe(kit, engine.recipe.as_deref().unwrap_or(kit.default_recipe()), &engine.set)?;
    nboard::run(options, kit, &recipe, BufReader::new(io::stdin()), output)
}

pub(super) fn suite(engine: &EngineOptions, options: &suite::Options, output: &mut impl Write) -> Result<()> {
    if options.names_engine() && (engine.recipe.is_some() || !engine.set.is_empty()) {
        bail!("--recipe and --set: an engine has options of its own, as in uci:./engine,Hash=64");
    }
    suite::run(options, engine.kit()?, engine.recipe(|kit| kit.default_recipe())?, &engine.set, output)
}

pub(super) fn fit(engine: &EngineOptions, options: &fit::Options, output: &mut impl Write) -> Result<()> {
    fit::run(options, engine.kit()?, engine.recipe(|kit| kit.fitted_recipe())?, output)
}

pub(super) fn fit_wdl(engine: &EngineOptions, options: &fit::wdl::Options, output: &mut impl Write) -> Result<()> {
    engine.expect_no_recipe("this fit does not search")?;
    fit::wdl::run(options, engine.kit()?, output)
}

pub(super) fn fit_risk(engine: &EngineOptions, options: &fit::risk::Options, output: &mut impl Write) -> Result<()> {
    engine.expect_no_recipe("this fit does not search")?;
    fit::risk::run(options, engine.kit()?, output)
}

pub(super) fn collect(engine: &EngineOptions, options: &collect::Options, output: &mut impl Write) -> Result<()> {
    collect::run(options, engine.recipe(|kit| kit.observed_recipe())?, &engine.set, output)
}

pub(super) fn collect_risk(
    engine: &EngineOptions,
    options: &collect::risk::Options,
    output: &mut impl Write,
) -> Result<()> {
    collect::risk::run(options, engine.recipe(|kit| kit.default_recipe())?, output)
}

pub(super) fn mine(engine: &EngineOptions, options: &mine::Options, output: &mut impl Write) -> Result<()> {
    mine::run(options, engine.kit()?, engine.recipe(|kit| kit.default_recipe())?, output)
}

pub(super) fn play_match(
    engine: &EngineOptions,
    options: &matches::Options,
    output: &mut impl Write,
) -> Result<Option<Verdict>> {
    if engine.recipe.is_some() || !engine.set.is_empty() {
        bail!("--recipe and --set: name the players instead, as in modern,null_move.min_depth=4");
    }
    matches::run(options, engine.kit()?, output)
}

pub(super) fn tune(engine: &EngineOptions, options: &tune::Options, output: &mut impl Write) -> Result<()> {
    if let Some(name) = &engine.recipe {
        bail!("--recipe {name}: the recipe to tune is named without --recipe");
    }
    tune::run(options, recipe(engine.kit()?, options.recipe(), &engine.set)?, output)
}

pub(super) fn openings(engine: &EngineOptions, options: &openings::Options, output: &mut impl Write) -> Result<()> {
    openings::run(options, engine.kit()?, engine.recipe(|kit| kit.default_recipe())?, output)
}

pub(super) fn datagen(
    engine: &EngineOptions,
    what: Option<&datagen::What>,
    options: &datagen::Options,
    output: &mut impl Write,
) -> Result<()> {
    datagen::run(what, options, engine.recipe(|kit| kit.default_recipe())?, output)
}

pub(super) fn train(engine: &EngineOptions, options: &train::Options, output: &mut impl Write) -> Result<()> {
    engine.expect_no_recipe("training does not search")?;
    train::run(options, engine.kit()?, output)
}

pub(super) fn networks(engine: &EngineOptions, options: &networks::Options, output: &mut impl Write) -> Result<()> {
    engine.expect_no_recipe("the record of networks is shown without a search")?;
    networks::run(options, output)
}

/// How `perft` prints.
pub(super) enum Form {
    Text { divide: bool },
    Json,
}

pub(super) fn perft(
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
    let Perft { full: nodes, ended } = match counts.as_slice() {
        [] => engine.perft(depth),
        counts => counts.iter().map(|(_, count)| *count).sum(),
    };
    let time = started.elapsed();
    if let Form::Json = form {
        let (game, position, seconds) = (engine.game(), engine.position(), time.as_secs_f64());
        let line = json!({
            "game": game, "position": position, "depth": depth, "nodes": nodes, "ended": ended, "seconds": seconds,
        });
        return Ok(writeln!(output, "{line}")?);
    }
    for (first, count) in &counts {
        writeln!(output, "{first}: {}", count.full)?;
    }
    let speed = bench::per_second(nodes, time);
    let shorter = if ended > 0 { format!("; {ended} games ended earlier") } else { String::new() };
    Ok(writeln!(output, "{nodes} nodes {:.3} s {speed} nps{shorter}", time.as_secs_f64())?)
}

pub(super) fn recipes(options: &EngineOptions, name: Option<&str>, json: bool, output: &mut impl Write) -> Result<()> {
    match name {
        Some(name) => show_recipe(&recipe(options.kit()?, name, &options.set)?, json, output),
        None => list_recipes(options.kit()?, json, output),
    }
}

fn list_recipes(kit: &'static dyn Kit, json: bool, output: &mut impl Write) -> Result<()> {
    let width = recipe::names(kit).iter().map(|name| name.len()).max().unwrap_or_default();
    for name in recipe::names(kit) {
        let found = recipe::open(kit, name)?;
        if json {
            writeln!(output, "{}", found.to_json())?;
        } else {
            writeln!(output, "{name:<width$}  {}", found.about)?;
        }
    }
    Ok(())
}

fn show_recipe(found: &Recipe, json: bool, output: &mut impl Write) -> Result<()> {
    if json {
        writeln!(output, "{}", found.to_json())?;
    } else {
        let about = if found.about.is_empty() { String::new() } else { format!("about = {}\n", json!(found.about)) };
        write!(output, "{about}{}", found.show())?;
    }
    Ok(())
}
