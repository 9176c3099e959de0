//! `niwaki sweep`.
use crate::support::Folder;
use serde_json::json;

const QUICK: [&str; 6] = ["sweep", "turk-mc", "--positions=my.epd", "--depth=3", "--hash=1", "--out=run"];
const GRID: [&str; 4] = ["--grid", "multi_cut.reduction=1,2", "--grid", "multi_cut.cuts=2..4"];

#[test]
fn every_setting_is_compared_with_the_base_and_the_last_line_names_the_report() {
    let folder = Folder::new();
    let (code, stdout, stderr) = folder.run(&[&QUICK[..], &GRID, &["--base", "turk"]].concat());
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.starts_with("6 settings on 8 positions of my.epd, depth 3 each; base turk\n"), "{stdout}");
    assert!(stdout.contains("reduction  cuts  ") && stdout.contains("of base's solved"), "{stdout}");
    assert_eq!(stdout.lines().last(), Some("report: run/report.html"));
    let page = folder.read("run/report.html");
    assert!(page.contains("<svg ") && page.contains("Solved, turk = 100 %"));
    assert!(page.contains("niwaki sweep turk-mc") && !page.contains("NaN") && !page.contains("<script"));
    let summary = &folder.summary(&["report", "run"])["summary"];
    assert_eq!(summary["settings"].as_array().unwrap().len(), 6);
    assert_eq!(summary["settings"][5]["values"], json!({ "multi_cut.reduction": "2", "multi_cut.cuts": "4" }));
    assert_eq!(summary["base"]["recipe"], "turk");
    let (_, again, _) = folder.run(&["report", "run"]);
    assert_eq!(stdout, again);
}

/// A setting is the recipe that `niwaki compare` makes of its name.
#[test]
fn a_setting_searches_what_a_comparison_with_its_name_searches() {
    let folder = Folder::new();
    let sweep = folder.facts(&[&QUICK[..], &GRID].concat());
    assert_eq!(sweep.len(), 7 * 8 + 1);
    let name = sweep[6 * 8]["recipe"].as_str().unwrap();
    assert_eq!(name, "turk-mc,multi_cut.reduction=2,multi_cut.cuts=4");
    let compared = folder.facts(&["compare", name, "--positions=my.epd", "--depth=3", "--hash=1"]);
    assert_eq!(sweep[6 * 8..7 * 8], compared[..8]);
    // What chooses settings must not look at the half that is kept for reporting.
    let built_in = ["sweep", "turk-mc", "--grid=multi_cut.cuts=2", "--nodes=1", "--hash=1", "--out=half"];
    assert_eq!(folder.summary(&built_in)["summary"]["suite"], "built-in suite, tune half");
}

#[test]
fn a_wrong_sweep_is_refused() {
    let folder = Folder::new();
    for (arguments, expected) in [
        (&[][..], "--grid"),
        (&["--grid", "multi_cut.cuts"], "expected method.parameter=1,2,3"),
        (&["--grid", "multi_cut.cuts=0..3"], "--grid multi_cut.cuts: must be a whole number in "),
        (&["--grid", "multi_cut.soup=1"], "--grid multi_cut.soup: "),
        (&["--grid", "razoring.base=1,2"], "--grid razoring.base: razoring is switched off"),
        (&["--grid", "multi_cut.cuts=2", "--base", "soup"], "soup: no such recipe or file"),
        (&["--grid", "multi_cut.cuts=2", "--recipe", "turk"], "--recipe turk: "),
        (&["--grid", "multi_cut.cuts=2", "--game", "connect-four"], "turk-mc: a recipe of chess, not of connect-four"),
        (&["--grid", "multi_cut.cuts=2", "--positions", "gone.epd"], "gone.epd: "),
    ] {
        folder.refused(&[&["sweep", "turk-mc"], arguments].concat(), expected);
    }
    folder.refused(&["sweep", "soup", "--grid", "multi_cut.cuts=2"], "soup: no such recipe or file");
    assert!(!folder.at("runs").exists());
}
