//! `niwaki solve`: exact values of positions, where the game has a solver.
use crate::commands::{search_options::GREATEST_HASH, study};
use anyhow::{Result, anyhow};
use clap::Args;
use niwaki_games::{Kit, Problem, kit::SolvedPosition};
use niwaki_lab::{json, measure::problems};
use std::{
    io::Write,
    time::{Duration, Instant},
};

/// What to solve.
#[derive(Args)]
pub(crate) struct Options {
    /// Positions, one on a line; a score in the file (sc) is checked
    file: String,
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
    let problems = problems::read(kit, &options.file)?;
    let mut solver = open(options.hash as usize);
    let progress = study::progress(Some(problems.len()));
    let (mut wrong, mut nodes, started) = (0, 0, Instant::now());
    for (index, problem) in problems.iter().enumerate() {
        let begun = Instant::now();
        let solved = solver.solve(&problem.position).map_err(|reason| anyhow!("{}: {reason}", options.file))?;
        let name = problem.id.clone().unwrap_or_else(|| (index + 1).to_string());
        let line = line(&name, problem, &solved, begun.elapsed(), options.json);
        wrong += usize::from(is_right(problem, &solved) == Some(false));
        nodes += solved.nodes;
        progress.set(index + 1);
        progress.aside(|| writeln!(output, "{line}"))?;
    }
    progress.finish();
    if !options.json {
        let seconds = started.elapsed().as_secs_f64();
        writeln!(output, "{} positions, {nodes} nodes, {seconds:.3} s, {wrong} unlike the file", problems.len())?;
    }
    Ok(wrong == 0)
}

/// Whether the value is that of the file; `None` where the file has none.
fn is_right(problem: &Problem, solved: &SolvedPosition) -> Option<bool> {
    problem.score.map(|score| score == solved.score)
}

fn line(name: &str, problem: &Problem, solved: &SolvedPosition, time: Duration, json: bool) -> String {
    let SolvedPosition { score, line, nodes } = solved;
    let (seconds, right) = (time.as_secs_f64(), is_right(problem, solved));
    if json {
        let position = &problem.position;
        return json!({
            "id": name, "position": position, "score": score, "line": line,
            "nodes": nodes, "seconds": seconds, "right": right,
        })
        .to_string();
    }
    let verdict = if right == Some(false) { "  not the score of the file" } else { "" };
    format!("{name:<12} {score:>+4}  {nodes:>10} nodes {seconds:>8.3} s  {}{verdict}", line.join(" "))
}
