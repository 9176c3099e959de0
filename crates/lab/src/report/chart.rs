//! Lines, steps and dots over two axes.
use super::svg::{FONT, Scale, WIDTH, colour, labels, legend, line, mark, picture, push, text, text_width, tick_text};

/// How numbers on an axis are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As they are, with k, M and G for thousands.
    Number,
    /// As parts of a hundred.
    Percent,
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

const TOP: f64 = 46.0;
const BOTTOM: f64 = 270.0;
const LEGEND_TOP: f64 = BOTTOM + 46.0;
/// Steps with more points than this are not marked.
const MOST_MARKS: usize = 24;

impl Chart {
    /// The picture as one SVG element.
    pub fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| series.points.iter().copied());
        let y = Scale::new(points().map(|point| point.1), self.y.log, BOTTOM, TOP);
        let labels = y.ticks().into_iter().map(|tick| text_width(&tick_text(tick, self.y.form)));
        let left = labels.fold(0.0, f64::max) + 10.0;
        let x = Scale::new(points().map(|point| point.0), self.x.log, left, WIDTH - 10.0);
        let mut body = String::new();
        self.axes(&mut body, &x, &y, left);
        if self.shape == Shape::Scatter {
            let (low, high) = (x.ends().0.max(y.ends().0), x.ends().1.min(y.ends().1));
            line(&mut body, "axis", (x.place(low), y.place(low)), (x.place(high), y.place(high)));
        }
        for (index, series) in self.series.iter().enumerate() {
            self.draw(&mut body, index, series, &x, &y);
        }
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        let end = if names.len() > 1 { legend(&mut body, &names, LEGEND_TOP) } else { LEGEND_TOP };
        let about = format!("{} against {}: {}", self.y.label, self.x.label, names.join(", "));
        picture(&self.title, &about, end, &body)
    }

    fn axes(&self, body: &mut String, x: &Scale, y: &Scale, left: f64) {
        text(body, 0.0, TOP - FONT, "start", &self.y.label);
        for tick in y.ticks() {
            let at = y.place(tick);
            line(body, "faint", (left, at), (WIDTH - 10.0, at));
            text(body, left - 5.0, at + FONT / 3.0, "end", &tick_text(tick, self.y.form));
        }
        for at in x.ticks().into_iter().map(|tick| x.place(tick)) {
            line(body, "axis", (at, BOTTOM), (at, BOTTOM + 4.0));
        }
        for (at, label) in labels(x, self.x.form) {
            text(body, at.min(WIDTH - text_width(&label) / 2.0), BOTTOM + 17.0, "middle", &label);
        }
        line(body, "axis", (left, BOTTOM), (WIDTH - 10.0, BOTTOM));
        text(body, WIDTH - 10.0, BOTTOM + 34.0, "end", &self.x.label);
    }

    fn draw(&self, body: &mut String, index: usize, series: &Series, x: &Scale, y: &Scale) {
        let usable = |(a, b): &&(f64, f64)| a.is_finite() && b.is_finite();
        let places: Vec<(f64, f64)> =
            series.points.iter().filter(usable).map(|(a, b)| (x.place(*a), y.place(*b))).collect();
        push(body, format_args!("<g aria-label=\"{}\">", super::escape(&series.name)));
        if self.shape != Shape::Scatter {
            let path = path(&places, self.shape);
            push(body, format_args!("<path class=\"line {}\" d=\"{path}\"/>", colour(index)));
        }
        let marked = match self.shape {
            // One mark in the middle and one at the end tell long stairs apart.
            Shape::Steps if places.len() > MOST_MARKS => vec![places.len() / 2, places.len() - 1],
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
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            }
        }
    }
}
