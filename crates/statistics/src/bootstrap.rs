//! Intervals by resampling (Efron 1979): what would have come out with other clusters of the
//! same kind? Decisions of one search tree are not independent, so whole trees are drawn.
use crate::Interval;

/// Shares of the draws that lie below the ends of an interval of 95 %.
const ENDS: [f64; 2] = [0.025, 0.975];

/// Interval of 95 % (percentiles) for the ratio of two sums over clusters, each given by its
/// share of numerator and denominator. `below` draws a random number below its argument. `None`
/// with fewer than two clusters, without draws, or where a sum of denominators is not positive.
pub fn ratio(clusters: &[(f64, f64)], draws: usize, mut below: impl FnMut(usize) -> usize) -> Option<Interval> {
    if clusters.len() < 2 || draws == 0 {
        return None;
    }
    let mut drawn = || {
        let (mut numerator, mut denominator) = (0.0, 0.0);
        for _ in clusters {
            let (part, whole) = clusters[below(clusters.len())];
            (numerator, denominator) = (numerator + part, denominator + whole);
        }
        (denominator > 0.0).then(|| numerator / denominator)
    };
    let mut ratios: Vec<f64> = (0..draws).filter_map(|_| drawn()).collect();
    ratios.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| ratios.get((share * (ratios.len().max(1) - 1) as f64).round() as usize).copied();
    Some(Interval { low: at(ENDS[0])?, high: at(ENDS[1])? })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random (Lehmer's generator with the multiplier of Park & Miller 1988).
    fn numbers() -> impl FnMut(usize) -> usize {
        let mut state = 42_u64;
        move |end| {
            state = state * 48_271 % 2_147_483_647;
            (state as usize / 7) % end
        }
    }

    #[test]
    fn a_mean_of_equal_clusters_has_the_interval_of_the_normal_distribution() {
        // 400 clusters, every fourth of them 1: the standard error is sqrt(0.25 * 0.75 / 400).
        let clusters: Vec<(f64, f64)> = (0..400).map(|place| (f64::from(place % 4 == 0), 1.0)).collect();
        let interval = ratio(&clusters, 4000, numbers()).unwrap();
        let reach = 1.96 * (0.25 * 0.75 / 400.0_f64).sqrt();
        assert!((interval.low - (0.25 - reach)).abs() < 0.006, "{interval:?}");
        assert!((interval.high - (0.25 + reach)).abs() < 0.006, "{interval:?}");
    }

    #[test]
    fn a_few_large_clusters_say_less_than_many_small_ones() {
        let few: Vec<(f64, f64)> = (0..10).map(|place| (if place < 5 { 40.0 } else { 0.0 }, 40.0)).collect();
        let many: Vec<(f64, f64)> = (0..400).map(|place| (f64::from(place % 2), 1.0)).collect();
        let [few, many] = [few, many].map(|clusters| ratio(&clusters, 1000, numbers()).unwrap());
        assert!(few.reach() > 4.0 * many.reach(), "{few:?} {many:?}");
    }

    #[test]
    fn clusters_count_by_their_size() {
        // The large cluster has a ratio of 0, the small ones have 1.
        let clusters = [(0.0, 100.0), (1.0, 1.0), (1.0, 1.0), (1.0, 1.0)];
        let interval = ratio(&clusters, 1000, numbers()).unwrap();
        assert!(interval.low < 0.01 && interval.high > 0.99, "{interval:?}");
        assert!(interval.contains(3.0 / 103.0));
    }

    #[test]
    fn nothing_is_said_where_there_is_too_little() {
        assert_eq!(ratio(&[], 100, numbers()), None);
        assert_eq!(ratio(&[(1.0, 2.0)], 100, numbers()), None);
        assert_eq!(ratio(&[(1.0, 2.0); 2], 0, numbers()), None);
        assert_eq!(ratio(&[(0.0, 0.0); 5], 100, numbers()), None);
        assert_eq!(ratio(&[(1.0, 2.0); 5], 100, numbers()), Some(Interval { low: 0.5, high: 0.5 }));
    }
}
