//! The binary from outside.
mod program;

use program::{Folder, niwaki, refused};

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
    let (_, shown, _) = niwaki(&["recipes", "modern", "--set", "null_move.min_depth=5"]);
    let folder = Folder::new();
    folder.write("shown.toml", &shown);
    let (_, again, _) = folder.run(&["recipes", "shown.toml"]);
    assert_eq!(shown, again);
}

#[test]
fn wrong_usage_is_answered_with_one_line_and_code_2() {
    refused(&["recipes", "soup"], "soup: no such recipe or file");
    refused(&["recipes", "none", "--set", "null_move"], "expected method.parameter=value");
    refused(&["recipes", "none", "--set", "null_move.min_depth=9999"], "must be a whole number in");
    refused(&["bench", "--game", "go"], "no game \"go\"");
    assert!(!std::path::Path::new("runs").exists(), "nothing is left behind");
    refused(&["bench", "0"], "0 is not in 1..");
    refused(&["--nonsense"], "--nonsense");
    refused(&["perft"], "<DEPTH>");
    refused(&["perft", "x"], "'x'");
    refused(&["perft", "99999"], "99999 is not in 0..");
}

#[test]
fn every_help_has_an_example() {
    for command in [
        "",
        "compare",
        "report",
        "mine",
        "bench",
        "perft",
        "suite",
        "sweep",
        "merge",
        "match",
        "recipes",
        "fit",
        "fit probcut",
        "fit wdl",
        "collect",
        "collect rankcut",
        "collect risk",
        "tune",
        "experiment",
        "experiment run",
        "reproduce",
        "openings",
        "datagen",
        "train",
        "networks",
        "elo",
        "sprt",
        "ablate",
        "search",
        "play",
    ] {
        let words: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
        let (code, help, _) = niwaki(&words);
        assert!(code == 0 && help.contains("Example: niwaki"), "{command:?}");
    }
}

#[test]
fn bench_ends_with_nodes_and_speed_and_repeats_itself() {
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
    assert!(niwaki(&["perft", "4"]).1.starts_with("197281 nodes "));
    assert!(niwaki(&["perft", "3", "--divide"]).1.contains("e2e4: 600\n"));
    assert!(niwaki(&["perft", "2", "--json"]).1.contains("\"nodes\":400"));
    refused(&["perft", "1", "--position", "nonsense"], "--position");
}

/// The known numbers of chess; those of Connect Four were counted by another program.
#[test]
fn perft_is_right_for_every_game() {
    let kings_and_rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let counted: [(&[&str], &[u64]); 3] = [
        (&["--game", "chess"], &[1, 20, 400, 8902, 197_281, 4_865_609]),
        (&["--game", "chess", "--position", kings_and_rooks], &[1, 26, 568, 13_744]),
        (&["--game", "connect-four"], &[1, 7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234]),
    ];
    for (arguments, counts) in counted {
        for (depth, count) in counts.iter().enumerate() {
            let (code, stdout, _) = niwaki(&[&["perft", &depth.to_string()], arguments].concat());
            assert!(code == 0 && stdout.starts_with(&format!("{count} nodes ")), "{arguments:?} {depth}: {stdout}");
        }
    }
    let (_, divided, _) = niwaki(&["perft", "3", "--divide", "--game", "connect-four"]);
    assert!((1..=7).all(|column| divided.contains(&format!("{column}: 49\n"))), "{divided}");
    let (_, counted, _) = niwaki(&["perft", "8", "--game", "connect-four"]);
    assert!(counted.trim_end().ends_with("; 13032 games ended earlier"), "{counted}");
}

#[test]
fn without_a_command_it_speaks_uci() {
    let mut binary = assert_cmd::Command::new(program::binary());
    let output = binary.write_stdin("uci\nposition startpos\ngo perft 5\nisready\n").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("uciok\n") && text.contains("readyok\n"), "{text}");
}
