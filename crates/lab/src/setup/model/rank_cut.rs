//! The file of RankCut's statistics: what was collected and how, the bins, and the
//! cells that were visited often enough to be worth their bytes.
use super::check_game;
use crate::study::error::Error;
use niwaki_games::Kit;
use niwaki_search::{
    node::Score,
    rank_statistics::{Bins, Cell, FEATURES, Statistics},
};
use serde_json::json;
use std::{collections::BTreeMap, fmt::Write};
use toml::{Table, Value};

/// The counting rule, for the reader of a file.
const RULE: &str = "each tested move is a visit of the state before it; it is improved if that move or a later one \
                    of the node beat the best score of that moment, raised if one raised alpha; a move that beats \
                    beta counts as both for all before it; the root, singular tests and nodes left by a stop do \
                    not count";
/// Greatest numbers of bins, so that a hostile file cannot ask for too much.
const MOST_BINS: i64 = 1000;
const MOST_EDGES: usize = 64;
const MOST_VISITS: u64 = 1 << 40;
/// Where the rank stands among the features; it is written with the counts.
const RANK: usize = 2;
/// Features at the head of a row, and numbers of each of its cells.
const HEAD: usize = FEATURES - 1;
const CELL: usize = 4;

/// The text of a file. `origin` says how the counts were collected; cells with fewer
/// than `least` visits are left out.
pub fn write(statistics: &Statistics, about: &str, origin: &[(&str, serde_json::Value)], least: u64) -> String {
    let bins = &statistics.bins;
    let mut text = format!("about = {}\nrule = {}\n\n[collected]\n", json!(about), json!(RULE));
    let mut line = |name: &str, value: serde_json::Value| {
        // Writing to a text cannot fail. JSON and TOML write these values alike.
        let _ = writeln!(text, "{name} = {value}");
    };
    origin.iter().for_each(|(name, value)| line(name, value.clone()));
    line("least_visits", json!(least));
    text.push_str("\n# An edge is the last number of its bin; more than the greatest is taken for it.\n[bins]\n");
    let mut line = |name: &str, value: serde_json::Value| {
        let _ = writeln!(text, "{name} = {value}");
    };
    line("depth", json!(bins.depth));
    line("rank", json!(bins.rank));
    line("changes", json!(bins.changes));
    line("best_alpha", json!(bins.best_alpha));
    line("last_best", json!(bins.last_best));
    text.push_str(
        "\n# A row: the bins of depth, check, changes, best less alpha, last less best, phase (0 history, 1 rest);\n\
         # then for each rank: rank visits improved raised.\n[cells]\nrows = '''\n",
    );
    for (head, cells) in rows(statistics, least) {
        let _ = writeln!(text, "{}: {}", head.map(|bin| bin.to_string()).join(" "), cells.join(", "));
    }
    text.push_str("'''\n");
    text
}

/// The cells by all features but the rank, in order.
fn rows(statistics: &Statistics, least: u64) -> BTreeMap<[u32; HEAD], Vec<String>> {
    let mut numbers: Vec<u32> = statistics.cells.keys().copied().collect();
    numbers.sort_unstable();
    let mut rows: BTreeMap<[u32; HEAD], Vec<String>> = BTreeMap::new();
    for number in numbers {
        let cell = statistics.cells[&number];
        if cell.visits >= least {
            let [depth, check, rank, changes, best, last, phase] = statistics.bins.place_of(number);
            let text = format!("{rank} {} {} {}", cell.visits, cell.improved, cell.raised);
            rows.entry([depth, check, changes, best, last, phase]).or_default().push(text);
        }
    }
    rows
}

/// Reads the text of the file `name`.
pub(super) fn parse(kit: &dyn Kit, name: &str, text: &str) -> Result<Statistics, Error> {
    let table: Table = text.parse().map_err(|error| Error::toml(name, text, &error))?;
    let key = |reason: String| Error::at(name, reason);
    let game = table.get("collected").and_then(|collected| collected.get("game"));
    check_game(kit, name, "collected.game", game)?;
    let bins = parse_bins(table.get("bins").and_then(Value::as_table)).map_err(key)?;
    let rows = table.get("cells").and_then(|cells| cells.get("rows")).and_then(Value::as_str);
    let rows = rows.ok_or_else(|| key("cells.rows: expected a text of rows".to_string()))?;
    let mut statistics = Statistics { name: name.to_string(), bins, ..Statistics::default() };
    for (index, row) in rows.lines().enumerate().filter(|(_, row)| !row.trim().is_empty()) {
        parse_row(&mut statistics, row).map_err(|reason| key(format!("cells.rows: row {}: {reason}", index + 1)))?;
    }
    Ok(statistics)
}

/// Reads bins from a table.
pub(crate) fn parse_bins(table: Option<&Table>) -> Result<Bins, String> {
    let table = table.ok_or("expected a table [bins]")?;
    let greatest = |name: &str| {
        let number = table.get(name).and_then(Value::as_integer).filter(|number| (0..=MOST_BINS).contains(number));
        number
            .map(|number| number as i32)
            .ok_or_else(|| format!("bins.{name}: expected a whole number in 0..={MOST_BINS}"))
    };
    let edges = |name: &str| {
        let numbers = table.get(name).and_then(Value::as_array).filter(|numbers| numbers.len() <= MOST_EDGES);
        let edge = |number: &Value| number.as_integer().and_then(|number| Score::try_from(number).ok());
        let edges: Option<Vec<Score>> = numbers.and_then(|numbers| numbers.iter().map(edge).collect());
        let rising = edges.filter(|edges| edges.windows(2).all(|pair| pair[0] < pair[1]));
        rising.ok_or_else(|| format!("bins.{name}: expected at most {MOST_EDGES} whole numbers, rising"))
    };
    let bins = Bins {
        depth: greatest("depth")?,
        rank: greatest("rank")?,
        changes: greatest("changes")?,
        best_alpha: edges("best_alpha")?,
        last_best: edges("last_best")?,
    };
    bins.cells().ok_or("bins: expected fewer cells")?;
    Ok(bins)
}

