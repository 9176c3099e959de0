//! Lines, steps and dots over two axes.
use super::{
    frame::{BOTTOM, Frame, LEGEND_TOP, TOP},
    grouped, percent, significant,
    svg::{FONT, LINE, WIDTH, colour, legend, mark_with_tip, picture, push, text_over, text_width},
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

    /// A value for those who point at it.
    fn words(&self, value: f64) -> String {
        match self.form {
            Form::Percent | Form::Tenths => percent(value),
            _ if value.fract() == 0.0 && value >= 0.0 => grouped(value as u64),
            _ => significant(value),
        }
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
    /// The same, with the name of each dot beside it.
    Named,
}

/// How a series looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Its points are marked.
    #[default]
    Marked,
    /// A line alone.
    Plain,
    /// A broken line alone: a bound.
    Dashed,
}

/// Points of one colour.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// A name for each point, or none.
    pub labels: Vec<String>,
    /// How it looks.
    pub look: Look,
}

impl Series {
    /// Points that are marked and have no names.
    pub fn new(name: &str, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.to_string(), points, labels: Vec::new(), look: Look::Marked }
    }

    /// With another look.
    #[must_use]
    pub fn looking(self, look: Look) -> Series {
        Series { look, ..self }
    }

    /// With a name for each point.
    #[must_use]
    pub fn labelled(self, labels: Vec<String>) -> Series {
        Series { labels, ..self }
    }
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

/// Of more points than this only two are marked, to tell the lines of several series apart.
const MOST_MARKS: usize = 24;
/// Between a dot and its name.
const APART: f64 = 8.0;

impl Chart {
    /// The picture as one SVG element.
    pub fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| series.points.iter().copied());
        let frame = Frame::new([&self.x, &self.y], points().map(|point| point.0), points().map(|point| point.1));
        let mut body = String::new();
        frame.draw(&mut body);
        if self.is_scatter() {
            frame.diagonal(&mut body);
        }
        for (index, series) in self.series.iter().enumerate() {
            self.draw(&mut body, index, series, &frame);
        }
        if self.shape == Shape::Named {
            self.names(&mut body, &frame);
        }
        let looks: Vec<(&str, Look)> = self.series.iter().map(|series| (series.name.as_str(), series.look)).collect();
        let end = if looks.len() > 1 { legend(&mut body, &looks, LEGEND_TOP) } else { LEGEND_TOP };
        let names: Vec<&str> = looks.into_iter().map(|(name, _)| name).collect();
        let about = format!("{} against {}: {}", self.y.label, self.x.label, names.join(", "));
        picture(&self.title, &about, end, &body)
    }

    fn is_scatter(&self) -> bool {
        matches!(self.shape, Shape::Scatter | Shape::Named)
    }

    fn draw(&self, body: &mut String, index: usize, series: &Series, frame: &Frame<'_>) {
        let places: Vec<(usize, (f64, f64))> = places(series, frame).collect();
        push(body, format_args!("<g aria-label=\"{}\">", super::escape(&series.name)));
        if !self.is_scatter() {
            let line: Vec<(f64, f64)> = places.iter().map(|(_, place)| *place).collect();
            let (path, dashed) = (path(&line, self.shape), if series.look == Look::Dashed { " dashed" } else { "" });
            push(body, format_args!("<path class=\"line {}{dashed}\" d=\"{path}\"/>", colour(index)));
        }
        let marked = match self.shape {
            _ if series.look != Look::Marked => Vec::new(),
            Shape::Steps | Shape::Lines if places.len() > MOST_MARKS && self.series.len() == 1 => Vec::new(),
            // One mark in the middle and one at the end tell long lines apart.
            Shape::Steps | Shape::Lines if places.len() > MOST_MARKS => vec![places.len() / 2, places.len() - 1],
            _ => (0..places.len()).collect(),
        };
        for (point, place) in marked.into_iter().map(|index| places[index]) {
            mark_with_tip(body, index, place, &self.words(series, point));
        }
        body.push_str("</g>");
    }

    /// A point in words.
    fn words(&self, series: &Series, point: usize) -> String {
        let name = series.labels.get(point).unwrap_or(&series.name);
        let (x, y) = series.points[point];
        format!("{name}: {} {}, {} {}", self.x.label, self.x.words(x), self.y.label, self.y.words(y))
    }

    /// Names beside their dots, where they meet neither the edges nor each other.
    fn names(&self, body: &mut String, frame: &Frame<'_>) {
        let all = || self.series.iter().flat_map(|series| places(series, frame).map(move |place| (series, place)));
        let dots: Vec<Area> = all().map(|(_, (_, (x, y)))| Area::new(x - 4.0, y - 4.0, 8.0, 8.0)).collect();
        let mut taken: Vec<Area> = Vec::new();
        for (series, (point, (x, y))) in all() {
            let Some(name) = series.labels.get(point) else { continue };
            let width = text_width(name);
            let sides =
                [(x + APART, y), (x - APART - width, y), (x - width / 2.0, y - LINE), (x - width / 2.0, y + LINE)];
            let area = |(left, middle): (f64, f64)| Area::new(left, middle - FONT / 2.0, width, FONT);
            let is_free = |area: &Area| {
                area.is_inside()
                    && !taken.iter().any(|other| other.meets(area))
                    && !dots.iter().any(|dot| dot.meets(area))
            };
            if let Some(area) = sides.into_iter().map(area).find(is_free) {
                text_over(body, area.left, area.top + FONT * 0.85, "start", name);
                taken.push(area);
            }
        }
    }
}

