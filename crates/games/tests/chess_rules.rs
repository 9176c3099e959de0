//! The rules along random games: against another program, and against themselves.
mod walk;

use cozy_chess::{Board as Other, Piece as OtherPiece};
use niwaki_games::chess::{Board, Kind, Move, Piece, Square};
use niwaki_search::game::{Move as _, Outcome, Position, Side};
use std::collections::HashSet;
use walk::{Random, SEEDS, legal_moves};

/// Positions visited by each walk over all starts.
const POSITIONS: usize = 10_000;
const LONGEST_GAME: usize = 120;

/// A random start: a seed position or a Chess960 start, for both programs.
fn random_start(random: &mut Random) -> (Board, Other) {
    let other = if random.below(2) == 0 {
        let fen = SEEDS[random.below(SEEDS.len())];
        Other::from_fen(fen, false).unwrap_or_else(|error| panic!("{fen}: {error}"))
    } else {
        Other::chess960_startpos(random.below(960) as u32)
    };
    let fen = format!("{other:#}");
    (Board::from_fen(&fen).unwrap_or_else(|reason| panic!("{fen}: {reason}")), other)
}

/// Calls `look` on the positions of random games with passes now and then.
fn walk(seed: u64, mut look: impl FnMut(&Board, &Other, &mut Random)) {
    let mut random = Random::new(seed);
    let mut seen = 0;
    while seen < POSITIONS {
        let (mut board, mut other) = random_start(&mut random);
        for _ in 0..LONGEST_GAME {
            look(&board, &other, &mut random);
            seen += 1;
            if random.below(30) == 0 {
                assert_eq!(board.pass().is_some(), other.null_move().is_some(), "{board:?}");
                if let (Some(passed), Some(other_passed)) = (board.pass(), other.null_move()) {
                    (board, other) = (passed, other_passed);
                    continue;
                }
            }
            let moves = legal_moves(&board);
            if moves.is_empty() || board.halfmoves() >= 100 {
                break;
            }
            let m = moves[random.below(moves.len())];
            board = board.play(m);
            other.play_unchecked(translated(m));
        }
    }
}

fn translated(m: Move) -> cozy_chess::Move {
    let square = |square: Square| cozy_chess::Square::index(square.index());
    let promotion = m.promotion().map(|kind| match kind {
        Kind::Knight => OtherPiece::Knight,
        Kind::Bishop => OtherPiece::Bishop,
        Kind::Rook => OtherPiece::Rook,
        _ => OtherPiece::Queen,
    });
    cozy_chess::Move { from: square(m.from()), to: square(m.to()), promotion }
}

#[test]
fn another_program_agrees() {
    walk(0x6b75_726f_6d61_7473, |board, other, _| {
        let ours: HashSet<String> = legal_moves(board).into_iter().map(|m| translated(m).to_string()).collect();
        let mut theirs = HashSet::new();
        other.generate_moves(|moves| {
            theirs.extend(moves.into_iter().map(|m| m.to_string()));
            false
        });
        assert_eq!(ours, theirs, "{board:?}");
        assert_eq!(ours.len(), legal_moves(board).len(), "a move twice in {board:?}");
        assert_eq!(board.forced(), !other.checkers().is_empty(), "{board:?}");
        assert_eq!(board.pinned().0, (other.pinned() & other.colors(other.side_to_move())).0, "{board:?}");
        let (our_fen, their_fen) = (board.shredder_fen(), format!("{other:#}"));
        let (our_fields, their_fields) = (our_fen.split(' '), their_fen.split(' '));
        for (index, (our_field, their_field)) in our_fields.zip(their_fields).enumerate() {
            // We name the en passant square only where the capture is legal.
            assert!(our_field == their_field || index == 3 && our_field == "-", "{our_fen} and {their_fen}");
        }
    });
}

#[test]
fn stages_are_disjoint_and_complete() {
    walk(0x7374_6167_6573, |board, _, _| {
        let (mut tactical, mut quiet) = (Vec::new(), Vec::new());
        board.tactical_moves(&mut tactical);
        board.quiet_moves(&mut quiet);
        assert!(tactical.iter().all(|&m| board.is_tactical(m)), "{board:?}: {tactical:?}");
        assert!(!quiet.iter().any(|&m| board.is_tactical(m)), "{board:?}: {quiet:?}");
        let staged: HashSet<u16> = tactical.iter().chain(&quiet).map(|m| m.bits()).collect();
        let listed: HashSet<u16> = legal_moves(board).iter().map(|m| m.bits()).collect();
        assert_eq!(staged, listed, "{board:?}");
        assert_eq!(staged.len(), tactical.len() + quiet.len(), "{board:?}");
    });
}

