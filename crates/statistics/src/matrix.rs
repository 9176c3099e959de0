//! Small matrices, as ratings need them.

/// Rows of numbers.
pub type Matrix = Vec<Vec<f64>>;

/// The sum of the products.
pub fn dot(one: &[f64], two: &[f64]) -> f64 {
    one.iter().zip(two).map(|(a, b)| a * b).sum()
}

/// The inverse of a positive definite matrix, by elimination; `None` if it has none.
pub fn invert(mut matrix: Matrix) -> Option<Matrix> {
    let size = matrix.len();
    for (row, line) in matrix.iter_mut().enumerate() {
        line.extend((0..size).map(|column| f64::from(u8::from(column == row))));
    }
    for pivot in 0..size {
        let scale = matrix[pivot][pivot];
        if scale.is_nan() || scale.abs() <= f64::MIN_POSITIVE {
            return None;
        }
        matrix[pivot].iter_mut().for_each(|value| *value /= scale);
        let line = matrix[pivot].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(row, _)| *row != pivot) {
            let factor = other[pivot];
            other.iter_mut().zip(&line).for_each(|(value, part)| *value -= factor * part);
        }
    }
    Some(matrix.into_iter().map(|line| line[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_is_found_where_there_is_one() {
        assert_eq!(invert(vec![vec![2.0, 1.0], vec![1.0, 1.0]]), Some(vec![vec![1.0, -1.0], vec![-1.0, 2.0]]));
        assert_eq!(invert(vec![vec![1.0, 1.0], vec![1.0, 1.0]]), None);
    }
}
