//! A table of rates, shaded.
use super::{
    signed, significant,
    svg::{FONT, WIDTH, fitted, note, picture, push, shades, text, text_width, tip},
};

/// Rates by rows and columns; a cell is darker the nearer its rate is to 1.
#[derive(Clone, Debug)]
pub struct HeatMap {
    /// What it shows.
    pub title: String,
    /// What a cell is.
    pub label: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Names of the rows, each with a cell for every column.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
    /// What it means that a cell is light, or dark; of differences: of one colour, or of the other.
    pub shades: [String; 2],
}

const TOP: f64 = 32.0;
const ROW: f64 = 24.0;
/// Columns with short names are no wider, so that a few do not fill the picture.
const WIDEST: f64 = 60.0;
/// Names of columns that are wider than these stand aslant; so much of their width goes upwards.
const SLANT: f64 = 0.58;
/// More columns have their names upright, for aslant the last ones would take the room of cells.
const MOST_SLANTED: usize = 8;
/// Names of rows take no more of the width.
const WIDEST_NAME: f64 = WIDTH * 0.45;
/// A darker cell would swallow its number.
const DARKEST: f64 = 0.55;

impl HeatMap {
    /// The picture as one SVG element.
    pub fn svg(&self) -> String {
        self.draw(&rate_cell, [(0, 0.0), (0, DARKEST)])
    }

    /// The picture of differences: a cell is darker the further it is from 0, and above 0 it has
    /// another colour than below.
    pub fn signed_svg(&self) -> String {
        let cells = || self.rows.iter().flat_map(|row| row.1.iter().flatten());
        let greatest = cells().fold(0.0_f64, |most, value| most.max(value.abs()));
        self.draw(&|value| signed_cell(value, greatest), [(0, DARKEST), (1, DARKEST)])
    }

    fn draw(&self, look: &dyn Fn(Option<f64>) -> Cell, boxes: [(usize, f64); 2]) -> String {
        let widest = |names: &mut dyn Iterator<Item = &String>| names.map(|name| text_width(name)).fold(0.0, f64::max);
        let left = widest(&mut self.rows.iter().map(|row| &row.0)).min(WIDEST_NAME) + 10.0;
        let heads = Heads::new(widest(&mut self.columns.iter()), left, self.columns.len());
        let mut body = String::new();
        for (index, name) in self.columns.iter().enumerate() {
            heads.draw(&mut body, left + heads.width * (index as f64 + 0.5), name);
        }
        for (index, (name, cells)) in self.rows.iter().enumerate() {
            let y = heads.top + ROW * index as f64;
            text(&mut body, 0.0, y + (ROW + FONT) / 2.0 - 2.0, "start", &fitted(name, WIDEST_NAME));
            for (column, cell) in cells.iter().enumerate() {
                let about = format!("{name}, {}", self.columns[column]);
                look(*cell).draw(&mut body, (left + heads.width * column as f64, y), heads.width, &about);
            }
        }
        let bottom = heads.top + ROW * self.rows.len() as f64;
        let end = note(&mut body, bottom + 18.0, &self.label);
        let end = shades(&mut body, end - 8.0, boxes, &self.shades);
        picture(&self.title, &self.label, end, &body)
    }
}

/// How the names of columns stand, and where cells begin.
struct Heads {
    /// Degrees by which names are turned; 0: they lie.
    turn: i32,
    /// Width of a column.
    width: f64,
    top: f64,
}

impl Heads {
    fn new(names: f64, left: f64, columns: usize) -> Heads {
        let count = columns.max(1) as f64;
        let room = ((WIDTH - left) / count).min(WIDEST);
        if names <= room - 4.0 {
            return Heads { turn: 0, width: room, top: TOP + FONT };
        }
        if columns > MOST_SLANTED {
            return Heads { turn: -90, width: room, top: TOP + names };
        }
        // The last name leans over the right edge.
        let width = ((WIDTH - left - names * 0.83) / count).clamp(1.0, WIDEST);
        Heads { turn: -35, width, top: TOP + names * SLANT }
    }

