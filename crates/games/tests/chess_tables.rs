//! Endgame tables. Tests that need real ones are ignored; they read the folder from
//! `NIWAKI_SYZYGY`, which must hold all tables with up to four pieces.
mod walk;

use niwaki_games::chess::{Board, Chess, Move, TableSet, TableUse, Tables};
use niwaki_search::{
    GameEngine,
    engine::{Engine, Report, Rules},
    game::{Game, Known, Outcome, Position},
    limits::Limits,
    node::{KNOWN_WIN, is_mate},
};
use std::{
    fs,
    path::{Path, PathBuf},
};
use walk::Random;

fn folder() -> String {
    std::env::var("NIWAKI_SYZYGY").expect("NIWAKI_SYZYGY names the folder of the tables")
}

fn tables() -> Tables {
    Tables::new(TableSet::open(&folder()).unwrap().unwrap(), TableUse::default())
}

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap()
}

fn best_moves(tables: &Tables, board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    assert!(tables.keep_best(board, &mut moves), "{}", board.fen());
    moves
}

fn engine(recipe: &[&str]) -> GameEngine<Chess> {
    let mut engine = GameEngine::new(Chess::default()).unwrap();
    let mut methods = *engine.methods();
    for method in recipe {
        methods.set(&format!("{method}.enabled"), "true").unwrap();
    }
    engine.set_methods(methods);
    engine.set_option("SyzygyPath", &folder()).unwrap();
    engine
}

const RECIPE: [&str; 5] = ["table", "killers", "butterfly", "null_move", "late_move_reduction"];

fn search(engine: &mut GameEngine<Chess>, fen: &str, moves: &[&str], limits: &Limits) -> Report {
    engine.set_position(Some(fen), moves).unwrap();
    engine.control().prepare(false);
    engine.go(limits, &mut |_| {})
}

#[test]
fn what_is_no_table_is_refused_and_changes_nothing() {
    let mut chess = Chess::default();
    for nothing in ["", "<empty>"] {
        assert_eq!(chess.set_option("SyzygyPath", nothing), Ok(()));
    }
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path();
    fs::write(path.join("KQvK.rtbw"), [0; 80]).unwrap();
    fs::write(path.join("KRvK.rtbw"), [0x71, 0xE8, 0x23, 0x5D]).unwrap();
    fs::write(path.join("KBvK.rtbw"), []).unwrap();
    fs::create_dir_all(path.join("KNvK.rtbw")).unwrap();
    for wrong in [path.to_str().unwrap(), "no such folder", "\0", ":", "::", "."] {
        let error = chess.set_option("SyzygyPath", wrong).unwrap_err();
        assert!(error.starts_with("SyzygyPath: ") && !error.contains('\n'), "{error}");
    }
    assert!(chess.set_option("SyzygyProbeLimit", "many").is_err());
    assert!(chess.set_option("Syzygy50MoveRule", "1").is_err());
    assert_eq!(chess.set_option("SyzygyProbeDepth", "3"), Ok(()));
}

/// A copy of the tables in which one file is damaged: bytes changed, cut off or added.
fn damaged_copy(random: &mut Random, scratch: &Path) -> PathBuf {
    let mut files: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rtbw" || extension == "rtbz"));
    files.sort();
    let victim = random.below(files.len());
    for (place, path) in files.iter().enumerate() {
        let mut bytes = fs::read(path).unwrap();
        if place == victim {
            let reach = [100, 1000, bytes.len()][random.below(3)].min(bytes.len());
            match random.below(4) {
                0 => bytes.truncate(random.below(bytes.len()) / 64 * 64 + 16),
                1 => bytes.extend(vec![random.below(256) as u8; 64 * random.below(10)]),
                _ => {
                    (0..1 + random.below(20)).for_each(|_| bytes[4 + random.below(reach - 4)] = random.below(256) as u8)
                }
            }
        }
        fs::write(scratch.join(path.file_name().unwrap()), bytes).unwrap();
    }
    files[victim].clone()
}

/// A legal position with the pieces of the table's name.
fn random_board(random: &mut Random, name: &str) -> Board {
    let (white, black) = name.split_once('v').unwrap();
    loop {
        let mut squares = ['1'; 64];
        let letters: Vec<char> = white.chars().chain(black.chars().map(|letter| letter.to_ascii_lowercase())).collect();
        letters.into_iter().for_each(|letter| squares[random.below(64)] = letter);
        let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
        let text = format!("{} {} - - 0 1", ranks.join("/"), ["w", "b"][random.below(2)]);
        match Board::from_fen(&text) {
            Ok(board) if board.occupied().count() as usize == name.len() - 1 => return board,
            _ => (),
        }
    }
}

