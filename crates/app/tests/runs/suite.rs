//! `niwaki suite`.
use crate::support::Folder;
use serde_json::json;

const QUICK: [&str; 5] = ["suite", "my.epd", "--depth=6", "--hash=1", "--out=run"];

#[test]
fn right_moves_mates_and_points_are_counted() {
    let folder = Folder::new();
    let (code, stdout, stderr) = folder.run(&QUICK);
    assert_eq!((code, stderr.as_str()), (0, ""));
    for word in [
        "niwaki on my.epd, depth 6 each\n",
        "solved      4/5, 80.0 % [37.6, 96.4]; standard error 0.9 positions (Lim & Lee)\n",
        "points      10/10  100.0 %\n",
        "positions   8\n",
        "nodes  ",
        "time  ",
        " in 5 positions without a mate\n",
        " nps\n",
        "\nnull_move ",
        "records: run/records.jsonl\n",
    ] {
        assert!(stdout.contains(word), "{word}: {stdout}");
    }
    let (_, again, _) = folder.run(&["report", "run"]);
    assert_eq!(stdout, again, "a report is made from records alone");
    let (_, stdout, _) = folder.run(&["suite", "my.epd", "--nodes", "3000", "--verbose"]);
    let names = ["back rank", "  2", "weak rank", "wrong", "  5", "10/10 points  points", "mate"];
    assert!(stdout.lines().zip(names).all(|(line, name)| line.ends_with(name)), "{stdout}");
    assert!(stdout.lines().next().unwrap().contains("solved Rc8#") && stdout.contains("#1"), "{stdout}");
    assert_eq!(folder.run(&["suite", "my.epd", "--time", "5", "--jobs", "3"]).0, 0);
}

#[test]
fn the_json_is_the_same_whatever_the_number_of_jobs() {
    let folder = Folder::new();
    let run = |out: &str, jobs: &str| folder.facts(&["suite", "my.epd", "--depth=6", "--out", out, "--jobs", jobs]);
    let alone = run("alone", "1");
    assert_eq!(alone.len(), 9);
    assert_eq!(
        (&alone[0]["solved"], &alone[0]["move"], &alone[0]["mate"]),
        (&json!(true), &json!("Rc8#"), &json!(true))
    );
    assert_eq!((&alone[5]["points"], &alone[5]["solved"]), (&json!({ "got": 10, "most": 10 }), &json!(null)));
    let summary = &alone[8]["summary"];
    assert_eq!((&summary["solved"], &summary["total"], &summary["faults"]), (&json!(4), &json!(5), &json!(0)));
    assert_eq!(alone, run("together", "4"));
    assert_eq!(alone, run("alone", "2"), "what is recorded is shown again");
    assert_eq!(
        folder.records("alone"),
        folder
            .records("together")
            .iter()
            .map(|record| {
                let mut record = record.clone();
                if record.get("notes").is_some() {
                    record["notes"] = folder.records("alone")[0]["notes"].clone();
                }
                record
            })
            .collect::<Vec<_>>()
    );
}

#[test]
fn a_wrong_suite_is_refused() {
    let folder = Folder::new();
    folder.write("wrong.epd", "3k4/8/8/3q4/8/2N5/8/3K4 w - - bm Nxd5;\n\nnot a position\n");
    folder.refused(&["suite", "wrong.epd"], "wrong.epd: line 3: ");
    folder.write("illegal.epd", "3k4/8/8/3q4/8/2N5/8/3K4 w - - bm Nxd6;\n");
    folder.refused(&["suite", "illegal.epd"], "illegal.epd: line 1: bm: ");
    for (arguments, expected) in [
        (&["--depth", "3", "--nodes", "100"][..], "cannot be used with"),
        (&["--depth", "0"], "0 is not in 1.."),
        (&["--jobs", "0"], "0 is not in 1.."),
        (&["--hash", "0"], "0 is not in 1.."),
        (&["--shard", "3/2"], "expected a part such as 2/8"),
        (&["--game", "connect-four"], "my.epd: line 1: "),
        (&["--recipe", "soup"], "soup: no such recipe or file"),
        (&["--engine", "niwaki"], "--engine niwaki: expected uci:FILE"),
        (&["--engine", "uci:x", "--set", "null_move.min_depth=4"], "an engine has options of its own"),
        (&["--engine", "uci:no/such/engine"], "no/such/engine: crash: cannot be started"),
    ] {
        folder.refused(&[&["suite", "my.epd"], arguments].concat(), expected);
    }
    folder.refused(&["suite", "no/such.epd"], "no/such.epd: ");
    folder.refused(&["suite"], "<FILE>");
}

