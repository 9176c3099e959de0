//! `niwaki networks` from outside.
mod program;

use program::{Folder, fine, refused};
use serde_json::Value as Json;

const RECORD: &str = r#"
[[network]]
name = "mine"
generation = 3
width = 64
verdict = "accepted"
data = []
[[network.match]]
opponent = "seed"
limit = "5000 nodes"
pairs = [34, 54, 63, 64, 75]
"#;

#[test]
fn the_record_of_the_program_is_shown() {
    let table = fine(&["networks"]);
    assert!(table.starts_with("network ") && table.contains("\ng0-32 "), "{table}");
    assert!(fine(&["networks", "--matches"]).contains("2+0.02"));
    assert!(fine(&["networks", "--markdown"]).contains("| g0-32 | 0 | 32 | "));
}

#[test]
fn another_record_is_shown_and_drawn() {
    let folder = Folder::new();
    let (record, picture) = (folder.path("history.toml"), folder.path("elo.svg"));
    folder.write("history.toml", RECORD);
    let json: Json = serde_json::from_str(&fine(&["networks", &record, "--json"])).unwrap();
    let elo = &json["networks"][0]["elo"];
    assert!((elo["fixed_nodes"]["value"].as_f64().unwrap() - 55.58).abs() < 0.01, "{json}");
    assert!(elo["clock"].is_null() && json["networks"][0]["matches"][0]["games"] == 580, "{json}");
    let table = fine(&["networks", &record, "--svg", &picture]);
    assert!(table.contains("+56 (+28 to +83)"), "{table}");
    assert!(folder.read("elo.svg").contains("fixed nodes: mine +56"));
    refused(&["networks", &record, "--svg", &picture], "already exists; use --force to overwrite");
    fine(&["networks", &record, "--svg", &picture, "--force"]);
    folder.write("history.toml", RECORD.replace("width", "wdith"));
    refused(&["networks", &record], "history.toml: line 5: unknown field `wdith`");
}

#[test]
fn wrong_usage_is_answered_with_one_line() {
    refused(&["networks", "no/such.toml"], "no/such.toml: ");
    refused(&["networks", "--json", "--markdown"], "cannot be used with");
    refused(&["networks", "--force"], "--svg");
    refused(&["networks", "--recipe", "none"], "without a search");
}
