//! Weaker play on request (`UCI_LimitStrength`, `UCI_Elo`).
//!
//! The engine looks less far and is content with moves a little worse than the best: [`STEPS`]
//! says how far and how much worse. It never lets a mate slip that it has seen, and never walks
//! into one while it sees a way out. docs/uci-elo.md says how the steps were measured.
use niwaki_search::{
    engine::Report,
    limits::Limits,
    node::{Score, is_decisive, is_mate},
};

/// Least Elo that can be asked for.
pub(super) const LEAST: i64 = STEPS[0].elo;
/// Greatest Elo that can be asked for.
pub(super) const GREATEST: i64 = STEPS[STEPS.len() - 1].elo;
/// Elo unless another is asked for.
pub(super) const DEFAULT: i64 = 1500;
/// A side so far ahead plays to the point, so that won games are won.
const CLEAR_WIN: Score = 500;

/// How a player of some strength plays.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    elo: i64,
    /// Nodes for each move.
    nodes: u64,
    /// Lines among which the move is chosen.
    lines: usize,
    /// How much worse than the best it may be.
    margin: Score,
}

const fn step(elo: i64, nodes: u64, lines: usize, margin: Score) -> Step {
    Step { elo, nodes, lines, margin }
}

/// Measured players, the weakest first. Between two of them lines, margin and the logarithm of
/// the nodes go in proportion.
const STEPS: [Step; 10] = [
    step(800, 350, 6, 600),
    step(1000, 450, 6, 420),
    step(1200, 700, 6, 240),
    step(1400, 1100, 6, 140),
    step(1600, 2000, 5, 75),
    step(1800, 3300, 4, 45),
    step(2000, 4500, 3, 35),
    step(2200, 6000, 3, 25),
    step(2400, 9000, 2, 14),
    step(2600, 17000, 2, 0),
];

impl Step {
    /// The player of this Elo.
    fn of(elo: i64) -> Step {
        let elo = elo.clamp(LEAST, GREATEST);
        let above = STEPS.iter().position(|step| elo < step.elo).unwrap_or(STEPS.len() - 1);
        let (low, high) = (STEPS[above - 1], STEPS[above]);
        let part = (elo - low.elo) as f64 / (high.elo - low.elo) as f64;
        let between = |low: f64, high: f64| low + (high - low) * part;
        let nodes = between((low.nodes as f64).ln(), (high.nodes as f64).ln()).exp();
        let lines = between(low.lines as f64, high.lines as f64);
        let margin = between(low.margin.into(), high.margin.into());
        step(elo, nodes.round() as u64, lines.round() as usize, margin.round() as Score)
    }
}

/// Keeps a search to what a player of this Elo may see.
pub(super) fn limit(limits: &mut Limits, elo: i64) {
    let Step { nodes, lines, .. } = Step::of(elo);
    limits.nodes = Some(limits.nodes.map_or(nodes, |asked| asked.min(nodes)));
    limits.lines = limits.lines.max(lines);
}

/// Index of the line to play; `lines` begins with the best and is not empty.
/// The same position and Elo always give the same choice.
pub(super) fn choose(lines: &[Report], elo: i64, position: &str) -> usize {
    let Some(best) = lines.first().map(|line| line.score) else { return 0 };
    if is_decisive(best) {
        return 0;
    }
    let margin = margin(elo, best);
    let weight = |line: &Report| {
        let gap = best.saturating_sub(line.score).max(0);
        let playable = gap <= margin && !line.line.is_empty() && !is_mate(line.score);
        if playable { u64::from((margin - gap + 1).unsigned_abs()) } else { 0 }
    };
    let total: u64 = lines.iter().map(weight).sum();
    let mut ticket = mix(position, elo) % total.max(1);
    for (index, line) in lines.iter().enumerate() {
        match ticket.checked_sub(weight(line)) {
            None => return index,
            Some(rest) => ticket = rest,
        }
    }
    0
}

/// How much worse than the best a move may be.
fn margin(elo: i64, best: Score) -> Score {
    let margin = Step::of(elo).margin;
    if best >= CLEAR_WIN { margin / 4 } else { margin }
}

/// A number that depends on every byte of the position, the move number included.
fn mix(position: &str, elo: i64) -> u64 {
    let start = elo.unsigned_abs();
    let hash = position.bytes().fold(start, |hash, byte| {
        let mixed = (hash ^ u64::from(byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ (mixed >> 29)
    });
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_search::node::WIN;
    use std::collections::HashSet;

    fn lines(scores: &[Score]) -> Vec<Report> {
        scores.iter().map(|&score| Report { score, line: vec!["a".into()], ..Report::default() }).collect()
    }

    fn choices(scores: &[Score], elo: i64) -> HashSet<usize> {
        let lines = lines(scores);
        (0..500).map(|n| choose(&lines, elo, &format!("position {n}"))).collect()
    }

    #[test]
    fn strength_grows_with_elo() {
        for step in STEPS {
            assert_eq!(Step::of(step.elo), step);
        }
        let players: Vec<Step> = (LEAST..=GREATEST).map(Step::of).collect();
        let grows = |pair: &[Step]| {
            pair[0].nodes <= pair[1].nodes && pair[0].lines >= pair[1].lines && pair[0].margin >= pair[1].margin
        };
        assert!(players.windows(2).all(grows));
        assert_eq!((Step::of(i64::MIN), Step::of(i64::MAX)), (STEPS[0], STEPS[STEPS.len() - 1]));
        assert!((LEAST..GREATEST).contains(&DEFAULT));
    }

    #[test]
    fn weak_players_vary_within_a_margin_and_the_strongest_does_not() {
        let margin = STEPS[0].margin;
        assert_eq!(choices(&[30, 20, 30 - margin / 2, 29 - margin], LEAST), HashSet::from([0, 1, 2]));
        assert_eq!(choices(&[30, 20, -60, -400], GREATEST), HashSet::from([0]));
        assert_eq!(choices(&[900, 899 - margin / 4, 900 - margin / 8], LEAST), HashSet::from([0, 2]));
        assert_eq!(choices(&[], LEAST), HashSet::from([0]));
    }

    #[test]
    fn mates_are_played_and_never_walked_into() {
        assert_eq!(choices(&[WIN - 3, WIN - 5, 100], LEAST), HashSet::from([0]));
        assert_eq!(choices(&[-100, 4 - WIN], LEAST), HashSet::from([0]));
        assert_eq!(choices(&[8 - WIN, 4 - WIN], LEAST), HashSet::from([0]));
    }
}
