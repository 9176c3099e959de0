//! `niwaki fit` and `niwaki collect` from outside, and recipes that use what they made.
mod program;

use program::{Folder, refused};
use std::fs;

/// Own positions: a mate, a free queen, a move that allows a mate, one that cannot be found.
const SUITE: &str = "6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm Rc8#; id \"back rank\";\n\
                     3k4/8/8/3q4/8/2N5/8/3K4 w - - bm Nxd5;\n\
                     2r3k1/p4ppp/8/8/8/1Q6/5PPP/6K1 w - - am Qb7; id \"weak rank\";\n\
                     6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm h3; id \"wrong\";\n";

/// The quickest fit there is.
const FIT: [&str; 7] = ["fit", "probcut", "--pairs", "1:2,0:3", "--count", "15", "--hash=1"];

#[test]
fn a_fit_prints_a_table_and_writes_a_model_that_a_recipe_can_use() {
    let folder = Folder::new();
    let stdout = folder.fine(&[&FIT[..], &["--bound", "300,1000", "--records", "fit"]].concat());
    assert_eq!(stdout.lines().filter(|line| line.starts_with("(1,2) ") && line.contains("middle game")).count(), 2);
    let report = stdout.lines().last().unwrap().strip_prefix("report: ").unwrap();
    let page = folder.read(report);
    assert!(page.contains("Scores: depth 2 from 1") && page.contains("niwaki fit probcut --pairs 1:2,0:3"), "{page}");
    fs::remove_file(folder.at(report)).unwrap();
    folder.fine(&["report", "fit"]);
    assert_eq!(folder.read(report), page);

    folder.write("model.toml", "");
    folder.refused(&[&FIT[..], &["--out", "model.toml"]].concat(), "model.toml: already exists");
    assert_eq!(folder.read("model.toml"), "");
    folder.fine(&[&FIT[..], &["--force", "--out", "model.toml", "--records", "again"]].concat());
    let text = folder.read("model.toml");
    assert!(text.starts_with("# How shallow searches of chess predict deep ones") && text.contains("seed 1"), "{text}");
    assert!(text.contains("recipe null-move") && text.contains("[[pair]]\nstage = 0\nheight = 2\n"), "{text}");

    let shown = folder.fine(&["recipes", "none", "--set", "prob_cut.model=model.toml"]);
    assert!(shown.contains("model = \"model.toml\""), "{shown}");
}

#[test]
fn a_fit_is_the_same_whatever_the_number_of_jobs_and_differs_by_seed() {
    let fit = |more: &[&str]| {
        let stdout = Folder::new().fine(&[&FIT[..], &["--json", "--records", "fit"], more].concat());
        let objects = stdout.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        objects.collect::<Vec<_>>()
    };
    let alone = fit(&["--jobs", "1"]);
    assert_eq!(alone, fit(&["--jobs", "3"]));
    assert_ne!(alone, fit(&["--jobs", "3", "--seed", "2"]));
    assert_eq!(alone.len(), 2 * 3 + 1);
    assert_eq!((&alone[0]["shallow"], &alone[0]["stage"]), (&1.into(), &"middle game".into()));
    assert_eq!(alone[6]["summary"]["recipe"], "null-move");
}

#[test]
fn a_fit_takes_positions_from_a_file() {
    let folder = Folder::new();
    folder.write("my.epd", SUITE);
    let stdout = folder.fine(&["fit", "probcut", "--pairs", "1:2", "--positions", "my.epd", "--records", "fit"]);
    assert!(stdout.starts_with("3 positions, 1 more left out"), "{stdout}");
}

