//! Values with their intervals, one below the other.
use super::{
    Form, ends, percent, percent_ends, signed, significant,
    svg::{
        FONT, Scale, WIDTH, axis_labels, colour, fitted, hollow_mark, legend_line, line, mark, overhang, picture, push,
        text, text_over, text_width, tip,
    },
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
    /// What another says of the same, such as a paper.
    pub beside: Option<f64>,
    /// The series whose colour and mark it has.
    pub series: usize,
}

impl Bar {
    /// A bar of the first colour.
    pub fn new(name: &str, value: f64, interval: Option<Interval>) -> Bar {
        Bar { name: name.to_string(), value, interval, beside: None, series: 0 }
    }

    /// With the colour and mark of a series.
    #[must_use]
    pub fn of_series(self, series: usize) -> Bar {
        Bar { series, ..self }
    }
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
    /// Names of the values and of those beside them, where there are such.
    pub sides: Option<[String; 2]>,
}

const TOP: f64 = 36.0;
const ROW: f64 = 26.0;
/// Names and numbers that leave less room for the picture stand above it.
const LEAST_ROOM: f64 = 92.0;
/// A longer name is shortened to no less than this where that saves a line.
const LEAST_NAME: f64 = 220.0;
/// Between names, picture and numbers.
const GAP: f64 = 12.0;
/// Half the height of the ends of an interval.
const END: f64 = 5.0;

/// Where things lie.
struct Places {
    scale: Scale,
    /// Height of a row.
    height: f64,
    /// Whether names and numbers stand above.
    above: bool,
    /// Whether both fit on one line there.
    together: bool,
    /// Where the rows end.
    bottom: f64,
}

impl Bars {
    /// The picture as one SVG element.
    pub fn svg(&self) -> String {
        let places = self.places();
        let bottom = places.bottom;
        let mut body = String::new();
        self.axis(&mut body, &places);
        for (index, row) in self.rows.iter().enumerate() {
            let y = TOP + places.height * (index as f64 + 1.0) - ROW / 2.0;
            self.row(&mut body, row, y, &places);
        }
        let mut end = bottom + 42.0;
        if let Some([ours, theirs]) = &self.sides {
            end = legend_line(&mut body, &[(0, false, ours), (1, true, theirs)], end);
        }
        let words: Vec<String> = self.rows.iter().map(|row| format!("{} {}", row.name, self.words(row))).collect();
        picture(&self.title, &words.join("; "), end, &body)
    }

    fn places(&self) -> Places {
        let widest = |texts: &mut dyn Iterator<Item = String>| texts.map(|t| text_width(&t)).fold(0.0, f64::max);
        let names = widest(&mut self.rows.iter().map(|row| row.name.clone()));
        let words = widest(&mut self.rows.iter().map(|row| self.words(row)));
        let values = self.rows.iter().flat_map(|row| {
            let ends = row.interval.map_or([row.value; 2], |interval| [interval.low, interval.high]);
            [row.value].into_iter().chain(ends).chain(row.beside)
        });
        let values: Vec<f64> = values.chain(self.reference).collect();
        let above = self.sides.is_some() || WIDTH - names - words - 2.0 * GAP < LEAST_ROOM;
        // A long name may lose its middle, but no more. Two lines stand to the left, so that they
        // never meet.
        let too_long = |row: &Bar| text_width(&row.name).min(LEAST_NAME) + text_width(&self.words(row)) + GAP > WIDTH;
        let together = above && !self.rows.iter().any(too_long);
        let scale = |left, right| Scale::new(values.iter().copied(), self.log, left, right);
        let hang = overhang(&scale(0.0, WIDTH), self.form) + 1.0;
        let (left, right) = if above { (hang, WIDTH - hang) } else { (names + GAP, WIDTH - words - GAP) };
        let height = match (above, together) {
            (false, _) => ROW,
            (true, true) => ROW + FONT + 2.0,
            (true, false) => ROW + 2.0 * (FONT + 3.0),
        };
        let bottom = TOP + height * self.rows.len() as f64;
        let scale = scale(left.max(hang), right.max(left + ROW));
        Places { scale, height, above, together, bottom }
    }

    fn axis(&self, body: &mut String, places: &Places) {
        let (scale, bottom) = (&places.scale, places.bottom);
        for at in scale.ticks().into_iter().map(|tick| scale.place(tick)) {
            self.upright(body, "faint", at, places);
        }
        axis_labels(body, scale, self.form, bottom + 16.0);
        if let Some(reference) = self.reference {
            self.upright(body, "axis", scale.place(reference), places);
        }
        text(body, WIDTH, bottom + 35.0, "end", &fitted(&self.label, WIDTH));
    }

    /// A line across all rows; where words stand above these it makes room for them.
    fn upright(&self, body: &mut String, class: &str, at: f64, places: &Places) {
        if !places.above {
            return line(body, class, (at, TOP - 6.0), (at, places.bottom));
        }
        for row in 1..=self.rows.len() {
            let end = TOP + places.height * row as f64;
            line(body, class, (at, end - ROW + 4.0), (at, end - 4.0));
        }
    }

    fn row(&self, body: &mut String, row: &Bar, y: f64, places: &Places) {
        let (words, scale) = (self.words(row), &places.scale);
        push(body, format_args!("<g>{}", tip(&format!("{}: {words}", row.name))));
        self.row_words(body, row, y, places);
        if let Some(interval) = row.interval {
            let (low, high) = (scale.place(interval.low), scale.place(interval.high));
            let class = colour(row.series);
            line(body, &class, (low, y), (high, y));
            [low, high].iter().for_each(|x| line(body, &class, (*x, y - END), (*x, y + END)));
        }
        if let Some(beside) = row.beside {
            hollow_mark(body, 1, scale.place(beside), y);
        }
        mark(body, row.series, scale.place(row.value), y);
        body.push_str("</g>");
    }

