use super::*;
use crate::{
    measure::fit,
    report::check::{asks_for_nothing, well_formed},
    scratch::records_of,
    setup::{model, recipe},
};
use niwaki_games::list::ALL;

fn settings() -> Settings {
    let depths = |(shallow, height)| Depths { shallow, height };
    Settings {
        recipe: recipe::open(ALL[0], ALL[0].fitted_recipe()).unwrap(),
        pairs: [(0, 2), (1, 3)].map(depths).to_vec(),
        games: 3,
        seed: 7,
        near: 300,
        thresholds: vec![1.0, 1.2],
        hash: 1,
        shard: Shard::WHOLE,
        command: "niwaki fit <script>".to_string(),
    }
}

#[test]
fn nodes_of_the_tree_are_sampled_the_same_by_any_number_of_threads() {
    let run = records_of(&settings(), 1);
    let shown = fit::ENTRY.show;
    let (alone, three) = (shown(&run).unwrap(), shown(&records_of(&settings(), 3)).unwrap());
    assert_eq!(alone.lines, three.lines);
    assert!(alone.page == three.page);
    let page = alone.page.unwrap();
    well_formed(&page).unwrap();
    assert!(asks_for_nothing(&page) && page.contains("&lt;script&gt;") && !page.contains("NaN"));
    let found = BoundFit::read(&run).unwrap();
    let points: usize = found.curves.iter().map(|curve| curve.points[0] + curve.outside).sum();
    assert!(points > 40 && found.nodes.iter().all(|nodes| *nodes > 0), "{found:?}");
    let text = settings().model(&found);
    let read = model::parse_prob_cut(ALL[0], "my.toml", &text).unwrap();
    assert!(read.pairs.iter().all(|pair| pair.slope == 1.0 && pair.deviation > 0.0) && !read.pairs.is_empty());
}

/// The chance to reach beta is that of a logistic curve of scale 40, 10 below the shallow score.
#[test]
fn the_curve_that_made_the_points_is_found() {
    let mut random = Random::new(3);
    let mut game = Game::default();
    for _ in 0..20_000 {
        let above = random.below(600) as i32 - 300;
        let chance = 1.0 / (1.0 + (-(f64::from(above) + 10.0) / 40.0).exp());
        let reaches = (random.below(1_000_000) as f64) < 1e6 * chance;
        game.add(0, Depths { shallow: 1, height: 3 }, above, reaches);
    }
    let mut run = records_of(&Settings { games: 1, ..settings() }, 1);
    run.records = vec![serde_json::to_value(&game).unwrap()];
    let found = BoundFit::read(&run).unwrap();
    let curve = found.curves.iter().find(|curve| curve.points[0] > 0).unwrap();
    let [offset, deviation] = curve.line.unwrap();
    assert!((offset - 10.0).abs() < 3.0 && (deviation / 1.702 - 40.0).abs() < 2.0, "{offset} {deviation}");
    assert_eq!((found.curves.len(), found.curves[3].line), (4, None));
}

#[test]
fn a_damaged_record_is_named_by_its_line() {
    let mut run = records_of(&Settings { games: 1, ..settings() }, 1);
    run.records[0]["points"] = json!([9, 1, 2, 3, 0]);
    let message = (fit::ENTRY.show)(&run).unwrap_err().to_string();
    assert_eq!(message, "line 2: expected a game of a fit at the bound");
}
