//! Laboratory and application know no game: what they need of one is in its kit. This reads
//! their sources and finds the name of none.
mod sources;

use niwaki_games::list;
use sources::sources;
use std::{fs, path::Path};

/// Where a file's own tests begin; they stand at its end and may name games.
const TESTS: &str = "#[cfg(test)]\nmod tests {";

/// Whether the text holds the word, not as a part of a longer one: `loa`, but not `load`.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    let ends =
        |(start, _): (usize, &str)| (text[..start].chars().next_back(), text[start + word.len()..].chars().next());
    text.match_indices(word).map(ends).any(|(before, after)| !is_part(before) && !is_part(after))
}

#[test]
fn no_file_of_laboratory_or_application_names_a_game() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    ["lab/src", "app/src"].iter().for_each(|folder| sources(&crates.join(folder), &mut files));
    assert!(files.len() > 100, "the sources have moved");
    let names: Vec<String> = list::names().iter().flat_map(|name| [name.to_string(), name.replace('-', "_")]).collect();
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split(TESTS).next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            let line = line.to_lowercase();
            if names.iter().any(|name| has_word(&line, name)) {
                wrong.push(format!("{}:{}: {}", file.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
