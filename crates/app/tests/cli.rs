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

/// A file that is gone when the test is over.
struct TemporaryFile(std::path::PathBuf);

impl TemporaryFile {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("niwaki-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        TemporaryFile(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
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
    let (_, shown, _) = niwaki(&["recipes", "modern", "--set", "null_move.min_depth=5"]);
    let file = TemporaryFile::new("shown.toml", &shown);
    let (_, again, _) = niwaki(&["recipes", file.name()]);
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
}

#[test]
fn without_a_command_it_speaks_uci() {
    let mut binary = Command::cargo_bin("niwaki").unwrap();
    let output = binary.write_stdin("uci\nposition startpos\ngo perft 5\nisready\n").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("uciok\n") && text.contains("readyok\n"), "{text}");
}

/// Own positions: a mate, a free queen, a move that allows a mate, one that cannot be found.
const SUITE: &str = "6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm Rc8#; id \"back rank\";\n\
                     3k4/8/8/3q4/8/2N5/8/3K4 w - - bm Nxd5;\n\
                     2r3k1/p4ppp/8/8/8/1Q6/5PPP/6K1 w - - am Qb7; id \"weak rank\";\n\
                     6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm h3; id \"wrong\";\n";

/// The quickest fit there is.
const FIT: [&str; 7] = ["fit", "probcut", "--pairs", "1:2,0:3", "--count", "15", "--hash=1"];

/// A folder for records that is gone when the test is over.
struct Records(std::path::PathBuf);

