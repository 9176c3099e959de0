//! The chances of the greatest likelihood, by Fisher's scoring: Newton's steps with the
//! expected curvature, which always leads upwards, halved where they go too far.
//!
//! With x = (score - even) / spread and y = (-score - even) / spread a win has the chance s(x)
//! and a loss s(y), where s(x) = 1 / (1 + exp(-x)); a draw has (1 - exp(x + y)) s(-x) s(-y).
use super::data::Cell;
use niwaki_games::chances::{Chances, TERMS};

/// Coefficients of both polynomials.
const PARAMETERS: usize = 2 * TERMS;
const MOST_STEPS: usize = 200;
const MOST_HALVINGS: usize = 40;
/// Steps end when the greatest likelihood is no further than this, in squared standard errors.
const NEAR: f64 = 1e-9;
/// Nor can they come nearer than this share of the likelihood, a sum of many terms, can tell.
const RESOLUTION: f64 = 1e-12;
/// A mean likelihood so great means that scores never err: a narrower spread fits ever better.
const NO_ERROR: f64 = -1e-6;
/// Pivots below this share of the greatest leave a parameter open.
const SINGULAR: f64 = 1e-13;

type Vector = [f64; PARAMETERS];
type Matrix = [Vector; PARAMETERS];

/// ln(1 + exp(x)) without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// Logarithms of the chances of win, draw and loss.
pub(super) fn log_chances([even, spread]: [f64; 2], score: f64) -> [f64; 3] {
    let (x, y) = ((score - even) / spread, (-score - even) / spread);
    [-softplus(-x), (-(x + y).exp_m1()).ln() - softplus(x) - softplus(y), -softplus(-y)]
}

/// How these change with even and with spread.
pub(super) fn slopes([even, spread]: [f64; 2], score: f64) -> [[f64; 2]; 3] {
    let (x, y) = ((score - even) / spread, (-score - even) / spread);
    let chance = |x: f64| 1.0 / (1.0 + (-x).exp());
    let between = 1.0 / (-(x + y)).exp_m1();
    let by = |by_x: f64, by_y: f64| [-(by_x + by_y) / spread, -(by_x * x + by_y * y) / spread];
    [by(chance(-x), 0.0), by(-between - chance(x), -between - chance(y)), by(0.0, chance(-y))]
}

/// Whether the chances are chances with any material.
fn is_sane(chances: &Chances) -> bool {
    let [least, most] = chances.material;
    (least..=most).all(|material| chances.at(material).iter().all(|value| *value > 0.0 && value.is_finite()))
}

fn likelihood(cells: &[Cell], chances: &Chances) -> f64 {
    if !is_sane(chances) {
        return f64::NEG_INFINITY;
    }
    let of_cell = |cell: &Cell| {
        let logs = log_chances(chances.at(cell.material), cell.score);
        // A result that never came does not count, however unlikely.
        let counted = cell.results.iter().zip(logs).filter(|(count, _)| **count > 0.0);
        counted.map(|(count, log)| count * log).sum::<f64>()
    };
    cells.iter().map(of_cell).sum()
}

/// The slope of the likelihood, and its expected curvature turned around.
fn curve(cells: &[Cell], chances: &Chances) -> (Vector, Matrix) {
    let (mut slope, mut information) = ([0.0; PARAMETERS], [[0.0; PARAMETERS]; PARAMETERS]);
    for cell in cells {
        let at = chances.at(cell.material);
        let (logs, slopes) = (log_chances(at, cell.score), slopes(at, cell.score));
        let size: f64 = cell.results.iter().sum();
        let share = chances.share(cell.material);
        let powers = std::array::from_fn::<f64, PARAMETERS, _>(|index| share.powi((index % TERMS) as i32));
        for result in 0..slopes.len() {
            let along: Vector = std::array::from_fn(|index| powers[index] * slopes[result][index / TERMS]);
            let weight = size * logs[result].exp();
            for row in 0..PARAMETERS {
                slope[row] += cell.results[result] * along[row];
                for column in 0..PARAMETERS {
                    information[row][column] += weight * along[row] * along[column];
                }
            }
        }
    }
    (slope, information)
}

/// Solves a system of linear equations by Gauss's elimination with the greatest pivots.
fn solve(mut matrix: Matrix, mut right: Vector) -> Option<Vector> {
    let greatest = matrix.iter().flatten().fold(0.0, |greatest: f64, value| greatest.max(value.abs()));
    for column in 0..PARAMETERS {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..PARAMETERS).max_by(|one, two| size(one).total_cmp(&size(two)))?;
        if matrix[pivot][column].abs() <= SINGULAR * greatest || !greatest.is_finite() {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (above, value) = (matrix[column], right[column]);
        for row in column + 1..PARAMETERS {
            let factor = matrix[row][column] / above[column];
            (column..PARAMETERS).for_each(|index| matrix[row][index] -= factor * above[index]);
            right[row] -= factor * value;
        }
    }
    let mut found = [0.0; PARAMETERS];
    for row in (0..PARAMETERS).rev() {
        let known: f64 = (row + 1..PARAMETERS).map(|column| matrix[row][column] * found[column]).sum();
        found[row] = (right[row] - known) / matrix[row][row];
    }
    Some(found)
}

fn moved(chances: &Chances, step: &Vector, length: f64) -> Chances {
    let mut moved = *chances;
    let terms = moved.even_win.iter_mut().chain(&mut moved.win_spread);
    terms.zip(step).for_each(|(term, change)| *term += length * change);
    moved
}

/// The chances of the greatest likelihood with the material of `start`; `None` if there are
/// none, or they are not found.
pub(super) fn fit(cells: &[Cell], start: Chances) -> Option<Chances> {
    let count: f64 = cells.iter().flat_map(|cell| cell.results).sum();
    let (mut best, mut value) = (start, likelihood(cells, &start));
    for _ in 0..MOST_STEPS {
        let (slope, information) = curve(cells, &best);
        let step = solve(information, slope)?;
        let distance: f64 = slope.iter().zip(step).map(|(slope, step)| slope * step).sum();
        if distance < NEAR.max(RESOLUTION * value.abs()) {
            return (value < NO_ERROR * count).then_some(best);
        }
        let lengths = std::iter::successors(Some(1.0), |length| Some(length / 2.0)).take(MOST_HALVINGS);
        let mut tried = lengths.map(|length| moved(&best, &step, length));
        let better = tried.find_map(|next| Some((next, likelihood(cells, &next))).filter(|(_, found)| *found > value));
        (best, value) = better?;
    }
    None
}
