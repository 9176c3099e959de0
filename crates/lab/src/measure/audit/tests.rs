use super::{sampler::band, *};
use crate::{
    measure::problems,
    report::check::{asks_for_nothing, well_formed},
    scratch::records_of,
    setup::recipe,
};
use niwaki_search::node::Score;
use std::collections::BTreeMap;

fn settings(game: &str, recipe: &str, changes: &[&str], positions: usize) -> Settings {
    let kit = niwaki_games::list::find(game).unwrap();
    let mut recipe = recipe::open(kit, recipe).unwrap();
    changes.iter().for_each(|change| recipe.change(change).unwrap());
    let mut problems = problems::built_in(kit, None).unwrap();
    problems.truncate(positions);
    Settings {
        recipes: vec![recipe],
        suite: Suite { name: "test".to_string(), problems },
        depth: 6,
        sample: 2,
        max_depth: 5,
        oracle_nodes: 2000,
        judge_nodes: 2000,
        seed: 3,
        hash: 1,
        shard: Shard::WHOLE,
        command: "niwaki audit <script>".to_string(),
    }
}

fn audit(settings: &Settings) -> (Audit, Vec<Audited>) {
    let mut run = records_of(settings, 2);
    run.records.sort_by_key(|record| record["number"].as_u64());
    Audit::read(&run).unwrap()
}

#[test]
fn a_seed_gives_the_same_records_and_another_seed_others() {
    let settings = settings("connect-four", "niwaki", &[], 4);
    let alone = audit(&settings).1;
    assert_eq!(alone, audit(&settings).1);
    assert_eq!(json!(alone).to_string(), json!(audit(&settings).1).to_string(), "byte for byte");
    assert_ne!(alone, audit(&Settings { seed: 4, ..settings }).1);
}

#[test]
fn an_audit_that_samples_nothing_walks_the_tree_of_a_search() {
    for (game, recipe) in [("chess", "niwaki"), ("chess", "turk-mc"), ("connect-four", "niwaki")] {
        let settings = Settings { sample: 0, ..settings(game, recipe, &[], 2) };
        let (_, audited) = audit(&settings);
        let mut engine = settings.recipes[0].engine(settings.hash).unwrap();
        for (record, problem) in audited.iter().zip(&settings.suite.problems) {
            let searched = search(&mut *engine, &problem.position, &Limits::depth(settings.depth)).unwrap();
            assert_eq!((record.nodes, record.score), (searched.report.nodes, searched.report.score), "{game} {recipe}");
            assert_eq!(record.best.as_ref(), searched.report.line.first());
            assert!(record.decisions.is_empty() && !record.counts.is_empty());
        }
    }
}

#[test]
fn what_is_counted_is_what_the_samples_stand_for() {
    let (_, audited) = audit(&settings("chess", "niwaki", &[], 2));
    for record in &audited {
        let mut sums: BTreeMap<(&str, u64), f64> = BTreeMap::new();
        for judged in &record.decisions {
            *sums.entry((&judged.method, judged.place.depth as u64)).or_default() += judged.weight;
        }
        for (method, rows) in &record.counts {
            for [depth, count] in rows.iter().filter(|row| row[0] <= 5) {
                assert!((sums[&(method.as_str(), *depth)] - *count as f64).abs() < 1e-6, "{method} {depth}");
            }
        }
        let replayed = record.decisions.iter().filter(|judged| judged.replay.is_some());
        for judged in replayed {
            let replay = judged.replay.as_ref().unwrap();
            assert_eq!(replay.control, judged.wrong == Some(false));
            assert!(replay.changed.len() <= judged.above.len() + 1 && replay.root.is_some(), "{judged:?}");
            assert_eq!(replay.regret.is_some(), replay.moved);
        }
        assert!(record.decisions.iter().all(|judged| judged.wrong == Some(true) || judged.loss.is_none()));
        assert!(record.decisions.iter().all(|judged| (judged.what == What::Rest) == judged.rest.is_some()));
    }
}

/// Where the game ends within the depth, both kinds of truth are the same.
#[test]
fn the_value_of_the_game_is_the_truth_where_it_is_known() {
    let settings = Settings { depth: 8, ..settings("connect-four", "niwaki", &["exact.enabled=false"], 6) };
    let (audit, audited) = audit(&settings);
    let known = audited.iter().flat_map(|record| &record.decisions).filter(|judged| judged.wrong_exactly.is_some());
    assert!(known.count() > 20);
    let findings = &audit.recipes[0];
    assert!(findings.methods.iter().any(|method| method.wrong_exactly.samples > 0));
    assert!(audit.lines().iter().any(|line| line.starts_with("Where the game's value is known")));
}

/// Which method a recipe with a fault comes out with.
fn worst(recipe: &str, changes: &[&str]) -> (String, Rate) {
    let (audit, _) = audit(&settings("chess", recipe, changes, 16));
    let worst = &audit.recipes[0].methods[0];
    (worst.name.clone(), worst.wrong)
}