    /// Name and numbers of a row: at its sides, or above it on one line or two.
    fn row_words(&self, body: &mut String, row: &Bar, y: f64, places: &Places) {
        let words = self.words(row);
        if !places.above {
            text_over(body, 0.0, y + FONT / 3.0, "start", &row.name);
            return text_over(body, WIDTH, y + FONT / 3.0, "end", &words);
        }
        let line = y - ROW / 2.0;
        match places.together {
            true => {
                text_over(body, 0.0, line, "start", &fitted(&row.name, WIDTH - text_width(&words) - GAP));
                text_over(body, WIDTH, line, "end", &words);
            }
            false => {
                text_over(body, 0.0, line - FONT - 3.0, "start", &fitted(&row.name, WIDTH));
                text_over(body, 0.0, line, "start", &fitted(&words, WIDTH));
            }
        }
    }

    /// A number in words; `reach` is how far it may be off.
    fn number(&self, value: f64, reach: Option<f64>) -> String {
        match self.form {
            Form::Percent => percent(value),
            Form::Tenths => format!("{:.1}\u{a0}%", value * 100.0),
            Form::Number => significant(value),
            Form::Signed => signed(value, reach),
        }
    }

    /// Value and interval in words, with what stands beside it.
    fn words(&self, row: &Bar) -> String {
        let reach = row.interval.map(Interval::reach);
        let words = |interval: Interval| match self.form {
            Form::Percent => percent_ends(interval),
            Form::Tenths => {
                let tenths = |end: f64| format!("{:.1}", end * 100.0);
                ends(tenths(interval.low), tenths(interval.high))
            }
            _ => ends(self.number(interval.low, reach), self.number(interval.high, reach)),
        };
        let own = format!("{}{}", self.number(row.value, reach), row.interval.map(words).unwrap_or_default());
        match (&self.sides, row.beside) {
            (Some([ours, theirs]), Some(beside)) => format!("{ours} {own}, {theirs} {}", self.number(beside, None)),
            (Some([ours, _]), None) => format!("{ours} {own}"),
            _ => own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check::well_formed;

    #[test]
    fn values_and_intervals_stand_in_the_picture() {
        let interval = Some(Interval { low: 0.1, high: 0.4 });
        let row = |name: &str, interval| Bar::new(name, 0.2, interval);
        let rows = vec![row("base", None), row("other", interval)];
        let bars = Bars {
            title: "share".to_string(),
            label: "share of nodes".to_string(),
            log: true,
            form: Form::Percent,
            reference: Some(1.0),
            rows,
            sides: None,
        };
        let svg = bars.svg();
        assert!(svg.contains("20.0\u{a0}% [10.0, 40.0]") && svg.contains(">base<"), "{svg}");
        let long = Bars { rows: vec![row(&"long ".repeat(12), interval)], ..bars.clone() }.svg();
        assert!([&svg, &long].iter().all(|svg| well_formed(svg).is_ok()), "{long}");
        let endless = Some(Interval { low: -3.0, high: f64::INFINITY });
        let elo = Bar::new("a", f64::INFINITY, endless);
        let elo = Bars { rows: vec![elo], form: Form::Signed, log: false, ..bars.clone() }.svg();
        assert!(elo.contains("+\u{221e} [-3, +\u{221e}]") && !elo.contains("inf"), "{elo}");
        let paper = Bar { beside: Some(0.3), ..row("c", interval) };
        let sides = Some(["ours", "paper"].map(str::to_string));
        let both = Bars { rows: vec![paper], sides, ..bars.clone() }.svg();
        assert!(
            both.contains("ours 20.0\u{a0}% [10.0, 40.0], paper 30.0\u{a0}%") && both.contains("line c1"),
            "{both}"
        );
        let empty = Bars { rows: Vec::new(), reference: None, ..bars }.svg();
        assert!(!empty.contains("NaN") && !empty.contains("inf"), "{empty}");
    }

    /// The left ends of labels in the picture, and the right ones.
    fn edges(svg: &str) -> (f64, f64) {
        let texts = svg.split("<text x=\"").skip(1).filter(|text| text.contains("text-anchor=\"middle\""));
        let places = texts.map(|text| {
            let at: f64 = text.split('"').next().unwrap().parse().unwrap();
            let words = text.split('>').nth(1).unwrap().split('<').next().unwrap();
            (at - text_width(words) / 2.0, at + text_width(words) / 2.0)
        });
        places.fold((f64::INFINITY, 0.0), |(left, right), (from, to)| (left.min(from), right.max(to)))
    }

    #[test]
    fn no_label_of_the_axis_is_cut_however_long_the_names_are() {
        for (name, form) in [("a", Form::Signed), ("name of a row that is far too long", Form::Percent)] {
            for log in [false, true] {
                let interval = Some(Interval { low: if log { 0.001 } else { -1234.0 }, high: 1234.0 });
                let rows = vec![Bar::new(name, 12.0, interval)];
                let (title, label) = (name.to_string(), name.to_string());
                let (left, right) = edges(&Bars { title, label, log, form, reference: None, rows, sides: None }.svg());
                assert!(left >= -0.1 && right <= WIDTH + 0.1 && left < right, "{name} {log}: {left} {right}");
            }
        }
    }
}
