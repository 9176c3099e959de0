//! What people get besides the program: completions, manual, files for OpenBench, the Makefile that
//! its workers run, and the check of the bench in commit messages.
mod program;

#[cfg(unix)]
use program::is_installed;
use program::{Folder, fine, niwaki};
use serde_json::Value as Json;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn json(path: &str) -> Json {
    serde_json::from_str(&fs::read_to_string(top().join(path)).unwrap()).unwrap()
}

/// Names of the commands as the help lists them.
fn commands() -> BTreeSet<String> {
    let help = fine(&["--help"]);
    let list = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: BTreeSet<String> = names.filter_map(|line| Some(line.split_whitespace().next()?.to_string())).collect();
    assert!(names.len() > 25, "{names:?}");
    names
}

#[test]
fn completions_of_every_shell_know_every_command_and_its_options() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = fine(&["completions", shell]);
        let missing: Vec<String> = commands().into_iter().filter(|name| !script.contains(name.as_str())).collect();
        assert!(missing.is_empty(), "{shell}: {missing:?}");
        assert!(script.contains("scale-nps") && script.contains("gauntlet"), "{shell}: options of match");
    }
    let (code, _, stderr) = niwaki(&["completions", "tcsh"]);
    assert!(code == 2 && stderr.contains("bash"), "{stderr}");
}

