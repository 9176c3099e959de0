//! Runs that are killed at any moment go on to the same result.
use crate::support::Folder;
use niwaki_search::random::Random;
use std::{
    process::Stdio,
    time::{Duration, Instant},
};

/// Searches that take long enough to be killed in the middle.
const SUITE: &[&str] = &["suite", "long.epd", "--nodes=20000", "--hash=1", "--jobs=2"];
const SWEEP: &[&str] = &["sweep", "turk-mc", "--grid=multi_cut.cuts=2..4", "--positions=long.epd", "--nodes=5000"];

/// Kills a run at some moments before its end. In between it resumes, or begins anew if it
/// was over. In the end it must say what an uninterrupted one says.
fn kill(name: &str, command: &[&str], moments: usize, seed: u64) {
    let folder = Folder::new();
    let lines: Vec<String> =
        (1..=40).map(|counter| format!("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - hmvc {counter}; bm O-O;")).collect();
    folder.write("long.epd", lines.join("\n"));
    let started = Instant::now();
    let whole = folder.facts(&[command, &["--out=whole"]].concat());
    let length = started.elapsed().as_millis().max(1) as usize;
    let (mut random, mut interrupted, mut in_the_middle) = (Random::new(seed), 0, 0);
    let mut attempts = 0;
    while interrupted < moments {
        attempts += 1;
        assert!(attempts <= 10 * moments, "most moments come after the end");
        let arguments = [command, &["--out=killed"]].concat();
        let mut child = folder.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(random.below(length) as u64));
        child.kill().unwrap();
        interrupted += usize::from(!child.wait().unwrap().success());
        let recorded = folder.at("killed/records.jsonl");
        let lines = std::fs::read_to_string(&recorded).map_or(0, |text| text.lines().count());
        in_the_middle += usize::from((2..whole.len()).contains(&lines));
        // A run that was over begins anew, so that every moment hits one that is not.
        if lines >= whole.len() {
            assert_eq!(folder.facts(&arguments), whole);
            std::fs::remove_file(&recorded).unwrap();
        }
    }
    println!("{name}: killed {interrupted} times before the end, {in_the_middle} with some results recorded");
    assert_eq!(folder.facts(&[command, &["--out=killed"]].concat()), whole);
    let mut numbers: Vec<(String, u64)> = folder.records("killed")[1..]
        .iter()
        .map(|record| (record["recipe"].as_str().unwrap().to_string(), record["number"].as_u64().unwrap()))
        .collect();
    let count = numbers.len();
    numbers.sort();
    numbers.dedup();
    assert_eq!((numbers.len(), count), (whole.len() - 1, whole.len() - 1), "nothing is lost or done twice");
}

#[test]
fn a_suite_that_is_killed_goes_on_to_the_same_summary() {
    kill("killed-suite", SUITE, 3, 1);
}

#[test]
fn a_sweep_that_is_killed_goes_on_to_the_same_summary() {
    kill("killed-sweep", SWEEP, 3, 2);
}

#[test]
#[ignore = "takes long: twenty moments"]
fn a_suite_is_killed_at_twenty_moments() {
    kill("killed-suite-often", SUITE, 20, 3);
}

#[test]
#[ignore = "takes long: twenty moments"]
fn a_sweep_is_killed_at_twenty_moments() {
    kill("killed-sweep-often", SWEEP, 20, 4);
}
