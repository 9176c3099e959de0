//! The search against plain minimax, on random trees with transpositions.
use crate::{
    GameEngine,
    doors::Doors,
    engine::{Engine, Report, Rules},
    game::Position,
    knowledge::{
        Knowledge,
        prob_cut::{Model, Pair},
        risk,
    },
    limits::Limits,
    methods::Methods,
    node::{Bound, Depth, Score, TableFacts},
    rank_observer::RankObserver,
    rank_statistics::{Bins, Statistics},
    reference::Minimax,
    table::{Entry, Selectivity},
    toy::{Toy, ToyGame, ToyMove, node, solve, with_search},
    watch,
};
use std::sync::Arc;

mod questions;
mod watching;

const REFERENCE_NODES: u64 = 10_000_000;

fn plain() -> Methods {
    let mut methods = Methods::off();
    methods.table.enabled = true;
    methods
}

/// What makes ProbCut and risk-managed pruning act in the toy game.
fn knowledge() -> Knowledge {
    let pair = |height| Pair { stage: 0, height, shallow: 2, slope: 1.0, offset: 0.0, deviation: 20.0, threshold: 1.0 };
    let model = Model { name: "test".into(), pairs: vec![pair(4), pair(5)] };
    let chances = risk::Model { name: "test".into(), unit: 100, thresholds: [0.6; risk::DEPTHS], ..Default::default() };
    Knowledge { prob_cut: Arc::new(model), risk: Arc::new(chances), ..Knowledge::default() }
}

fn search(methods: &Methods, seed: u64, limits: &Limits) -> Report {
    let mut engine = GameEngine::new(ToyGame).unwrap();
    engine.set_knowledge(knowledge());
    engine.resize_table(1).unwrap();
    engine.set_methods(*methods);
    engine.set_position(Some(&seed.to_string()), &[]).unwrap();
    engine.control().prepare(false);
    engine.go(limits, &mut |_| {})
}

fn minimax(seed: u64, depth: Depth) -> Score {
    Minimax::new(&ToyGame, REFERENCE_NODES).score(&Toy::new(seed), depth).unwrap()
}

/// Seeds whose root has moves.
fn seeds(count: u64) -> impl Iterator<Item = u64> {
    (1..)
        .filter(|&seed| {
            let mut moves = Vec::new();
            Toy::new(seed).legal_moves(&mut moves);
            !moves.is_empty()
        })
        .take(count as usize)
}

#[test]
fn with_every_method_off_the_score_is_minimax() {
    let mut no_table = plain();
    no_table.table.enabled = false;
    for seed in seeds(700) {
        let depth = 1 + (seed % 4) as Depth;
        let expected = minimax(seed, depth);
        assert_eq!(search(&plain(), seed, &Limits::depth(depth)).score, expected, "table on, seed {seed}");
        assert_eq!(search(&no_table, seed, &Limits::depth(depth)).score, expected, "table off, seed {seed}");
    }
}

/// Six moves of a toy game; seven plies are left.
const OPENING: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

/// An engine near the end of some toy games, and the exact scores there.
fn near_the_end(methods: &Methods) -> Vec<(GameEngine<ToyGame>, Score)> {
    let start = |seed: u64| {
        let mut engine = GameEngine::new(ToyGame).unwrap();
        engine.set_methods(*methods);
        engine.set_position(Some(&seed.to_string()), &OPENING).ok()?;
        let moves = OPENING.map(|m| ToyMove(m.parse().unwrap()));
        let toy = moves.into_iter().fold(Toy::new(seed), |toy, m| toy.play(m));
        (engine.outcome().is_none()).then(|| (engine, solve(&toy, 0, &mut 0)))
    };
    seeds(30).filter_map(start).take(8).collect()
}

#[test]
fn a_search_to_the_end_of_the_game_is_final_and_goes_no_deeper() {
    for (mut engine, exact) in near_the_end(&plain()) {
        assert_eq!(engine.plies_left(), Some(7));
        for limits in [Limits::depth(50), Limits::default()] {
            engine.control().prepare(false);
            let report = engine.go(&limits, &mut |_| {});
            assert_eq!((report.depth, report.score), (7, exact));
        }
    }
}

