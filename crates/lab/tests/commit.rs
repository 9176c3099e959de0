//! The build script finds the commit in a crate, in an archive and in a repository. It is compiled
//! here and run in folders of each kind.
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

const FULL: &str = "0123456789abcdef0123456789abcdef01234567";
const SHORT: &str = "0123456789ab";

/// The build script, compiled, and a package below it.
struct Script(TempDir);

impl Script {
    fn new() -> Script {
        let folder = TempDir::with_prefix("niwaki-").unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("build.rs");
        let mut rustc = Command::new("rustc");
        rustc.args(["--edition=2024", "-o"]).arg(folder.path().join("script")).arg(source);
        assert!(rustc.status().unwrap().success());
        fs::create_dir_all(folder.path().join("top/crates/lab")).unwrap();
        Script(folder)
    }

    fn top(&self) -> PathBuf {
        self.0.path().join("top")
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.top().join("crates/lab").join(name), text).unwrap();
    }

    fn git(&self, arguments: &[&str]) {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
        let ran = Command::new("git").args(identity).args(arguments).current_dir(self.top()).output().unwrap();
        assert!(ran.status.success(), "{ran:?}");
    }

    /// What it says that the commit is.
    fn commit(&self, given: Option<&str>) -> String {
        let package = self.top().join("crates/lab");
        let mut script = Command::new(self.0.path().join("script"));
        script.current_dir(&package).env("CARGO_MANIFEST_DIR", &package).env_remove("NIWAKI_COMMIT");
        script.envs(given.map(|commit| ("NIWAKI_COMMIT", commit)));
        let output = String::from_utf8(script.output().unwrap().stdout).unwrap();
        let line = output.lines().find_map(|line| line.strip_prefix("cargo::rustc-env=NIWAKI_COMMIT="));
        line.unwrap_or_else(|| panic!("{output}")).to_string()
    }
}

#[test]
fn the_commit_is_known_in_every_kind_of_copy() {
    let script = Script::new();
    script.write("commit.txt", "$Format:%H$\n");
    assert_eq!(script.commit(None), "unknown", "a plain copy");
    assert_eq!(script.commit(Some("c0ffee")), "c0ffee");
    script.write("commit.txt", &format!("{FULL}\n"));
    assert_eq!(script.commit(None), SHORT, "an archive");
    // A repository knows better what its archive once was.
    script.git(&["init", "--quiet"]);
    script.git(&["commit", "--quiet", "--allow-empty", "-m", "one"]);
    let checked_out = script.commit(None);
    assert!(checked_out != SHORT && checked_out.len() == SHORT.len(), "{checked_out}");
    // A crate may lie in the repository of somebody else.
    let other = FULL.replace("01234567", "fedcba98");
    script.write(".cargo_vcs_info.json", &format!("{{\n  \"git\": {{\n    \"sha1\": \"{other}\"\n  }}\n}}"));
    assert_eq!(script.commit(None), other[..SHORT.len()]);
    let changed = format!("{{\"git\":{{\"sha1\":\"{other}\",\"dirty\":true}},\"path_in_vcs\":\"crates/lab\"}}");
    script.write(".cargo_vcs_info.json", &changed);
    assert_eq!(script.commit(None), format!("{}+", &other[..SHORT.len()]));
    script.write(".cargo_vcs_info.json", "{}");
    assert_eq!(script.commit(None), checked_out, "a file that says nothing");
}

#[test]
fn git_archive_writes_the_commit() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let git = |arguments: &[&str]| Command::new("git").args(arguments).current_dir(&top).output().ok();
    let Some(head) = git(&["rev-parse", "HEAD"]).filter(|output| output.status.success()) else {
        eprintln!("skipped: this is no repository");
        return;
    };
    let archive = git(&["archive", "HEAD", "crates/lab/commit.txt"]).unwrap().stdout;
    let commit = head.stdout.trim_ascii_end();
    assert!(archive.windows(commit.len()).any(|bytes| bytes == commit), "the archive does not name its commit");
}
