//! `why` on the half of the built-in suite that is kept for testing: wherever the default recipe
//! fails and plays the right move with one method off, it must name the decisions that hide it.
//!
//! `cargo test -p niwaki-lab --test why_suite -- --ignored --nocapture` takes some minutes.
use niwaki_games::list::ALL;
use niwaki_lab::{
    explore::{
        searched::Question,
        why::{Asked, print, why},
    },
    measure::{
        effort::Effort,
        problems::{HALVES, built_in},
    },
    setup::recipe,
};

const DEPTH: i32 = 8;
const REPLAYS: u64 = 400;
/// Positions that must be explained.
const LEAST: usize = 20;

#[derive(Default, Debug)]
struct Counts {
    failed: usize,
    by_one_method: usize,
    named: usize,
    beyond_the_horizon: usize,
    minimal: usize,
    one_decision: usize,
    one_visit: usize,
    replays: usize,
}

#[test]
#[ignore = "some minutes"]
fn the_decisions_that_hide_right_moves_are_named() {
    let kit = ALL[0];
    let recipe = recipe::default(kit).unwrap();
    let mut counts = Counts::default();
    for problem in built_in(kit, Some(HALVES[1])).unwrap() {
        let [wanted] = problem.best.as_slice() else { continue };
        let question = Question { position: Some(problem.position.clone()), effort: Effort::Depth(DEPTH), hash: 4 };
        let answer = why(&Asked { recipe: &recipe, question: &question, wanted, replays: REPLAYS }).unwrap();
        if answer.is_played() {
            continue;
        }
        counts.failed += 1;
        if answer.without.iter().all(|without| without.found_at.is_none()) {
            continue;
        }
        counts.by_one_method += 1;
        counts.named += usize::from(!answer.guilty.is_empty());
        counts.beyond_the_horizon += usize::from(answer.guilty.is_empty() && answer.hides_beyond_the_horizon());
        counts.minimal += usize::from(!answer.guilty.is_empty() && answer.minimal);
        counts.one_decision += usize::from(answer.guilty.len() == 1);
        counts.one_visit += usize::from(answer.guilty.len() == 1 && answer.guilty[0].alone.is_some());
        counts.replays += answer.replays;
        println!("{}\n{}", problem.position, print(&answer, &recipe.name));
    }
    println!("{counts:?}");
    assert!(counts.named >= LEAST, "{counts:?}");
    assert_eq!(counts.named + counts.beyond_the_horizon, counts.by_one_method, "{counts:?}");
}
