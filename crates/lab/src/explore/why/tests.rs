use super::*;
use crate::{measure::effort::Effort, setup::recipe};
use niwaki_games::list;

fn ask(game: &str, name: &str, position: &str, wanted: &str, depth: Depth) -> Answer {
    let recipe = recipe::open(list::find(game).unwrap(), name).unwrap();
    let question = Question { position: Some(position.to_string()), effort: Effort::Depth(depth), hash: 1 };
    why(&Asked { recipe: &recipe, question: &question, wanted, replays: 200 }).unwrap()
}

#[test]
fn a_move_that_is_played_needs_no_reason() {
    let answer = ask("chess", "niwaki", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", 3);
    assert!(answer.is_played() && answer.without.is_empty() && answer.guilty.is_empty());
    assert!(print(&answer, "niwaki").starts_with("a1a8 is played at depth 3 (win in 1), since depth 1."));
}

#[test]
fn a_move_that_is_illegal_is_refused() {
    let recipe = recipe::open(list::find("chess").unwrap(), "niwaki").unwrap();
    let question = Question { position: None, effort: Effort::Depth(2), hash: 1 };
    assert!(why(&Asked { recipe: &recipe, question: &question, wanted: "e2e5", replays: 9 }).is_err());
}

/// With nothing but the named decisions overruled the move is played, and the search as it is
/// does not play it.
#[test]
fn in_a_synthetic_tree_the_decisions_that_hide_the_best_move_are_named() {
    let kit = list::find("synthetic").unwrap();
    let mut solver = kit.solver().unwrap()(1);
    let recipe = recipe::open(kit, "niwaki").unwrap();
    let mut explained = 0;
    for seed in 1..=30 {
        let position = format!("c60/6^7/{seed}");
        let best = solver.solve(&position).unwrap().line.remove(0);
        let answer = ask("synthetic", "niwaki", &position, &best, 7);
        if answer.is_played() || answer.guilty.is_empty() {
            continue;
        }
        explained += 1;
        let question = Question { position: Some(position.clone()), effort: Effort::Depth(7), hash: 1 };
        let asked = Asked { recipe: &recipe, question: &question, wanted: &best, replays: 200 };
        assert!(is_proved(&asked, &answer).unwrap(), "{position}");
        let nothing = Answer { guilty: Vec::new(), ..answer.clone() };
        assert!(!is_proved(&asked, &nothing).unwrap(), "{position}");
        assert_ne!(answer.base.best(), Some(best.as_str()), "{position}");
        let text = print(&answer, "niwaki");
        assert!(text.contains("overruled the search plays"), "{text}");
        assert_eq!(to_json(&answer, "niwaki")["decisions"].as_array().unwrap().len(), answer.guilty.len());
    }
    assert!(explained >= 5, "{explained}");
}
