//! Games as text: forms found in the wild, there and back, hostile input.
mod walk;

use niwaki_games::chess::{Board, GameRecord, GameResult, PlayedMove, START_FEN, print_game, print_san, read_games};
use std::time::{Duration, Instant};
use walk::{Random, mutilated, noise, random_game, random_start};

fn read_all(text: &str) -> Vec<Result<GameRecord, String>> {
    read_games(text).collect()
}

fn read_one(text: &str) -> GameRecord {
    let mut games = read_all(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|reason| panic!("{text}: {reason}"))
}

/// The moves of a game in SAN.
fn moves(game: &GameRecord) -> String {
    let mut board = game.start;
    let mut names = Vec::new();
    for played in &game.moves {
        names.push(print_san(&board, played.m));
        board = board.after(played.m);
    }
    names.join(" ")
}

#[test]
fn forms_of_movetext() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6 1-0",
        "1.e4 e5 2.Nf3 Nc6 1-0",
        "1.e4 1...e5 2. Nf3 2. ... Nc6 1-0",
        "e4 e5 Nf3 Nc6 1-0",
        "\u{feff}1 e4 e5\r\n% 1-0 escaped\r\n2 Nf3 ; 2. d4 0-1\r\nNc6\r\n1-0\r\n",
        "1. e4! $1 (1. d4 d5 (1... Nf6 {)} 2. c4) 0-1) e5?! 2. Nf3 $14 +- Nc6 = 1-0",
        "1. e4{a}e5(1... c5)2. Nf3$1Nc6 1-0",
        "1. e2e4 e7-e5 2. g1f3 Nb8-c6 1-0",
        "[Result \"1-0\"]\n1. e4 e5 2. Nf3 Nc6",
        "[Result \"1-0\"] [White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 *",
    ] {
        let game = read_one(text);
        assert_eq!(moves(&game), "e4 e5 Nf3 Nc6", "{text}");
        assert_eq!(game.result, GameResult::WhiteWins, "{text}");
        assert_eq!(game.start, Board::start());
    }
    assert_eq!(moves(&read_one("1. e4 f5 2. e5 d5 3. exd6 e.p. *")), "e4 f5 e5 d5 exd6");
    assert_eq!(moves(&read_one("1.Nf3 Nf6 2.g3 g6 3.Bg2 Bg7 4.0-0 0-0 1/2-1/2")), "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O");
}

#[test]
fn comments_stay_with_their_moves() {
    let game = read_one("{ before } 1. e4 {one\n  two} ; three\n e5 (1... c5 {not this}) {four} * ");
    assert_eq!(game.preface.as_deref(), Some("before"));
    assert_eq!(game.moves[0].comment.as_deref(), Some("one two three"));
    assert_eq!(game.moves[1].comment.as_deref(), Some("four"));
}

