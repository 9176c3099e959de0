//! A table of rates, shaded.
use super::{
    significant,
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
                self.cell(&mut body, (left + width * column as f64, y), width, *cell);
            }
        }
        let bottom = top + ROW * self.rows.len() as f64;
        text(&mut body, 0.0, bottom + 18.0, "start", &self.label);
        picture(&self.title, &self.label, bottom + 26.0, &body)
    }

    fn cell(&self, body: &mut String, (x, y): (f64, f64), width: f64, rate: Option<f64>) {
        let (w, h) = ((width - 2.0).max(1.0), ROW - 2.0);
        let opacity = rate.unwrap_or_default().clamp(0.0, 1.0) * DARKEST;
        push(
            body,
            format_args!(
                "<rect class=\"c0\" stroke-opacity=\"0.3\" fill-opacity=\"{opacity:.2}\" \
                 x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\"/>"
            ),
        );
        if let Some(rate) = rate {
            let words = if rate * 100.0 >= 10.0 { format!("{:.0}", rate * 100.0) } else { significant_short(rate) };
            text(body, x + w / 2.0, y + (ROW + FONT) / 2.0 - 2.0, "middle", &words);
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
        };
        let svg = map.svg();
        well_formed(&svg).unwrap();
        assert!([">50<", ">3.1<", ">100<"].iter().all(|cell| svg.contains(cell)), "{svg}");
        assert_eq!(svg.matches("<rect ").count(), 4);
        assert!(!HeatMap { columns: Vec::new(), rows: Vec::new(), ..map }.svg().contains("NaN"));
    }
}
