//! Counts side by side, as columns.
use super::{
    Form, Look, escape, grouped, significant,
    svg::{FONT, Scale, WIDTH, colour, fitted, legend, line, mark, picture, push, text, text_width, tick_text, tip},
};

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// What it counts; nothing is written under it if this is empty.
    pub name: String,
    /// How many.
    pub value: f64,
}

/// Columns of counts, perhaps with what was expected.
#[derive(Clone, Debug)]
pub struct Columns {
    /// What it shows.
    pub title: String,
    /// What the columns are.
    pub label: String,
    /// What they count.
    pub unit: String,
    /// From left to right.
    pub columns: Vec<Column>,
    /// The name of what was expected, and its value for every column.
    pub expected: Option<(String, Vec<f64>)>,
}

const TOP: f64 = 58.0;
const BOTTOM: f64 = 236.0;
/// More columns have no numbers on them.
const MOST_NUMBERS: usize = 10;

impl Columns {
    /// The picture as one SVG element.
    pub fn svg(&self) -> String {
        let expected = self.expected.iter().flat_map(|(_, values)| values.iter().copied());
        let values = self.columns.iter().map(|column| column.value).chain(expected);
        let scale = Scale::new(values.chain([0.0]), false, BOTTOM, TOP);
        let ticks: Vec<(f64, String)> =
            whole(scale.ticks()).map(|tick| (scale.place(tick), tick_text(tick, Form::Number))).collect();
        let left = ticks.iter().map(|(_, label)| text_width(label)).fold(0.0, f64::max) + 8.0;
        let width = (WIDTH - left) / self.columns.len().max(1) as f64;
        let mut body = String::new();
        text(&mut body, 0.0, TOP - 16.0, "start", &self.unit);
        for (at, label) in &ticks {
            line(&mut body, "faint", (left, *at), (WIDTH, *at));
            text(&mut body, left - 5.0, at + FONT / 3.0, "end", label);
        }
        for (index, column) in self.columns.iter().enumerate() {
            self.column(&mut body, column, left + width * index as f64, width, &scale);
        }
        self.names(&mut body, left, width);
        let end = self.expectation(&mut body, left, width, &scale);
        text(&mut body, WIDTH, BOTTOM + 34.0, "end", &fitted(&self.label, WIDTH));
        line(&mut body, "axis", (left, BOTTOM), (WIDTH, BOTTOM));
        picture(&self.title, &self.words(), end, &body)
    }

    fn column(&self, body: &mut String, column: &Column, x: f64, width: f64, scale: &Scale) {
        let (y, gap) = (scale.place(column.value), (width * 0.1).min(6.0));
        let class = colour(0);
        push(
            body,
            format_args!(
                "<rect class=\"{class}\" fill-opacity=\"0.6\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\">{}</rect>",
                x + gap,
                (width - 2.0 * gap).max(0.5),
                (BOTTOM - y).max(0.0),
                tip(&format!("{}: {} {}", column.name, number(column.value), self.unit))
            ),
        );
        let number = number(column.value);
        if self.columns.len() <= MOST_NUMBERS && text_width(&number) < width {
            text(body, x + width / 2.0, y - 4.0, "middle", &number);
        }
    }

    /// The names under the columns: of many that would meet only every second, and so on.
    fn names(&self, body: &mut String, left: f64, width: f64) {
        let named: Vec<(f64, &str)> = (0..self.columns.len())
            .map(|index| (left + width * (index as f64 + 0.5), self.columns[index].name.as_str()))
            .filter(|(_, name)| !name.is_empty())
            .collect();
        let apart = |one: &&(f64, &str), two: &&(f64, &str)| {
            two.0 - one.0 > (text_width(one.1) + text_width(two.1)) / 2.0 + 3.0
        };
        let fits = |stride: &usize| named.iter().step_by(*stride).is_sorted_by(apart);
        let stride = (1..=named.len()).find(fits).unwrap_or(1);
        for (middle, name) in named.iter().step_by(stride) {
            text(body, middle.min(WIDTH - text_width(name) / 2.0), BOTTOM + 17.0, "middle", name);
        }
    }