#[test]
#[ignore = "needs tables"]
fn no_damaged_table_crashes_the_engine() {
    let mut random = Random::new(11);
    let (mut answered, mut silent) = (0, 0);
    for _ in 0..200 {
        let scratch = tempfile::tempdir().unwrap();
        let victim = damaged_copy(&mut random, scratch.path());
        let name = victim.file_stem().unwrap().to_str().unwrap();
        let set = TableSet::open(scratch.path().to_str().unwrap()).unwrap().unwrap();
        let tables = Tables::new(set, TableUse::default());
        for _ in 0..300 {
            let board = random_board(&mut random, name);
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            match tables.probe(&board, 9).is_some() && tables.keep_best(&board, &mut moves) {
                true => answered += 1,
                false => silent += 1,
            }
        }
    }
    println!("{answered} answers, {silent} without");
    assert!(answered > 1000 && silent > 1000);
}

#[test]
#[ignore = "needs tables"]
fn known_endings_are_known() {
    let tables = tables();
    let facts = [
        ("8/8/8/4k3/8/8/8/KR6 w - - 0 1", Some(Known::Win)),
        ("8/8/8/4k3/8/8/8/KR6 b - - 0 1", Some(Known::Loss)),
        ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", Some(Known::Draw)),
        ("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", Some(Known::Draw)),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Some(Known::Win)),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", Some(Known::Loss)),
        ("k7/8/1K6/P7/8/8/8/8 w - - 0 1", Some(Known::Draw)),
        ("8/8/8/4k3/8/8/8/KBN5 w - - 0 1", Some(Known::Win)),
        ("8/8/8/4k3/8/8/8/KNN5 w - - 0 1", Some(Known::Draw)),
        ("8/8/8/4k3/8/8/8/K7 w - - 0 1", Some(Known::Draw)),
        // Not asked: the clock runs, castling is possible, too many pieces.
        ("8/8/8/4k3/8/8/8/KR6 w - - 1 1", None),
        ("8/8/8/4k3/8/8/8/4K2R w K - 0 1", None),
        ("8/8/8/4k3/8/8/8/KRRR4 w - - 0 1", None),
    ];
    for (fen, known) in facts {
        assert_eq!(tables.probe(&board(fen), 1), known, "{fen}");
    }
    let reluctant = TableUse { limit: 4, depth: 5, fifty_moves: true };
    let tables = Tables::new(TableSet::open(&folder()).unwrap().unwrap(), reluctant);
    let four_men = board("8/8/8/4k3/8/8/8/KBN5 w - - 0 1");
    assert_eq!((tables.probe(&four_men, 4), tables.probe(&four_men, 5)), (None, Some(Known::Win)));
    assert_eq!(tables.probe(&board("8/8/8/4k3/8/8/8/KR6 w - - 0 1"), 1), Some(Known::Win));
}

#[test]
#[ignore = "needs tables"]
fn a_verdict_is_beyond_doubt() {
    let strict = tables();
    let how = TableUse { fifty_moves: false, ..TableUse::default() };
    let lenient = Tables::new(TableSet::open(&folder()).unwrap().unwrap(), how);
    let facts = [
        ("8/8/8/4k3/8/8/8/KR6 w - - 0 1", Some(Known::Win), Some(Known::Win)),
        ("8/8/8/4k3/8/8/8/KR6 w - - 1 1", None, Some(Known::Win)),
        ("8/8/8/4k3/8/8/8/KR6 b - - 90 80", None, Some(Known::Loss)),
        ("8/8/8/4k3/8/8/4P3/4K3 w - - 7 9", Some(Known::Draw), Some(Known::Draw)),
        ("8/8/8/4k3/8/8/8/4K2R w K - 0 1", None, None),
    ];
    for (fen, strictly, leniently) in facts {
        assert_eq!((strict.verdict(&board(fen)), lenient.verdict(&board(fen))), (strictly, leniently), "{fen}");
    }
    let few = Tables::new(TableSet::open(&folder()).unwrap().unwrap(), TableUse { limit: 3, ..TableUse::default() });
    assert_eq!(few.verdict(&board("8/8/8/4k3/8/8/8/KBN5 w - - 0 1")), None);
}

