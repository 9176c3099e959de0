//! The example that measures the players of limited strength, with the real binary.
#![cfg(unix)]
mod program;

use program::{Folder, binary};
use std::{path::Path, process::Command};

#[test]
fn the_example_rates_players_of_limited_strength_beside_another_engine() {
    let folder = Folder::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/uci-elo.sh");
    let output = Command::new("sh")
        .arg(script)
        .args([binary(), binary()])
        .envs([("ELOS", "800 1800 2600"), ("OTHERS", "1300"), ("GAMES", "2"), ("NODES", "300")])
        .env("OUT", folder.at("out"))
        .current_dir(folder.root())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    for player in ["niwaki 800", "niwaki 1800", "niwaki 2600", "other 1300"] {
        let line = text.lines().find(|line| line.starts_with(player)).unwrap_or_else(|| panic!("{player}: {text}"));
        assert!(line.split_whitespace().any(|word| word == "6"), "6 games: {line}");
    }
}
