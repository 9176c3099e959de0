//! Where the files are that go into the program, and which network is among them: the project's
//! own, or the file that EVALFILE names, as frameworks for testing engines (OpenBench) pass it.
use std::{env, fs, path::Path};

/// From the folder of this package.
const TOP: &str = "../..";
const OWN: &str = "nets/chess.net";

/// As the program itself reads it.
#[path = "src/chess/network/file.rs"]
#[allow(dead_code)]
mod file;

fn main() {
    let data = data();
    println!("cargo::rustc-env=NIWAKI_DATA={data}");
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let named = env::var("EVALFILE").ok().filter(|name| !name.is_empty());
    let file = named.map_or(Path::new(&data).join(OWN), |name| Path::new(TOP).join(name));
    let wrong = |reason: &dyn std::fmt::Display| -> ! {
        println!("cargo::error=EVALFILE: {}: {reason}", file.display());
        std::process::exit(1)
    };
    let bytes = fs::read(&file).unwrap_or_else(|reason| wrong(&reason));
    if let Err(reason) = file::parts(&bytes) {
        wrong(&reason);
    }
    let path = fs::canonicalize(&file).unwrap_or_else(|reason| wrong(&reason));
    println!("cargo::rerun-if-changed={}", path.display());
    println!("cargo::rustc-env=NIWAKI_NETWORK={}", path.display());
}

/// The folder that holds nets, recipes and all else: this package's own, as on crates.io; in the
/// repository these are links to the folders at the top, which count themselves where a system
/// has made plain files of links.
fn data() -> String {
    let package = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    if Path::new(&package).join(OWN).is_file() { package } else { format!("{package}/{TOP}") }
}
