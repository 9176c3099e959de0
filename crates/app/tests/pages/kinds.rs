//! One page of each kind, from the records in `tests/pages`.
use niwaki_games::list;
use niwaki_lab::{measure::fit::risk, papers::experiment, studies, study::record};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Kinds of pages; each has a folder.
pub const KINDS: [&str; 14] = [
    "ablate",
    "audit",
    "collect",
    "compare",
    "experiment",
    "fit",
    "fit-bound",
    "fit-risk",
    "match",
    "suite",
    "sweep",
    "tune",
    "unfinished",
    "unfinished-match",
];
/// Kinds that are made from the first lines of another's records, as an interrupted run leaves them:
/// the other, and how many lines.
const CUT: [(&str, &str, usize); 2] = [("unfinished", "compare", 14), ("unfinished-match", "match", 7)];

/// The folder of a kind.
pub fn folder(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages").join(kind)
}

/// Where the page of a kind is kept.
pub fn golden(kind: &str) -> PathBuf {
    folder(kind).join("report.html")
}

/// The page of a kind as the program makes it.
pub fn page(kind: &str) -> String {
    if let Some((_, other, lines)) = CUT.iter().find(|(cut, ..)| *cut == kind) {
        let whole = fs::read_to_string(folder(other).join(record::FILE)).unwrap();
        let part: Vec<&str> = whole.lines().take(*lines).collect();
        let place = tempfile::TempDir::with_prefix("niwaki-").unwrap();
        fs::write(place.path().join(record::FILE), part.join("\n") + "\n").unwrap();
        return shown(place.path());
    }
    match kind {
        "experiment" => {
            let (table, note) = experiment::read_folder(&folder(kind)).unwrap();
            experiment::page(&table, &note, &experiment::tables(&folder(kind), &table, &note).unwrap())
        }
        "fit-risk" => {
            let kit = list::ALL[0];
            let data = risk::Data::read(kit, &[folder(kind)]).unwrap();
            risk::fit(kit, &data, 80.0).unwrap().page("niwaki fit risk fit-risk")
        }
        _ => shown(&folder(kind)),
    }
}

fn shown(folder: &Path) -> String {
    studies::ALL.show(folder).unwrap().page.unwrap()
}