/// Bash itself offers what the script says.
#[cfg(unix)]
#[test]
fn bash_completes_a_command_and_an_option() {
    if !is_installed("bash") {
        return;
    }
    let folder = Folder::new();
    folder.write("niwaki.bash", fine(&["completions", "bash"]));
    let complete = |words: &str, count: usize| {
        let ask = format!(
            "source ./niwaki.bash; COMP_WORDS=({words}); COMP_CWORD={count}; _niwaki niwaki \"${{COMP_WORDS[COMP_CWORD]}}\"; echo \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash").args(["--norc", "-c", &ask]).current_dir(folder.root()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_string()
    };
    assert_eq!(complete("niwaki abl", 1), "ablate");
    assert_eq!(complete("niwaki match --gaun", 2), "--gauntlet");
}

#[test]
fn every_command_has_a_page_in_the_manual() {
    let folder = Folder::new();
    assert!(fine(&["man"]).contains(".TH niwaki 1"));
    folder.fine(&["man", "--out", "man"]);
    let names: BTreeSet<String> = fs::read_dir(folder.at("man"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    for command in commands().into_iter().filter(|command| command != "help") {
        assert!(names.contains(&format!("niwaki-{command}.1")), "{command}: {names:?}");
    }
    assert!(names.contains("niwaki.1") && names.contains("niwaki-fit-wdl.1"), "{names:?}");
    let page = folder.read("man/niwaki-match.1");
    assert!(page.contains("niwaki match") && page.contains("Size of each player"), "{page}");
    folder.write("file", "");
    folder.refused(&["man", "--out", "file/man"], "file/man");
}

/// Keys that OpenBench takes in a preset of a test.
const PRESET_KEYS: [&str; 26] = [
    "both_branch",
    "both_bench",
    "both_network",
    "both_options",
    "both_time_control",
    "dev_branch",
    "dev_bench",
    "dev_network",
    "dev_options",
    "dev_time_control",
    "base_branch",
    "base_bench",
    "base_network",
    "base_options",
    "base_time_control",
    "test_bounds",
    "test_confidence",
    "test_max_games",
    "book_name",
    "upload_pgns",
    "priority",
    "throughput",
    "workload_size",
    "syzygy_wdl",
    "win_adj",
    "draw_adj",
];

#[test]
fn the_engine_file_of_openbench_has_what_its_server_expects() {
    let engine = json("openbench/Niwaki.json");
    assert!(engine["private"] == false && engine["nps"].as_u64().unwrap() > 0 && engine["source"].is_string());
    assert_eq!(engine["build"]["path"], "", "the Makefile is at the top");
    let compiler = engine["build"]["compilers"][0].as_str().unwrap();
    let manifest = fs::read_to_string(top().join("Cargo.toml")).unwrap();
    let oldest = compiler.strip_prefix("cargo>=").and_then(|version| version.strip_suffix(".0")).unwrap();
    assert!(manifest.contains(&format!("rust-version = \"{oldest}\"")), "{compiler}");
    for kind in ["test_presets", "tune_presets", "datagen_presets"] {
        let presets = engine[kind].as_object().unwrap();
        assert!(presets.contains_key("default"), "{kind}");
        for (name, preset) in presets {
            let unknown: Vec<_> =
                preset.as_object().unwrap().keys().filter(|key| !PRESET_KEYS.contains(&key.as_str())).collect();
            assert!(unknown.is_empty(), "{name}: {unknown:?}");
            assert!(preset.get("book_name").is_none_or(|book| *book == "niwaki_2000.epd"), "{name}");
        }
    }
    assert!(["STC", "20k nodes"].iter().all(|name| engine["test_presets"][name].is_object()));
}

/// A wrong name would silently test the engine against itself.
#[test]
fn the_engine_takes_every_option_of_the_presets() {
    let engine = json("openbench/Niwaki.json");
    let options: BTreeSet<String> = ["test_presets", "tune_presets", "datagen_presets"]
        .iter()
        .flat_map(|kind| engine[kind].as_object().unwrap().values())
        .flat_map(|preset| {
            ["both_options", "dev_options", "base_options"].map(|key| preset[key].as_str().unwrap_or(""))
        })
        .flat_map(|options| options.split_whitespace().map(str::to_string))
        .collect();
    assert!(options.contains("Methods=null_move.enabled=false") && options.contains("Threads=1"), "{options:?}");
    let set = |option: &str| {
        let (name, value) = option.split_once('=').unwrap();
        format!("setoption name {name} value {value}\n")
    };
    let folder = Folder::new();
    let typed: String = options.iter().map(|option| set(option)).collect();
    assert_eq!(folder.answered(&[], &format!("{typed}quit\n")), "");
    let wrong = folder.answered(&[], &format!("{}quit\n", set("null_moves.enabled=false")));
    assert!(wrong.contains("info string"), "{wrong}");
}

#[cfg(unix)]
#[test]
fn the_book_of_openbench_is_what_its_file_says() {
    if !is_installed("python3") {
        return;
    }
    let folder = Folder::new();
    let made = || {
        let mut script = Command::new("python3");
        let output = script.arg(top().join("openbench/make_book.py")).arg(folder.root()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        (String::from_utf8(output.stdout).unwrap(), fs::read(folder.at("niwaki_2000.epd.zip")).unwrap())
    };
    let (hash, zip) = made();
    assert_eq!(hash.trim(), json("openbench/niwaki_2000.epd.json")["sha"].as_str().unwrap());
    assert_eq!((hash, zip), made(), "the same bytes each time");
    // The positions are those of the built-in book, and are read as such.
    let unpack = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); n, = z.namelist(); z.extract(n, sys.argv[2])";
    let at = |name: &str| folder.path(name);
    let unpacked = Command::new("python3").args(["-c", unpack, &at("niwaki_2000.epd.zip"), &at("")]).status().unwrap();
    assert!(unpacked.success());
    let book = folder.read("niwaki_2000.epd");
    let own = fs::read_to_string(top().join("suites/openings.epd")).unwrap();
    let positions = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.split_whitespace().take(4).collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(positions(&book), positions(&own));
    folder.fine(&["match", "none", "none", "--depth=1", "--games=2", "--max-plies=4", "--openings=niwaki_2000.epd"]);
}

/// What make would do; nothing is built.
#[cfg(unix)]
#[test]
fn the_makefile_suits_workers_on_linux_and_windows() {
    if !is_installed("make") {
        return;
    }
    let make = |arguments: &[&str]| {
        let mut command = Command::new("make");
        command.args(["--dry-run", "--no-print-directory", "-j", "TARGET_DIR=target", "CARGO=cargo"]).args(arguments);
        let output = command.current_dir(top()).env_remove("MAKEFLAGS").output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect::<Vec<_>>()
    };
    let build = "cargo build --release --locked --package niwaki-app";
    assert_eq!(make(&["EXE=Niwaki-12AB34CD"]), [build, "cp \"target/release/niwaki\" \"Niwaki-12AB34CD\""]);
    let windows = ["OS=Windows_NT", "EXE=Niwaki-12AB34CD"];
    assert_eq!(make(&windows), [build, "cp \"target/release/niwaki.exe\" \"Niwaki-12AB34CD.exe\""]);
    let without_shell = ["OS=Windows_NT", "SHELL=sh.exe", "EXE=out/niwaki.exe"];
    let copied = "copy /Y /B \"target\\release\\niwaki.exe\" \"out\\niwaki.exe\"";
    assert_eq!(make(&without_shell), [build, copied]);
    let flags = |arch: &str| {
        let mut command = Command::new("make");
        command.args(["--no-print-directory", "CARGO=env #", "COPY=:", arch]).current_dir(top());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(flags("ARCH=x86-64-v2").contains("RUSTFLAGS=-C target-cpu=x86-64-v2\n"), "{}", flags("ARCH=x86-64-v2"));
    assert!(flags("EVALFILE=my.net").lines().any(|line| line.starts_with("EVALFILE=/") && line.ends_with("/my.net")));
}

/// A repository for the check of the bench.
#[cfg(unix)]
struct Repository(Folder);

#[cfg(unix)]
impl Repository {
    fn new() -> Repository {
        let repository = Repository(Folder::new());
        repository.git(&["init", "--quiet", "--initial-branch=main"]);
        repository
    }

    fn git(&self, arguments: &[&str]) {
        let mut command = Command::new("git");
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
        let ran = command.args(identity).args(arguments).current_dir(self.0.root()).output().unwrap();
        assert!(ran.status.success(), "{arguments:?}: {ran:?}");
    }

    fn commit(&self, message: &str) {
        self.git(&["commit", "--quiet", "--allow-empty", "-m", message]);
    }

    /// Whether the check passes, and what it says.
    fn check(&self, counted: &str) -> (bool, String) {
        let script = top().canonicalize().unwrap().join(".ci/bench-line");
        let output = Command::new(script).arg(counted).current_dir(self.0.root()).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(text).unwrap())
    }

    fn expect(&self, passes: bool, words: &str) {
        let (passed, said) = self.check("1234");
        assert!(passed == passes && said.contains(words) && said.lines().count() == 1, "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_commit_must_say_what_the_bench_counts() {
    if !is_installed("git") {
        return;
    }
    let repository = Repository::new();
    repository.commit("one\n\nBench: 1234");
    repository.expect(true, "as the commit says");
    repository.commit("two\n\nBench: 1235");
    repository.expect(false, "says Bench: 1235, but the bench counts 1234");
    repository.commit("three\n\nIt says Bench: 1234 in the middle.");
    repository.expect(false, "has no line \"Bench: 1234\"");
    // A merge that a forge makes has no line; one that a person writes is compared.
    repository.git(&["switch", "--quiet", "-c", "side", "HEAD~1"]);
    repository.commit("side\n\nBench: 1234");
    repository.git(&["merge", "--quiet", "--no-ff", "-m", "Merge main", "main"]);
    repository.expect(true, "a merge without a line of its own");
    // A shallow clone hides that it is one.
    let clone = Repository(Folder::new());
    clone.git(&[
        "clone",
        "--quiet",
        "--depth=1",
        "--branch=side",
        &format!("file://{}", repository.0.root().display()),
        ".",
    ]);
    clone.expect(true, "a merge without a line of its own");
    repository.git(&["commit", "--quiet", "--amend", "-m", "Merge main\n\nBench: 9"]);
    repository.expect(false, "says Bench: 9");
    // Somebody at work has not written the next message yet.
    repository.0.write("file", "one");
    repository.git(&["add", "file"]);
    repository.expect(true, "files have changed since the commit");
    fs::remove_dir_all(repository.0.at(".git")).unwrap();
    repository.expect(true, "this is no repository");
}
