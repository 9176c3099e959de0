//! Rules of the house that no compiler checks: functions stay short, numbers stay in
//! tables of parameters, the core needs no one.
use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

/// Lines that the recursion may have as a whole.
const MOST_RECURSION_LINES: usize = 200;
/// Lines of any other function.
const MOST_FUNCTION_LINES: usize = 60;
/// The recursion of the search: one function in parts, read from top to bottom.
const RECURSION: [&str; 3] = ["alphabeta", "interior", "search_moves"];
/// Greatest number that may stand in the code of the search without a name.
const GREATEST_BARE_NUMBER: u128 = 2;
/// Files, besides those of the methods, in which numbers need a name.
const NAMED_NUMBERS: [&str; 5] = ["alphabeta.rs", "quiescence.rs", "deepen.rs", "picker.rs", "history.rs"];

fn source(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|reason| panic!("{}: {reason}", path.display()))
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

fn method_files() -> Vec<PathBuf> {
    let files = files("src/prune");
    assert!(files.len() >= 10, "the methods have moved: {files:?}");
    files
}

/// The source with comments and texts blanked out, byte for byte and line for line.
fn code_only(source: &str) -> Vec<u8> {
    let mut code = source.as_bytes().to_vec();
    let mut at = 0;
    while at < code.len() {
        let end = skipped_end(&code, at);
        for byte in &mut code[at..end] {
            *byte = if *byte == b'\n' { b'\n' } else { b' ' };
        }
        at = end.max(at + 1);
    }
    code
}

/// Where the comment, text or letter that begins at `at` ends; `at` if none begins.
fn skipped_end(code: &[u8], at: usize) -> usize {
    let rest = &code[at..];
    let after = |pattern: &[u8], from: usize| {
        let found = rest[from..].windows(pattern.len()).position(|window| window == pattern);
        found.map_or(code.len(), |place| at + from + place + pattern.len())
    };
    match rest {
        [b'/', b'/', ..] => after(b"\n", 2) - usize::from(after(b"\n", 2) < code.len()),
        [b'/', b'*', ..] => after(b"*/", 2),
        [b'"', ..] => {
            let mut end = 1;
            while end < rest.len() && rest[end] != b'"' {
                end += if rest[end] == b'\\' { 2 } else { 1 };
            }
            (at + end + 1).min(code.len())
        }
        [b'\'', b'\\', ..] => after(b"'", 3),
        [b'\'', _, b'\'', ..] => at + 3,
        _ => at,
    }
}

/// From `at` to the bracket that closes the first `{` after it.
fn block(code: &[u8], at: usize) -> Range<usize> {
    let mut depth = 0;
    for (index, byte) in code.iter().enumerate().skip(at) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return at..index + 1,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    at..code.len()
}

/// From `at` to the semicolon that ends the item there.
fn item(code: &[u8], at: usize) -> Range<usize> {
    let mut depth = 0;
    for (index, byte) in code.iter().enumerate().skip(at) {
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => depth -= 1,
            b';' if depth == 0 => return at..index + 1,
            _ => {}
        }
    }
    at..code.len()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether `word` stands at `at`, not as a part of a longer one.
fn stands(code: &[u8], at: usize, word: &str) -> bool {
    let ends = code.get(at + word.len()).is_none_or(|&byte| !is_word(byte));
    code[at..].starts_with(word.as_bytes()) && ends && (at == 0 || !is_word(code[at - 1]))
}

/// Whether a constant is declared at `at`, and not a function or a pointer.
fn declares_constant(code: &[u8], at: usize) -> bool {
    let name = code[(at + "const".len()).min(code.len())..].iter().find(|byte| !byte.is_ascii_whitespace());
    stands(code, at, "const") && name.is_some_and(|&byte| byte.is_ascii_uppercase() || byte == b'_')
}