impl Records {
    fn new(name: &str) -> Records {
        let path = std::env::temp_dir().join(format!("niwaki-cli-{name}-{}", std::process::id()));
        // Left over from a test that was killed.
        let _ = std::fs::remove_dir_all(&path);
        Records(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Records {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_fit_prints_a_table_and_writes_a_model_that_a_recipe_can_use() {
    let records = Records::new("fit");
    let (code, stdout, stderr) = niwaki(&[&FIT[..], &["--bound", "300,1000", "--records", records.name()]].concat());
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(stdout.lines().filter(|line| line.starts_with("(1,2) ") && line.contains("middle game")).count(), 2);
    let report = stdout.lines().last().unwrap().strip_prefix("report: ").unwrap();
    let page = std::fs::read_to_string(report).unwrap();
    assert!(page.contains("Scores: depth 2 from 1") && page.contains("niwaki fit probcut --pairs 1:2,0:3"), "{page}");
    std::fs::remove_file(report).unwrap();
    assert_eq!(niwaki(&["report", records.name()]).0, 0);
    assert_eq!(std::fs::read_to_string(report).unwrap(), page);

    let model = TemporaryFile::new("model.toml", "");
    let again = Records::new("fit-model");
    let refusal = format!("--out {}: it is there already", model.name());
    refused(&[&FIT[..], &["--out", model.name()]].concat(), &refusal);
    assert_eq!(std::fs::read_to_string(model.name()).unwrap(), "");
    let more = ["--force", "--out", model.name(), "--records", again.name()];
    assert_eq!(niwaki(&[&FIT[..], &more].concat()).0, 0);
    let text = std::fs::read_to_string(model.name()).unwrap();
    assert!(
        text.starts_with("# How shallow searches of chess foretell deep ones") && text.contains("seed 1"),
        "{text}"
    );
    assert!(text.contains("recipe null-move") && text.contains("[[pair]]\nstage = 0\nheight = 2\n"), "{text}");

    let setting = format!("prob_cut.model={}", model.name());
    let (code, shown, _) = niwaki(&["recipes", "none", "--set", &setting]);
    assert!(code == 0 && shown.contains(&format!("model = \"{}\"", model.name())), "{shown}");
}

#[test]
fn a_fit_is_the_same_whatever_the_number_of_jobs_and_differs_by_seed() {
    let fit = |more: &[&str]| {
        let records = Records::new("fit-jobs");
        let (code, stdout, _) = niwaki(&[&FIT[..], &["--json", "--records", records.name()], more].concat());
        assert_eq!(code, 0);
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
    let file = TemporaryFile::new("fit.epd", SUITE);
    let records = Records::new("fit-file");
    let quick = ["fit", "probcut", "--pairs", "1:2", "--positions", file.name(), "--records", records.name()];
    let (code, stdout, _) = niwaki(&quick);
    assert!(code == 0 && stdout.starts_with("3 positions, 1 more left out"), "{stdout}");
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
    refused(&["fit", "probcut", "--positions", "x.epd", "--game", "connect-four"], "positions of chess only");
    refused(&[&FIT[..], &["--out", "no/such/folder/model.toml"]].concat(), "model.toml: there is no such folder");
    refused(&[&FIT[..], &["--out", ".", "--force"]].concat(), "--out .: it is a folder");
    refused(&["fit"], "subcommand");
    refused(&["bench", "1", "--set", "prob_cut.model=no/such.toml"], "no/such.toml: no such model or file");
}

/// Short games of Connect Four; the file with the statistics, and what was printed.
fn collect(file: &TemporaryFile, more: &[&str]) -> (String, String) {
    let fixed = ["collect", "rankcut", "--game", "connect-four", "--recipe", "none", "--depth", "6", "--games", "10"];
    let records = Records::new("collect");
    let out = ["--least", "5", "--force", "--out", file.name(), "--records", records.name()];
    let (code, stdout, stderr) = niwaki(&[&fixed[..], &out, more].concat());
    assert_eq!((code, stderr.as_str()), (0, ""), "{more:?}");
    let page = std::fs::read_to_string(records.0.join("report.html")).unwrap();
    assert!(page.contains("Chance of a better move: foretold and seen") && page.contains("niwaki collect rankcut"));
    assert_eq!(niwaki(&["report", records.name()]).0, 0);
    assert_eq!(std::fs::read_to_string(records.0.join("report.html")).unwrap(), page);
    (std::fs::read_to_string(&file.0).unwrap(), stdout)
}

#[test]
fn statistics_are_collected_the_same_whatever_the_number_of_jobs_and_can_be_used() {
    let file = TemporaryFile::new("collected.toml", "");
    let (alone, told) = collect(&file, &["--jobs", "1"]);
    assert!(alone.contains("recipe = \"none\"\n") && alone.contains("games = 9\nheld_out = 1\n"), "{alone}");
    assert!(alone.contains("limit = \"depth 6\"\n") && alone.contains("\n[bins]\ndepth = 16\n"), "{alone}");
    for word in ["games       9 and 1 held out\n", "predicted   observed\n", "\n    5 "] {
        assert!(told.contains(word), "{word}: {told}");
    }
    let (together, json) = collect(&file, &["--jobs", "4", "--json"]);
    assert_eq!(alone, together);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["games"], &json["held_out"]), (&9.into(), &1.into()));
    assert_ne!(alone, collect(&file, &["--seed", "2"]).0);

    let model = format!("rank_cut.model={}", file.name());
    let used =
        ["rank_cut.enabled=true", "rank_cut.samples=5", "rank_cut.threshold=9000", "rank_cut.min_depth=4", &model];
    let settings: Vec<&str> = used.iter().flat_map(|setting| ["--set", setting]).collect();
    let fixed = ["bench", "7", "--game", "connect-four", "--recipe", "none"];
    let nodes = |arguments: &[&str]| niwaki(arguments).1.lines().last().unwrap().split(' ').next().unwrap().to_string();
    assert_ne!(nodes(&fixed), nodes(&[&fixed[..], &settings].concat()));
}

#[test]
fn a_wrong_collection_is_refused() {
    let file = TemporaryFile::new("kept.toml", "precious");
    let out = ["collect", "rankcut", "--out", file.name()];
    refused(&out, "kept.toml: it is there already; --force overwrites it");
    assert_eq!(std::fs::read_to_string(&file.0).unwrap(), "precious");
    refused(&[&out[..], &["--games", "0"]].concat(), "0 is not in 1..");
    refused(&[&out[..], &["--depth", "3", "--nodes", "100"]].concat(), "cannot be used with");
    refused(&[&out[..], &["--force", "--recipe", "soup"]].concat(), "soup: no such recipe or file");
    refused(&[&out[..], &["--force", "--game", "go"]].concat(), "no game \"go\"");
    refused(&["collect", "rankcut"], "--out");
    refused(&["collect"], "Collect statistics");
    let nowhere = ["collect", "rankcut", "--out", "no/such/folder/x.toml", "--games", "1", "--depth", "1"];
    refused(&nowhere, "no/such/folder/x.toml: ");
    refused(&["bench", "1", "--set", &format!("rank_cut.model={}", file.name())], "kept.toml: line 1: ");
}
