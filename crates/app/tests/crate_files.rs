//! A crate must hold every file that goes into it, though the files lie at the top of the
//! repository: what the sources build in is looked for in what cargo would publish. Nobody publishes
//! from Windows, where links may be plain files.
#![cfg(unix)]
mod sources;

use sources::sources;
use std::{collections::BTreeSet, fs, path::Path, process::Command};

/// What stands in quotes behind each `opening`.
fn quoted<'a>(text: &'a str, opening: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(opening).skip(1).filter_map(|rest| rest.split_once('"').map(|(path, _)| path))
}

/// The files that `cargo publish` would take along.
fn published(package: &str) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["package", "--list", "--allow-dirty", "--offline", "--quiet", "--package", package]);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(|line| line.replace('\\', "/")).collect()
}

#[test]
fn every_file_that_is_built_in_is_published_with_its_crate() {
    for (name, least) in [("search", 0), ("statistics", 0), ("games", 40), ("lab", 15), ("app", 0)] {
        let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
        let published = published(&format!("niwaki-{name}"));
        assert!(published.contains("LICENSE-MIT") && published.contains("LICENSE-APACHE"), "{name}");
        let mut files = Vec::new();
        sources(&package.join("src"), &mut files);
        let mut count = 0;
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            assert!(!text.contains("concat!(\"../"), "{}: name files by data!", file.display());
            for path in quoted(&text, "include_str!(\"").chain(quoted(&text, "include_bytes!(\"")) {
                let place = fs::canonicalize(file.with_file_name(path)).unwrap();
                let inside = place.starts_with(fs::canonicalize(&package).unwrap());
                assert!(inside, "{}: {path} is not in the crate: name it by data!", file.display());
            }
            for path in quoted(&text, "data!(\"").filter(|path| !path.ends_with('/')) {
                assert!(published.contains(path), "{}: {path} is not published", file.display());
                count += 1;
            }
        }
        assert!(count >= least, "{name}: {count} files");
    }
}

#[test]
fn whole_folders_are_published_and_nothing_twice() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let published = published("niwaki-games");
    for folder in ["models", "nets", "suites"] {
        for entry in fs::read_dir(top.join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(published.contains(&format!("{folder}/{name}")), "{folder}/{name}");
        }
    }
    let of_lab = self::published("niwaki-lab");
    assert!(!of_lab.iter().any(|path| path.ends_with(".net") || path.ends_with(".weights")), "{of_lab:?}");
}