#[test]
fn a_solver_is_asked_near_the_end_and_its_nodes_count() {
    let mut solved = plain();
    solved.set("exact.enabled", "true").unwrap();
    let with = |plies: &str| {
        let mut methods = solved;
        methods.set("exact.plies", plies).unwrap();
        methods
    };
    let (mut wrong, games) = (0, near_the_end(&plain()).len());
    let (mut hits, mut nodes, mut limited) = (0, 0, 0);
    for (mut engine, exact) in near_the_end(&with("6")) {
        let report = engine.go(&Limits::depth(2), &mut |_| {});
        assert_eq!(report.score, exact);
        (hits, nodes) = (hits + report.table_base_hits, nodes + report.nodes);
        engine.control().prepare(false);
        limited += engine.go(&Limits::nodes(100), &mut |_| {}).nodes;
    }
    assert!(hits > 20 && nodes > 100_000, "{hits} hits, {nodes} nodes");
    assert!(limited < nodes / 2, "a limit of nodes holds inside the solver too: {limited} of {nodes}");
    for methods in [with("5"), plain()] {
        for (mut engine, exact) in near_the_end(&methods) {
            let report = engine.go(&Limits::depth(2), &mut |_| {});
            assert_eq!(report.table_base_hits, 0, "the children have six plies left");
            wrong += usize::from(report.score != exact);
        }
    }
    assert!(wrong > games, "{wrong} of {}: the test is blind", 2 * games);
}

/// Everything that orders moves or places windows, but prunes nothing.
#[test]
fn ordering_and_windows_do_not_change_the_score() {
    let mut methods = plain();
    for tool in ["killers", "butterfly", "continuation", "tactical_history", "aspiration", "kind_flip"] {
        methods.set(&format!("{tool}.enabled"), "true").unwrap();
    }
    methods.set("aspiration.min_depth", "2").unwrap();
    methods.set("aspiration.window", "1").unwrap();
    for seed in seeds(400) {
        assert_eq!(search(&methods, seed, &Limits::depth(4)).score, minimax(seed, 4), "seed {seed}");
    }
}

#[test]
fn a_method_that_can_never_fire_leaves_the_tree_as_it_was() {
    let impossible = [
        ("reverse_futility", "margin", "30000"),
        ("razoring", "base", "30000"),
        ("null_move", "min_depth", "20"),
        ("multi_cut", "reduction", "10"),
        ("prob_cut", "min_height", "60"),
        ("capture_prob_cut", "min_depth", "30"),
        ("internal_reduction", "min_depth", "30"),
        ("hindsight", "deeper", "20"),
        ("singular", "min_depth", "30"),
        ("late_move_count", "base", "1000"),
        ("futility", "base", "30000"),
        ("history_pruning", "threshold", "65536"),
        ("risk", "threshold", "1"),
        ("exchange", "quiet", "30000"),
        ("late_move_reduction", "min_depth", "20"),
        ("rank_cut", "threshold", "0"),
    ];
    for seed in seeds(20) {
        let before = search(&plain(), seed, &Limits::depth(6));
        for (method, parameter, value) in impossible {
            let mut methods = plain();
            methods.set(&format!("{method}.enabled"), "true").unwrap();
            methods.set(&format!("{method}.{parameter}"), value).unwrap();
            let after = search(&methods, seed, &Limits::depth(6));
            assert_eq!((after.nodes, after.score, &after.line), (before.nodes, before.score, &before.line), "{method}");
            assert!(after.tally.is_empty(), "{method}: {:?}", after.tally);
        }
    }
}

#[test]
fn each_method_acts_when_it_may_and_is_counted() {
    let all = [
        "reverse_futility",
        "razoring",
        "null_move",
        "multi_cut",
        "prob_cut",
        "capture_prob_cut",
        "internal_reduction",
        "late_move_count",
        "futility",
        "risk",
        "late_move_reduction",
    ];
    for method in all {
        let mut methods = plain();
        methods.set(&format!("{method}.enabled"), "true").unwrap();
        let eager = ["late_move_count.base", "razoring.base", "razoring.per_depth", "futility.base"];
        for path in eager.into_iter().chain(["capture_prob_cut.margin"]) {
            methods.set(path, "0").unwrap();
        }
        let acted: u64 = seeds(10)
            .flat_map(|seed| search(&methods, seed, &Limits::depth(7)).tally)
            .map(|(id, tally)| {
                assert_eq!(id.name(), method);
                assert!(tally.cuts <= tally.tries);
                tally.cuts
            })
            .sum();
        assert!(acted > 0, "{method} never acted");
    }
}

