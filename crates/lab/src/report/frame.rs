//! The two axes of a picture, and where values lie between them.
use super::{
    Axis,
    svg::{FONT, Scale, WIDTH, axis_labels, fitted, line, text, text_width, tick_text},
};

pub(super) const TOP: f64 = 50.0;
pub(super) const BOTTOM: f64 = 270.0;
pub(super) const LEGEND_TOP: f64 = BOTTOM + 46.0;
const RIGHT: f64 = WIDTH - 10.0;

/// Two scales, as wide as the labels of the upright one allow.
pub(super) struct Frame<'a> {
    axes: [&'a Axis; 2],
    pub(super) x: Scale,
    pub(super) y: Scale,
    left: f64,
}

impl<'a> Frame<'a> {
    /// A frame that holds all the values.
    pub(super) fn new(axes: [&'a Axis; 2], xs: impl Iterator<Item = f64>, ys: impl Iterator<Item = f64>) -> Frame<'a> {
        let y = Scale::new(ys, axes[1].log, BOTTOM, TOP);
        let labels = y.ticks().into_iter().map(|tick| text_width(&tick_text(tick, axes[1].form)));
        let left = labels.fold(0.0, f64::max) + 10.0;
        Frame { axes, x: Scale::new(xs, axes[0].log, left, RIGHT), y, left }
    }

    /// Where a point lies.
    pub(super) fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.x.place(x), self.y.place(y))
    }

    /// Lines, ticks, numbers and what they measure.
    pub(super) fn draw(&self, body: &mut String) {
        let [x, y] = self.axes;
        text(body, 0.0, TOP - FONT, "start", &fitted(&y.label, WIDTH));
        for tick in self.y.ticks() {
            let at = self.y.place(tick);
            line(body, "faint", (self.left, at), (RIGHT, at));
            text(body, self.left - 5.0, at + FONT / 3.0, "end", &tick_text(tick, y.form));
        }
        for at in self.x.ticks().into_iter().map(|tick| self.x.place(tick)) {
            line(body, "axis", (at, BOTTOM), (at, BOTTOM + 4.0));
        }
        axis_labels(body, &self.x, x.form, BOTTOM + 17.0);
        line(body, "axis", (self.left, BOTTOM), (RIGHT, BOTTOM));
        text(body, RIGHT, BOTTOM + 34.0, "end", &fitted(&x.label, RIGHT));
    }

    /// The line where both axes agree.
    pub(super) fn diagonal(&self, body: &mut String) {
        let (x, y) = (self.x.ends(), self.y.ends());
        let (low, high) = (x.0.max(y.0), x.1.min(y.1));
        line(body, "axis", self.place((low, low)), self.place((high, high)));
    }

    /// The part of a straight line that lies inside.
    pub(super) fn straight(&self, body: &mut String, class: &str, slope: f64, offset: f64) {
        let ((mut low, mut high), (bottom, top)) = (self.x.ends(), self.y.ends());
        if slope != 0.0 {
            let (one, two) = ((bottom - offset) / slope, (top - offset) / slope);
            (low, high) = (low.max(one.min(two)), high.min(one.max(two)));
        }
        if low < high && (bottom..=top).contains(&(slope * f64::midpoint(low, high) + offset)) {
            let at = |x: f64| self.place((x, slope * x + offset));
            line(body, class, at(low), at(high));
        }
    }
}
