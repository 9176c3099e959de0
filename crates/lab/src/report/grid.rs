//! Shares over two parameters, shaded from the least to the greatest.
use super::{
    significant,
    svg::{FONT, WIDTH, picture, push, text, text_width},
};

/// Shares by the values of two parameters.
#[derive(Clone, Debug)]
pub struct Grid {
    /// What it shows.
    pub title: String,
    /// Names of the parameters: that of the rows, that of the columns.
    pub names: [String; 2],
    /// Values of the second.
    pub columns: Vec<String>,
    /// Values of the first, each with a cell for every column.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
    /// The shares of the lightest and of the darkest cell, so that pictures can be compared.
    pub range: (f64, f64),
}

const TOP: f64 = 62.0;
const ROW: f64 = 26.0;
/// A darker cell would swallow its number.
const DARKEST: f64 = 0.6;

impl Grid {
    /// The picture as one SVG element.
    pub fn svg(&self) -> String {
        let names = self.rows.iter().map(|row| &row.0).chain([&self.names[0]]);
        let left = names.map(|name| text_width(name)).fold(0.0, f64::max) + 10.0;
        let width = (WIDTH - left).max(1.0) / self.columns.len().max(1) as f64;
        let mut body = String::new();
        text(&mut body, left, TOP - 26.0, "start", &self.names[1]);
        text(&mut body, 0.0, TOP - 8.0, "start", &self.names[0]);
        for (index, name) in self.columns.iter().enumerate() {
            text(&mut body, left + width * (index as f64 + 0.5), TOP - 8.0, "middle", name);
        }
        for (index, (name, cells)) in self.rows.iter().enumerate() {
            let y = TOP + ROW * index as f64;
            text(&mut body, 0.0, y + (ROW + FONT) / 2.0 - 3.0, "start", name);
            for (column, share) in cells.iter().enumerate() {
                self.cell(&mut body, (left + width * column as f64, y), width, *share);
            }
        }
        let about = format!("shares in percent by {} and {}", self.names[0], self.names[1]);
        picture(&self.title, &about, TOP + ROW * self.rows.len() as f64 + 6.0, &body)
    }

    fn cell(&self, body: &mut String, (x, y): (f64, f64), width: f64, share: Option<f64>) {
        let (w, h) = ((width - 2.0).max(1.0), ROW - 2.0);
        let (low, high) = self.range;
        let part = share.filter(|_| high > low).map_or(0.0, |share| (share - low) / (high - low));
        let opacity = part.clamp(0.0, 1.0) * DARKEST;
        push(
            body,
            format_args!(
                "<rect class=\"c0\" stroke-opacity=\"0.3\" fill-opacity=\"{opacity:.2}\" \
                 x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\"/>"
            ),
        );
        if let Some(share) = share {
            text(body, x + w / 2.0, y + (ROW + FONT) / 2.0 - 3.0, "middle", &significant(share * 100.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_shaded_from_the_least_to_the_greatest() {
        let grid = Grid {
            title: "nodes".to_string(),
            names: ["cuts".to_string(), "moves".to_string()],
            columns: vec!["4".to_string(), "8".to_string()],
            rows: vec![("2".to_string(), vec![Some(0.9), Some(1.2)]), ("3".to_string(), vec![Some(1.05), None])],
            range: (0.9, 1.2),
        };
        let svg = grid.svg();
        for part in
            [">90.0<", ">120<", ">105<", "fill-opacity=\"0.00\"", "fill-opacity=\"0.30\"", "fill-opacity=\"0.60\""]
        {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert_eq!(svg.matches("<rect ").count(), 4);
        let flat = Grid { range: (1.0, 1.0), ..grid.clone() }.svg();
        assert!(!flat.contains("NaN") && !Grid { columns: Vec::new(), rows: Vec::new(), ..grid }.svg().contains("NaN"));
    }
}
