//! Whether ours agrees with the paper's: counted, never claimed.
use super::Column;
use niwaki_statistics::{Interval, intervals::Z_95};

/// Rows below which an order means nothing.
const FEWEST: usize = 3;
/// Rank correlations from which an order is called nearly the same, or similar.
const NEARLY: f64 = 0.8;
const SIMILAR: f64 = 0.4;

/// A place of a table in which both have a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pair {
    pub paper: f64,
    pub ours: f64,
    pub interval: Option<Interval>,
}

/// How a column of ours agrees with the paper's.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// The column.
    pub column: Column,
    /// Rows in which both have a number.
    pub rows: usize,
    /// Kendall's rank correlation (tau-b); `None` with too few rows or all alike.
    pub tau: Option<f64>,
    /// 95 of 100 random orders lie no further from 0 than this.
    pub chance: f64,
    /// Rows on the same side of "no difference", of those on either side in the paper.
    pub same_side: Option<(usize, usize)>,
    /// Rows in which the paper's number lies in our interval, of those with one.
    pub inside: Option<(usize, usize)>,
}

impl Agreement {
    /// Of a column; `None` where no row has both numbers.
    pub(super) fn new(column: Column, pairs: &[Pair]) -> Option<Agreement> {
        let count = pairs.len() as f64;
        let sides = column.neutral().map(|neutral| {
            let decided: Vec<&Pair> = pairs.iter().filter(|pair| pair.paper != neutral).collect();
            let same =
                decided.iter().filter(|pair| (pair.paper > neutral) == (pair.ours > neutral) && pair.ours != neutral);
            (same.count(), decided.len())
        });
        let sure = || pairs.iter().filter_map(|pair| Some((pair.paper, pair.interval?)));
        let inside = (sure().filter(|(paper, interval)| interval.contains(*paper)).count(), sure().count());
        (!pairs.is_empty()).then(|| Agreement {
            column,
            rows: pairs.len(),
            tau: kendall(pairs).filter(|_| pairs.len() >= FEWEST),
            chance: (Z_95 * (2.0 * (2.0 * count + 5.0) / (9.0 * count * (count - 1.0))).sqrt()).min(1.0),
            same_side: sides.filter(|(_, all)| *all > 0),
            inside: Some(inside).filter(|(_, all)| *all > 0 && column.is_relative()),
        })
    }

    /// How the order of the rows compares, in words.
    fn order(&self) -> Option<String> {
        let (tau, chance) = (self.tau?, self.chance);
        let word = match tau {
            tau if tau >= 1.0 => "the paper's order",
            tau if tau.abs() <= chance => "an order no nearer to the paper's than by chance",
            tau if tau >= NEARLY => "nearly the paper's order",
            tau if tau >= SIMILAR => "an order like the paper's",
            tau if tau > 0.0 => "an order remotely like the paper's",
            _ => "rather the opposite of the paper's order",
        };
        Some(format!("{word} (Kendall's tau {tau:.2}, chance alone stays within \u{b1}{chance:.2})"))
    }

    /// What it says, on one line.
    pub fn sentence(&self) -> String {
        let sides = self.same_side.map(|found| format!("the same side of no difference: {}", of(found)));
        let inside = self.inside.map(|found| format!("the paper's figure in our 95 % interval: {}", of(found)));
        let parts: Vec<String> = [self.order(), sides, inside].into_iter().flatten().collect();
        let nothing = || format!("{} with both figures, too few to tell", rows(self.rows));
        format!("{}: {}", self.column.head(), if parts.is_empty() { nothing() } else { parts.join("; ") })
    }

    /// The first thing that it says, for a headline.
    pub fn short(&self) -> String {
        let sentence = self.sentence();
        sentence.split("; ").next().unwrap_or_default().to_string()
    }
}

/// A count of all.
fn of((count, all): (usize, usize)) -> String {
    match (count, all) {
        (1, 1) => "yes".to_string(),
        (_, 1) => "no".to_string(),
        _ => format!("{count} of {all} rows"),
    }
}

fn rows(count: usize) -> String {
    if count == 1 { "1 row".to_string() } else { format!("{count} rows") }
}

/// Kendall's tau-b: ties on either side take from what can be had.
fn kendall(pairs: &[Pair]) -> Option<f64> {
    let (mut sum, mut paper, mut ours) = (0.0, 0.0, 0.0);
    for (index, one) in pairs.iter().enumerate() {
        for other in &pairs[..index] {
            let sign = |a: f64, b: f64| if a == b { 0.0 } else { (a - b).signum() };
            let (left, right) = (sign(one.paper, other.paper), sign(one.ours, other.ours));
            sum += left * right;
            paper += left * left;
            ours += right * right;
        }
    }
    let possible: f64 = paper * ours;
    (possible > 0.0).then(|| sum / possible.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(values: &[(f64, f64)]) -> Vec<Pair> {
        let interval = |ours: f64| Some(Interval::around(ours, 2.0));
        values.iter().map(|(paper, ours)| Pair { paper: *paper, ours: *ours, interval: interval(*ours) }).collect()
    }

    fn tau(values: &[(f64, f64)]) -> Option<f64> {
        Agreement::new(Column::Nodes, &pairs(values))?.tau
    }

    #[test]
    fn orders_have_their_known_correlation() {
        assert_eq!(tau(&[(1.0, 10.0), (2.0, 20.0), (3.0, 30.0)]), Some(1.0));
        assert_eq!(tau(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), Some(-1.0));
        // Five agree and one does not, of six.
        let value = tau(&[(1.0, 1.0), (2.0, 2.0), (3.0, 4.0), (4.0, 3.0)]).unwrap();
        assert!((value - 4.0 / 6.0).abs() < 1e-12);
        // A tie in the paper: two of three agree, of at most sqrt(2 * 3).
        let value = tau(&[(1.0, 1.0), (1.0, 2.0), (2.0, 3.0)]).unwrap();
        assert!((value - 2.0 / 6f64.sqrt()).abs() < 1e-12);
        assert_eq!(
            (tau(&[(1.0, 1.0), (2.0, 2.0)]), tau(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), tau(&[])),
            (None, None, None)
        );
    }

    #[test]
    fn sides_and_intervals_are_counted() {
        let found = Agreement::new(Column::Elo, &pairs(&[(41.0, 3.0), (-5.0, 40.0), (0.0, 7.0)])).unwrap();
        assert_eq!((found.same_side, found.inside), (Some((1, 2)), Some((0, 3))));
        assert!(
            found.sentence().starts_with("Elo: ") && found.sentence().contains("1 of 2 rows"),
            "{}",
            found.sentence()
        );
        let nodes = Agreement::new(Column::Nodes, &pairs(&[(41.0, 40.0)])).unwrap();
        assert_eq!((nodes.same_side, nodes.inside), (None, None));
        assert_eq!(nodes.sentence(), "nodes: 1 row with both figures, too few to tell");
        assert_eq!(
            found.short(),
            "Elo: an order no nearer to the paper's than by chance (Kendall's tau -1.00, chance alone stays within \u{b1}1.00)"
        );
    }
}