#[test]
fn a_planted_fault_comes_out_on_top() {
    let (name, wrong) = worst("niwaki", &["reverse_futility.margin=0"]);
    assert!(name == "reverse_futility" && wrong.hits > 2, "{name} {wrong:?}");
}

#[test]
fn the_page_is_made_from_any_number_of_searches() {
    let run = records_of(&settings("connect-four", "niwaki", &[], 3), 2);
    for kept in [0, 1, 3] {
        let part = Run { records: run.records[..kept].to_vec(), ..run.clone() };
        let shown = show(&part).unwrap();
        let text = shown.page.unwrap();
        well_formed(&text).unwrap();
        assert!(asks_for_nothing(&text) && text.contains("&lt;script&gt;") && !text.contains("NaN"), "{text}");
        assert!(!shown.lines.is_empty() && !shown.json.to_string().contains("NaN"));
    }
    assert!(show(&Run::default()).is_err());
    let mut damaged = run;
    damaged.records[1]["decisions"] = json!("none");
    assert!(show(&damaged).unwrap_err().to_string().starts_with("line 3: expected an audited search"));
}

fn judged(method: &str, depth: Depth, weight: f64, wrong: Option<bool>, loss: Option<Score>) -> Judged {
    let place = Place { depth, iteration: 8, ..Place::default() };
    Judged { method: method.to_string(), place, weight, wrong, loss, ..Judged::default() }
}

/// Two searches: in the first null move decides 90 times at depth 3, of which 3 are judged, one
/// wrong, one undetermined; in the second 10 times at depth 4, of which 2 are judged, none wrong.
fn searches() -> [Audited; 2] {
    let counts = |depth, count| [("null_move".to_string(), vec![[depth, count]])].into();
    let first = vec![
        judged("null_move", 3, 30.0, Some(true), Some(50)),
        judged("null_move", 3, 30.0, Some(false), None),
        judged("null_move", 3, 30.0, None, None),
    ];
    let second = vec![judged("null_move", 4, 5.0, Some(false), None); 2];
    [
        Audited { number: 1, nodes: 100, counts: counts(3, 90), decisions: first, ..Audited::default() },
        Audited { number: 2, nodes: 100, counts: counts(4, 10), decisions: second, ..Audited::default() },
    ]
}

#[test]
fn rates_are_weighted_back_to_the_tree() {
    let [first, second] = searches();
    let findings = Findings::new("test", &[&first, &second]);
    let [method] = &findings.methods[..] else { panic!("{:?}", findings.methods) };
    assert_eq!((method.decisions, method.samples, method.undetermined), (50.0, 5, 1));
    // The undetermined one is stood for by the others: 45 of 90 and 0 of 10.
    assert!((method.wrong.value - 0.45).abs() < 1e-12, "{:?}", method.wrong);
    assert!((method.wrong_a_search - 22.5).abs() < 1e-12);
    assert_eq!((method.wrong.samples, method.wrong.hits), (4, 1));
    assert_eq!(method.loss, Some((50.0, 50.0)));
    let [(3, shallow), (4, deep)] = method.depths[..] else { panic!("{:?}", method.depths) };
    assert_eq!((shallow.value, deep.value), (0.5, 0.0));
    assert!(deep.words().starts_with("0 of 2 [0, "), "{}", deep.words());
    assert!(findings.headline().contains("null_move"), "{}", findings.headline());
}

#[test]
fn travel_counts_changed_verdicts_in_a_row_and_knows_its_control() {
    let [mut first, mut second] = searches();
    let replay = |control, changed: &[bool], moved| Replay {
        control,
        changed: changed.to_vec(),
        root: changed.last().copied(),
        score: i32::from(moved),
        moved,
        regret: moved.then_some(-7),
    };
    first.decisions[0].replay = Some(replay(false, &[true, true, false, true], true));
    second.decisions[0].replay = Some(replay(true, &[false, false], false));
    let findings = Findings::new("test", &[&first, &second]);
    let [wrong, control, ..] = &findings.travel[..] else { panic!() };
    assert_eq!(wrong.levels.map(|rate| rate.value), [1.0, 1.0, 0.0, 0.0]);
    assert_eq!((wrong.moved.hits, control.moved.hits, control.moved.samples), (1, 0, 1));
    assert_eq!(control.levels[2].samples, 0, "there was no such level");
    assert_eq!((findings.regret.worse, findings.regret.better), (1, 0));
    assert_eq!(findings.control().map(|travel| travel.moved.value), Some(0.0));
}

#[test]
fn slack_falls_into_its_band_in_units_of_the_game() {
    assert_eq!(
        [-61, -60, -1, 0, 79, 80].map(|slack| band(Id::ReverseFutility, slack, 100)),
        [None, Some(0), Some(1), Some(2), Some(3), None]
    );
    assert_eq!([-480, -8, 0].map(|slack| band(Id::ReverseFutility, slack, 800)), [Some(0), Some(1), Some(2)]);
    assert_eq!(
        [-5, -4, -1, 0, 1].map(|slack| band(Id::LateMoveCount, slack, 100)),
        [None, Some(0), Some(1), Some(2), None]
    );
}
