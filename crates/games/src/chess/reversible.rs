//! Moves that can be taken back, found by what they do to the key of a position: so a search
//! sees a repetition one move before it is on the board (M. van Kervinck's idea, 2013).
use super::{
    Bitboard, Board, Kind, Piece, Square,
    attacks::{between, piece_attacks},
    keys,
};
use std::sync::LazyLock;

/// Slots of the table, four for each of the 3,668 moves; a power of two.
const SLOTS: usize = 1 << 14;

/// A move of a piece on an empty board, in either direction.
#[derive(Clone, Copy, Default)]
struct Way {
    /// By which it changes the key; 0: no move.
    difference: u64,
    ends: [u8; 2],
}

static WAYS: LazyLock<Box<[Way]>> = LazyLock::new(all_ways);

fn all_ways() -> Box<[Way]> {
    let mut table = vec![Way::default(); SLOTS].into_boxed_slice();
    for piece in Piece::ALL.into_iter().filter(|piece| piece.kind() != Kind::Pawn) {
        for from in (0..64).filter_map(Square::new) {
            let later = |to: &Square| to.index() > from.index();
            for to in piece_attacks(piece.kind(), from, Bitboard::EMPTY).into_iter().filter(later) {
                let difference = keys::piece(piece, from) ^ keys::piece(piece, to) ^ keys::BLACK_TO_MOVE;
                let mut slot = difference as usize % SLOTS;
                while table[slot].difference != 0 {
                    slot = (slot + 1) % SLOTS;
                }
                table[slot] = Way { difference, ends: [from.index() as u8, to.index() as u8] };
            }
        }
    }
    table
}

/// The ends of the move that changes the key of a position by `difference`, if there is one.
fn ends(difference: u64) -> Option<[Square; 2]> {
    let table = &*WAYS;
    let mut slot = difference as usize % SLOTS;
    while table[slot].difference != 0 {
        if table[slot].difference == difference {
            return Some(table[slot].ends.map(|end| Square::wrapping(end.into())));
        }
        slot = (slot + 1) % SLOTS;
    }
    None
}

impl Board {
    /// Whether a move of the side to move, with a piece other than a pawn and onto an empty
    /// square, changes the key by `difference`. It may be illegal where it leaves the king in
    /// check: the position it leads to stood on the board, so it is not.
    pub(super) fn has_way(&self, difference: u64) -> bool {
        ends(difference).is_some_and(|[from, to]| {
            let on_ends = (from.bit() | to.bit()) & self.of_side(self.side);
            on_ends.any() && (between(from, to) & self.occupied()).is_empty()
        })
    }

    /// Squares that the opponent attacks.
    pub(super) fn attacked_squares(&self) -> Bitboard {
        let enemies = self.of_side(self.side.other());
        let attacks = |square: Square| match self.piece_on(square) {
            Some(piece) if piece.kind() == Kind::Pawn => super::pawn_attacks(piece.side(), square),
            Some(piece) => piece_attacks(piece.kind(), square, self.occupied()),
            None => Bitboard::EMPTY,
        };
        enemies.into_iter().fold(Bitboard::EMPTY, |all, square| all | attacks(square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_search::game::Position;

    fn board(fen: &str) -> Board {
        Board::from_fen(fen).unwrap()
    }

    #[test]
    fn the_table_holds_every_reversible_move_once() {
        let moves: Vec<u64> = WAYS.iter().map(|way| way.difference).filter(|difference| *difference != 0).collect();
        assert_eq!(moves.len(), 3668);
        assert!(moves.iter().all(|difference| ends(*difference).is_some()));
    }

    #[test]
    fn each_quiet_move_of_a_piece_and_no_other_has_a_way() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        ];
        for fen in fens {
            let here = board(fen);
            let mut moves = Vec::new();
            here.legal_moves(&mut moves);
            let mut found = 0;
            for m in moves {
                let plain =
                    here.piece_on(m.from()).is_some_and(|piece| piece.kind() != Kind::Pawn) && here.victim(m).is_none();
                let after = here.play(m);
                assert_eq!(here.is_a_move_away(here.key() ^ after.key()), plain, "{fen} {m:?}");
                // The way back belongs to the other side only once it is that side's move.
                assert!(!after.is_a_move_away(here.key() ^ after.key()), "{fen} {m:?}");
                found += usize::from(plain);
            }
            assert!(found > 5);
        }
    }

    #[test]
    fn a_piece_in_between_bars_the_way() {
        let difference = board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").key() ^ board("R3k3/8/8/8/8/8/8/4K3 b - - 0 1").key();
        assert!(board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").is_a_move_away(difference));
        assert!(!board("4k3/8/8/8/P7/8/8/R3K3 w - - 0 1").is_a_move_away(difference));
    }

    #[test]
    fn attacked_squares_are_those_that_attackers_have() {
        for fen in [crate::chess::START_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"] {
            for here in [board(fen), board(fen).flipped()] {
                let enemies = here.of_side(here.to_move().other());
                let attacked = here.attacked_squares();
                for square in (0..64).filter_map(Square::new) {
                    let expected = (here.attackers(square, here.occupied()) & enemies).any();
                    assert_eq!(attacked.has(square), expected, "{fen} {square:?}");
                }
            }
        }
    }
}
