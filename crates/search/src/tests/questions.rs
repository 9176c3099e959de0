//! Questions about nodes inside a tree, against plain minimax.
use super::{REFERENCE_NODES, knowledge, plain, seeds};
use crate::{
    GameEngine,
    engine::{Engine, Rules},
    game::Position,
    id::Id,
    methods::Methods,
    node::{Depth, INFINITE, Kind, Score},
    prune::{multi_cut::MultiCut, reverse_futility::ReverseFutility},
    question::{Asked, Question},
    reference::Minimax,
    toy::{Toy, ToyGame, ToyMove},
    watch::Step,
};

fn engine(methods: Methods, seed: u64) -> GameEngine<ToyGame> {
    let mut engine = GameEngine::new(ToyGame).unwrap();
    engine.resize_table(1).unwrap();
    engine.set_methods(methods);
    engine.set_knowledge(knowledge());
    engine.set_position(Some(&seed.to_string()), &[]).unwrap();
    engine
}

fn question(asked: Asked, path: &[Step]) -> Question {
    Question {
        asked,
        path: path.to_vec(),
        alpha: -INFINITE,
        beta: INFINITE,
        depth: 3,
        kind: Kind::Pv,
        iteration: 5,
        improving: false,
        eval: None,
        nodes: 1_000_000,
    }
}

/// Two moves from the root, where both are legal, and the position there.
fn two_moves(seed: u64) -> Option<([Step; 2], Toy)> {
    let toy = Toy::new(seed);
    let first = toy.is_legal(ToyMove(2)).then(|| toy.play(ToyMove(2)))?;
    let second = first.is_legal(ToyMove(1)).then(|| first.play(ToyMove(1)))?;
    let open = second.outcome().is_none() && second.is_legal(ToyMove(1));
    open.then_some(([Step::Move(2), Step::Move(1)], second))
}

fn minimax(toy: &Toy, depth: Depth) -> Score {
    Minimax::new(&ToyGame, REFERENCE_NODES).score(toy, depth).unwrap()
}

#[test]
fn without_pruning_the_answer_is_minimax() {
    let mut asked = 0;
    for (path, toy) in seeds(60).filter_map(two_moves) {
        let mut engine = engine(plain(), path_seed(&toy));
        let score =
            |engine: &mut GameEngine<ToyGame>, asked| engine.ask(&question(asked, &path)).unwrap().score.unwrap();
        // Wins count from the root of the tree, two plies above.
        let seen = |value: Score| if crate::node::is_mate(value) { value - 2 * value.signum() } else { value };
        assert_eq!(score(&mut engine, Asked::Score), seen(minimax(&toy, 3)));
        assert_eq!(score(&mut engine, Asked::Moves), seen(minimax(&toy, 3)));
        let child = toy.play(ToyMove(1));
        let value = -minimax(&child, 2);
        let seen = if crate::node::is_mate(value) { value - 3 * value.signum() } else { value };
        assert_eq!(score(&mut engine, Asked::Move(1)), seen);
        asked += 1;
    }
    assert!(asked > 20, "{asked}");
}

/// The seed at the root of the tree to which a position belongs.
fn path_seed(toy: &Toy) -> u64 {
    seeds(60).find(|&seed| two_moves(seed).is_some_and(|(_, found)| found.key() == toy.key())).unwrap()
}

#[test]
fn a_node_can_be_asked_without_the_methods_before_its_moves() {
    let eager = ReverseFutility { margin: 0, ..ReverseFutility::on() };
    let methods = Methods { reverse_futility: eager, ..plain() };
    let (mut cut, mut other) = (0, 0);
    for (path, toy) in seeds(60).filter_map(two_moves) {
        let mut engine = engine(methods, path_seed(&toy));
        let at = |asked, beta| Question { alpha: beta - 1, beta, kind: Kind::Cut, ..question(asked, &path) };
        let ask = |engine: &mut GameEngine<ToyGame>, asked| engine.ask(&at(asked, -200)).unwrap();
        let (with, without) = (ask(&mut engine, Asked::Score), ask(&mut engine, Asked::Moves));
        let method = ask(&mut engine, Asked::Method(Id::ReverseFutility));
        assert_eq!(with.nodes == 1, method.score.is_some());
        cut += method.score.is_some() as u32;
        other += (without.nodes > with.nodes) as u32;
        assert_eq!(ask(&mut engine, Asked::Score), with, "an answer leaves nothing behind that changes the next");
    }
    assert!(cut > 20 && other > 20, "{cut} {other}");
}

