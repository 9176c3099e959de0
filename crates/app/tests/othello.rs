//! Commands with Othello: what this game alone has, margins, tables of weights, and NBoard.
mod program;

use program::{Folder, binary};
use serde_json::Value as Json;

const GAME: [&str; 2] = ["--game", "othello"];

/// What a command prints in JSON.
fn facts(folder: &Folder, arguments: &[&str]) -> Vec<Json> {
    let text = folder.fine(&[arguments, &GAME, &["--json"]].concat());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn last(folder: &Folder, arguments: &[&str]) -> Json {
    facts(folder, arguments).pop().unwrap()
}

/// Late positions with the value of every move, as OBF has them, and one with a wrong value.
const LATE: &str = "\
---OXXX-OOOOOX-XXXOXXOX-XXXXOXOXXXXOOOOOXXOOOXOOXOOOOOOXXXXXXXXX X;\n\
-OOOOOO-O-OXX-OOOXXOXXO-OOOXOXOXOOOXXOO-OOOOOXO-OOOXXXOXOOOOOOO- X; id second\n";

#[test]
fn positions_in_obf_are_solved_and_compared_with_the_file() {
    let folder = Folder::new();
    folder.write("my.obf", LATE);
    let solved = facts(&folder, &["solve", "my.obf"]);
    assert_eq!(solved.len(), 2);
    for object in &solved {
        let score = object["score"].as_i64().unwrap();
        assert!(score % 2 == 0 && score.abs() <= 64 && object["right"].is_null(), "{object}");
        assert!(object["nodes"].is_u64() && !object["line"].as_array().unwrap().is_empty(), "{object}");
    }
    let (position, best) = (solved[1]["position"].as_str().unwrap(), &solved[1]["line"][0]);
    let line = |score: i64| format!("{position}; {}:{score:+};\n", best.as_str().unwrap());
    let score = solved[1]["score"].as_i64().unwrap();
    folder.write("right.obf", line(score));
    assert_eq!(facts(&folder, &["solve", "right.obf"])[0]["right"], true);
    folder.write("wrong.obf", line(score + 2));
    let (code, stdout, _) = folder.run(&["solve", "wrong.obf", GAME[0], GAME[1]]);
    assert!(code == 1 && stdout.contains("not the score of the file"), "{stdout}");
    folder.refused(&["solve", "my.obf", GAME[0], GAME[1], "--hash", "0"], "--hash");
}

#[test]
fn a_position_on_the_command_line_may_begin_with_an_empty_square() {
    let folder = Folder::new();
    let position = LATE.lines().next().unwrap().trim_end_matches(';');
    for command in [&["search", position, "--nodes", "100"][..], &["perft", "1", "--position", position]] {
        assert_eq!(last(&folder, command)["position"], position);
    }
    folder.fine(&[&["tree", position, "--depth", "1"], &GAME[..]].concat());
    for command in [&["search", "--nods", "100"][..], &["search", position, "--nods"], &["play", "--sid", "first"]] {
        folder.refused(&[command, &GAME[..]].concat(), "unexpected argument '--");
    }
}

#[test]
fn a_match_has_the_margin_of_its_games() {
    let folder = Folder::new();
    let players = ["none", "none,hand_evaluation.enabled=true"];
    let limits = ["--nodes", "60", "--games", "4", "--jobs", "1", "--hash", "1", "--out", "run", "--pgn", "my.ggf"];
    let lines = facts(&folder, &[&["match"], &players[..], &limits].concat());
    let margins: Vec<i64> = lines[..4].iter().map(|game| game["margin"].as_i64().unwrap()).collect();
    for (game, margin) in lines.iter().zip(&margins) {
        let result = game["result"].as_str().unwrap();
        assert_eq!(result, ["0-1", "1/2-1/2", "1-0"][(margin.signum() + 1) as usize], "{game}");
    }
    let mean = &lines[4]["summary"]["pairings"][0]["margin"]["value"];
    let expected = (margins[0] - margins[1] + margins[2] - margins[3]) as f64 / 4.0;
    assert_eq!(mean.as_f64(), Some(expected), "{margins:?}");
    let text = folder.fine(&["report", "run"]);
    assert!(text.contains("mean margin"), "{text}");
    assert!(folder.read("run/report.html").contains("mean margin (95 %)"));
    assert_eq!(folder.read("my.ggf").matches("(;GM[Othello]").count(), 4);
    // The games of one match are the openings of another.
    let more = ["match", "none", "niwaki", "--openings", "my.ggf", "--nodes", "20", "--games", "2", "--out", "more"];
    assert_eq!(facts(&folder, &[&more[..], &["--jobs", "1", "--hash", "1"]].concat()).len(), 3);
}

#[test]
fn the_static_evaluation_is_compared_with_exact_values_after_so_many_plies_of_games() {
    let folder = Folder::new();
    let limits = ["--nodes", "50", "--games", "6", "--jobs", "1", "--hash", "1", "--out", "run", "--pgn", "my.ggf"];
    facts(&folder, &[&["match", "none", "niwaki"], &limits[..]].concat());
    let solve = ["solve", "my.ggf", "--after", "50", "--static"];
    let solved = facts(&folder, &solve);
    assert!(solved.len() > 2, "{solved:?}");
    let errors: Vec<f64> = solved
        .iter()
        .map(|object| {
            let position = object["position"].as_str().unwrap();
            // The games begin with the lines of the book; a pass is a ply without a disc.
            assert!((1..=10).contains(&position.matches('-').count()), "fifty plies later: {position}");
            object["static"].as_f64().unwrap() - object["score"].as_f64().unwrap()
        })
        .collect();
    let root = (errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64).sqrt();
    let printed = folder.fine(&[&solve[..], &GAME].concat());
    let row = printed.lines().find(|line| line.starts_with("0-10 empties")).unwrap();
    let distance = errors.iter().map(|error| error.abs()).sum::<f64>() / errors.len() as f64;
    let expected = [format!("  {}  ", errors.len()), format!("  {distance:.2} ["), format!("  {root:.2} [")];
    assert!(expected.iter().all(|words| row.contains(words)), "{row}: {expected:?}");
    folder.write("zero.weights", "soup");
    folder.refused(&[&solve[..], &GAME, &["--network", "zero.weights"]].concat(), "expected tables of othello");
    folder.refused(&["solve", "my.ggf", "--after", "61", GAME[0], GAME[1]], "no game is still open after 61 plies");
    folder.refused(&["solve", "x", "--static", "--game", "connect-four"], "the evaluation predicts no margin");
    folder.refused(&["solve", "my.ggf", "--network", "my.weights", GAME[0], GAME[1]], "--static");
}

#[test]
fn tables_are_learned_from_games_with_margins_and_play() {
    let folder = Folder::new();
    let play = ["datagen", "--games", "60", "--soft", "10", "--hard", "100000", "--jobs", "1", "--out", "my.games"];
    let quick = ["--recipe", "none", "--set", "exact.plies=8"];
    folder.fine(&[&play[..], &quick, &GAME].concat());
    assert!(std::fs::read(folder.at("my.games")).unwrap().starts_with(b"Niwaki games 3\n"));
    let train = ["train", "my.games", "--out", "my.weights", "--epochs", "3"];
    let trained = last(&folder, &train);
    let stages = trained["stages"].as_array().unwrap();
    assert!(stages.iter().map(|stage| stage["positions"].as_u64().unwrap()).sum::<u64>() > 2000, "{trained}");
    let manifest = folder.read("my.weights.toml");
    assert!(manifest.contains(trained["fingerprint"].as_str().unwrap()) && manifest.contains("[[stage]]"));
    let again = ["train", "my.games", "--out", "again.weights", "--epochs", "3", "--threads", "3"];
    assert_eq!(last(&folder, &again)["fingerprint"], trained["fingerprint"], "threads change nothing");
    folder.refused(&[&train[..], &GAME].concat(), "my.weights: already exists");
    folder.refused(&[&train[..], &GAME, &["--force", "--width", "16"]].concat(), "--width: only a network has that");
    folder.refused(&[&train[..], &GAME, &["--force", "--later", "0.5"]].concat(), "--later: only a network has that");
    folder.refused(&["train", "my.games", "--out", "x.net"], "expected games of chess, not of othello");
    let duel = ["match", "none,EvalFile=my.weights", "none", "--nodes", "20", "--games", "2", "--out", "duel"];
    assert_eq!(facts(&folder, &[&duel[..], &["--jobs", "1", "--hash", "1"]].concat()).len(), 3);
    folder.write("broken.weights", "soup");
    let broken = ["match", "none,EvalFile=broken.weights", "none", "--nodes", "9", "--out", "no"];
    folder.refused(&[&broken[..], &GAME].concat(), "expected tables of othello");
}

/// What a search remembers from move to move. `set game` does not say that a new game begins, so
/// only without memory do both sides of a match play alike.
const MEMORY: [&str; 5] = ["table", "killers", "butterfly", "continuation", "exact"];

/// A match of the program against another through NBoard.
fn through_nboard(folder: &Folder, engine: &str, games: &str, out: &str) -> Vec<Json> {
    let limits = ["--depth", "2", "--games", games, "--jobs", "1", "--hash", "1", "--patience", "2", "--out", out];
    let player = format!("none{}", MEMORY.map(|tool| format!(",{tool}.enabled=false")).concat());
    facts(folder, &[&["match", &player, engine], &limits[..]].concat())
}

#[test]
fn a_match_of_twenty_games_is_played_through_nboard() {
    let folder = Folder::new();
    let changes = MEMORY.map(|tool| format!(" --set {tool}.enabled=false")).concat();
    let engine = format!("nboard:{},args=nboard --recipe none --hash 1{changes},name=other", binary().display());
    let lines = through_nboard(&folder, &engine, "20", "run");
    assert_eq!(lines.len(), 21);
    for game in &lines[..20] {
        assert!(game["reason"] == "points" || game["reason"] == "equal discs", "{game}");
    }
    // Both are one program: of each pair both sides win the same.
    assert_eq!(lines[20]["summary"]["pairings"][0]["margin"]["value"], 0.0, "{}", lines[20]);
}

#[cfg(unix)]
#[test]
fn hostile_programs_lose_with_a_reason() {
    let folder = Folder::new();
    let greeting = "while read -r line; do case \"$line\" in ping*) echo pong 1;;";
    let cases = [
        ("hangs", "go) sleep 60;;", "hang"),
        ("leaves", "go) exit 3;;", "crash"),
        ("illegal", "go) echo '=== A1';;", "illegal move"),
        ("garbage", "go) head -c 300000 /dev/urandom; echo; echo '=== ';;", "crash"),
        ("passes", "go) echo '=== PA/99/soup';;", "illegal move"),
    ];
    for (name, act, reason) in cases {
        let script = folder.engine(name, &format!("{greeting} {act} quit) exit;; esac; done"));
        let lines = through_nboard(&folder, &script.replacen("uci:", "nboard:", 1), "2", &format!("{name}.run"));
        for game in &lines[..2] {
            assert_eq!(game["reason"], reason, "{name}: {game}");
        }
    }
    let silent = folder.engine("silent", "sleep 60").replacen("uci:", "nboard:", 1);
    let players = ["match", "none", &silent, "--depth", "1", "--patience", "1", "--out", "silent.run"];
    folder.refused(&[&players[..], &GAME].concat(), "hang: no pong 1 within 1 s");
    folder.refused(&["match", "none", &silent, "--depth", "1", "--out", "chess.run"], "no NBoard engine plays chess");
    let options = format!("{silent},Hash=3");
    let players = ["match", "none", &options, "--depth", "1", "--patience", "1", "--out", "options.run"];
    folder.refused(&[&players[..], &GAME].concat(), "programs that speak NBoard have none");
}
