//! The tables of docs/risk.md are made here: each by the command that stands above it.
//!
//! A part of the page is a command in a code block, then `<!-- made: methods, travel -->`, the
//! tables, and `<!-- end -->`. `UPDATE=1 cargo test --release -p niwaki-app --test risk_page --
//! --ignored` runs all commands, which takes a while, and writes the tables anew; runs that are
//! recorded in runs/ already are only read. Without UPDATE it says whether the page is up to date.
mod program;
#[path = "risk_page/tables.rs"]
mod tables;

use program::Folder;
use serde_json::Value as Json;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use tables::KINDS;

const BEGIN: &str = "<!-- made: ";
const END: &str = "<!-- end -->";

/// A part of the page.
#[derive(Debug, PartialEq)]
struct Part<'a> {
    /// Arguments of the program.
    arguments: Vec<&'a str>,
    /// Names of the tables.
    kinds: Vec<&'a str>,
    /// What stands there now, by its place in the page.
    place: std::ops::Range<usize>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The parts of a page whose tables are made.
fn parts(page: &str) -> Vec<Part<'_>> {
    let part = |(at, _): (usize, &str)| {
        let line = page[at..].lines().next().unwrap();
        let kinds = line.trim_start_matches(BEGIN).trim_end_matches(" -->").split(", ").collect();
        let before = page[..at].trim_end().trim_end_matches("```").trim_end();
        let command = before.lines().last().unwrap();
        let arguments: Vec<&str> =
            command.strip_prefix("niwaki ").unwrap_or_else(|| panic!("{command}")).split(' ').collect();
        let begin = at + line.len() + 1;
        let length = page[begin..].find(END).unwrap_or_else(|| panic!("{command}: no end"));
        Part { arguments, kinds, place: begin..begin + length }
    };
    page.match_indices(BEGIN).map(part).collect()
}

/// Runs an audit in a folder and gives what it found of the first recipe.
fn found(folder: &Path, arguments: &[&str]) -> Json {
    let mut command = Command::new(program::binary());
    let output = command.current_dir(folder).args(arguments).arg("--json").output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let last: Json = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    last["summary"]["recipes"][0].clone()
}

/// The tables of a part.
fn made(found: &Json, kinds: &[&str]) -> String {
    let of = |kind: &&str| KINDS.iter().find(|(name, _)| name == kind).unwrap_or_else(|| panic!("no table {kind}")).1;
    kinds.iter().map(|kind| of(kind)(found)).collect::<Vec<_>>().join("\n")
}

/// The arguments for a small audit of the same kind.
fn small<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    let scale = ["--count", "--depth", "--sample", "--max-depth", "--oracle-nodes"];
    let is_kept =
        |place: &usize| !scale.contains(&arguments[*place]) && (*place == 0 || !scale.contains(&arguments[*place - 1]));
    let kept = (0..arguments.len()).filter(is_kept).map(|place| arguments[place]);
    kept.chain(["--count", "1", "--depth", "4", "--sample", "1", "--oracle-nodes", "500"]).collect()
}

fn heads(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    lines
        .windows(2)
        .filter(|pair| pair[1].starts_with("| ---"))
        .map(|pair| pair[0].split(" | ").next().unwrap())
        .collect()
}

#[test]
fn every_command_of_the_page_runs_and_makes_its_tables() {
    let page = fs::read_to_string(root().join("docs/risk.md")).unwrap();
    let parts = parts(&page);
    assert!(parts.len() >= 9, "{}", parts.len());
    let folder = Folder::new();
    for part in parts {
        let tables = made(&found(folder.root(), &small(&part.arguments)), &part.kinds);
        assert_eq!(heads(&tables), heads(&page[part.place.clone()]), "{:?}", part.arguments);
        assert!(!tables.contains("NaN"), "{tables}");
    }
}

#[test]
#[ignore = "runs every audit of the page"]
fn the_tables_are_up_to_date() {
    let file = root().join("docs/risk.md");
    let mut page = fs::read_to_string(&file).unwrap();
    let written = page.clone();
    for part in parts(&written).into_iter().rev() {
        eprintln!("niwaki {}", part.arguments.join(" "));
        page.replace_range(part.place, &made(&found(&root(), &part.arguments), &part.kinds));
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &page).unwrap();
        return;
    }
    assert!(
        written == page,
        "docs/risk.md is out of date: UPDATE=1 cargo test --release -p niwaki-app --test risk_page -- --ignored"
    );
}
