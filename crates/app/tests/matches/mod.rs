//! What the tests of `niwaki match` and `niwaki tune` from outside share.
#![allow(dead_code)]
use assert_cmd::Command;
use serde_json::Value as Json;
use std::{fs, path::PathBuf};

/// A folder that is gone when the test is over.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("niwaki-match-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// A fake engine: a shell script.
    #[cfg(unix)]
    pub fn engine(&self, name: &str, script: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        let path = self.0.join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        format!("uci:{}", path.display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Answers the greeting; the rest is the script's.
pub const GREETING: &str = r#"while read -r line; do case "$line" in uci) echo uciok;; isready) echo readyok;;"#;

pub fn binary() -> PathBuf {
    assert_cmd::cargo::cargo_bin("niwaki")
}

/// Exit code, output and errors of a command.
pub fn run(command: &str, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("niwaki").unwrap().arg(command).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
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

/// The command ends with one line that holds `expected`, and says nothing else.
pub fn refused_by(command: &str, arguments: &[&str], expected: &str) {
    let (code, stdout, stderr) = run(command, arguments);
    assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
    assert!(stderr.contains(expected) && stderr.lines().count() == 1, "{arguments:?}: {stderr}");
    assert!(stderr.len() < 1_000, "{arguments:?}: too long");
}

pub fn refused(arguments: &[&str], expected: &str) {
    refused_by("match", arguments, expected);
}
