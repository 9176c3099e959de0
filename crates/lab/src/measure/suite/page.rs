//! The report of a suite, made from its records alone.
use super::Summary;
use crate::{
    measure::{
        boards,
        compare::{METHOD_HEAD, each_position, method_cells, repeat},
        trial::Trial,
    },
    report::{Axis, Chart, Page, Series, Shape, grouped},
    study::record::Run,
};
use serde_json::Value as Json;

/// The report as one HTML file.
pub(super) fn page(run: &Run, summary: &Summary, trials: &[Trial]) -> String {
    let header = run.header.as_ref().unwrap_or(&Json::Null);
    let (row, comparison) = (&summary.row, &summary.comparison);
    let title = format!("Niwaki: {} on {}, {} each", row.recipe, comparison.suite, comparison.limit);
    let mut page = Page::new(&title, &summary.headline());
    comparison.remarks().iter().for_each(|words| page.paragraph(words));
    let facts: Vec<String> = summary.facts().into_iter().map(|fact| format!("{}: {}", fact[0], fact[1])).collect();
    page.paragraph(&format!("{}.", facts.join("; ")));
    if !row.falls.is_empty() {
        page.pictures(&[(
            solved_by_nodes(summary),
            "Each solved position counts from the node at which the search settled on its move.",
        )]);
    }
    failures(&mut page, header, trials);
    if !row.methods.is_empty() {
        page.heading("Methods");
        page.table(&METHOD_HEAD, &method_cells(&[row]));
    }
    each_position(&mut page, comparison, trials);
    repeat(&mut page, header);
    page.finish_for(header)
}

/// How many positions were solved by how many nodes.
fn solved_by_nodes(summary: &Summary) -> String {
    let points = summary.row.falls.iter().zip(1..).map(|(nodes, count)| (*nodes as f64, f64::from(count)));
    let chart = Chart {
        title: "Positions solved by nodes".to_string(),
        x: Axis::log("nodes"),
        y: Axis::linear("positions solved"),
        shape: Shape::Lines,
        series: vec![Series::new(&summary.row.recipe, points.collect())],
    };
    chart.svg()
}

/// Positions that were missed, and why a program gave no answer.
fn failures(page: &mut Page, header: &Json, trials: &[Trial]) {
    let missed = trials.iter().filter(|trial| trial.solved == Some(false) || trial.fault.is_some());
    let rows: Vec<Vec<String>> = missed
        .map(|trial| {
            let answer = trial.fault.clone().or_else(|| trial.best.clone()).unwrap_or_else(|| "-".to_string());
            vec![trial.id.clone(), answer, trial.score.to_string(), trial.depth.to_string(), grouped(trial.nodes)]
        })
        .collect();
    if !rows.is_empty() {
        page.heading("Missed");
        boards::missed(page, header, trials);
        page.table(&["position", "answer", "score", "depth", "nodes"], &rows);
    }
}
