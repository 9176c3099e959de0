//! The rules of Abalone: counts, single rules, the game's own texts. Counts from outside are
//! read from a file that an environment variable names.
use niwaki_games::abalone::{Abalone, Board, Start};
use niwaki_search::{
    GameRules,
    engine::{Perft, Rules},
    game::{Game, Outcome, Side},
    perft,
};
use std::{env, fs};

const GAME: Abalone = Abalone::new(Start::Standard);

fn at(text: &str) -> Board {
    GAME.parse(text).unwrap()
}

fn after(text: &str, moves: &[&str]) -> GameRules<Abalone> {
    let mut rules = GameRules::new(GAME);
    rules.set_position(Some(text), moves).unwrap();
    rules
}

fn counts(start: Start, expected: &[u64]) {
    let pos = Abalone::new(start).start();
    for (depth, paths) in (1..).zip(expected) {
        assert_eq!(perft(&pos, depth), Perft { full: *paths, ended: 0 }, "{start:?} {depth}");
    }
}

#[test]
fn paths_from_the_starts_are_as_many_as_counted_elsewhere() {
    counts(Start::Standard, &[44, 1_936, 98_912, 5_045_110]);
    counts(Start::Belgian, &[52, 2_692, 149_322]);
    counts(Start::German, &[80, 6_244, 493_480]);
}

#[test]
#[ignore = "counts hundreds of millions of paths"]
fn paths_to_greater_depths_are_as_many_as_counted_elsewhere() {
    counts(Start::Standard, &[44, 1_936, 98_912, 5_045_110, 283_320_928]);
    counts(Start::Belgian, &[52, 2_692, 149_322, 8_270_666]);
    counts(Start::German, &[80, 6_244, 493_480, 38_240_570]);
}

/// Row E with all that is tried pushed along it; the rest of the marbles out of the way.
fn row(cells: &str, marbles: [usize; 2]) -> String {
    let [black, white] = marbles.map(|count| 11 - count);
    let far = |letter: &str, count: usize| {
        let (edge, next) = (count.min(5), count.saturating_sub(5).min(6));
        let fill = |count: usize, size: usize| match size - count {
            0 => letter.repeat(count),
            rest => format!("{}{rest}", letter.repeat(count)),
        };
        [fill(edge, 5), fill(next, 6)]
    };
    let ([low, above], [high, below]) = (far("s", black), far("S", white));
    format!("{high}/{below}/7/8/{cells}/8/7/{above}/{low} 3 3 b 0 1")
}

#[test]
fn rows_push_what_is_shorter_if_there_is_room_behind() {
    let legal = |cells: &str, marbles: [usize; 2], m: &str| GAME.parse_move(&at(&row(cells, marbles)), m).is_ok();
    assert!(legal("3ssS3", [2, 1], "e4e5"), "two push one");
    assert!(legal("3sssS2", [3, 1], "e4e5") && legal("3sssS2", [3, 1], "e5e6"), "three or two push one");
    assert!(legal("2sssSS2", [3, 2], "e3e4") && !legal("2sssSS2", [3, 2], "e4e5"), "only three push two");
    assert!(!legal("3sS4", [1, 1], "e4e5") && !legal("2ssSS3", [2, 2], "e3e4"), "as many do not push");
    assert!(!legal("1sssSSS2", [3, 3], "e2e3"), "three do not push three");
    assert!(!legal("2ssSs3", [3, 1], "e3e4") && !legal("1sssSSs2", [4, 2], "e2e3"), "an own marble is behind");
    assert!(!legal("1ssss4", [4, 0], "e2e3") && legal("1ssss4", [4, 0], "e3e4"), "four do not move");
    assert!(!legal("ssssS4", [4, 1], "e1e2"), "nor push");
    assert!(legal("4sss2", [3, 0], "e6e7") && !legal("6sss", [3, 0], "e7e8"), "never off the board");
    assert!(legal("1SsS5", [1, 2], "e3d3"));
}

#[test]
fn a_marble_pushed_over_any_edge_is_lost() {
    let mut pushes = 0;
    for (cell, (row_step, diagonal_step)) in
        (0..81).map(|cell| (cell / 9, cell % 9)).flat_map(|cell| DIRECTIONS.map(|direction| (cell, direction)))
    {
        let at = |steps: i32| name(cell.0 + steps * row_step, cell.1 + steps * diagonal_step);
        let (Some(target), None, Some(front), Some(rear)) = (at(0), at(1), at(-1), at(-2)) else { continue };
        let text = crowded(&[rear.clone(), front.clone()], &target);
        let rules = after(&text, &[&format!("{rear}{front}")]);
        assert!(rules.position().contains(" 3 2 w 0 9"), "{rear}{front}: {text} {}", rules.position());
        pushes += 1;
    }
    // Corners have three ways off the board, other edges two; three in a row must fit.
    assert_eq!(pushes, 6 * 3 + 18 * 2);
    let two_in_a_row = after(&row("4sssSS", [3, 2]), &["e5e6"]);
    assert!(two_in_a_row.position().contains(" 4 3 w 0 1"), "{}", two_in_a_row.position());
}

/// Steps in rows and diagonals.
const DIRECTIONS: [(i32, i32); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)];

/// The name of a cell, if it is one.
fn name(row: i32, diagonal: i32) -> Option<String> {
    let is_cell = (0..9).contains(&row) && (0..9).contains(&diagonal) && (row - diagonal).abs() <= 4;
    is_cell.then(|| format!("{}{}", (b'a' + row as u8) as char, diagonal + 1))
}

