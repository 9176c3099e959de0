//! `niwaki solve` and the tool `exact`, from outside.
mod program;

use niwaki_games::list;
use program::Folder;
use serde_json::Value as Json;

/// Late positions of the built-in suite, which are solved at once.
fn late() -> Vec<&'static str> {
    let suite = list::find("connect-four").unwrap().suite().unwrap();
    let stones = |line: &str| line.split(';').next().unwrap().chars().filter(|letter| "xo".contains(*letter)).count();
    suite.lines().filter(|line| !line.starts_with('#') && stones(line) >= 20).take(12).collect()
}

#[test]
fn positions_are_solved_and_compared_with_the_scores_of_the_file() {
    let folder = Folder::new();
    let lines = late();
    assert_eq!(lines.len(), 12);
    folder.write("my.txt", lines.join("\n"));
    let solve = ["solve", "--game", "connect-four", "my.txt", "--hash", "4"];
    let printed = folder.fine(&solve);
    assert!(printed.ends_with("0 unlike the file\n"), "{printed}");
    let objects: Vec<Json> = folder
        .fine(&[&solve[..], &["--json"]].concat())
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for (object, line) in objects.iter().zip(&lines) {
        let score = line.split(';').find_map(|field| field.trim().strip_prefix("sc ")).unwrap();
        assert_eq!(object["score"], score.parse::<i64>().unwrap(), "{line}");
        assert!(object["right"] == true && object["nodes"].is_u64() && object["line"].is_array(), "{object}");
    }
    folder.write("wrong.txt", lines[0].replace("; sc ", "; sc 1"));
    let (code, stdout, _) = folder.run(&["solve", "--game", "connect-four", "wrong.txt"]);
    assert!(code == 1 && stdout.contains("not the score of the file"), "{stdout}");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let folder = Folder::new();
    folder.write("my.txt", "soup\n");
    folder.refused(&["solve", "my.txt"], "--game chess: this game has no exact solver");
    folder.refused(&["solve", "--game", "connect-four", "my.txt"], "my.txt: line 1: ");
    folder.refused(&["solve", "--game", "connect-four", "gone.txt"], "gone.txt: ");
    folder.refused(&["solve", "--game", "connect-four", "my.txt", "--recipe", "none"], "a solver has no methods");
}

/// With the solver a shallow search finds what is best; its nodes do not depend on earlier searches.
#[test]
fn a_search_that_asks_the_solver_is_right_at_once_and_repeats_itself() {
    let folder = Folder::new();
    folder.write("my.txt", late().join("\n"));
    let suite = |more: &[&str]| {
        let fixed = ["suite", "my.txt", "--game", "connect-four", "--recipe", "none", "--depth", "2", "--json"];
        let text = folder.fine(&[&fixed[..], more].concat());
        serde_json::from_str::<Json>(text.lines().last().unwrap()).unwrap()["summary"].clone()
    };
    let exact = suite(&["--set", "exact.plies=30", "--jobs", "1"]);
    assert_eq!(exact["solved"], 12, "{exact}");
    assert_eq!(suite(&["--set", "exact.plies=30", "--jobs", "3", "--force"])["nodes"], exact["nodes"]);
    let without = suite(&["--set", "exact.enabled=false"]);
    assert!(without["solved"].as_u64() < Some(12) && without["nodes"].as_u64() < exact["nodes"].as_u64(), "{without}");
}
