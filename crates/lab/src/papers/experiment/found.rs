//! What the records of a step say, column by column.
use super::{Column, Kind, Part, Row, Value, plan, searches::Searches};
use crate::{
    measure::{
        compare::{Comparison, Part as Missing},
        fit::Fit,
        trial::Trial,
    },
    study::{error::Error, record::Run},
};
use niwaki_statistics::{
    Interval, Outcome, Pentanomial, Results, Trinomial,
    elo::{self, from_score},
    intervals::{Z_95, match_score},
    student,
};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

const PERCENT: f64 = 100.0;

/// What was found for a row, perhaps not yet whole.
pub(super) enum Found {
    /// On positions: seen from the base, and all trials.
    Suite(Comparison, Vec<Trial>),
    /// In games: single ones and pairs, seen by the first player.
    Match(Games),
    /// In a fit: its lines.
    Fit(Vec<Json>),
}

/// Games of two, seen by the first player.
#[derive(Clone, Copy, Default)]
pub(super) struct Games {
    single: Trinomial,
    pairs: Pentanomial,
    /// Whether some are still to be played.
    is_unfinished: bool,
}

impl Found {
    /// Reads the records of a step.
    pub(super) fn read(run: &Run, part: &Part) -> Result<Found, Error> {
        Ok(match part.kind {
            Kind::Suite => Comparison::read(run).map(|(comparison, trials)| Found::Suite(comparison, trials))?,
            Kind::Match => {
                let all = run.header.as_ref().and_then(|header| header["notes"]["games"].as_u64()).unwrap_or_default();
                Found::Match(Games { is_unfinished: (run.records.len() as u64) < all, ..games(&run.records) })
            }
            Kind::Fit => {
                let fit = Fit::read(run)?;
                Found::Fit(fit.rows.iter().map(|row| row.to_json(fit.kit)).collect())
            }
        })
    }

    /// The games of several rows together; `None` while one of them has none.
    pub(super) fn sum<'a>(mut rows: impl Iterator<Item = Option<&'a Found>>) -> Option<Found> {
        let sum = rows.try_fold(Games::default(), |sum, row| match row {
            Some(Found::Match(more)) => Some(Games {
                single: sum.single + more.single,
                pairs: sum.pairs + more.pairs,
                is_unfinished: sum.is_unfinished || more.is_unfinished,
            }),
            _ => None,
        });
        sum.map(Found::Match)
    }

    /// Whether the run was interrupted.
    pub(super) fn is_unfinished(&self) -> bool {
        match self {
            Found::Suite(comparison, _) => matches!(comparison.part, Some(Missing::Unfinished { .. })),
            Found::Match(games) => games.is_unfinished,
            Found::Fit(_) => false,
        }
    }

    /// What is shown of a row in a column; `None` where nothing is known.
    pub(super) fn value(&self, column: Column, row: &Row, part: &Part) -> Option<Value> {
        match self {
            Found::Suite(comparison, trials) => Searches::new(comparison, trials, row, part)?.value(column),
            Found::Match(Games { single, pairs, .. }) => match_value(column, *single, *pairs),
            Found::Fit(lines) => fit_value(column, row, lines),
        }
    }
}

/// The results of a match of two, seen by the first player.
fn games(records: &[Json]) -> Games {
    let mut sorted: BTreeMap<u64, Outcome> = BTreeMap::new();
    for record in records {
        let first = if record["players"][0] == json!(0) { "1-0" } else { "0-1" };
        let outcome = match record["result"].as_str() {
            Some("1/2-1/2") => Outcome::Draw,
            Some(result) if result == first => Outcome::Win,
            _ => Outcome::Loss,
        };
        sorted.extend(record["game"].as_u64().map(|number| (number, outcome)));
    }
    let mut games = Games::default();
    for (number, outcome) in &sorted {
        games.single.record(*outcome);
        let counterpart = sorted.get(&(number + 1)).filter(|_| number % 2 == 0);
        counterpart.into_iter().for_each(|other| games.pairs.record(*outcome, *other));
    }
    games
}

