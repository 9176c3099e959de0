//! What the searches of a row say beside those of its bases.
use super::{Column, Part, Row, Value};
use crate::{
    measure::{
        compare::{self, Comparison},
        trial::{Count, Trial},
    },
    report::ends,
};
use niwaki_statistics::{Interval, intervals::solved_error, student};
use std::collections::HashSet;

const PERCENT: f64 = 100.0;
const MILLISECONDS: f64 = 1000.0;
/// The Louguet test (LCT II): its least rating, the time for each position, and the points
/// for a move found no later than a number of seconds.
const LCT_LEAST: f64 = 1900.0;
const LCT_SECONDS: f64 = 600.0;
const LCT_POINTS: [(f64, f64); 6] =
    [(9.0, 30.0), (29.0, 25.0), (89.0, 20.0), (179.0, 15.0), (389.0, 10.0), (LCT_SECONDS, 5.0)];

/// The searches of a row beside those of its bases, position by position.
pub(super) struct Searches<'a> {
    comparison: &'a Comparison,
    mine: Vec<&'a Trial>,
    base: Vec<&'a Trial>,
    second: Vec<&'a Trial>,
    row: &'a compare::Row,
    part: &'a Part,
    /// Positions in which somebody proved a mate.
    mated: HashSet<usize>,
}

impl<'a> Searches<'a> {
    /// `None` where the row or its base has not been searched to the end.
    pub(super) fn new(
        comparison: &'a Comparison,
        trials: &'a [Trial],
        row: &Row,
        part: &'a Part,
    ) -> Option<Searches<'a>> {
        let of = |name: &str| {
            let mut found: Vec<&Trial> = trials.iter().filter(|trial| trial.recipe == name).collect();
            found.sort_by_key(|trial| trial.number);
            found
        };
        let text = row.recipe_text();
        let (mine, base) = (of(&text), of(&comparison.base()?.recipe));
        let second = part.second_base.as_deref().map(of).unwrap_or_default();
        let whole = !mine.is_empty() && mine.len() == base.len();
        let row = comparison.rows.iter().find(|found| found.recipe == text)?;
        let mated = trials.iter().filter(|trial| trial.mate).map(|trial| trial.number).collect();
        whole.then_some(Searches { comparison, mine, base, second, row, part, mated })
    }

    pub(super) fn value(&self, column: Column) -> Option<Value> {
        let nodes = |trial: &Trial| trial.nodes as f64;
        let seconds = |trial: &Trial| trial.seconds;
        let base = self.comparison.base()?;
        let mut value = match column {
            Column::Nodes => column.value(self.row.nodes as f64, None),
            Column::BaseNodes => column.value(base.nodes as f64, None),
            Column::NodesPercent => self.ratio(column, &self.base, nodes, |share| share * PERCENT)?,
            Column::NodesPercentSecond => self.ratio(column, &self.second, nodes, |share| share * PERCENT)?,
            Column::NodesChange => self.ratio(column, &self.base, nodes, |share| share * PERCENT - PERCENT)?,
            Column::SecondsChange => self.ratio(column, &self.base, seconds, |share| share * PERCENT - PERCENT)?,
            Column::Seconds => self.mean(column, &self.mine, seconds)?,
            Column::BaseSeconds => self.mean(column, &self.base, seconds)?,
            Column::Depth => {
                let open: Vec<&Trial> =
                    self.mine.iter().filter(|trial| !self.mated.contains(&trial.number)).copied().collect();
                self.mean(column, &open, |trial| f64::from(trial.depth))?
            }
            Column::LctElo => self.lct_elo()?,
            Column::BaseSolved => column.value(base.solved as f64, None),
            Column::SolvedError => column.value(solved_error(base.solved, base.asked)?, None),
            Column::Solved | Column::SolvedPercent | Column::SolvedChange => self.solved(column, base)?,
            Column::MethodShare => self.method(column, |count| count.nodes, None)?,
            Column::MethodRate => self.method(column, |count| count.cuts, Some(|count| count.tries))?,
            Column::MethodTries => column.value(self.counts().map(|count| count.tries as f64).sum(), None),
            _ => return None,
        };
        if self.is_given(column) {
            (value.given, value.interval, value.text) = (true, None, column.words(value.value));
        }
        Some(value)
    }

    /// Whether a recipe is measured against itself.
    fn is_given(&self, column: Column) -> bool {
        match column {
            Column::NodesPercentSecond => self.part.second_base.as_ref() == Some(&self.row.recipe),
            Column::NodesPercent | Column::NodesChange | Column::SecondsChange => self.row.is_base,
            Column::SolvedPercent | Column::SolvedChange => self.row.is_base,
            _ => false,
        }
    }

    /// The rating of the Louguet test (LCT II): points for each of its positions, more the
    /// sooner its move was found for good.
    fn lct_elo(&self) -> Option<Value> {
        let limit = |unit: &str| self.comparison.limit.strip_suffix(unit)?.parse::<f64>().ok();
        let (milliseconds, nodes) = (limit(" ms"), limit(" nodes"));
        let points = |trial: &&Trial| {
            let fall = compare::fall(trial)? as f64;
            let share = match (milliseconds, nodes) {
                (Some(limit), _) => MILLISECONDS * trial.seconds * fall / trial.nodes.max(1) as f64 / limit,
                (_, Some(limit)) => fall / limit,
                _ => return None,
            };
            LCT_POINTS.iter().find(|(seconds, _)| share * LCT_SECONDS <= *seconds).map(|(_, points)| *points)
        };
        let rating = LCT_LEAST + self.mine.iter().filter_map(points).sum::<f64>();
        (milliseconds.is_some() || nodes.is_some()).then(|| Column::LctElo.value(rating, None))
    }

    fn solved(&self, column: Column, base: &compare::Row) -> Option<Value> {
        let (solved, asked) = (self.row.solved as f64, self.row.asked as f64);
        let change = self.row.difference.map(|interval| interval.map(|rate| rate * asked));
        match column {
            Column::Solved => {
                let interval = self.row.rate?;
                let percent = |rate: f64| format!("{:.0}", rate * PERCENT);
                let words = ends(percent(interval.low), percent(interval.high));
                let text = format!("{solved}/{asked}, {}\u{a0}%{words}", percent(solved / asked));
                Some(Value { value: solved / asked, interval: Some(interval), text, given: false })
            }
            Column::SolvedPercent if base.solved > 0 => {
                let share = |number: f64| PERCENT * number / base.solved as f64;
                let interval = change.map(|interval| interval.map(|more| share(base.solved as f64 + more)));
                Some(column.value(share(solved), interval))
            }
            Column::SolvedChange => Some(column.value(solved - base.solved as f64, change)),
            _ => None,
        }
    }

    /// The row's sum in units of another's.
    fn ratio(
        &self,
        column: Column,
        other: &[&Trial],
        fact: impl Fn(&Trial) -> f64,
        form: impl Fn(f64) -> f64,
    ) -> Option<Value> {
        let each = |trials: &[&Trial]| trials.iter().map(|trial| fact(trial)).collect::<Vec<f64>>();
        let (share, interval) = ratio(&each(&self.mine), &each(other))?;
        Some(column.value(form(share), interval.map(|interval| interval.map(form))))
    }

    fn mean(&self, column: Column, trials: &[&Trial], fact: impl Fn(&Trial) -> f64) -> Option<Value> {
        let each: Vec<f64> = trials.iter().map(|trial| fact(trial)).collect();
        let mean = each.iter().sum::<f64>() / each.len() as f64;
        (!each.is_empty()).then(|| column.value(mean, student::mean(&each)))
    }

    fn counts(&self) -> impl Iterator<Item = Count> {
        let name = self.part.method.as_deref().unwrap_or_default();
        self.mine.iter().map(move |trial| trial.methods.get(name).copied().unwrap_or_default())
    }

    /// A count of the method for each try, or for each node.
    fn method(&self, column: Column, count: impl Fn(Count) -> u64, of: Option<fn(Count) -> u64>) -> Option<Value> {
        let mine: Vec<f64> = self.counts().map(|counted| count(counted) as f64).collect();
        let all: Vec<f64> = match of {
            Some(of) => self.counts().map(|counted| of(counted) as f64).collect(),
            None => self.mine.iter().map(|trial| trial.nodes as f64).collect(),
        };
        let (share, interval) = ratio(&mine, &all)?;
        let percent = |share: f64| share * PERCENT;
        Some(column.value(percent(share), interval.map(|interval| interval.map(percent))))
    }
}

