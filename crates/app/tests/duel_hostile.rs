//! `niwaki match` among enemies: programs, files and disks that misbehave in less usual ways.
#![cfg(unix)]
mod matches;

use matches::*;
use std::{
    fs::{self, File},
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// White mates with the rook on the eighth rank.
const MATE_IN_ONE: &str = "7k/8/6K1/8/8/8/8/R7 w - -\n";

fn fast(folder: &Folder, engine: &str, name: &str) -> Vec<serde_json::Value> {
    let out = folder.path(&format!("{name}.out"));
    games(&["none", engine, "--nodes", "20", "--games", "2", "--patience", "2", "--max-plies", "40", "--out", &out])
}

#[test]
fn a_program_that_fails_late_loses_with_its_moves_kept_and_is_started_again() {
    let folder = Folder::new();
    let stops = "n=0; while read -r line; do case \"$line\" in go*) n=$((n+1)); [ $n -gt 3 ] && exit 7;; esac; \
                 echo \"$line\"; done";
    let engine = folder.engine("late", &format!("{{ {stops}; }} | exec {}", binary().display()));
    for game in &fast(&folder, &engine, "late")[..2] {
        assert_eq!(game["reason"], "crash", "{game}");
        assert!(game["moves"].as_str().unwrap().split(' ').count() >= 6, "{game}");
    }
}

#[test]
fn a_program_that_closes_its_pipes_loses() {
    let folder = Folder::new();
    for (name, close) in [("input", "exec 0<&-"), ("output", "exec 1>&-")] {
        let engine = folder.engine(name, &format!("{GREETING} go*) {close}; exec sleep 30;; esac; done"));
        let all = fast(&folder, &engine, name);
        for game in &all[..2] {
            assert!(game["reason"] == "crash" || game["reason"] == "hang", "{name}: {game}");
        }
    }
}

#[test]
fn megabytes_before_the_answer_are_passed_over() {
    let folder = Folder::new();
    folder.write("mate.epd", MATE_IN_ONE);
    let flood = "head -c 20000000 /dev/zero | tr '\\0' x; echo; yes info string x | head -n 200000";
    let script = format!("{GREETING} quit) exit;; go*) {flood}; echo bestmove a1a8;; esac; done");
    let engine = folder.engine("flood", &script);
    let (book, out) = (folder.path("mate.epd"), folder.path("out"));
    let all = games(&["none", &engine, "--nodes", "20", "--games", "2", "--openings", &book, "--out", &out]);
    assert_eq!((&all[1]["reason"], &all[1]["result"]), (&"checkmate".into(), &"1-0".into()), "{}", all[1]);
}

#[test]
fn programs_are_asked_to_quit_and_made_to_if_they_do_not() {
    let folder = Folder::new();
    let (bye, id) = (folder.path("bye"), folder.path("id"));
    let play = "go*) echo bestmove a1a1;;";
    let polite = folder.engine("polite", &format!("{GREETING} quit) echo bye >{bye}; exit;; {play} esac; done"));
    fast(&folder, &polite, "polite");
    assert_eq!(fs::read_to_string(&bye).unwrap(), "bye\n");
    let script = format!("trap '' TERM INT HUP; echo $$ >{id}\n{GREETING} quit) ;; {play} esac; done; sleep 60");
    let stubborn = folder.engine("stubborn", &script);
    let started = Instant::now();
    fast(&folder, &stubborn, "stubborn");
    assert!(started.elapsed() < Duration::from_secs(30));
    let id = fs::read_to_string(&id).unwrap();
    let alive = Command::new("kill").args(["-0", id.trim()]).stderr(Stdio::null()).status().unwrap();
    assert!(!alive.success(), "{id} is still there");
}

#[test]
fn broken_openings_are_named_by_file_and_line() {
    let folder = Folder::new();
    let out = folder.path("out");
    let cases: [(&str, &[u8], &str); 5] = [
        ("cut.epd", b"8/8/8/3k1p2/5P2/4K3/8/7R w - -\n8/8/8/3k1", "cut.epd: line 2: "),
        ("cut.pgn", b"1. e4 {never ends", "cut.pgn: game 1, line 1: a comment does not end"),
        ("zeros.pgn", &[0; 5000], "zeros.pgn: "),
        ("comments.epd", b"# nothing\r\n\r\n", "comments.epd: expected openings, there is none"),
        ("letters.pgn", b"\xff\xfe\x00e\x004", "letters.pgn: "),
    ];
    for (name, bytes, expected) in cases {
        folder.write(name, bytes);
        refused(&["niwaki", "none", "--openings", &folder.path(name), "--out", &out], expected);
    }
    assert!(!Path::new(&out).join("records.jsonl").exists());
}

#[test]
fn a_hundred_megabytes_of_nothing_are_refused_soon() {
    let folder = Folder::new();
    for name in ["big.epd", "big.pgn"] {
        File::create(folder.at(name)).unwrap().set_len(100_000_000).unwrap();
        let started = Instant::now();
        refused(&["niwaki", "none", "--openings", &folder.path(name), "--out", &folder.path("out")], name);
        assert!(started.elapsed() < Duration::from_secs(60), "{name}: {:?}", started.elapsed());
    }
}

#[test]
fn games_with_windows_line_ends_are_openings_too() {
    let folder = Folder::new();
    let text = "[White \"a\"]\r\n[Black \"b\"]\r\n\r\n1. e4 e5\r\n2. Nf3 *\r\n\r\n[White \"c\"]\r\n\r\n1. d4 *\r\n";
    folder.write("games.pgn", text);
    let (book, out) = (folder.path("games.pgn"), folder.path("out"));
    let limits = ["--nodes", "20", "--games", "4", "--max-plies", "6", "--openings", &book, "--out", &out];
    assert_eq!(games(&[&["niwaki", "none"], &limits[..]].concat()).len(), 5);
}

/// A limit on the size of files stands for a full disk.
#[test]
fn a_full_disk_ends_the_match_with_one_line_and_it_goes_on_when_there_is_room() {
    let folder = Folder::new();
    let (out, whole) = (folder.path("out"), folder.path("whole"));
    let fixed = ["niwaki", "none", "--nodes", "100", "--games", "20", "--max-plies", "60", "--jobs", "2", "--out"];
    let shell = "trap '' XFSZ; ulimit -f 40; exec \"$@\"";
    let limited = Command::new("sh")
        .args(["-c", shell, "sh"])
        .arg(binary())
        .arg("match")
        .args([&fixed[..], &[&out]].concat())
        .output()
        .unwrap();
    let message = String::from_utf8(limited.stderr).unwrap();
    assert_eq!(limited.status.code(), Some(2), "{message}");
    assert!(message.contains("cannot write the records") && message.lines().count() == 1, "{message}");
    let recorded = folder.read("out/records.jsonl").lines().count();
    assert!((2..21).contains(&recorded), "{recorded}");
    let moves = |out: &str| -> Vec<_> {
        games(&[&fixed[..], &[out]].concat()).iter().map(|game| game["moves"].clone()).collect()
    };
    assert_eq!(moves(&out), moves(&whole));
}

#[test]
fn a_second_run_into_the_folder_is_refused_and_leaves_the_games_of_the_first_alone() {
    let folder = Folder::new();
    let (out, pgn) = (folder.path("out"), folder.path("games.pgn"));
    let arguments = ["niwaki", "none", "--nodes", "3000", "--games", "400", "--out", &out, "--pgn", &pgn];
    let mut first = Command::new(binary()).arg("match").args(arguments).stdout(Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    let length = || fs::metadata(&pgn).map_or(0, |file| file.len());
    while length() == 0 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let before = length();
    refused(&arguments, "another run is writing to this file");
    let after = length();
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(before > 0 && after >= before, "{before} {after}");
    fs::write(&pgn, "[Event \"my own\"]\n").unwrap();
    refused(&arguments, "it holds other games already");
    assert_eq!(fs::read_to_string(&pgn).unwrap(), "[Event \"my own\"]\n");
}

#[test]
fn tables_that_are_not_there_are_refused() {
    let folder = Folder::new();
    let (here, out) = (folder.path(""), folder.path("out"));
    folder.write("KQvK.rtbw", "no table");
    // The damaged file has a line of its own.
    let (code, _, stderr) = niwaki(&["niwaki", "none", "--syzygy", &here, "--out", &out]);
    assert!(code == 2 && stderr.contains("KQvK.rtbw: damaged") && stderr.contains("no endgame tables in"), "{stderr}");
    refused(&["niwaki", "none", "--syzygy", "no/such", "--out", &out], "no folder");
    refused(&["niwaki", "none", "--syzygy", "", "--out", &out], "--syzygy");
    refused(&["niwaki", "none", "--syzygy-pieces", "5", "--out", &out], "--syzygy");
    refused(&["niwaki", "none", "--syzygy", &here, "--syzygy-pieces", "8", "--out", &out], "8");
    refused(
        &["none", "niwaki", "--game", "connect-four", "--syzygy", &here, "--out", &out],
        "--syzygy: connect-four has no endgame tables",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn programs_stay_on_the_core_of_their_game() {
    let folder = Folder::new();
    let cores = folder.path("cores");
    let look = format!("grep Cpus_allowed_list /proc/self/status >>{cores}");
    let engine = folder.engine("looks", &format!("{look}\n{GREETING} quit) exit;; go*) exit 1;; esac; done"));
    let out = folder.path("out");
    let arguments = ["none", &engine, "--nodes", "20", "--games", "4", "--jobs", "1", "--affinity", "--out", &out];
    assert_eq!(games(&arguments).len(), 5);
    let seen = fs::read_to_string(&cores).unwrap();
    let one = |line: &str| line.split_whitespace().nth(1).is_some_and(|list| list.parse::<u32>().is_ok());
    assert!(seen.lines().count() >= 4 && seen.lines().all(one), "started again and again: {seen}");
    let many = ["niwaki", "none", "--jobs", "1024", "--games", "1024", "--nodes", "10"];
    refused(&[&many[..], &["--affinity", "--out", &folder.path("many")]].concat(), "--affinity: expected --jobs");
}
