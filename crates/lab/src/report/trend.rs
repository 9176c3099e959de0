//! Values with their intervals from left to right, in groups; some are joined by a line.
use super::{
    Form, Look, escape, signed,
    svg::{
        FONT, Scale, WIDTH, colour, hollow_mark, legend, line, mark, note, picture, push, text, text_width, tick_text,
    },
};
use niwaki_statistics::{Interval, elo::Estimate};

/// Places that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What they share.
    pub name: String,
    /// What is written under each.
    pub items: Vec<String>,
}

/// A value at a place.
#[derive(Clone, Debug)]
pub struct Point {
    /// The place, counted through all groups.
    pub item: usize,
    /// What it is the value of.
    pub name: String,
    /// The value.
    pub estimate: Estimate,
    /// Whether the line goes through it; others are hollow.
    pub joined: bool,
}

/// Points of one colour.
#[derive(Clone, Debug)]
pub struct TrendSeries {
    /// Its name in the legend.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<Point>,
}

/// How values have changed.
#[derive(Clone, Debug)]
pub struct Trend {
    /// What it shows.
    pub title: String,
    /// What is measured: differences from 0.
    pub unit: String,
    /// What the names of items and of groups are.
    pub labels: [String; 2],
    /// The places.
    pub groups: Vec<Group>,
    /// The series; the legend keeps their order.
    pub series: Vec<TrendSeries>,
    /// What it means that a point is hollow.
    pub hollow: String,
}

const TOP: f64 = 50.0;
const BOTTOM: f64 = 250.0;
const ROW: f64 = 17.0;
/// Half the width of the ends of an interval.
const END: f64 = 3.0;
/// Between the series at one place.
const APART: f64 = 8.0;

/// Where things lie.
struct Places {
    left: f64,
    /// Width of a place.
    width: f64,
    scale: Scale,
}

impl Places {
    fn middle(&self, item: usize) -> f64 {
        self.left + self.width * (item as f64 + 0.5)
    }
}

impl Trend {
    /// The picture as one SVG element.
    pub fn svg(&self) -> String {
        let points = self.series.iter().flat_map(|series| &series.points);
        let values = points.flat_map(|point| {
            let ends = point.estimate.interval.map(|interval| [interval.low, interval.high]);
            [point.estimate.value].into_iter().chain(ends.into_iter().flatten())
        });
        let scale = Scale::new(values.chain([0.0]), false, BOTTOM, TOP);
        let ticks = scale.ticks().into_iter().map(|tick| text_width(&tick_text(tick, Form::Signed)));
        let words = self.labels.iter().map(|label| text_width(label));
        let left = ticks.chain(words).fold(0.0, f64::max) + 10.0;
        let items: usize = self.groups.iter().map(|group| group.items.len()).sum();
        let places = Places { left, width: (WIDTH - left) / items.max(1) as f64, scale };
        let mut body = String::new();
        self.axes(&mut body, &places);
        self.names(&mut body, &places);
        for (index, series) in self.series.iter().enumerate() {
            self.draw(&mut body, index, series, &places);
        }
        let names: Vec<(&str, Look)> = self.series.iter().map(|series| (series.name.as_str(), Look::Marked)).collect();
        let end = legend(&mut body, &names, BOTTOM + 2.0 * ROW + 12.0);
        let end = note(&mut body, end + FONT / 2.0, &self.hollow);
        picture(&self.title, &self.words(), end - FONT / 2.0, &body)
    }

    fn axes(&self, body: &mut String, places: &Places) {
        text(body, 0.0, TOP - FONT, "start", &self.unit);
        for tick in places.scale.ticks() {
            let at = places.scale.place(tick);
            line(body, if tick == 0.0 { "axis" } else { "faint" }, (places.left, at), (WIDTH, at));
            text(body, places.left - 5.0, at + FONT / 3.0, "end", &tick_text(tick, Form::Signed));
        }
        for (row, label) in (1..).zip(&self.labels) {
            text(body, 0.0, BOTTOM + ROW * f64::from(row), "start", label);
        }
    }

