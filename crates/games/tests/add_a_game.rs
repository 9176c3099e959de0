//! The game of docs/add-a-game.md: its code is that of the page, and it works.
#[path = "../examples/breakthrough.rs"]
mod breakthrough;

use breakthrough::{Board, Breakthrough, BreakthroughKit};
use niwaki_games::Kit;
use niwaki_search::{
    engine::Perft,
    game::{Game, Outcome, Position},
    limits::Limits,
    node::WIN,
    perft,
};

const PAGE: &str = include_str!("../../../docs/add-a-game.md");
const CODE: &str = include_str!("../examples/breakthrough.rs");
const MOST_LINES: usize = 200;

#[test]
fn the_page_shows_the_code_that_is_compiled() {
    let blocks: Vec<&str> =
        PAGE.split("```rust\n").skip(1).map(|rest| rest.split("```\n").next().unwrap_or_default()).collect();
    assert_eq!(blocks.join("\n"), CODE);
    assert!(CODE.lines().count() < MOST_LINES, "{} lines", CODE.lines().count());
}

#[test]
fn the_example_runs() {
    breakthrough::main().unwrap();
}

#[test]
fn paths_are_as_many_as_counted_elsewhere() {
    assert_eq!(perft(&Breakthrough.start(), 4), Perft { full: 256_036, ended: 0 });
}

#[test]
fn a_pawn_on_the_last_row_wins_and_the_search_finds_it() {
    let near = "o......./..x...../......../......../......../......../......o./x....... x";
    let mut engine = BreakthroughKit.engine().unwrap();
    engine.set_position(Some(near), &[]).unwrap();
    engine.control().prepare(false);
    let report = engine.go(&Limits::depth(3), &mut |_| ());
    assert_eq!((report.score, report.line.len()), (WIN - 1, 1));
    let pos = Breakthrough.parse(near).unwrap();
    let after: Board = pos.play(Breakthrough.parse_move(&pos, "c7c8").unwrap());
    assert_eq!((after.outcome(), after.count_moves()), (Some(Outcome::Loss), 0));
    assert!(BreakthroughKit.rules().perft(1).full == 22 && Breakthrough.parse("x").is_err());
}
