//! Every game passes the checks that all games must pass; a broken one does not.
mod walk;

use niwaki_games::{chess::Chess, conformance::check, connect_four::ConnectFour};
use niwaki_search::game::Game;

#[test]
fn chess_conforms() {
    check(&Chess::default(), &walk::SEEDS, 1, 6000).unwrap();
}

#[test]
fn chess960_conforms() {
    let mut game = Chess::default();
    game.set_option("UCI_Chess960", "true").unwrap();
    let starts: Vec<String> =
        (0..960).step_by(7).map(|number| format!("{:#}", cozy_chess::Board::chess960_startpos(number))).collect();
    let starts: Vec<&str> = starts.iter().map(String::as_str).collect();
    check(&game, &starts, 2, 6000).unwrap();
}

#[test]
fn connect_four_conforms() {
    check(&ConnectFour, &[], 3, 6000).unwrap();
    check(&ConnectFour, &["xoxoxo/oxoxox/xoxoxo///oxoxox/", "xxx/ooo/////", "/xo/xo/xo/xo//"], 4, 2000).unwrap();
}