#[test]
fn a_wrong_fit_is_refused() {
    refused(&["fit", "probcut", "--pairs", "4:4"], "expected shallow:height");
    refused(&["fit", "probcut", "--pairs", "4"], "expected shallow:height");
    refused(&["fit", "probcut", "--pairs", "1:2,1:2"], "--pairs 1:2: given twice");
    refused(&["fit", "probcut", "--threshold", "nan"], "expected a number from 0 to 100");
    refused(&["fit", "probcut", "--bound", "0"], "0 is not in 1..");
    refused(&["fit", "probcut", "--count", "0"], "0 is not in 1..");
    refused(&["fit", "probcut", "--few", "8"], "as in 8:500");
    refused(&["fit", "probcut", "--positions", "no/such.epd"], "no/such.epd: ");
    refused(&["fit", "probcut", "--positions", "x.epd", "--seed", "3"], "cannot be used with");
    refused(&["fit", "probcut", "--positions", "x.epd", "--game", "go"], "no game");
    refused(&[&FIT[..], &["--out", "no/such/folder/model.toml"]].concat(), "model.toml: there is no such folder");
    refused(&[&FIT[..], &["--out", ".", "--force"]].concat(), ".: is a folder");
    refused(&["fit"], "subcommand");
    refused(&["bench", "1", "--set", "prob_cut.model=no/such.toml"], "no/such.toml: no such model or file");
}

/// Short games of Connect Four; the statistics, and what was printed.
fn collect(folder: &Folder, more: &[&str]) -> (String, String) {
    let fixed = ["collect", "rankcut", "--game", "connect-four", "--recipe", "none", "--depth", "6", "--games", "10"];
    let run = format!("run{}", more.concat());
    let out = ["--least", "5", "--force", "--out", "my.toml", "--records", &run];
    let stdout = folder.fine(&[&fixed[..], &out, more].concat());
    let report = format!("{run}/report.html");
    let page = folder.read(&report);
    // So few games know no state well enough to predict anything: there is no picture of nothing.
    assert!(page.contains("What the statistics know, by depth") && page.contains("niwaki collect rankcut"));
    assert!(page.contains("move lies in a state that the statistics know") && !page.contains("predicted and observed"));
    folder.fine(&["report", &run]);
    assert_eq!(folder.read(&report), page);
    (folder.read("my.toml"), stdout)
}

#[test]
fn statistics_are_collected_the_same_whatever_the_number_of_jobs_and_can_be_used() {
    let folder = Folder::new();
    let (alone, shown) = collect(&folder, &["--jobs", "1"]);
    assert!(alone.contains("recipe = \"none\"\n") && alone.contains("games = 9\nheld_out = 1\n"), "{alone}");
    assert!(alone.contains("limit = \"depth 6\"\n") && alone.contains("\n[bins]\ndepth = 16\n"), "{alone}");
    for word in ["games       9 and 1 held out\n", "no held-out move lies in a state that is known\n", "\n    5 "] {
        assert!(shown.contains(word), "{word}: {shown}");
    }
    let (together, json) = collect(&folder, &["--jobs", "4", "--json"]);
    assert_eq!(alone, together);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["games"], &json["held_out"]), (&9.into(), &1.into()));
    assert_ne!(alone, collect(&folder, &["--seed", "2"]).0);

    let used = [
        "rank_cut.enabled=true",
        "rank_cut.samples=5",
        "rank_cut.threshold=9000",
        "rank_cut.min_depth=4",
        "rank_cut.model=my.toml",
    ];
    let settings: Vec<&str> = used.into_iter().flat_map(|setting| ["--set", setting]).collect();
    let fixed = ["bench", "7", "--game", "connect-four", "--recipe", "none"];
    let nodes =
        |arguments: &[&str]| folder.fine(arguments).lines().last().unwrap().split(' ').next().unwrap().to_string();
    assert_ne!(nodes(&fixed), nodes(&[&fixed[..], &settings].concat()));
}

#[test]
fn a_wrong_collection_is_refused() {
    let folder = Folder::new();
    folder.write("kept.toml", "precious");
    let refused = |arguments: &[&str], expected: &str| folder.refused(arguments, expected);
    let out = ["collect", "rankcut", "--out", "kept.toml"];
    refused(&out, "kept.toml: already exists; use --force to overwrite");
    assert_eq!(folder.read("kept.toml"), "precious");
    refused(&[&out[..], &["--games", "0"]].concat(), "0 is not in 1..");
    refused(&[&out[..], &["--depth", "3", "--nodes", "100"]].concat(), "cannot be used with");
    refused(&[&out[..], &["--force", "--recipe", "soup"]].concat(), "soup: no such recipe or file");
    refused(&[&out[..], &["--force", "--game", "go"]].concat(), "no game \"go\"");
    refused(&["collect", "rankcut"], "--out");
    refused(&["collect"], "Collect statistics");
    let nowhere = ["collect", "rankcut", "--out", "no/such/folder/x.toml", "--games", "1", "--depth", "1"];
    refused(&nowhere, "no/such/folder/x.toml: ");
    refused(&["bench", "1", "--set", "rank_cut.model=kept.toml"], "kept.toml: line 1: ");
}

