//! A table of rates, shaded.
use super::{
    signed, significant,
    svg::{FONT, WIDTH, picture, push, text, text_width},
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
}

const TOP: f64 = 30.0;
const ROW: f64 = 24.0;
/// Columns with short names are no wider, so that a few do not fill the picture.
const WIDEST: f64 = 60.0;
/// Names of columns that are wider than these stand aslant; so much of their width goes upwards.
const SLANT: f64 = 0.58;
/// A darker cell would swallow its number.
const DARKEST: f64 = 0.55;

impl HeatMap {
    /// The picture as one SVG element.
    pub fn svg(&self) -> String {
        self.draw(&rate_cell)
    }

    /// The picture of differences: a cell is darker the further it is from 0, and above 0 it has
    /// another colour than below.
    pub fn signed_svg(&self) -> String {
        let cells = || self.rows.iter().flat_map(|row| row.1.iter().flatten());
        let greatest = cells().fold(0.0_f64, |most, value| most.max(value.abs()));
        self.draw(&|body, place, width, value| signed_cell(body, place, width, value, greatest))
    }

    fn draw(&self, draw_cell: &DrawCell<'_>) -> String {
        let widest = |names: &mut dyn Iterator<Item = &String>| names.map(|name| text_width(name)).fold(0.0, f64::max);
        let left = widest(&mut self.rows.iter().map(|row| &row.0)) + 10.0;
        let names = widest(&mut self.columns.iter());
        let count = self.columns.len().max(1) as f64;
        let room = ((WIDTH - left) / count).min(WIDEST);
        let upright = names <= room - 4.0;
        let top = if upright { TOP + FONT } else { TOP + names * SLANT };
        // The last name leans over the right edge.
        let lean = if upright { 0.0 } else { names * 0.8 };
        let width = if upright { room } else { (WIDTH - left - lean).max(1.0) / count };
        let mut body = String::new();
        for (index, name) in self.columns.iter().enumerate() {
            let (x, y) = (left + width * (index as f64 + 0.5), top - 4.0);
            if upright {
                text(&mut body, x - 1.0, y, "middle", name);
                continue;
            }
            let name = super::escape(name);
            push(&mut body, format_args!("<text transform=\"translate({x:.1} {y:.1}) rotate(-35)\">{name}</text>"));
        }
        for (index, (name, cells)) in self.rows.iter().enumerate() {
            let y = top + ROW * index as f64;
            text(&mut body, 0.0, y + (ROW + FONT) / 2.0 - 2.0, "start", name);
            for (column, cell) in cells.iter().enumerate() {
                draw_cell(&mut body, (left + width * column as f64, y), width, *cell);
            }
        }
        let bottom = top + ROW * self.rows.len() as f64;
        text(&mut body, 0.0, bottom + 18.0, "start", &self.label);
        picture(&self.title, &self.label, bottom + 26.0, &body)
    }
}

/// Draws a cell at a place, so wide, with its value.
type DrawCell<'a> = dyn Fn(&mut String, (f64, f64), f64, Option<f64>) + 'a;

fn rate_cell(body: &mut String, place: (f64, f64), width: f64, rate: Option<f64>) {
    let percent = |rate: f64| if rate >= 0.1 { format!("{:.0}", rate * 100.0) } else { significant_short(rate) };
    cell(body, place, width, (0, rate.unwrap_or_default()), rate.map(percent));
}

fn signed_cell(body: &mut String, place: (f64, f64), width: f64, value: Option<f64>, greatest: f64) {
    let known = value.unwrap_or_default();
    let shade = if greatest > 0.0 { known.abs() / greatest } else { 0.0 };
    cell(body, place, width, (usize::from(known < 0.0), shade), value.map(|value| signed(value, Some(greatest))));
}

/// A shaded cell with its words.
fn cell(body: &mut String, (x, y): (f64, f64), width: f64, (colour, shade): (usize, f64), words: Option<String>) {
    let (w, h) = ((width - 2.0).max(1.0), ROW - 2.0);
    let opacity = shade.clamp(0.0, 1.0) * DARKEST;
    push(
        body,
        format_args!(
            "<rect class=\"c{colour}\" stroke-opacity=\"0.3\" fill-opacity=\"{opacity:.2}\" \
             x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\"/>"
        ),
    );
    if let Some(words) = words {
        text(body, x + w / 2.0, y + (ROW + FONT) / 2.0 - 2.0, "middle", &words);
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
        };
        let svg = map.svg();
        well_formed(&svg).unwrap();
        assert!([">50<", ">3.1<", ">100<"].iter().all(|cell| svg.contains(cell)), "{svg}");
        assert_eq!(svg.matches("<rect ").count(), 4);
        let differences = HeatMap { rows: vec![("a".to_string(), vec![Some(40.0), Some(-20.0)])], ..map.clone() };
        let svg = differences.signed_svg();
        well_formed(&svg).unwrap();
        assert!(svg.contains(">+40<") && svg.contains(">-20<") && svg.contains("\"c1\""), "{svg}");
        assert!(!HeatMap { columns: Vec::new(), rows: Vec::new(), ..map }.svg().contains("NaN"));
    }
}
