//! Winands' argument in chess: with his four additions to principal-variation search,
//! multi-cut at expected all nodes may cost nodes, but never changes the score.
mod walk;

use niwaki_games::chess::Board;
use niwaki_search::{engine::Engine, game::Position, limits::Limits, prune::Methods};
use walk::{Random, SEEDS, legal_moves};

const POSITIONS: usize = 500;

fn methods(settings: &[(&str, &str)]) -> Methods {
    let mut methods = Methods::off();
    for (path, value) in settings {
        methods.set(path, value).unwrap();
    }
    methods
}

/// Score and multi-cut's cuts of a search without a table.
fn search(engine: &mut dyn Engine, methods: Methods, fen: &str, depth: i32) -> (i32, u64) {
    engine.set_methods(methods);
    engine.set_position(Some(fen), &[]).unwrap();
    engine.clear();
    engine.control().prepare(false);
    let report = engine.go(&Limits::depth(depth), &mut |_| ());
    (report.score, report.tally.iter().map(|(_, tally)| tally.cuts).sum())
}

/// Positions some random moves from those of the walks.
fn positions() -> Vec<String> {
    let mut random = Random::new(0x77696e616e6473);
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let fen = SEEDS[random.below(SEEDS.len())];
        let mut board = Board::from_fen(fen).unwrap();
        for _ in 0..random.below(12) {
            let moves = legal_moves(&board);
            if moves.is_empty() {
                break;
            }
            board = board.play(moves[random.below(moves.len())]);
        }
        if board.outcome().is_none() && !legal_moves(&board).is_empty() {
            found.push(board.fen());
        }
    }
    found
}

#[test]
fn cuts_at_all_nodes_leave_the_score_as_it_was() {
    // The argument holds for leaves that look neither at the window, as delta pruning does,
    // nor at the order of moves, as leaving out late answers to checks does.
    let pruning = [
        ("quiescence_pruning.enabled", "true"),
        ("quiescence_pruning.delta_margin", "2000"),
        ("quiescence_pruning.quiet_evasions", "64"),
        ("killers.enabled", "true"),
        ("butterfly.enabled", "true"),
    ];
    let multi_cut = [
        ("multi_cut.enabled", "true"),
        ("multi_cut.apply", "all"),
        ("multi_cut.reduction", "1"),
        ("multi_cut.cuts", "2"),
    ];
    let plain = methods(&pruning);
    let mut enhanced = methods(&[&pruning[..], &multi_cut[..]].concat());
    enhanced.enhanced_pvs.enabled = true;
    let mut at_cut_nodes = enhanced;
    at_cut_nodes.set("multi_cut.apply", "cut").unwrap();
    let mut engine = niwaki_games::open("chess").unwrap();
    let (mut cuts, mut wrong) = (0, 0);
    for (index, fen) in positions().iter().enumerate() {
        let depth = 3 + (index % 2) as i32;
        let (expected, _) = search(&mut *engine, plain, fen, depth);
        let (score, cut) = search(&mut *engine, enhanced, fen, depth);
        assert_eq!(score, expected, "{fen} at depth {depth}");
        cuts += cut;
        wrong += u32::from(search(&mut *engine, at_cut_nodes, fen, depth).0 != expected);
    }
    assert!(cuts > 10_000, "only {cuts} cuts: the test proves little");
    assert!(wrong > 0, "the same cuts at cut nodes must change some score, or the test is blind");
}
