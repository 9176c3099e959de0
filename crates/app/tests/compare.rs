//! `niwaki compare`, `report` and `mine` from outside.
mod program;

use program::Folder;
use serde_json::Value as Json;
use std::fs;

/// Own positions, with Windows line ends: a mate, a free queen, one without a question.
const SUITE: &str = "6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm Rc8#; id \"back <rank>\";\r\n\
                     3k4/8/8/3q4/8/2N5/8/3K4 w - - bm Nxd5;\r\n\
                     8/8/8/3k1p2/5P2/4K3/8/8 w - -\r\n";

const QUICK: [&str; 6] = ["compare", "null-move", "niwaki", "--positions", "my.epd", "--depth=4"];

#[test]
fn recipes_are_compared_and_the_last_line_names_the_report() {
    let folder = Folder::new();
    folder.write("my.epd", SUITE);
    let (code, stdout, stderr) = folder.run(&[&QUICK[..], &["none,killers.enabled=false"]].concat());
    assert_eq!((code, stderr.as_str()), (0, ""));
    for word in
        ["3 positions of my.epd, depth 4 each; base null-move\n", "\nniwaki ", "2/2, 100\u{a0}% [", "\nnone,killers"]
    {
        assert!(stdout.contains(word), "{word}: {stdout}");
    }
    let report = stdout.lines().last().unwrap().strip_prefix("report: ").unwrap();
    let page = folder.read(report);
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg ") && page.contains("back &lt;rank&gt;"));
    assert!(page.contains("niwaki compare null-move niwaki --positions my.epd --depth=4 none,killers.enabled=false"));
    assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("NaN"));
}

#[test]
fn a_report_is_made_again_from_records_alone() {
    let folder = Folder::new();
    folder.write("my.epd", SUITE);
    assert_eq!(folder.run(&[&QUICK[..], &["--out", "run"]].concat()).0, 0);
    let page = folder.read("run/report.html");
    fs::remove_file(folder.at("run/report.html")).unwrap();
    assert_eq!(folder.run(&["report", "run", "--picture", "picture.svg"]).0, 0);
    assert_eq!(folder.read("run/report.html"), page);
    assert!(folder.read("picture.svg").starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    folder.refused(&["report", "run", "--picture", "picture.svg"], "already exists");
    folder.refused(&["report", "gone"], "cannot open the records");
    folder.write("records.jsonl", "{\"command\":\"match\",\"plan\":{}}\n");
    folder.refused(&["report", "."], "records.jsonl: expected the records of a match");
    folder.write("records.jsonl", "{\"command\":\"soup\",\"plan\":{}}\n");
    folder.refused(&["report", "."], "expected the records of niwaki");
    folder.write("records.jsonl", [0xff, 0x00, 0x0a]);
    folder.refused(&["report", "."], "line 1: expected a JSON object");
}

/// The objects without what depends on the clock.
fn timeless(text: &str) -> Vec<Json> {
    let strip = |line: &str| {
        let mut object: Json = serde_json::from_str(line).unwrap();
        object.as_object_mut().unwrap().remove("seconds");
        for recipe in object["summary"]["recipes"].as_array_mut().into_iter().flatten() {
            recipe.as_object_mut().unwrap().retain(|key, _| key != "seconds" && key != "nps");
        }
        object
    };
    text.lines().map(strip).collect()
}

#[test]
fn a_run_that_was_cut_off_goes_on_to_the_same_end() {
    let folder = Folder::new();
    folder.write("my.epd", SUITE);
    let run = |more: &[&str]| {
        let (code, stdout, stderr) = folder.run(&[&QUICK[..], &["--json", "--out", "run"], more].concat());
        assert_eq!((code, stderr.as_str()), (0, ""));
        timeless(&stdout)
    };
    let whole = run(&["--jobs", "1"]);
    assert_eq!(whole.len(), 2 * 3 + 1);
    assert_eq!((&whole[0]["recipe"], &whole[0]["move"]), (&"null-move".into(), &"Rc8#".into()));
    assert_eq!(whole[6]["summary"]["recipes"][1]["solved"], 2);
    let records = folder.read("run/records.jsonl");
    let header = records.find('\n').unwrap();
    for kept in [0, header / 2, header + 1, header + 50, records.len() - 7] {
        folder.write("run/records.jsonl", &records[..kept]);
        assert_eq!(run(&["--jobs", "3"]), whole, "cut at {kept}");
    }
    assert_eq!(run(&["--force"]), whole);
    folder.refused(&[&QUICK[..], &["--out", "run", "--base", "niwaki"]].concat(), "the records of another run");
}

#[test]
fn a_wrong_comparison_is_refused() {
    let folder = Folder::new();
    folder.write("my.epd", SUITE);
    folder.refused(&["compare", "soup"], "soup: no such recipe or file");
    folder.refused(&["compare", "none", "none"], "none: given twice");
    folder.refused(&["compare", "none,soup=3"], "none,soup=3: ");
    folder.refused(&["compare", "none", "--base", "mpc"], "--base mpc: expected one of the recipes");
    folder.refused(&["compare", "none", "--set", "x"], "--set x: ");
    folder.refused(&["compare", "--recipe", "none"], "--recipe none: ");
    folder.refused(&["compare", "--depth", "3", "--nodes", "5"], "cannot be used with");
    folder.refused(&["compare", "--depth", "0"], "0 is not in 1..");
    folder.refused(&["compare", "--game", "soup"], "--game: no game");
    folder.refused(&["compare", "--positions", "gone.epd"], "gone.epd: ");
    folder.refused(&["compare", "--positions", "my.epd", "--half", "tune"], "cannot be used with");
    for (text, expected) in
        [(&b""[..], "there is none"), (&[0xff, 0xfe, 0, 7][..], "line 1: "), (b"8/8 w\n", "line 1: ")]
    {
        folder.write("hostile.epd", text);
        folder.refused(&["compare", "--positions", "hostile.epd"], expected);
    }
    folder.write("file", "");
    folder.refused(&[&QUICK[..], &["--out", "file"]].concat(), "file: cannot make the folder");
    folder.write("records.jsonl", "my notes\n");
    folder.refused(&[&QUICK[..], &["--out", ".", "--force"]].concat(), "line 1: expected a JSON object");
    assert_eq!(folder.read("records.jsonl"), "my notes\n");
    assert!(!folder.at("runs").exists());
}

#[test]
fn positions_are_mined_the_same_whatever_the_number_of_jobs() {
    let folder = Folder::new();
    let mine = |out: &str, jobs: &str| {
        let quick = ["mine", "--count=2", "--nodes=8000", "--hash=1", "--json", "--jobs", jobs, "--out", out];
        let (code, stdout, stderr) = folder.run(&quick);
        assert_eq!((code, stderr.as_str()), (0, ""));
        assert_eq!(serde_json::from_str::<Json>(&stdout).unwrap()["found"], 2);
        folder.read(out)
    };
    let alone = mine("a.epd", "1");
    assert_eq!(alone, mine("b.epd", "3"));
    assert!(alone.contains("id \"niwaki 002\"; c0 \"difficulty "), "{alone}");
    folder.refused(&["mine", "--out", "a.epd"], "a.epd: already exists; use --force to overwrite");
    folder.refused(&["mine", "--out", "x.epd", "--count", "0"], "0 is not in 1..");
    folder.refused(&["mine", "--out", "no/such/x.epd"], "no/such/x.epd: ");
    folder.refused(&["mine"], "--out");
    assert_eq!(folder.run(&["suite", "a.epd", "--depth", "2"]).0, 0);
}
