//! Which network goes into the program: the project's own, or the file that EVALFILE names, as
//! frameworks for testing engines (OpenBench) pass it.
use std::{env, fs, path::Path};

/// From the folder of this package.
const TOP: &str = "../..";
const OWN: &str = "nets/chess.net";
/// First bytes of a network; the program itself checks the rest.
const MAGIC: &[u8] = b"NIWAKI";

fn main() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let named = env::var("EVALFILE").ok().filter(|name| !name.is_empty());
    let file = Path::new(TOP).join(named.as_deref().unwrap_or(OWN));
    let wrong = |reason: &dyn std::fmt::Display| -> ! {
        println!("cargo::error=EVALFILE: {}: {reason}", file.display());
        std::process::exit(1)
    };
    match fs::read(&file) {
        Ok(bytes) if bytes.starts_with(MAGIC) => {}
        Ok(_) => wrong(&"expected a network that niwaki train made"),
        Err(reason) => wrong(&reason),
    }
    let path = fs::canonicalize(&file).unwrap_or_else(|reason| wrong(&reason));
    println!("cargo::rerun-if-changed={}", path.display());
    println!("cargo::rustc-env=NIWAKI_NETWORK={}", path.display());
}
