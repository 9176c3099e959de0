//! Weaker play on request (`UCI_LimitStrength`, `UCI_Elo`).
//!
//! The engine looks less far (its nodes double every [`ELO_PER_DOUBLING`] points)
//! and is content with moves a little worse than the best. It never lets a mate
//! slip that it has seen, and never walks into one while it sees a way out. The
//! Elo scale is nominal: it orders strengths but is not measured against people.
use niwaki_search::{
    engine::Report,
    node::{Score, is_decisive, is_mate},
};

/// Least Elo that can be asked for.
pub(super) const LEAST: i64 = 800;
/// Greatest Elo that can be asked for.
pub(super) const GREATEST: i64 = 2600;
/// Elo unless another is asked for.
pub(super) const DEFAULT: i64 = 1500;
/// Lines among which a move is chosen.
pub(super) const LINES: usize = 4;

const LEAST_NODES: u64 = 256;
const ELO_PER_DOUBLING: u64 = 150;
/// Elo below the greatest that widen the margin by one point of score.
const ELO_PER_POINT: i64 = 10;
/// A side so far ahead plays to the point, so that won games are won.
const CLEAR_WIN: Score = 500;

/// Nodes that a player of this Elo may search.
pub(super) fn nodes(elo: i64) -> u64 {
    let above = (elo.clamp(LEAST, GREATEST) - LEAST).unsigned_abs();
    let whole = LEAST_NODES << (above / ELO_PER_DOUBLING);
    whole + whole * (above % ELO_PER_DOUBLING) / ELO_PER_DOUBLING
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
    let margin = Score::try_from((GREATEST - elo.clamp(LEAST, GREATEST)) / ELO_PER_POINT).unwrap_or(0);
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
        assert_eq!(nodes(LEAST), LEAST_NODES);
        let steps: Vec<u64> = (LEAST..=GREATEST).step_by(50).map(nodes).collect();
        assert!(steps.is_sorted() && nodes(GREATEST) == LEAST_NODES << 12);
        assert_eq!(nodes(i64::MAX), nodes(GREATEST));
    }

    #[test]
    fn weak_players_vary_within_a_margin_and_the_strongest_does_not() {
        assert_eq!(choices(&[30, 20, -60, -400], LEAST), HashSet::from([0, 1, 2]));
        assert_eq!(choices(&[30, 20, -60, -400], GREATEST), HashSet::from([0]));
        assert_eq!(choices(&[900, 860, 700], LEAST), HashSet::from([0, 1]));
        assert_eq!(choices(&[], LEAST), HashSet::from([0]));
    }

    #[test]
    fn mates_are_played_and_never_walked_into() {
        assert_eq!(choices(&[WIN - 3, WIN - 5, 100], LEAST), HashSet::from([0]));
        assert_eq!(choices(&[-100, 4 - WIN], LEAST), HashSet::from([0]));
        assert_eq!(choices(&[8 - WIN, 4 - WIN], LEAST), HashSet::from([0]));
    }
}
