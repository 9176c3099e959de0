//! Endings that are drawn although one side has more: the search knows them as such.
use niwaki_games::list;
use niwaki_search::limits::Limits;

/// Positions, and the greatest score that a draw may have.
const DRAWS: [(&str, i32); 4] = [
    ("7k/8/7K/7P/6B1/8/8/8 b - - 0 1", 0),
    ("8/7k/6p1/6Kp/4B2P/8/8/8 b - - 0 1", 60),
    ("8/8/4k3/8/8/2NNK3/8/8 w - - 0 1", 0),
    ("8/8/8/3k4/8/B7/P7/K7 b - - 0 1", 0), // the king walks into the corner
];

#[test]
fn known_draws_are_not_taken_for_losses() {
    let mut engine = list::find("chess").and_then(|kit| kit.engine()).unwrap();
    for (fen, greatest) in DRAWS {
        engine.set_position(Some(fen), &[]).unwrap();
        engine.clear();
        engine.control().prepare(false);
        let report = engine.go(&Limits::depth(8), &mut |_| ());
        assert!(report.score.abs() <= greatest, "{fen}: {}", report.score);
    }
}
