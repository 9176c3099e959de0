//! The report of a comparison, made from its records alone.
use super::{
    Comparison, Row, depths,
    text::{HEAD, METHOD_HEAD, method_cells},
};
use crate::{
    measure::{boards, problems::BUILT_IN_NAME, trial::Trial},
    report::{Axis, Bar, Bars, Chart, Form, HeatMap, Page, Series, Shape, grouped},
    study::record::{Run, machine_words},
};
use niwaki_search::prune::Id;
use serde_json::Value as Json;
use std::collections::{BTreeMap, HashMap};

/// Recipes with a line of their own: more could not be told apart.
const MOST_LINES: usize = 7;
/// Rows and pictures that a reader passes on the way to what follows; more are folded.
const MOST_ROWS: usize = 12;
const MOST_DEPTH_PICTURES: usize = 3;

/// The report as one HTML file.
pub(super) fn page(run: &Run, comparison: &Comparison, trials: &[Trial]) -> String {
    let header = run.header.as_ref().unwrap_or(&Json::Null);
    let positions = comparison.positions();
    let title =
        format!("Niwaki: {} recipes on {positions} positions, {} each", comparison.rows.len(), comparison.limit);
    let mut page = Page::new(&title, &comparison.headline());
    overview(&mut page, comparison, header);
    page.heading("Pictures");
    let left_out = comparison.ranked().len().saturating_sub(MOST_LINES);
    if left_out > 0 {
        page.remark(&format!(
            "Pictures with lines show the base and the {} that come next in the table; the other {left_out} are left out.",
            MOST_LINES - 1
        ));
    }
    page.pictures(&pictures(comparison));
    methods(&mut page, comparison);
    boards::disputed(&mut page, header, trials);
    each_position(&mut page, comparison, trials);
    repeat(&mut page, header);
    page.finish_for(header)
}

fn overview(page: &mut Page, comparison: &Comparison, header: &Json) {
    page.paragraph(
        "Fewer nodes to the same depth are worth nothing by themselves: a recipe that prunes more may miss more. \
         Solved positions show whether it does; only games show what it is worth.",
    );
    comparison.remarks().iter().for_each(|words| page.paragraph(words));
    page.heading("Recipes");
    let rows: Vec<Vec<String>> = comparison.ranked().iter().map(|row| row.cells(comparison.compares_nodes())).collect();
    page.table(&HEAD, &rows);
    let base = comparison.base().map_or("", |row| row.recipe.as_str());
    page.remark(&format!(
        "Base: {base}. Mean of positions: geometric mean of the share of the base's nodes in each position. \
         Against base: positions solved that the base misses, less those that it solves alone. Depth and branching \
         factor (growth of the nodes with each of the last four depths) are means over the {} positions in which no \
         recipe proved a mate. Seconds are those of all searches, one after the other. Brackets hold the true value in \
         95 of 100 cases. The base comes first, then the best.",
        comparison.without_mate
    ));
    if comparison.suite.starts_with(BUILT_IN_NAME) {
        page.remark(
            "The built-in positions were chosen because a short search with the recipe niwaki misses their \
             move. With few nodes, or at a low depth, they are therefore hard on niwaki and on recipes like it.",
        );
    }
    let about: Vec<Vec<String>> = header["plan"]["recipes"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|recipe| ["name", "about"].map(|key| recipe[key].as_str().unwrap_or_default().to_string()).to_vec())
        .collect();
    page.folded_table("What the recipes are", &["recipe", "about"], &about);
}

fn methods(page: &mut Page, comparison: &Comparison) {
    let rows = method_cells(&comparison.ranked());
    if rows.is_empty() {
        return;
    }
    page.heading("Methods");
    match rows.len() {
        ..=MOST_ROWS => page.table(&METHOD_HEAD, &rows),
        count => page.folded_table(&format!("What each method did in every recipe: {count} rows"), &METHOD_HEAD, &rows),
    }
    page.remark(
        "A try is a question that cost nodes or had an effect; a cut is an effect. Nodes inside: share of the \
         recipe's nodes that lie in searches which the method made itself. Methods that search nothing have no cut \
         rate: only their effects are counted. Searched again: share of the reduced moves that beat alpha and were \
         searched in full after all. Thrown away: quiet moves skipped together with the one that was asked about.",
    );
    let by_depth = depths::cells(comparison);
    if !by_depth.is_empty() {
        page.remark(depths::CAPTION);
        let pictures = depths::pictures(comparison);
        match pictures.len() {
            ..=MOST_DEPTH_PICTURES => page.pictures(&pictures),
            count => {
                page.folded(&format!("A picture for each of {count} recipes"), &mut |page| page.pictures(&pictures))
            }
        }
        page.folded_table("Every method by remaining depth", &depths::HEAD, &by_depth);
    }
}

