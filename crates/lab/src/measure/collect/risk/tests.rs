use super::*;
use crate::{measure::collect, scratch::records_of, setup::recipe};
use niwaki_games::list::ALL;

fn settings() -> Settings {
    Settings {
        recipe: recipe::open(ALL[0], "niwaki").unwrap(),
        network: None,
        effort: Effort::Nodes(400),
        games: 3,
        searches: 30,
        seed: 5,
        hash: 1,
        keep: [6, 6, 4, 2, 0, 0, 0, 0],
        judge_nodes: 2_000,
        shard: Shard::WHOLE,
        command: "niwaki collect risk".to_string(),
    }
}

#[test]
fn a_seed_gives_the_same_moves_however_many_threads_there_are() {
    let run = records_of(&settings(), 1);
    let shown = collect::ENTRY.show;
    let (alone, three) = (shown(&run).unwrap(), shown(&records_of(&settings(), 3)).unwrap());
    assert_eq!((alone.lines.clone(), alone.json.clone()), (three.lines, three.json));
    assert_ne!(alone.json, shown(&records_of(&Settings { seed: 6, ..settings() }, 2)).unwrap().json);
    let collection = Collection::read(&run).unwrap();
    for (game, moves) in collection.games.values() {
        assert!(game.searches <= 30, "{game:?}");
        assert!(moves.len() <= 18 && moves.len() > 10 && game.judge_nodes > 0, "{game:?}");
        assert!(moves.iter().all(|m| m.facts.rank > 1 && m.node.depth <= 4));
    }
    let moves = || collection.games.values().flat_map(|(_, moves)| moves);
    assert!(moves().any(|m| m.skipped) && moves().any(|m| !m.skipped), "both kinds are sampled");
    // With the recipe's own rules on, what they would skip was skipped.
    assert!(moves().all(|m| m.skipped || !m.skipped_by_rules()));
}

#[test]
fn a_damaged_record_is_named_by_its_line() {
    let mut run = records_of(&settings(), 2);
    run.records[1]["moves"] = json!([1, 2, 3]);
    let message = (collect::ENTRY.show)(&run).unwrap_err().to_string();
    assert_eq!(message, "line 3: expected a game of a collection");
}
