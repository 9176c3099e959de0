//! `niwaki experiment`, `reproduce` and the report of an experiment from outside.
mod program;

use program::Folder;
use serde_json::Value as Json;
use std::fs;

/// An experiment of seconds, with Windows line ends.
const MINE: &str = "id = \"mine\"\r\n\
title = \"My <table>\"\r\n\
hash = 1\r\n\
[[part]]\r\n\
name = \"suite\"\r\n\
kind = \"suite\"\r\n\
base = \"none\"\r\n\
columns = [\"nodes\", \"nodes_percent\", \"solved\"]\r\n\
scale.quick = { positions = 3, depth = 3 }\r\n\
[[part.row]]\r\n\
name = \"null move\"\r\n\
recipe = \"null-move\"\r\n\
paper = { nodes_percent = 61.5 }\r\n\
[[part.row]]\r\n\
name = \"on my suite\"\r\n\
recipe = \"null-move\"\r\n\
suite = \"OWN\"\r\n\
[[part]]\r\n\
name = \"games\"\r\n\
kind = \"match\"\r\n\
opponent = { name = \"somebody\", stand_in = \"none\" }\r\n\
columns = [\"results\", \"elo\"]\r\n\
scale.quick = { games = 4, nodes = 60 }\r\n\
[[part.row]]\r\n\
name = \"null move\"\r\n\
players = [\"null-move\", \"opponent\"]\r\n\
paper = { elo = { value = 41, plus_minus = 34 } }\r\n";

const SUITE: &str = "6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm Rc8#;\n3k4/8/8/3q4/8/2N5/8/3K4 w - - bm Nxd5;\n";

#[test]
fn an_experiment_runs_prints_both_sides_and_its_report_is_made_again() {
    let folder = Folder::new();
    folder.write("mine.toml", MINE);
    let plan = folder.fine(&["experiment", "check", "mine.toml"]);
    assert!(
        plan.starts_with("mine: My <table>; scale quick, 2 steps, about ") && plan.contains("6 searches"),
        "{plan}"
    );
    assert_eq!(plan, folder.fine(&["experiment", "run", "mine.toml", "--dry-run"]));
    assert!(!folder.at("runs").exists());
    let stdout = folder.fine(&["experiment", "run", "mine.toml", "--out", "run"]);
    for word in ["nodes, % of base: paper", "61.5", "+41 [+7, +75]", "--positions OWN=FILE", "plays for somebody"] {
        assert!(stdout.contains(word), "{word}: {stdout}");
    }
    assert!(stdout.trim_end().ends_with("report: run/report.html"), "{stdout}");
    let page = folder.read("run/report.html");
    assert!(page.contains("My &lt;table&gt;") && page.contains("niwaki experiment run mine.toml --out run"));
    fs::remove_file(folder.at("run/report.html")).unwrap();
    assert_eq!(folder.fine(&["report", "run"]), "report: run/report.html\n");
    assert_eq!(folder.read("run/report.html"), page);
    folder.refused(&["report", "run", "--picture", "x.svg"], "an experiment has no main picture");
}

#[test]
fn a_run_that_was_cut_off_goes_on_to_the_same_tables() {
    let folder = Folder::new();
    folder.write("mine.toml", MINE);
    folder.write("own.epd", SUITE);
    let run = |more: &[&str]| {
        let all = [&["experiment", "run", "mine.toml", "--json", "--positions", "OWN=own.epd", "--out", "run"], more]
            .concat();
        folder.fine(&all).lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Json>>()
    };
    let whole = run(&["--jobs", "1"]);
    assert_eq!(whole.len(), 2 + 1 + 1);
    assert_eq!(whole[0]["columns"]["nodes_percent"]["paper"], 61.5);
    assert!(whole[1]["columns"]["nodes"]["ours"].is_number() && whole[3]["summary"]["scale"] == "quick");
    for name in ["run/suite/depth-3-of-3/records.jsonl", "run/games/01-null-move/records.jsonl"] {
        let records = folder.read(name);
        folder.write(name, &records[..records.len() - records.len() / 3]);
    }
    assert_eq!(run(&["--jobs", "3"]), whole);
    assert_eq!(run(&["--force"]), whole);
    let other = ["experiment", "run", "mine.toml", "--out", "run"];
    folder.refused(&other, "run: holds another experiment, scale or input; give --out another folder");
    folder.refused(&[&other[..], &["--positions", "SOUP=own.epd"]].concat(), "no row asks for positions called SOUP");
    folder.refused(&[&other[..], &["--opponent", "soup"]].concat(), "--opponent soup: no such recipe");
    folder.refused(&[&other[..], &["--shard", "3/2"]].concat(), "expected a part such as 2/8");
    folder.refused(&[&other[..], &["--scale", "huge"]].concat(), "expected quick, medium or paper");
}

#[test]
fn wrong_files_are_refused_with_file_and_line() {
    let folder = Folder::new();
    folder.refused(&["experiment", "run", "gone.toml"], "gone.toml: ");
    for (text, expected) in [
        (&b""[..], "wrong.toml: line 1: missing field"),
        (&[0xff, 0xfe, 0x00][..], "expected text in UTF-8"),
        (b"id = \"x\"\ntitle = 3\n", "line 2: invalid type"),
        (b"id = \"x\"\n[[part", "line 2: "),
    ] {
        folder.write("wrong.toml", text);
        folder.refused(&["experiment", "check", "wrong.toml"], expected);
    }
    folder.write("wrong.toml", MINE.replace("\"null-move\"", "\"soup\""));
    folder.refused(&["experiment", "check", "wrong.toml"], "row \"null move\": soup: no such recipe");
    folder.refused(&["experiment"], "subcommand");
    folder.refused(&["report", "."], "cannot open the records");
}

#[test]
fn the_tables_of_the_papers_are_listed_and_planned() {
    let folder = Folder::new();
    let list = folder.fine(&["reproduce"]);
    for name in ["e11-t1 ", "e11-matches ", "bm-t1 ", "bm-t2 ", "bm-s ", "bm-t3 ", "jb-t1 ", "jb-t4 ", "ll-x ", "mod "]
    {
        assert!(list.lines().any(|line| line.starts_with(name)), "{name}: {list}");
    }
    let objects = folder.fine(&["reproduce", "--json"]);
    assert!(objects.lines().all(|line| serde_json::from_str::<Json>(line).unwrap()["rows"].is_number()));
    let plan = folder.fine(&["reproduce", "mod", "--dry-run"]);
    assert!(plan.contains("mod: ") && plan.contains("not run: another program"), "{plan}");
    folder.refused(&["reproduce", "soup"], "soup: no such table; there are e11-t1, ");
    folder.refused(&["reproduce", "ll-t1", "--positions", "WAC=gone.epd", "--dry-run"], "gone.epd: ");
    assert!(!folder.at("runs").exists());
}
