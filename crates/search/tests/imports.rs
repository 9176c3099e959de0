//! No import cycle between the modules of the core: what a file needs lies below it.
//!
//! Declarations (`mod x;`) are no imports, and tests may import what they like.
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// Modules by their path, `prune::null_move`, each with the modules it imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The path of a file's module: `src/prune/null_move.rs` is `prune::null_move`.
fn module(root: &Path, file: &Path) -> String {
    let path = file.strip_prefix(root).unwrap().with_extension("");
    let words: Vec<String> = path.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    words.join("::")
}

/// The source without comments and without what follows `#[cfg(test)]`, where tests begin.
fn code(source: &str) -> String {
    let end = source.find("#[cfg(test)]\nmod tests").unwrap_or(source.len());
    let lines = source[..end].lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The tree of a `use` written out: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn spread(tree: &str) -> Vec<String> {
    let Some(open) = tree.find('{') else { return vec![tree.split(" as ").next().unwrap_or_default().to_string()] };
    let (head, inner) = (&tree[..open], tree[open + 1..].trim_end().trim_end_matches('}'));
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    let parts = parts.into_iter().map(str::trim).filter(|part| !part.is_empty());
    parts.flat_map(spread).map(|path| format!("{head}{path}")).collect()
}

/// Every path that begins with `crate::` or `super::`, from the root of the crate.
fn paths(module: &str, code: &str) -> Vec<String> {
    let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
    let mut found = Vec::new();
    for (keyword, base) in [("crate::", ""), ("super::", parent)] {
        for (at, _) in code.match_indices(keyword) {
            let rest = &code[at + keyword.len()..];
            let is_use = code[..at].trim_end().ends_with("use");
            let end =
                if is_use { rest.find(';') } else { rest.find(|c: char| !c.is_alphanumeric() && !"_:".contains(c)) };
            let tree: String = rest[..end.unwrap_or(rest.len())].split_whitespace().collect::<Vec<_>>().join(" ");
            let base = if base.is_empty() { String::new() } else { format!("{base}::") };
            let trees = spread(&tree).into_iter().map(|path| format!("{base}{path}").replace(' ', ""));
            // What follows is the variable of a macro.
            found.extend(trees.filter(|path| !path.ends_with("::")));
        }
    }
    found
}

/// The module that a path leads into: its longest beginning that is one.
fn target(modules: &BTreeSet<String>, path: &str) -> Option<String> {
    let words: Vec<&str> = path.split("::").collect();
    (1..=words.len()).rev().map(|count| words[..count].join("::")).find(|name| modules.contains(name))
}

fn imports(root: &Path, skipped: &[&str]) -> Imports {
    let sources: BTreeMap<String, String> = files(root)
        .into_iter()
        .map(|file| (module(root, &file), code(&fs::read_to_string(&file).unwrap())))
        .filter(|(name, _)| name != "lib" && !skipped.contains(&name.as_str()))
        .collect();
    let modules: BTreeSet<String> = sources.keys().cloned().collect();
    let edges = |(name, code): (&String, &String)| {
        let found = paths(name, code).iter().filter_map(|path| target(&modules, path)).collect::<BTreeSet<_>>();
        (name.clone(), found.into_iter().filter(|other| other != name).collect())
    };
    sources.iter().map(edges).collect()
}

/// The modules that the register names: `methods.rs` is made from it by a macro.
fn registered(root: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(root.join("id.rs")).unwrap();
    let lines = text.lines().filter_map(|line| line.trim().strip_suffix(';')?.split_once(": "));
    let rows = lines.filter(|(_, rest)| rest.ends_with("selective") || rest.ends_with("exact"));
    rows.map(|(name, rest)| match rest.split_once("::") {
        Some((file, _)) => file.to_string(),
        None => format!("prune::{name}"),
    })
    .collect()
}

/// The modules of rings: those that import nothing, or that nobody imports, are taken away
/// until none is left but these.
fn cycle(mut imports: Imports) -> Vec<String> {
    loop {
        let used: BTreeSet<String> = imports.values().flatten().cloned().collect();
        let loose = |(name, below): (&String, &BTreeSet<String>)| {
            (below.is_empty() || !used.contains(name)).then(|| name.clone())
        };
        let loose: BTreeSet<String> = imports.iter().filter_map(loose).collect();
        if loose.is_empty() {
            return imports.into_keys().collect();
        }
        imports.retain(|name, _| !loose.contains(name));
        imports.values_mut().for_each(|below| below.retain(|name| !loose.contains(name)));
    }
}

#[test]
fn the_core_has_no_import_cycle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = imports(&root, &["tests", "toy"]);
    let registered = registered(&root);
    assert!(registered.len() > 20, "the register has moved: {registered:?}");
    found.get_mut("methods").unwrap().extend(registered);
    assert!(found["alphabeta"].contains("prune") && found["search::doors"].contains("search"), "{found:?}");
    assert_eq!(cycle(found), Vec::<String>::new());
}

#[test]
fn a_cycle_is_found() {
    let one = |name: &str, below: &[&str]| (name.to_string(), below.iter().map(ToString::to_string).collect());
    let ring = [one("a", &["b"]), one("b", &["c", "d"]), one("c", &["a"]), one("d", &[])];
    assert_eq!(cycle(Imports::from(ring)), ["a", "b", "c"]);
    let source = "use crate::{\n    a::{B, c::D},\n    e,\n};\nfn f() { crate::g::h(super::i::J) }\n";
    let mut found = paths("x::y", &code(source));
    found.sort();
    assert_eq!(found, ["a::B", "a::c::D", "e", "g::h", "x::i::J"]);
}
