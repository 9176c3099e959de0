//! Input and places that nobody wishes for: one clear line, and nothing is lost.
use crate::support::{Folder, SUITE};
use std::process::Stdio;

const QUICK: [&str; 4] = ["suite", "my.epd", "--depth=2", "--hash=1"];

#[test]
fn positions_that_are_none_are_named_by_file_and_line() {
    let folder = Folder::new();
    for (name, bytes, expected) in [
        ("empty.epd", &b""[..], "empty.epd: expected positions, one on a line; there is none"),
        ("blank.epd", b"\r\n \r\n# nothing\r\n", "blank.epd: expected positions"),
        ("binary.epd", b"\x7fELF\0\0\xff\xfe\n", "binary.epd: line 1: "),
        ("cut.epd", b"6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm Rc8#;\n3k4/8/8/3q", "cut.epd: line 2: "),
    ] {
        folder.write(name, bytes);
        for command in [&["suite", name][..], &["sweep", "turk-mc", "--grid=multi_cut.cuts=2", "--positions", name]] {
            folder.refused(command, expected);
        }
    }
    assert!(!folder.at("runs").exists(), "nothing was begun");
    folder.refused(&["suite", "."], ".: ");
}

#[test]
fn windows_line_ends_make_no_difference() {
    let folder = Folder::new();
    let unix = folder.facts(&[&QUICK[..], &["--out=unix"]].concat());
    folder.write("my.epd", format!("\u{feff}{}", SUITE.replace('\n', "\r\n")));
    assert_eq!(folder.facts(&[&QUICK[..], &["--out=windows"]].concat()), unix);
    // So do they in records that went through a careless editor.
    folder.write("unix/records.jsonl", folder.read("unix/records.jsonl").replace('\n', "\r\n"));
    assert_eq!(folder.facts(&[&QUICK[..], &["--out=unix"]].concat()), unix);
}

/// To read from a pipe that nobody writes to would mean to wait for ever.
#[cfg(unix)]
#[test]
fn pipes_and_devices_in_the_place_of_files_are_refused_at_once() {
    let folder = Folder::new();
    assert!(std::process::Command::new("mkfifo").arg(folder.at("pipe")).status().unwrap().success());
    folder.write("model.toml", "[prob_cut]\nmodel = '/dev/zero'\n");
    for file in ["pipe", "/dev/zero"] {
        let expected = "expected a file, not a pipe or a device";
        folder.refused(&["suite", file], expected);
        folder.refused(&["match", "none", "niwaki", "--openings", file], expected);
        folder.refused(&["match", "none", &format!("niwaki,EvalFile={file}"), "--nodes=10", "--games=2"], expected);
        folder.refused(&["recipes", "none", "--set", &format!("prob_cut.model={file}")], expected);
        folder.refused(&["experiment", "check", file], expected);
        folder.refused(&["networks", file], expected);
        folder.refused(&["recipes", file], "no such recipe or file");
    }
    folder.refused(&["recipes", "model.toml"], "/dev/zero: expected a file");
    std::fs::create_dir(folder.at("run")).unwrap();
    std::fs::rename(folder.at("pipe"), folder.at("run/records.jsonl")).unwrap();
    folder.refused(&[&QUICK[..], &["--out=run"]].concat(), "expected a file, not a pipe");
    folder.refused(&["report", "run"], "expected a file, not a pipe");
}

#[test]
fn control_characters_of_a_file_do_not_reach_the_terminal() {
    let folder = Folder::new();
    let position = "6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - -";
    folder.write("my.epd", format!("{position} bm Rc8#; id \"a\u{1b}]0;owned\u{7}\u{9b}31mb\";\n"));
    let (code, stdout, stderr) = folder.run(&[&QUICK[..], &["--verbose"]].concat());
    let obeyed = |letter: char| letter.is_control() && letter != '\n';
    assert!(code == 0 && stdout.contains("owned"), "{stdout}{stderr}");
    assert!(!stdout.contains(obeyed) && !stderr.contains(obeyed), "{stdout:?}{stderr:?}");
    folder.write("bad.epd", "6k1/\u{1b}[31m/8 w - - bm Rc8#;\n");
    let (_, stdout, stderr) = folder.run(&["suite", "bad.epd"]);
    assert!(!stdout.contains(obeyed) && !stderr.contains(obeyed), "{stdout:?}{stderr:?}");
}