/// Blanks out what may hold numbers: parameters, constants, tests.
fn without_named_numbers(mut code: Vec<u8>) -> Vec<u8> {
    let mut at = 0;
    while at < code.len() {
        let blank = if code[at..].starts_with(b"params! {") || code[at..].starts_with(b"#[cfg(test)]") {
            block(&code, at)
        } else if declares_constant(&code, at) {
            item(&code, at)
        } else {
            at..at
        };
        for byte in &mut code[blank.clone()] {
            *byte = if *byte == b'\n' { b'\n' } else { b' ' };
        }
        at = blank.end.max(at + 1);
    }
    code
}

/// The value of a number, whatever its base; its kind and underscores do not count.
fn value(literal: &str) -> u128 {
    let plain = literal.replace('_', "");
    let (digits, base) = match plain.get(..2) {
        Some("0x") => (&plain[2..], 16),
        Some("0b") => (&plain[2..], 2),
        Some("0o") => (&plain[2..], 8),
        _ => (plain.as_str(), 10),
    };
    let end = digits.find(|digit: char| !digit.is_digit(base)).unwrap_or(digits.len());
    u128::from_str_radix(&digits[..end], base).unwrap_or(u128::MAX)
}

/// Numbers above the greatest bare one, each with its line.
fn bare_numbers(source: &str) -> Vec<(usize, String)> {
    let code = without_named_numbers(code_only(source));
    let mut found = Vec::new();
    let mut at = 0;
    while at < code.len() {
        if !is_word(code[at]) {
            at += 1;
            continue;
        }
        let end = code[at..].iter().position(|&byte| !is_word(byte)).map_or(code.len(), |length| at + length);
        let word = String::from_utf8_lossy(&code[at..end]).into_owned();
        // A field of a tuple, as in `pair.1`, is no number; the end of a range is one.
        let field = code[..at].ends_with(b".") && !code[..at].ends_with(b"..");
        if word.as_bytes()[0].is_ascii_digit() && !field && value(&word) > GREATEST_BARE_NUMBER {
            found.push((1 + code[..at].iter().filter(|&&byte| byte == b'\n').count(), word));
        }
        at = end;
    }
    found
}

/// Names of all functions with a body, and their lines from head to last bracket.
fn functions(source: &str) -> Vec<(String, usize)> {
    let code = code_only(source);
    let lines = |part: &[u8]| 1 + part.iter().filter(|&&byte| byte == b'\n').count();
    let function = |at: usize| {
        let name = code[at + 3..].iter().take_while(|&&byte| is_word(byte)).map(|&byte| byte as char).collect();
        let body = block(&code, at);
        let declared_only = item(&code, at).end < body.end && !code[item(&code, at)].contains(&b'{');
        (!declared_only).then(|| (name, lines(&code[body])))
    };
    let heads = (0..code.len()).filter(|&at| stands(&code, at, "fn") && code.get(at + 2) == Some(&b' '));
    heads.filter_map(function).collect()
}

/// Lines of the function of that name.
fn function_lines(source: &str, name: &str) -> Option<usize> {
    functions(source).into_iter().find(|(found, _)| found == name).map(|(_, lines)| lines)
}

/// Lines of a manifest that name something the crate is built from.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in manifest.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            let tested_only = section.starts_with("dev-dependencies");
            inside = section.ends_with("dependencies") && !tested_only;
            if section.contains("dependencies.") && !tested_only {
                found.push(line);
            }
        } else if inside {
            found.push(line);
        }
    }
    found
}

#[test]
fn the_recursive_function_is_short() {
    let text = source("src/alphabeta.rs");
    let lines = RECURSION.map(|name| function_lines(&text, name).expect(name));
    assert!(lines.iter().sum::<usize>() < MOST_RECURSION_LINES, "{lines:?}");
}

#[test]
fn functions_are_short() {
    for file in ["src", "src/prune", "src/search", "src/knowledge"].into_iter().flat_map(files) {
        let text = fs::read_to_string(&file).unwrap();
        for (name, lines) in functions(&text) {
            let fits = lines <= MOST_FUNCTION_LINES || RECURSION.contains(&name.as_str());
            assert!(fits, "{}: {name} has {lines} lines", file.display());
        }
    }
}

