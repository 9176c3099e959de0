//! `niwaki datagen`, `niwaki train` and `niwaki fit wdl` from outside.
mod program;

use niwaki_lab::{
    learn::datagen::{Game, Ply, Rules, Settings, Winner, Writer},
    setup::recipe,
};
use program::{Folder, fine, refused};
use serde_json::Value as Json;
use std::{
    fs,
    path::Path,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

/// What games say of the built-in network.
fn built_in() -> String {
    format!("{:016x}", niwaki_games::list::ALL[0].network().unwrap())
}

const QUICK: [&str; 5] = ["datagen", "--soft", "30", "--hard", "60"];

#[test]
fn games_are_played_counted_and_learned_from() {
    let folder = Folder::new();
    let (games, network) = (folder.path("my.games"), folder.path("my.net"));
    let played = fine(&[&QUICK[..], &["--games", "20", "--out", &games]].concat());
    assert!(played.starts_with("games       20, and 0 before\n") && played.contains("a second"), "{played}");
    let counted = fine(&["datagen", "stats", &games]);
    let header = format!("20 games of chess, network {}, 30 to 60 nodes, seed 1\n", built_in());
    assert!(counted.contains(&header), "{counted}");
    assert!(counted.contains("\ngames       20\n") && counted.contains("\npositions "), "{counted}");
    let json: Json = serde_json::from_str(&fine(&["datagen", "stats", &games, &games, "--json"])).unwrap();
    assert_eq!((&json["games"], json["files"].as_array().unwrap().len()), (&Json::from(40), 2));
    let kept = json["positions"].as_u64().unwrap() / 2;
    let train = ["train", &games, "--width", "16", "--epochs", "2", "--batch", "64", "--out", &network];
    let trained = fine(&train);
    assert!(trained.contains("the best\n") && trained.contains("network     "), "{trained}");
    let manifest = fs::read_to_string(folder.path("my.net.toml")).unwrap();
    assert!(manifest.contains("file = \"my.games\"") && manifest.contains("batch = 64"), "{manifest}");
    assert!(!manifest.contains(&folder.root().display().to_string()), "no paths of this machine: {manifest}");
    assert!(fs::read_to_string(folder.path("my.net.svg")).unwrap().starts_with("<svg"));
    let first = fs::read(&network).unwrap();
    refused(&train, "already exists; use --force to overwrite");
    let again: Json =
        serde_json::from_str(&fine(&[&train[..], &["--force", "--json", "--threads", "1"]].concat())).unwrap();
    assert_eq!(again["positions"].as_u64().unwrap() + again["held_out"].as_u64().unwrap(), kept);
    assert_eq!(again["losses"].as_array().unwrap().len(), 2);
    assert!(first == fs::read(&network).unwrap(), "a seed gives the same network");
    let next =
        ["train", &games, "--start", &network, "--epochs", "1", "--batch", "64", "--out", &folder.path("next.net")];
    fine(&next);
    let manifest = folder.read("next.net.toml");
    assert!(manifest.contains(&format!("start = {}", again["fingerprint"])), "{manifest}");
    refused(&[&next[..], &["--force", "--width", "32"]].concat(), "expected a width of 16, as of the network");
}

#[test]
fn the_rules_of_games_are_options_and_a_run_under_others_is_refused() {
    let folder = Folder::new();
    let games = folder.path("my.games");
    let command = [&QUICK[..], &["--out", &games, "--other-starts", "50", "--opening-plies", "6..10"]].concat();
    let command = [&command[..], &["--won", "600,3", "--played-out", "4", "--games"]].concat();
    fine(&[&command[..], &["8"]].concat());
    let json: Json = serde_json::from_str(&fine(&["datagen", "stats", &games, "--json"])).unwrap();
    let plan = &json["files"][0]["header"]["plan"];
    assert_eq!(plan["won"], serde_json::json!([600, 3]), "{plan}");
    assert_eq!(plan["opening"]["plies"], serde_json::json!([6, 10]));
    assert_eq!(plan["opening"]["other_starts"], 50);
    assert_eq!(plan["played_out"], serde_json::json!({ "one_in": 4, "won": [2500, 4] }));
    assert!(json["positions"].as_u64() > Some(100), "Chess960 games can be played again: {json}");
    fine(&[&command[..], &["9"]].concat());
    refused(
        &[&QUICK[..], &["--out", &games, "--games", "9"]].concat(),
        "plan.opening.other_starts was 50, now it is 0",
    );
    let changed: Vec<&str> = command.iter().map(|word| if *word == "600,3" { "601,3" } else { word }).collect();
    refused(&[&changed[..], &["9"]].concat(), "plan.won[0] was 600, now it is 601");
}

#[test]
fn a_run_that_was_killed_resumes_to_the_same_games() {
    let folder = Folder::new();
    let (whole, killed) = (folder.path("whole.games"), folder.path("killed.games"));
    let arguments = |out: &str| -> Vec<String> {
        [&QUICK[..], &["--games", "120", "--out", out]].concat().iter().map(ToString::to_string).collect()
    };
    let mut child =
        std::process::Command::new(program::binary()).args(arguments(&killed)).stdout(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while fs::metadata(&killed).map_or(0, |file| file.len()) < 2_000 && begun.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let run = |out: &str| fine(&arguments(out).iter().map(String::as_str).collect::<Vec<_>>());
    let resumed = run(&killed);
    assert!(!resumed.contains(", and 0 before\n"), "{resumed}");
    run(&whole);
    assert!(fs::read(&killed).unwrap() == fs::read(&whole).unwrap());
    assert!(run(&whole).starts_with("games       0, and 120 before\n"));
}

/// Games to learn from, and a training of them that takes a moment.
fn training(folder: &Folder, out: &str) -> Vec<String> {
    let games = folder.path("my.games");
    fine(&[&QUICK[..], &["--games", "60", "--out", &games]].concat());
    let command = ["train", &games, "--width", "48", "--batch", "64", "--epochs", "7", "--out", out];
    command.iter().map(ToString::to_string).collect()
}

#[test]
fn a_training_that_was_killed_resumes_to_the_same_network() {
    let folder = Folder::new();
    let (killed, whole) = (folder.path("killed.net"), folder.path("whole.net"));
    let command = training(&folder, &killed);
    let checkpoint = folder.root().join("killed.net.checkpoint");
    let mut child = std::process::Command::new(program::binary()).args(&command).stdout(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while !checkpoint.metadata().is_ok_and(|file| file.len() > 0) && begun.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(checkpoint.exists() && !Path::new(&killed).exists(), "killed in the middle");
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let with =
        |old: &str, new| command.iter().map(|word| if *word == old { new } else { *word }).collect::<Vec<&str>>();
    let message = "killed.net.checkpoint: the checkpoint of another run: plan.epochs was 7, now it is 8";
    refused(&with("7", "8"), message);
    let resumed = fine(&command);
    let straight = fine(&[&with(&killed, &whole)[..], &["--memory", "1"]].concat());
    assert!(fs::read(&killed).unwrap() == fs::read(&whole).unwrap());
    let epochs =
        |text: &str| text.lines().filter(|line| line.starts_with("epoch ")).map(str::to_string).collect::<Vec<_>>();
    assert_eq!((epochs(&resumed).len(), epochs(&resumed)), (7, epochs(&straight)));
    let left = fs::read_dir(folder.root()).unwrap().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let left: Vec<String> = left.filter(|name| name.contains(".net.")).collect();
    assert!(left.iter().all(|name| name.ends_with(".toml") || name.ends_with(".svg")), "{left:?}");
}

#[test]
fn a_place_where_no_network_can_be_written_is_found_before_the_work() {
    let folder = Folder::new();
    // There are no games: what is refused is refused before they are read.
    let refused_at = |out: &str, expected: &str| refused(&["train", "no/such.games", "--out", out], expected);
    refused_at(&folder.path("no/such/x.net"), "x.net: there is no such folder");
    refused_at(&folder.root().display().to_string(), "is a folder");
    for there in ["x.net", "y.net.toml", "z.net.svg"] {
        fs::write(folder.path(there), "mine").unwrap();
        let out = folder.path(there.split_once(".net").map(|(name, _)| format!("{name}.net")).unwrap().as_str());
        refused_at(&out, &format!("{there}: already exists; use --force to overwrite"));
        assert_eq!(folder.read(there), "mine");
    }
    fs::create_dir(folder.path("w.net.checkpoint")).unwrap();
    refused_at(&folder.path("w.net"), "w.net.checkpoint");
    fs::write(folder.path("v.net.checkpoint"), "my notes").unwrap();
    refused_at(&folder.path("v.net"), "v.net.checkpoint: expected where a training stands");
    assert_eq!(folder.read("v.net.checkpoint"), "my notes");
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_network_as_it_was() {
    let folder = Folder::new();
    let network = folder.path("my.net");
    let command = training(&folder, &network);
    for file in ["my.net", "my.net.toml", "my.net.svg"] {
        fs::write(folder.path(file), "old").unwrap();
    }
    // Files cannot grow beyond some blocks, and the signal for that is ignored.
    let script = "trap '' XFSZ; ulimit -f 40; exec \"$@\"";
    let shell = std::process::Command::new("sh")
        .args(["-c", script, "sh"])
        .arg(program::binary())
        .args(&command)
        .arg("--force")
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&shell.stderr).into_owned();
    assert!(!shell.status.success() && message.contains("cannot write the file"), "{message}");
    for file in ["my.net", "my.net.toml", "my.net.svg"] {
        assert_eq!(folder.read(file), "old");
    }
    assert!(!fs::exists(folder.path("my.net.checkpoint")).unwrap(), "no half of a file stays");
}

#[test]
fn wrong_usage_is_answered_with_one_line() {
    let folder = Folder::new();
    let (notes, out) = (folder.path("notes"), folder.path("out"));
    fs::write(&notes, "my notes").unwrap();
    refused(&["datagen", "--out", &out], "--games <GAMES>");
    refused(&["datagen", "--games", "3"], "--out <FILE>");
    refused(&["datagen", "--games", "3", "--out", &notes], "expected a file of games, as niwaki datagen writes it");
    refused(
        &["datagen", "--games", "3", "--out", &out, "--hard", "9"],
        "--hard 9: expected at least the 350 of --soft",
    );
    refused(&["datagen", "--games", "3", "--out", &out, "--network", &notes], "another kind of file");
    refused(&["datagen", "--minutes", "soup", "--out", &out], "expected a number from 0");
    refused(&["datagen", "--games", "1", "--fair", "0", "--out", &out], "is not in 20..=30000");
    refused(&["datagen", "--games", "1", "--won", "1000", "--out", &out], "both above 0, such as 1000,4");
    refused(&["datagen", "--games", "1", "--won", "0,4", "--out", &out], "both above 0, such as 1000,4");
    refused(&["datagen", "--games", "1", "--opening-plies", "9..8", "--out", &out], "such as 6..10, at most 100");
    refused(&["datagen", "--games", "1", "--other-starts", "101", "--out", &out], "101 is not in 0..=100");
    let other = ["datagen", "--games", "1", "--other-starts", "5", "--out", &out, "--game", "connect-four"];
    refused(&other, "connect-four has no other start positions");
    refused(&["datagen", "stats"], "<FILE>...");
    refused(&["datagen", "stats", "no/such.games"], "no/such.games: cannot read the games: ");
    refused(&["train", &notes, "--out", &out], "expected a file of games");
    refused(&["train", &notes, "--out", &out, "--width", "33"], "expected a multiple of 16 up to 2048");
    refused(&["train", &notes, "--out", &out, "--start", &notes], "notes: expected the weights of a network");
    refused(&["train", &notes, "--out", &out, "--lambda", "2"], "expected a number from 0 to 1");
    refused(&["train", &notes, "--out", &out, "--later", "1"], "expected a number from 0 to below 1");
    refused(&["train", &notes, "--out", &out, "--recipe", "none"], "training does not search");
    fs::write(&notes, "").unwrap();
    refused(&["train", &notes, "--out", &out], "expected games, there is none");
    assert_eq!(fs::read(&notes).unwrap(), b"");
    assert!(!fs::exists(&out).unwrap());
}

#[test]
fn chances_are_fitted_to_games_and_written() {
    let folder = Folder::new();
    let (games, model) = (folder.path("my.games"), folder.path("wdl.toml"));
    fine(&[&QUICK[..], &["--games", "80", "--out", &games]].concat());
    let command = ["fit", "wdl", &games, "--out", &model];
    let shown = fine(&command);
    assert!(shown.starts_with("games       72 and 8 held out\n") && shown.contains("\nheld-out log loss "), "{shown}");
    let text = fs::read_to_string(&model).unwrap();
    let header = format!("# Games: my.games: 80 games, network {}, 30 to 60 nodes, seed 1.\n", built_in());
    assert!(text.contains(&header), "{text}");
    assert!(!text.contains(&folder.root().display().to_string()), "no paths of this machine: {text}");
    refused(&command, "already exists; use --force to overwrite");
    let json = fine(&[&command[..], &["--force", "--json", "--jobs", "1"]].concat());
    let json: Json = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["games"], &json["held_out_games"]), (&Json::from(72), &Json::from(8)));
    let number = |value: &Json| value.as_f64().unwrap();
    let losses = &json["log_loss"];
    assert!(number(&losses["fitted"]) < number(&losses["blind"]), "{losses}");
    let all: f64 = json["even_win"].as_array().unwrap().iter().map(number).sum();
    assert!(all > 0.0 && text.contains(&format!("even_win = [{:.2}, ", number(&json["even_win"][0]))), "{text}");
    let positions: f64 = json["calibration"].as_array().unwrap().iter().map(|band| number(&band["positions"])).sum();
    assert_eq!(positions, number(&json["held_out_positions"]));
    assert_eq!(fs::read_to_string(&model).unwrap(), text, "the number of threads changes nothing");
}

/// A file of games of one searched ply.
fn write_games(path: &str, game: &str, count: usize, winner: Winner) {
    let kit = niwaki_games::list::find(game).unwrap();
    let settings = Settings {
        recipe: recipe::default(kit).unwrap(),
        network: None,
        soft: 1,
        hard: 1,
        rules: Rules::of(kit),
        seed: 1,
        games: None,
        time: None,
        jobs: 1,
        hash: 1,
    };
    let (mut writer, _) = Writer::open(Path::new(path), &settings.plan(), false).unwrap();
    for number in 0..count {
        let plies = vec![Ply { place: 0, score: number as i32 }];
        writer.append(&Game { start: 0, opening: vec![0], plies, winner, margin: None }).unwrap();
    }
}

#[test]
fn games_that_tell_no_chances_are_refused_with_one_line() {
    let folder = Folder::new();
    let (games, out) = (folder.path("my.games"), folder.path("out"));
    let refused = |expected: &str| refused(&["fit", "wdl", &games, "--out", &out], expected);
    fs::write(&games, "").unwrap();
    refused("expected games, there is none");
    fs::write(&games, "my notes\n").unwrap();
    refused("expected a file of games, as niwaki datagen writes it");
    let begin = |game: &str, count: usize, winner: Winner| {
        fs::remove_file(&games).unwrap();
        write_games(&games, game, count, winner);
    };
    begin("chess", 1, Winner::First);
    refused("expected at least 20 games, not 1");
    begin("connect-four", 30, Winner::First);
    refused("expected games of chess, not of connect-four");
    begin("chess", 30, Winner::Nobody);
    refused("of the 27 games to learn from none was won");
    damage(&games);
    refused("expected a game; the file is damaged");
    assert!(!fs::exists(&out).unwrap());
}

/// Changes a byte of the first game.
fn damage(path: &str) {
    let mut bytes = fs::read(path).unwrap();
    let header = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0 + 1;
    bytes[header + 3] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_wrong_fit_of_chances_is_refused() {
    refused(&["fit", "wdl"], "<FILE>...");
    refused(&["fit", "wdl", "no/such.games"], "no/such.games: cannot read the games: ");
    refused(&["fit", "wdl", "x.games", "--recipe", "none"], "this fit does not search");
    refused(&["fit", "wdl", "x.games", "--out", "no/such/folder/x.toml"], "x.toml: there is no such folder");
    let folder = Folder::new();
    let games = folder.path("my.games");
    write_games(&games, "chess", 12, Winner::First);
    refused(&["fit", "wdl", &games, &games], "expected each file once");
}
