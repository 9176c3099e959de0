//! Chances of win, draw and loss: what a score means by the material on the board.
//!
//! The numbers of [`CHANCES`] are those of models/chess-wdl.toml, which says from what games
//! they are; `niwaki fit wdl FILE... --out models/chess-wdl.toml --force` makes it again.
use super::{Board, Kind};

/// Coefficients of a polynomial, lowest power first.
pub const TERMS: usize = 2;
/// Material of both sides at the start.
pub const FULL_MATERIAL: u32 = 78;
/// What the kinds that can be taken count as material.
const WORTH: [(Kind, u32); 5] =
    [(Kind::Pawn, 1), (Kind::Knight, 3), (Kind::Bishop, 3), (Kind::Rook, 5), (Kind::Queen, 9)];
/// All chances together.
const WHOLE: u32 = 1000;

/// The chances that the program tells.
pub const CHANCES: Chances = Chances { material: [4, 78], even_win: [274.60, -214.47], win_spread: [90.50, 121.08] };

/// A win has the chance 1 / (1 + exp((`even_win` - score) / `win_spread`)), a loss that of a
/// win with the score turned around, a draw the rest. `even_win` and `win_spread` are
/// polynomials in the share of the material that is still there, and above 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// The least and the most material that counts: beyond, nothing is known.
    pub material: [u32; 2],
    /// Score at which a win is as likely as not, in centipawns.
    pub even_win: [f64; TERMS],
    /// Width of the step from draw to win, in centipawns.
    pub win_spread: [f64; TERMS],
}

impl Chances {
    /// The share of the material that is on the board, within what is known.
    pub fn share(&self, material: u32) -> f64 {
        let [least, most] = self.material;
        f64::from(material.min(most).max(least)) / f64::from(FULL_MATERIAL)
    }

    /// Score at which a win is as likely as not, and width of the step, with this material.
    pub fn at(&self, material: u32) -> [f64; 2] {
        let share = self.share(material);
        [self.even_win, self.win_spread].map(|terms| terms.iter().rev().fold(0.0, |sum, term| sum * share + term))
    }

    /// Chances of win, draw and loss, together 1.
    pub fn of(&self, score: f64, material: u32) -> [f64; 3] {
        let [even, spread] = self.at(material);
        let win = |score: f64| 1.0 / (1.0 + ((even - score) / spread).exp());
        let (won, lost) = (win(score), win(-score));
        [won, 1.0 - won - lost, lost]
    }

    /// The same in thousandths, together 1000.
    pub fn thousandths(&self, score: f64, material: u32) -> [u32; 3] {
        let [better, _, worse] = self.of(score.abs(), material).map(|chance| (f64::from(WHOLE) * chance).round());
        // Two halves must not both be rounded up.
        let (better, worse) = (better as u32, (worse as u32).min(WHOLE - better as u32));
        let drawn = WHOLE - better - worse;
        if score < 0.0 { [worse, drawn, better] } else { [better, drawn, worse] }
    }
}

/// The material of both sides: a pawn is 1, knight and bishop 3, a rook 5, a queen 9.
pub fn material(board: &Board) -> u32 {
    WORTH.iter().map(|(kind, worth)| worth * board.of_kind(*kind).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Chess;
    use niwaki_search::{
        game::Game,
        node::{BEST_EVAL, Score, WIN},
    };

    const ENDGAME: &str = "8/5pk1/6p1/8/3R4/6P1/r4PK1/8 w - - 0 1";

    fn told(board: &Board, score: Score) -> [u32; 3] {
        Chess::default().chances(board, score).unwrap()
    }

    #[test]
    fn material_is_counted_for_both_sides() {
        assert_eq!(material(&Board::start()), FULL_MATERIAL);
        assert_eq!(material(&Board::from_fen(ENDGAME).unwrap()), 14);
        assert_eq!(material(&Board::from_fen("k7/8/8/2b5/8/1qN5/8/K7 w - - 0 1").unwrap()), 15);
        assert_eq!(material(&Board::from_fen("k7/8/8/8/8/8/8/K7 w - - 0 1").unwrap()), 0);
    }

    #[test]
    fn chances_are_a_thousand_symmetric_and_grow_with_the_score() {
        for board in [Board::start(), Board::from_fen(ENDGAME).unwrap()] {
            let mut before = told(&board, -BEST_EVAL);
            for score in -BEST_EVAL..=BEST_EVAL {
                let [win, draw, loss] = told(&board, score);
                assert_eq!((win + draw + loss, told(&board, -score)), (1000, [loss, draw, win]), "{score}");
                assert!(win >= before[0] && loss <= before[2], "{score}");
                before = [win, draw, loss];
            }
            assert_eq!((told(&board, BEST_EVAL + 1), told(&board, -WIN)), ([1000, 0, 0], [0, 0, 1000]));
            assert!(told(&board, 0)[1] > 0 && before == [1000, 0, 0], "{before:?}");
        }
    }

    /// Halves, more material than at the start and none at all give whole chances too.
    #[test]
    fn every_material_has_chances() {
        let nearly_without_draws = Chances { material: [0, 78], even_win: [1e-9, 0.0], win_spread: [100.0, 0.0] };
        for chances in [CHANCES, nearly_without_draws] {
            for material in 0..=200 {
                assert!(chances.at(material).iter().all(|value| *value > 0.0), "{material}");
                for score in (-3000..=3000).step_by(7) {
                    let [win, draw, loss] = chances.thousandths(f64::from(score), material);
                    assert_eq!(win + draw + loss, 1000, "{score} {material}");
                }
            }
        }
        assert_eq!(nearly_without_draws.thousandths(0.0, 9), [500, 0, 500]);
        assert_eq!(
            (CHANCES.at(200), CHANCES.at(0)),
            (CHANCES.at(CHANCES.material[1]), CHANCES.at(CHANCES.material[0]))
        );
    }

    #[test]
    fn chances_are_what_the_formula_says() {
        let chances = Chances { material: [10, 78], even_win: [100.0, 50.0], win_spread: [40.0, 20.0] };
        assert_eq!(chances.at(78), [150.0, 60.0]);
        assert_eq!(chances.at(39), [125.0, 50.0]);
        assert_eq!(chances.at(3), chances.at(10));
        // 1 / (1 + e), and 1 / (1 + e^4).
        assert_eq!(chances.thousandths(75.0, 39), [269, 713, 18]);
        assert_eq!(chances.thousandths(-125.0, 39), [7, 493, 500]);
    }
}
