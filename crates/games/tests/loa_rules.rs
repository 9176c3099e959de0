//! The rules of Lines of Action: counts, single rules, the game's own texts. Games and counts
//! from outside are read from folders that environment variables name.
use niwaki_games::lines_of_action::{Board, BothConnected, LinesOfAction};
use niwaki_search::{
    GameRules,
    engine::{Perft, Rules},
    game::{Game, Outcome, Position},
    perft,
};
use std::{env, fs};

const GAME: LinesOfAction = LinesOfAction::new(BothConnected::Draw);
const MOVER_WINS: LinesOfAction = LinesOfAction::new(BothConnected::MoverWins);
/// Paths from the start to depth 5.
const PERFT: [u64; 5] = [36, 1_244, 44_952, 1_563_208, 55_963_132];

fn at(text: &str) -> Board {
    GAME.parse(text).unwrap()
}

fn play(game: &LinesOfAction, text: &str, moves: &[&str]) -> GameRules<LinesOfAction> {
    let mut rules = GameRules::new(game.clone());
    rules.set_position(Some(text), moves).unwrap();
    rules
}

#[test]
fn paths_from_the_start_are_as_many_as_counted_elsewhere() {
    let start = GAME.start();
    for (depth, paths) in (1..).zip(&PERFT[..4]) {
        assert_eq!(perft(&start, depth), Perft { full: *paths, ended: 0 });
    }
}

#[test]
#[ignore = "counts 56 million paths"]
fn paths_to_depth_5_are_as_many_as_counted_elsewhere() {
    assert_eq!(perft(&GAME.start(), 5).full, PERFT[4]);
}

#[test]
fn a_piece_moves_as_far_as_its_line_has_pieces() {
    // d4: three pieces on its rank, itself on its file, two and one on the diagonals.
    let pos = at("8/8/8/8/1o1x1x2/2o5/8/7o x");
    let legal = |text: &str| GAME.parse_move(&pos, text).is_ok();
    assert!(legal("d4-g4"), "over an own piece");
    assert!(!legal("d4-a4"), "over an enemy");
    assert!(legal("d4-d5") && legal("d4-d3") && !legal("d4-d6"));
    assert!(legal("d4-f6") && legal("d4-c5") && legal("d4-e3") && !legal("d4-e5"));
    assert!(!legal("d4-b2"), "over an enemy");
    assert!(legal("f4-c4") && !legal("f4-d4"), "three squares, not two");
    assert_eq!(GAME.parse_move(&pos, "d4xd5").unwrap_err(), "\"d4xd5\" is not a legal move like b1-d3 or c1xa3");
}

#[test]
fn who_connects_wins_and_a_single_piece_is_connected() {
    let connects = play(&GAME, "8/8/2x5/8/3x4/8/8/o5o1 x", &["c6-d5"]);
    assert_eq!(connects.outcome(), Some(Outcome::Loss));
    // The capture leaves White one piece: White has connected and wins at once.
    let single = play(&GAME, "x7/8/8/7o/8/8/8/o1x5 x", &["c1xa1"]);
    assert_eq!(single.outcome(), Some(Outcome::Win), "for the side to move");
}

#[test]
fn a_move_that_connects_both_sides_is_a_draw_or_by_the_variant_a_win() {
    let results = [GAME, MOVER_WINS].map(|game| play(&game, BOTH, &["d2xb2"]).outcome());
    assert_eq!(results, [Some(Outcome::Draw), Some(Outcome::Loss)]);
    let pos = at(BOTH);
    let capture = GAME.parse_move(&pos, "d2xb2").unwrap();
    assert_eq!(pos.play(capture).count_moves(), 0);
}

/// Black takes b2, the piece that kept White apart, and stands beside a1.
const BOTH: &str = "8/8/8/8/8/6oo/1o1x4/x7 x";

#[test]
fn who_cannot_move_passes() {
    let mut rules = play(&GAME, STUCK, &[]);
    assert_eq!(rules.legal_moves(), ["pass"]);
    assert_eq!(rules.perft(1), Perft { full: 1, ended: 0 });
    rules.play("pass").unwrap();
    assert!(!rules.legal_moves().contains(&"pass".to_string()));
    let free = GAME.start();
    assert!(GAME.parse_move(&free, "pass").is_err(), "never of free will");
}

