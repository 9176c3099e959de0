//! docs/records.md is made from the types of headers and records.
use std::{fmt::Write, fs, path::Path};

/// Title of each part, the file that declares the type, and its name.
const TYPES: [(&str, &str, &str); 17] = [
    ("The header", "study/record.rs", "Header"),
    ("compare, suite, sweep: one search", "measure/trial.rs", "Trial"),
    ("… an entry of `iterations`", "measure/trial.rs", "Step"),
    ("… an entry of `methods`", "measure/trial.rs", "Count"),
    ("match: one game", "play/matches/record.rs", "Fields"),
    ("fit: one position", "measure/fit/record.rs", "Scores"),
    ("fit probcut at the bound: one game", "measure/fit/bound/record.rs", "Game"),
    ("collect rankcut: one game", "measure/collect/record.rs", "Game"),
    ("collect risk: one game", "measure/collect/risk/record.rs", "Game"),
    ("tune: one iteration", "learn/tune.rs", "Step"),
    ("audit: one search", "measure/audit/record.rs", "Audited"),
    ("… an entry of `decisions`", "measure/audit/record.rs", "Judged"),
    ("… where it was decided, in the same entry", "measure/audit/record.rs", "Place"),
    ("… its `replay`", "measure/audit/record.rs", "Replay"),
    ("… an entry of `near`", "measure/audit/record.rs", "Near"),
    ("… an entry of `law`", "measure/audit/record.rs", "Law"),
    ("… an entry of `predictions`", "measure/audit/record.rs", "Prediction"),
];

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sentences of a documentation comment.
fn comment(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim().trim_start_matches("///").trim()).collect::<Vec<_>>().join(" ")
}

/// What a type says of itself, and each field with its type and meaning.
fn describe(source: &str, name: &str) -> (String, Vec<[String; 3]>) {
    let lines: Vec<&str> = source.lines().collect();
    let is_start = |line: &&str| {
        let line = line.trim_start_matches("pub ").trim_start_matches("struct ");
        line.starts_with(name) && line.ends_with('{') && !line[name.len()..].starts_with(char::is_alphanumeric)
    };
    let start = lines.iter().position(|line| line.contains("struct ") && is_start(line)).unwrap();
    let head = lines[..start].iter().rposition(|line| !line.starts_with("///") && !line.starts_with("#[")).unwrap();
    let about: Vec<&str> = lines[head + 1..start].iter().copied().filter(|line| line.starts_with("///")).collect();
    let (mut fields, mut words, mut renamed) = (Vec::new(), Vec::new(), None);
    for line in lines[start + 1..].iter().map(|line| line.trim()).take_while(|line| *line != "}") {
        if line.starts_with("///") {
            words.push(line);
        } else if let Some((_, rest)) = line.split_once("rename = \"") {
            renamed = rest.split('"').next();
        } else if let Some((field, kind)) = line.trim_start_matches("pub ").split_once(": ") {
            let field = renamed.take().unwrap_or(field).to_string();
            fields.push([field, kind.trim_end_matches(',').to_string(), comment(&words)]);
            words.clear();
        }
    }
    (comment(&about), fields)
}

fn page() -> String {
    let mut page = String::from(
        "# Records\n\nMade from the code by `UPDATE=1 cargo test -p niwaki-lab --test records_page`; do not edit.\n\n\
         Every run keeps its results in `records.jsonl`: one JSON object a line. The first line is the header. Each \
         other line is the result of one job, written as soon as the job ended: the order of lines means nothing. Of \
         fits the second line holds the `positions`. A line that was being written when the run was killed is cut off \
         when it is resumed. Fields may be added; readers should ignore those they do not know.\n",
    );
    for (title, file, name) in TYPES {
        let source = fs::read_to_string(root().join("crates/lab/src").join(file)).unwrap();
        let (about, fields) = describe(&source, name);
        assert!(fields.len() > 2 && fields.iter().all(|field| !field[2].is_empty()), "{name}: {fields:?}");
        writeln!(page, "\n## {title}\n\n{about}\n\n| field | type | meaning |\n| --- | --- | --- |").unwrap();
        for [field, kind, meaning] in fields {
            writeln!(page, "| `{field}` | `{}` | {meaning} |", kind.replace("&'a ", "")).unwrap();
        }
    }
    page
}

#[test]
fn the_page_of_records_is_up_to_date() {
    let (file, page) = (root().join("docs/records.md"), page());
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &page).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == page, "docs/records.md is out of date: UPDATE=1 cargo test -p niwaki-lab --test records_page");
}