#[test]
fn the_end_of_the_game_is_known_exactly() {
    let (mut known, mut predicted) = (0, 0);
    for (path, toy) in seeds(60).filter_map(two_moves) {
        let mut engine = engine(plain(), path_seed(&toy));
        // The solver of the toy game knows the last six plies.
        let long: Vec<Step> = path.iter().copied().chain([Step::Move(1); 5]).collect();
        let exact = engine.ask(&question(Asked::Exact, &long)).and_then(|verdict| verdict.score);
        let deep = Question { depth: 6, ..question(Asked::Score, &long) };
        if let Some(verdict) = engine.ask(&deep) {
            assert!(verdict.to_the_end);
            assert_eq!(exact, verdict.score);
            known += 1;
        }
        assert_eq!(engine.ask(&question(Asked::Exact, &path)).unwrap().score, None, "too early");
        assert!(!engine.ask(&question(Asked::Score, &path)).unwrap().to_the_end);
        let at = |depth| Question { alpha: -1, beta: 0, depth, kind: Kind::Cut, ..question(Asked::Prediction, &path) };
        let z = engine.ask(&at(4)).unwrap().predicted;
        predicted += z.is_some() as u32;
        let shallow = engine.ask(&Question { depth: 2, ..question(Asked::Score, &path) }).unwrap().score.unwrap();
        let near = z.is_none_or(|z| crate::node::is_decisive(shallow) || (z - f64::from(shallow) / 20.0).abs() < 1e-9);
        assert!(near, "{z:?} {shallow}: the model has slope 1, no offset and a deviation of 20");
        assert_eq!(engine.ask(&at(6)).unwrap().predicted, None, "no pair for this depth");
    }
    assert!(known > 5 && predicted > 20, "{known} {predicted}");
}

#[test]
fn cutters_are_counted_as_multi_cut_counts_them() {
    let methods = Methods { multi_cut: MultiCut::off(), ..plain() };
    let mut seen = [0; 2];
    for (path, toy) in seeds(60).filter_map(two_moves) {
        let mut engine = engine(methods, path_seed(&toy));
        let at = Question { alpha: -1, beta: 0, kind: Kind::Cut, ..question(Asked::Cutters(3, 1), &path) };
        let cutters = engine.ask(&at).unwrap().cutters;
        assert!((1..=3).contains(&cutters.len()));
        let mut moves = Vec::new();
        toy.legal_moves(&mut moves);
        let good = moves.iter().filter(|&&m| -minimax(&toy.play(m), 1) >= 0).count();
        assert!(cutters.iter().filter(|cutter| **cutter).count() <= good);
        assert!(cutters.len() < moves.len() || cutters.iter().filter(|cutter| **cutter).count() == good);
        cutters.iter().for_each(|&cutter| seen[cutter as usize] += 1);
    }
    assert!(seen[0] > 10 && seen[1] > 10, "{seen:?}");
}

#[test]
fn what_cannot_be_answered_is_not() {
    let mut engine = engine(plain(), seeds(1).next().unwrap());
    for step in [Step::Root, Step::Pass, Step::Move(77)] {
        let known = engine.ask(&question(Asked::Score, &[step])).is_some();
        assert_eq!(known, step == Step::Pass && Toy::new(1).pass().is_some(), "{step:?}");
    }
    assert_eq!(engine.ask(&question(Asked::Move(77), &[])), None);
    let short = Question { nodes: 5, depth: 6, ..question(Asked::Score, &[]) };
    assert_eq!(engine.ask(&short).unwrap().score, None, "the nodes did not suffice");
    assert!(engine.ask(&Question { depth: 6, ..question(Asked::Score, &[]) }).unwrap().score.is_some());
}
