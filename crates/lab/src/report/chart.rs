//! Lines, steps and dots over two axes.
use super::{
    frame::{Frame, LEGEND_TOP},
    svg::{colour, legend, mark, picture, push},
};

/// How numbers on an axis are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As they are, with k, M and G for thousands.
    Number,
    /// As parts of a hundred.
    Percent,
    /// The same, no finer than tenths.
    Tenths,
    /// With their sign: differences of Elo.
    Signed,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What it measures, with its unit.
    pub label: String,
    /// Whether equal steps mean equal ratios.
    pub log: bool,
    /// How its numbers are written.
    pub form: Form,
}

impl Axis {
    /// An axis of plain numbers.
    pub fn linear(label: &str) -> Axis {
        Axis { label: label.to_string(), log: false, form: Form::Number }
    }

    /// An axis on which equal steps mean equal ratios.
    pub fn log(label: &str) -> Axis {
        Axis { log: true, ..Axis::linear(label) }
    }
}

/// How points are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Joined by lines, each point marked.
    Lines,
    /// A stair: a value holds until the next point.
    Steps,
    /// Dots, with a line where both axes agree.
    Scatter,
}

/// Points of one colour.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// A picture over two axes.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// How points are shown.
    pub shape: Shape,
    /// The series; the legend keeps their order.
    pub series: Vec<Series>,
}

/// Of more points than this only two are marked.
const MOST_MARKS: usize = 24;

impl Chart {
    /// The picture as one SVG element.
    pub fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| series.points.iter().copied());
        let frame = Frame::new([&self.x, &self.y], points().map(|point| point.0), points().map(|point| point.1));
        let mut body = String::new();
        frame.draw(&mut body);
        if self.shape == Shape::Scatter {
            frame.diagonal(&mut body);
        }
        for (index, series) in self.series.iter().enumerate() {
            self.draw(&mut body, index, series, &frame);
        }
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        let end = if names.len() > 1 { legend(&mut body, &names, LEGEND_TOP) } else { LEGEND_TOP };
        let about = format!("{} against {}: {}", self.y.label, self.x.label, names.join(", "));
        picture(&self.title, &about, end, &body)
    }

    fn draw(&self, body: &mut String, index: usize, series: &Series, frame: &Frame<'_>) {
        let usable = |(a, b): &&(f64, f64)| a.is_finite() && b.is_finite();
        let places: Vec<(f64, f64)> = series.points.iter().filter(usable).map(|point| frame.place(*point)).collect();
        push(body, format_args!("<g aria-label=\"{}\">", super::escape(&series.name)));
        if self.shape != Shape::Scatter {
            let path = path(&places, self.shape);
            push(body, format_args!("<path class=\"line {}\" d=\"{path}\"/>", colour(index)));
        }
        let marked = match self.shape {
            // One mark in the middle and one at the end tell long lines apart.
            Shape::Steps | Shape::Lines if places.len() > MOST_MARKS => vec![places.len() / 2, places.len() - 1],
            _ => (0..places.len()).collect(),
        };
        marked.into_iter().for_each(|place| mark(body, index, places[place].0, places[place].1));
        body.push_str("</g>");
    }
}

fn path(places: &[(f64, f64)], shape: Shape) -> String {
    let mut text = String::new();
    for (index, (x, y)) in places.iter().enumerate() {
        match (index, shape) {
            (0, _) => push(&mut text, format_args!("M{x:.1},{y:.1}")),
            (_, Shape::Steps) => push(&mut text, format_args!("H{x:.1}V{y:.1}")),
            _ => push(&mut text, format_args!("L{x:.1},{y:.1}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check::well_formed;

    fn chart(shape: Shape, points: Vec<(f64, f64)>) -> String {
        let series = vec![
            Series { name: "a <b>".to_string(), points: points.clone() },
            Series { name: "c".to_string(), points },
        ];
        let title = "nodes & depth".to_string();
        Chart { title, x: Axis::linear("depth"), y: Axis::log("nodes"), shape, series }.svg()
    }

    #[test]
    fn a_chart_names_its_series_and_what_it_shows() {
        let svg = chart(Shape::Lines, vec![(1.0, 10.0), (2.0, 1000.0)]);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"), "{svg}");
        assert!(svg.contains("<title>nodes &amp; depth</title>") && svg.contains("a &lt;b&gt;"), "{svg}");
        assert_eq!(svg.matches("<path ").count(), 2);
        assert_eq!(chart(Shape::Scatter, vec![(1.0, 1.0)]).matches("<path ").count(), 0);
        assert!(chart(Shape::Steps, vec![(1.0, 10.0), (2.0, 20.0)]).contains('H'));
    }

    #[test]
    fn nothing_and_nonsense_can_be_drawn() {
        for points in [vec![], vec![(f64::NAN, 1.0), (1.0, -5.0), (f64::INFINITY, 0.0)]] {
            for shape in [Shape::Lines, Shape::Steps, Shape::Scatter] {
                let svg = chart(shape, points.clone());
                well_formed(&svg).unwrap();
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            }
        }
    }
}
