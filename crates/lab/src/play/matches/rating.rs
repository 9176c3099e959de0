//! One scale for many players: the likeliest Elo ratings with mean 0 (Bradley & Terry 1952;
//! Elo's logistic curve), a draw being half a win. Intervals are of 95 %: the spread is taken
//! from the pairs of games that were played, as in a match of two, not from the model.
use niwaki_statistics::{
    Interval, Results,
    elo::Estimate,
    intervals::Z_95,
    matrix::{Matrix, dot, invert},
};

/// Elo for each unit of the logistic curve.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;
const MOST_STEPS: usize = 100;
/// The ratings are found when no step is greater, in units of the curve.
const PRECISION: f64 = 1e-10;
/// Longest step of the iteration, in units of the curve.
const LONGEST_STEP: f64 = 1.0;

/// The results of two players, seen by the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub players: [usize; 2],
    pub results: Results,
}

/// The rating of each player; `None` where there is none: some players took no point from
/// the others, however indirectly.
pub(super) fn rate(players: usize, meetings: &[Meeting]) -> Option<Vec<Estimate>> {
    if !connected(players, meetings) {
        return None;
    }
    let mut ratings = vec![0.0; players];
    for _ in 0..MOST_STEPS {
        let (slope, curvature) = derivatives(&ratings, meetings);
        let inverse = invert(curvature)?;
        let step: Vec<f64> = inverse.iter().map(|row| dot(row, &slope)).collect();
        let longest = step.iter().fold(0f64, |longest, part| longest.max(part.abs()));
        let scale = (LONGEST_STEP / longest).min(1.0);
        ratings.iter_mut().zip(&step).for_each(|(rating, part)| *rating += scale * part);
        if longest < PRECISION {
            break;
        }
    }
    let variances = variances(&ratings, meetings)?;
    let estimate = |(rating, variance): (&f64, &f64)| {
        let value = UNIT * rating;
        let interval = variance.is_finite().then(|| Interval::around(value, Z_95 * UNIT * variance.sqrt()));
        Estimate { value, interval }
    };
    Some(ratings.iter().zip(&variances).map(estimate).collect())
}

fn expected(ratings: &[f64], [one, two]: [usize; 2]) -> f64 {
    1.0 / (1.0 + (ratings[two] - ratings[one]).exp())
}

/// Slope of the log-likelihood, and its curvature with the mean held at 0.
fn derivatives(ratings: &[f64], meetings: &[Meeting]) -> (Vec<f64>, Matrix) {
    let count = ratings.len();
    let mut slope = vec![0.0; count];
    let mut curvature = vec![vec![1.0 / count as f64; count]; count];
    for Meeting { players, results } in meetings {
        let [one, two] = *players;
        let (games, score) = (results.games() as f64, expected(ratings, *players));
        let more = games * (results.mean().unwrap_or_default() - score);
        slope[one] += more;
        slope[two] -= more;
        add(&mut curvature, *players, games * score * (1.0 - score));
    }
    (slope, curvature)
}

/// Adds what two players contribute: to each, and against each other.
fn add(matrix: &mut Matrix, [one, two]: [usize; 2], weight: f64) {
    matrix[one][one] += weight;
    matrix[two][two] += weight;
    matrix[one][two] -= weight;
    matrix[two][one] -= weight;
}

/// Variance of each rating, from the spread of the results themselves.
fn variances(ratings: &[f64], meetings: &[Meeting]) -> Option<Vec<f64>> {
    let inverse = invert(derivatives(ratings, meetings).1)?;
    let mut spread = vec![vec![0.0; ratings.len()]; ratings.len()];
    for Meeting { players, results } in meetings {
        let games = results.games() as f64;
        // An observation's variance is that of a mean of its games.
        let variance = results.variance().unwrap_or_default() * results.games_each() as f64;
        add(&mut spread, *players, games * variance);
    }
    let variance = |row: &Vec<f64>| {
        let through: Vec<f64> = spread.iter().map(|line| dot(line, row)).collect();
        Some(dot(row, &through)).filter(|variance| *variance > 0.0).unwrap_or(f64::INFINITY)
    };
    Some(inverse.iter().map(variance).collect())
}

/// Whether points went from every player to every other, by whatever ways (Ford 1957).
fn connected(players: usize, meetings: &[Meeting]) -> bool {
    let gave = |from: usize, to: usize| {
        meetings.iter().any(|Meeting { players, results }| {
            let (made, given) = results.points();
            *players == [from, to] && given > 0 || *players == [to, from] && made > 0
        })
    };
    let reaches_all = |step: &dyn Fn(usize, usize) -> bool| {
        let mut reached = vec![false; players];
        let mut waiting = vec![0];
        while let Some(player) = waiting.pop() {
            if !std::mem::replace(&mut reached[player], true) {
                waiting.extend((0..players).filter(|other| step(player, *other)));
            }
        }
        reached.into_iter().all(|reached| reached)
    };
    players > 0 && reaches_all(&gave) && reaches_all(&|from, to| gave(to, from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_statistics::{Pentanomial, Trinomial, elo};

    fn meeting(one: usize, two: usize, wins: u64, draws: u64, losses: u64) -> Meeting {
        Meeting { players: [one, two], results: Trinomial { wins, draws, losses }.into() }
    }

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() < tolerance, "{found} {expected}");
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_match() {
        for results in [Results::from(Trinomial { wins: 136, draws: 111, losses: 96 }), pairs([34, 54, 63, 64, 75])] {
            let ratings = rate(2, &[Meeting { players: [0, 1], results }]).unwrap();
            let elo = elo::logistic(&results).unwrap();
            near(ratings[0].value - ratings[1].value, elo.value, 1e-6);
            near(ratings[0].value + ratings[1].value, 0.0, 1e-6);
            // Each rating has half of the difference's error.
            near(2.0 * ratings[0].interval.unwrap().reach(), elo.interval.unwrap().reach(), 0.6);
        }
    }

    fn pairs(pairs: [u64; 5]) -> Results {
        Pentanomial { pairs }.into()
    }

    /// Scores that fit ratings exactly: 10 to 1 is 400 Elo.
    #[test]
    fn ratings_that_explain_everything_are_found() {
        let meetings = [meeting(0, 1, 100, 0, 10), meeting(1, 2, 100, 0, 10), meeting(2, 0, 1, 0, 100)];
        let ratings = rate(3, &meetings).unwrap();
        for (estimate, expected) in ratings.iter().zip([400.0, 0.0, -400.0]) {
            near(estimate.value, expected, 1e-6);
            assert!(estimate.interval.unwrap().reach() > 0.0);
        }
    }

    #[test]
    fn a_gauntlet_is_rated_through_its_common_opponent() {
        let ratings = rate(3, &[meeting(0, 1, 20, 20, 10), meeting(0, 2, 10, 20, 20)]).unwrap();
        near(ratings[0].value, 0.0, 1e-6);
        near(ratings[2].value, -ratings[1].value, 1e-6);
        assert!(ratings[0].interval.unwrap().reach() < ratings[1].interval.unwrap().reach());
    }

    #[test]
    fn without_points_both_ways_there_is_no_rating() {
        assert_eq!(rate(2, &[meeting(0, 1, 5, 0, 0)]), None);
        assert_eq!(rate(3, &[meeting(0, 1, 5, 5, 5)]), None);
        assert_eq!(rate(2, &[]), None);
        assert!(rate(2, &[meeting(0, 1, 0, 5, 0)]).unwrap()[0].interval.is_none());
    }
}
