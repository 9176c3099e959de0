//! `niwaki match` from outside: resuming, pipes, and engines that misbehave.
mod matches;

use matches::*;
use serde_json::Value as Json;
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

/// What depends on the clock, on the names of players, or on where the run is kept.
const UNSTEADY: [&str; 5] = ["outside_search", "name", "file", "folder", "report"];

/// All that depends on none of these.
fn without_times(mut object: Json) -> Json {
    match &mut object {
        Json::Object(fields) => {
            fields.retain(|name, _| !name.contains("seconds") && !UNSTEADY.contains(&name.as_str()));
            fields.values_mut().for_each(|value| *value = without_times(value.take()));
        }
        Json::Array(values) => values.iter_mut().for_each(|value| *value = without_times(value.take())),
        _ => {}
    }
    object
}

fn facts(arguments: &[&str]) -> Vec<Json> {
    games(arguments).into_iter().map(without_times).collect()
}

#[test]
fn a_match_in_process_equals_the_same_match_through_pipes() {
    let folder = Folder::new();
    let program = format!("uci:{},name=niwaki (2)", binary().display());
    let limits = ["--nodes", "300", "--games", "4", "--max-plies", "80"];
    let inside = facts(&[&["niwaki", "niwaki", "--out", &folder.path("inside")], &limits[..]].concat());
    let piped = facts(&[&["niwaki", &program, "--out", &folder.path("piped")], &limits[..]].concat());
    assert_eq!((inside.len(), piped.len()), (5, 5));
    // The last line that a program prints may be of an iteration before that which was interrupted.
    for (inside, piped) in inside.iter().zip(&piped).take(4) {
        for fact in ["moves", "scores", "result", "reason", "opening", "players"] {
            assert_eq!(inside[fact], piped[fact], "{fact}");
        }
    }
    assert_eq!(inside[4]["summary"]["pairings"], piped[4]["summary"]["pairings"]);
}

