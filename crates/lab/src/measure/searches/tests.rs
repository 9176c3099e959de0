use super::*;
use crate::{
    measure::{
        compare::{self, Comparison},
        problems,
        question::Points,
        suite::{self, Summary},
        trial::trials,
    },
    scratch::records_of,
    setup::recipe,
    study::record::Run,
};
use niwaki_games::list::ALL;
use std::collections::BTreeMap;

pub(crate) fn settings(effort: Effort) -> Settings {
    let (kit, shard, command) = (ALL[0], Shard::WHOLE, "niwaki compare <script>".to_string());
    Settings { kit, effort, hash: 1, patience: Duration::ZERO, shard, command }
}

/// The first positions of the built-in suite.
pub(crate) fn first(count: usize) -> Suite {
    let mut problems = problems::built_in(ALL[0], None).unwrap();
    problems.truncate(count);
    Suite { name: "built-in".to_string(), problems }
}

pub(crate) fn comparison(effort: Effort, recipes: &[&str], positions: usize) -> Searches {
    let recipes: Vec<Recipe> = recipes.iter().map(|name| recipe::open(ALL[0], name).unwrap()).collect();
    Searches::of_recipes(compare::COMMAND, settings(effort), first(positions), &recipes, 0).unwrap()
}

#[test]
fn counts_by_depth_add_up_and_records_without_them_are_read() {
    let run = records_of(&comparison(Effort::Depth(6), &["null-move", "niwaki"], 2), 2);
    let found = trials(&run).unwrap();
    assert!(found.iter().any(|trial| trial.depths.values().any(|rows| rows.len() > 2)));
    for trial in found {
        for (name, count) in &trial.methods {
            let sum = |column: usize| trial.depths[name].iter().map(|row| row[column]).sum::<u64>();
            assert_eq!((count.tries, count.cuts, count.nodes), (sum(1), sum(2), sum(3)), "{name}");
        }
        let mut old = trial.to_json();
        old.as_object_mut().unwrap().remove("depths");
        let read: Trial = serde_json::from_value(old).unwrap();
        assert_eq!(read, Trial { depths: BTreeMap::new(), ..trial });
    }
}

#[test]
fn a_plan_tells_recipes_and_limits_apart() {
    let folder = |searches: &Searches| searches.plan().folder();
    let usual = comparison(Effort::Depth(4), &["null-move", "none"], 2);
    assert_eq!(folder(&usual), folder(&comparison(Effort::Depth(4), &["null-move", "none"], 2)));
    assert_ne!(folder(&usual), folder(&comparison(Effort::Depth(4), &["null-move", "niwaki"], 2)));
    assert_ne!(folder(&usual), folder(&comparison(Effort::Depth(5), &["null-move", "none"], 2)));
    assert_ne!(folder(&usual), folder(&comparison(Effort::Depth(4), &["null-move", "none"], 3)));
}

/// Own positions: a mate in one, a hanging queen, a poisoned pawn, one without a question.
const SUITE: &str = "6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm Rc8#; id \"back rank\";\n\
                     # a comment\n\n\
                     3k4/8/8/3q4/8/2N5/8/3K4 w - - bm Nxd5; c0 \"Nxd5=4, Ke1=1\";\n\
                     2r3k1/p4ppp/8/8/8/1Q6/5PPP/6K1 w - - am Qb7; id \"back rank is weak\";\n\
                     8/8/8/3k1p2/5P2/4K3/8/8 w - -\n\
                     7k/5Q2/6K1/8/8/8/8/8 b - - id \"stalemate\";\n";

fn suite_run(effort: Effort) -> Run {
    let suite = Suite { name: "test.epd".to_string(), problems: ALL[0].read_problems(SUITE).unwrap() };
    let modern = [recipe::open(ALL[0], "modern").unwrap()];
    records_of(&Searches::of_recipes(suite::COMMAND, settings(effort), suite, &modern, 0).unwrap(), 2)
}

#[test]
fn right_moves_are_counted_and_positions_without_a_question_are_not() {
    let (Summary { row, points, faults, .. }, trials) = Summary::read(&suite_run(Effort::Depth(6))).unwrap();
    assert_eq!((row.solved, row.asked, row.positions), (3, 3, 5));
    assert_eq!((points, faults), (Some(Points { got: 4, most: 4 }), 0));
    assert_eq!(trials[0].best.as_deref(), Some("Rc8#"));
    assert!(trials[0].mate && trials[0].id == "back rank");
    assert_eq!((trials[1].best.as_deref(), trials[1].id.as_str()), (Some("Nxd5"), "2"));
    assert_eq!(trials[3].solved, None);
    assert_eq!((&trials[4].best, trials[4].nodes), (&None, 0));
}

/// A search that has proved a mate runs on to the greatest depth for nothing.
#[test]
fn the_mean_depth_leaves_out_positions_with_a_mate() {
    let (summary, trials) = Summary::read(&suite_run(Effort::Nodes(5000))).unwrap();
    let open: Vec<&Trial> = trials.iter().filter(|trial| !trial.mate).collect();
    let depths: i32 = open.iter().map(|trial| trial.depth).sum();
    assert!(open.len() < trials.len());
    assert_eq!(summary.row.mean_depth, Some(f64::from(depths) / open.len() as f64));
}

#[test]
fn records_of_something_else_are_refused() {
    let mut run = records_of(&comparison(Effort::Depth(2), &["none"], 2), 1);
    run.records[1] = json!({ "game": 3 });
    assert!(Comparison::read(&run).unwrap_err().to_string().starts_with("line 3: expected a trial"));
    run.header = Some(json!({ "command": "match", "plan": {} }));
    assert!(Comparison::read(&run).is_err() && Comparison::read(&Run::default()).is_err());
}
