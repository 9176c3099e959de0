//! A folder to run the program in, and what it says without the times.
use crate::program;
use serde_json::Value as Json;
use std::ops::Deref;

/// Own positions: a mate, a free queen, a move that allows a mate, one that cannot be found,
/// one without a question, one with points, a mate in two, and a game that is over.
pub const SUITE: &str = "6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm Rc8#; id \"back rank\";\n\
                         3k4/8/8/3q4/8/2N5/8/3K4 w - - bm Nxd5;\n\
                         2r3k1/p4ppp/8/8/8/1Q6/5PPP/6K1 w - - am Qb7; id \"weak rank\";\n\
                         6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm h3; id \"wrong\";\n\
                         8/8/8/3k1p2/5P2/4K3/8/8 w - -\n\
                         4k3/8/8/3r4/4P3/8/8/4K3 w - - c0 \"exd5=10, e5=3\"; id \"points\";\n\
                         7k/8/5K2/8/8/8/8/6Q1 w - - dm 2; id \"mate\";\n\
                         7k/5Q2/6K1/8/8/8/8/8 b - - id \"stalemate\";\n";

/// A folder with the suite in it.
pub struct Folder(program::Folder);

impl Deref for Folder {
    type Target = program::Folder;

    fn deref(&self) -> &program::Folder {
        &self.0
    }
}

impl Folder {
    pub fn new() -> Folder {
        let folder = program::Folder::new();
        folder.write("my.epd", SUITE);
        Folder(folder)
    }

    /// What the program says in JSON, without times.
    pub fn facts(&self, arguments: &[&str]) -> Vec<Json> {
        let (code, stdout, stderr) = self.run(&[arguments, &["--json"]].concat());
        assert_eq!(code, 0, "{arguments:?}: {stderr}");
        stdout.lines().map(|line| without_times(serde_json::from_str(line).unwrap())).collect()
    }

    /// The last line of it.
    pub fn summary(&self, arguments: &[&str]) -> Json {
        self.facts(arguments).pop().unwrap()
    }

    /// The records of a run without times, in the order of the jobs: they are written as jobs end.
    pub fn records(&self, run: &str) -> Vec<Json> {
        let text = self.read(&format!("{run}/records.jsonl"));
        let mut records: Vec<Json> =
            text.lines().map(|line| without_times(serde_json::from_str(line).unwrap())).collect();
        let job = |record: &Json| (record["recipe"].to_string(), record["number"].as_u64(), record["game"].as_u64());
        records[1..].sort_by_key(job);
        records
    }
}

/// What depends on the clock, or on where the run is kept.
const UNSTEADY: [&str; 4] = ["nps", "outside_search", "folder", "report"];

/// All that depends neither on the clock nor on the place.
pub fn without_times(mut value: Json) -> Json {
    match &mut value {
        Json::Object(fields) => {
            fields.retain(|name, _| !name.contains("seconds") && !UNSTEADY.contains(&name.as_str()));
            fields.values_mut().for_each(|value| *value = without_times(value.take()));
        }
        Json::Array(values) => values.iter_mut().for_each(|value| *value = without_times(value.take())),
        _ => {}
    }
    value
}
