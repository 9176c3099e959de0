//! Othello's rules: published path counts, passes, the end of a game, hand-made positions.
use niwaki_games::othello::{Board, DISC, Othello, Play};
use niwaki_search::{
    engine::Perft,
    game::{Game, Outcome, Position, Side},
    perft,
};

fn board(text: &str) -> Board {
    Othello::default().parse(text).unwrap()
}

/// Squares by rows, the rest empty.
fn rows(rows: &[&str], side: char) -> Board {
    let squares: String = rows.iter().map(|row| format!("{row:-<8}")).collect();
    board(&format!("{squares:-<64} {side}"))
}

#[test]
fn paths_from_the_start_are_as_many_as_published() {
    let full = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    for (depth, &full) in full.iter().enumerate() {
        assert_eq!(perft(&Board::START, depth as u32), Perft { full, ended: 0 }, "depth {depth}");
    }
}

/// Depth 10 is the first in which games end.
#[test]
fn games_that_end_early_are_counted_apart() {
    assert_eq!(perft(&Board::START, 10), Perft { full: 24_571_056, ended: 24_571_284 - 24_571_056 });
}

#[test]
#[ignore = "takes seconds; run in release mode"]
fn paths_of_eleven_moves() {
    let started = std::time::Instant::now();
    let counted = perft(&Board::START, 11);
    assert_eq!(counted, Perft { full: 212_258_216, ended: 212_258_800 - 212_258_216 });
    println!("{:.0} million a second", counted.full as f64 / started.elapsed().as_secs_f64() / 1e6);
}

/// Reads lines such as `SQUARES SIDE (full, ended) (full, ended)` from the file that the
/// environment names: depth 1, depth 2 and so on.
#[test]
#[ignore = "needs a file of counts in OTHELLO_PERFT"]
fn paths_of_a_file_of_positions() {
    let path = std::env::var("OTHELLO_PERFT").expect("OTHELLO_PERFT names a file of counts");
    let text = std::fs::read_to_string(path).unwrap();
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (position, counts) = line.split_once(" (").unwrap();
        let pos = board(position);
        for (index, pair) in counts.split(") (").enumerate() {
            let (full, ended) = pair.trim_end().trim_end_matches(')').split_once(", ").unwrap();
            let expected = Perft { full: full.parse().unwrap(), ended: ended.parse().unwrap() };
            assert_eq!(perft(&pos, index as u32 + 1), expected, "{position} depth {}", index + 1);
            checked += 1;
        }
    }
    println!("{checked} counts are right");
    assert!(checked > 0);
}

#[test]
fn a_side_without_a_move_passes_and_may_do_nothing_else() {
    // White has no disc that Black's could be turned against.
    let pos = rows(&["OX", "X"], 'X');
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    assert_eq!(moves, [Play::PASS]);
    assert!(pos.is_pass(Play::PASS) && pos.outcome().is_none() && pos.plies_left() == Some(61));
    let passed = pos.play(Play::PASS);
    assert_eq!((passed.own(), passed.other(), passed.side()), (pos.other(), pos.own(), Side::Second));
    assert!(passed.count_moves() == 2 && !passed.is_legal(Play::PASS));
    assert_eq!(pos.pass(), None, "a forced pass is no free one");
}

#[test]
fn the_game_ends_when_neither_side_can_move_and_the_winner_takes_the_empty_squares() {
    let wiped_out = rows(&["XX", "X"], 'O');
    assert_eq!((wiped_out.outcome(), wiped_out.plies_left()), (Some(Outcome::Points(-64 * DISC)), Some(0)));
    let drawn = rows(&["X-------", "", "-------O"], 'X');
    assert_eq!((drawn.outcome(), drawn.count_moves()), (Some(Outcome::Points(0)), 0));
    let full = "X".repeat(40) + &"O".repeat(24);
    assert_eq!(board(&format!("{full} O")).outcome(), Some(Outcome::Points(-16 * DISC)));
    let apart = rows(&["XX------", "", "-------O"], 'O');
    assert_eq!(apart.outcome(), Some(Outcome::Points(-62 * DISC)), "two against one, the rest to the winner");
}

#[test]
fn stages_follow_the_empty_squares() {
    let stages = |empties: usize| board(&format!("{}{} X", "-".repeat(empties), "X".repeat(64 - empties))).stage();
    assert_eq!([64, 60, 51, 50, 41, 40, 11, 10, 0].map(stages), [0, 0, 0, 1, 1, 2, 4, 5, 5]);
}

#[test]
fn corners_and_moves_that_leave_few_answers_come_first() {
    let pos = rows(&["-OX-----", "", "--OX----"], 'X');
    let [corner, middle] = [Play::at(0), Play::at(17)];
    assert!(pos.is_legal(corner) && pos.is_legal(middle) && pos.prior(corner) > pos.prior(middle));
    assert_eq!(rows(&["OX", "X"], 'X').prior(Play::PASS), 0);
}
