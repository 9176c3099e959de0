//! Which network goes into the program: the project's own, or the file that EVALFILE names, as
//! frameworks for testing engines (OpenBench) pass it.
use std::{env, fs, path::Path};

/// From the folder of this package.
const TOP: &str = "../..";
const OWN: &str = "nets/chess.net";

/// As the program itself reads it.
#[path = "src/chess/network/file.rs"]
#[allow(dead_code)]
mod file;

fn main() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let named = env::var("EVALFILE").ok().filter(|name| !name.is_empty());
    let file = Path::new(TOP).join(named.as_deref().unwrap_or(OWN));
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