/// White's pieces stand in corners; each of their three lines has an enemy before it or ends
/// on one of their own.
const STUCK: &str = "6xo/6xx/8/8/8/8/xx6/ox6 o";

#[test]
fn the_third_time_is_a_draw() {
    let mut rules = GameRules::new(GAME);
    let mut moves: Vec<&str> = Vec::new();
    rules.set_position(Some(SHUFFLE), &[]).unwrap();
    for round in 0..2 {
        assert_eq!(rules.outcome(), None, "round {round}");
        for m in ["c2-c1", "f7-f8", "c1-c2", "f8-f7"] {
            moves.push(m);
            rules.set_position(Some(SHUFFLE), &moves).unwrap();
        }
    }
    assert_eq!(rules.outcome(), Some(Outcome::Draw));
}

/// One piece of each side can go there and back on a file of its own.
const SHUFFLE: &str = "8/5o2/8/o7/7x/8/2x5/8 x";

#[test]
fn texts_come_back_and_wrong_ones_are_refused() {
    let start = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x";
    assert_eq!(GAME.print(&GAME.start()), start);
    assert_eq!(GAME.print(&at(".xxxxxx./o......o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x")), start);
    for wrong in [
        "",
        "x",
        "8/8/8/8/8/8/8/8 x",
        "8/8/8/8/8/8/8/x7 x",
        "xo6/8/8/8/8/8/8/8",
        "xo6/8/8/8/8/8/8/8 w",
        "xo7/8/8/8/8/8/8/8 x",
        "xo06/8/8/8/8/8/8/8 x",
        "xo6/8/8/8/8/8/8 x",
        "xo6/9/8/8/8/8/8/8 x",
        "xxxxxxxx/xxxxxxxx/8/8/8/8/8/o7 x",
        "xo\u{fe0f}5/8/8/8/8/8/8/8 x",
    ] {
        assert!(GAME.parse(wrong).is_err(), "{wrong:?}");
    }
    for wrong in ["b1", "b1-", "b1-d3-", "b1--d3", "i1-d3", "b9-d3", "b1-b1", "\u{e9}1-d3", "PASS"] {
        assert!(GAME.parse_move(&GAME.start(), wrong).is_err(), "{wrong:?}");
    }
}

/// `NIWAKI_LOA_PERFT`: a file with a position and for each depth paths, games that ended before
/// and passes on a line.
#[test]
#[ignore = "needs a file"]
fn counts_of_a_file_hold() {
    let Ok(file) = env::var("NIWAKI_LOA_PERFT") else { return };
    for line in fs::read_to_string(file).unwrap().lines() {
        let (position, counts) = line.split_once(" (").unwrap();
        let pos = at(position);
        for (depth, count) in (1..).zip(counts.split(" (")) {
            let mut numbers = count.trim_end_matches(')').split(", ").map(|number| number.parse::<u64>().unwrap());
            let expected = Perft { full: numbers.next().unwrap(), ended: numbers.next().unwrap() };
            assert_eq!(perft(&pos, depth), expected, "{position} {depth}");
            println!("{position} depth {depth}: {expected:?}");
        }
    }
}

/// `NIWAKI_LOA_GAMES`: a folder of game records, numbered moves of both sides.
#[test]
#[ignore = "needs a folder"]
fn games_of_a_folder_are_legal_and_end_with_their_last_move() {
    let Ok(folder) = env::var("NIWAKI_LOA_GAMES") else { return };
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let mut rules = GameRules::new(GAME);
        let text = fs::read_to_string(&file).unwrap();
        let moves: Vec<&str> = text.split_whitespace().filter(|word| word.contains(['-', 'x'])).collect();
        for (ply, m) in moves.iter().enumerate() {
            assert_eq!(rules.outcome(), None, "{} ply {ply}", file.display());
            rules.play(m).unwrap_or_else(|reason| panic!("{} ply {ply}: {reason}", file.display()));
        }
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(rules.outcome().is_none(), name.contains("incomplete"), "{name}");
        println!("{name}: {} plies, {:?}", moves.len(), rules.outcome());
    }
}
