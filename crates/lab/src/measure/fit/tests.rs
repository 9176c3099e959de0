use super::*;
use crate::{
    report::check::{asks_for_nothing, well_formed},
    setup::{model, recipe},
    study::record::Run,
};
use niwaki_games::kit::ALL;
use niwaki_search::node::WIN;

fn settings(jobs: usize) -> Settings {
    let depths = |(shallow, height)| Depths { shallow, height };
    Settings {
        kit: ALL[0],
        recipe: recipe::open(ALL[0], ALL[0].fitted_recipe()).unwrap(),
        pairs: [(0, 2), (1, 3), (2, 4)].map(depths).to_vec(),
        source: Source::SelfPlay { count: 30, seed: 7 },
        few: Some(Few { above: 3, count: 10 }),
        bounds: vec![300, 1000],
        thresholds: vec![1.0, 1.2],
        jobs,
        hash: 1,
    }
}

#[test]
fn the_fit_does_not_depend_on_the_number_of_jobs() {
    let facts = |jobs| {
        let outcome = run(&settings(jobs), &mut |_| ()).unwrap();
        (outcome.positions, outcome.forced, outcome.rows.clone(), outcome.model())
    };
    let alone = facts(1);
    assert_eq!(alone, facts(3));
    assert_eq!(alone.0 + alone.1, 30);
    let points = |row: &Row| row.line.map_or(0, |line| line.points) + row.outside + row.decisive;
    assert_eq!(alone.2.len(), 2 * 3 * 3);
    let pooled: Vec<usize> = alone.2.iter().filter(|row| row.stage.is_none()).map(points).collect();
    assert_eq!(pooled[..2], [alone.0; 2]);
    assert!(pooled[2] > 0 && pooled[2] <= 10, "{pooled:?}");
}

#[test]
fn a_fit_that_was_cut_off_goes_on_from_its_records_and_the_page_is_made_from_them() {
    let settings = Settings { jobs: 2, few: None, ..settings(2) };
    let mut records = Vec::new();
    let mut keep = |record: &Json| {
        records.push(record.clone());
        Ok(())
    };
    let whole = go_on(&settings, &[], &mut keep, &mut |_| ()).unwrap();
    assert_eq!(records.len(), 1 + 30);
    for kept in [0, 1, 12, 31] {
        let mut new = 0;
        let mut count = |_: &Json| {
            new += 1;
            Ok(())
        };
        let again = go_on(&settings, &records[..kept], &mut count, &mut |_| ()).unwrap();
        assert_eq!((again.rows, new), (whole.rows.clone(), 31 - kept));
    }
    let refused = go_on(&settings, &records[..3], &mut |_| Err("full".to_string()), &mut |_| ());
    assert_eq!(refused.err().as_deref(), Some("full"));
    let plan = plan(&settings, "niwaki fit <script>").unwrap();
    let header = serde_json::json!({ "command": plan.command, "plan": plan.decides, "notes": plan.notes });
    for kept in [0, 1, 3, 31] {
        let text = page(&Run { header: Some(header.clone()), records: records[..kept].to_vec() }).unwrap();
        well_formed(&text).unwrap();
        assert!(asks_for_nothing(&text) && text.contains("niwaki fit &lt;script&gt;") && !text.contains("NaN"));
        assert_eq!(text.contains("Errors: depth 3 from 1, middle game"), kept == 31);
    }
    assert!(page(&Run::default()).is_err());
}

#[test]
fn the_model_can_be_read_back() {
    let outcome = run(&settings(2), &mut |_| ()).unwrap();
    let (_, read) = model::parse_prob_cut("fit.toml", &outcome.model()).unwrap();
    let pairs = outcome.pairs();
    assert_eq!(read.pairs.len(), pairs.len());
    for (read, (pair, _)) in read.pairs.iter().zip(pairs) {
        assert_eq!((read.stage, read.height, read.shallow), (pair.stage, pair.height, pair.shallow));
        assert!((read.slope - pair.slope).abs() < 1e-3 && (read.deviation - pair.deviation).abs() < 1e-1);
        assert_eq!(read.threshold, [1.0, 1.2][pair.stage]);
    }
}

#[test]
fn points_far_off_and_proven_wins_are_left_out_and_counted() {
    let sample = |stage, shallow, deep| Sample { stage, scores: vec![None, Some(shallow), deep] };
    let samples = [
        sample(0, 10, Some(20)),
        sample(0, -10, Some(-20)),
        sample(0, 0, Some(0)),
        sample(0, 301, Some(500)),
        sample(0, 50, Some(WIN - 7)),
        sample(0, 50, None),
        sample(1, 300, Some(600)),
    ];
    let depths = Depths { shallow: 1, height: 2 };
    let middle = row(&samples, depths, Some(0), 300);
    assert_eq!((middle.outside, middle.decisive, middle.line.unwrap().points), (1, 1, 3));
    assert_eq!(row(&samples, depths, None, 300).line.unwrap().points, 4);
    assert_eq!(row(&samples, depths, None, 1000).line.unwrap().points, 5);
    assert_eq!(row(&samples, depths, Some(1), 300).line, None);
}

#[test]
fn only_few_positions_are_searched_to_the_greatest_heights() {
    let depths: Vec<Depth> = (0..30).map(|index| settings(1).depth(index, 30)).collect();
    assert_eq!(depths.iter().filter(|depth| **depth == 4).count(), 10);
    assert!(depths.iter().all(|depth| *depth == 4 || *depth == 3));
    assert!((0..5).all(|index| settings(1).depth(index, 5) == 4));
}
