use super::*;
use niwaki_search::{
    GameEngine,
    engine::{Engine, Rules},
    limits::Limits,
    node::{Bound, WIN},
    reference::Minimax,
};

const LAWS: [&str; 4] = ["p/3^7/2", "n/4^6/5", "c10/3^7/1", "c90/5^5/9/2.1"];

fn board(text: &str) -> Board {
    text::parse(text).unwrap()
}

#[test]
fn the_solver_agrees_with_minimax_for_any_window() {
    for text in LAWS {
        let pos = board(text);
        let mut minimax = Minimax::new(&Synthetic::Correlated, u64::MAX);
        let value = minimax.score(&pos, pos.height().into()).unwrap();
        let (steps, line, _) = solver::solve(&pos);
        assert_eq!((steps * STEP, line.len()), (value, usize::from(pos.height())), "{text}");
        let leaf = line.iter().fold(pos, |pos, &m| pos.play(m));
        assert_eq!(pos.for_mover(leaf.sum()), steps, "{text}: the line ends with the value");
        for alpha in (-10..10).map(|step| step * STEP + STEP / 2) {
            let settled = solver::settle(&pos, alpha, alpha + STEP, &mut |_| false).unwrap();
            match settled.bound {
                Bound::Exact => assert_eq!(settled.score, value),
                Bound::Lower => assert!(value >= settled.score && settled.score >= alpha + STEP),
                _ => assert!(value <= settled.score && settled.score <= alpha),
            }
        }
    }
}

#[test]
fn the_solver_counts_its_nodes_and_can_be_stopped() {
    let pos = board("c20/6^12/3");
    let mut calls = 0;
    let mut stop = |nodes| {
        calls += nodes;
        calls >= 4096
    };
    assert_eq!(solver::settle(&pos, -WIN, WIN, &mut stop), None);
    assert_eq!(calls, 4096);
}

#[test]
fn a_search_that_asks_for_it_knows_the_exact_value() {
    let mut engine = GameEngine::new(Synthetic::NGame).unwrap();
    let mut methods = *engine.methods();
    methods.set("exact.enabled", "true").unwrap();
    engine.set_methods(methods);
    for text in LAWS {
        engine.set_position(Some(text), &[]).unwrap();
        engine.control().prepare(false);
        let report = engine.go(&Limits::depth(2), &mut |_| ());
        assert_eq!(report.score, STEP * solver::solve(&board(text)).0, "{text}");
    }
}

#[test]
fn trees_of_other_seeds_and_laws_are_others() {
    let value = |text: &str| (0..40).map(|m| board(text).play(Branch(1 + m % 3)).key()).collect::<Vec<_>>();
    let texts = ["p/3^7/2", "p/3^7/3", "p/3^8/2", "n/3^7/2", "c50/3^7/2", "c51/3^7/2", "p/4^7/2"];
    for (index, one) in texts.iter().enumerate() {
        assert!(texts[..index].iter().all(|other| value(one) != value(other)), "{one}");
    }
}

/// Values of sibling leaves are as alike as the law says.
#[test]
fn siblings_have_the_correlation_that_was_asked_for() {
    for (law, expected) in [("p/2^11", 0.0), ("c30/2^11", 0.3), ("c80/2^11", 0.8), ("n/2^11", 10.0 / 11.0)] {
        let parents = (1..=4000).map(|seed| board(&format!("{law}/{seed}/{}", ["1"; 10].join("."))));
        let pairs: Vec<[f64; 2]> =
            parents.map(|parent| [1, 2].map(|m| f64::from(parent.play(Branch(m)).sum()))).collect();
        let count = pairs.len() as f64;
        let mean = |of: &dyn Fn(&[f64; 2]) -> f64| pairs.iter().map(of).sum::<f64>() / count;
        let [one, two] = [0, 1].map(|side| mean(&|pair| pair[side]));
        let covariance = mean(&|pair| (pair[0] - one) * (pair[1] - two));
        let [first, second] = [(0, one), (1, two)].map(|(side, middle)| mean(&|pair| (pair[side] - middle).powi(2)));
        let correlation = covariance / (first * second).sqrt();
        assert!((correlation - expected).abs() < 0.05, "{law}: {correlation}");
    }
}

#[test]
fn wrong_texts_are_refused() {
    for wrong in [
        "",
        "p",
        "p/3^7",
        "p/3^7/-1",
        "p/1^7/1",
        "p/65^7/1",
        "p/3^0/1",
        "p/3^41/1",
        "q/3^7/1",
        "c/3^7/1",
        "c0/3^7/1",
        "c100/3^7/1",
        "p/3x7/1",
        "p/3^7/1/",
        "p/3^7/1/4",
        "p/3^7/1/1.0",
        "p/3^7/1/1..2",
        "p/3^7/1/1/2",
        "p/2^1/1/1.1",
        "p/+3^7/1",
        "p/3^7/1/+1",
        "p/300^7/1",
        "p/3^7/99999999999",
    ] {
        assert!(text::parse(wrong).is_err(), "{wrong}");
    }
}