    /// The names of items, where they fit, and of groups, with lines between these. Neighbours
    /// of one name share it.
    fn names(&self, body: &mut String, places: &Places) {
        let mut from = places.left;
        for Group { name, items } in &self.groups {
            if from > places.left {
                line(body, "faint", (from, TOP), (from, BOTTOM + 2.0 * ROW));
            }
            let width = places.width * items.len() as f64;
            text(body, from + width / 2.0, BOTTOM + 2.0 * ROW, "middle", name);
            for alike in items.chunk_by(|item, next| item == next) {
                let width = places.width * alike.len() as f64;
                if text_width(&alike[0]) < width {
                    text(body, from + width / 2.0, BOTTOM + ROW, "middle", &alike[0]);
                }
                from += width;
            }
        }
    }

    fn draw(&self, body: &mut String, index: usize, series: &TrendSeries, places: &Places) {
        let shift = APART * (index as f64 - (self.series.len() as f64 - 1.0) / 2.0);
        let place = |point: &Point| (places.middle(point.item) + shift, places.scale.place(point.estimate.value));
        push(body, format_args!("<g aria-label=\"{}\">", escape(&series.name)));
        let joined: Vec<String> = series.points.iter().filter(|point| point.joined).map(place).map(corner).collect();
        if joined.len() > 1 {
            push(body, format_args!("<polyline class=\"line {}\" points=\"{}\"/>", colour(index), joined.join(" ")));
        }
        for point in &series.points {
            let (x, y) = place(point);
            if let Some(Interval { low, high }) = point.estimate.interval {
                let (low, high, class) = (places.scale.place(low), places.scale.place(high), colour(index));
                line(body, &class, (x, low), (x, high));
                [low, high].iter().for_each(|end| line(body, &class, (x - END, *end), (x + END, *end)));
            }
            if point.joined { mark(body, index, x, y) } else { hollow_mark(body, index, x, y) }
        }
        body.push_str("</g>");
    }

    fn words(&self) -> String {
        let word = |point: &Point| {
            let reach = point.estimate.interval.map(Interval::reach);
            format!("{} {}", point.name, signed(point.estimate.value, reach))
        };
        let of = |series: &TrendSeries| {
            format!("{}: {}", series.name, series.points.iter().map(word).collect::<Vec<_>>().join(", "))
        };
        self.series.iter().map(of).collect::<Vec<_>>().join("; ")
    }
}

fn corner((x, y): (f64, f64)) -> String {
    format!("{x:.1},{y:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check::well_formed;

    fn point(item: usize, value: f64, joined: bool) -> Point {
        let estimate = Estimate { value, interval: Some(Interval::around(value, 10.0)) };
        Point { item, name: format!("n{item}"), estimate, joined }
    }

    fn trend(points: Vec<Point>) -> Trend {
        let group = |name: &str, items: &[&str]| Group {
            name: name.to_string(),
            items: items.iter().map(ToString::to_string).collect(),
        };
        let series = ["a <b>", "c"].map(|name| TrendSeries { name: name.to_string(), points: points.clone() });
        Trend {
            title: "Elo".to_string(),
            unit: "Elo".to_string(),
            labels: ["width".to_string(), "generation".to_string()],
            groups: vec![group("0", &["32", "64"]), group("1", &["64"]), group("2", &["96", "96"])],
            series: series.to_vec(),
            hollow: "hollow: refused".to_string(),
        }
    }

    #[test]
    fn what_is_joined_is_filled_and_the_rest_is_hollow() {
        let svg = trend(vec![point(0, 5.0, true), point(1, 20.0, false), point(2, 60.0, true)]).svg();
        well_formed(&svg).unwrap();
        assert_eq!((svg.matches("<polyline ").count(), svg.matches("<circle class=\"line c0\"").count()), (2, 1));
        assert!(svg.contains("a &lt;b&gt;: n0 +5, n1 +20, n2 +60; c: "), "{svg}");
        assert_eq!(
            ["64", "96"].map(|name| svg.matches(&format!(">{name}<")).count()),
            [2, 1],
            "neighbours share a name"
        );
        for name in [">32<", ">64<", ">generation<", ">hollow: refused<"] {
            assert!(svg.contains(name), "{name}: {svg}");
        }
    }

    #[test]
    fn nothing_and_nonsense_can_be_drawn() {
        let endless = Estimate { value: f64::INFINITY, interval: None };
        let endless = Point { estimate: endless, ..point(0, 0.0, true) };
        let empty = Trend { groups: Vec::new(), ..trend(Vec::new()) };
        for svg in [trend(vec![endless]).svg(), trend(Vec::new()).svg(), empty.svg()] {
            well_formed(&svg).unwrap();
            assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{svg}");
        }
    }
}
