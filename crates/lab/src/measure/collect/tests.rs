use super::*;
use crate::{
    report::check::{asks_for_nothing, well_formed},
    scratch::records_of,
    setup::recipe,
};

fn settings() -> Settings {
    Settings {
        recipe: recipe::open(niwaki_games::list::find("connect-four").unwrap(), "none").unwrap(),
        effort: Effort::Depth(4),
        games: 12,
        seed: 5,
        hash: 1,
        min_depth: 2,
        bins: Bins::of_unit(100),
        shard: Shard::WHOLE,
        command: "niwaki collect <script>".to_string(),
    }
}

#[test]
fn a_seed_gives_the_same_statistics_and_another_seed_others() {
    let alone = Collection::new(&records_of(&settings(), 1)).unwrap();
    assert_eq!((alone.games, alone.held_out_games), (11, 1));
    assert!(alone.searches > 12 && alone.nodes > alone.searches && !alone.counted.cells.is_empty());
    assert_eq!(alone, Collection::new(&records_of(&settings(), 3)).unwrap());
    assert_ne!(alone, Collection::new(&records_of(&Settings { seed: 6, ..settings() }, 2)).unwrap());
}

#[test]
fn the_page_is_made_from_any_number_of_games() {
    let run = records_of(&settings(), 2);
    for kept in [0, 1, 12] {
        let part = Run { records: run.records[..kept].to_vec(), ..run.clone() };
        let text = show(&part).unwrap().page.unwrap();
        well_formed(&text).unwrap();
        well_formed(&page::picture(&part).unwrap()).unwrap();
        assert!(asks_for_nothing(&text) && text.contains("&lt;script&gt;") && !text.contains("NaN"), "{text}");
    }
    assert!(show(&Run::default()).is_err());
}

#[test]
fn a_damaged_record_is_named_by_its_line() {
    let mut run = records_of(&settings(), 2);
    run.records[3]["cells"] = json!([1, 2, 3]);
    assert_eq!(show(&run).unwrap_err().to_string(), "line 5: expected a game of a collection");
}
