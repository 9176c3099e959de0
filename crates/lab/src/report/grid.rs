//! Shares over two parameters, shaded from the least to the greatest.
use super::{
    significant,
    svg::{FONT, WIDTH, fitted, picture, push, shades, text, text_width, tip},
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
    /// What it means that a cell is light, or dark.
    pub shades: [String; 2],
}

const TOP: f64 = 64.0;
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
        text(&mut body, left, TOP - 27.0, "start", &fitted(&self.names[1], WIDTH - left));
        text(&mut body, 0.0, TOP - 8.0, "start", &self.names[0]);
        for (index, name) in self.columns.iter().enumerate() {
            text(&mut body, left + width * (index as f64 + 0.5), TOP - 8.0, "middle", name);
        }
        for (index, (name, cells)) in self.rows.iter().enumerate() {
            let y = TOP + ROW * index as f64;
            text(&mut body, 0.0, y + (ROW + FONT) / 2.0 - 3.0, "start", name);
            for (column, share) in cells.iter().enumerate() {
                let about = format!("{} {name}, {} {}", self.names[0], self.names[1], self.columns[column]);
                self.cell(&mut body, (left + width * column as f64, y), width, (*share, &about));
            }
        }
        let about = format!("shares in percent by {} and {}", self.names[0], self.names[1]);
        let bottom = TOP + ROW * self.rows.len() as f64 + 6.0;
        let end = shades(&mut body, bottom, [(0, 0.0), (0, DARKEST)], &self.shades);
        picture(&self.title, &about, end, &body)
    }

    fn cell(&self, body: &mut String, (x, y): (f64, f64), width: f64, (share, about): (Option<f64>, &str)) {
        let (w, h) = ((width - 2.0).max(1.0), ROW - 2.0);
        let (low, high) = self.range;
        // The range may be upside down: then the least share is the darkest.
        let part = share.filter(|_| high != low).map_or(0.0, |share| (share - low) / (high - low));
        let opacity = part.clamp(0.0, 1.0) * DARKEST;
        let words = share.map(|share| significant(share * 100.0)).unwrap_or_default();
        push(
            body,
            format_args!(
                "<rect class=\"c0\" stroke-opacity=\"0.3\" fill-opacity=\"{opacity:.2}\" \
                 x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\">{}</rect>",
                tip(&format!("{about}: {words}"))
            ),
        );
        if !words.is_empty() && text_width(&words) < width {
            text(body, x + w / 2.0, y + (ROW + FONT) / 2.0 - 3.0, "middle", &words);
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
            shades: ["few".to_string(), "many".to_string()],
        };
        let svg = grid.svg();
        for part in
            [">90.0<", ">120<", ">105<", "fill-opacity=\"0.00\"", "fill-opacity=\"0.30\"", "fill-opacity=\"0.60\""]
        {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert_eq!((svg.matches("<rect ").count(), svg.matches(">many<").count()), (4 + 2, 1));
        let upside_down = Grid { range: (1.2, 0.9), ..grid.clone() }.svg();
        assert!(upside_down.contains("fill-opacity=\"0.00\"") && upside_down.contains("<title>cuts 2, moves 8: 120<"));
        let flat = Grid { range: (1.0, 1.0), ..grid.clone() }.svg();
        assert!(!flat.contains("NaN") && !Grid { columns: Vec::new(), rows: Vec::new(), ..grid }.svg().contains("NaN"));
    }
}
