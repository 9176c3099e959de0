//! The program from outside: what it answers, and folders to run it in.
#![allow(dead_code, reason = "no test file needs all of it")]
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use tempfile::TempDir;

/// Exit code, output and errors.
pub type Answer = (i32, String, String);

pub fn binary() -> PathBuf {
    assert_cmd::cargo::cargo_bin("niwaki")
}

pub fn niwaki(arguments: &[&str]) -> Answer {
    answer(Command::new(binary()).args(arguments).stdin(Stdio::null()))
}

/// What the program prints if nothing is wrong.
pub fn fine(arguments: &[&str]) -> String {
    expect_fine(arguments, niwaki(arguments))
}

/// The program ends with one line that holds `expected`, and says nothing else.
pub fn refused(arguments: &[&str], expected: &str) {
    expect_refused(arguments, niwaki(arguments), expected);
}

/// Whether a program that only some machines have can be started; a word about it if not.
pub fn is_installed(program: &str) -> bool {
    let tried = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = tried.is_ok_and(|status| status.success());
    if !found {
        eprintln!("skipped: {program} cannot be started");
    }
    found
}

fn answer(command: &mut Command) -> Answer {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn expect_fine(arguments: &[&str], (code, stdout, stderr): Answer) -> String {
    assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}: {stdout}");
    stdout
}

fn expect_refused(arguments: &[&str], (code, stdout, stderr): Answer, expected: &str) {
    assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
    assert!(stderr.contains(expected) && stderr.lines().count() == 1, "{arguments:?}: {stderr}");
    assert!(stderr.len() < 1_000, "{arguments:?}: too long");
}

/// A folder of a test's own, gone when the test is over.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(TempDir::with_prefix("niwaki-").unwrap())
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    /// As text, for an argument.
    pub fn path(&self, name: &str) -> String {
        self.at(name).display().to_string()
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.at(name), bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap()
    }

    /// What the program prints to somebody who types this, in this folder, if nothing is wrong.
    pub fn answered(&self, arguments: &[&str], typed: &str) -> String {
        self.write("typed.txt", typed);
        let typed = fs::File::open(self.at("typed.txt")).unwrap();
        let answer = answer(Command::new(binary()).args(arguments).current_dir(self.root()).stdin(typed));
        expect_fine(arguments, answer)
    }

    /// A fake engine: a shell script. Returns how it is named to the program.
    #[cfg(unix)]
    pub fn engine(&self, name: &str, script: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        self.write(name, format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(self.at(name), fs::Permissions::from_mode(0o755)).unwrap();
        format!("uci:{}", self.path(name))
    }

    /// The program, to be run here.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command.current_dir(self.root()).args(arguments).stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Answer {
        answer(&mut self.command(arguments))
    }

    pub fn fine(&self, arguments: &[&str]) -> String {
        expect_fine(arguments, self.run(arguments))
    }

    pub fn refused(&self, arguments: &[&str], expected: &str) {
        expect_refused(arguments, self.run(arguments), expected);
    }
}
