use super::*;
use crate::scratch::Scratch;
use crate::{play::matches::Limit, setup::recipe};
use niwaki_search::random::Random;
use niwaki_statistics::Outcome;
use std::{fs, time::Duration};

fn settings(parameters: &[&str], iterations: usize, pairs: usize) -> Settings {
    let recipe = recipe::open(niwaki_games::list::ALL[0], "null-move").unwrap();
    let limit = Limit::Nodes(40);
    Settings {
        parameters: parameters.iter().map(|text| Parameter::parse(text, &recipe).unwrap()).collect(),
        recipe,
        iterations,
        pairs,
        rate: DEFAULT_RATE,
        seed: 3,
        openings: openings::read(niwaki_games::list::ALL[0], None, 0).unwrap(),
        rules: Rules { limit, margin: Duration::ZERO, resign: None, draw: None, max_plies: 30, judge: None },
        hash: 1,
        jobs: 1,
        command: "niwaki tune".to_string(),
    }
}

/// Made results: games that are won the more often the nearer a setting is to 5.
fn answer(question: &Question) -> Result<Pentanomial, String> {
    let value = |settings: &[i32]| -f64::from((settings[0] - 5).abs());
    let ahead = value(&question.plus) - value(&question.minus);
    let mut random: Random = question.random.clone();
    let mut game = || match (0.15 * ahead, spsa::fraction(&mut random)) {
        (lead, drawn) if drawn < 0.3 + lead => Outcome::Win,
        (lead, drawn) if drawn > 0.7 + lead => Outcome::Loss,
        _ => Outcome::Draw,
    };
    let mut pairs = Pentanomial::default();
    (0..8).for_each(|_| pairs.record(game(), game()));
    Ok(pairs)
}

fn tuned(settings: &Settings, folder: &Scratch) -> Vec<Step> {
    follow(settings, &folder.path, &mut |question| answer(question), &mut |_| Ok(())).unwrap()
}

#[test]
fn made_games_lead_to_their_best_setting() {
    let plan = settings(&["null_move.min_depth=10:1..12:1"], 600, 8);
    let folder = Scratch::new();
    let steps = tuned(&plan, &folder);
    let end = steps.last().unwrap().theta[0];
    assert!((end - 5.0).abs() < 1.5, "{end}");
    let text = print::recipe(&plan, &steps).unwrap();
    fs::write(folder.path.join("tuned.toml"), &text).unwrap();
    let read = recipe::open(niwaki_games::list::ALL[0], &folder.path.join("tuned.toml").display().to_string()).unwrap();
    assert_eq!(f64::from(read.methods.null_move.min_depth), end.round());
    assert!(read.methods.null_move.enabled && read.about.contains("null_move.min_depth tuned in 9600 games"));
}

#[test]
fn a_run_cut_off_anywhere_takes_the_same_course() {
    let plan = settings(&["null_move.min_depth=10:1..12:1"], 12, 8);
    let (whole, cut) = (Scratch::new(), Scratch::new());
    let steps = tuned(&plan, &whole);
    let text = fs::read(whole.records()).unwrap();
    fs::create_dir_all(&cut.path).unwrap();
    for length in (0..=text.len()).step_by(7) {
        fs::write(cut.records(), &text[..length]).unwrap();
        assert_eq!(tuned(&plan, &cut), steps, "cut at {length}");
        assert!(fs::read(cut.records()).unwrap() == text, "cut at {length}");
    }
    let other = Settings { iterations: 13, ..plan.clone() };
    let message =
        follow(&other, &whole.path, &mut |question| answer(question), &mut |_| Ok(())).unwrap_err().to_string();
    assert!(message.contains("plan.iterations was 12, now it is 13"), "{message}");
}

#[test]
fn a_record_that_does_not_follow_is_named() {
    let plan = settings(&["null_move.min_depth=10:1..12:1"], 6, 8);
    let folder = Scratch::new();
    tuned(&plan, &folder);
    let text = fs::read_to_string(folder.records()).unwrap();
    let swapped = text.replacen("\"iteration\":3", "\"iteration\":4", 1);
    fs::write(folder.records(), swapped).unwrap();
    let message =
        follow(&plan, &folder.path, &mut |question| answer(question), &mut |_| Ok(())).unwrap_err().to_string();
    assert!(message.ends_with("line 4: expected iteration 3 of this run"), "{message}");
}

#[test]
fn games_give_the_same_course_whatever_the_number_of_jobs() {
    let plan = settings(&["null_move.min_depth", "null_move.reduction:1..6:1"], 4, 3);
    let course = |jobs: usize| {
        let folder = Scratch::new();
        let plan = Settings { jobs, ..plan.clone() };
        let steps = run(&plan, &folder.path, &mut |_| Ok(())).unwrap();
        let read = record::read(&folder.path).unwrap();
        (steps, page(&read).unwrap())
    };
    let (alone, report) = course(1);
    let (together, _) = course(3);
    assert_eq!(alone, together);
    assert!(alone.iter().all(|step| step.pairs.pairs.iter().sum::<u64>() == 3));
    assert!(report.contains("<title>null_move.reduction</title>") && report.contains("moved furthest"), "{report}");
    let lines = table(&plan, &alone);
    assert!(lines.len() == 4 && lines[2].starts_with("null_move.min_depth"), "{lines:#?}");
    assert_eq!(summary_json(&plan, &alone)["summary"]["pairs"], 12);
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let folder = Scratch::new();
    let message = |plan: &Settings| run(plan, &folder.path, &mut |_| Ok(())).unwrap_err().to_string();
    assert!(message(&settings(&["null_move.min_depth", "null_move.min_depth"], 4, 3)).ends_with("given twice"));
    assert!(message(&settings(&[], 4, 3)).contains("at least one parameter"));
    assert!(message(&settings(&["null_move.min_depth"], 4, 1_000_000)).contains("the number of openings"));
    assert!(!folder.records().exists());
}

#[test]
fn other_records_make_no_page() {
    let message = |run| page(&run).unwrap_err().to_string();
    assert_eq!(message(record::Run::default()), "expected the records of a tuning run");
    let header = Some(json!({ "command": "tune", "plan": { "parameters": [], "iterations": 1 } }));
    let run = record::Run { header, records: vec![json!({})] };
    assert_eq!(message(run), "line 2: expected an iteration of a tuning run");
}
