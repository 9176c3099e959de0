//! Static exchange: positions by hand, and a slow reference along random games.
mod walk;

use niwaki_games::chess::{Bitboard, Board, Kind, Move, Square, line};
use niwaki_search::game::{Position, Side};
use walk::{Random, SEEDS, legal_moves};

#[test]
fn positions_by_hand() {
    for (fen, text, value) in [
        // A pawn for nothing; a pawn for a rook; a knight for a pawn.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 320),
        ("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
        // Doubled rooks: the one behind counts.
        ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500),
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        // A pinned piece of the mover's side does not take back; of the other side it does.
        ("4r1k1/8/2p5/3p4/8/4N3/8/3RK3 w - - 0 1", "d1d5", 100 - 500),
        ("6k1/8/2p5/3p4/8/4N3/8/3RK3 w - - 0 1", "d1d5", 100 - 500 + 100),
        ("4k3/8/4n3/2p5/8/8/4R3/2R1K3 w - - 0 1", "c1c5", 100 - 500),
        // En passant, and retaken.
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        // Promotions: free, retaken, and capturing.
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", 850),
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", -100),
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", 1350),
        // The king may take what nobody protects.
        ("8/8/8/3pk3/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500),
        ("8/8/8/3pk3/8/8/6B1/3RK3 w - - 0 1", "d1d5", 100),
        // Quiet moves can lose a piece.
        ("4k3/8/2p5/8/8/8/8/3RK3 w - - 0 1", "d1d5", -500),
    ] {
        let board = Board::from_fen(fen).unwrap_or_else(|reason| panic!("{fen}: {reason}"));
        let m = legal_moves(&board).into_iter().find(|m| format!("{m:?}").starts_with(text));
        let m = m.unwrap_or_else(|| panic!("{fen}: {text}"));
        assert!(board.exchange_holds(m, value), "{fen}: {text} is worth {value}");
        assert!(!board.exchange_holds(m, value + 1), "{fen}: {text} is worth no more than {value}");
    }
}

#[test]
fn slow_reference_agrees() {
    let mut random = Random::new(0x7365_6573_6177);
    for _ in 0..150 {
        let fen = SEEDS[random.below(SEEDS.len())];
        let mut board = Board::from_fen(fen).unwrap_or_else(|reason| panic!("{fen}: {reason}"));
        for _ in 0..70 {
            let moves = legal_moves(&board);
            if moves.is_empty() {
                break;
            }
            for &m in &moves {
                let value = exchange_value(&board, m);
                assert_eq!(board.exchange(m), value, "{board:?}: {m:?}");
                for threshold in [value - 500, value - 1, value, value + 1, value + 320] {
                    let holds = board.exchange_holds(m, threshold);
                    assert_eq!(holds, value >= threshold, "{board:?}: {m:?} is {value}, asked {threshold}");
                }
            }
            board = board.play(moves[random.below(moves.len())]);
        }
    }
}

/// The worth of `m` by plain recursion.
fn exchange_value(board: &Board, m: Move) -> i32 {
    let gain = board.gain(m);
    if m.is_castling() {
        return gain;
    }
    let mover = board.piece_on(m.from()).expect("a piece moves").kind();
    let mut occupied = (board.occupied() & !m.from().bit()) | m.to().bit();
    if m.is_en_passant() {
        occupied &= !Square::at(m.to().file(), m.from().rank()).bit();
    }
    let at_stake = m.promotion().unwrap_or(mover).value();
    gain - recapture_value(board, m.to(), occupied, board.side().other(), at_stake)
}

/// What `side` wins by taking a piece worth `at_stake` on `to`, or leaving it.
fn recapture_value(board: &Board, to: Square, occupied: Bitboard, side: Side, at_stake: i32) -> i32 {
    let attackers = |side| -> Vec<Square> {
        let all = board.attackers(to, occupied) & occupied & board.of_side(side);
        let held = |&square: &Square| side == board.side() && is_held_by_pin(board, square, to, side);
        all.into_iter().filter(|square| !held(square)).collect()
    };
    let kind_on = |square: Square| board.piece_on(square).map_or(Kind::King, |piece| piece.kind());
    let Some(cheapest) = attackers(side).into_iter().min_by_key(|&square| kind_on(square)) else {
        return 0;
    };
    let kind = kind_on(cheapest);
    if kind == Kind::King && !attackers(side.other()).is_empty() {
        return 0;
    }
    let rest = occupied & !cheapest.bit();
    (at_stake - recapture_value(board, to, rest, side.other(), kind.value())).max(0)
}

/// Whether the king would stand in a new attack if the piece left its line to go to `to`.
fn is_held_by_pin(board: &Board, square: Square, to: Square, side: Side) -> bool {
    let king = board.king(side);
    let attacks_on_king = |occupied| (board.attackers(king, occupied) & board.of_side(side.other())).count();
    let uncovered = attacks_on_king(board.occupied() & !square.bit()) > attacks_on_king(board.occupied());
    square != king && uncovered && !line(king, square).has(to)
}
