//! A position of a test suite and what is known of it, the same for every game. Moves and
//! positions stand in the game's canonical text, so that they compare as text.
//!
//! Games without a format of their own write one problem on a line:
//! `xo/x//o///; bm 4; sc 12; id first; tags tune`.
use niwaki_search::{engine::Rules, node::Score};
use std::fmt::Write;

/// A position that asks for a move, a win or points; it may ask for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// The position.
    pub position: String,
    /// Moves to find.
    pub best: Vec<String>,
    /// Moves to avoid.
    pub avoid: Vec<String>,
    /// The side to move wins in this many of its moves.
    pub win_in: Option<i32>,
    /// Points for moves.
    pub points: Vec<(String, u32)>,
    /// Score for the side to move, where it is known, in the unit of the file.
    pub score: Option<Score>,
    /// Name of the position.
    pub id: Option<String>,
    /// Words about it, such as its half of a suite.
    pub tags: Vec<String>,
    /// The whole line in the game's own writing, with what no other field holds: records
    /// tell suites apart by it. Readers set it.
    pub line: String,
}

impl Problem {
    /// A position of which nothing is known.
    pub fn new(position: String) -> Problem {
        Problem { position, ..Problem::default() }
    }

    /// Whether it has this tag.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| own == tag)
    }
}

/// The numbered lines of a text that hold something. Lines that begin with `#` are comments.
pub(crate) fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Reads problems, one on a line. Messages begin with the number of the line.
pub(crate) fn parse_lines(rules: &mut dyn Rules, text: &str) -> Result<Vec<Problem>, String> {
    let read = |(number, line)| parse_line(rules, line).map_err(|reason| format!("line {number}: {reason}"));
    numbered_lines(text).map(read).collect()
}

fn parse_line(rules: &mut dyn Rules, line: &str) -> Result<Problem, String> {
    let mut parts = line.split(';').map(str::trim);
    rules.set_position(parts.next(), &[])?;
    let mut problem = Problem::new(rules.position());
    for part in parts.filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        set(&mut problem, rules, name, value.trim()).map_err(|reason| format!("{name}: {reason}"))?;
    }
    problem.line = print_line(&problem);
    Ok(problem)
}

fn set(problem: &mut Problem, rules: &dyn Rules, name: &str, value: &str) -> Result<(), String> {
    let number = |text: &str| text.parse::<i32>().map_err(|_| format!("expected a whole number, not {text:?}"));
    let points = |entry: &str| {
        let wrong = || format!("expected MOVE=POINTS, not {entry:?}");
        let (text, points) = entry.rsplit_once('=').ok_or_else(wrong)?;
        Ok::<_, String>((rules.spell(text)?, points.parse().map_err(|_| wrong())?))
    };
    let words = value.split_whitespace();
    match name {
        "bm" => problem.best = words.map(|text| rules.spell(text)).collect::<Result<_, _>>()?,
        "am" => problem.avoid = words.map(|text| rules.spell(text)).collect::<Result<_, _>>()?,
        "win" => problem.win_in = Some(number(value)?),
        "sc" => problem.score = Some(number(value)?),
        "points" => problem.points = words.map(points).collect::<Result<_, _>>()?,
        "id" => problem.id = Some(value.to_string()),
        "tags" => problem.tags = words.map(str::to_string).collect(),
        _ => return Err("expected bm, am, win, sc, points, id or tags".to_string()),
    }
    Ok(())
}

/// Writes a problem so that [`parse_lines`] reads it back. What would end a part is replaced.
pub(crate) fn print_line(problem: &Problem) -> String {
    let Problem { position, best, avoid, win_in, points, score, id, tags, line: _ } = problem;
    let safe = |text: &str| text.replace(|letter: char| letter == ';' || letter.is_control(), " ");
    let number = |value: &Option<i32>| value.map(|value| value.to_string()).unwrap_or_default();
    let points: Vec<String> = points.iter().map(|(text, points)| format!("{text}={points}")).collect();
    let tags: Vec<String> = tags.iter().map(|tag| safe(tag)).collect();
    let parts = [
        ("bm", best.join(" ")),
        ("am", avoid.join(" ")),
        ("win", number(win_in)),
        ("sc", number(score)),
        ("points", points.join(" ")),
        ("id", safe(id.as_deref().unwrap_or_default())),
        ("tags", tags.join(" ")),
    ];
    let mut text = position.clone();
    for (name, value) in parts.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = write!(text, "; {name} {value}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Problem>, String> {
        parse_lines(&mut *crate::rules("connect-four").unwrap(), text)
    }

    #[test]
    fn a_line_is_written_as_it_is_read() {
        let line = "xo/x//o///; bm 4 5; am 1; win 3; sc -12; points 4=10 5=2; id the first; tags tune easy";
        let problems = read(&format!("\u{feff}# a comment\n\n  {line}  \nxo//////\n")).unwrap();
        let [problem, bare] = &problems[..] else { panic!("{problems:?}") };
        assert_eq!(print_line(problem), line);
        assert_eq!((problem.line.as_str(), problem.best.as_slice()), (line, &["4".to_string(), "5".to_string()][..]));
        assert_eq!((problem.win_in, problem.score, problem.points[1].1), (Some(3), Some(-12), 2));
        assert!(problem.has_tag("easy") && !problem.has_tag("eas"));
        assert_eq!(*bare, Problem { line: "xo//////".into(), ..Problem::new("xo//////".into()) });
    }

    #[test]
    fn what_cannot_be_read_is_named_by_line_and_part() {
        let message = |text: &str| read(text).unwrap_err();
        assert!(message("xo//////\nsoup").starts_with("line 2: "));
        assert!(message("xo//////; bm 9").starts_with("line 1: bm: \"9\" is not a column"));
        assert!(message("xo//////; sc much").starts_with("line 1: sc: expected a whole number"));
        assert!(message("xo//////; points 4").starts_with("line 1: points: expected MOVE=POINTS"));
        assert!(message("xo//////; soup 4").starts_with("line 1: soup: expected bm, am"));
    }
}
