//! Natural logarithms of small whole numbers, as tables of whole numbers that cost nothing
//! at the start: reductions and the risk of a move grow with the logarithm of its rank.

/// Numbers below this have an entry; greater ones count as the last.
pub(crate) const LOGARITHMS: usize = 64;

/// A table of logarithms.
pub(crate) type Logarithms = [i32; LOGARITHMS];

/// Power of the last term of the series.
const LAST_TERM: i32 = 13;
/// Logarithms are summed up in these parts of one.
const FINE: i64 = 10_000_000_000;

/// The logarithms in `parts` of one, rounded; 0 for the numbers 0 and 1.
pub(crate) const fn logarithms(parts: i32) -> Logarithms {
    let mut table = [0; LOGARITHMS];
    let (mut i, mut sum) = (2, 0i64);
    while i < LOGARITHMS {
        // ln(i) - ln(i - 1) = 2 artanh(1 / (2i - 1)) = 2 (x + x³/3 + x⁵/5 + ...).
        let x = 1.0 / (2 * i - 1) as f64;
        let (mut step, mut power, mut odd) = (0.0, x, 1);
        while odd <= LAST_TERM {
            step += 2.0 * power / odd as f64;
            power *= x * x;
            odd += 2;
        }
        sum += (step * FINE as f64) as i64;
        table[i] = ((sum * parts as i64 + FINE / 2) / FINE) as i32;
        i += 1;
    }
    table
}

/// The logarithm of `x` in the parts of the table.
#[inline]
pub(crate) fn look_up(table: &Logarithms, x: i32) -> i32 {
    table[x.clamp(0, LOGARITHMS as i32 - 1) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_hold_rounded_logarithms() {
        for parts in [100, 1024] {
            for (i, &log) in logarithms(parts).iter().enumerate().skip(1) {
                assert_eq!(log, ((i as f64).ln() * f64::from(parts)).round() as i32, "{i} in {parts}");
            }
        }
    }

    #[test]
    fn what_lies_outside_counts_as_the_nearest_end() {
        let table = logarithms(100);
        assert_eq!([-5, 0, 1].map(|x| look_up(&table, x)), [0; 3]);
        assert_eq!(look_up(&table, 63), look_up(&table, 1000));
    }
}
