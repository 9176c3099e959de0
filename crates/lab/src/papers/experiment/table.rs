//! The tables of an experiment: paper and ours side by side, from file and records alone.
use super::{Agreement, Column, Experiment, Figure, Note, Part, Value, agreement::Pair, check::OPPONENT, found::Found};
use crate::study::{error::Error, record};
use std::{
    collections::{BTreeMap, btree_map::Entry},
    path::{Path, PathBuf},
};

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Name of the part.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The column that decides whether paper and ours agree.
    pub headline: Option<Column>,
    /// The columns, and whether the paper has figures in them.
    pub columns: Vec<(Column, bool)>,
    /// The rows.
    pub lines: Vec<Line>,
    /// How each column agrees with the paper's.
    pub agreements: Vec<Agreement>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// A cell for each column.
    pub cells: Vec<Cell>,
    /// What else to know of it, such as why it was not run.
    pub notes: Vec<String>,
    /// Whether it is still to be run, or to be run to its end.
    pub is_unfinished: bool,
}

/// What both say in one place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// The paper's figure in words.
    pub paper: Option<String>,
    /// The same as a number.
    pub paper_value: Option<f64>,
    /// Ours.
    pub ours: Option<Value>,
}

/// The tables of a run, as far as it has come.
pub fn tables(folder: &Path, experiment: &Experiment, note: &Note) -> Result<Vec<Table>, Error> {
    let mut known: BTreeMap<PathBuf, Option<Found>> = BTreeMap::new();
    let mut tables = Vec::new();
    for (number, part) in experiment.parts().enumerate() {
        let place = |row: usize| experiment.folder(number, row, note.scale);
        for row in (0..part.rows.len()).filter(|row| part.rows[*row].get_ref().sum.is_empty()) {
            if let Entry::Vacant(entry) = known.entry(place(row)) {
                let found = read(&folder.join(entry.key()), part)?;
                entry.insert(found);
            }
        }
        for (row, spanned) in part.rows.iter().enumerate().filter(|(_, row)| !row.get_ref().sum.is_empty()) {
            let is_summand = |index: &usize| spanned.get_ref().sum.contains(&part.rows[*index].get_ref().name);
            let summands = (0..part.rows.len()).filter(is_summand).map(|index| known.get(&place(index))?.as_ref());
            known.insert(place(row), Found::sum(summands));
        }
        tables.push(Table::new(part, note, &|row| known.get(&place(row))?.as_ref()));
    }
    Ok(tables)
}

/// What the records in a folder say; `None` where there are none yet.
fn read(folder: &Path, part: &Part) -> Result<Option<Found>, Error> {
    if !folder.join(record::FILE).exists() {
        return Ok(None);
    }
    let run = record::read(folder)?;
    if run.records.is_empty() {
        return Ok(None);
    }
    Found::read(&run, part).map(Some).map_err(|error| error.in_file(folder.join(record::FILE).display()))
}

impl Table {
    fn new<'a>(part: &Part, note: &Note, found: &dyn Fn(usize) -> Option<&'a Found>) -> Table {
        let lines: Vec<Line> =
            part.rows().enumerate().map(|(index, _)| line(part, index, note, found(index))).collect();
        let has_paper = |column: &Column| part.rows().any(|row| row.paper.contains_key(column));
        let columns: Vec<(Column, bool)> = part.columns.iter().map(|column| (*column, has_paper(column))).collect();
        let agreement = |(index, (column, _)): (usize, &(Column, bool))| {
            // A sum says again what its rows have said.
            let own = lines.iter().zip(part.rows()).filter(|(_, row)| row.sum.is_empty());
            let pairs: Vec<Pair> = own.filter_map(|(line, _)| line.cells[index].pair()).collect();
            Agreement::new(*column, &pairs)
        };
        let agreements: Vec<Agreement> = columns.iter().enumerate().filter_map(agreement).collect();
        let first = agreements.iter().find(|found| found.column.is_relative()).or(agreements.first());
        let headline = part.headline.or(first.map(|found| found.column));
        let title = if part.title.is_empty() { part.name.clone() } else { part.title.clone() };
        Table { name: part.name.clone(), title, headline, columns, lines, agreements }
    }

    /// How the column that counts agrees.
    pub fn agreement(&self) -> Option<&Agreement> {
        self.agreements.iter().find(|found| Some(found.column) == self.headline)
    }
}

fn line(part: &Part, index: usize, note: &Note, found: Option<&Found>) -> Line {
    let row = part.rows[index].get_ref();
    let blocked = row.blocked(part, note);
    let found = found.filter(|_| blocked.is_none());
    let cell = |column: &Column| {
        let figure: Option<&Figure> = row.paper.get(column);
        let paper = figure.map(|figure| column.paper_words(figure, part.paper_positions));
        let paper_value = figure.and_then(|figure| column.paper_value(figure, part.paper_positions));
        Cell { paper, paper_value, ours: found.and_then(|found| found.value(*column, row, part)) }
    };
    let cells: Vec<Cell> = part.columns.iter().map(cell).collect();
    let mut notes: Vec<String> = row.note.iter().cloned().collect();
    let is_empty = cells.iter().all(|cell| cell.ours.is_none());
    let is_unfinished = blocked.is_none() && (is_empty || found.is_some_and(Found::is_unfinished));
    let state = if is_empty { "not run yet" } else { "not run to its end yet" };
    notes.extend(blocked.or(is_unfinished.then(|| state.to_string())));
    let stands_in = row.players.iter().flatten().any(|player| player == OPPONENT) && found.is_some();
    notes.extend(part.opponent.as_ref().filter(|_| stands_in).map(|opponent| match &note.opponent {
        Some(player) => format!("{player} plays for {}", opponent.name),
        None => format!("the recipe {} plays for {}; --opponent uci:FILE", opponent.stand_in, opponent.name),
    }));
    Line { name: row.name.clone(), cells, notes, is_unfinished }
}

impl Cell {
    fn pair(&self) -> Option<Pair> {
        let ours = self.ours.as_ref().filter(|ours| !ours.given && ours.value.is_finite())?;
        Some(Pair { paper: self.paper_value?, ours: ours.value, interval: ours.interval })
    }
}
