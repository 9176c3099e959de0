//! `niwaki solve`: exact values of positions, where the game has a solver, and how far the
//! static evaluation is from them.
mod judged;

use crate::commands::{search_options::GREATEST_HASH, study};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use judged::Judged;
use niwaki_games::{Kit, Problem, kit::SolvedPosition};
use niwaki_lab::{json, measure::problems, play::openings};
use std::{
    collections::HashSet,
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// What to solve.
#[derive(Args)]
pub(crate) struct Options {
    /// Positions, one on a line; a score in the file (sc) is checked
    file: String,
    /// The file holds games: solve what stands after this many plies of each, no position twice
    #[arg(long, value_name = "PLIES")]
    after: Option<u32>,
    /// Say how far the static evaluation is from the exact values, by stage of the game
    #[arg(long = "static")]
    statically: bool,
    /// Weights to evaluate with, for --static [default: the built-in evaluation]
    #[arg(long, value_name = "FILE", requires = "statically")]
    network: Option<PathBuf>,
    /// Size of the solver's table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: u32,
    /// Print a JSON object for each position
    #[arg(long)]
    json: bool,
}

/// Solves every position and prints it; whether every score that the file names is right.
pub(crate) fn run(options: &Options, kit: &'static dyn Kit, output: &mut impl Write) -> Result<bool> {
    let open = kit.solver().ok_or_else(|| anyhow!("--game {}: this game has no exact solver", kit.name()))?;
    let mut judged = options.statically.then(|| Judged::new(kit, options.network.as_deref())).transpose()?;
    let problems = positions(options, kit)?;
    let mut solver = open(options.hash as usize);
    let progress = study::progress(Some(problems.len()));
    let (mut wrong, mut nodes, started) = (0, 0, Instant::now());
    for (index, problem) in problems.iter().enumerate() {
        let begun = Instant::now();
        let solved = solver.solve(&problem.position).map_err(|reason| anyhow!("{}: {reason}", options.file))?;
        let time = begun.elapsed();
        let name = problem.id.clone().unwrap_or_else(|| (index + 1).to_string());
        let eval = judged.as_mut().map(|judged| judged.judge(&problem.position, &solved)).transpose()?;
        let line = line(&name, problem, &solved, time, eval, options.json);
        wrong += usize::from(is_right(problem, &solved) == Some(false));
        nodes += solved.nodes;
        progress.set(index + 1);
        progress.aside(|| writeln!(output, "{line}"))?;
    }
    progress.finish();
    if !options.json {
        let seconds = started.elapsed().as_secs_f64();
        for line in judged.iter().flat_map(Judged::table) {
            writeln!(output, "{line}")?;
        }
        writeln!(output, "{} positions, {nodes} nodes, {seconds:.3} s, {wrong} unlike the file", problems.len())?;
    }
    Ok(wrong == 0)
}

/// The positions of the file, or those that its games reach.
fn positions(options: &Options, kit: &'static dyn Kit) -> Result<Vec<Problem>> {
    let Some(plies) = options.after else { return Ok(problems::read(kit, &options.file)?) };
    let (mut rules, mut seen, mut found) = (kit.rules(), HashSet::new(), Vec::new());
    for game in openings::read(kit, Some(Path::new(&options.file)), plies as usize)? {
        game.set(&mut *rules).map_err(|reason| anyhow!("{}: {reason}", options.file))?;
        let is_there = game.moves.len() == plies as usize && rules.outcome().is_none();
        let position = rules.position();
        if is_there && seen.insert(kit.placement(&position).into_owned()) {
            found.push(Problem { position, ..Problem::default() });
        }
    }
    if found.is_empty() {
        bail!("{}: no game is still open after {plies} plies", options.file);
    }
    Ok(found)
}

/// Whether the value is that of the file; `None` where the file has none.
fn is_right(problem: &Problem, solved: &SolvedPosition) -> Option<bool> {
    problem.score.map(|score| score == solved.score)
}

fn line(
    name: &str,
    problem: &Problem,
    solved: &SolvedPosition,
    time: Duration,
    eval: Option<f64>,
    as_json: bool,
) -> String {
    let SolvedPosition { score, line, nodes } = solved;
    let (seconds, right) = (time.as_secs_f64(), is_right(problem, solved));
    if as_json {
        let position = &problem.position;
        let mut object = json!({
            "id": name, "position": position, "score": score, "line": line,
            "nodes": nodes, "seconds": seconds, "right": right,
        });
        if let Some(eval) = eval {
            object["static"] = json!(eval);
        }
        return object.to_string();
    }
    let verdict = if right == Some(false) { "  not the score of the file" } else { "" };
    let eval = eval.map(|eval| format!(" static {eval:>+6.2}")).unwrap_or_default();
    format!("{name:<12} {score:>+4}{eval}  {nodes:>10} nodes {seconds:>8.3} s  {}{verdict}", line.join(" "))
}
