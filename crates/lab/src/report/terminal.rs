//! Tables for a terminal.

/// No line of a table is wider, unless a single column is.
const WIDEST: usize = 100;
/// Between two columns.
const GAP: usize = 2;

/// Columns of equal width: the first `left` to the left, numbers to the right. A table that is too
/// wide is folded: the columns that do not fit stand in a second table below it, behind the first
/// column again.
pub fn align(head: &[&str], rows: &[Vec<String>], left: usize) -> Vec<String> {
    let head: Vec<String> = head.iter().map(|name| name.to_string()).collect();
    let width = |column: usize| {
        let cells = rows.iter().chain([&head]).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let parts = folded(&widths, left.max(1).min(head.len()));
    let block = |columns: &Vec<usize>| {
        let line = |row: &Vec<String>| {
            let cells = columns.iter().filter_map(|&column| Some((column, row.get(column)?, widths[column])));
            let cells = cells.map(|(column, cell, width)| match column < left {
                true => format!("{cell:<width$}"),
                false => format!("{cell:>width$}"),
            });
            cells.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end().to_string()
        };
        [&head].into_iter().chain(rows).map(line).collect::<Vec<_>>()
    };
    let blocks: Vec<Vec<String>> = parts.iter().map(block).collect();
    blocks.join(&String::new())
}

/// The columns of each table: all that fit, each time behind those that name a row.
fn folded(widths: &[usize], names: usize) -> Vec<Vec<usize>> {
    let named: Vec<usize> = (0..names).collect();
    let start: usize = widths[..names].iter().map(|width| width + GAP).sum();
    let (mut parts, mut used) = (vec![named.clone()], start);
    for (column, width) in widths.iter().enumerate().skip(names) {
        if used + width > WIDEST && used > start {
            parts.push(named.clone());
            used = start;
        }
        used += width + GAP;
        if let Some(part) = parts.last_mut() {
            part.push(column);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = vec![vec!["a".to_string(), "100".to_string()], vec!["bcd".to_string(), "5".to_string()]];
        assert_eq!(align(&["x", "n"], &rows, 1), ["x      n", "a    100", "bcd    5"]);
    }

    #[test]
    fn a_table_that_is_too_wide_is_folded_behind_its_first_column() {
        let cell = |text: &str, width: usize| format!("{text:>width$}");
        let rows = vec![vec!["row".to_string(), cell("1", 60), cell("2", 40), cell("3", 30)]];
        let lines = align(&["name", "a", "b", "c"], &rows, 1);
        assert!(lines.iter().all(|line| line.chars().count() <= WIDEST), "{lines:?}");
        let words: Vec<Vec<&str>> = lines.iter().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words, [vec!["name", "a"], vec!["row", "1"], vec![], vec!["name", "b", "c"], vec!["row", "2", "3"]]);
        let wide = vec![vec![cell("x", 120), cell("y", 120)]];
        assert_eq!(align(&["p", "q"], &wide, 1).len(), 2, "a single column is never taken apart");
    }
}