#[test]
fn legality_of_single_moves_agrees_with_the_list() {
    let mut visits = 0;
    walk(0x6c65_6761_6c69_7479, |board, _, random| {
        let listed: HashSet<u16> = legal_moves(board).iter().map(|m| m.bits()).collect();
        let agrees = |bits: u16| {
            assert_eq!(board.is_legal(Move::from_bits(bits)), listed.contains(&bits), "{board:?}: {bits:#06x}");
        };
        listed.iter().for_each(|&bits| agrees(bits));
        visits += 1;
        if visits % 100 == 0 {
            (0..=u16::MAX).for_each(agrees);
        } else {
            (0..100).for_each(|_| agrees(random.below(1 << 16) as u16));
        }
    });
}

#[test]
fn checks_are_foreseen() {
    walk(0x6368_6563_6b73, |board, _, _| {
        for m in legal_moves(board) {
            assert_eq!(board.forces(m), board.play(m).forced(), "{board:?}: {m:?}");
        }
    });
}

#[test]
fn changes_tell_what_a_move_does() {
    walk(0x6368_616e_6765, |board, _, _| {
        for m in legal_moves(board) {
            let (after, changes) = (board.play(m), board.changes(m));
            let mut squares: Vec<Option<Piece>> = all_squares().map(|square| board.piece_on(square)).collect();
            for (piece, square) in changes.removed() {
                assert_eq!(squares[square.index()].take(), Some(piece), "{board:?}: {m:?}");
            }
            for (piece, square) in changes.added() {
                assert_eq!(squares[square.index()].replace(piece), None, "{board:?}: {m:?}");
            }
            assert!(all_squares().all(|square| squares[square.index()] == after.piece_on(square)), "{board:?}: {m:?}");
        }
    });
}

#[test]
fn board_is_consistent_and_fen_brings_it_back() {
    walk(0x636f_6e73_6973_7465, |board, _, _| {
        for square in all_squares() {
            let piece = board.piece_on(square);
            for candidate in Piece::ALL {
                let has = board.pieces(candidate.kind(), candidate.side()).has(square);
                assert_eq!(has, piece == Some(candidate), "{board:?}: {square}");
            }
        }
        for fen in [board.fen(), board.shredder_fen()] {
            let read = Board::from_fen(&fen).unwrap_or_else(|reason| panic!("{fen}: {reason}"));
            assert_eq!(read.fen(), board.fen());
            assert_eq!(read.key(), board.key(), "{fen}");
            assert_eq!((0..4).find(|&i| read.structure(i) != board.structure(i)), None, "{fen}");
            assert_eq!((read.checkers(), read.pinned()), (board.checkers(), board.pinned()), "{fen}");
        }
    });
}

#[test]
fn slots_are_in_range() {
    walk(0x0073_6c6f_7473, |board, _, _| {
        for m in legal_moves(board) {
            assert!(board.move_slot(m) < Board::MOVE_SLOTS);
            assert!(board.mover_slot(m) < Board::MOVER_SLOTS);
            assert!(board.tactical_slot(m) < Board::TACTICAL_SLOTS);
        }
    });
}

fn all_squares() -> impl Iterator<Item = Square> {
    (0..64).map(Square::wrapping)
}

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap_or_else(|reason| panic!("{fen}: {reason}"))
}

fn play(board: Board, moves: &str) -> Board {
    moves.split(' ').fold(board, |board, text| {
        let wanted = |m: &Move| format!("{m:?}").starts_with(text);
        let m = legal_moves(&board).into_iter().find(wanted).unwrap_or_else(|| panic!("{board:?}: {text}"));
        board.play(m)
    })
}

#[test]
fn equal_positions_have_equal_keys() {
    let one = play(Board::start(), "e2e4 e7e6 d2d4");
    let two = play(Board::start(), "d2d4 e7e6 e2e4");
    assert_eq!(one.key(), two.key());
    // The same squares, but only the second lets White capture en passant.
    let one = play(Board::start(), "e2e4 g8f6 e4e5 d7d5 a2a3 f6g8");
    let two = play(Board::start(), "e2e4 g8f6 e4e5 f6g8 a2a3 d7d5");
    assert_ne!(one.key(), two.key());
    // The capture would uncover the king: it is no capture, and the key says so.
    let pinned = play(board("8/8/8/8/R1p3k1/8/P2P4/K7 w - - 0 1"), "d2d4");
    assert_eq!(pinned.en_passant(), None);
}

