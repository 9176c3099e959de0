//! Which program this is, for the records of what it measured: NIWAKI_COMMIT if that is set,
//! else the commit that is checked out, with a + if files have changed since.
use std::{path::Path, process::Command};

/// From the folder of this package.
const TOP: &str = "../..";
/// What decides how the program behaves, from the top folder.
const SOURCES: [&str; 9] = [
    "Cargo.lock",
    "crates/app/src",
    "crates/games/src",
    "crates/lab/src",
    "crates/search/src",
    "crates/statistics/src",
    "models",
    "nets",
    "recipes",
];
const DIGITS: &str = "--short=12";

fn main() {
    println!("cargo::rerun-if-env-changed=NIWAKI_COMMIT");
    let given = std::env::var("NIWAKI_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = given.or_else(checked_out).unwrap_or_else(|| "unknown".to_string());
    println!("cargo::rustc-env=NIWAKI_COMMIT={commit}");
}

/// The commit of our own repository; `None` in a copy of the files without one.
fn checked_out() -> Option<String> {
    if !Path::new(TOP).join(".git").exists() {
        return None;
    }
    // Written by git whenever another commit is checked out or made.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    let sources = SOURCES.iter().map(|source| format!("{TOP}/{source}"));
    for file in sources.chain([format!("{TOP}/{log}"), log]).filter(|file| Path::new(file).exists()) {
        println!("cargo::rerun-if-changed={file}");
    }
    let commit = git(&["rev-parse", DIGITS, "HEAD"])?;
    let changed = git(&[&["status", "--porcelain", "--"], &SOURCES[..]].concat())?;
    Some(if changed.is_empty() { commit } else { commit + "+" })
}

/// What git answers in the top folder.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").current_dir(TOP).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
