//! The evaluation written by hand: corners and the squares that give them away, mobility,
//! frontier discs and parity, in units of a hundredth of a disc. The weights are a player's
//! guess, changed by stage; the tables that were learned judge far better.
use super::{
    Board, DISC,
    bits::{Bits, CORNERS, neighbours},
};
use niwaki_search::node::Score;

/// A corner, the three squares beside it, and which of them is which.
struct Corner {
    corner: Bits,
    diagonal: Bits,
    beside: Bits,
}

const CORNER_SETS: [Corner; 4] = [
    Corner { corner: 1, diagonal: 1 << 9, beside: 1 << 1 | 1 << 8 },
    Corner { corner: 1 << 7, diagonal: 1 << 14, beside: 1 << 6 | 1 << 15 },
    Corner { corner: 1 << 56, diagonal: 1 << 49, beside: 1 << 57 | 1 << 48 },
    Corner { corner: 1 << 63, diagonal: 1 << 54, beside: 1 << 62 | 1 << 55 },
];

/// Score units of each term, early and late in the game.
struct Weights {
    corner: Score,
    /// The square diagonally beside an empty corner (X).
    diagonal: Score,
    /// The squares beside an empty corner on the edge (C).
    beside: Score,
    move_: Score,
    frontier: Score,
    disc: Score,
    parity: Score,
}

const EARLY: Weights =
    Weights { corner: 900, diagonal: -450, beside: -150, move_: 90, frontier: -45, disc: -10, parity: 0 };
const LATE: Weights =
    Weights { corner: 700, diagonal: -250, beside: -80, move_: 50, frontier: -10, disc: 60, parity: 150 };
/// Empty squares at which all counts as early.
const EARLY_EMPTIES: Score = 60;

/// Static value of a position for the side to move, which has a move.
pub(super) fn evaluate(pos: &Board) -> Score {
    let (own, other) = (pos.own(), pos.other());
    let empties = pos.empties() as Score;
    let early = side(own, other, &EARLY) - side(other, own, &EARLY);
    let late = side(own, other, &LATE) - side(other, own, &LATE);
    // With an even number of empty squares the opponent moves last.
    let last = if empties % 2 == 1 { LATE.parity } else { -LATE.parity };
    (early * empties + (late + last) * (EARLY_EMPTIES - empties)) / EARLY_EMPTIES
}

/// What one side has.
fn side(own: Bits, other: Bits, weights: &Weights) -> Score {
    let empty = !(own | other);
    let count = |set: Bits| set.count_ones() as Score;
    let mut sum = weights.corner * count(own & CORNERS);
    for Corner { corner, diagonal, beside } in &CORNER_SETS {
        if empty & corner != 0 {
            sum += weights.diagonal * count(own & diagonal) + weights.beside * count(own & beside);
        }
    }
    sum += weights.move_ * count(super::bits::mobility(own, other));
    sum += weights.frontier * count(own & neighbours(empty));
    sum + weights.disc * count(own)
}

/// The terms for people.
pub(super) fn explain(pos: &Board) -> Vec<String> {
    let sides = [("side to move", pos.own(), pos.other()), ("opponent", pos.other(), pos.own())];
    let line = |(name, own, other): (&str, Bits, Bits)| {
        let early = side(own, other, &EARLY);
        let late = side(own, other, &LATE);
        format!("{name}: {early:+} by the weights of the start, {late:+} by those of the end")
    };
    let total = f64::from(evaluate(pos)) / f64::from(DISC);
    sides.map(line).into_iter().chain([format!("together {total:+.2} discs")]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::{Othello, bits::transposed};
    use niwaki_search::game::{Game, Position, Side};

    #[test]
    fn both_sides_are_judged_alike_and_so_are_mirror_images() {
        let pos =
            Othello::default().parse("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X").unwrap();
        let turned = Board::new(transposed(pos.own()), transposed(pos.other()), Side::First);
        assert_eq!(evaluate(&pos), evaluate(&turned));
        assert_eq!(evaluate(&Board::START), 0);
        assert!(pos.pass().is_some_and(|passed| evaluate(&passed) < 0) == (evaluate(&pos) > 0));
        assert_eq!(explain(&pos).len(), 3);
    }

    #[test]
    fn a_corner_is_good_and_the_square_before_an_empty_one_is_bad() {
        let evaluate = |text: &str| super::evaluate(&Othello::default().parse(&format!("{text:-<64} X")).unwrap());
        let middle = "---------------------------OX------XO---";
        let corner = format!("X{}", &middle[1..]);
        let before = format!("{}X{}", &middle[..9], &middle[10..]);
        assert!(evaluate(&corner) > evaluate(middle) && evaluate(&before) < evaluate(middle));
    }
}
