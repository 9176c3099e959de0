use super::*;
use crate::report::check::{asks_for_nothing, well_formed};
use niwaki_games::list::ALL;
use niwaki_search::{
    knowledge::risk::{MoveFacts, NodeFacts, Said},
    random::Random,
};
use serde_json::json;

/// Chances by which the moves of the tests beat alpha: worse with the rank, better with history.
fn truth(rank: i32, history: i32) -> f64 {
    chance(-1.0 - f64::from(rank).ln() + 2.0 * f64::from(history) / 16_384.0)
}

/// Games of moves made at random; the rules look at the rank alone.
fn data(games: usize, seed: u64) -> Data {
    let mut random = Random::new(seed);
    let sources = vec![("runs/x".to_string(), json!({ "seed": seed }), games)];
    let mut data = Data { unit: 100, games: Vec::new(), undetermined: 0, sources };
    for _ in 0..games {
        let mut moves = Vec::new();
        for _ in 0..400 {
            let rank = 2 + random.below(30) as i32;
            let history = random.below(32_768) as i32 - 16_384;
            let node = NodeFacts { depth: 1 + random.below(2) as i32, table: Said::Nothing, ..NodeFacts::default() };
            let beats = (random.below(1_000_000) as f64) < 1e6 * truth(rank, history);
            let rules = [rank > 8, false, false];
            let facts = MoveFacts { rank, history, ..MoveFacts::default() };
            moves.push(Move { node, facts, rules, skipped: false, beats: Some(beats) });
        }
        moves[0].beats = None;
        data.add(moves);
    }
    data
}

#[test]
fn the_chances_that_made_the_moves_are_found() {
    let outcome = fit(ALL[0], &data(60, 1), 100.0).unwrap();
    let weights = outcome.model.weights;
    let at = |name: &str| weights[print::names().iter().position(|known| known == name).unwrap()];
    assert!((at("history") - 2.0).abs() < 0.3, "{weights:?}");
    assert!((at("rank") + at("rank_depth") * 1.5 / 4.0 + 1.0).abs() < 0.2, "{weights:?}");
    let measured = &outcome.measured;
    assert!((measured.calibration.slope - 1.0).abs() < 0.15, "{:?}", measured.calibration);
    assert!(measured.area > measured.single[1] && measured.area > measured.single[2], "{measured:?}");
    assert!(measured.wrong_share < 0.8, "history is what the rules do not see: {}", measured.wrong_share);
    let ends = measured.wrong_interval.unwrap();
    assert!(ends.low < measured.wrong_share && measured.wrong_share < ends.high);
    assert_eq!((outcome.games, outcome.undetermined, outcome.moves[0]), ([40, 20], 60, 60 * 399));
}

#[test]
fn thresholds_keep_to_the_risk_of_the_rules() {
    let data = data(60, 2);
    let [half, whole] = [50.0, 100.0].map(|risk| fit(ALL[0], &data, risk).unwrap());
    for (row, less) in whole.measured.rows.iter().zip(&half.measured.rows) {
        assert!(row.skipped[0] > row.rules[0], "as much risk, more moves: {row:?}");
        let [wrong, rules] = [row.skipped[1], row.rules[1]].map(|count| count as f64);
        assert!((wrong / rules - 1.0).abs() < 0.3, "{row:?}");
        assert!(less.skipped[0] < row.skipped[0] && less.skipped[1] < row.skipped[1]);
        assert!(row.equal_volume < row.rules[1] && row.equal_wrong > row.rules[0]);
    }
    // Depths without moves take the threshold of the depth before.
    assert!(whole.model.thresholds[2..].iter().all(|chance| *chance == whole.model.thresholds[1]));
}

#[test]
fn the_model_is_read_back_and_the_page_is_whole() {
    let outcome = fit(ALL[0], &data(12, 3), 80.0).unwrap();
    let model = crate::setup::model::risk::parse(ALL[0], "my.toml", &outcome.model()).unwrap();
    let near = |(one, two): (&f64, &f64)| (one - two).abs() < 1e-4;
    assert!(model.weights.iter().zip(&outcome.model.weights).all(near));
    let page = outcome.page("niwaki fit risk <script>");
    well_formed(&page).unwrap();
    assert!(asks_for_nothing(&page) && page.contains("&lt;script&gt;") && !page.contains("NaN"));
    assert_eq!(outcome.to_json()["depths"].as_array().unwrap().len(), 2);
    assert!(outcome.lines().iter().any(|line| line.starts_with("area ")));
}

#[test]
fn too_few_games_are_refused() {
    let message = fit(ALL[0], &data(5, 1), 100.0).unwrap_err().to_string();
    assert_eq!(message, "expected at least 6 games, not 5");
}