pub(crate) fn each_position(page: &mut Page, comparison: &Comparison, trials: &[Trial]) {
    page.heading("Positions");
    let mut head = vec!["position", "in the game's notation"];
    let ranked = comparison.ranked();
    head.extend(ranked.iter().map(|row| row.recipe.as_str()));
    let mut positions: BTreeMap<usize, HashMap<&str, &Trial>> = BTreeMap::new();
    for trial in trials {
        positions.entry(trial.number).or_default().insert(&trial.recipe, trial);
    }
    let rows = positions.values().filter_map(|found| {
        let of = |row: &Row| found.get(row.recipe.as_str()).copied();
        let first = ranked.iter().find_map(|row| of(row))?;
        let mut cells = vec![first.id.clone(), first.position.clone()];
        cells.extend(ranked.iter().map(|row| of(row).map_or(String::new(), outcome)));
        Some(cells)
    });
    page.folded_table("Move and nodes of every recipe in every position", &head, &rows.collect::<Vec<_>>());
    page.remark("A tick marks the right move, a cross a wrong one.");
}

fn outcome(trial: &Trial) -> String {
    format!("{}{} {}", boards::mark(trial), trial.best.as_deref().unwrap_or("-"), grouped(trial.nodes))
}

pub(crate) fn repeat(page: &mut Page, header: &Json) {
    page.repeat(header);
    let suite = &header["plan"]["suite"];
    let word = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    page.remark(&format!(
        "Positions: {} ({}, hash {}). Table: {} MiB for each job. {} Counts are the same on every machine at fixed \
         depth or nodes; times are not.",
        word(&suite["name"]),
        suite["positions"],
        word(&suite["hash"]),
        header["plan"]["hash"],
        machine_words(header)
    ));
}

/// The picture of the first page: what share of the base's nodes each recipe needs, or
/// what it solves.
pub fn picture(comparison: &Comparison) -> String {
    if comparison.compares_nodes() { shares(comparison) } else { solved(comparison) }
}

fn pictures(comparison: &Comparison) -> Vec<(String, &'static str)> {
    let mut all = Vec::new();
    if comparison.compares_nodes() {
        all.push((
            shares(comparison),
            "Share of the base's nodes: mean over positions with its interval. Left is less.",
        ));
    }
    if comparison.rows.iter().any(|row| row.asked > 0) {
        all.push((solved(comparison), "Share of the positions whose right move was found, with its interval."));
    }
    let growth = |row: &Row| row.growth.iter().map(|(depth, nodes)| (f64::from(*depth), *nodes)).collect();
    let nodes =
        chart(comparison, "Nodes by depth", Axis::linear("depth"), Axis::log("nodes, mean of positions"), growth);
    all.push((nodes, "The flatter a line, the less each further ply costs. Each step up the axis is a factor."));
    if comparison.rows.iter().any(|row| row.solved > 0) {
        let falls = |row: &Row| {
            row.falls.iter().zip(1..).map(|(nodes, count)| ((*nodes).max(1) as f64, f64::from(count))).collect()
        };
        let axes = (Axis::log("nodes in a position"), Axis::linear("positions solved for good"));
        let stairs = Chart { shape: Shape::Steps, ..base_chart(comparison, "Solved by nodes", axes.0, axes.1, falls) };
        all.push((
            stairs.svg(),
            "Positions solved for good by the number of nodes. Higher and further left is better.",
        ));
    }
    all.extend(
        scatter(comparison)
            .map(|picture| (picture, "One dot a position. Below the line it took fewer nodes than the base.")),
    );
    all.extend(heat(comparison).map(|picture| {
        (picture, "Of the searches that a method made to decide whether to cut, those that ended in a cut.")
    }));
    all
}

fn chart(comparison: &Comparison, title: &str, x: Axis, y: Axis, points: impl Fn(&Row) -> Vec<(f64, f64)>) -> String {
    base_chart(comparison, title, x, y, points).svg()
}

fn base_chart(
    comparison: &Comparison,
    title: &str,
    x: Axis,
    y: Axis,
    points: impl Fn(&Row) -> Vec<(f64, f64)>,
) -> Chart {
    let series = comparison.ranked().into_iter().take(MOST_LINES).map(|row| Series::new(&row.recipe, points(row)));
    Chart { title: title.to_string(), x, y, shape: Shape::Lines, series: series.collect() }
}

/// The colour and mark of a recipe by its place: those without a line of their own share the last.
fn series(place: usize) -> usize {
    place.min(MOST_LINES - 1)
}

