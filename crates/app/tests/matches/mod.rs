//! What the tests of `niwaki match` and `niwaki tune` from outside share.
#![allow(dead_code, reason = "no test file needs all of it")]
#[path = "../program/mod.rs"]
mod program;

pub use program::{Folder, binary};
use serde_json::Value as Json;

/// Answers the greeting; the rest is the script's.
pub const GREETING: &str = r#"while read -r line; do case "$line" in uci) echo uciok;; isready) echo readyok;;"#;

pub fn run(command: &str, arguments: &[&str]) -> program::Answer {
    program::niwaki(&[&[command], arguments].concat())
}

pub fn niwaki(arguments: &[&str]) -> (i32, String, String) {
    run("match", arguments)
}

/// The lines that a command prints with `--json`.
pub fn json(command: &str, arguments: &[&str]) -> Vec<Json> {
    let (code, stdout, stderr) = run(command, &[arguments, &["--json"]].concat());
    assert_eq!(code, 0, "{stderr}");
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The games and the summary of a match in JSON.
pub fn games(arguments: &[&str]) -> Vec<Json> {
    json("match", arguments)
}

pub fn refused_by(command: &str, arguments: &[&str], expected: &str) {
    program::refused(&[&[command], arguments].concat(), expected);
}

pub fn refused(arguments: &[&str], expected: &str) {
    refused_by("match", arguments, expected);
}