fn match_value(column: Column, games: Trinomial, pairs: Pentanomial) -> Option<Value> {
    let Trinomial { wins, draws, losses } = games;
    let count = wins + draws + losses;
    let (single, paired) = (Results::from(games), Results::from(pairs));
    let points = |won: u64| won as f64 + draws as f64 / 2.0;
    let score = elo::score(&paired)?;
    let percent = |interval: Option<Interval>| interval.map(|interval| interval.map(|end| end * PERCENT));
    let text = |value: f64, text: String| Some(Value { value, interval: None, text, given: false });
    match column {
        Column::Points => text(points(wins), format!("{}\u{2013}{}", points(wins), points(losses))),
        Column::Results => text(points(wins), format!("+{wins} ={draws} -{losses}")),
        Column::Games => Some(column.value(count as f64, None)),
        Column::Percent => Some(column.value(score.value * PERCENT, percent(score.interval))),
        Column::PercentHeinz => {
            let mean = elo::score(&single)?.value;
            Some(column.value(mean * PERCENT, percent(match_score(mean, count, Z_95))))
        }
        Column::Elo => elo::logistic(&paired).map(|found| column.value(found.value, found.interval)),
        Column::EloStudent => {
            let interval = student::score(&single).map(|interval| interval.map(from_score));
            elo::logistic(&single).map(|found| column.value(found.value, interval))
        }
        Column::Ratio => {
            let ratio = |score: f64| score / (1.0 - score);
            Some(column.value(ratio(score.value), score.interval.map(|interval| interval.map(ratio))))
        }
        _ => None,
    }
}

fn fit_value(column: Column, row: &Row, lines: &[Json]) -> Option<Value> {
    let fits = |line: &&Json| {
        line["shallow"] == json!(row.shallow)
            && line["height"] == json!(row.height)
            && line["bound"] == json!(row.bound)
            && line["stage"] == json!(plan::stage(row))
    };
    let line = lines.iter().find(fits)?;
    let number = |key: &str| line[key].as_f64();
    let (count, r) = (number("points")?, number("correlation"));
    // Deviation and slope of a normal error; Fisher's transform of the correlation.
    let around = |value: f64, error: f64| {
        column.value(value, Some(Interval::around(value, Z_95 * error)).filter(|_| error.is_finite()))
    };
    match column {
        Column::A => {
            let (a, r) = (number("slope")?, r?);
            Some(around(a, a.abs() * ((1.0 / (r * r) - 1.0) / (count - 2.0)).sqrt()))
        }
        Column::B => number("offset").map(|b| column.value(b, None)),
        Column::Sigma => number("deviation").map(|sigma| around(sigma, sigma / (2.0 * (count - 2.0)).sqrt())),
        Column::R => {
            let (r, reach) = (r?, Z_95 / (count - 3.0).sqrt());
            let interval = Interval::around(r.atanh(), reach).map(f64::tanh);
            Some(column.value(r, Some(interval).filter(|interval| interval.low.is_finite())))
        }
        Column::N => Some(column.value(count, None)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_seen_by_the_first_player_and_paired_by_number() {
        let game = |number: u64, players: [u64; 2], result: &str| json!({ "game": number, "players": players, "result": result });
        let records = [
            game(3, [1, 0], "1-0"),
            game(0, [0, 1], "1-0"),
            game(1, [1, 0], "0-1"),
            game(2, [0, 1], "1/2-1/2"),
            game(4, [0, 1], "0-1"),
        ];
        let Games { single, pairs, .. } = games(&records);
        assert_eq!((single.wins, single.draws, single.losses), (2, 1, 2));
        assert_eq!(pairs.pairs, [0, 1, 0, 0, 1]);
        let value = |column| match_value(column, single, pairs).unwrap();
        assert_eq!(
            (value(Column::Points).text, value(Column::Results).text),
            ("2.5\u{2013}2.5".into(), "+2 =1 -2".into())
        );
        assert_eq!(value(Column::Percent).value, 62.5);
    }
}