/// The quickest collection from which a model can be made.
const MOVES: [&str; 9] = [
    "collect",
    "risk",
    "--games=8",
    "--searches=6",
    "--nodes=600",
    "--keep=30,30,20,10,0,0,0,0",
    "--hash=1",
    "--records",
    "moves",
];

#[test]
fn collected_moves_become_a_model_that_a_recipe_can_use() {
    let folder = Folder::new();
    let stdout = folder.fine(&MOVES);
    assert!(stdout.starts_with("games       8\nsearches    48\n"), "{stdout}");
    assert_eq!(folder.fine(&MOVES), stdout, "nothing is left to do");
    assert_eq!(folder.fine(&["report", "moves"]).lines().next(), stdout.lines().next());

    let fit = ["fit", "risk", "moves", "--out", "risk.toml", "--report", "risk.html"];
    let lines = folder.fine(&fit);
    assert!(lines.contains("\narea        0.") && lines.contains("\ncalibration slope"), "{lines}");
    folder.refused(&fit, "risk.toml: already exists");
    let page = folder.read("risk.html");
    assert!(page.contains("niwaki fit risk moves") && page.contains("Chance to beat alpha"), "{page}");
    let text = folder.read("risk.toml");
    assert!(text.contains("[weights]\nbase = ") && text.contains("recipe niwaki, "), "{text}");
    folder.fine(&["bench", "4", "--recipe", "niwaki-risk", "--set", "risk.model=risk.toml"]);
    let json: serde_json::Value = serde_json::from_str(&folder.fine(&["fit", "risk", "moves", "--json"])).unwrap();
    assert_eq!((&json["games"], &json["held_out"]), (&6.into(), &2.into()));
}

#[test]
fn a_fit_at_the_bound_writes_a_model_that_a_recipe_can_use() {
    let folder = Folder::new();
    let fit = ["fit", "probcut", "--at-bound", "--games=3", "--pairs=0:2,1:3", "--hash=1", "--records", "bound"];
    let stdout = folder.fine(&[&fit[..], &["--out", "bound.toml"]].concat());
    assert!(stdout.starts_with("3 games, ") && stdout.contains("\n(0,2)   middle game"), "{stdout}");
    assert!(folder.read("bound.toml").contains("fit probcut --at-bound"));
    folder.fine(&["bench", "4", "--recipe", "mpc", "--set", "prob_cut.model=bound.toml"]);
    refused(&["fit", "probcut", "--at-bound", "--count", "3"], "cannot be used with");
    refused(&["fit", "probcut", "--games", "3"], "--at-bound");
}

#[test]
fn a_wrong_collection_of_moves_or_fit_of_them_is_refused() {
    refused(&["collect", "risk", "--keep", "1,2,3"], "expected 8 numbers up to 100000");
    refused(&["collect", "risk", "--network", "no/such.net"], "no/such.net");
    refused(&["fit", "risk"], "DIR");
    refused(&["fit", "risk", "no/such"], "no/such");
    refused(&["fit", "risk", "no/such", "--risk", "0"], "expected a number above 0");
    refused(&["fit", "risk", "no/such", "--recipe", "none"], "does not search");
    refused(&["bench", "1", "--set", "risk.model=no/such.toml"], "no/such.toml: no such model or file");
    let folder = Folder::new();
    folder.fine(&[&FIT[..], &["--records", "fit"]].concat());
    folder.refused(&["fit", "risk", "fit"], "expected the records of niwaki collect risk");
}
