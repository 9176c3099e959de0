//! What every game and every variant must do on the command line, by its name alone.
mod program;

use niwaki_games::list;
use program::Folder;

fn run(folder: &Folder, game: &str, arguments: &[&str]) -> String {
    folder.fine(&[arguments, &["--game", game]].concat())
}

#[test]
fn recipes_are_listed_paths_are_counted_and_positions_searched() {
    let folder = Folder::new();
    for game in list::names() {
        let recipes = run(&folder, game, &["recipes"]);
        assert!(recipes.contains(list::find(game).unwrap().default_recipe()), "{game}: {recipes}");
        let paths = run(&folder, game, &["perft", "1", "--json"]);
        assert!(paths.contains(&format!("\"game\":\"{game}\"")), "{game}: {paths}");
        assert!(run(&folder, game, &["bench", "1"]).contains(" nodes "), "{game}");
    }
}

#[test]
fn games_are_played_between_all_recipes_and_end_with_a_reason() {
    for game in list::names() {
        let folder = Folder::new();
        let kit = list::find(game).unwrap();
        for recipe in kit.compared_recipes() {
            let out = format!("match-{recipe}");
            let play = ["match", recipe, kit.default_recipe(), "--nodes", "20", "--games", "2", "--json"];
            if *recipe != kit.default_recipe() {
                let text = run(&folder, game, &[&play[..], &["--out", &out]].concat());
                assert!(text.lines().count() == 3 && text.contains("\"reason\":\""), "{game} {recipe}: {text}");
            }
        }
    }
}

/// A person who takes the first of all moves, asks for a hint, takes the move back and goes on,
/// then watches the engine play to the end.
#[test]
fn a_person_plays_every_game_in_the_terminal() {
    for game in list::names() {
        let folder = Folder::new();
        let kit = list::find(game).unwrap();
        let first = kit.rules().legal_moves().into_iter().next().unwrap();
        let typed = format!("{first}\nhint\nundo\nsoup\nlevel 11\nlevel 2\nmoves\n{first}\nboard\nquit\n");
        let text = folder.answered(&["play", "--level", "1", "--game", game], &typed);
        assert!(text.matches(" plays ").count() == 2, "{game}: one answer to each move: {text}");
        assert!(text.contains(" for ") && text.contains("moves lists the moves"), "{game}: {text}");
        assert!(text.contains("from 1 to 10\n") && text.contains("level 2\n"), "{game}: {text}");
        let mut rules = kit.rules();
        rules.play(&first).unwrap();
        let diagram = rules.diagram();
        let board = diagram.split("\n\n").next().unwrap();
        assert!(text.matches(board.trim_end()).count() == 2, "{game}: shown when played, and again: {text}");
        assert!(!text.contains("Key: ") && !text.contains("Fen: "), "{game}: {text}");
        let watched = folder.answered(&["play", "--level", "1", "--side", "none", "--game", game], "hint\n");
        assert!(watched.contains("the game is over: "), "{game}: {watched}");
    }
}
