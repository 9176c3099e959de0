//! Boards crowded with queens and rooks: a search of fixed depth ends all the same.
use niwaki_search::{limits::Limits, prune::Methods};

/// The first has as many pieces as promotions allow, the others more.
const CROWDED: [&str; 3] = [
    "2r2nqn/1r1qq1rb/rrb1k2q/2r1q3/NB1R1Q1R/1RN2Q2/1Q1RB1R1/QR2Q1K1 w - - 0 1",
    "rrrrkrrr/rrrrrrrr/8/8/8/8/RRRRRRRR/RRRRKRRR w - - 0 1",
    "qkqqqqqq/8/qqqqqqqq/8/QQQQQQQQ/8/QQQQQQQQ/1QQKQQQQ w - - 0 1",
];
/// Far more than the search needs; without a bound it takes longer than anyone waits.
const MOST_NODES: u64 = 2_000_000;

#[test]
fn one_ply_of_a_crowded_board_is_searched_to_its_end() {
    for position in CROWDED {
        let mut engine = niwaki_games::open("chess").unwrap();
        engine.set_methods(Methods::off());
        engine.set_position(Some(position), &[]).unwrap();
        engine.control().prepare(false);
        let limits = Limits { nodes: Some(MOST_NODES), ..Limits::depth(1) };
        let report = engine.go(&limits, &mut |_| ());
        let (depth, nodes) = (report.depth, report.nodes);
        assert!(depth == 1 && nodes < MOST_NODES, "{position}: depth {depth}, {nodes} nodes");
    }
}