/// A part of the picture.
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    fn new(left: f64, top: f64, width: f64, height: f64) -> Area {
        Area { left, top, right: left + width, bottom: top + height }
    }

    fn meets(&self, other: &Area) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    fn is_inside(&self) -> bool {
        self.left >= 0.0 && self.right <= WIDTH && self.top >= TOP - LINE && self.bottom <= BOTTOM
    }
}

/// The points that can be drawn, each with its number.
fn places<'a>(series: &'a Series, frame: &'a Frame<'_>) -> impl Iterator<Item = (usize, (f64, f64))> + 'a {
    let points = series.points.iter().enumerate();
    points.filter(|(_, (x, y))| x.is_finite() && y.is_finite()).map(|(index, point)| (index, frame.place(*point)))
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
        let labels = points.iter().map(|point| format!("p{}", point.0)).collect();
        let series = vec![Series::new("a <b>", points.clone()), Series::new("c", points).labelled(labels)];
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
        let named = chart(Shape::Named, vec![(1.0, 10.0), (2.0, 20.0)]);
        assert!(named.contains(">p1<") && named.contains("<title>p2: depth 2, nodes 20</title>"), "{named}");
        assert!(chart(Shape::Steps, vec![(1.0, 10.0), (2.0, 20.0)]).contains('H'));
    }

    #[test]
    fn nothing_and_nonsense_can_be_drawn() {
        for points in [vec![], vec![(f64::NAN, 1.0), (1.0, -5.0), (f64::INFINITY, 0.0)]] {
            for shape in [Shape::Lines, Shape::Steps, Shape::Scatter, Shape::Named] {
                let svg = chart(shape, points.clone());
                well_formed(&svg).unwrap();
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            }
        }
    }

    #[test]
    fn a_long_line_alone_and_a_bound_have_no_dots() {
        let points: Vec<(f64, f64)> = (0..100).map(|step| (f64::from(step), 1.0 + f64::from(step % 7))).collect();
        let of = |series: Vec<Series>| {
            let (title, x, y) = (String::new(), Axis::linear("x"), Axis::linear("y"));
            Chart { title, x, y, shape: Shape::Lines, series }.svg().matches("<circle").count()
        };
        let bound = Series::new("bound", vec![(0.0, 3.0), (9.0, 3.0)]).looking(Look::Dashed);
        assert_eq!((of(vec![Series::new("a", points.clone())]), of(vec![bound.clone()])), (0, 0));
        // Two of the first series and one in the legend; none of the bound.
        assert_eq!(of(vec![Series::new("a", points), bound]), 3);
    }
}
