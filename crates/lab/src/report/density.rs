//! Thousands of points over two axes, as hexagons that are darker the more points they hold.
use super::{
    Axis,
    frame::{BOTTOM, Frame, LEGEND_TOP},
    svg::{note, picture, push},
};
use std::collections::BTreeMap;

/// Many points, and straight lines through them.
#[derive(Clone, Debug)]
pub struct Density {
    /// What it shows.
    pub title: String,
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// Corners of what is shown: lowest and highest x, lowest and highest y. What lies
    /// outside is put on the edge.
    pub window: [(f64, f64); 2],
    /// The points.
    pub points: Vec<(f64, f64)>,
    /// Slope and offset of the main line.
    pub line: Option<(f64, f64)>,
    /// So far above and below the main line are dashed ones.
    pub reach: f64,
}

/// From the middle of a hexagon to its corners.
const RADIUS: f64 = 6.0;
/// Shades that can be distinguished; hexagons of one shade are one element, which keeps files small.
const SHADES: usize = 6;

impl Density {
    /// The picture as one SVG element.
    pub fn svg(&self) -> String {
        let [x, y] = self.window;
        let frame = Frame::new([&self.x, &self.y], [x.0, x.1].into_iter(), [y.0, y.1].into_iter());
        let mut body = String::new();
        frame.draw(&mut body);
        let usable = self.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite());
        let cells = cells(usable.map(|point| frame.place(*point)));
        let most = cells.values().copied().max().unwrap_or_default();
        hexagons(&mut body, &cells, most);
        if let Some((slope, offset)) = self.line {
            frame.straight(&mut body, "line c1", slope, offset);
            for reach in [-self.reach, self.reach].into_iter().filter(|reach| *reach != 0.0) {
                frame.straight(&mut body, "line c1 dashed", slope, offset + reach);
            }
        }
        note(&mut body, BOTTOM + 54.0, &format!("darker: more points, at most {most} in a cell"));
        let about = format!("{} against {}, {} points", self.y.label, self.x.label, self.points.len());
        picture(&self.title, &about, LEGEND_TOP + 16.0, &body)
    }
}

/// How many points lie in each hexagon: the nearest middle is that of one of two grids.
fn cells(places: impl Iterator<Item = (f64, f64)>) -> BTreeMap<(i32, i32), u32> {
    let (wide, high) = (RADIUS * 3f64.sqrt(), RADIUS * 1.5);
    let mut cells = BTreeMap::new();
    for (x, y) in places {
        let at = |row: i32| {
            let shift = if row.rem_euclid(2) == 1 { 0.5 } else { 0.0 };
            let column = (x / wide - shift).round();
            let (dx, dy) = (x - (column + shift) * wide, y - f64::from(row) * high);
            (dx * dx + dy * dy, (row, column as i32))
        };
        let below = (y / high).floor() as i32;
        let (one, two) = (at(below), at(below + 1));
        *cells.entry(if one.0 <= two.0 { one.1 } else { two.1 }).or_default() += 1;
    }
    cells
}

fn hexagons(body: &mut String, cells: &BTreeMap<(i32, i32), u32>, most: u32) {
    let (half, long) = (RADIUS * 3f64.sqrt() / 2.0, RADIUS);
    let mut shades = vec![String::new(); SHADES];
    for ((row, column), count) in cells {
        // Equal steps of shade are equal ratios of counts.
        let part = f64::from(*count).ln_1p() / f64::from(most).ln_1p();
        let shade = ((part * SHADES as f64).ceil() as usize).clamp(1, SHADES) - 1;
        let shift = if row.rem_euclid(2) == 1 { 0.5 } else { 0.0 };
        let (x, y) = ((f64::from(*column) + shift) * 2.0 * half, f64::from(*row) * RADIUS * 1.5);
        push(
            &mut shades[shade],
            format_args!(
                "M{x:.0},{:.0}l{half:.1},{h:.0}v{long:.0}l-{half:.1},{h:.0}l-{half:.1}-{h:.0}v-{long:.0}z",
                y - long,
                h = long / 2.0
            ),
        );
    }
    for (shade, path) in shades.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
        let opacity = (shade + 1) as f64 / SHADES as f64 * 0.85;
        push(body, format_args!("<path class=\"c0 bare\" fill-opacity=\"{opacity:.2}\" d=\"{path}\"/>"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check::well_formed;

    fn density(points: Vec<(f64, f64)>) -> Density {
        Density {
            title: "shallow & deep".to_string(),
            x: Axis::linear("shallow"),
            y: Axis::linear("deep"),
            window: [(-300.0, 300.0), (-500.0, 500.0)],
            points,
            line: Some((1.1, -4.0)),
            reach: 80.0,
        }
    }

    #[test]
    fn every_point_lies_in_one_cell_and_many_points_make_a_small_file() {
        let points: Vec<(f64, f64)> =
            (0..5000).map(|i| (f64::from(i % 600) - 300.0, f64::from(i * 7 % 900) - 450.0)).collect();
        assert_eq!(cells(points.iter().copied()).values().sum::<u32>(), 5000);
        let svg = density(points).svg();
        well_formed(&svg).unwrap();
        assert!(svg.len() < 60_000 && svg.matches("<path ").count() <= SHADES, "{}", svg.len());
        assert_eq!(svg.matches("class=\"line c1").count(), 3);
    }

    #[test]
    fn nothing_and_nonsense_can_be_drawn() {
        for points in [vec![], vec![(f64::NAN, 1.0), (1e300, -1e300), (f64::INFINITY, 0.0)]] {
            let svg = density(points).svg();
            well_formed(&svg).unwrap();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
