//! The parts that all pictures share: style, scales, axes, marks, legends.
pub(super) use super::letters::{FONT, LINE, fitted, text_width};
use super::{
    Form, Look, escape,
    letters::{TITLE_FONT, title_width, wrapped},
};
use std::fmt::Write;

/// Width of every picture in its own units, so chosen that text stays readable on a phone.
pub(super) const WIDTH: f64 = 400.0;
/// Room between the labels of an axis.
const LABEL_GAP: f64 = 6.0;
/// From one line of a title to the next.
const TITLE_LINE: f64 = 19.0;
/// Colours there are; further series begin anew with other marks.
pub(super) const COLOURS: usize = 7;
/// Marks there are.
const MARKS: usize = 4;
const MARK: f64 = 3.5;
/// Height of a line of the legend, and the room that a mark takes in it.
const LEGEND_LINE: f64 = 19.0;
const LEGEND_MARK: f64 = 22.0;

/// The palette of Okabe and Ito, which people with any kind of colour vision tell apart;
/// its black is left out, its yellow is too pale on white.
pub(super) const STYLE: &str = "\
.picture{--ink:#222;--halo:#fff;--faint:#d5d5d5;--c0:#0072b2;--c1:#d55e00;--c2:#009e73;--c3:#cc79a7;--c4:#e69f00;--c5:#56b4e9;--c6:#666;\
font:13px system-ui,sans-serif;color:var(--ink);fill:var(--ink)}\
@media(prefers-color-scheme:dark){.picture{--ink:#ddd;--halo:#16181a;--faint:#444;--c0:#4da3d9;--c1:#f0803c;--c2:#2cc79b;--c3:#dd9dc0;\
--c4:#f0b840;--c5:#8fd0f5;--c6:#aaa}}\
@media print{.picture{--ink:#000;--halo:#fff;--faint:#ccc;--c0:#0072b2;--c1:#d55e00;--c2:#009e73;--c3:#cc79a7;--c4:#e69f00;--c5:#56b4e9;--c6:#666}}\
.picture .title{font-weight:600;font-size:15px}.picture .faint{stroke:var(--faint);fill:none}\
.picture .axis{stroke:var(--ink);fill:none}.picture .line{fill:none;stroke-width:2}\
.picture .c0{stroke:var(--c0);fill:var(--c0)}.picture .c1{stroke:var(--c1);fill:var(--c1)}\
.picture .c2{stroke:var(--c2);fill:var(--c2)}.picture .c3{stroke:var(--c3);fill:var(--c3)}\
.picture .c4{stroke:var(--c4);fill:var(--c4)}.picture .c5{stroke:var(--c5);fill:var(--c5)}\
.picture .c6{stroke:var(--c6);fill:var(--c6)}.picture .line.line{fill:none}.picture .dashed{stroke-dasharray:5 4}.picture .bare{stroke:none}\
.picture .over{stroke:var(--halo);stroke-width:4px;stroke-linejoin:round;paint-order:stroke}";

/// The picture as a file of its own.
pub fn standalone(picture: &str) -> String {
    let style = format!("<style>{STYLE}</style>");
    match picture.find('>') {
        Some(end) => format!("{}{style}{}\n", &picture[..=end], &picture[end + 1..]),
        None => style,
    }
}

/// Puts a picture together: its title is read out, its text described. A long title has several
/// lines, and what lies below moves down.
pub(super) fn picture(title: &str, about: &str, height: f64, body: &str) -> String {
    let lines = wrapped(title, WIDTH, title_width);
    let mut head = String::new();
    for (row, line) in lines.iter().enumerate() {
        let (y, line) = (TITLE_FONT + 1.0 + TITLE_LINE * row as f64, escape(line));
        push(&mut head, format_args!("<text class=\"title\" x=\"0\" y=\"{y:.0}\">{line}</text>"));
    }
    let more = TITLE_LINE * lines.len().saturating_sub(1) as f64;
    let body =
        if more > 0.0 { format!("<g transform=\"translate(0 {more:.0})\">{body}</g>") } else { body.to_string() };
    let (title, about, height) = (escape(title), escape(about), height + more);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" \
         aria-label=\"{title}. {about}\"><title>{title}</title>{head}{body}</svg>"
    )
}

/// Text at a place; `anchor` is start, middle or end.
pub(super) fn text(body: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    push(body, format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escape(text)));
}

