use super::{
    summary::{Sample, row},
    *,
};
use crate::{
    report::check::{asks_for_nothing, well_formed},
    scratch::records_of,
    setup::{model, recipe},
};
use niwaki_games::list::ALL;
use niwaki_search::node::WIN;

fn settings() -> Settings {
    let depths = |(shallow, height)| Depths { shallow, height };
    Settings {
        kit: ALL[0],
        recipe: recipe::open(ALL[0], ALL[0].fitted_recipe()).unwrap(),
        pairs: [(0, 2), (1, 3), (2, 4)].map(depths).to_vec(),
        source: Source::SelfPlay { count: 30, seed: 7 },
        few: Some(Few { above: 3, count: 10 }),
        bounds: vec![300, 1000],
        thresholds: vec![1.0, 1.2],
        hash: 1,
        shard: Shard::WHOLE,
        command: "niwaki fit <script>".to_string(),
    }
}

#[test]
fn every_position_is_searched_or_left_out_and_few_to_the_greatest_height() {
    let fit = Fit::read(&records_of(&settings(), 2)).unwrap();
    assert_eq!(fit.positions() + fit.left_out, 30);
    let points = |row: &Row| row.line.map_or(0, |line| line.points) + row.outside + row.decisive;
    assert_eq!(fit.rows.len(), 2 * 3 * 3);
    let pooled: Vec<usize> = fit.rows.iter().filter(|row| row.stage.is_none()).map(points).collect();
    assert_eq!(pooled[..2], [fit.positions(); 2]);
    assert!(pooled[2] > 0 && pooled[2] <= 10, "{pooled:?}");
}

#[test]
fn the_page_is_made_from_any_number_of_records() {
    let run = records_of(&Settings { few: None, ..settings() }, 2);
    assert_eq!(run.records.len(), 1 + 30);
    for kept in [0, 1, 3, 31] {
        let part = Run { records: run.records[..kept].to_vec(), ..run.clone() };
        let text = show(&part).unwrap().page.unwrap();
        well_formed(&text).unwrap();
        assert!(asks_for_nothing(&text) && text.contains("niwaki fit &lt;script&gt;") && !text.contains("NaN"));
        assert_eq!(text.contains("Errors: depth 3 from 1, middle game"), kept == 31);
    }
    assert!(show(&Run::default()).is_err());
}

#[test]
fn a_damaged_record_is_named_by_its_line() {
    for wrong in [json!({}), json!({ "number": 1, "stage": 2, "scores": [] })] {
        let mut run = records_of(&Settings { source: file(), ..settings() }, 1);
        run.records[2] = wrong;
        assert_eq!(show(&run).unwrap_err().to_string(), "line 4: expected positions or scores of a fit");
    }
}

fn file() -> Source {
    let start = ALL[0].rules().position();
    Source::File { name: "my.epd".to_string(), positions: vec![start; 3] }
}

#[test]
fn the_model_can_be_read_back() {
    let settings = settings();
    let fit = Fit::read(&records_of(&settings, 2)).unwrap();
    let read = model::parse_prob_cut(ALL[0], "fit.toml", &settings.model(&fit)).unwrap();
    let pairs = fit.model_pairs(&settings);
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
    let depths: Vec<Depth> = (0..30).map(|index| settings().depth(index, 30)).collect();
    assert_eq!(depths.iter().filter(|depth| **depth == 4).count(), 10);
    assert!(depths.iter().all(|depth| *depth == 4 || *depth == 3));
    assert!((0..5).all(|index| settings().depth(index, 5) == 4));
}
