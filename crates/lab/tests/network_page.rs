//! The tables and the picture of docs/network.md are made here, from nets/history.toml.
//! They must be up to date; `UPDATE=1 cargo test -p niwaki-lab --test network_page` writes
//! them anew.
use niwaki_games::chess::Network;
use niwaki_lab::learn::networks::{self, History};
use std::{fs, path::PathBuf};

const BEGIN: &str = "<!-- made by niwaki networks --markdown: do not edit -->\n";
const END: &str = "<!-- end -->\n";
const OUT_OF_DATE: &str = "is out of date: UPDATE=1 cargo test -p niwaki-lab --test network_page";

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The file is what it should be; it is made so if that is asked for.
fn keep(name: &str, wanted: &str) {
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path(name), wanted).unwrap();
    }
    let written = fs::read_to_string(path(name)).unwrap_or_default();
    assert!(written == wanted, "{name} {OUT_OF_DATE}");
}

fn history() -> History {
    History::read(path("nets/history.toml").to_str().unwrap()).unwrap()
}

#[test]
fn the_tables_are_up_to_date() {
    let page = fs::read_to_string(path("docs/network.md")).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("docs/network.md: the mark where the tables begin");
    let (_, after) = rest.split_once(END).expect("docs/network.md: the mark where the tables end");
    let tables = networks::markdown(&history());
    keep("docs/network.md", &format!("{before}{BEGIN}\n{tables}\n{END}{after}"));
}

#[test]
fn the_picture_is_up_to_date() {
    keep("docs/network.svg", &networks::picture(&history()));
}

/// A network that is kept in the project has its place in the record.
#[test]
fn every_network_that_is_kept_is_in_the_record() {
    let history = history();
    let files = fs::read_dir(path("nets")).unwrap().map(|entry| entry.unwrap().path());
    for file in files.filter(|file| file.extension().is_some_and(|end| end == "net")) {
        let network = Network::from_bytes(&fs::read(&file).unwrap()).unwrap();
        let fingerprint = format!("{:016x}", network.fingerprint());
        let known = |network: &networks::Network| network.fingerprint.as_ref() == Some(&fingerprint);
        assert!(history.networks.iter().any(known), "{}: {fingerprint} is not in nets/history.toml", file.display());
    }
}