#[test]
fn two_records_of_one_job_that_contradict_each_other_are_refused() {
    let folder = Folder::new();
    let command = [&QUICK[..], &["--out=run"]].concat();
    folder.fine(&command);
    let text = folder.read("run/records.jsonl");
    let mut second: serde_json::Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    let lines = text.lines().count();
    second["seconds"] = 99.into();
    folder.write("run/records.jsonl", format!("{text}{second}\n"));
    folder.fine(&["report", "run"]);
    second["nodes"] = 1.into();
    folder.write("run/records.jsonl", format!("{text}{second}\n"));
    let expected = format!("run/records.jsonl: line {}: contradicts an earlier record of the same job", lines + 1);
    folder.refused(&["report", "run"], &expected);
    folder.refused(&command, &expected);
}

#[test]
fn records_that_are_none_are_named_and_left_alone() {
    let folder = Folder::new();
    std::fs::create_dir(folder.at("run")).unwrap();
    let header = "{\"command\":\"suite\",\"plan\":{}}";
    for (text, expected) in [
        ("notes\n".to_string(), "line 1: expected a JSON object"),
        ("\0\0\0\n{}\n".to_string(), "line 1: expected a JSON object"),
        ("{}\n".to_string(), "line 1: expected the header of a run"),
        (format!("{header}\nsoup\n{{}}\n"), "line 2: expected a JSON object"),
        (format!("{header}\n{{}}\n"), "run/records.jsonl: "),
    ] {
        folder.write("run/records.jsonl", &text);
        folder.refused(&[&QUICK[..], &["--out=run"]].concat(), expected);
        folder.refused(&["report", "run"], "run/records.jsonl: ");
        folder.refused(&["merge", "out", "run"], "run");
        assert_eq!(folder.read("run/records.jsonl"), text);
    }
    for command in ["compare", "sweep", "match", "tune"] {
        folder.write("run/records.jsonl", format!("{{\"command\":\"{command}\",\"plan\":{{}}}}\n{{}}\n"));
        folder.refused(&["report", "run"], "expected the records of");
        folder.refused(&["merge", "out", "run"], "expected the records of");
    }
}

#[test]
fn two_runs_into_one_folder_are_refused() {
    let folder = Folder::new();
    let slow = ["suite", "my.epd", "--time=3000", "--jobs=1", "--out=run"];
    let mut first = folder.command(&slow).stdout(Stdio::null()).spawn().unwrap();
    let records = folder.at("run/records.jsonl");
    while !std::fs::read_to_string(&records).is_ok_and(|text| text.contains('\n')) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    folder.refused(&slow, "another run is writing to this file");
    folder.refused(&[&slow[..], &["--force"]].concat(), "another run is writing to this file");
    first.kill().unwrap();
    first.wait().unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn places_that_cannot_be_written_give_one_line() {
    let folder = Folder::new();
    folder.write("file", "precious");
    folder.refused(&[&QUICK[..], &["--out=file"]].concat(), "file: cannot make the folder");
    folder.refused(&[&QUICK[..], &["--out=/proc/niwaki"]].concat(), "/proc/niwaki: cannot make the folder");
    assert_eq!(folder.run(&[&QUICK[..], &["--out=run"]].concat()).0, 0);
    folder.refused(&["merge", "/proc/niwaki", "run"], "/proc/niwaki");
    folder.refused(&["merge", "file", "run"], "file: expected a folder that is empty");
    assert_eq!(folder.read("file"), "precious");
}

/// A limit on the size of files refuses a write in the middle, as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_gives_one_line_and_what_was_recorded_is_kept() {
    let folder = Folder::new();
    let whole = folder.facts(&[&QUICK[..], &["--out=whole"]].concat());
    let size = folder.read("whole/records.jsonl").len();
    let program = crate::program::binary();
    for blocks in [0, 1, size / 1024, size / 512] {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {} \"$@\"", program.display());
        let mut shell = std::process::Command::new("sh");
        shell.current_dir(folder.root()).args(["-c", &script, "sh"]).args(QUICK).arg("--out=full");
        let output = shell.output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), stderr.lines().count()), (Some(2), 1), "{blocks}: {stderr}");
        assert!(stderr.starts_with("niwaki: full/records.jsonl: cannot write"), "{blocks}: {stderr}");
    }
    assert!(folder.records("full").len() > 1, "some were recorded");
    assert_eq!(folder.facts(&[&QUICK[..], &["--out=full"]].concat()), whole);
}
