//! Which pieces are threatened: attacked and not defended, or attacked by a lesser piece.
//!
//! These are inputs of the network. The look is static: it sees neither pins nor exchanges
//! longer than one capture. Kings are left out, as a check is answered by the search.
use super::{
    attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks},
    bitboard::Bitboard,
    types::{Kind, Square},
};

/// Squares that one side attacks.
struct Attacks {
    /// With pawns.
    pawns: Bitboard,
    /// With pawns, knights and bishops.
    minors: Bitboard,
    /// With these and rooks.
    rooks: Bitboard,
    /// With any piece.
    all: Bitboard,
}

impl Attacks {
    /// Of the pieces in `own`; `up`: whether its pawns move towards the eighth rank.
    #[inline]
    fn of(kinds: &[Bitboard; 6], own: Bitboard, occupied: Bitboard, up: bool) -> Attacks {
        let [pawn, knight, bishop, rook, queen, king] = kinds.map(|pieces| pieces & own);
        let diagonal = |square| bishop_attacks(square, occupied);
        let straight = |square| rook_attacks(square, occupied);
        let pawns = pawn_attacks(pawn, up);
        let minors = pawns | union(knight, knight_attacks) | union(bishop, diagonal);
        let rooks = minors | union(rook, straight);
        Attacks {
            pawns,
            minors,
            rooks,
            all: rooks | union(queen, diagonal) | union(queen, straight) | union(king, king_attacks),
        }
    }
}

/// What pieces attack together.
#[inline(always)]
fn union(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    pieces.into_iter().fold(Bitboard::EMPTY, |all, square| all | attacks(square))
}

/// Squares that pawns attack.
#[inline]
fn pawn_attacks(pawns: Bitboard, up: bool) -> Bitboard {
    let (west, east) = (pawns & !Bitboard::FILE_A, pawns & !Bitboard::FILE_H);
    if up { west.rotate(7) | east.rotate(9) } else { west.rotate(64 - 9) | east.rotate(64 - 7) }
}

/// The threatened pieces of both sides. The pawns of the first of `sides` move towards the
/// eighth rank.
#[inline]
pub(super) fn threatened(kinds: &[Bitboard; 6], sides: &[Bitboard; 2]) -> Bitboard {
    let occupied = sides[0] | sides[1];
    let attacks = [0, 1].map(|side| Attacks::of(kinds, sides[side], occupied, side == 0));
    let kind = |kind: Kind| kinds[kind.index()];
    let of = |side: usize| {
        let (by, own) = (&attacks[1 - side], &attacks[side]);
        let loose = by.all & !own.all & !kind(Kind::King);
        let lesser = (kind(Kind::Knight) | kind(Kind::Bishop)) & by.pawns
            | kind(Kind::Rook) & by.minors
            | kind(Kind::Queen) & by.rooks;
        (loose | lesser) & sides[side]
    };
    of(0) | of(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Board;

    fn squares(fen: &str) -> Vec<String> {
        let board = Board::from_fen(fen).unwrap();
        board.threatened().into_iter().map(|square| square.to_string()).collect()
    }

    #[test]
    fn pieces_that_hang_or_are_attacked_by_lesser_ones_are_threatened() {
        // The knight on e5 is defended, but a pawn attacks it; the pawn on a7 hangs.
        assert_eq!(squares("4k3/p7/3p4/4N3/3P4/R7/8/4K3 w - - 0 1"), ["e5", "a7"]);
        // Rook against rook, both defended: nothing is threatened.
        assert_eq!(squares("r3k3/r7/8/8/8/8/R7/R3K3 w - - 0 1"), Vec::<String>::new());
        // A rook attacks a queen that is defended; the rook is not attacked by a lesser piece.
        assert_eq!(squares("4k3/8/2p5/3q4/8/8/8/3RK3 w - - 0 1"), ["d5"]);
        // A king defends, and a king in check counts for nothing.
        assert_eq!(squares("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), ["e2"]);
        assert_eq!(squares("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1"), Vec::<String>::new());
    }

    #[test]
    fn threats_are_those_that_attackers_of_each_square_make() {
        let value = |kind: Kind| [1, 3, 3, 5, 9, 100][kind.index()];
        for fen in [
            crate::chess::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        ] {
            let board = Board::from_fen(fen).unwrap();
            assert_eq!(board.flipped().threatened().count(), board.threatened().count());
            for square in (0..64).filter_map(Square::new) {
                let expected = board.piece_on(square).is_some_and(|piece| {
                    let attackers = board.attackers(square, board.occupied());
                    let enemies = attackers & board.of_side(piece.side().other());
                    let lesser = |at| board.piece_on(at).is_some_and(|by| value(by.kind()) < value(piece.kind()));
                    let hangs = enemies.any() && (attackers & board.of_side(piece.side())).is_empty();
                    piece.kind() != Kind::King && (hangs || enemies.into_iter().any(lesser))
                });
                assert_eq!(board.threatened().has(square), expected, "{fen} {square:?}");
            }
        }
    }
}