#[test]
fn a_game_is_drawn_by_material_only_where_no_mate_is_possible() {
    let dead = [
        ("K v K", "8/8/4k3/8/8/3K4/8/8 w - - 0 1"),
        ("KN v K", "8/8/4k3/8/8/3KN3/8/8 w - - 0 1"),
        ("KB v K", "8/8/4k3/8/8/3KB3/8/8 b - - 0 1"),
        ("KB v KB, one colour", "8/8/4kb2/8/8/3KB3/8/8 w - - 0 1"),
    ];
    let alive = [
        ("K v KP", "8/8/4k3/4p3/8/3K4/8/8 w - - 0 1"),
        ("KBN v K", "8/8/4k3/8/8/3KBN2/8/8 w - - 0 1"),
        ("KNN v K", "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1"),
        ("KB v KN", "8/8/4kn2/8/8/3KB3/8/8 w - - 0 1"),
        ("KN v KN", "8/8/4kn2/8/8/3KN3/8/8 w - - 0 1"),
        ("KB v KB, two colours", "8/8/4kb2/8/8/3K1B2/8/8 w - - 0 1"),
    ];
    for (name, fen) in dead {
        assert_eq!(board(fen).outcome(), Some(Outcome::Draw), "{name}");
    }
    for (name, fen) in alive {
        assert_eq!(board(fen).outcome(), None, "{name}");
    }
}

#[test]
fn fifty_moves_give_way_to_mate() {
    assert!(board("7k/8/8/8/8/8/R7/K7 w - - 99 80").outcome().is_none());
    assert!(board("7k/8/8/8/8/8/R7/K7 w - - 100 80").outcome().is_some());
    assert!(board("R6k/8/6K1/8/8/8/8/8 b - - 100 80").outcome().is_none());
    assert!(board("R6k/8/5K2/8/8/8/8/8 b - - 100 80").outcome().is_some());
}

#[test]
fn repetition_stops_at_a_pass() {
    let played = play(Board::start(), "g1f3 g8f6 f3g1 f6g8");
    assert_eq!((played.reversible_plies(), played.key()), (4, Board::start().key()));
    let passed = played.pass().expect("nobody is in check");
    assert_eq!((passed.reversible_plies(), passed.halfmoves()), (0, 5));
    assert_eq!(passed.side(), Side::Second);
}

#[test]
fn a_board_full_of_queens_loses_no_move() {
    let board = board("QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/7Q/KQQQQQQQ w - - 0 1");
    let legal = (0..=u16::MAX).filter(|&bits| board.is_legal(Move::from_bits(bits))).count();
    assert!(legal > 256);
    assert_eq!(legal_moves(&board).len(), legal);
}

#[test]
fn copies_are_small() {
    assert!(size_of::<Board>() <= 208);
}

fn castlings(fen: &str) -> usize {
    legal_moves(&board(fen)).into_iter().filter(|m| m.is_castling()).count()
}

#[test]
fn castling_rook_may_be_the_shield() {
    assert_eq!(castlings("4k3/8/8/8/8/8/8/rR2K3 w B - 0 1"), 0);
    assert_eq!(castlings("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1"), 1);
    // The king stays, the rook jumps over it.
    assert_eq!(castlings("4k3/8/8/8/8/8/8/R1K5 w A - 0 1"), 1);
    assert_eq!(castlings("4k3/8/8/8/8/8/8/RNK5 w A - 0 1"), 0);
}

#[test]
fn captured_pawn_may_uncover_a_check() {
    for fen in ["6k1/8/8/3pP3/8/8/B7/4K3 w - d6 0 1", "8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1"] {
        let board = board(fen);
        let capture = legal_moves(&board).into_iter().find(|m| m.is_en_passant()).expect(fen);
        assert!(board.forces(capture) && board.play(capture).forced(), "{fen}");
    }
}

#[test]
fn structure_keys_know_their_pieces() {
    let before = board("r3k3/1p6/8/8/8/8/1PN5/R3K3 w - - 0 1");
    // Which of the keys of pawns, minor pieces, White's and Black's pieces change.
    for (text, changed) in [
        ("b2b3", [true, false, false, false]),
        ("c2d4", [false, true, true, false]),
        ("e1f1", [false, true, true, false]),
        ("a1b1", [false, false, true, false]),
        ("a1a8", [false, false, true, true]),
    ] {
        let after = play(before, text);
        assert_eq!([0, 1, 2, 3].map(|i| before.structure(i) != after.structure(i)), changed, "{text}");
    }
}