/// Text in as many lines as it needs, from the left edge on; returns where the next line would stand.
pub(super) fn note(body: &mut String, y: f64, words: &str) -> f64 {
    let lines = wrapped(words, WIDTH, text_width);
    lines.iter().enumerate().for_each(|(row, line)| text(body, 0.0, y + LINE * row as f64, "start", line));
    y + LINE * lines.len() as f64
}

/// What light and dark shades mean: a box of each with its words. Returns where they end.
pub(super) fn shades(body: &mut String, top: f64, boxes: [(usize, f64); 2], words: &[String; 2]) -> f64 {
    const BOX: f64 = 12.0;
    let (mut x, mut y) = (0.0, top);
    for ((colour, opacity), words) in boxes.into_iter().zip(words) {
        let words = fitted(words, WIDTH - LEGEND_MARK);
        let width = LEGEND_MARK + text_width(&words) + FONT;
        if x > 0.0 && x + width - FONT > WIDTH {
            (x, y) = (0.0, y + LEGEND_LINE);
        }
        push(
            body,
            format_args!(
                "<rect class=\"c{colour}\" stroke-opacity=\"0.3\" fill-opacity=\"{opacity:.2}\" \
                 x=\"{:.1}\" y=\"{y:.1}\" width=\"{BOX}\" height=\"{BOX}\"/>",
                x + 1.0
            ),
        );
        text(body, x + LEGEND_MARK - 4.0, y + BOX - 1.5, "start", &words);
        x += width;
    }
    y + LEGEND_LINE
}

/// What a reader sees who points at something.
pub(super) fn tip(words: &str) -> String {
    format!("<title>{}</title>", escape(words))
}

/// Text that must stay readable over lines.
pub(super) fn text_over(body: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let text = escape(text);
    push(body, format_args!("<text class=\"over\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"));
}

/// A straight line.
pub(super) fn line(body: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    push(body, format_args!("<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"));
}

/// Writing to a string cannot fail.
pub(super) fn push(body: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = body.write_fmt(text);
}

/// Class of the colour of a series.
pub(super) fn colour(index: usize) -> String {
    format!("c{}", index % COLOURS)
}

/// The mark of a series: circle, square, triangle or diamond.
pub(super) fn mark(body: &mut String, index: usize, x: f64, y: f64) {
    shape(body, &colour(index), index, x, y);
}

/// The same, with words for those who point at it.
pub(super) fn mark_with_tip(body: &mut String, index: usize, (x, y): (f64, f64), words: &str) {
    push(body, format_args!("<g>{}", tip(words)));
    mark(body, index, x, y);
    body.push_str("</g>");
}

/// The same with nothing inside.
pub(super) fn hollow_mark(body: &mut String, index: usize, x: f64, y: f64) {
    shape(body, &format!("line {}", colour(index)), index, x, y);
}

fn shape(body: &mut String, class: &str, index: usize, x: f64, y: f64) {
    let path = |points: [(f64, f64); 4]| {
        let points: Vec<String> =
            points.iter().map(|(a, b)| format!("{:.1},{:.1}", x + a * MARK, y + b * MARK)).collect();
        format!("<polygon class=\"{class}\" points=\"{}\"/>", points.join(" "))
    };
    // Where colours begin anew the marks shift, so that no two of 28 series look alike.
    let shape = match (index % COLOURS + index / COLOURS) % MARKS {
        0 => format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{MARK}\"/>"),
        1 => path([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]),
        2 => path([(0.0, -1.3), (1.2, 1.0), (-1.2, 1.0), (0.0, -1.3)]),
        _ => path([(0.0, -1.4), (1.4, 0.0), (0.0, 1.4), (-1.4, 0.0)]),
    };
    body.push_str(&shape);
}

/// Names with their marks on one line: number of the series, whether the mark is hollow, and name.
pub(super) fn legend_line(body: &mut String, entries: &[(usize, bool, &String)], top: f64) -> f64 {
    let (mut x, y) = (0.0, top + LEGEND_LINE / 2.0);
    for (series, is_hollow, name) in entries {
        let draw = if *is_hollow { hollow_mark } else { mark };
        draw(body, *series, x + MARK + 1.0, y);
        text(body, x + LEGEND_MARK - 4.0, y + FONT / 3.0, "start", name);
        x += LEGEND_MARK + text_width(name) + FONT;
    }
    y + LEGEND_LINE
}

