//! Every study of the registry resumes, shards and merges, whatever its command.
use crate::support::{Folder, without_times};
use niwaki_games::list;
use niwaki_lab::studies;
use niwaki_search::random::Random;
use serde_json::Value as Json;
use std::{
    io::{BufRead, BufReader},
    process::Stdio,
    time::Duration,
};

/// A quick run of each command, and the option that names the folder of its records.
const RUNS: &[(&[&str], &str)] = &[
    (&["compare", "none", "multi-cut", "--positions", "my.txt", "--depth", "6", "--hash", "1"], "--out"),
    (&["suite", "my.txt", "--depth", "7", "--hash", "1"], "--out"),
    (&["sweep", "multi-cut", "--grid", "multi_cut.cuts=2,3", "--positions", "my.txt", "--depth", "5"], "--out"),
    (&["match", "none", "niwaki", "--nodes", "300", "--games", "12"], "--out"),
    (&["fit", "probcut", "--pairs", "1:2,2:3", "--count", "20", "--hash", "1"], "--records"),
    (&["audit", "--positions", "my.txt", "--depth", "6", "--sample", "1", "--hash", "1"], "--out"),
    // Games go where results are undecided, which a part judges by itself: only searches are the same.
    (&["ablate", "niwaki", "--positions", "my.txt", "--depth", "5", "--games", "0"], "--out"),
    (&["collect", "rankcut", "--games", "8", "--depth", "4", "--force", "--out", "model.toml"], "--records"),
];
const POSITIONS: usize = 9;
/// Moments at which each run is interrupted.
const MOMENTS: usize = 3;
/// No run takes longer before it is interrupted.
const LONGEST: u64 = 150;

struct Run<'a> {
    folder: &'a Folder,
    command: &'a [&'a str],
    place: &'a str,
}

impl Run<'_> {
    fn arguments<'a>(&'a self, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        [self.command, &["--game", "connect-four", self.place, out], more].concat()
    }

    /// What it says in JSON, without times.
    fn facts(&self, out: &str, more: &[&str]) -> Vec<Json> {
        self.folder.facts(&self.arguments(out, more))
    }

    /// The summary, without what names the part.
    fn summary(&self, arguments: &[&str]) -> Json {
        without_times(self.folder.facts(arguments).pop().unwrap())
    }

    fn is_interrupted_and_resumed(&self, whole: &[Json], random: &mut Random) {
        for _ in 0..MOMENTS {
            let arguments = self.arguments("killed", &["--jobs", "2"]);
            let mut child =
                self.folder.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(random.number() % LONGEST));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert_eq!(self.facts("killed", &[]), whole, "{}: killed and resumed", self.command[0]);
        let records = self.folder.read("whole/records.jsonl");
        let header = records.find('\n').unwrap() + 1;
        for _ in 0..MOMENTS {
            let kept = header + random.below(records.len() - header);
            let text = String::from_utf8_lossy(&records.as_bytes()[..kept]).into_owned();
            std::fs::create_dir_all(self.folder.at("cut")).unwrap();
            self.folder.write("cut/records.jsonl", text);
            assert_eq!(self.facts("cut", &[]), whole, "{}: cut at byte {kept}", self.command[0]);
        }
    }

    fn shards_are_the_whole(&self, whole: &Json) {
        for shard in ["1/3", "2/3", "3/3"] {
            self.folder.fine(&self.arguments(&shard[..1], &["--shard", shard]));
        }
        let merged = self.summary(&["merge", "merged", "3", "1", "2"]);
        assert_eq!(merged, *whole, "{}: three shards", self.command[0]);
    }

    fn report_is_made_again(&self) {
        let page = self.folder.read("whole/report.html");
        std::fs::remove_file(self.folder.at("whole/report.html")).unwrap();
        self.folder.fine(&["report", "whole"]);
        assert_eq!(self.folder.read("whole/report.html"), page, "{}", self.command[0]);
    }
}

#[test]
fn every_study_of_the_registry_resumes_shards_merges_and_is_reported_again() {
    let shared: Vec<&str> =
        studies::ALL.0.iter().filter(|entry| entry.numbering.is_some()).map(|entry| entry.command).collect();
    let tested: Vec<&str> = RUNS.iter().map(|(command, _)| command[0]).collect();
    assert!(shared.iter().all(|command| tested.contains(command)), "{shared:?} {tested:?}");
    let suite = list::find("connect-four").unwrap().suite().unwrap();
    let lines: Vec<&str> = suite.lines().filter(|line| !line.starts_with('#')).take(POSITIONS).collect();
    for (number, (command, place)) in RUNS.iter().enumerate() {
        let folder = Folder::new();
        folder.write("my.txt", lines.join("\n"));
        let run = Run { folder: &folder, command, place };
        let whole = run.facts("whole", &["--jobs", "1"]);
        assert_eq!(run.facts("together", &["--jobs", "2"]), whole, "{}: two threads", command[0]);
        run.is_interrupted_and_resumed(&whole, &mut Random::new(number as u64));
        run.shards_are_the_whole(whole.last().unwrap());
        run.report_is_made_again();
    }
}

#[test]
fn json_results_are_printed_while_others_are_still_searched() {
    let folder = Folder::new();
    for command in [&["compare", "niwaki", "--nodes", "200000"][..], &["audit", "--depth", "9"]] {
        let arguments = [command, &["--jobs", "1", "--json"]].concat();
        let mut child = folder.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let ended = child.try_wait().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!((ended, line.starts_with('{')), (None, true), "{command:?}: {line}");
    }
}

#[test]
fn the_last_line_of_json_says_where_the_run_is_kept() {
    let folder = Folder::new();
    let last = |arguments: &[&str]| -> Json {
        serde_json::from_str(folder.fine(&[arguments, &["--json"]].concat()).lines().last().unwrap()).unwrap()
    };
    for command in [&["suite", "my.epd", "--depth", "2"][..], &["match", "none", "null-move", "--games", "2"]] {
        let said = last(command);
        let kept = said["folder"].as_str().unwrap();
        assert!(kept.starts_with("runs") && folder.read(&format!("{kept}/records.jsonl")).lines().count() > 2);
        assert_eq!(folder.read(said["report"].as_str().unwrap()), folder.read(&format!("{kept}/report.html")));
        assert_eq!(last(&["report", kept])["folder"], said["folder"]);
    }
}
