//! Endings with few men that are drawn although one side has more.
//!
//! The first rule is exact. Pawns on one rook file, with no bishop but on squares of the
//! colour that the corner where they promote has not, cannot win against a bare king on that
//! corner or next to it. The king always finds its way into the corner: to bar it, the other
//! king would have to stand beside it. There nothing can give check, and a pawn that promotes
//! is taken. A test goes through all such positions.
//!
//! The others are rules of thumb, as in most engines: such endings are hard to win, so that
//! only a part of the evaluation is believed.
use super::{Bitboard, Board, Kind, Square};
use niwaki_search::{
    game::{Force, Position, Side},
    node::Score,
};

/// What is known of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing.
    Open,
    /// Neither side can win against the best defence.
    Drawn,
    /// The evaluation is to be divided by this.
    Drawish(Score),
}

impl Verdict {
    /// The verdict as a line for people.
    pub(super) fn line(self) -> Option<String> {
        match self {
            Verdict::Open => None,
            Verdict::Drawn => Some("a known draw: the score is 0".to_string()),
            Verdict::Drawish(divisor) => Some(format!("hard to win: the score is divided by {divisor}")),
        }
    }
}

/// Men on the board above which nothing is known.
const MOST_MEN: u32 = 8;
/// Divides the evaluation where the pawns cannot promote but for an exchange of pawns.
const WRONG_BISHOP: Score = 16;
/// Divides the evaluation where the stronger side has no pawns and no more than a minor
/// piece in addition: rook against bishop, queen against two bishops and so on.
const NO_PAWNS: Score = 4;
/// Points (minor 3, rook 5, queen 9) of a minor piece.
const MINOR: i32 = 3;

/// What is known of the position. Most have too many men, which is seen at once.
#[inline]
pub(super) fn verdict(board: &Board) -> Verdict {
    if board.occupied().count() > MOST_MEN { Verdict::Open } else { look_up(board) }
}

fn look_up(board: &Board) -> Verdict {
    let forces = [Side::First, Side::Second].map(|side| (side, board.force(side)));
    let worth = |force: Force| (force.points, force.pawns);
    let [weak, strong] = if worth(forces[0].1) < worth(forces[1].1) { forces } else { [forces[1], forces[0]] };
    let ((side, strong), (_, weak)) = (strong, weak);
    if strong.pawns > 0 {
        return match weak.pieces == 0 && holds_corner(board, side) {
            true if weak.pawns == 0 => Verdict::Drawn,
            true => Verdict::Drawish(WRONG_BISHOP),
            false => Verdict::Open,
        };
    }
    let two_knights = strong.pieces == 2 && board.pieces(Kind::Knight, side).count() == 2;
    match strong.points - weak.points {
        _ if two_knights && weak.pieces + weak.pawns == 0 => Verdict::Drawn,
        more if more <= MINOR && strong.pieces > 0 => Verdict::Drawish(NO_PAWNS),
        _ => Verdict::Open,
    }
}

/// Whether all pawns of a side, which has nothing else but perhaps bishops, stand on one rook
/// file, no bishop reaches the corner where they promote, and the other king is there.
fn holds_corner(board: &Board, side: Side) -> bool {
    let (pawns, bishops) = (board.pieces(Kind::Pawn, side), board.pieces(Kind::Bishop, side));
    let others = board.of_side(side) & !pawns & !bishops & !board.king(side).bit();
    let file = match pawns {
        _ if (pawns & !Bitboard::FILE_A).is_empty() => 0,
        _ if (pawns & !Bitboard::FILE_H).is_empty() => 7,
        _ => return false,
    };
    let corner = Square::at(file, if side == Side::First { 7 } else { 0 });
    let of_its_colour = if Bitboard::DARK.has(corner) { Bitboard::DARK } else { !Bitboard::DARK };
    let king = board.king(side.other());
    let beside = king.file().abs_diff(corner.file()) <= 1 && king.rank().abs_diff(corner.rank()) <= 1;
    others.is_empty() && (bishops & of_its_colour).is_empty() && beside
}

#[cfg(test)]
mod tests;
