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
mod page;
mod svg;
mod terminal;
mod trend;

pub use bars::{Bar, Bars};
pub use block::Block;
pub use calibration::{Calibration, Predicted};
pub use chart::{Axis, Chart, Form, Series, Shape};
pub use columns::{Column, Columns, histogram};
pub use density::Density;
pub use grid::Grid;
pub use heat::HeatMap;
pub use page::{Page, table};
pub use svg::standalone;
pub use terminal::align;
pub use trend::{Group, Point, Trend, TrendSeries};

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
    }
}
