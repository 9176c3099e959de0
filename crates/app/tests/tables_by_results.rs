//! Games without margins that are learned by tables: chances of a win from results and scores.
mod program;

use program::Folder;
use serde_json::Value as Json;

fn last(folder: &Folder, game: &str, arguments: &[&str]) -> Json {
    let text = folder.fine(&[arguments, &["--game", game, "--json"]].concat());
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

#[test]
fn tables_are_learned_from_games_with_results_and_play() {
    for game in ["loa", "abalone"] {
        let folder = Folder::new();
        let play = ["datagen", "--recipe", "none", "--games", "60", "--soft", "10", "--jobs", "1", "--out", "my.games"];
        last(&folder, game, &play);
        let train = ["train", "my.games", "--out", "my.weights", "--epochs", "3"];
        let trained = last(&folder, game, &train);
        let stages = trained["stages"].as_array().unwrap();
        assert!(stages.iter().map(|stage| stage["positions"].as_u64().unwrap()).sum::<u64>() > 500, "{trained}");
        assert!(stages.iter().all(|stage| stage["held_out_error"].as_f64().unwrap() < 1.0), "in chances: {trained}");
        let again = ["train", "my.games", "--out", "again.weights", "--epochs", "3", "--threads", "3"];
        assert_eq!(last(&folder, game, &again)["fingerprint"], trained["fingerprint"], "threads change nothing");
        assert!(folder.read("my.weights.toml").contains(trained["fingerprint"].as_str().unwrap()));
        // The next round is played with them, and so is a match against the evaluation by hand.
        let next =
            ["datagen", "--recipe", "none", "--games", "2", "--soft", "10", "--jobs", "1", "--out", "next.games"];
        last(&folder, game, &[&next[..], &["--network", "my.weights"]].concat());
        let players = ["none,EvalFile=my.weights", "none,hand_evaluation.enabled=true"];
        let duel = ["--nodes", "20", "--games", "2", "--jobs", "1", "--hash", "1", "--out", "duel"];
        last(&folder, game, &[&["match"], &players[..], &duel[..]].concat());
        folder.write("broken.weights", "soup");
        let broken = ["match", "none,EvalFile=broken.weights", "none", "--nodes", "9", "--out", "no", "--game", game];
        folder.refused(&broken, &format!("expected tables of {game}"));
    }
}
