//! How often a cut would be wrong: what the model predicts, and what positions show that it
//! was not fitted to.
//!
//! The positions are cut into blocks of neighbours, so that a game lies in one of them, and
//! every block is judged by the lines of the blocks of the other half. A cut with a threshold
//! of t deviations errs where the deep score lies further off than that on the wrong side:
//! if errors are normal, in 15.9 % for t = 1, 6.7 % for 1.5 and 2.3 % for 2.
use super::{
    Depths, Fit,
    summary::{Sample, points},
};
use niwaki_search::node::Score;
use niwaki_statistics::regression::Line;
use serde_json::{Value as Json, json};

/// The thresholds looked at, and the share of a normal error beyond each.
const THRESHOLDS: [(f64, f64); 3] = [(1.0, 0.158_655), (1.5, 0.066_807), (2.0, 0.022_750)];
/// Neighbours that stay together.
const BLOCK: usize = 50;
/// Fewer points say nothing.
const FEWEST: usize = 100;

/// What held-out positions show of a pair, all stages together, each by its own line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reliability {
    /// The pair.
    pub depths: Depths,
    /// Points that were judged.
    pub points: usize,
    /// Share of wrong cuts at each threshold.
    pub wrong: [f64; THRESHOLDS.len()],
}

impl Fit {
    /// One for each pair that predicts by a search and has enough points.
    pub fn reliability(&self) -> Vec<Reliability> {
        let Some(&bound) = self.bounds.first() else { return Vec::new() };
        let stages = self.kit.stages().len();
        let of = |depths: &Depths| reliability(&self.samples, *depths, stages, bound);
        self.pairs.iter().map(of).filter(|found| found.points >= FEWEST).collect()
    }

    /// The same for people.
    pub(super) fn reliability_lines(&self) -> Vec<String> {
        let found = self.reliability();
        if found.is_empty() {
            return Vec::new();
        }
        let percent = |share: f64| format!("{:>6.2}", 100.0 * share);
        let words = |shares: [f64; THRESHOLDS.len()]| shares.map(percent).concat();
        let mut lines = vec![
            String::new(),
            "share of wrong cuts on held-out positions, in percent, at t = 1, 1.5 and 2".to_string(),
            format!("{:<10} {:>6} {}", "normal", "", words(THRESHOLDS.map(|(_, share)| share))),
        ];
        lines.extend(found.iter().map(|row| {
            let pair = format!("({},{})", row.depths.shallow, row.depths.height);
            format!("{pair:<10} {:>6} {}", row.points, words(row.wrong))
        }));
        lines
    }

    /// The same for programs.
    pub(super) fn reliability_json(&self) -> Json {
        let row = |row: &Reliability| {
            json!({
                "shallow": row.depths.shallow, "height": row.depths.height, "points": row.points,
                "thresholds": THRESHOLDS.map(|(threshold, _)| threshold),
                "predicted": THRESHOLDS.map(|(_, share)| share), "observed": row.wrong,
            })
        };
        self.reliability().iter().map(row).collect()
    }
}

fn reliability(samples: &[Sample], depths: Depths, stages: usize, bound: Score) -> Reliability {
    let mut counts = [0; THRESHOLDS.len()];
    let mut judged = 0;
    for half in [0, 1] {
        let part = |wanted: usize| -> Vec<Sample> {
            let blocks = samples.chunks(BLOCK).enumerate();
            blocks.filter(|(number, _)| number % 2 == wanted).flat_map(|(_, block)| block.to_vec()).collect()
        };
        let (learned, tested) = (part(half), part(1 - half));
        for stage in 0..stages {
            let Some(line) = points(&learned, depths, Some(stage), bound).0.line else { continue };
            let (_, found) = points(&tested, depths, Some(stage), bound);
            judged += found.len();
            for off in found.iter().map(|point| deviations(&line, *point).abs()) {
                let beyond = THRESHOLDS.map(|(threshold, _)| usize::from(off > threshold));
                counts.iter_mut().zip(beyond).for_each(|(count, beyond)| *count += beyond);
            }
        }
    }
    // Half of the errors lie on the side on which a cut looks.
    let wrong = counts.map(|count| count as f64 / (2 * judged.max(1)) as f64);
    Reliability { depths, points: judged, wrong }
}

/// How many deviations a point lies off the line.
fn deviations(line: &Line, (shallow, deep): (f64, f64)) -> f64 {
    (deep - line.slope * shallow - line.offset) / line.deviation.max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_search::random::Random;

    #[test]
    fn normal_errors_are_found_to_be_normal_and_others_are_not() {
        let mut random = Random::new(3);
        // The sum of twelve even numbers is nearly normal, with deviation 1.
        let mut normal = || (0..12).map(|_| (random.number() >> 11) as f64 / (1u64 << 53) as f64).sum::<f64>() - 6.0;
        let mut sample = |spread: &dyn Fn(f64) -> f64| {
            let shallow = normal() * 500.0;
            let deep = 1.1 * shallow + 20.0 + 100.0 * spread(normal());
            Sample { stage: 0, scores: vec![None, Some(shallow as i32), None, Some(deep as i32)] }
        };
        let depths = Depths { shallow: 1, height: 3 };
        let straight: Vec<Sample> = (0..20_000).map(|_| sample(&|error| error)).collect();
        let found = reliability(&straight, depths, 1, 5_000);
        assert_eq!(found.points, 20_000);
        for (wrong, (_, share)) in found.wrong.into_iter().zip(THRESHOLDS) {
            assert!((wrong - share).abs() < 0.01, "{found:?}");
        }
        let wild: Vec<Sample> = (0..20_000).map(|_| sample(&|error| error.powi(3))).collect();
        assert!(reliability(&wild, depths, 1, 5_000).wrong[0] < 0.1, "a few great errors make the deviation great");
    }
}
