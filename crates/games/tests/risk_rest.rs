//! Risk-managed pruning in chess: that the first quiet move below the threshold ends the quiet
//! moves of its node is a shortcut, and changes nothing.
mod walk;

use niwaki_search::{
    knowledge::{
        Knowledge,
        risk::{DEPTHS, FEATURES, Model},
    },
    limits::Limits,
    methods::{Id, Methods},
};
use std::sync::Arc;
use walk::SEEDS;

const DEPTH: i32 = 7;

/// A model that looks at history, evaluation, killers and static exchange. With a weight of
/// the rank that whole numbers do not see, but that is not below 0, no shortcut is taken.
fn model(rank: f64) -> Model {
    let mut weights = [0.0; FEATURES];
    let first = DEPTHS + 1;
    for (place, weight) in [(0, -4.5), (first, rank), (first + 2, 4.0), (first + 3, 0.5), (first + 4, 0.7)] {
        weights[place] = weight;
    }
    (weights[first + 8], weights[first + 9]) = (0.7, -2.0);
    Model { name: format!("rank {rank}"), unit: 100, weights, thresholds: [0.01; DEPTHS] }
}

/// Without late-move reduction: moves that are not handed out have no rank, so that losing
/// captures after them are reduced less.
fn methods() -> Methods {
    let mut methods = Methods::off();
    for tool in ["table", "killers", "butterfly", "continuation", "risk", "null_move", "exchange"] {
        methods.set(&format!("{tool}.enabled"), "true").unwrap();
    }
    methods
}

#[test]
fn the_rest_is_skipped_exactly_where_each_of_its_moves_would_be() {
    let mut engine = niwaki_games::open("chess").unwrap();
    let mut search = |rank: f64, forcing: bool, fen: &str| {
        let mut methods = methods();
        methods.forcing_history.enabled = forcing;
        engine.set_methods(methods);
        engine.set_knowledge(Knowledge { risk: Arc::new(model(rank)), ..Knowledge::default() });
        engine.set_position(Some(fen), &[]).unwrap();
        engine.clear();
        engine.control().prepare(false);
        let report = engine.go(&Limits::depth(DEPTH), &mut |_| ());
        let skips: u64 = report.tally.iter().filter(|(id, _)| *id == Id::Risk).map(|(_, tally)| tally.cuts).sum();
        ((report.nodes, report.score, report.line), skips)
    };
    let (mut short, mut long) = (0, 0);
    for (index, fen) in SEEDS.iter().enumerate() {
        let forcing = index % 2 == 0;
        let (with, few) = search(0.0, forcing, fen);
        let (without, many) = search(1e-9, forcing, fen);
        assert_eq!(with, without, "{fen}");
        (short, long) = (short + few, long + many);
    }
    assert!(short > 1000 && long > 4 * short, "{short} and {long} decisions: the test is blind");
}
