//! The room that text takes in a picture: it must fit whatever font a browser has, so widths are
//! those of a wide one.

/// Size of all text but titles, in the picture's own units.
pub(super) const FONT: f64 = 13.0;
/// Size of titles, and how much wider their heavy letters are.
pub(super) const TITLE_FONT: f64 = 15.0;
const HEAVY: f64 = 1.12;
/// From one line of text to the next.
pub(super) const LINE: f64 = 17.0;
/// Stands for what was left out.
const GAP: char = '…';
/// A long word may be broken behind these.
const JOINTS: [char; 5] = [',', '.', '=', '_', '/'];

/// Width of a letter in parts of the font's size.
fn letter(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | '|' | '\'' => 0.29,
        ' ' | '.' | ',' | ':' | ';' | '!' | '\u{a0}' | '\u{202f}' => 0.34,
        'f' | 't' | 'r' | '-' | '(' | ')' | '[' | ']' | '/' => 0.42,
        'm' | 'w' | 'M' | 'W' | '%' | '\u{221e}' | GAP => 0.97,
        '+' | '=' | '<' | '>' | '±' => 0.84,
        's' | 'z' | 'c' | '_' => 0.55,
        letter if letter.is_uppercase() => 0.72,
        _ => 0.64,
    }
}

/// The room that text takes.
pub(super) fn text_width(text: &str) -> f64 {
    text.chars().map(letter).sum::<f64>() * FONT
}

/// The same of a title.
pub(super) fn title_width(text: &str) -> f64 {
    text_width(text) / FONT * TITLE_FONT * HEAVY
}

/// Text that is no wider than this: of longer text the middle is left out.
pub(super) fn fitted(text: &str, width: f64) -> String {
    if text_width(text) <= width {
        return text.to_string();
    }
    let letters: Vec<char> = text.chars().collect();
    let shortened = |kept: usize| {
        let (head, tail) = (kept.div_ceil(2), kept / 2);
        let letters = letters[..head].iter().chain([&GAP]).chain(&letters[letters.len() - tail..]);
        letters.collect::<String>()
    };
    (1..letters.len()).rev().map(shortened).find(|text| text_width(text) <= width).unwrap_or_default()
}

/// Text in lines that are no wider than this.
pub(super) fn wrapped(text: &str, width: f64, measure: impl Fn(&str) -> f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').flat_map(|word| pieces(word, width, &measure)) {
        match lines.last_mut() {
            Some(line) if measure(&format!("{line}{word}")) <= width => line.push_str(&word),
            _ => lines.push(word.trim_start().to_string()),
        }
    }
    lines
}

/// A word with the space before it; broken behind its joints if it is wider than a line.
fn pieces(word: &str, width: f64, measure: &impl Fn(&str) -> f64) -> Vec<String> {
    let spaced = format!(" {word}");
    if measure(word) <= width { vec![spaced] } else { spaced.split_inclusive(JOINTS).map(str::to_string).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_shortened_in_its_middle_or_wrapped() {
        let name = "niwaki,late_move_reduction.enabled=false";
        let short = fitted(name, 150.0);
        assert!(text_width(&short) <= 150.0 && short.starts_with("niwaki") && short.ends_with("=false"), "{short}");
        assert_eq!((fitted("abc", 150.0), fitted("abc", 0.0)), ("abc".to_string(), String::new()));
        let lines = wrapped(&format!("Nodes in each position: null-move and {name}"), 200.0, text_width);
        assert!(lines.len() > 2 && lines.iter().all(|line| text_width(line) <= 200.0), "{lines:?}");
        assert_eq!(wrapped("two words", 400.0, title_width), ["two words"]);
        assert!(wrapped(name, 150.0, text_width).concat() == name);
    }
}
