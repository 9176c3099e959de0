//! Which program this is, for the records of what it measured: NIWAKI_COMMIT if that is set, else
//! the commit that cargo noted in a published crate, else the commit that is checked out, with a +
//! if files have changed since, else the commit that `git archive` wrote into `commit.txt`, as in
//! an archive that a forge offers or in a source distribution made from one (`make sdist`).
//! And where the files are that go into the program.
use std::{env, fs, path::Path, process::Command};

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
const DIGITS: usize = 12;
/// Where an archive has its commit, in full.
const ARCHIVED: &str = "commit.txt";
/// Where a crate has it, among other facts.
const PUBLISHED: &str = ".cargo_vcs_info.json";
/// A file that goes into the program.
const BUILT_IN: &str = "nets/history.toml";

fn main() {
    println!("cargo::rustc-env=NIWAKI_DATA={}", data());
    println!("cargo::rerun-if-env-changed=NIWAKI_COMMIT");
    let given = env::var("NIWAKI_COMMIT").ok().filter(|commit| !commit.is_empty());
    let found = given.or_else(published).or_else(checked_out).or_else(archived);
    println!("cargo::rustc-env=NIWAKI_COMMIT={}", found.unwrap_or_else(|| "unknown".to_string()));
}

/// The folder that holds experiments and the history of networks: this package's own, as on
/// crates.io; in the repository these are links to the files at the top, which count themselves
/// where a system has made plain files of links.
fn data() -> String {
    let package = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let is_whole = Path::new(&package).join(BUILT_IN).is_file() && Path::new(&package).join("experiments").is_dir();
    if is_whole { package } else { format!("{package}/{TOP}") }
}

/// The commit that a published crate was made from, with a + if files had changed since: JSON such
/// as `{"git": {"sha1": "0123…", "dirty": true}, …}`.
fn published() -> Option<String> {
    let text = fs::read_to_string(PUBLISHED).ok()?;
    println!("cargo::rerun-if-changed={PUBLISHED}");
    let value = |name: &str| Some(text.split_once(&format!("\"{name}\":"))?.1.trim_start());
    let commit = commit_at_start(value("sha1")?.strip_prefix('"')?)?;
    let is_changed = value("dirty").is_some_and(|value| value.starts_with("true"));
    Some(if is_changed { commit + "+" } else { commit })
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
    let commit = git(&["rev-parse", &format!("--short={DIGITS}"), "HEAD"])?;
    let changed = git(&[&["status", "--porcelain", "--"], &SOURCES[..]].concat())?;
    Some(if changed.is_empty() { commit } else { commit + "+" })
}

/// The commit of an archive of our files.
fn archived() -> Option<String> {
    println!("cargo::rerun-if-changed={ARCHIVED}");
    commit_at_start(fs::read_to_string(ARCHIVED).ok()?.trim())
}

/// A commit in full, shortened.
fn commit_at_start(text: &str) -> Option<String> {
    let commit = text.get(..DIGITS)?;
    commit.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| commit.to_string())
}

/// What git answers in the top folder.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").current_dir(TOP).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
