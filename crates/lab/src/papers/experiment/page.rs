//! The report of an experiment, and the page that links the reports of many.
use super::{Cell, Experiment, Line, Note, Table};
use crate::report::{Axis, Bar, Bars, Chart, Form, Page, Series, Shape};

/// Rows up to which they fit below each other, and from which a cloud of dots shows something.
const MOST_BARS: usize = 30;
const FEWEST_DOTS: usize = 4;
/// Names that find room beside their dots; of more dots only those who point at them learn the name.
const MOST_NAMES: usize = 14;

/// The report as one HTML file.
pub fn page(experiment: &Experiment, note: &Note, tables: &[Table]) -> String {
    let mut page = Page::new(&format!("Niwaki: {}", experiment.title), &experiment.finding(tables));
    for text in [&experiment.question, &experiment.source].into_iter().filter(|text| !text.is_empty()) {
        page.paragraph(text);
    }
    for table in tables {
        page.heading(&table.title);
        let head = table.head();
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        page.table(&head, &table.rows());
        table.notes().iter().for_each(|text| page.remark(text));
        table.agreements.iter().for_each(|found| page.remark(&format!("{}.", found.sentence())));
    }
    let pictures: Vec<(String, &str)> = tables.iter().flat_map(pictures).collect();
    if !pictures.is_empty() {
        page.heading("Pictures");
        page.pictures(&pictures);
    }
    about(&mut page, experiment, note);
    page.finish(&format!("Niwaki {}, {}", env!("CARGO_PKG_VERSION"), experiment.id))
}

fn about(page: &mut Page, experiment: &Experiment, note: &Note) {
    if !experiment.differs.is_empty() {
        page.heading("What differs from the paper");
        experiment.differs.iter().for_each(|text| page.paragraph(text));
    }
    page.heading("How to read it");
    page.remark(
        "Intervals hold 95 %. Shares of nodes are of sums over all positions, their intervals from the spread between \
         positions; solved positions have Wilson's interval, changes of them Agresti & Min's for pairs; scores and Elo \
         come from pairs of games with colours swapped. Games end when a player is 900 behind for three of its moves, \
         and are drawn after 400 plies. What the base has of itself counts for no agreement.",
    );
    page.heading("Repeat it");
    page.verbatim(&note.command);
    let files: Vec<String> =
        note.positions.iter().map(|(name, file)| format!("{name} {file}").trim().to_string()).collect();
    let positions = if files.is_empty() { "built in".to_string() } else { files.join(", ") };
    let openings = note.openings.as_deref().unwrap_or("built in");
    page.remark(&format!(
        "Scale {}. Positions: {positions}. Openings: {openings}. Table: {} MiB for each job at most. Seed {}.",
        note.scale, experiment.hash, experiment.seed
    ));
}

/// Paper and ours in the column that counts, of the rows that were run, in the order of the paper's
/// figures.
fn pictures(table: &Table) -> Vec<(String, &'static str)> {
    let place = table.columns.iter().position(|(column, _)| Some(*column) == table.headline);
    let Some((index, column)) = place.zip(table.headline) else { return Vec::new() };
    let shown = |line: &Line| line.cells[index].ours.as_ref().is_some_and(|ours| ours.value.is_finite() && !ours.given);
    let mut rows: Vec<(&str, &Cell)> =
        table.lines.iter().filter(|line| shown(line)).map(|line| (line.name.as_str(), &line.cells[index])).collect();
    let paper = |cell: &Cell| cell.paper_value.unwrap_or(f64::NEG_INFINITY);
    rows.sort_by(|one, two| paper(two.1).total_cmp(&paper(one.1)));
    let mut pictures = Vec::new();
    if (1..=MOST_BARS).contains(&rows.len()) {
        let bars = Bars {
            title: format!("{}: {}", table.title, column.head()),
            label: column.head().to_string(),
            log: false,
            form: Form::Number,
            reference: column.neutral(),
            rows: rows.iter().filter_map(|(name, cell)| bar(name, cell)).collect(),
            sides: Some(["ours", "paper"].map(str::to_string)),
        };
        pictures.push((bars.svg(), "Ours with its interval of 95 %, and the paper's figure. Sorted by the paper's."));
    }
    let both = |(name, cell): &(&'_ str, &Cell)| Some((name.to_string(), cell.paper_value?, cell.ours.as_ref()?.value));
    let dots: Vec<(String, f64, f64)> = rows.iter().filter_map(both).collect();
    if dots.len() >= FEWEST_DOTS {
        let caption = "One dot a row. On the line both say the same; what counts is the order.";
        pictures.push((cloud(&table.title, column.head(), &dots), caption));
    }
    pictures
}

/// Our figure, and the paper's if there is one.
fn bar(name: &str, cell: &Cell) -> Option<Bar> {
    let ours = cell.ours.as_ref()?;
    let interval = ours.interval.filter(|interval| interval.reach().is_finite());
    Some(Bar { beside: cell.paper_value, ..Bar::new(name, ours.value, interval) })
}

fn cloud(title: &str, head: &str, dots: &[(String, f64, f64)]) -> String {
    let points = dots.iter().map(|(_, x, y)| (*x, *y)).collect();
    let names = dots.iter().map(|(name, ..)| name.clone()).collect();
    let shape = if dots.len() <= MOST_NAMES { Shape::Named } else { Shape::Scatter };
    let (x, y) = (Axis::linear(&format!("paper: {head}")), Axis::linear(&format!("ours: {head}")));
    let series = vec![Series::new("rows", points).labelled(names)];
    Chart { title: format!("{title}: paper and ours"), x, y, shape, series }.svg()
}

/// A page that links the reports of many experiments: each with its finding and the place
/// of its report.
pub fn index(title: &str, entries: &[(Experiment, String, String)], command: &str) -> String {
    let mut page = Page::new(title, &format!("{} tables, theirs and ours", entries.len()));
    for (experiment, finding, place) in entries {
        page.link(place, &format!("{}: {}", experiment.id, experiment.title));
        page.remark(&experiment.source);
        page.paragraph(finding);
    }
    page.heading("Repeat it");
    page.verbatim(command);
    page.finish(&format!("Niwaki {}", env!("CARGO_PKG_VERSION")))
}