#[test]
fn what_methods_do_is_counted_by_depth_too() {
    let mut methods = plain();
    methods.set("null_move.enabled", "true").unwrap();
    methods.set("quiescence_pruning.enabled", "true").unwrap();
    let mut deepest = 0;
    for report in seeds(10).map(|seed| search(&methods, seed, &Limits::depth(7))) {
        assert_eq!(report.tally.len(), report.tally_by_depth.len());
        for ((id, total), (same, rows)) in report.tally.iter().zip(&report.tally_by_depth) {
            let mut sum = crate::tally::Tally::default();
            rows.iter().for_each(|row| sum.add(row));
            assert_eq!((id, total), (same, &sum));
            let quiescent = id.name() == "quiescence_pruning";
            assert_eq!(rows[0].tries > 0, quiescent, "{id:?}");
            deepest = deepest.max(rows.len() - 1);
        }
    }
    // The root is searched in full.
    assert_eq!(deepest, 6);
}

/// Winands' argument: with the four additions, cuts at all nodes cost nodes, never the score.
#[test]
fn multi_cut_at_all_nodes_leaves_the_score_as_it_was() {
    let mut safe = Methods::off();
    for (path, value) in [
        ("multi_cut.enabled", "true"),
        ("multi_cut.apply", "all"),
        ("multi_cut.cuts", "2"),
        ("multi_cut.depth", "from"),
        ("multi_cut.reduction", "1"),
        ("enhanced_pvs.enabled", "true"),
    ] {
        safe.set(path, value).unwrap();
    }
    let mut unsafe_ = safe;
    unsafe_.enhanced_pvs.enabled = false;
    let (mut cuts, mut wrong) = (0, 0);
    for seed in seeds(500) {
        let expected = search(&Methods::off(), seed, &Limits::depth(5)).score;
        let report = search(&safe, seed, &Limits::depth(5));
        assert_eq!(report.score, expected, "seed {seed}");
        cuts += report.tally.iter().map(|(_, tally)| tally.cuts).sum::<u64>();
        wrong += (search(&unsafe_, seed, &Limits::depth(5)).score != expected) as u32;
    }
    assert!(cuts > 1000, "{cuts} cuts prove little");
    assert!(wrong > 0, "without the additions some score must suffer, or the test is blind");
}

/// An engine that has seen the first toy games; what it observed, and in how many nodes.
fn observed(threads: usize) -> (Statistics, u64) {
    let mut engine = GameEngine::new(ToyGame).unwrap();
    engine.set_methods(plain());
    engine.watch(Some(Box::new(RankObserver::new(2, Bins::of_unit(100)))));
    engine.set_threads(threads);
    let mut nodes = 0;
    for seed in seeds(10) {
        engine.set_position(Some(&seed.to_string()), &[]).unwrap();
        engine.clear();
        engine.control().prepare(false);
        nodes += engine.go(&Limits::depth(7), &mut |_| {}).nodes;
    }
    let observer: Box<RankObserver> = engine.watch(None).and_then(watch::unwrap).unwrap();
    assert!(engine.watch(None).is_none(), "it is handed out once");
    (observer.statistics(), nodes)
}

#[test]
fn observing_does_not_change_the_tree() {
    let (found, nodes) = observed(1);
    assert_eq!(nodes, seeds(10).map(|seed| search(&plain(), seed, &Limits::depth(7)).nodes).sum::<u64>());
    assert!(!found.cells.is_empty());
    for (number, cell) in &found.cells {
        assert!(cell.raised <= cell.improved && cell.improved <= cell.visits && cell.visits > 0, "{cell:?}");
        let [depth, _, rank, ..] = found.bins.place_of(*number);
        assert!((2..=7).contains(&depth) && (2..=6).contains(&rank), "root and first moves are not tested");
    }
    assert!(!observed(3).0.cells.is_empty());
}

