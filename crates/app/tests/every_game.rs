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