fn parse_row(statistics: &mut Statistics, row: &str) -> Result<(), String> {
    let (head, cells) = row.split_once(':').ok_or("expected six bins, a colon and cells")?;
    let head: [u64; HEAD] = numbers(head)?;
    for text in cells.split(',') {
        let [rank, visits, improved, raised]: [u64; CELL] = numbers(text)?;
        if visits == 0 || visits > MOST_VISITS || improved > visits || raised > improved {
            return Err(format!(
                "expected visits in 1..={MOST_VISITS}, not less than improved and raised, not {text:?}"
            ));
        }
        let [depth, check, changes, best, last, phase] = head;
        let mut place = [0; FEATURES];
        let sizes = statistics.bins.sizes();
        for (feature, bin) in [depth, check, rank, changes, best, last, phase].into_iter().enumerate() {
            let size = sizes[feature];
            let fits = u32::try_from(bin).ok().filter(|bin| *bin < size);
            place[feature] = fits.ok_or_else(|| {
                let what = if feature == RANK { "rank" } else { "bin" };
                format!("expected a {what} below {size}, not {bin}")
            })?;
        }
        let number = statistics.bins.number(place);
        if statistics.cells.insert(number, Cell { visits, improved, raised }).is_some() {
            return Err(format!("expected each cell once, not {text:?} again"));
        }
    }
    Ok(())
}

/// Exactly that number of whole numbers.
fn numbers<const N: usize>(text: &str) -> Result<[u64; N], String> {
    let found: Option<Vec<u64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
    let found = found.and_then(|found| <[u64; N]>::try_from(found).ok());
    found.ok_or_else(|| format!("expected {N} whole numbers, not {:?}", text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_games::list::ALL;

    fn sample() -> Statistics {
        let mut sample = Statistics { name: "my.toml".into(), ..Statistics::of(Bins::of_unit(100)) };
        for (rank, visits) in [(3, 2000), (4, 1500), (30, 10)] {
            let number = sample.bins.number([8, 0, rank, 1, 2, 6, 1]);
            sample.cells.insert(number, Cell { visits, improved: 9, raised: 2 });
        }
        sample.cells.insert(sample.bins.number([16, 1, 32, 5, 6, 6, 0]), Cell { visits: 77, improved: 77, raised: 0 });
        sample
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = write(&sample(), "a \"sample\"", &[("game", json!("chess")), ("games", json!(3))], 1);
        assert_eq!(parse(ALL[0], "my.toml", &text).unwrap(), sample());
        assert!(text.contains("games = 3\n") && text.contains("\n8 0 1 2 6 1: 3 2000 9 2, 4 1500 9 2, 30 10 9 2\n"));
    }

    #[test]
    fn rare_cells_are_left_out() {
        let text = write(&sample(), "", &[("game", json!("chess"))], 1000);
        assert_eq!(parse(ALL[0], "my.toml", &text).unwrap().cells.len(), 2);
    }

    #[test]
    fn more_cells_than_can_be_numbered_are_refused() {
        let many = Bins { depth: 1000, rank: 1000, changes: 1000, ..Bins::of_unit(100) };
        let text = write(&Statistics { bins: many, ..Statistics::default() }, "", &[("game", json!("chess"))], 1);
        assert!(parse(ALL[0], "my.toml", &text).unwrap_err().to_string().contains("expected fewer cells"));
    }

    #[test]
    fn wrong_files_are_refused_in_one_line_that_names_what_was_expected() {
        let good = write(&sample(), "", &[("game", json!("chess"))], 1);
        let wrong = [
            ("[bins]", "[boxes]", "expected a table [bins]"),
            ("[cells]", "[counts]", "cells.rows: expected a text"),
            ("depth = 16", "depth = -1", "bins.depth: expected a whole number in 0..=1000"),
            ("depth = 16", "depth = 'x'", "bins.depth: "),
            ("-300,-150", "-150,-300", "bins.best_alpha: expected at most 64 whole numbers, rising"),
            ("-600,", "1e9,", "bins.last_best: "),
            ("depth = 16\nrank = 32", "depth = 1000\nrank = 1000000", "bins.rank: "),
            ("8 0 1 2 6 1:", "8 0 1 2 6 1", "row 1: expected"),
            ("8 0 1 2 6 1:", "8 0 1 2 6:", "row 1: expected 6 whole numbers"),
            ("8 0 1 2 6 1:", "17 0 1 2 6 1:", "row 1: expected a bin below 17, not 17"),
            ("3 2000 9 2", "33 2000 9 2", "row 1: expected a rank below 33, not 33"),
            ("3 2000 9 2", "3 2000 9 10", "row 1: expected visits"),
            ("3 2000 9 2", "3 0 0 0", "row 1: expected visits"),
            ("3 2000 9 2", "3 99999999999999 9 2", "row 1: expected visits"),
            ("3 2000 9 2", "3 2000 -9 2", "row 1: expected 4 whole numbers"),
            ("3 2000 9 2", "4 2000 9 2", "row 1: expected each cell once"),
            ("[collected]", "[collected", "line 4: "),
            ("game = ", "name = ", "collected.game: expected the game that the model is for"),
        ];
        for (old, new, expected) in wrong {
            assert!(good.contains(old), "{old}");
            let message = parse(ALL[0], "my.toml", &good.replacen(old, new, 1)).unwrap_err().to_string();
            assert!(message.starts_with("my.toml: ") && message.contains(expected), "{new}: {message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
}