/// Twelve marbles a side, these among them, the others wherever there is room.
fn crowded(black: &[String], white: &str) -> String {
    let mut free: Vec<String> = (0..81).filter_map(|cell| name(cell / 9, cell % 9)).collect();
    free.retain(|cell| !black.contains(cell) && cell != white);
    let sides = [[black, &free[..10]].concat(), [&[white.to_string()], &free[10..21]].concat()];
    from_cells(&sides.map(|cells| cells.join(" ")).join("|")).replace(" b 0 1", " b 5 9")
}

#[test]
fn the_sixth_marble_ends_the_game() {
    let text = "SSS2/SSSSS1/7/8/6ssS/8/7/ssss2/sssss 5 3 b 40 70";
    let rules = after(text, &["e7e8"]);
    assert_eq!((rules.outcome(), rules.side()), (Some(Outcome::Loss), Side::Second));
    assert_eq!(rules.perft(1), Perft { full: 0, ended: 1 });
}

#[test]
fn marbles_side_by_side_move_aside_into_empty_cells_only() {
    let legal = |cells: &str, marbles: [usize; 2], m: &str| GAME.parse_move(&at(&row(cells, marbles)), m).is_ok();
    assert!(legal("3sss3", [3, 0], "e4e6f4") && legal("3sss3", [3, 0], "e4e6d3") && legal("3sss3", [3, 0], "e4e5f5"));
    assert!(!legal("3ss4", [2, 0], "e4e6f4") && !legal("3s1s3", [2, 0], "e4e6f4"), "not in a row");
    let blocked = at("SSSSS/SSSSS1/7/3S4/3sss3/8/7/sss3/sssss 3 3 b 0 1");
    let legal = |m: &str| GAME.parse_move(&blocked, m).is_ok();
    assert!(!legal("e4e6f4") && !legal("e4e5f4") && legal("e4e6d3") && legal("e5e6f6"), "f5 is taken");
}

#[test]
fn a_hundred_plies_without_a_lost_marble_are_a_draw() {
    let text = "SSSSS/SSSSSS/2SSS2/8/9/8/2sss2/ssssss/sssss 0 0 b 98 50";
    assert_eq!(after(text, &["c3d3"]).outcome(), None);
    assert_eq!(after(text, &["c3d3", "g5f4"]).outcome(), Some(Outcome::Draw));
}

#[test]
fn the_third_time_is_a_draw() {
    let there_and_back = ["c3d3", "g5f5", "d3c3", "f5g5"];
    let twice = [there_and_back, there_and_back].concat();
    let start = GAME.print(&GAME.start());
    assert_eq!(after(&start, &twice[..7]).outcome(), None);
    assert_eq!(after(&start, &twice).outcome(), Some(Outcome::Draw));
}

#[test]
fn texts_come_back_and_wrong_ones_are_refused() {
    for start in [Start::Standard, Start::Belgian, Start::German] {
        let text = Abalone::new(start).print(&Abalone::new(start).start());
        assert_eq!(GAME.print(&at(&text)), text);
    }
    let right = "SSSSS/SSSSSS/2SSS2/8/9/8/2sss2/ssssss/sssss 0 0 b 0 1";
    for (part, wrong) in [
        ("SSSSS/", "SSSS/"),
        ("SSSSS/", "SSSSSS/"),
        ("SSSSS/", ""),
        ("SSSSS/", "SSSSx/"),
        ("SSSSS/", "SSSS1/"),
        ("/8/9", "/9/8"),
        ("/8/9", "/08/9"),
        (" 0 0 b", " 1 0 b"),
        (" 0 0 b", " 0 0 x"),
        (" 0 0 b", " -1 0 b"),
        (" b 0 1", " b 0"),
        (" b 0 1", " b 0 1 2"),
        (" b 0 1", " b 99999 1"),
    ] {
        assert!(GAME.parse(&right.replace(part, wrong)).is_err(), "{wrong}");
    }
    let over = "SSS2/SSSSS1/7/8/9/8/7/ssssss/sssss 6 3 ";
    assert!(GAME.parse(&format!("{over}b 0 1")).is_err() && GAME.parse(&format!("{over}w 0 1")).is_ok());
}

/// `NIWAKI_ABALONE_PERFT`: a file with the cells of both sides and for each depth paths and
/// games that ended before.
#[test]
#[ignore = "needs a file"]
fn counts_of_a_file_hold() {
    let Ok(file) = env::var("NIWAKI_ABALONE_PERFT") else { return };
    for line in fs::read_to_string(file).unwrap().lines() {
        let (position, counts) = line.split_once(" (").unwrap();
        let pos = at(&from_cells(position));
        for (depth, count) in (1..).zip(counts.split(" (")) {
            let mut numbers = count.trim_end_matches(')').split(", ").map(|number| number.parse::<u64>().unwrap());
            let expected = Perft { full: numbers.next().unwrap(), ended: numbers.next().unwrap() };
            assert_eq!(perft(&pos, depth), expected, "{position} {depth}");
            println!("{position} depth {depth}: {expected:?}");
        }
    }
}

/// The text of a position given by cells, Black to move: `a1 a2|i8 i9`.
fn from_cells(cells: &str) -> String {
    let (black, white) = cells.split_once('|').unwrap();
    let sides = [black, white].map(|side| side.split(' ').collect::<Vec<_>>());
    let cell = |row: usize, diagonal: usize| {
        let name = format!("{}{}", (b'a' + row as u8) as char, diagonal + 1);
        ["s", "S"].iter().zip(&sides).find(|(_, side)| side.contains(&name.as_str())).map_or("1", |(letter, _)| letter)
    };
    let row = |row: usize| (0..9).filter(|d| row.abs_diff(*d) <= 4).map(|d| cell(row, d)).collect::<String>();
    let rows: Vec<String> = (0..9).rev().map(row).collect();
    format!("{} {} {} b 0 1", rows.join("/"), 14 - sides[1].len(), 14 - sides[0].len())
}
