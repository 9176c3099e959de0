//! Tables for a terminal.

/// Columns of equal width: the first `left` to the left, numbers to the right.
pub fn align(head: &[&str], rows: &[Vec<String>], left: usize) -> Vec<String> {
    let head: Vec<String> = head.iter().map(|name| name.to_string()).collect();
    let width = |column: usize| {
        let cells = rows.iter().chain([&head]).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column < left {
            true => format!("{cell:<width$}"),
            false => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    [&head].into_iter().chain(rows).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = vec![vec!["a".to_string(), "100".to_string()], vec!["bcd".to_string(), "5".to_string()]];
        assert_eq!(align(&["x", "n"], &rows, 1), ["x      n", "a    100", "bcd    5"]);
    }
}