    fn draw(&self, body: &mut String, x: f64, name: &str) {
        let y = self.top - 4.0;
        if self.turn == 0 {
            return text(body, x - 1.0, y, "middle", name);
        }
        // A name that stands upright has its foot line to the right of the middle.
        let (x, turn, name) = (if self.turn == -90 { x + FONT / 3.0 } else { x }, self.turn, super::escape(name));
        push(body, format_args!("<text transform=\"translate({x:.1} {y:.1}) rotate({turn})\">{name}</text>"));
    }
}

/// What a cell shows.
struct Cell {
    colour: usize,
    /// From 0 to 1.
    shade: f64,
    words: Option<String>,
}

fn rate_cell(rate: Option<f64>) -> Cell {
    let percent = |rate: f64| if rate >= 0.1 { format!("{:.0}", rate * 100.0) } else { significant_short(rate) };
    Cell { colour: 0, shade: rate.unwrap_or_default(), words: rate.map(percent) }
}

fn signed_cell(value: Option<f64>, greatest: f64) -> Cell {
    let known = value.unwrap_or_default();
    let shade = if greatest > 0.0 { known.abs() / greatest } else { 0.0 };
    Cell { colour: usize::from(known < 0.0), shade, words: value.map(|value| signed(value, Some(greatest))) }
}

impl Cell {
    /// Draws the cell, so wide; `about` says for which row and column. Words that are too wide are
    /// left to those who point at it.
    fn draw(&self, body: &mut String, (x, y): (f64, f64), width: f64, about: &str) {
        let (w, h) = ((width - 2.0).max(1.0), ROW - 2.0);
        let (colour, opacity) = (self.colour, self.shade.clamp(0.0, 1.0) * DARKEST);
        let words = self.words.as_deref().unwrap_or("nothing");
        push(
            body,
            format_args!(
                "<rect class=\"c{colour}\" stroke-opacity=\"0.3\" fill-opacity=\"{opacity:.2}\" \
                 x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\">{}</rect>",
                tip(&format!("{about}: {words}"))
            ),
        );
        if self.words.is_some() && text_width(words) <= width {
            text(body, x + w / 2.0, y + (ROW + FONT) / 2.0 - 2.0, "middle", words);
        }
    }
}

/// Small rates with one digit after the point.
fn significant_short(rate: f64) -> String {
    let hundredths = rate * 100.0;
    if hundredths < 0.1 { significant(0.0) } else { format!("{hundredths:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check::well_formed;

    #[test]
    fn cells_hold_their_rates_in_percent() {
        let map = HeatMap {
            title: "cut rate".to_string(),
            label: "cuts for each try".to_string(),
            columns: vec!["null_move".to_string(), "multi_cut".to_string()],
            rows: vec![("a".to_string(), vec![Some(0.5), None]), ("b".to_string(), vec![Some(0.031), Some(1.0)])],
            shades: ["never".to_string(), "always".to_string()],
        };
        let svg = map.svg();
        well_formed(&svg).unwrap();
        assert!([">50<", ">3.1<", ">100<"].iter().all(|cell| svg.contains(cell)), "{svg}");
        assert_eq!((svg.matches("<rect ").count(), svg.matches(">always<").count()), (4 + 2, 1));
        let differences = HeatMap { rows: vec![("a".to_string(), vec![Some(40.0), Some(-20.0)])], ..map.clone() };
        let svg = differences.signed_svg();
        well_formed(&svg).unwrap();
        assert!(svg.contains(">+40<") && svg.contains(">-20<") && svg.contains("\"c1\""), "{svg}");
        let many: Vec<String> = (0..20).map(|column| format!("method_{column}")).collect();
        let cells = vec![Some(0.123); many.len()];
        let wide = HeatMap { columns: many, rows: vec![("a".to_string(), cells)], ..map.clone() }.svg();
        assert!(wide.contains("rotate(-90)") && wide.contains("<title>a, method_7: 12</title>"), "{wide}");
        assert!(!HeatMap { columns: Vec::new(), rows: Vec::new(), ..map }.svg().contains("NaN"));
    }
}
