//! The tables in lines for people and in JSON.
use super::{Agreement, Cell, Experiment, Line, Note, Table};
use crate::report::{align, headline};
use serde_json::{Map, Value as Json, json};

/// Digits of a year.
const YEAR: usize = 4;
/// Stands where nothing can be said.
const NOTHING: &str = "-";

impl Table {
    /// Names of the columns: where the paper has figures, its own and ours.
    pub fn head(&self) -> Vec<String> {
        let of = |(column, has_paper): &(super::Column, bool)| match has_paper {
            true => vec![format!("{}: paper", column.head()), "ours".to_string()],
            false => vec![column.head().to_string()],
        };
        ["row".to_string()].into_iter().chain(self.columns.iter().flat_map(of)).collect()
    }

    /// The rows in words.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let cells = |line: &Line| {
            let both = line.cells.iter().zip(&self.columns).flat_map(|(cell, (_, has_paper))| {
                let paper = cell.paper.clone().unwrap_or_else(|| NOTHING.to_string());
                let ours = cell.ours.as_ref().map_or(NOTHING.to_string(), |ours| ours.text.clone());
                if *has_paper { vec![paper, ours] } else { vec![ours] }
            });
            [line.name.clone()].into_iter().chain(both).collect()
        };
        self.lines.iter().map(cells).collect()
    }

    /// The notes of the rows.
    pub fn notes(&self) -> Vec<String> {
        self.lines.iter().flat_map(|line| line.notes.iter().map(move |note| format!("{}: {note}", line.name))).collect()
    }

    /// The first thing found, where there is nothing to compare it with.
    fn first(&self) -> Option<String> {
        let index = self.columns.iter().position(|(column, _)| Some(*column) == self.headline).unwrap_or_default();
        let found = |line: &Line| {
            Some(format!("{}: {} {}", line.name, self.columns[index].0.head(), line.cells[index].ours.as_ref()?.text))
        };
        self.lines.iter().find_map(found)
    }

    /// The table in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let head = self.head();
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        let mut lines = vec![self.title.clone(), String::new()];
        lines.extend(align(&head, &self.rows(), 1));
        lines.extend(self.notes().into_iter().map(|note| format!("  {note}")));
        lines.push(String::new());
        lines.extend(self.agreements.iter().map(Agreement::sentence));
        lines
    }

    /// One JSON object for each row.
    pub fn to_json(&self, experiment: &Experiment) -> Vec<Json> {
        let row = |line: &Line| {
            let cells = line.cells.iter().zip(&self.columns);
            let columns: Map<String, Json> =
                cells.map(|(cell, (column, _))| (column.to_string(), cell.to_json())).collect();
            json!({ "experiment": experiment.id, "part": self.name, "row": line.name, "columns": columns, "notes": line.notes })
        };
        self.lines.iter().map(row).collect()
    }
}

impl Cell {
    fn to_json(&self) -> Json {
        let finite = |value: f64| if value.is_finite() { json!(value) } else { json!(value.to_string()) };
        let ours = self.ours.as_ref();
        let interval =
            ours.and_then(|ours| ours.interval).map(|interval| json!([finite(interval.low), finite(interval.high)]));
        json!({
            "paper": self.paper_value.map_or_else(|| json!(self.paper), |value| json!(value)),
            "ours": ours.map(|ours| finite(ours.value)),
            "interval": interval,
        })
    }
}

impl Experiment {
    /// What the tables say together, in a sentence that names method and paper.
    pub fn finding(&self, tables: &[Table]) -> String {
        let lines = || tables.iter().flat_map(|table| &table.lines);
        let done = lines().filter(|line| !line.is_unfinished).count();
        headline(&self.agreement_words(tables), [done, lines().count()], "rows")
    }

    fn agreement_words(&self, tables: &[Table]) -> String {
        let of = |table: &Table| {
            let sentence = table.agreement()?.finding(self.paper());
            Some(if tables.len() > 1 { format!("in \u{201c}{}\u{201d} {sentence}", table.title) } else { sentence })
        };
        let found: Vec<String> = tables.iter().filter_map(of).collect();
        let first = || tables.iter().find_map(Table::first);
        match (found.as_slice(), first()) {
            ([], None) => format!("{}.", self.title),
            ([], Some(first)) => format!("{}: {first}.", self.title),
            (found, _) => format!("{}: {}.", self.title, found.join("; ")),
        }
    }

    /// The paper as people cite it: what its source says up to the year.
    fn paper(&self) -> &str {
        let year = self.source.match_indices(')').map(|(place, _)| place).find(|place| {
            let year = self.source.get(place.saturating_sub(YEAR)..*place);
            year.is_some_and(|year| year.chars().all(|digit| digit.is_ascii_digit()))
        });
        year.map_or("the published figures", |place| &self.source[..=place])
    }

    /// All tables in lines for people.
    pub fn lines(&self, note: &Note, tables: &[Table]) -> Vec<String> {
        let mut lines = vec![format!("{}: {} (scale {})", self.id, self.title, note.scale)];
        lines.extend(Some(self.source.clone()).filter(|source| !source.is_empty()));
        for table in tables {
            lines.push(String::new());
            lines.extend(table.lines());
        }
        lines
    }

    /// A JSON object for each row, and a last one with what they say together.
    pub fn to_json(&self, note: &Note, tables: &[Table]) -> Vec<Json> {
        let agreement = |table: &Table, found: &Agreement| {
            json!({
                "part": table.name,
                "column": found.column.to_string(),
                "rows": found.rows,
                "tau": found.tau,
                "same_side": found.same_side,
                "inside": found.inside,
            })
        };
        let agreements: Vec<Json> =
            tables.iter().flat_map(|table| table.agreements.iter().map(move |found| agreement(table, found))).collect();
        let summary = json!({ "summary": {
            "experiment": self.id,
            "title": self.title,
            "scale": note.scale.to_string(),
            "agreements": agreements,
            "finding": self.finding(tables),
        }});
        tables.iter().flat_map(|table| table.to_json(self)).chain([summary]).collect()
    }
}