#[test]
fn numbers_have_names() {
    let named = NAMED_NUMBERS.map(|name| (name.to_string(), source(&format!("src/{name}"))));
    let methods =
        method_files().into_iter().map(|path| (path.display().to_string(), fs::read_to_string(path).unwrap()));
    for (name, text) in named.into_iter().chain(methods) {
        assert_eq!(bare_numbers(&text), [], "{name}");
    }
}

#[test]
fn the_core_depends_on_nothing() {
    assert_eq!(dependencies(&source("Cargo.toml")), Vec::<&str>::new());
}

/// The checks themselves: each would find what it looks for.
mod checks {
    use super::*;

    #[test]
    fn a_bare_number_is_found_with_its_line() {
        let sample = "fn f(x: [i32; 2]) -> i32 {\n    let y = x.0 + 2;\n    y * 3\n}\nfn g() -> u64 { 0x1_0u64 }\n";
        assert_eq!(bare_numbers(sample), [(3, "3".to_string()), (5, "0x1_0u64".to_string())]);
        assert_eq!(bare_numbers("fn f() { for i in 0..7 {} }").len(), 1);
        assert_eq!(bare_numbers("fn f() { for i in 0..=0b11 {} }").len(), 1);
        assert_eq!(bare_numbers("const fn f() -> i32 { 9 }").len(), 1);
        assert_eq!(bare_numbers("fn f() -> f64 { 7.0 }").len(), 1);
        let after = "const A: i32 = 9;\nfn f<'a>(x: &'a str) -> i32 { 9 }\n";
        assert_eq!(bare_numbers(after), [(2, "9".to_string())]);
    }

    #[test]
    fn numbers_with_a_name_or_in_words_are_not() {
        let fine = [
            "crate::params! {\n    /// Eight.\n    pub struct A { b = 8 in 1..=20: \"of 64\"; }\n}",
            "pub(crate) const TABLE: [[i32; 3]; 3] = [[3; 3]; 3];",
            "const _: () = assert!(9 < 10, \"9\");",
            "#[cfg(test)]\nmod tests {\n    fn f() { if true { g(99); } }\n}",
            "// 1982\n//! 1983\nfn f() -> &'static str { \"12 \\\" 13\" } /* 14 */",
            "fn f(x: (i32, (i32, u8))) -> i32 { x.0 + i32::from(b'9') + variable_15 }",
        ];
        for sample in fine {
            assert_eq!(bare_numbers(sample), [], "{sample}");
        }
    }

    #[test]
    fn lines_of_a_function_are_counted_to_its_last_bracket() {
        let sample =
            "fn long_name() {}\n\nfn long(a: i32) {\n    // }\n    let text = \"}\";\n    if a { b }\n}\nfn c() {}\n";
        assert_eq!(function_lines(sample, "long"), Some(5));
        assert_eq!(function_lines(sample, "c"), Some(1));
        assert_eq!(function_lines(sample, "gone"), None);
        let declared = "trait T {\n    fn a(&self);\n    fn b(&self) -> [i32; 2] {\n        c\n    }\n}\n";
        assert_eq!(functions(declared), [("b".to_string(), 3)]);
    }

    #[test]
    fn a_dependency_is_found_in_every_form() {
        assert_eq!(
            dependencies("[package]\nname = \"a\"\n\n[dependencies]\n# none\n\n[lints]\nworkspace = true"),
            [""; 0]
        );
        assert_eq!(dependencies("[dependencies]\nserde = \"1\""), ["serde = \"1\""]);
        assert_eq!(dependencies("[dependencies.serde]\nversion = \"1\""), ["[dependencies.serde]"]);
        assert_eq!(dependencies("[target.'cfg(unix)'.dependencies]\nlibc = \"1\""), ["libc = \"1\""]);
        assert_eq!(dependencies("[build-dependencies]\ncc = \"1\""), ["cc = \"1\""]);
        assert_eq!(dependencies("[dev-dependencies]\nproptest = \"1\""), [""; 0]);
    }
}
