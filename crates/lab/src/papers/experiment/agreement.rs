//! Whether ours agrees with the paper's: counted, never claimed.
use super::Column;
use niwaki_statistics::{Interval, intervals::Z_95};

/// Rows below which a correlation means nothing, and those below which even the paper's own order
/// might be chance: of four rows one order in twelve is right or quite reversed.
const FEWEST: usize = 3;
const FEWEST_FOR_ORDER: usize = 5;
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

    /// How the order of the rows compares with that of `paper`, in words, if there are enough rows.
    fn order(&self, paper: &str) -> Option<String> {
        let (tau, chance) = (self.tau.filter(|_| self.rows >= FEWEST_FOR_ORDER)?, self.chance);
        let word = match tau {
            tau if tau >= 1.0 => format!("in the order of {paper}"),
            tau if tau.abs() <= chance => format!("in an order that agrees with {paper} no better than chance"),
            tau if tau >= NEARLY => format!("in nearly the order of {paper}"),
            tau if tau >= SIMILAR => format!("in an order like that of {paper}"),
            tau if tau > 0.0 => format!("in an order remotely like that of {paper}"),
            _ => format!("in rather the opposite order of {paper}"),
        };
        let reach =
            format!("Kendall's tau {tau:.2} over {} rows, chance alone stays within \u{b1}{chance:.2}", self.rows);
        Some(format!("{word} ({reach})"))
    }

    /// What it says, on one line.
    pub fn sentence(&self) -> String {
        let sides = self.same_side.map(|found| format!("the same side of no difference: {}", of(found)));
        let inside = self.inside.map(|found| format!("the paper's figure in our 95 % interval: {}", of(found)));
        let parts: Vec<String> = [self.order("the paper"), sides, inside].into_iter().flatten().collect();
        let nothing = || format!("{} with both figures, too few to tell", rows(self.rows));
        format!("{}: {}", self.column.head(), if parts.is_empty() { nothing() } else { parts.join("; ") })
    }

    /// What it says first, as a sentence without its stop that names the paper.
    pub fn finding(&self, paper: &str) -> String {
        let ours = self.column.subject();
        if let Some(order) = self.order(paper) {
            return format!("{ours} stand {order}");
        }
        match (self.same_side, self.inside) {
            (Some(found), _) => {
                format!("{ours} lie on the same side of no difference as those of {paper} {}", in_rows(found))
            }
            (None, Some(found)) => {
                format!("our 95 % intervals of {ours} hold the figures of {paper} {}", in_rows(found))
            }
            (None, None) => {
                format!("{paper} and we both have {ours} in {}, too few to compare their order", rows(self.rows))
            }
        }
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

/// The same inside a sentence.
fn in_rows((count, all): (usize, usize)) -> String {
    match all {
        1 => format!("in {} of 1 row", count),
        _ => format!("in {count} of {all} rows"),
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
            found.finding("Heinz (2000)"),
            "Elo differences lie on the same side of no difference as those of Heinz (2000) in 1 of 2 rows"
        );
        assert_eq!(
            nodes.finding("Heinz (2000)"),
            "Heinz (2000) and we both have nodes in 1 row, too few to compare their order"
        );
    }

    #[test]
    fn an_order_is_compared_only_where_chance_could_not_make_it() {
        let finding = |values: &[(f64, f64)]| Agreement::new(Column::R, &pairs(values)).unwrap().finding("Buro (1995)");
        let rows: Vec<(f64, f64)> = (1..=6).map(|row| (f64::from(row), f64::from(row * row))).collect();
        assert_eq!(
            finding(&rows),
            "correlations r stand in the order of Buro (1995) (Kendall's tau 1.00 over 6 rows, chance alone stays within \u{b1}0.70)"
        );
        // Four rows: not even the right order would mean anything.
        assert_eq!(
            finding(&rows[..4]),
            "our 95 % intervals of correlations r hold the figures of Buro (1995) in 2 of 4 rows"
        );
        let mixed = [(1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 3.0), (5.0, 1.5)];
        assert!(
            finding(&mixed).contains("in an order that agrees with Buro (1995) no better than chance"),
            "{}",
            finding(&mixed)
        );
    }
}
