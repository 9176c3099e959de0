//! Chances of win, draw and loss in chess by score and material.
//!
//! The numbers of [`CHANCES`] are those of models/chess-wdl.toml, which says from what games
//! they are; `niwaki fit wdl FILE... --out models/chess-wdl.toml --force` makes it again.
use super::{Board, Kind};
use crate::chances::{Chances, MaterialChances};

/// Material of both sides at the start.
pub const FULL_MATERIAL: u32 = 78;
/// What the kinds that can be taken count as material.
const WORTH: [(Kind, u32); 5] =
    [(Kind::Pawn, 1), (Kind::Knight, 3), (Kind::Bishop, 3), (Kind::Rook, 5), (Kind::Queen, 9)];

/// The chances that the program tells.
pub const CHANCES: Chances =
    Chances { full: FULL_MATERIAL, material: [5, 78], even_win: [347.53, -252.27], win_spread: [80.64, 8.09] };

/// The chances as models have them.
pub(super) const MODEL: MaterialChances =
    MaterialChances { built_in: CHANCES, worth: "pawn 1, knight and bishop 3, rook 5, queen 9" };

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

    fn thousandths(board: &Board, score: Score) -> [u32; 3] {
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
            let mut before = thousandths(&board, -BEST_EVAL);
            for score in -BEST_EVAL..=BEST_EVAL {
                let [win, draw, loss] = thousandths(&board, score);
                assert_eq!((win + draw + loss, thousandths(&board, -score)), (1000, [loss, draw, win]), "{score}");
                assert!(win >= before[0] && loss <= before[2], "{score}");
                before = [win, draw, loss];
            }
            assert_eq!((thousandths(&board, BEST_EVAL + 1), thousandths(&board, -WIN)), ([1000, 0, 0], [0, 0, 1000]));
            assert!(thousandths(&board, 0)[1] > 0 && before == [1000, 0, 0], "{before:?}");
        }
    }

    /// A strong player of an even game mostly draws it, the more so the less is left to win with.
    #[test]
    fn an_even_game_is_most_likely_drawn() {
        for board in [Board::start(), Board::from_fen(ENDGAME).unwrap()] {
            let [win, draw, loss] = thousandths(&board, 0);
            assert!(win == loss && draw > win, "{win} {draw} {loss}");
        }
        assert!(thousandths(&Board::from_fen(ENDGAME).unwrap(), 0)[1] > thousandths(&Board::start(), 0)[1]);
    }

    /// Halves, more material than at the start and none at all give whole chances too.
    #[test]
    fn every_material_has_chances() {
        let nearly_without_draws =
            Chances { full: 78, material: [0, 78], even_win: [1e-9, 0.0], win_spread: [100.0, 0.0] };
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
        let chances = Chances { full: 78, material: [10, 78], even_win: [100.0, 50.0], win_spread: [40.0, 20.0] };
        assert_eq!(chances.at(78), [150.0, 60.0]);
        assert_eq!(chances.at(39), [125.0, 50.0]);
        assert_eq!(chances.at(3), chances.at(10));
        // 1 / (1 + e), and 1 / (1 + e^4).
        assert_eq!(chances.thousandths(75.0, 39), [269, 713, 18]);
        assert_eq!(chances.thousandths(-125.0, 39), [7, 493, 500]);
    }
}
