//! `niwaki networks` from outside.
use assert_cmd::Command;
use serde_json::Value as Json;
use std::fs;

fn niwaki(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("niwaki").unwrap().args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn fine(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = niwaki(arguments);
    assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}: {stdout}");
    stdout
}

fn refused(arguments: &[&str], expected: &str) {
    let (code, stdout, stderr) = niwaki(arguments);
    assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
    assert!(stderr.contains(expected) && stderr.lines().count() == 1, "{arguments:?}: {stderr}");
}

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
    let folder = std::env::temp_dir().join(format!("niwaki-networks-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, picture) = (path("history.toml"), path("elo.svg"));
    fs::write(&record, RECORD).unwrap();
    let json: Json = serde_json::from_str(&fine(&["networks", &record, "--json"])).unwrap();
    let elo = &json["networks"][0]["elo"];
    assert!((elo["fixed_nodes"]["value"].as_f64().unwrap() - 55.58).abs() < 0.01, "{json}");
    assert!(elo["clock"].is_null() && json["networks"][0]["matches"][0]["games"] == 580, "{json}");
    let table = fine(&["networks", &record, "--svg", &picture]);
    assert!(table.contains("+56 (+28 to +83)"), "{table}");
    assert!(fs::read_to_string(&picture).unwrap().contains("fixed nodes: mine +56"));
    refused(&["networks", &record, "--svg", &picture], "it is there already; --force overwrites it");
    fine(&["networks", &record, "--svg", &picture, "--force"]);
    fs::write(&record, RECORD.replace("width", "wdith")).unwrap();
    refused(&["networks", &record], "history.toml: line 5: unknown field `wdith`");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn wrong_usage_is_answered_with_one_line() {
    refused(&["networks", "no/such.toml"], "no/such.toml: ");
    refused(&["networks", "--json", "--markdown"], "cannot be used with");
    refused(&["networks", "--force"], "--svg");
    refused(&["networks", "--recipe", "none"], "without a search");
}