    /// Draws what was expected, with a legend; returns where the picture ends.
    fn expectation(&self, body: &mut String, left: f64, width: f64, scale: &Scale) -> f64 {
        let Some((name, values)) = &self.expected else { return BOTTOM + 42.0 };
        let places: Vec<(f64, f64)> = values
            .iter()
            .enumerate()
            .map(|(index, value)| (left + width * (index as f64 + 0.5), scale.place(*value)))
            .collect();
        let points: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        push(
            body,
            format_args!(
                "<g aria-label=\"{}\"><polyline class=\"line {}\" points=\"{}\"/></g>",
                escape(name),
                colour(1),
                points.join(" ")
            ),
        );
        if let Some((x, y)) = places.get(places.len() / 2) {
            mark(body, 1, *x, *y);
        }
        legend(body, &[(&self.unit, Look::Marked), (name, Look::Marked)], BOTTOM + 44.0)
    }

    fn words(&self) -> String {
        let named = self.columns.iter().filter(|column| !column.name.is_empty());
        let each: Vec<String> = named.map(|column| format!("{}: {}", column.name, number(column.value))).collect();
        each.join("; ")
    }
}

/// Counts have no halves.
fn whole(ticks: Vec<f64>) -> impl Iterator<Item = f64> {
    ticks.into_iter().filter(|tick| tick.fract() == 0.0)
}

/// Whole numbers as such.
fn number(value: f64) -> String {
    if value >= 0.0 && value.fract() == 0.0 { grouped(value as u64) } else { significant(value) }
}

/// Values sorted into bins of round width, as columns named by the first value of a bin.
pub fn histogram(values: &[u64], most: usize) -> Vec<Column> {
    let Some((&low, &high)) = values.iter().min().zip(values.iter().max()) else { return Vec::new() };
    let steps = (0..).flat_map(|power| [1, 2, 5].map(|step: u64| step.saturating_mul(10u64.saturating_pow(power))));
    let fits = |step: &u64| (high / step - low / step) < most as u64;
    let step = steps.into_iter().find(fits).unwrap_or(1);
    let (first, last) = (low / step, high / step);
    let count = |bin: u64| values.iter().filter(|value| **value / step == bin).count() as f64;
    (first..=last).map(|bin| Column { name: (bin * step).to_string(), value: count(bin) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check::well_formed;

    #[test]
    fn columns_hold_their_counts_and_what_was_expected() {
        let column = |name: &str, value| Column { name: name.to_string(), value };
        let columns = Columns {
            title: "pairs <x>".to_string(),
            label: "points".to_string(),
            unit: "pairs".to_string(),
            columns: vec![column("0", 3.0), column("½", 12.0), column("1", 0.0)],
            expected: Some(("normal".to_string(), vec![4.0, 8.5, 2.0])),
        };
        let svg = columns.svg();
        well_formed(&svg).unwrap();
        assert!(svg.contains(">12<") && svg.contains("½: 12") && svg.contains("polyline"), "{svg}");
        let none = Columns { columns: Vec::new(), expected: None, ..columns }.svg();
        well_formed(&none).unwrap();
        assert!(!none.contains("NaN") && !none.contains("inf"), "{none}");
    }

    #[test]
    fn bins_have_round_widths() {
        let bins = histogram(&[38, 41, 55, 120, 121, 122], 8);
        let names: Vec<&str> = bins.iter().map(|bin| bin.name.as_str()).collect();
        assert_eq!(names, ["20", "40", "60", "80", "100", "120"]);
        assert_eq!(bins.iter().map(|bin| bin.value).collect::<Vec<_>>(), [1.0, 2.0, 0.0, 0.0, 0.0, 3.0]);
        assert_eq!((histogram(&[], 8).len(), histogram(&[7], 8).len(), histogram(&[0, u64::MAX], 8).len()), (0, 1, 4));
    }
}