#[test]
fn a_match_that_is_killed_at_any_moment_goes_on_to_the_same_result() {
    let folder = Folder::new();
    let arguments = |out: &str| -> Vec<String> {
        let fixed =
            ["niwaki", "modern", "--nodes", "400", "--games", "100", "--jobs", "2", "--max-plies", "60", "--out"];
        fixed.iter().map(ToString::to_string).chain([folder.path(out)]).collect()
    };
    let all = |out: &str| {
        let arguments = arguments(out);
        facts(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let whole = all("whole");
    for moment in 0..20u64 {
        let mut child = std::process::Command::new(binary())
            .arg("match")
            .args(arguments("killed"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(10 + moment * 37 % 90));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(all("killed"), whole);
    let records = folder.read("killed/records.jsonl");
    let mut numbers: Vec<u64> = records
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str::<Json>(line).unwrap()["game"].as_u64().unwrap())
        .collect();
    numbers.sort_unstable();
    assert!(numbers.into_iter().eq(0..100), "no game is lost, none is played twice");
}

#[test]
fn the_table_the_pgn_and_the_exit_code_say_what_came_of_it() {
    let folder = Folder::new();
    let (out, pgn) = (folder.path("out"), folder.path("games.pgn"));
    let test = ["niwaki", "none", "--nodes", "200", "--jobs", "2", "--resign", "600,2", "--games", "60"];
    let files = ["--out", &out, "--pgn", &pgn];
    let (code, stdout, _) = niwaki(&[&test[..], &files[..], &["--sprt", "-400,-250,logistic"]].concat());
    assert_eq!(code, 0, "{stdout}");
    for word in ["niwaki against none", "pairs", "normalized elo", "los %", "accept H1", "mean of a move", "records"] {
        assert!(stdout.contains(word), "{word}: {stdout}");
    }
    let games = fs::read_to_string(&pgn).unwrap();
    assert!(games.contains("[White \"niwaki\"]") && games.contains("/") && games.contains("200n "), "{games}");
    let (code, ..) = niwaki(&[&test[..], &files[..], &["--sprt", "500,600,logistic"]].concat());
    assert_eq!(code, 1, "the same games do not pass every test");
    assert!(
        stdout.contains("\nElo   | ") && stdout.contains("\nLLR   | ") && stdout.contains("\nPenta | ["),
        "{stdout}"
    );
    let (code, ..) = niwaki(&[&test[..], &files[..], &["--sprt", "0,1"]].concat());
    assert_eq!(code, 3, "60 games cannot tell 0 from 1");
    refused(&["niwaki", "none", "--nodes", "201", "--out", &out], "the records of another run: plan.limit was");
    refused(&["niwaki", "none", "--out", &folder.path("new"), "--pgn", &pgn], "it is there already");
}

/// Two parts at a time, one of them killed and begun again: the verdict falls with the same game
/// as in one run.
#[test]
fn parts_of_a_test_share_a_folder_and_end_together() {
    let folder = Folder::new();
    let test = ["niwaki", "none", "--nodes", "200", "--jobs", "1", "--resign", "600,2", "--games", "400"];
    let test = [&test[..], &["--sprt", "-20,40,0.1,0.1", "--json"]].concat();
    let last = |stdout: &str| -> Json { serde_json::from_str(stdout.lines().last().unwrap()).unwrap() };
    let (code, stdout, stderr) = niwaki(&[&test[..], &["--out", &folder.path("whole")]].concat());
    assert!(stderr.is_empty() && code != 3, "{code} {stderr}");
    let whole = last(&stdout)["summary"].clone();
    let (shared, pairs) = (folder.path("shared"), whole["pairings"][0]["pentanomial"].clone());
    let part = |index: usize| {
        let shard = format!("{index}/2");
        niwaki(&[&test[..], &["--shard", &shard, "--out", &shared]].concat())
    };
    let killed = [&["match"], &test[..], &["--shard", "2/2", "--out", &shared]].concat();
    let mut child = Command::new(binary()).args(&killed).stdout(Stdio::null()).spawn().unwrap();
    let answers = std::thread::scope(|scope| {
        let first = scope.spawn(|| part(1));
        std::thread::sleep(Duration::from_millis(300));
        child.kill().unwrap();
        child.wait().unwrap();
        let second = scope.spawn(|| part(2));
        [first.join().unwrap(), second.join().unwrap()]
    });
    assert!(answers.iter().all(|(_, _, stderr)| stderr.is_empty()), "{answers:?}");
    for index in [1, 2] {
        let (again, stdout, _) = part(index);
        let found = &last(&stdout)["summary"];
        assert_eq!((again, &found["pentanomial"]), (code, &pairs), "part {index}: {found}");
        assert_eq!(found["decided"], true);
    }
}

#[test]
fn other_games_and_more_players_are_played() {
    let folder = Folder::new();
    let arguments = ["none", "niwaki", "multi-cut", "--game", "connect-four", "--nodes", "100", "--games", "4"];
    let (code, stdout, stderr) = niwaki(&[&arguments[..], &["--out", &folder.path("out")]].concat());
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.starts_with("player ") && stdout.contains("multi-cut "), "{stdout}");
    let gauntlet = facts(&[&arguments[..], &["--gauntlet", "--out", &folder.path("gauntlet")]].concat());
    assert_eq!(gauntlet.len(), 9);
}

#[test]
fn clocks_are_kept() {
    let folder = Folder::new();
    for (index, limit) in [["--tc", "4/0.2+0.01"], ["--movetime", "5"], ["--depth", "3"]].iter().enumerate() {
        let out = folder.path(&index.to_string());
        let rest = ["--games", "2", "--max-plies", "30", "--margin", "2000", "--out", &out];
        let summary = games(&[&["niwaki", "none"], &limit[..], &rest[..]].concat()).pop().unwrap();
        assert_eq!(summary["summary"]["games"], 2, "{summary}");
        assert_eq!(summary["summary"]["reasons"].get("time"), None, "{summary}");
    }
}

#[test]
fn wrong_usage_is_answered_with_one_line() {
    let folder = Folder::new();
    let out = folder.path("out");
    let with = |arguments: &[&str], expected: &str| refused(&[arguments, &["--out", &out]].concat(), expected);
    with(&["niwaki"], "PLAYER");
    with(&["niwaki", "soup"], "soup: no such recipe or file");
    with(&["niwaki", "none,x"], "expected name=value");
    with(&["niwaki", "none", "--games", "3"], "expected an even number");
    with(&["niwaki", "none", "--games", "5000"], "would be a repetition");
    with(&["niwaki", "none", "--sprt", "5,0"], "elo1: expected at least");
    with(&["niwaki", "none", "--tc", "x"], "expected [moves/]seconds");
    with(&["niwaki", "none", "--until", "0"], "expected a number above 0");
    with(&["niwaki", "none", "modern", "--until", "5"], "expected two players");
    with(&["niwaki", "none", "--openings", "no/such.epd"], "no/such.epd: ");
    with(&["niwaki", "none", "--set", "null_move.enabled=false"], "name the players instead");
    with(&["niwaki", "none", "--game", "soup"], "no game");
    with(&["niwaki", "uci:no/such/engine"], "no/such/engine: crash: cannot be started");
    for (name, bytes) in [("empty.epd", &b""[..]), ("binary.epd", b"\xff\xfe\0\n"), ("cut.pgn", b"1. e4 e5 2. Ke3")] {
        folder.write(name, bytes);
        with(&["niwaki", "none", "--openings", &folder.path(name)], name);
    }
}

#[test]
fn windows_line_ends_make_no_difference() {
    let folder = Folder::new();
    let lines = "# book\r\n8/8/8/3k1p2/5P2/4K3/8/7R w - -\r\n\r\n8/8/8/3k1p2/5P2/4K3/8/7R b - -\r\n";
    folder.write("book.epd", lines);
    let (book, out) = (folder.path("book.epd"), folder.path("out"));
    let all = games(&["niwaki", "none", "--nodes", "50", "--games", "4", "--openings", &book, "--out", &out]);
    assert_eq!(all.len(), 5);
}

#[cfg(unix)]
#[test]
fn engines_that_never_greet_are_refused_at_once() {
    let folder = Folder::new();
    let out = folder.path("out");
    let cases = [("exits", "exit 3", "crash: it left"), ("sleeps", "exec sleep 60", "hang: no uciok within 1 s")];
    for (name, script, expected) in cases {
        let engine = folder.engine(name, script);
        refused(&["niwaki", &engine, "--patience", "1", "--out", &out], expected);
    }
    let flood = folder.engine("floods", "exec yes uci");
    refused(&["niwaki", &flood, "--patience", "1", "--out", &out], "hang: no uciok");
    let endless = folder.engine("endless", "exec cat /dev/zero");
    refused(&["niwaki", &endless, "--patience", "1", "--out", &out], "hang: no uciok");
}

#[cfg(unix)]
#[test]
fn engines_that_misbehave_lose_with_a_reason_and_are_started_again() {
    let folder = Folder::new();
    let cases = [
        ("illegal", "go*) echo bestmove e2e5;;", "illegal move", "\"e2e5\""),
        ("garbage", "go*) printf 'bestmove \\377\\376\\n';;", "illegal move", ""),
        ("nothing", "go*) echo bestmove;;", "crash", "no move in"),
        ("leaves", "go*) exit 1;;", "crash", "it left"),
        ("hangs", "go*) exec sleep 60;;", "hang", "no move within 1 s"),
        ("floods", "go*) exec yes info depth 1;;", "hang", "no move within 1 s"),
        ("no-line-end", "go*) printf 'bestmove e2e4'; exec sleep 60;;", "hang", "no move within"),
        ("loud", "go*) head -c 300000 /dev/zero >&2; exit 0;;", "crash", "it left"),
    ];
    for (name, script, reason, detail) in cases {
        let engine = folder.engine(name, &format!("{GREETING} quit) exit;; {script} esac; done"));
        let out = folder.path(&format!("{name}.out"));
        let all = games(&["none", &engine, "--nodes", "20", "--games", "2", "--patience", "1", "--out", &out]);
        for game in &all[..2] {
            assert_eq!(game["reason"], reason, "{name}: {game}");
            assert!(game["detail"].as_str().unwrap().contains(detail), "{name}: {game}");
        }
        assert_eq!(all[2]["summary"]["players"][1]["faults"][reason], 2, "{name}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_gives_one_line() {
    if Path::new("/proc/self").exists() {
        refused(&["niwaki", "none", "--out", "/proc/niwaki"], "/proc/niwaki: cannot make the folder");
    }
}

#[test]
fn a_match_leaves_a_report_that_can_be_made_again_from_its_records() {
    let folder = Folder::new();
    let run = folder.path("run");
    let arguments = ["niwaki", "none,name=<b>none</b>", "--nodes", "100", "--games", "4", "--sprt", "-400,400,0.2,0.2"];
    let (code, stdout, stderr) = niwaki(&[&arguments[..], &["--max-plies", "60", "--out", &run]].concat());
    assert!([0, 1, 3].contains(&code) && stderr.is_empty(), "{stderr}");
    let path = stdout.lines().find_map(|line| line.strip_prefix("report: ")).unwrap().trim().to_string();
    let page = fs::read_to_string(&path).unwrap();
    for word in ["&lt;b&gt;none&lt;/b&gt;", "Course of the test", "niwaki match niwaki", "How games ended", "LOS"] {
        assert!(page.contains(word), "{word}: {page}");
    }
    fs::remove_file(&path).unwrap();
    let picture = folder.path("elo.svg");
    let again = std::process::Command::new(binary()).args(["report", &run, "--picture", &picture]).output().unwrap();
    assert!(again.status.success());
    assert_eq!(fs::read_to_string(&path).unwrap(), page);
    assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg "));
}
