//! The binary from outside.
use assert_cmd::Command;

fn niwaki(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("niwaki").unwrap().args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn refused(arguments: &[&str], expected: &str) {
    let (code, stdout, stderr) = niwaki(arguments);
    assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
    assert!(stderr.contains(expected) && stderr.lines().count() == 1, "{arguments:?}: {stderr}");
}

/// Whether chess is there; without it only what needs no engine can be tested.
fn has_chess() -> bool {
    niwaki_games::open("chess").is_some()
}

#[test]
fn recipes_are_listed_and_shown() {
    let (code, list, _) = niwaki(&["recipes"]);
    assert_eq!(code, 0);
    assert!(list.lines().any(|line| line.starts_with("niwaki ") && line.contains("default")), "{list}");
    let (_, shown, _) = niwaki(&["recipes", "null-move", "--set", "null_move.min_depth=7"]);
    assert!(shown.contains("[null_move]\nenabled = true\n") && shown.contains("min_depth = 7\n"), "{shown}");
    let (_, json, _) = niwaki(&["recipes", "--json"]);
    assert!(json.lines().all(|line| line.starts_with('{') && line.ends_with('}')), "{json}");
}

#[test]
fn a_shown_recipe_can_be_used_as_a_file() {
    let file = std::env::temp_dir().join(format!("niwaki-shown-{}.toml", std::process::id()));
    let (_, shown, _) = niwaki(&["recipes", "modern", "--set", "null_move.min_depth=5"]);
    std::fs::write(&file, &shown).unwrap();
    let (_, again, _) = niwaki(&["recipes", file.to_str().unwrap()]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(shown, again);
}

#[test]
fn wrong_usage_is_answered_with_one_line_and_code_2() {
    refused(&["recipes", "soup"], "soup: no such recipe or file");
    refused(&["recipes", "none", "--set", "null_move"], "expected method.parameter=value");
    refused(&["recipes", "none", "--set", "null_move.min_depth=9999"], "must be a whole number in");
    refused(&["bench", "--game", "go"], "no such game");
    refused(&["bench", "0"], "0 is not in 1..");
    refused(&["--nonsense"], "--nonsense");
    refused(&["perft"], "<DEPTH>");
    refused(&["perft", "x"], "'x'");
    refused(&["perft", "99999"], "99999 is not in 0..");
}

#[test]
fn every_help_has_an_example() {
    for command in [&["--help"][..], &["bench", "--help"], &["perft", "--help"], &["recipes", "--help"]] {
        let (code, help, _) = niwaki(command);
        assert!(code == 0 && help.contains("Example: niwaki"), "{command:?}");
    }
}

#[test]
fn bench_ends_with_nodes_and_speed_and_repeats_itself() {
    if !has_chess() {
        return;
    }
    let nodes = || {
        let (code, stdout, _) = niwaki(&["bench", "4"]);
        assert_eq!(code, 0);
        let words: Vec<String> = stdout.lines().last().unwrap().split(' ').map(str::to_string).collect();
        assert!(words.len() == 4 && words[1] == "nodes" && words[3] == "nps", "{words:?}");
        words[0].parse::<u64>().unwrap()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn perft_counts_the_start_position() {
    if !has_chess() {
        return;
    }
    assert!(niwaki(&["perft", "4"]).1.starts_with("197281 nodes "));
    assert!(niwaki(&["perft", "3", "--divide"]).1.contains("e2e4: 600\n"));
    assert!(niwaki(&["perft", "2", "--json"]).1.contains("\"nodes\":400"));
    refused(&["perft", "1", "--position", "nonsense"], "--position");
}

#[test]
fn without_a_command_it_speaks_uci() {
    if !has_chess() {
        return;
    }
    let mut binary = Command::cargo_bin("niwaki").unwrap();
    let output = binary.write_stdin("uci\nposition startpos\ngo perft 5\nisready\n").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("uciok\n") && text.contains("readyok\n"), "{text}");
}
