//! No module depends on itself through others, in any crate.
//!
//! A module is a file with the folder of its name. A room, a file that only lists modules, is
//! none: its modules are looked at one by one.
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The search has a finer test of its own, file by file.
const CRATES: [&str; 4] = ["games", "statistics", "lab", "app"];
/// Rooms by crate.
const ROOMS: [(&str, &str); 8] = [
    ("lab", "explore"),
    ("lab", "learn"),
    ("lab", "measure"),
    ("lab", "papers"),
    ("lab", "play"),
    ("lab", "setup"),
    ("lab", "study"),
    ("app", "commands"),
];

fn is_room(crate_name: &str, module: &str) -> bool {
    ROOMS.contains(&(crate_name, module))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// The path of a file's module: `study/driver.rs` is `["study", "driver"]`.
fn module_of(src: &Path, file: &Path) -> Vec<String> {
    let relative = file.strip_prefix(src).unwrap().with_extension("");
    let mut parts: Vec<String> = relative.iter().map(|part| part.to_str().unwrap().to_string()).collect();
    if matches!(parts.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        parts.pop();
    }
    parts
}

/// The unit of a module path: its first part, or two where that is a room.
fn unit(crate_name: &str, path: &[String]) -> Option<String> {
    let first = path.first()?;
    match is_room(crate_name, first) {
        true => path.get(1).map(|second| format!("{first}::{second}")),
        false => Some(first.clone()),
    }
}

/// The code without comments, texts and tests, which stand at the end of a file.
fn code(source: &str) -> String {
    let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// All paths that begin with `crate::` or `super::`, with groups in braces spelled out.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_' || letter == ':') {
                continue;
            }
            spell_out(&code[at..], Vec::new(), &mut found);
        }
    }
    found
}

/// Reads `a::{b, c::d}` as `a::b` and `a::c::d`; returns how much was read.
fn spell_out(text: &str, prefix: Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let word = |text: &str| text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').count();
    let (mut at, mut path) = (0, prefix);
    loop {
        let length = word(&text[at..]);
        if length > 0 {
            path.push(text[at..at + length].to_string());
            at += length;
        }
        if text[at..].starts_with("::") && length > 0 {
            at += 2;
            continue;
        }
        if text[at..].starts_with('{') {
            return at + 1 + group(&text[at + 1..], &path, found);
        }
        found.push(path);
        return at;
    }
}

/// The items of a group up to its closing brace.
fn group(text: &str, prefix: &[String], found: &mut Vec<Vec<String>>) -> usize {
    let mut at = 0;
    loop {
        at += text[at..].chars().take_while(|letter| letter.is_whitespace() || *letter == ',').count();
        match text[at..].chars().next() {
            None => return at,
            Some('}') => return at + 1,
            Some(_) => at += spell_out(&text[at..], prefix.to_vec(), found).max(1),
        }
        // Other names: `a as b`.
        at += text[at..].chars().take_while(|letter| !matches!(letter, ',' | '}')).count();
    }
}

/// Where a path leads, seen from a module: `crate` and `super` resolved.
fn resolve(module: &[String], path: &[String]) -> Vec<String> {
    let mut place: Vec<String> = if path[0] == "crate" { Vec::new() } else { module.to_vec() };
    for part in path {
        match part.as_str() {
            "crate" | "self" => {}
            "super" => drop(place.pop()),
            part => place.push(part.to_string()),
        }
    }
    place
}

/// Who depends on whom in a crate.
fn imports(crate_name: &str) -> BTreeMap<String, BTreeSet<String>> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(crate_name).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files.iter().filter(|file| !file.ends_with("tests.rs") && !file.ends_with("scratch.rs")) {
        let module = module_of(&src, file);
        let Some(from) = unit(crate_name, &module) else { continue };
        let source = fs::read_to_string(file).unwrap();
        graph.entry(from.clone()).or_default();
        for path in paths(&code(&source)) {
            let to = unit(crate_name, &resolve(&module, &path)).filter(|to| *to != from);
            graph.entry(from.clone()).or_default().extend(to);
        }
    }
    let known: BTreeSet<String> = graph.keys().cloned().collect();
    graph.values_mut().for_each(|targets| targets.retain(|target| known.contains(target)));
    graph
}

/// A way from a module back to itself.
fn cycle(graph: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    let mut done = BTreeSet::new();
    graph.keys().find_map(|start| follow(graph, start, &mut Vec::new(), &mut done))
}

fn follow(
    graph: &BTreeMap<String, BTreeSet<String>>,
    at: &str,
    way: &mut Vec<String>,
    done: &mut BTreeSet<String>,
) -> Option<Vec<String>> {
    if let Some(place) = way.iter().position(|step| step == at) {
        return Some(way[place..].iter().cloned().chain([at.to_string()]).collect());
    }
    if !done.insert(at.to_string()) {
        return None;
    }
    way.push(at.to_string());
    let found = graph.get(at).into_iter().flatten().find_map(|next| follow(graph, next, way, done));
    way.pop();
    found
}

#[test]
fn no_module_depends_on_itself_through_others() {
    for crate_name in CRATES {
        let graph = imports(crate_name);
        assert!(graph.len() >= 4, "{crate_name}: {:?}", graph.keys());
        let found = cycle(&graph).map(|way| way.join(" -> "));
        assert_eq!(found, None, "{crate_name}");
    }
}

#[test]
fn groups_parents_and_renamed_imports_are_read() {
    let text = "use crate::{a::{b, c::D}, e as f};\nuse super::g::H;\nlet x = crate::i::j();";
    let read: Vec<String> = paths(text).into_iter().map(|path| path.join("::")).collect();
    assert_eq!(read, ["crate::a::b", "crate::a::c::D", "crate::e", "crate::i::j", "super::g::H"]);
    let module = ["study".to_string(), "driver".to_string()];
    let path = ["super".to_string(), "record".to_string(), "Plan".to_string()];
    assert_eq!(resolve(&module, &path), ["study", "record", "Plan"]);
}

#[test]
fn a_cycle_is_found() {
    let edge = |from: &str, to: &[&str]| (from.to_string(), to.iter().map(ToString::to_string).collect());
    let graph = BTreeMap::from([edge("a", &["b"]), edge("b", &["c"]), edge("c", &["b"]), edge("d", &[])]);
    assert_eq!(cycle(&graph), Some(vec!["b".to_string(), "c".to_string(), "b".to_string()]));
}
