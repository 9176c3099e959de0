//! `niwaki tune` from outside: resuming, reports, recipes, and options that make no sense.
mod matches;

use matches::*;
use std::{fs, process::Stdio, time::Duration};

const FIXED: [&str; 14] = [
    "niwaki",
    "--tune",
    "razoring.base",
    "--tune",
    "null_move.min_depth=3:1..8:1",
    "--nodes",
    "150",
    "--iterations",
    "12",
    "--pairs",
    "2",
    "--max-plies",
    "40",
    "--out",
];

#[test]
fn a_run_that_is_killed_at_any_moment_takes_the_same_course() {
    let folder = Folder::new();
    let course = |out: &str| {
        let mut lines = json("tune", &[&FIXED[..], &[&folder.path(out)]].concat());
        let last = lines.last_mut().and_then(|last| last.as_object_mut()).unwrap();
        // The last line says where the run is kept.
        assert!(last.remove("folder").is_some() && last.remove("report").is_some());
        lines
    };
    let whole = course("whole");
    assert_eq!(whole.len(), 13);
    for moment in 0..12u64 {
        let mut child = std::process::Command::new(binary())
            .arg("tune")
            .args(FIXED)
            .arg(folder.path("killed"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(20 + moment * 37 % 150));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(course("killed"), whole);
    let records = |out: &str| {
        let text = fs::read_to_string(folder.at(out).join("records.jsonl")).unwrap();
        text.lines().skip(1).map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(records("killed"), records("whole"));
}

#[test]
fn it_ends_with_a_table_a_report_and_a_recipe() {
    let folder = Folder::new();
    let (out, file) = (folder.path("out"), folder.path("tuned.toml"));
    let arguments = [&FIXED[..], &[&out, "--write", &file]].concat();
    let (code, stdout, stderr) = run("tune", &arguments);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    for word in ["parameter", "start", "range", "razoring.base", "null_move.min_depth", "1..8", "records: ", "recipe: "]
    {
        assert!(stdout.contains(word), "{word}: {stdout}");
    }
    let report = folder.read("out/report.html");
    assert!(
        report.contains("moved furthest") && report.contains("niwaki tune niwaki --tune razoring.base"),
        "{report}"
    );
    let (code, shown, _) = run("recipes", &[&file]);
    assert!(code == 0 && shown.contains("[null_move]"), "{shown}");
    refused_by("tune", &arguments, "already exists; use --force to overwrite");
    assert_eq!(run("tune", &[&arguments[..], &["--force"]].concat()).0, 0);
    fs::remove_file(folder.at("out/report.html")).unwrap();
    let (code, stdout, _) = run("report", &[&out]);
    assert!(code == 0 && stdout.contains("\nreport: "), "{stdout}");
    assert_eq!(folder.read("out/report.html"), report);
}

#[test]
fn wrong_usage_is_answered_with_one_line() {
    let folder = Folder::new();
    let out = folder.path("out");
    let with = |arguments: &[&str], expected: &str| {
        refused_by("tune", &[arguments, &["--out", &out]].concat(), expected);
    };
    with(&["niwaki"], "--tune");
    with(&["soup", "--tune", "razoring.base"], "soup: no such recipe or file");
    with(&["niwaki", "--tune", "razoring.enabled"], "expected a parameter that is a number");
    with(&["none", "--tune", "razoring.base"], "razoring is switched off in none");
    with(&["niwaki", "--tune", "razoring"], "expected method.parameter");
    with(&["niwaki", "--tune", "razoring.base:1..99999999999"], "a range of whole numbers");
    with(&["niwaki", "--tune", "razoring.base=1e400"], "a number as the start");
    with(&["niwaki", "--tune", "razoring.base", "--tune", "razoring.base:5"], "razoring.base: given twice");
    with(&["niwaki", "--tune", "razoring.base", "--rate", "0"], "expected a number above 0");
    with(&["niwaki", "--tune", "razoring.base", "--rate", "nan"], "expected a number above 0");
    with(&["niwaki", "--tune", "razoring.base", "--iterations", "0"], "--iterations");
    with(&["niwaki", "--tune", "razoring.base", "--pairs", "90000"], "the number of openings");
    with(&["niwaki", "--tune", "razoring.base", "--recipe", "none"], "named without --recipe");
    with(&["niwaki", "--tune", "razoring.base", "--game", "soup"], "no game");
    with(&["niwaki", "--tune", "razoring.base", "--openings", "no/such.epd"], "no/such.epd: ");
    refused_by("tune", &["niwaki", "--tune", "razoring.base", "--out", "/proc/niwaki"], "cannot make the folder");
    refused_by("report", &[&out], "cannot open the records");
}

#[test]
fn the_help_explains_rate_and_step() {
    let (code, stdout, _) = run("tune", &["--help"]);
    assert_eq!(code, 0);
    for word in ["c_end", "r_end", "rounded by chance", "Example: niwaki tune"] {
        assert!(stdout.contains(word), "{word}: {stdout}");
    }
}
