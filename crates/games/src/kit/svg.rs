//! Pictures of boards, as SVG that stands by itself.
use std::fmt::Write;

/// Width of a cell.
pub(crate) const CELL: u32 = 40;

/// What is drawn in a cell: its place from the left and from the top, and the SVG inside it,
/// which sees the middle of the cell as its origin.
pub(crate) struct Cell {
    pub(crate) column: u32,
    pub(crate) row: u32,
    /// Colour of the ground.
    pub(crate) ground: &'static str,
    pub(crate) inside: String,
}

/// A picture of this size; `title` is read out where it cannot be seen.
pub(crate) fn picture(title: &str, width: u32, height: u32, inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\"><title>{}</title>{inside}</svg>",
        escape(title)
    )
}

/// The picture of a board with square cells.
pub(crate) fn board(title: &str, columns: u32, rows: u32, cells: &[Cell]) -> String {
    let half = CELL / 2;
    let mut svg = String::new();
    for Cell { column, row, ground, inside } in cells {
        let (x, y) = (column * CELL, row * CELL);
        // Writing to a text cannot fail.
        let _ = write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{ground}\"/>");
        if !inside.is_empty() {
            let _ = write!(svg, "<g transform=\"translate({} {})\">{inside}</g>", x + half, y + half);
        }
    }
    picture(title, columns * CELL, rows * CELL, &svg)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