fn shares(comparison: &Comparison) -> String {
    let bar = |(place, row): (usize, &Row)| {
        let share = row.mean_share?;
        let interval = share.interval.filter(|_| !row.is_base);
        Some(Bar::new(&row.recipe, share.value, interval).of_series(series(place)))
    };
    let bars = Bars {
        title: format!(
            "Nodes to {}, {} = 100 %",
            comparison.limit,
            comparison.base().map_or("base", |row| &row.recipe)
        ),
        label: "share of the base's nodes".to_string(),
        log: true,
        form: Form::Percent,
        reference: Some(1.0),
        rows: comparison.ranked().into_iter().enumerate().filter_map(bar).collect(),
        sides: None,
    };
    bars.svg()
}

fn solved(comparison: &Comparison) -> String {
    let bar = |(place, row): (usize, &Row)| {
        let value = row.solved as f64 / row.asked.max(1) as f64;
        Bar::new(&row.recipe, value, row.rate).of_series(series(place))
    };
    let bars = Bars {
        title: format!("Positions solved, {} each", comparison.limit),
        label: "share of the positions".to_string(),
        log: false,
        form: Form::Percent,
        reference: None,
        rows: comparison.ranked().into_iter().enumerate().map(bar).collect(),
        sides: None,
    };
    bars.svg()
}

/// Nodes in each position, the base's against those of the recipe that needs the fewest.
fn scatter(comparison: &Comparison) -> Option<String> {
    let base = comparison.base().filter(|_| comparison.compares_nodes())?;
    let other = comparison.rows.iter().filter(|row| !row.is_base && row.each.len() == base.each.len());
    let other = other.min_by_key(|row| row.nodes)?;
    let points = base.each.iter().zip(&other.each).map(|((_, x), (_, y))| (*x as f64, *y as f64)).collect();
    let names = base.each.iter().map(|(name, _)| name.clone()).collect();
    let chart = Chart {
        title: format!("Nodes in each position: {} and {}", base.recipe, other.recipe),
        x: Axis::log(&format!("nodes of {}", base.recipe)),
        y: Axis::log(&format!("nodes of {}", other.recipe)),
        shape: Shape::Scatter,
        series: vec![Series::new(&other.recipe, points).labelled(names)],
    };
    Some(chart.svg())
}

/// Cut rates by recipe and method, of the methods that search.
fn heat(comparison: &Comparison) -> Option<String> {
    let rate = |row: &Row, name: &str| row.methods.iter().find(|method| method.name == name)?.rate;
    let columns: Vec<String> = Id::ALL
        .iter()
        .map(|id| id.name().to_string())
        .filter(|name| comparison.rows.iter().any(|row| rate(row, name).is_some()))
        .collect();
    let cells = |row: &Row| (row.recipe.clone(), columns.iter().map(|name| rate(row, name)).collect());
    let rows = comparison.ranked().into_iter().map(cells).collect();
    let title = "Cut rate by recipe and method".to_string();
    let label = "cuts for each hundred tries; empty: not in the recipe".to_string();
    let shades = depths::SHADES.map(str::to_string);
    (!columns.is_empty()).then(|| HeatMap { title, label, columns: columns.clone(), rows, shades }.svg())
}

#[cfg(test)]
mod tests {
    use super::super::{picture, show};
    use super::*;
    use crate::{
        measure::{compare::Comparison, effort::Effort, searches::tests::comparison},
        report::check::{asks_for_nothing, well_formed, words},
        scratch::records_of,
    };

    fn run(effort: Effort) -> Run {
        records_of(&comparison(effort, &["null-move", "niwaki"], 3), 2)
    }

    fn report(run: &Run) -> String {
        show(run).unwrap().page.unwrap()
    }

    #[test]
    fn a_report_is_made_from_records_alone() {
        for effort in [Effort::Depth(5), Effort::Nodes(2000)] {
            let run = run(effort);
            let text = report(&run);
            let (comparison, _) = Comparison::read(&run).unwrap();
            assert!(text.contains("<svg ") && text.contains("null-move") && text.contains("compare &lt;script&gt;"));
            assert!(words(&text).contains(&crate::report::escape(&comparison.headline())));
            assert!(!text.contains("NaN") && !text.contains("inf "));
            well_formed(&text).unwrap();
            assert!(asks_for_nothing(&text));
            assert!(picture(&comparison).starts_with("<svg "));
            assert!(text.contains("Cut rate by depth: niwaki") && text.contains("Every method by remaining depth"));
        }
    }

    #[test]
    fn records_without_counts_by_depth_make_a_report_without_that_picture() {
        let mut old = run(Effort::Depth(5));
        for record in &mut old.records {
            record.as_object_mut().unwrap().remove("depths");
        }
        let text = report(&old);
        assert!(!text.contains("Cut rate by depth") && text.contains("Cut rate by recipe and method"));
    }

    /// A damaged number must cost neither time nor memory.
    #[test]
    fn a_position_with_an_absurd_number_makes_a_report_at_once() {
        let mut run = run(Effort::Depth(2));
        run.records[0]["number"] = (usize::MAX / 2).into();
        assert!(report(&run).contains("</html>"));
    }
}