#[test]
#[ignore = "needs tables"]
fn the_best_root_move_wins_holds_or_resists() {
    let tables = tables();
    let mate_in_one = board("k7/8/1K6/8/8/8/8/7R w - - 10 1");
    let moves: Vec<String> = best_moves(&tables, &mate_in_one).iter().map(|m| format!("{m:?}")).collect();
    assert_eq!(moves, ["h1h8"]);
    let only_move = board("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1");
    assert!(!best_moves(&tables, &only_move).is_empty());
    let lost = board("8/8/8/4k3/8/8/8/KR6 b - - 0 1");
    assert_eq!(best_moves(&tables, &lost).len(), 8);
}

#[test]
#[ignore = "needs tables"]
fn won_endings_are_won_within_fifty_moves() {
    let mut engine = engine(&RECIPE);
    for fen in [
        "8/8/8/4k3/8/8/8/KR6 w - - 0 1",
        "8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
        "8/8/8/4k3/8/8/8/KBB5 w - - 0 1",
        "8/8/3qk3/8/8/8/3R4/3K4 b - - 0 1",
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
    ] {
        let mut played: Vec<String> = Vec::new();
        let outcome = loop {
            let moves: Vec<&str> = played.iter().map(String::as_str).collect();
            let report = search(&mut engine, fen, &moves, &Limits::depth(4));
            if let Some(outcome) = engine.outcome() {
                break outcome;
            }
            assert!(report.table_base_hits > 0 && played.len() < 100, "{fen}");
            played.push(report.line[0].clone());
        };
        println!("{fen}: {} plies", played.len());
        assert_eq!((outcome, played.len() % 2), (Outcome::Loss, 1), "{fen}");
    }
}

#[test]
#[ignore = "needs tables"]
fn the_search_uses_tables_and_still_finds_mates() {
    for threads in [1, 2] {
        let mut engine = engine(&RECIPE);
        engine.set_threads(threads);
        // The rook is taken, then a won ending of four pieces is left.
        let report = search(&mut engine, "8/8/5k2/2r5/8/3N4/8/2BK4 w - - 0 1", &[], &Limits::depth(6));
        assert!(report.table_base_hits > 0 && report.score > KNOWN_WIN - 100, "{report:?}");
        assert_eq!(report.line[0], "d3c5");
        // A mate in two begins with a capture into the tables.
        let report = search(&mut engine, "k7/7r/1K6/8/8/8/7Q/6B1 w - - 0 1", &[], &Limits::depth(8));
        assert!(is_mate(report.score), "{report:?}");
    }
}

#[test]
#[ignore = "needs tables"]
fn sets_can_be_opened_again_and_beside_each_other() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path();
    for name in ["KQvK.rtbw", "KQvK.rtbz"] {
        fs::copy(PathBuf::from(folder()).join(name), path.join(name)).unwrap();
    }
    let queen = board("8/8/8/4k3/8/8/8/KQ6 w - - 0 1");
    let rook = board("8/8/8/4k3/8/8/8/KR6 w - - 0 1");
    let (first, again) = (tables(), tables());
    assert_eq!((first.probe(&rook, 1), again.probe(&rook, 1)), (Some(Known::Win), Some(Known::Win)));
    let set = TableSet::open(path.to_str().unwrap()).unwrap().unwrap();
    assert_eq!(set.largest(), 3);
    let small = Tables::new(set, TableUse::default());
    assert_eq!((small.probe(&queen, 1), small.probe(&rook, 1)), (Some(Known::Win), None));
    assert_eq!(first.probe(&rook, 1), Some(Known::Win), "sets do not disturb each other");
    let mut engine = engine(&RECIPE);
    for list in [path.to_str().unwrap(), "<empty>", &folder(), &format!("{}:{}:", path.display(), folder())] {
        engine.set_option("SyzygyPath", list).unwrap();
        let report = search(&mut engine, "8/8/8/4k3/8/8/8/KQ6 w - - 0 1", &[], &Limits::depth(3));
        assert_eq!(report.table_base_hits > 0, list != "<empty>", "{list}");
        assert_eq!(engine.outcome(), None::<Outcome>);
    }
}
