//! A sequential test over parts that share a folder: any number of processes, killed or not, come
//! to the verdict of one run, at the same game.
use crate::support::Folder;
use niwaki_search::random::Random;
use std::{
    process::{Child, Stdio},
    time::Duration,
};

/// Two players not far apart, and a test that needs some dozen games of them.
const MATCH: &[&str] = &[
    "match",
    "niwaki",
    "niwaki,razoring.enabled=false",
    "--nodes=300",
    "--max-plies=120",
    "--jobs=1",
    "--sprt=-50,20,0.05,0.05,logistic",
];
/// How often a part is killed.
const KILLS: usize = 4;
/// It records at most this number of games before each.
const MOST_GAMES: usize = 4;

/// What one run finds, its exit code and its pairs: the yardstick.
fn whole(folder: &Folder) -> (i32, String) {
    let (code, stdout, stderr) = folder.run(&[MATCH, &["--out=whole"]].concat());
    let pairs = stdout.lines().find(|line| line.starts_with("Penta")).expect(&stderr);
    assert!([0, 1].contains(&code), "{stderr}");
    println!("one run: exit code {code}, {} games, {pairs}", folder.records("whole").len() - 1);
    (code, pairs.to_string())
}

/// Starts a part; what it says goes into a pipe, which holds it: a part says little.
fn part(folder: &Folder, index: usize, count: usize) -> Child {
    let shard = format!("--shard={index}/{count}");
    let mut command = folder.command(&[MATCH, &["--out=shared", shard.as_str()]].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// What a part finds itself when it ends, by the line of pairs that it prints. Nobody asks again later:
/// who looks when all is recorded sees it in order whatever came first.
fn finding(part: Child) -> (i32, String) {
    let output = part.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let pairs = text.lines().find(|line| line.starts_with("Penta")).unwrap_or_default().to_string();
    (output.status.code().unwrap(), pairs)
}

#[test]
fn two_and_four_processes_come_to_the_verdict_of_one_at_the_same_game() {
    let folder = Folder::new();
    let expected = whole(&folder);
    for count in [2, 4] {
        let parts: Vec<Child> = (1..=count).map(|index| part(&folder, index, count)).collect();
        for part in parts {
            assert_eq!(finding(part), expected, "{count} parts");
        }
        std::fs::remove_dir_all(folder.at("shared")).unwrap();
    }
}

/// Lines of the records of the first part; a line that is being written counts as one.
fn lines(folder: &Folder) -> usize {
    std::fs::read(folder.at("shared/1-of-2/records.jsonl"))
        .map_or(0, |bytes| bytes.split(|byte| *byte == b'\n').count())
}

/// Waits until the first part has recorded some games, and kills it; false if it ended before.
fn kill_after(folder: &Folder, games: usize) -> bool {
    let mut one = part(folder, 1, 2);
    let enough = lines(folder) + games;
    while lines(folder) < enough && one.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    one.kill().unwrap();
    one.wait().unwrap().code().is_none()
}

#[test]
fn parts_that_are_killed_and_started_again_come_to_the_same() {
    let folder = Folder::new();
    let expected = whole(&folder);
    let mut random = Random::new(7);
    let killed = (0..KILLS).filter(|_| kill_after(&folder, 1 + random.below(MOST_GAMES))).count();
    println!("killed {killed} times, then {} lines", lines(&folder));
    assert!(killed > 0);
    // As a kill in the middle of a record would leave it.
    let path = folder.at("shared/1-of-2/records.jsonl");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
    let parts = [part(&folder, 1, 2), part(&folder, 2, 2)];
    parts.into_iter().for_each(|part| assert_eq!(finding(part), expected));
}