#[test]
fn tags() {
    let game = read_one(
        "[Event \"a \\\"b\\\" \\\\c\"]\n[ Site  \"x\"  ]\n[White \"The \"Cat\"\"]\n[Black \"open\n[Round \"1\"",
    );
    let values = ["event", "Site", "White", "Black", "Round"].map(|name| game.tag(name));
    assert_eq!(values, [Some("a \"b\" \\c"), Some("x"), Some("The \"Cat\""), Some("open"), Some("1")]);
    let fen = "4k3/8/8/8/8/8/8/5K1R w K - 0 1";
    let game = read_one(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Variant \"Chess960\"]\n\n1. O-O *"));
    assert!(game.start.is_chess960() && game.moves[0].m.is_castling());
    assert_eq!(game.last_position().fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

#[test]
fn faults_do_not_stop_the_reading() {
    let text = "[White \"A\"]\n\n1. e4 e5\n2. Ke3 Nf6 {x} 3. zz 1-0\n\n[White \"B\"]\n\n1. d4 *\n\n\
        [FEN \"8/8 w\"]\n\n1. d4 *\n[White \"C\"]\n1. d4 (1. c4 c5\n\n[White \"D\"]\n1. c4 *\n\
        [Variant \"Atomic\"]\n1. c4 *\n1. -- *\n1. c4 {open";
    let games = read_all(text);
    let faults: Vec<&str> = games.iter().map(|game| game.as_ref().err().map_or("", String::as_str)).collect();
    assert_eq!(
        faults,
        [
            "game 1, line 4: no legal move is written 'Ke3'",
            "",
            "game 3, line 12: FEN: a FEN has 4 to 6 fields, not 2",
            "game 4, line 14: a variation does not end",
            "",
            "game 6, line 19: variant 'atomic' is not played here",
            "game 7, line 20: '--' is no move",
            "game 8, line 21: a comment does not end",
        ]
    );
    assert!(read_all("").is_empty());
    assert!(read_all(" \r\n {only a comment} ) ] } ... 1.").is_empty());
}

#[test]
fn written_form() {
    let mut game = GameRecord::new(Board::start());
    assert!(print_game(&game).starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"));
    assert!(print_game(&game).ends_with("[Black \"?\"]\n[Result \"*\"]\n\n*\n\n"));
    let tags = [("TimeControl", "60"), ("Result", "0-1"), ("white", "a\"b\\c\nd"), ("FEN", "gone")];
    game.tags = tags.map(|(name, value)| (name.to_string(), value.to_string())).to_vec();
    game.result = GameResult::Draw;
    let text = print_game(&game);
    assert!(text.contains("\n[White \"a\\\"b\\\\c d\"]\n") && text.contains("\n[TimeControl \"60\"]\n"));
    assert!(text.contains("\n[Result \"1/2-1/2\"]\n") && !text.contains("FEN"));
    let black = Board::from_fen("4k3/4p3/8/8/8/8/8/4K3 b - - 0 7").expect("legal");
    let mut game = GameRecord::new(black);
    for (board, m) in random_game(&mut Random::new(1), black, 3) {
        let comment = (board.to_move() == black.to_move()).then(|| "a } b\n{c".to_string());
        game.moves.push(PlayedMove { m, comment });
    }
    let text = print_game(&game);
    assert!(text.contains("\n[SetUp \"1\"]\n[FEN \"4k3/4p3/8/8/8/8/8/4K3 b - - 0 7\"]\n"), "{text}");
    assert!(
        text.contains("\n\n7... ") && text.contains(" {a ) b {c} 8. ") && text.ends_with(" {a ) b {c} *\n\n"),
        "{text}"
    );
}

#[test]
fn random_games_there_and_back() {
    let mut random = Random::new(0x7067_6e5f);
    let mut text = String::new();
    let mut games = Vec::new();
    for number in 0..100 {
        let start = random_start(&mut random);
        let mut game = GameRecord::new(start);
        if random.below(3) == 0 {
            game.preface = Some("a word before ; and ( [Event \"?\"]".to_string());
        }
        for (_, m) in random_game(&mut random, start, 200) {
            let comment = (random.below(5) == 0).then(|| "0.31/12 0.5s %clk a-long-word-to-wrap (x".to_string());
            game.moves.push(PlayedMove { m, comment });
        }
        game.result = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown][number % 4];
        let written = print_game(&game);
        assert!(written.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() < 80), "{written}");
        text.push_str(&written);
        games.push(game);
    }
    let again = read_all(&text);
    assert_eq!(again.len(), games.len());
    for (game, again) in games.into_iter().zip(again) {
        let again = again.unwrap_or_else(|reason| panic!("{reason}"));
        assert_eq!((again.start, again.preface, again.result), (game.start, game.preface, game.result));
        assert_eq!(again.moves, game.moves);
    }
}

#[test]
fn hostile_input_never_panics() {
    let mut random = Random::new(0x686f_7374);
    let whole = format!(
        "[White \"A\"]\n[FEN \"{START_FEN}\"]\n\n1. e4 {{a}} e5 (1... c5 (1... d5)) 2. Nf3 $1 ; b\n Nc6 1-0\n\n[White \"B\"]\n\n1. d4 *\n"
    );
    for _ in 0..20_000 {
        let text = match random.below(8) {
            0 => noise(&mut random, 200),
            _ => mutilated(&mut random, &whole, "[]{}()\"\"\\;%*$1.-0O\n\r é"),
        };
        for game in read_games(&text).flatten() {
            let written = print_game(&game);
            assert_eq!(print_game(&read_one(&written)), written, "{text}");
        }
    }
}

#[test]
fn long_hostile_texts_end_soon() {
    const TIMES: usize = 200_000;
    let pieces = [
        "(", ")", "[", "{", "}", "{a}", "[a ", "[a \"", "[a \"\"]", "[a \"\" ", "\"", "\\", ";", "%", "$", "*", "1.",
        ".", "e4 ", "e.p.", "ep", "+", "\n", "\n[a", "\n(", "é", "a", "0-0", "\r", " ", "[ ", "\"  ",
    ];
    for piece in pieces {
        for start in ["", "1. e4 ", "[White \"", "1. e4 (", "[Event \"?\"]\n1. e4 {", "; "] {
            let begun = Instant::now();
            let count = read_games(&format!("{start}{}", piece.repeat(TIMES))).count();
            assert!(begun.elapsed() < Duration::from_secs(5), "{start}{piece}: {:?}", begun.elapsed());
            assert!(count <= TIMES + 1);
        }
    }
}
