//! What later searches of a game say of a position.
//!
//! A short search errs, and a move or two later the game often shows it. So a position may be
//! judged by the scores of all later positions of its game too, each with a fixed share of the
//! weight of the one before: temporal differences, TD(λ) (Sutton 1988), over chances of a win.
use super::target::sigmoid;
use niwaki_games::kit::learning::SCALE;
use niwaki_search::{game::Side, node::Score};

/// Chances nearer than this to 0 or 1 are kept away from them: no score is infinite.
const LEAST_CHANCE: f32 = 1e-4;

/// The first side's chance of a win, by a score for the side to move.
pub(super) fn chance(score: Score, side: Side) -> f32 {
    let own = sigmoid(score as f32 / SCALE as f32);
    if side == Side::First { own } else { 1.0 - own }
}

/// The score for the side to move that stands for a chance of the first side.
pub(super) fn score(chance: f32, side: Side) -> i16 {
    let chance = chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
    let first = (chance / (1.0 - chance)).ln() * SCALE as f32;
    (if side == Side::First { first } else { -first }).round() as i16
}

/// Makes each chance the mean of itself and all later ones of its game; each weighs `decay`
/// times what the one before it weighs.
pub(super) fn blend(chances: &mut [f32], decay: f32) {
    let (mut sum, mut weight) = (0.0, 0.0);
    for chance in chances.iter_mut().rev() {
        sum = *chance + decay * sum;
        weight = 1.0 + decay * weight;
        *chance = sum / weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_comes_back_from_its_chance_for_either_side() {
        for own in [-1200, -35, 0, 400] {
            for side in [Side::First, Side::Second] {
                assert_eq!(score(chance(own, side), side), own as i16);
            }
            assert_eq!(score(chance(own, Side::First), Side::Second), -own as i16);
        }
        assert!((3000..6000).contains(&score(chance(30_000, Side::First), Side::First)), "no chance is certain");
    }

    #[test]
    fn later_chances_weigh_less_and_earlier_ones_nothing() {
        let mut chances = [0.9, 0.5, 0.3];
        blend(&mut chances, 0.5);
        assert_eq!(chances[2], 0.3);
        assert!((chances[1] - (0.5 + 0.5 * 0.3) / 1.5).abs() < 1e-6);
        assert!((chances[0] - (0.9 + 0.5 * 0.5 + 0.25 * 0.3) / 1.75).abs() < 1e-6);
    }
}