#[test]
fn rank_cut_acts_on_what_was_observed_and_is_counted() {
    let mut methods = plain();
    for setting in [("enabled", "true"), ("threshold", "9000"), ("samples", "1"), ("min_depth", "3")] {
        methods.set(&format!("rank_cut.{}", setting.0), setting.1).unwrap();
    }
    let mut engine = GameEngine::new(ToyGame).unwrap();
    engine.set_methods(methods);
    engine.set_knowledge(Knowledge { rank_cut: Arc::new(observed(1).0), ..Knowledge::default() });
    let mut cuts = 0;
    for seed in seeds(10) {
        engine.set_position(Some(&seed.to_string()), &[]).unwrap();
        engine.control().prepare(false);
        let tally = engine.go(&Limits::depth(7), &mut |_| {}).tally;
        cuts += tally.iter().map(|(id, tally)| if id.name() == "rank_cut" { tally.cuts } else { 0 }).sum::<u64>();
    }
    assert!(cuts > 0);
}

#[test]
fn the_same_search_twice_gives_the_same_nodes_score_and_line() {
    let mut methods = plain();
    for (method, _) in Methods::describe() {
        methods.set(&format!("{method}.enabled"), "true").unwrap();
    }
    for seed in seeds(10) {
        for limits in [Limits::depth(7), Limits::nodes(3000)] {
            let (a, b) = (search(&methods, seed, &limits), search(&methods, seed, &limits));
            assert_eq!((a.nodes, a.score, a.line, a.tally), (b.nodes, b.score, b.line, b.tally));
        }
    }
}

#[test]
fn several_lines_come_best_first_and_begin_with_different_moves() {
    for seed in seeds(50) {
        let mut engine = GameEngine::new(ToyGame).unwrap();
        engine.set_methods(plain());
        engine.set_position(Some(&seed.to_string()), &[]).unwrap();
        engine.control().prepare(false);
        let mut last = Vec::new();
        let limits = Limits { lines: 3, ..Limits::depth(3) };
        engine.go(&limits, &mut |report| {
            if report.depth == 3 {
                last.push((report.score, report.line[0].clone()));
            }
        });
        assert_eq!(last.len(), 3);
        let expected = minimax(seed, 3);
        assert_eq!(last.iter().map(|(score, _)| *score).max(), Some(expected));
        assert!(last[0].1 != last[1].1 && last[1].1 != last[2].1 && last[0].1 != last[2].1);
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let limits = Limits { search_moves: vec!["2".into(), "5".into()], ..Limits::depth(4) };
    for seed in seeds(20) {
        let report = search(&plain(), seed, &limits);
        assert!(["2", "5"].contains(&report.line[0].as_str()));
    }
}

#[test]
fn several_threads_find_a_score_too_and_hand_their_memory_back() {
    let mut engine = GameEngine::new(ToyGame).unwrap();
    engine.set_methods(plain());
    engine.set_threads(3);
    for _ in 0..3 {
        engine.control().prepare(false);
        let report = engine.go(&Limits::depth(5), &mut |_| {});
        assert!(!report.line.is_empty());
        assert_eq!(report.score, minimax(0, 5));
    }
}

#[test]
fn a_bound_found_under_heavier_pruning_never_answers_a_lighter_search() {
    let toy = Toy::new(5);
    let found = Entry {
        move_bits: 2,
        score: 77,
        eval: 0,
        depth: 9,
        bound: Bound::Exact,
        pv: false,
        selectivity: Selectivity::FULL,
    };
    with_search(&plain(), &toy, |s| {
        assert_eq!(s.selectivity, Selectivity::NONE);
        s.store(&toy, 0, found);
        let mut n = node();
        s.look_up(&toy, &mut n);
        assert_eq!(n.table, None);
        assert_eq!(n.table_move, ToyMove(2), "its move is still worth trying first");

        s.store(&toy, 0, Entry { selectivity: Selectivity::NONE, ..found });
        s.selectivity = Selectivity::FULL;
        let mut n = node();
        s.look_up(&toy, &mut n);
        assert_eq!(n.table, Some(TableFacts { score: 77, depth: 9, bound: Bound::Exact }));

        s.store(&toy, 0, found);
        let mut n = node();
        s.lighter(|s| s.look_up(&toy, &mut n));
        assert_eq!((n.table, n.table_move), (None, ToyMove(2)), "found with a method that is left out here");
        assert_eq!(s.selectivity, Selectivity::FULL);
    });
}