/// The ratio of two sums over the same positions, with the interval of the ratio estimator:
/// positions are the sample, and what they leave over is its error.
fn ratio(mine: &[f64], other: &[f64]) -> Option<(f64, Option<Interval>)> {
    let sum: f64 = other.iter().sum();
    if mine.len() != other.len() || sum <= 0.0 {
        return None;
    }
    let (share, count) = (mine.iter().sum::<f64>() / sum, mine.len() as f64);
    let rest: f64 = mine.iter().zip(other).map(|(mine, other)| (mine - share * other).powi(2)).sum();
    let quantile = student::quantile_95(mine.len().saturating_sub(1) as u64);
    let reach = quantile.map(|quantile| quantile * (count * rest / (count - 1.0)).sqrt() / sum);
    Some((share, reach.filter(|reach| reach.is_finite()).map(|reach| Interval::around(share, reach))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_of_sums_has_the_interval_of_its_residuals() {
        assert_eq!(ratio(&[1.0, 2.0, 4.0], &[2.0, 4.0, 8.0]), Some((0.5, Some(Interval { low: 0.5, high: 0.5 }))));
        // Residuals -1, 1, 0 around 0.5: sqrt(3 * 2 / 2) / 12 times the quantile of 2 degrees.
        let (share, interval) = ratio(&[0.0, 3.0, 3.0], &[2.0, 4.0, 6.0]).unwrap();
        let reach = student::quantile_95(2).unwrap() * 3f64.sqrt() / 12.0;
        assert!((share - 0.5).abs() < 1e-12 && (interval.unwrap().reach() - reach).abs() < 1e-12);
        assert_eq!(ratio(&[1.0], &[2.0]), Some((0.5, None)));
        assert_eq!((ratio(&[], &[]), ratio(&[1.0], &[0.0]), ratio(&[1.0, 2.0], &[3.0])), (None, None, None));
    }
}
