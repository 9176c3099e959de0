//! Moves as text: known cases, random games there and back, and hostile input.
mod walk;

use niwaki_games::chess::{
    Board, Move, START_FEN, parse_any, parse_lan, parse_san, parse_uci, print_lan, print_san, print_uci,
};
use walk::{Random, legal_moves, mutilated, noise, random_game, random_start};

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap_or_else(|reason| panic!("{fen}: {reason}"))
}

#[test]
fn exact_san() {
    for (fen, uci, san, lan) in [
        (START_FEN, "g1f3", "Nf3", "Ng1-f3"),
        (START_FEN, "e2e4", "e4", "e2-e4"),
        // Three queens: one needs its file, one its rank, one both.
        ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1", "Qh4-e1"),
        ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1", "Qe4-e1"),
        ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1", "Qh1-e1"),
        // The other knight is pinned and needs no telling apart.
        ("4r2k/8/8/8/8/2N1N3/8/4K3 w - - 0 1", "c3d5", "Nd5", "Nc3-d5"),
        ("1r2k3/P7/8/8/8/8/8/4K2R w - - 0 1", "a7b8q", "axb8=Q+", "a7xb8=Q+"),
        ("1n5k/P5pp/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q#", "a7xb8=Q#"),
        ("1n5k/P5pp/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N", "a7-a8=N"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+", "O-O+"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+", "O-O-O+"),
        ("3rkr2/3p1p2/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O", "O-O"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6", "e5xd6"),
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2", "c5d6", "cxd6", "c5xd6"),
        ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#", "Qd8-h4#"),
    ] {
        let board = board(fen);
        let m = parse_uci(&board, uci).unwrap_or_else(|reason| panic!("{reason}"));
        assert_eq!((print_san(&board, m).as_str(), print_lan(&board, m).as_str()), (san, lan), "{fen}");
        assert_eq!(print_uci(&board, m), uci);
    }
}

#[test]
fn lenient_san() {
    let knights = "r3k3/8/8/3pP3/8/5N2/8/RN2K2R w KQ d6 0 2";
    for (fen, uci, forms) in [
        (START_FEN, "g1f3", "Nf3 Nf3+ Nf3# Nf3!? Ngf3 N1f3 Ng1f3 Ng1-f3 Nxf3 Nf3++!"),
        (START_FEN, "e2e4", "e4 e2e4 e2-e4 Pe4 ee4 e4!!"),
        (knights, "e1g1", "O-O 0-0 o-o O-O+ 0-0!"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O 0-0-0 O-O-O#"),
        (knights, "e5d6", "exd6 ed6 e5d6 exd6e.p. exd6+e.p. exd6ep e:d6"),
        (knights, "b1d2", "Nbd2 N1d2 Nb1d2 Nb1-d2"),
        ("1n5k/P5pp/8/8/8/8/8/4K3 w - - 0 1", "a7b8r", "axb8=R axb8R ab8r axb8=R+ a7xb8/R"),
    ] {
        let board = board(fen);
        for form in forms.split(' ') {
            let m = parse_san(&board, form).unwrap_or_else(|reason| panic!("{form}: {reason}"));
            assert_eq!(print_uci(&board, m), uci, "{form}");
        }
    }
    let board = board(knights);
    assert_eq!(parse_san(&board, " exd6 e.p. "), parse_uci(&board, "e5d6"));
}

#[test]
fn refused_with_a_reason() {
    let fen = "r3k3/P7/8/3pP3/8/5N2/8/RN2K2R w KQ d6 0 2";
    for (text, reason) in [
        ("Nd2", "ambiguous"),
        ("axb8", "no legal"),
        ("a8", "no legal"),
        ("Kg1", "no legal"),
        ("d6", "no legal"),
        ("exd6=Q", "no legal"),
        ("O-O-O-O", "is no move"),
        ("", "is no move"),
        ("e.p.", "is no move"),
        ("--", "is no move"),
        ("Nf9", "is no move"),
        ("Näf3", "is no move"),
        ("f3\n\u{7}", "is no move"),
    ] {
        let message = parse_san(&board(fen), text).err().unwrap_or_else(|| panic!("accepted: {text}"));
        assert!(message.contains(reason) && !message.contains('\n'), "{text}: {message}");
    }
    assert!(parse_lan(&Board::start(), "e4").is_err());
    assert!(parse_lan(&Board::start(), "Nf3").is_err());
    let promoting = board("7k/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert!(parse_san(&promoting, "a8").is_err());
    for text in ["a7a8", "a7a8k", "a7a8p", "a7a8qq", "a7", "é7a8q", "0000", ""] {
        assert!(parse_uci(&promoting, text).is_err(), "{text}");
    }
}

#[test]
fn castling_in_uci() {
    let ordinary = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let king_side = parse_uci(&ordinary, "e1g1").expect("two squares");
    assert!(king_side.is_castling());
    assert_eq!(parse_uci(&ordinary, "e1h1"), Ok(king_side));
    assert_eq!(print_uci(&ordinary, king_side), "e1g1");
    let chess960 = ordinary.with_chess960(true);
    assert!(parse_uci(&chess960, "e1g1").is_err());
    assert_eq!(parse_uci(&chess960, "e1h1"), Ok(king_side));
    assert_eq!(print_uci(&chess960, king_side), "e1h1");
    // A king next to its target: only the rook tells castling from a king move.
    let near = board("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    for board in [near, near.with_chess960(false)] {
        let (step, castling) = (parse_uci(&board, "f1g1"), parse_uci(&board, "f1h1"));
        assert!(step.as_ref().is_ok_and(|m| !m.is_castling()));
        assert!(castling.as_ref().is_ok_and(|m| m.is_castling()));
        for m in [step, castling].into_iter().flatten() {
            assert_eq!(parse_uci(&board, &print_uci(&board, m)), Ok(m));
            assert_eq!(parse_san(&board, &print_san(&board, m)), Ok(m));
        }
    }
    assert_eq!(print_uci(&ordinary, Move::NONE), "0000");
}

#[test]
fn random_games_there_and_back() {
    let mut random = Random::new(0x6e6f_7461_7469_6f6e);
    for _ in 0..60 {
        let start = random_start(&mut random);
        for (board, _) in random_game(&mut random, start, 100) {
            for m in legal_moves(&board) {
                let (uci, san, lan) = (print_uci(&board, m), print_san(&board, m), print_lan(&board, m));
                assert_eq!(parse_uci(&board, &uci), Ok(m), "{board:?}");
                assert_eq!(parse_san(&board, &san), Ok(m), "{board:?}");
                assert_eq!(parse_lan(&board, &lan), Ok(m), "{board:?}");
                assert_eq!(parse_any(&board, &uci), Ok(m), "{board:?}");
                assert_eq!(parse_any(&board, &lan), Ok(m), "{board:?}");
            }
        }
    }
}

#[test]
fn san_as_another_program_writes_it() {
    let mut random = Random::new(0x7361_6e5f);
    for _ in 0..100 {
        let start = random_start(&mut random);
        // Beyond the fifty-move rule the other program reads no position.
        for (board, m) in random_game(&mut random, start, 150).into_iter().filter(|(board, _)| board.halfmoves() <= 100)
        {
            let fen = board.shredder_fen();
            let other = cozy_chess::Board::from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error}"));
            let uci = print_uci(&board.with_chess960(true), m);
            let other_move = uci.parse().unwrap_or_else(|error| panic!("{uci}: {error}"));
            let expected = cozy_chess::util::display_san_move(&other, other_move).to_string();
            assert_eq!(print_san(&board, m), expected, "{fen} {uci}");
        }
    }
}

#[test]
fn hostile_input_never_panics() {
    let mut random = Random::new(0x686f_7374);
    for _ in 0..20_000 {
        let start = random_start(&mut random);
        let game = random_game(&mut random, start, 3);
        let Some(&(board, m)) = game.last() else { continue };
        let text = match random.below(4) {
            0 => noise(&mut random, 12),
            1 => mutilated(&mut random, &print_lan(&board, m), "abh18KNxO0-=+#q.é\n"),
            2 => mutilated(&mut random, &print_uci(&board, m), "abh18KNxO0-=+#q.é\n"),
            _ => mutilated(&mut random, &print_san(&board, m), "abh18KNxO0-=+#q.é\n"),
        };
        for parse in [parse_uci, parse_san, parse_lan, parse_any] {
            match parse(&board, &text) {
                Ok(m) => assert!(board.allows(m), "{board:?} {text}"),
                Err(reason) => assert!(!reason.contains('\n'), "{reason}"),
            }
        }
    }
}