/// The names of the series with their marks, in lines from `top` on; returns where they end.
pub(super) fn legend(body: &mut String, names: &[(&str, Look)], top: f64) -> f64 {
    let (mut x, mut y) = (0.0, top + LEGEND_LINE / 2.0);
    for (index, (name, look)) in names.iter().enumerate() {
        let name = fitted(name, WIDTH - LEGEND_MARK);
        let width = LEGEND_MARK + text_width(&name) + FONT;
        if x > 0.0 && x + width - FONT > WIDTH {
            (x, y) = (0.0, y + LEGEND_LINE);
        }
        let dashed = if *look == Look::Dashed { " dashed" } else { "" };
        line(body, &format!("{}{dashed}", colour(index)), (x, y), (x + LEGEND_MARK - 4.0, y));
        if *look == Look::Marked {
            mark(body, index, x + (LEGEND_MARK - 4.0) / 2.0, y);
        }
        text(body, x + LEGEND_MARK, y + FONT / 3.0, "start", &name);
        x += width;
    }
    y + LEGEND_LINE
}

/// From values to places along an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    log: bool,
    /// Between two ticks, unless equal steps mean equal ratios.
    step: f64,
    /// Where `low` and `high` lie.
    from: f64,
    to: f64,
}

/// Greatest number of marks on an axis without a log scale.
const MOST_TICKS: f64 = 6.0;

impl Scale {
    /// A scale that holds all values, with round ends. Values of a log scale are positive.
    pub(super) fn new(values: impl Iterator<Item = f64>, log: bool, from: f64, to: f64) -> Scale {
        let usable = values.filter(|value| value.is_finite() && (!log || *value > 0.0));
        let (mut low, mut high, mut whole) = (f64::INFINITY, f64::NEG_INFINITY, true);
        for value in usable {
            (low, high, whole) = (low.min(value), high.max(value), whole && value.fract() == 0.0);
        }
        let (low, high) = if low > high { (1.0, 10.0) } else { (low, high) };
        if log {
            let (low, high) = (round_down(low), round_up(high));
            let high = if high > low { high } else { low * 10.0 };
            return Scale { low, high, log, step: 0.0, from, to };
        }
        let high = if high > low { high } else { low + 1.0 };
        // Depths and counts have no halves; what lies between 0 and 1 is a share.
        let step = tick_step(high - low).max(if whole && high > 1.0 { 1.0 } else { 0.0 });
        Scale { low: (low / step).floor() * step, high: (high / step).ceil() * step, log, step, from, to }
    }

    /// Where a value lies; what lies outside is put on the edge.
    pub(super) fn place(&self, value: f64) -> f64 {
        let part = if self.log {
            (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        let part = if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) };
        self.from + part * (self.to - self.from)
    }

    /// The ends.
    pub(super) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Round values along the axis.
    pub(super) fn ticks(&self) -> Vec<f64> {
        if !self.log {
            let count = ((self.high - self.low) / self.step).round() as i32;
            return (0..=count).map(|index| self.low + f64::from(index) * self.step).collect();
        }
        let decades = (self.high / self.low).log10();
        let within: &[f64] = if decades <= 2.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let first = self.low.log10().floor() as i32;
        let last = self.high.log10().ceil() as i32;
        // Every decade, or every other of many.
        let stride = if decades > 7.0 { 2 } else { 1 };
        let all =
            (first..=last).step_by(stride).flat_map(|power| within.iter().map(move |part| part * 10f64.powi(power)));
        let slack = 1e-9;
        all.filter(|tick| *tick >= self.low * (1.0 - slack) && *tick <= self.high * (1.0 + slack)).collect()
    }
}

/// The labels of an axis that do not run into each other, where they stand: all, or every
/// second, and so on. On a log scale powers of ten have the first choice.
pub(super) fn labels(scale: &Scale, form: Form) -> Vec<(f64, String)> {
    let label = |tick: f64| (scale.place(tick), tick_text(tick, form));
    let apart = |one: &(f64, String), two: &(f64, String)| {
        (one.0 - two.0).abs() >= (text_width(&one.1) + text_width(&two.1)) / 2.0 + LABEL_GAP
    };
    let mut ticks = scale.ticks();
    if !scale.log {
        let every = |stride: usize| ticks.iter().step_by(stride).map(|tick| label(*tick)).collect::<Vec<_>>();
        let fits = |labels: &Vec<_>| labels.is_sorted_by(apart);
        return (1..=ticks.len()).map(every).find(fits).unwrap_or_default();
    }
    ticks.sort_by_key(|tick| tick.abs().log10().fract() != 0.0);
    let mut chosen: Vec<(f64, String)> = Vec::new();
    for label in ticks.into_iter().map(label) {
        if chosen.iter().all(|other| apart(other, &label)) {
            chosen.push(label);
        }
    }
    chosen
}

