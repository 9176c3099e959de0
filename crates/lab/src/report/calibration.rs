//! What was predicted against what came, with intervals.
use super::{
    Axis,
    frame::{Frame, LEGEND_TOP},
    percent,
    svg::{line, mark_with_tip, picture},
};
use niwaki_statistics::Interval;

/// What was predicted for one group, and what came.
#[derive(Clone, Copy, Debug)]
pub struct Predicted {
    /// The prediction.
    pub predicted: f64,
    /// What came.
    pub observed: f64,
    /// Where that lies in 95 of 100 cases.
    pub interval: Option<Interval>,
}

/// A point with its interval for each group, and the line on which all would lie if what
/// was predicted came true.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// What it shows.
    pub title: String,
    /// The axis of what was predicted.
    pub x: Axis,
    /// The axis of what came.
    pub y: Axis,
    /// The groups.
    pub groups: Vec<Predicted>,
}

/// Half the width of the ends of an interval.
const END: f64 = 4.0;

impl Calibration {
    /// The picture as one SVG element.
    pub fn svg(&self) -> String {
        let xs = self.groups.iter().map(|group| group.predicted);
        let ys = self.groups.iter().flat_map(|group| {
            let ends = group.interval.map_or([group.observed; 2], |interval| [interval.low, interval.high]);
            // What was predicted has its place on both axes, so that the line can be seen.
            [group.observed, group.predicted].into_iter().chain(ends)
        });
        let frame = Frame::new([&self.x, &self.y], xs, ys);
        let mut body = String::new();
        frame.draw(&mut body);
        frame.diagonal(&mut body);
        for group in &self.groups {
            let (x, y) = frame.place((group.predicted, group.observed));
            if let Some(interval) = group.interval {
                let (low, high) = (frame.y.place(interval.low), frame.y.place(interval.high));
                line(&mut body, "line c0", (x, low), (x, high));
                [low, high].iter().for_each(|y| line(&mut body, "line c0", (x - END, *y), (x + END, *y)));
            }
            let words = format!("predicted {}, came {}", percent(group.predicted), percent(group.observed));
            mark_with_tip(&mut body, 0, (x, y), &words);
        }
        let about = format!("{} against {}, {} groups", self.y.label, self.x.label, self.groups.len());
        picture(&self.title, &about, LEGEND_TOP, &body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check::well_formed;
    use niwaki_statistics::intervals::wilson;

    #[test]
    fn groups_are_drawn_with_their_intervals() {
        let group = |predicted, observed| Predicted { predicted, observed: 0.1, interval: wilson(observed, 50) };
        let groups = vec![group(0.001, 0), group(0.01, 1), group(0.2, 9)];
        let axes = (Axis::log("predicted"), Axis::log("observed"));
        let picture = Calibration { title: "chance".to_string(), x: axes.0, y: axes.1, groups };
        let svg = picture.svg();
        well_formed(&svg).unwrap();
        assert_eq!(svg.matches("class=\"line c0\"").count(), 9);
        let none = Calibration { groups: Vec::new(), ..picture }.svg();
        well_formed(&none).unwrap();
        assert!(!none.contains("NaN") && !none.contains("inf"), "{none}");
    }
}
