//! The job scripts of `examples`, where their schedulers are installed: three parts are one run.
use crate::{
    program::{binary, is_installed},
    support::Folder,
};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Where this is set a missing scheduler is an error.
const REQUIRED: &str = "NIWAKI_SCHEDULERS";
const PARTS: usize = 3;
const SUITE: &[&str] = &["suite", "my.epd", "--depth=3", "--hash=1"];

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

/// Whether a scheduler is there.
fn is_there(program: &str) -> bool {
    let found = is_installed(program);
    assert!(found || std::env::var_os(REQUIRED).is_none(), "{program} cannot be started");
    found
}

/// The script, with `niwaki` on the path.
fn script(folder: &Folder, program: &Path) -> Command {
    let niwaki = binary();
    let own = niwaki.parent().unwrap().as_os_str().to_os_string();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([PathBuf::from(own)].into_iter().chain(std::env::split_paths(&path))).unwrap();
    let mut command = Command::new(program);
    command.current_dir(folder.root()).env("PATH", path).stdin(Stdio::null());
    command
}

fn expect_fine(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// What the parts have come to is what one run finds, and each has done its share.
fn check_joined(folder: &Folder) {
    let whole = folder.summary(&[SUITE, &["--out=whole"]].concat());
    assert_eq!(folder.summary(&["report", "joined"]), whole);
    for part in 1..=PARTS {
        let header = folder.records(&format!("joined.part-{part}")).remove(0);
        assert_eq!(header["shard"], format!("{part}/{PARTS}"));
    }
}

#[test]
fn gnu_parallel_joins_three_parts_to_one_run() {
    if !is_there("parallel") {
        return;
    }
    let folder = Folder::new();
    let arguments = [&["3", "joined", "niwaki"], SUITE].concat();
    expect_fine(script(&folder, &example("gnu-parallel.sh")).args(arguments));
    check_joined(&folder);
}

/// The variables are those that Slurm sets for the tasks of an array; Slurm itself is not asked.
#[test]
fn tasks_of_a_slurm_array_are_parts_of_one_run() {
    let folder = Folder::new();
    for task in 1..=PARTS {
        let mut script = script(&folder, &example("slurm-array.sh"));
        script.args([&["joined", "niwaki"], SUITE].concat());
        script.env("SLURM_ARRAY_TASK_ID", task.to_string()).env("SLURM_ARRAY_TASK_COUNT", PARTS.to_string());
        expect_fine(&mut script);
    }
    folder.fine(&["merge", "joined", "joined.part-1", "joined.part-2", "joined.part-3"]);
    check_joined(&folder);
}

#[test]
fn snakemake_joins_three_parts_to_one_run_and_resumes_it() {
    if !is_there("snakemake") {
        return;
    }
    let folder = Folder::new();
    let workflow = || {
        let mut script = script(&folder, Path::new("snakemake"));
        script.env("HOME", folder.root()).env("XDG_CACHE_HOME", folder.root());
        script.arg("--snakefile").arg(example("Snakefile")).args(["--cores=2", "--config", "parts=3", "out=joined"]);
        script.arg(format!("command=niwaki {}", SUITE.join(" ")));
        script
    };
    // Somebody else's records are in the way of the second part: it fails, the others are kept.
    folder.fine(&["suite", "my.epd", "--depth=1", "--shard=2/3", "--out=joined.part-2"]);
    let failed = workflow().output().unwrap();
    assert!(!failed.status.success(), "the second part cannot be done");
    assert!(String::from_utf8_lossy(&failed.stderr).contains("the records of another run"), "{failed:?}");
    std::fs::remove_dir_all(folder.at("joined.part-2")).unwrap();
    expect_fine(&mut workflow());
    check_joined(&folder);
}