/// Writes the labels of an axis at a height: none runs over an edge of the picture.
pub(super) fn axis_labels(body: &mut String, scale: &Scale, form: Form, y: f64) {
    for (at, label) in labels(scale, form) {
        let half = text_width(&label) / 2.0;
        text(body, at.clamp(half, (WIDTH - half).max(half)), y, "middle", &label);
    }
}

/// The room that the first and the last label of an axis need beyond its ends.
pub(super) fn overhang(scale: &Scale, form: Form) -> f64 {
    let ticks = scale.ticks();
    let ends = [ticks.first(), ticks.last()].into_iter().flatten();
    ends.map(|tick| text_width(&tick_text(*tick, form)) / 2.0).fold(0.0, f64::max)
}

fn tick_step(span: f64) -> f64 {
    let rough = span / MOST_TICKS;
    let power = 10f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    steps.iter().map(|step| step * power).find(|step| *step >= rough).unwrap_or(power * 10.0)
}

/// The next of 1, 2, 5 times a power of ten below.
fn round_down(value: f64) -> f64 {
    let power = 10f64.powf(value.log10().floor());
    [5.0, 2.0, 1.0].iter().map(|step| step * power).find(|step| *step <= value * (1.0 + 1e-9)).unwrap_or(power)
}

fn round_up(value: f64) -> f64 {
    let power = 10f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0, 10.0].iter().map(|s| s * power).find(|step| *step >= value * (1.0 - 1e-9)).unwrap_or(10.0 * power)
}

/// The words for a value on an axis.
pub(super) fn tick_text(value: f64, form: Form) -> String {
    let short = |value: f64, unit: &str| format!("{}{unit}", (value * 100.0).round() / 100.0);
    match form {
        Form::Percent => format!("{} %", (value * 1e6).round() / 1e4),
        Form::Tenths => tick_text(value, Form::Percent),
        Form::Signed if value == 0.0 => "0".to_string(),
        Form::Signed => format!("{:+}", (value * 100.0).round() / 100.0),
        Form::Number if value.abs() >= 1e9 => short(value / 1e9, "G"),
        Form::Number if value.abs() >= 1e6 => short(value / 1e6, "M"),
        Form::Number if value.abs() >= 1e3 => short(value / 1e3, "k"),
        Form::Number => short(value, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_round_ends_and_ticks_inside() {
        let linear = Scale::new([0.3, 7.9].into_iter(), false, 0.0, 100.0);
        assert_eq!((linear.ends(), linear.place(4.0)), ((0.0, 8.0), 50.0));
        assert_eq!(linear.ticks(), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(Scale::new([4.0, 6.0].into_iter(), false, 0.0, 1.0).ticks(), [4.0, 5.0, 6.0]);
        let log = Scale::new([30.0, 90_000.0].into_iter(), true, 0.0, 100.0);
        assert_eq!(log.ends(), (20.0, 100_000.0));
        assert_eq!(log.ticks(), [100.0, 1000.0, 10_000.0, 100_000.0]);
        for hostile in [vec![], vec![0.0], vec![f64::NAN, f64::INFINITY], vec![5.0, 5.0]] {
            for log in [false, true] {
                let scale = Scale::new(hostile.iter().copied(), log, 0.0, 1.0);
                assert!(scale.ticks().len() > 1 && scale.place(-3.0).is_finite(), "{hostile:?}");
            }
        }
    }

    #[test]
    fn labels_that_would_meet_are_left_out_evenly() {
        let words = |width: f64| {
            let scale = Scale::new([0.0, 1.0].into_iter(), false, 0.0, width);
            labels(&scale, Form::Percent).into_iter().map(|label| label.1).collect::<Vec<_>>()
        };
        assert_eq!(words(400.0), ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]);
        assert_eq!(words(170.0), ["0 %", "40 %", "80 %"]);
        assert_eq!(words(1.0), ["0 %"]);
    }

    #[test]
    fn ticks_are_short_words() {
        let words = [
            (1000.0, Form::Number),
            (2.5e6, Form::Number),
            (0.05, Form::Percent),
            (0.002, Form::Percent),
            (0.0, Form::Signed),
        ];
        assert_eq!(words.map(|(value, form)| tick_text(value, form)), ["1k", "2.5M", "5 %", "0.2 %", "0"]);
    }
}
