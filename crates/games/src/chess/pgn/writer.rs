//! Writing games in the export format.
use super::{GameRecord, find_tag, one_line};
use crate::chess::{board::Board, fen::START_FEN, notation::print_san};
use niwaki_search::game::Side;

/// Lines of moves have fewer than 80 columns.
const WIDTH: usize = 79;

/// The tags every game has, in their order, with the value for "unknown".
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tags that the start position decides.
const SETUP: [&str; 3] = ["Variant", "SetUp", "FEN"];

/// Writes a game, with an empty line after its tags and another after its moves.
pub fn print_game(game: &GameRecord) -> String {
    let mut text = String::new();
    for (name, unknown) in ROSTER {
        let result = game.result.to_string();
        let value = if name == "Result" { &result } else { find_tag(&game.tags, name).unwrap_or(unknown) };
        add_tag(&mut text, name, value);
    }
    for (name, value) in start_tags(&game.start) {
        add_tag(&mut text, name, &value);
    }
    let is_written = |name: &str| ROSTER.iter().map(|tag| tag.0).chain(SETUP).any(|tag| tag.eq_ignore_ascii_case(name));
    for (name, value) in game.tags.iter().filter(|tag| !is_written(&tag.0)) {
        add_tag(&mut text, name, value);
    }
    text.push('\n');
    text.push_str(&wrapped(&words(game)));
    text.push('\n');
    text
}

fn start_tags(start: &Board) -> Vec<(&'static str, String)> {
    let mut tags = Vec::new();
    if start.is_chess960() {
        tags.push(("Variant", "Chess960".to_string()));
    }
    if start.is_chess960() || start.fen() != START_FEN {
        tags.push(("SetUp", "1".to_string()));
        tags.push(("FEN", start.fen()));
    }
    tags
}

fn add_tag(text: &mut String, name: &str, value: &str) {
    let name = name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    if name.is_empty() {
        return;
    }
    let value = value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"");
    text.push_str(&format!("[{name} \"{value}\"]\n"));
}

/// Numbers, moves, comments and result: what may be set apart by line ends.
fn words(game: &GameRecord) -> Vec<String> {
    let mut words = Vec::new();
    add_comment(&mut words, game.preface.as_deref());
    let mut board = game.start;
    let mut needs_number = true;
    for played in &game.moves {
        match (board.to_move(), needs_number) {
            (Side::First, _) => words.push(format!("{}.", board.move_number())),
            (Side::Second, true) => words.push(format!("{}...", board.move_number())),
            (Side::Second, false) => {}
        }
        words.push(print_san(&board, played.m));
        add_comment(&mut words, played.comment.as_deref());
        needs_number = played.comment.is_some();
        board = board.after(played.m);
    }
    words.push(game.result.to_string());
    words
}

fn add_comment(words: &mut Vec<String>, comment: Option<&str>) {
    // Nothing can write the end of a comment inside one.
    let comment = comment.and_then(one_line).map(|line| line.replace('}', ")"));
    if let Some(line) = comment {
        words.extend(format!("{{{line}}}").split(' ').map(str::to_string));
    }
}

fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}
