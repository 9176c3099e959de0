//! Which program this is, for the records of what it measured: NIWAKI_COMMIT if that is set,
//! else the commit that is checked out, with a + if files have changed since, else the commit
//! that `git archive` wrote into `commit.txt`, as in an archive that a forge offers.
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
/// Where an archive has its commit, in full.
const ARCHIVED: &str = "commit.txt";
const ARCHIVED_DIGITS: usize = 12;

fn main() {
    println!("cargo::rerun-if-env-changed=NIWAKI_COMMIT");
    let given = std::env::var("NIWAKI_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = given.or_else(checked_out).or_else(archived).unwrap_or_else(|| "unknown".to_string());
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

/// The commit of an archive of our files.
fn archived() -> Option<String> {
    println!("cargo::rerun-if-changed={ARCHIVED}");
    let text = std::fs::read_to_string(ARCHIVED).ok()?;
    let commit = text.trim().get(..ARCHIVED_DIGITS)?;
    commit.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| commit.to_string())
}

/// What git answers in the top folder.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").current_dir(TOP).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
