//! `niwaki search`: one search of one position, with what each method did.
use crate::commands::explore;
use anyhow::{Result, anyhow};
use clap::Args;
use niwaki_lab::{
    Json, json,
    report::{align, grouped},
    setup::recipe::Recipe,
};
use niwaki_search::{engine::Report, limits::Limits, node::Depth, tally::Tally};
use std::{collections::BTreeMap, io::Write};

/// Depth of the search unless another limit is given.
const DEFAULT_DEPTH: Depth = 10;

/// What is searched, and how the result is printed.
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    search: explore::Search,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Searches and prints.
pub(crate) fn run(options: &Options, recipe: &Recipe, output: &mut impl Write) -> Result<()> {
    let question = options.search.question(DEFAULT_DEPTH);
    let mut engine = recipe.engine(question.hash).map_err(|reason| anyhow!(reason))?;
    engine.set_position(question.position.as_deref(), &[]).map_err(|reason| anyhow!("the position: {reason}"))?;
    let position = engine.position();
    let limits: Limits = question.effort.limits();
    engine.control().prepare(false);
    let mut iterations = Vec::new();
    let report = engine.go(&limits, &mut |report| {
        iterations
            .push(json!({ "depth": report.depth, "score": report.score, "nodes": report.nodes, "line": report.line }));
    });
    if options.json {
        let mut object = to_json(&report);
        object["game"] = json!(recipe.kit.name());
        object["recipe"] = json!(recipe.name);
        object["position"] = json!(position);
        object["limit"] = json!(question.effort.words());
        object["iterations"] = json!(iterations);
        return Ok(writeln!(output, "{object}")?);
    }
    print(&report, output)
}

/// The last word of a search.
fn to_json(report: &Report) -> Json {
    let count = |tally: &Tally| {
        let Tally { tries, cuts, nodes, again, rest } = *tally;
        json!({ "tries": tries, "cuts": cuts, "nodes": nodes, "searched_again": again, "thrown_away": rest })
    };
    let mut methods: BTreeMap<&str, Json> = report.tally.iter().map(|(id, tally)| (id.name(), count(tally))).collect();
    for (id, rows) in &report.tally_by_depth {
        let acted = rows.iter().enumerate().filter(|(_, tally)| tally.tries > 0);
        let by_depth = acted.map(|(depth, tally)| {
            let mut row = count(tally);
            row["depth"] = json!(depth);
            row
        });
        if let Some(method) = methods.get_mut(id.name()) {
            method["by_depth"] = by_depth.collect();
        }
    }
    json!({
        "score": report.score,
        "depth": report.depth,
        "selective_depth": report.selective_depth,
        "nodes": report.nodes,
        "seconds": report.time.as_secs_f64(),
        "move": report.line.first(),
        "line": report.line,
        "chances": report.chances,
        "methods": methods,
    })
}

fn print(report: &Report, output: &mut impl Write) -> Result<()> {
    let (score, depth, nodes) = (report.score, report.depth, grouped(report.nodes));
    writeln!(output, "score {score}, depth {depth}, {nodes} nodes, {:.3} s", report.time.as_secs_f64())?;
    writeln!(output, "line  {}", report.line.join(" "))?;
    let acted = report.tally.iter().filter(|(_, tally)| tally.tries > 0);
    let row = |(id, tally): &(niwaki_search::prune::Id, Tally)| {
        vec![id.name().to_string(), grouped(tally.tries), grouped(tally.cuts), grouped(tally.nodes)]
    };
    let rows: Vec<Vec<String>> = acted.map(row).collect();
    writeln!(output)?;
    for line in align(&["method", "tries", "cuts", "nodes inside"], &rows, 1) {
        writeln!(output, "{line}")?;
    }
    Ok(())
}
