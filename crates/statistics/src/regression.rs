//! Fitting a straight line by least squares.
use crate::{Interval, student};

/// `y = slope * x + offset`, and how well it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// a
    pub slope: f64,
    /// b
    pub offset: f64,
    /// Standard deviation of what the line leaves over, with n - 2 degrees of freedom.
    pub deviation: f64,
    /// Pearson's r; 0 if all y are equal.
    pub correlation: f64,
    /// Number of points.
    pub points: usize,
}

impl Line {
    /// Where the slope lies in 95 of 100 cases (Student's t); `None` without correlation.
    pub fn slope_interval(&self) -> Option<Interval> {
        let freedom = self.points.saturating_sub(PARAMETERS);
        // The slope's error in terms of the correlation.
        let error = self.slope.abs() * ((self.correlation.powi(-2) - 1.0).max(0.0) / freedom as f64).sqrt();
        let reach = error * student::quantile_95(freedom as u64)?;
        reach.is_finite().then(|| Interval::around(self.slope, reach))
    }
}

/// Parameters of a line: that number of points leaves nothing over.
const PARAMETERS: usize = 2;

/// The line of least squares. `None` for fewer than three points, or if all x are equal.
pub fn fit(points: &[(f64, f64)]) -> Option<Line> {
    if points.len() <= PARAMETERS {
        return None;
    }
    let count = points.len() as f64;
    let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in points {
        let (dx, dy) = (x - mean_x, y - mean_y);
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    if xx <= 0.0 {
        return None;
    }
    let slope = xy / xx;
    let offset = mean_y - slope * mean_x;
    let rest: f64 = points.iter().map(|(x, y)| (y - slope * x - offset).powi(2)).sum();
    let deviation = (rest / (points.len() - PARAMETERS) as f64).sqrt();
    let correlation = if yy > 0.0 { xy / (xx * yy).sqrt() } else { 0.0 };
    Some(Line { slope, offset, deviation, correlation, points: points.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
    }

    #[test]
    fn a_line_without_error_is_found_exactly() {
        let line = fit(&[(-2.0, -1.0), (0.0, 3.0), (1.0, 5.0), (4.0, 11.0)]).unwrap();
        near(line.slope, 2.0);
        near(line.offset, 3.0);
        near(line.deviation, 0.0);
        near(line.correlation, 1.0);
        assert_eq!(line.points, 4);
    }

    #[test]
    fn a_sum_done_by_hand_comes_out() {
        // Means 3 and 4; Sxx 10, Sxy 6, Syy 6: slope 0.6, offset 2.2, left over 2.4 of 3.
        let line = fit(&[(1.0, 2.0), (2.0, 4.0), (3.0, 5.0), (4.0, 4.0), (5.0, 5.0)]).unwrap();
        near(line.slope, 0.6);
        near(line.offset, 2.2);
        near(line.deviation, 0.8f64.sqrt());
        near(line.correlation, 0.6f64.sqrt());
        // The error of the slope is sqrt(0.8 / 10); t for 3 degrees of freedom is 3.182446.
        let interval = line.slope_interval().unwrap();
        assert!((interval.high - 0.6 - 3.182_446 * 0.08f64.sqrt()).abs() < 1e-5, "{interval:?}");
    }

    /// Anscombe's first set (1973), known to three digits.
    #[test]
    fn a_published_example_comes_out() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let line = fit(&x.into_iter().zip(y).collect::<Vec<_>>()).unwrap();
        let rounded = [line.slope, line.offset, line.deviation, line.correlation].map(|v| (v * 1000.0).round());
        assert_eq!(rounded, [500.0, 3000.0, 1237.0, 816.0]);
    }

    #[test]
    fn what_fixes_no_line_gives_none() {
        assert_eq!(fit(&[]), None);
        assert_eq!(fit(&[(0.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(fit(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
        let flat = fit(&[(0.0, 5.0), (1.0, 5.0), (2.0, 5.0)]).unwrap();
        assert_eq!((flat.slope, flat.offset, flat.correlation), (0.0, 5.0, 0.0));
        assert_eq!(flat.slope_interval(), None);
    }
}
