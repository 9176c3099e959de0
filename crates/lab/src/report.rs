//! Reports: pictures in SVG and pages in HTML, each one file that needs no network.
//!
//! Pictures are drawn in the colours of the reader's scheme, light or dark. Series are
//! distinguished by colour, mark and name: no reader depends on colours alone.
mod bars;
mod block;
mod calibration;
mod chart;
#[cfg(test)]
pub(crate) mod check;
mod columns;
mod density;
mod frame;
mod grid;
mod heat;
mod letters;
mod page;
mod svg;
mod terminal;
mod trend;

pub use bars::{Bar, Bars};
pub use block::Block;
pub use calibration::{Calibration, Predicted};
pub use chart::{Axis, Chart, Form, Look, Series, Shape};
pub use columns::{Column, Columns, histogram};
pub use density::Density;
pub use grid::Grid;
pub use heat::HeatMap;
pub use page::{Page, table};
pub use svg::standalone;
pub use terminal::align;
pub use trend::{Group, Point, Trend, TrendSeries};

use niwaki_statistics::Interval;
use std::fmt::Display;

/// Text as the content of an element or an attribute.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

/// A whole number with thin gaps between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A number with about three digits that matter and no more.
pub fn significant(value: f64) -> String {
    let digits =
        if value == 0.0 || !value.is_finite() { 0 } else { (2 - value.abs().log10().floor() as i32).clamp(0, 6) };
    if value.is_infinite() {
        return if value > 0.0 { "\u{221e}" } else { "-\u{221e}" }.to_string();
    }
    format!("{value:.*}", digits as usize)
}

/// A difference with its sign. `reach` is how far it may be off: it decides how many digits
/// are worth writing.
pub fn signed(value: f64, reach: Option<f64>) -> String {
    if value.is_infinite() {
        return format!("{}\u{221e}", if value > 0.0 { '+' } else { '-' });
    }
    let digits = if reach.unwrap_or(value).abs() < 9.95 { 1 } else { 0 };
    // Adding 0 makes nothing of a negative nothing.
    let scale = 10f64.powi(digits);
    format!("{:+.*}", digits as usize, (value * scale).round() / scale + 0.0)
}

/// The ends of an interval in words, as they stand behind its middle: the one notation of all pages.
pub fn ends(low: impl Display, high: impl Display) -> String {
    format!(" [{low}, {high}]")
}

/// An interval of a share in parts of a hundred, as it stands behind the share.
pub fn percent_ends(interval: Interval) -> String {
    ends(significant(interval.low * 100.0), significant(interval.high * 100.0))
}

/// A headline, which says first of a run that was interrupted how much of it there is.
pub fn headline(finding: &str, [done, all]: [usize; 2], what: &str) -> String {
    match done < all {
        true => format!("Unfinished, {} of {} {what}: {finding}", grouped(done as u64), grouped(all as u64)),
        false => finding.to_string(),
    }
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{}\u{a0}%", significant(share * 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_break_out_of_its_element() {
        assert_eq!(escape("<script>\"a\" & b</script>\n"), "&lt;script&gt;&quot;a&quot; &amp; b&lt;/script&gt; ");
    }

    #[test]
    fn numbers_are_short_and_exact_enough() {
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(grouped(12), "12");
        assert_eq!(
            [0.012_345, 1.5, 12.0, 99.96, 123.4, 0.0].map(significant),
            ["0.0123", "1.50", "12.0", "100.0", "123", "0"]
        );
        assert_eq!(percent(0.0138), "1.38\u{a0}%");
        let differences = [(34.4, None), (-3.21, None), (-0.2, Some(20.0)), (34.4, Some(5.0)), (f64::INFINITY, None)];
        let words = differences.map(|(value, reach)| signed(value, reach));
        assert_eq!(words, ["+34", "-3.2", "+0", "+34.4", "+\u{221e}"]);
        assert_eq!(significant(f64::NEG_INFINITY), "-\u{221e}");
        assert_eq!(percent_ends(Interval { low: 0.543, high: 1.0 }), " [54.3, 100]");
        assert_eq!(headline("It is so.", [2, 1200], "games"), "Unfinished, 2 of 1\u{202f}200 games: It is so.");
        assert_eq!(headline("It is so.", [2, 2], "games"), "It is so.");
    }
}
