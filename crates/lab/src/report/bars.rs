//! Values with their intervals, one below the other.
use super::{
    Form, percent, signed, significant,
    svg::{FONT, Scale, WIDTH, colour, labels, line, mark, picture, text, text_over, text_width},
};
use niwaki_statistics::Interval;

/// A value with its interval.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What it is the value of.
    pub name: String,
    /// The value.
    pub value: f64,
    /// Where it lies in 95 of 100 cases.
    pub interval: Option<Interval>,
}

/// A row for each value: a mark, its interval as a line with ends, and both in words.
#[derive(Clone, Debug)]
pub struct Bars {
    /// What it shows.
    pub title: String,
    /// What the axis measures.
    pub label: String,
    /// Whether equal steps mean equal ratios.
    pub log: bool,
    /// How numbers are written.
    pub form: Form,
    /// A value to compare with, drawn as a line.
    pub reference: Option<f64>,
    /// The rows.
    pub rows: Vec<Bar>,
}

const TOP: f64 = 34.0;
const ROW: f64 = 26.0;
/// A name that takes more of the width stands above its value.
const WIDEST_NAME: f64 = WIDTH * 0.36;
/// Half the height of the ends of an interval.
const END: f64 = 5.0;

impl Bars {
    /// The picture as one SVG element.
    pub fn svg(&self) -> String {
        let widest = |texts: &mut dyn Iterator<Item = String>| texts.map(|t| text_width(&t)).fold(0.0, f64::max);
        let names = widest(&mut self.rows.iter().map(|row| row.name.clone()));
        let above = names > WIDEST_NAME;
        let (left, height) = if above { (8.0, ROW + FONT + 2.0) } else { (names + 14.0, ROW) };
        let right = WIDTH - widest(&mut self.rows.iter().map(|row| self.words(row))) - 14.0;
        let bottom = TOP + height * self.rows.len() as f64;
        let values = self.rows.iter().flat_map(|row| {
            let ends = row.interval.map_or([row.value; 2], |interval| [interval.low, interval.high]);
            [row.value].into_iter().chain(ends)
        });
        let scale = Scale::new(values.chain(self.reference), self.log, left, right.max(left + ROW));
        let mut body = String::new();
        self.axis(&mut body, &scale, bottom);
        for (index, row) in self.rows.iter().enumerate() {
            let y = TOP + height * (index as f64 + 1.0) - ROW / 2.0;
            let name = if above { y - ROW / 2.0 } else { y + FONT / 3.0 };
            text_over(&mut body, 0.0, name, &row.name);
            self.row(&mut body, index, row, y, &scale);
        }
        let words: Vec<String> = self.rows.iter().map(|row| format!("{} {}", row.name, self.words(row))).collect();
        picture(&self.title, &words.join("; "), bottom + 40.0, &body)
    }

    fn axis(&self, body: &mut String, scale: &Scale, bottom: f64) {
        for at in scale.ticks().into_iter().map(|tick| scale.place(tick)) {
            line(body, "faint", (at, TOP - 6.0), (at, bottom));
        }
        labels(scale, self.form).iter().for_each(|(at, label)| text(body, *at, bottom + 15.0, "middle", label));
        if let Some(reference) = self.reference {
            line(body, "axis", (scale.place(reference), TOP - 6.0), (scale.place(reference), bottom));
        }
        text(body, WIDTH, bottom + 33.0, "end", &self.label);
    }

    fn row(&self, body: &mut String, index: usize, row: &Bar, y: f64, scale: &Scale) {
        if let Some(interval) = row.interval {
            let (low, high) = (scale.place(interval.low), scale.place(interval.high));
            let class = colour(index);
            line(body, &class, (low, y), (high, y));
            [low, high].iter().for_each(|x| line(body, &class, (*x, y - END), (*x, y + END)));
        }
        mark(body, index, scale.place(row.value), y);
        text(body, WIDTH, y + FONT / 3.0, "end", &self.words(row));
    }

    /// Value and interval in words.
    fn words(&self, row: &Bar) -> String {
        let reach = row.interval.map(Interval::reach);
        let number = |value: f64| match self.form {
            Form::Percent => percent(value),
            Form::Tenths => format!("{:.1}\u{a0}%", value * 100.0),
            Form::Number => significant(value),
            Form::Signed => signed(value, reach),
        };
        let ends = |interval: Interval| match self.form {
            Form::Percent => {
                format!(" ({} to {})", significant(interval.low * 100.0), significant(interval.high * 100.0))
            }
            Form::Tenths => format!(" ({:.1} to {:.1})", interval.low * 100.0, interval.high * 100.0),
            _ => format!(" ({} to {})", number(interval.low), number(interval.high)),
        };
        format!("{}{}", number(row.value), row.interval.map(ends).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check::well_formed;

    #[test]
    fn values_and_intervals_stand_in_the_picture() {
        let interval = Some(Interval { low: 0.1, high: 0.4 });
        let row = |name: &str, interval| Bar { name: name.to_string(), value: 0.2, interval };
        let rows = vec![row("base", None), row("other", interval)];
        let bars = Bars {
            title: "share".to_string(),
            label: "share of nodes".to_string(),
            log: true,
            form: Form::Percent,
            reference: Some(1.0),
            rows,
        };
        let svg = bars.svg();
        assert!(svg.contains("20.0\u{a0}% (10.0 to 40.0)") && svg.contains(">base<"), "{svg}");
        let long = Bars { rows: vec![row(&"long ".repeat(12), interval)], ..bars.clone() }.svg();
        assert!([&svg, &long].iter().all(|svg| well_formed(svg).is_ok()), "{long}");
        let endless = Some(Interval { low: -3.0, high: f64::INFINITY });
        let elo = Bar { name: "a".to_string(), value: f64::INFINITY, interval: endless };
        let elo = Bars { rows: vec![elo], form: Form::Signed, log: false, ..bars.clone() }.svg();
        assert!(elo.contains("+\u{221e} (-3 to +\u{221e})") && !elo.contains("inf"), "{elo}");
        let empty = Bars { rows: Vec::new(), reference: None, ..bars }.svg();
        assert!(!empty.contains("NaN") && !empty.contains("inf"), "{empty}");
    }
}