/// The same program through pipes, at a depth, finds the same moves with the same nodes.
#[test]
fn an_external_engine_answers_as_the_recipe_does() {
    let folder = Folder::new();
    let program = format!("uci:{},name=niwaki", crate::program::binary().display());
    let inside = folder.facts(&["suite", "my.epd", "--depth=5", "--hash=1", "--out=inside"]);
    let outside = folder.facts(&["suite", "my.epd", "--depth=5", "--hash=1", "--out=outside", "--engine", &program]);
    assert_eq!((inside.len(), outside.len()), (9, 9));
    for (inside, outside) in inside.iter().zip(&outside).take(8) {
        for fact in ["recipe", "number", "id", "position", "solved", "move", "nodes", "points", "mate"] {
            assert_eq!(inside[fact], outside[fact], "{fact}: {inside} {outside}");
        }
    }
    let header = &folder.records("outside")[0];
    assert!(header["plan"]["recipes"][0]["program"]["hash"].is_string(), "{header}");
}

/// Answers the greeting; the rest is the script's.
#[cfg(unix)]
const GREETING: &str = r#"while read -r line; do case "$line" in uci) echo uciok;; isready) echo readyok;;"#;

#[cfg(unix)]
#[test]
fn an_engine_that_fails_in_a_position_is_started_again_for_the_next() {
    let folder = Folder::new();
    let good = r#"go*) echo "info depth 3 score cp 20 nodes 77"; echo bestmove $move;;"#;
    for (name, bad, detail) in [
        ("leaves", "exit 1", "crash: it left"),
        ("hangs", "exec sleep 60", "hang: no move within 1 s"),
        ("garbage", "move=soup", "illegal move: "),
        ("illegal", "move=e2e4", "illegal move: "),
    ] {
        // It fails in the second position only.
        let position = format!(r#"*6k1*) move=c1c8;; *3q4*) {bad};; position*) move=none;; "#);
        let script = format!("{GREETING} quit) exit;; {position} {good} esac; done");
        let engine = folder.engine(name, &script);
        folder.write("two.epd", crate::support::SUITE.lines().take(2).collect::<Vec<_>>().join("\r\n"));
        let out = format!("{name}.out");
        let arguments =
            ["suite", "two.epd", "--nodes=50", "--patience=1", "--jobs=1", "--out", &out, "--engine", &engine];
        let (code, stdout, stderr) = folder.run(&[&arguments[..], &["--json"]].concat());
        assert_eq!(code, 0, "{name}: {stderr}");
        assert!(stderr.starts_with(&format!("niwaki: {name}: position 2 (2): {detail}")), "{name}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{name}: {stderr}");
        let lines: Vec<serde_json::Value> = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((&lines[0]["solved"], &lines[0]["nodes"]), (&json!(true), &json!(77)), "{name}");
        assert_eq!((&lines[1]["solved"], &lines[2]["summary"]["faults"]), (&json!(false), &json!(1)), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_never_answers_is_given_up_and_leaves_no_records() {
    let folder = Folder::new();
    let engine = folder.engine("never", &format!("{GREETING} go*) exit 7;; esac; done"));
    let arguments = ["suite", "my.epd", "--nodes=50", "--patience=1", "--jobs=1", "--out=out", "--engine", &engine];
    folder.refused(&arguments, "never: no answer to the first 3 positions: crash: it left");
    assert_eq!(folder.records("out").len(), 1, "the header only");
    let silent = folder.engine("silent", "exec sleep 60");
    folder.refused(&["suite", "my.epd", "--patience=1", "--engine", &silent], "hang: no uciok within 1 s");
}
