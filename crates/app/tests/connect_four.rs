//! Every command with Connect Four: it works, or says in one line what that game lacks.
mod program;

use program::{Folder, refused};
use serde_json::Value as Json;

const GAME: [&str; 2] = ["--game", "connect-four"];

/// What a command prints in JSON.
fn facts(folder: &Folder, arguments: &[&str]) -> Vec<Json> {
    let text = folder.fine(&[arguments, &GAME, &["--json"]].concat());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn last(folder: &Folder, arguments: &[&str]) -> Json {
    facts(folder, arguments).pop().unwrap()
}

/// Two positions that are decided soon, and one to avoid a move in.
const SUITE: &str = "# made by hand\n\
                     xxx/ooo/////; bm 1; win 1; id column\n\
                     x/x/x/oo/o//; bm 4; id block\n\
                     /o/x/x/x/o/; am 1; id row\n";

fn with_suite() -> Folder {
    let folder = Folder::new();
    folder.write("my.txt", SUITE);
    folder
}

#[test]
fn recipes_are_compared_on_the_built_in_suite_and_on_files() {
    let folder = with_suite();
    let compare = ["compare", "--depth", "2", "--hash", "1", "--out", "all"];
    let summary = &last(&folder, &compare)["summary"];
    assert_eq!(summary["recipes"].as_array().unwrap().len(), 3);
    assert_eq!((&summary["recipes"][0]["recipe"], &summary["recipes"][0]["positions"]), (&"none".into(), &100.into()));
    let compare = ["compare", "none", "niwaki", "--positions", "my.txt", "--depth", "4", "--hash", "1", "--out", "own"];
    let lines = facts(&folder, &compare);
    assert_eq!((lines.len(), &lines[0]["move"], &lines[0]["solved"]), (7, &"1".into(), &true.into()));
}

#[test]
fn a_suite_is_run_and_a_wrong_line_is_named() {
    let folder = with_suite();
    let summary = &last(&folder, &["suite", "my.txt", "--depth", "6", "--hash", "1", "--out", "run"])["summary"];
    assert_eq!((&summary["solved"], &summary["total"]), (&3.into(), &3.into()), "{summary}");
    folder.write("wrong.txt", "xo//////; bm 4\nxo//////; bm 8\n");
    folder.refused(&["suite", "wrong.txt", GAME[0], GAME[1]], "wrong.txt: line 2: bm: ");
    let engine = ["suite", "my.txt", "--engine", "uci:cat", GAME[0], GAME[1]];
    folder.refused(&engine, "--engine cat: no UCI engine plays connect-four");
}

#[test]
fn a_grid_is_swept() {
    let folder = with_suite();
    let sweep = ["sweep", "multi-cut", "--grid", "multi_cut.cuts=1,2", "--positions", "my.txt", "--depth", "4"];
    let lines = facts(&folder, &[&sweep[..], &["--hash", "1", "--out", "run"]].concat());
    assert_eq!(lines.len(), 3 * 3 + 1);
}

#[test]
fn positions_are_mined_and_can_be_searched() {
    let folder = Folder::new();
    let mine = ["mine", "--count", "1", "--nodes", "4000", "--hash", "1", "--out", "mined.txt"];
    assert_eq!(last(&folder, &mine)["found"], 1);
    let text = folder.read("mined.txt");
    assert!(text.contains("; bm ") && text.contains("; id niwaki 001; tags difficulty "), "{text}");
    let summary = &last(&folder, &["suite", "mined.txt", "--nodes", "4000", "--hash", "1", "--out", "run"])["summary"];
    assert_eq!(summary["total"], 1);
}

#[test]
fn a_match_is_played_and_what_the_game_lacks_is_said() {
    let folder = Folder::new();
    let play = ["match", "none", "niwaki", "--nodes", "60", "--games", "4", "--out", "match"];
    let lines = facts(&folder, &play);
    let reasons: Vec<&str> = lines[..4].iter().map(|game| game["reason"].as_str().unwrap()).collect();
    assert!(reasons.iter().all(|reason| ["win", "no moves"].contains(reason)), "{reasons:?}");
    let lacks = |arguments: &[&str], reason: &str| {
        folder.refused(&[&["match", "none"], arguments, &GAME, &["--out", "no"]].concat(), reason);
    };
    lacks(&["mpc"], "mpc: a recipe of chess, not of connect-four");
    lacks(&["none,prob_cut.model=chess-prob-cut"], "chess-prob-cut: a model of chess, not of connect-four");
    lacks(&["niwaki", "--pgn", "games.pgn"], "--pgn: connect-four has no file format for games");
    lacks(&["uci:cat"], "cat: no UCI engine plays connect-four");
    assert!(!folder.at("no").exists());
}

#[test]
fn models_are_fitted_and_collected_and_stay_in_their_game() {
    let folder = Folder::new();
    let fit = ["fit", "probcut", "--pairs", "1:3", "--count", "40", "--hash", "1", "--records", "fit"];
    let lines = facts(&folder, &[&fit[..], &["--out", "fit.toml"]].concat());
    assert_eq!((lines.len(), &lines[0]["stage"]), (2, &"all".into()));
    assert!(folder.read("fit.toml").contains("game = \"connect-four\"\n"));
    let collect = ["collect", "rankcut", "--games", "2", "--depth", "4", "--hash", "1", "--records", "collect"];
    last(&folder, &[&collect[..], &["--out", "rank.toml"]].concat());
    for set in ["prob_cut.model=fit.toml", "rank_cut.model=rank.toml"] {
        folder.fine(&["bench", "2", "--set", set, GAME[0], GAME[1]]);
        folder.refused(&["bench", "1", "--set", set], "a model of connect-four, not of chess");
    }
    folder.refused(&["fit", "wdl", "x.games", GAME[0], GAME[1]], "connect-four has no chances by material");
}

#[test]
fn parameters_are_tuned() {
    let folder = Folder::new();
    let tune = ["tune", "multi-cut", "--tune", "multi_cut.cuts", "--iterations", "2", "--pairs", "1", "--nodes", "40"];
    let summary = facts(&folder, &[&tune[..], &["--hash", "1", "--out", "run", "--write", "tuned.toml"]].concat());
    assert_eq!(summary.len(), 3);
    assert!(folder.read("tuned.toml").contains("game = \"connect-four\"\n"));
    folder.refused(&["bench", "1", "--recipe", "tuned.toml"], "a recipe of connect-four, not of chess");
}

#[test]
fn openings_are_made_and_played() {
    let folder = Folder::new();
    let make = ["openings", "--count", "3", "--plies", "5", "--nodes", "50", "--check", "100", "--out", "book.txt"];
    folder.fine(&[&make[..], &GAME].concat());
    let play = ["match", "none", "niwaki", "--nodes", "40", "--games", "2", "--openings", "book.txt", "--out", "match"];
    assert_eq!(last(&folder, &play)["summary"]["games"], 2);
}

#[test]
fn games_are_generated_and_counted_but_no_network_is_trained() {
    let folder = Folder::new();
    let generate = ["datagen", "--games", "6", "--soft", "40", "--out", "my.games"];
    assert_eq!(last(&folder, &generate)["games"], 6);
    let stats = folder.fine(&["datagen", "stats", "my.games"]);
    assert!(stats.contains("6 games of connect-four"), "{stats}");
    let train = ["train", "my.games", "--out", "my.net", GAME[0], GAME[1]];
    folder.refused(&train, "connect-four has no network to train");
    folder.refused(&["train", "my.games", "--out", "my.net"], "games of chess, not of connect-four");
    let network = ["datagen", "--games", "1", "--network", "my.games", "--out", "other.games", GAME[0], GAME[1]];
    folder.refused(&network, "--network: connect-four has no network");
}

#[test]
fn recipes_and_bench_are_those_of_the_game() {
    let text = program::fine(&["recipes", GAME[0], GAME[1]]);
    assert!(text.starts_with("none ") && !text.contains("null-move"), "{text}");
    assert!(program::fine(&["recipes", "none", GAME[0], GAME[1]]).contains("game = \"connect-four\"\n"));
    assert_eq!(program::fine(&["bench", "3", GAME[0], GAME[1]]).lines().count(), 8 + 1);
    refused(&["bench", "1", "--recipe", "modern", GAME[0], GAME[1]], "modern: a recipe of chess, not of connect-four");
}
