//! The pictures of a match.
use super::{Stop, course::Course, page::order};
use crate::report::{Axis, Bar, Bars, Chart, Column, Columns, Form, Look, Series, Shape, histogram};
use niwaki_statistics::{
    Pentanomial, Trinomial,
    elo::{self, Estimate},
    intervals::wilson,
};
use std::cmp::Reverse;

/// Pairings are drawn one by one if there are no more.
const MOST_PAIRINGS: usize = 4;
/// Points of a curve that an eye can tell apart.
const MOST_POINTS: usize = 300;
const MOST_BINS: usize = 16;

/// All pictures, each with a sentence that says how to read it.
pub(super) fn all(course: &Course) -> Vec<(String, &'static str)> {
    let mut all = vec![(
        strength(course),
        "Elo with its interval of 95 %. If the interval crosses the line at 0, the difference may be chance.",
    )];
    let games = course.standing.games().max(1);
    let reason = |(name, counts): (&String, &[u64; 3])| {
        let count = counts.iter().sum::<u64>();
        Bar::new(name, count as f64 / games as f64, wilson(count, games))
    };
    // The most frequent first.
    let mut endings: Vec<(&String, &[u64; 3])> = course.endings.iter().collect();
    endings.sort_by_key(|(_, counts)| Reverse(counts.iter().sum::<u64>()));
    let ended = Bars {
        title: "How games ended".to_string(),
        label: "share of the games".to_string(),
        log: false,
        form: Form::Tenths,
        reference: None,
        rows: endings.into_iter().map(reason).collect(),
        sides: None,
    };
    all.push((ended.svg(), "Many adjudications or faults make a result less certain than its interval says."));
    if let Some(ratio) = ratio(course) {
        let caption = "The test ends when the ratio reaches a bound. Its way there carries no further information.";
        all.push((ratio, caption));
    }
    if course.standing.rows() <= MOST_PAIRINGS {
        let pairs = (0..course.standing.rows()).filter_map(|row| course.standing.row(row));
        let caption = "Two games from one opening with colours swapped. Unbalanced openings give pairs of one point.";
        all.extend(pairs.map(|row| (pairs_picture(course, row), caption)));
    }
    let lengths = Columns {
        title: "Length of games".to_string(),
        label: "plies after the opening, from".to_string(),
        unit: "games".to_string(),
        columns: histogram(&course.lengths, MOST_BINS),
        expected: None,
    };
    all.push((lengths.svg(), "Plies that the players chose themselves."));
    all
}

/// Elo with its interval, of each player or each pairing.
pub(super) fn strength(course: &Course) -> String {
    let bar = |name: String, found: Option<Estimate>| {
        found.map(|Estimate { value, interval }| Bar::new(&name, value, interval))
    };
    let against = |row: usize| {
        let ([one, two], _, pairs) = course.standing.row(row)?;
        bar(format!("{} against {}", course.names[one], course.names[two]), elo::logistic(&pairs.into()))
    };
    let ratings = course.standing.ratings().filter(|_| course.standing.rows() > 1);
    let (title, rows): (_, Vec<Bar>) = match &ratings {
        Some(ratings) => {
            let player = |player: usize| bar(course.names[player].clone(), Some(ratings[player]));
            ("Elo of every player, their mean is 0", order(course).into_iter().filter_map(player).collect())
        }
        None => ("Elo", (0..course.standing.rows()).filter_map(against).collect()),
    };
    let (title, label) = (title.to_string(), "Elo".to_string());
    Bars { title, label, log: false, form: Form::Signed, reference: Some(0.0), rows, sides: None }.svg()
}

/// The log-likelihood ratio against games, with the bounds.
fn ratio(course: &Course) -> Option<String> {
    let Stop::Sprt { test, .. } = &course.stop else { return None };
    let last = course.course.last()?;
    let stride = course.course.len().div_ceil(MOST_POINTS);
    let mut points: Vec<(f64, f64)> =
        [(0.0, 0.0)].into_iter().chain(course.course.iter().copied().step_by(stride)).collect();
    if points.last() != Some(last) {
        points.push(*last);
    }
    let bound = |name: &str, height: f64| {
        let name = format!("{name} at {height:.2}");
        Series::new(&name, vec![(0.0, height), (last.0, height)]).looking(Look::Dashed)
    };
    let bounds = test.bounds();
    let series = vec![
        Series::new("ratio", points).looking(Look::Plain),
        bound("accept H1", bounds.high),
        bound("accept H0", bounds.low),
    ];
    let (x, y) = (Axis::linear("games"), Axis::linear("log-likelihood ratio"));
    Some(Chart { title: "Course of the test".to_string(), x, y, shape: Shape::Lines, series }.svg())
}

fn pairs_picture(course: &Course, ([one, two], _, pairs): ([usize; 2], Trinomial, Pentanomial)) -> String {
    let names = ["0", "½", "1", "1½", "2"];
    let column = |(name, count): (&str, &u64)| Column { name: name.to_string(), value: *count as f64 };
    let columns = Columns {
        title: format!("Pairs of games by the points of {}", course.names[one]),
        label: format!("points of two games against {}", course.names[two]),
        unit: "pairs".to_string(),
        columns: names.into_iter().zip(&pairs.pairs).map(column).collect(),
        expected: None,
    };
    columns.svg()
}
