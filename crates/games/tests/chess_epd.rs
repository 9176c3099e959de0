//! Extended position descriptions: forms found in the wild, there and back, hostile input.
mod walk;

use niwaki_games::chess::{
    Board, Epd, START_FEN,
    epd::{parse_file, parse_line, print_line},
    print_uci,
};
use walk::{Random, legal_moves, mutilated, noise, random_game, random_start};

const KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/RN2K2R w KQ -";

fn read(line: &str) -> Epd {
    parse_line(line).unwrap_or_else(|reason| panic!("{line}: {reason}"))
}

#[test]
fn known_operations() {
    let line =
        format!("{KNIGHTS} bm Nbd2 O-O; am f3e5, a1a2; id \"a; b\"; c0 \"x\"; c9 y z; dm 3; ce -50; acd 12; pv e4");
    let epd = read(&line);
    let names = |moves: &[_]| moves.iter().map(|&m| print_uci(&epd.board, m)).collect::<Vec<_>>();
    assert_eq!(
        (names(&epd.best), names(&epd.avoid)),
        (vec!["b1d2".into(), "e1g1".into()], vec!["f3e5".into(), "a1a2".into()])
    );
    assert_eq!(epd.id.as_deref(), Some("a; b"));
    assert_eq!((epd.comments[0].as_deref(), epd.comments[9].as_deref()), (Some("x"), Some("y z")));
    assert_eq!((epd.mate, epd.score, epd.depth), (Some(3), Some(-50), Some(12)));
    assert_eq!(epd.others, [("pv".to_string(), "e4".to_string())]);
    let written = "acd 12; am Ne5 Ra2; bm Nbd2 O-O; ce -50; dm 3; id \"a; b\"; c0 \"x\"; c9 \"y z\"; pv e4;";
    assert_eq!(print_line(&epd), format!("{KNIGHTS} {written}"));
    assert_eq!(read(&print_line(&epd)), epd);
}

#[test]
fn counters() {
    for (rest, fen_end) in [
        ("", "0 1"),
        ("hmvc 7; fmvn 30;", "7 30"),
        ("7 30", "7 30"),
        ("7 30 bm O-O", "7 30"),
        ("7 30; bm O-O;", "7 30"),
        ("7 30 ;D1 20 ;D2 400", "7 30"),
        ("7 30 hmvc 8", "8 30"),
        ("7", "7 1"),
    ] {
        assert_eq!(read(&format!("{KNIGHTS} {rest}")).board.fen(), format!("{KNIGHTS} {fen_end}"), "{rest}");
    }
}

#[test]
fn perft_lines_keep_their_counts() {
    let epd = read(&format!("{START_FEN} ;D1 20 ;D2 400"));
    assert_eq!(epd.others, [("D1".to_string(), "20".to_string()), ("D2".to_string(), "400".to_string())]);
    assert_eq!(epd.board.fen(), START_FEN);
}

#[test]
fn files_name_the_lines_at_fault() {
    let text = format!("\u{feff}{KNIGHTS} bm O-O\r\n\r\n# bm Qh5\r\n{KNIGHTS} bm Qh5;\r\n{KNIGHTS}\r\n");
    let lines = parse_file(&text);
    assert_eq!(lines.len(), 3);
    assert!(lines[0].is_ok() && lines[2].is_ok());
    assert_eq!(lines[1], Err("line 4: bm: no legal move is written 'Qh5'".to_string()));
}

#[test]
fn refused_with_a_reason() {
    for (rest, reason) in [
        ("bm Nd2;", "ambiguous"),
        ("dm soon;", "no number"),
        ("acd 99999999999;", "no number"),
        ("hmvc;", "no number"),
        ("hmvc 1 2;", "no number"),
        ("fmvn x;", "move number"),
        ("; 0 \"a\";", "begins with a letter"),
    ] {
        let message = parse_line(&format!("{KNIGHTS} {rest}")).err().unwrap_or_else(|| panic!("accepted: {rest}"));
        assert!(message.contains(reason) && !message.contains('\n'), "{rest}: {message}");
    }
    for line in ["", ";", "; ; ; ;", "bm e4;", "8/8/8/8/8/8/8/8 w"] {
        assert!(parse_line(line).is_err(), "{line}");
    }
}

#[test]
fn random_positions_there_and_back() {
    let mut random = Random::new(0x6570_645f);
    for _ in 0..200 {
        let start = random_start(&mut random);
        for (board, m) in random_game(&mut random, start, 60) {
            // A line cannot say that rooks in their corners belong to Chess960.
            let board = Board::from_fen(&board.fen()).unwrap_or_else(|reason| panic!("{board:?}: {reason}"));
            let mut epd = Epd::new(board);
            epd.best = vec![m];
            epd.avoid = legal_moves(&board).into_iter().filter(|_| random.below(4) == 0).collect();
            epd.id = Some("no; end".to_string());
            epd.comments[random.below(10)] = Some("1 # \\ 2".to_string());
            epd.score = Some(random.below(100) as i32 - 50);
            assert_eq!(read(&print_line(&epd)), epd);
        }
    }
}

#[test]
fn hostile_input_never_panics() {
    let mut random = Random::new(0x686f_7374);
    let whole = format!("{KNIGHTS} bm Nbd2 O-O; id \"a; b\"; c0 \"x\"; dm 3; hmvc 3; fmvn 9; ce -50; noop \"y\" z;");
    for _ in 0..50_000 {
        let text = match random.below(8) {
            0 => noise(&mut random, 100),
            _ => mutilated(&mut random, &whole, "bmidc0\"\"\";; \\\n\té-19KQ"),
        };
        if let Ok(epd) = parse_line(&text) {
            let written = print_line(&epd);
            assert_eq!(print_line(&read(&written)), written, "{text}");
        }
        parse_file(&text);
    }
}
