//! Reading games, with patience for what is found in the wild.
use super::{
    GameRecord, GameResult, PlayedMove, find_tag,
    lexer::{Lexer, Token},
    one_line,
};
use crate::chess::{
    board::Board,
    notation::{parse_any, quoted},
};

/// Names of ordinary chess in the tag "Variant".
const ORDINARY: [&str; 6] = ["", "chess", "standard", "normal", "regular", "from position"];

/// The games of a PGN text, one after the other. Variations and glyphs are skipped,
/// comments kept. A game with a fault yields a message with its number, the line and
/// the move; the next game is read all the same.
pub fn read_games(text: &str) -> Games<'_> {
    Games { lexer: Lexer::new(text), pending: None, count: 0 }
}

/// Iterator over the games of a text: see [`read_games`].
pub struct Games<'a> {
    lexer: Lexer<'a>,
    /// The tag that showed the last game to have ended.
    pending: Option<(usize, Token<'a>)>,
    count: usize,
}

impl Iterator for Games<'_> {
    type Item = Result<GameRecord, String>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut draft = Draft::default();
        while let Some((line, token)) = self.pending.take().or_else(|| self.lexer.next()) {
            if draft.is_followed_by(&token) {
                self.pending = Some((line, token));
                break;
            }
            draft.take(line, token);
            if draft.result.is_some() {
                break;
            }
        }
        if draft.is_blank() {
            return None;
        }
        self.count += 1;
        Some(draft.finish().map_err(|reason| format!("game {}, {reason}", self.count)))
    }
}

/// A game while it is being read.
#[derive(Default)]
struct Draft {
    tags: Vec<(String, String)>,
    /// Line of the last tag.
    line: usize,
    /// Where the game began and where it stands, once there is a move.
    boards: Option<(Board, Board)>,
    preface: Option<String>,
    moves: Vec<PlayedMove>,
    result: Option<GameResult>,
    /// How many variations are open, and the line where the outermost began.
    depth: usize,
    variation_line: usize,
    /// The first thing that was wrong; nothing more is read into the game.
    fault: Option<String>,
}

impl Draft {
    fn is_blank(&self) -> bool {
        self.tags.is_empty() && self.result.is_none() && !self.has_moves()
    }

    fn has_moves(&self) -> bool {
        !self.moves.is_empty() || self.fault.is_some()
    }

    /// Whether the token belongs to the next game already. Inside a variation only a
    /// tag at the start of a line tells that somebody forgot to close it.
    fn is_followed_by(&self, token: &Token) -> bool {
        matches!(token, Token::Tag { leads_line, .. } if *leads_line || self.depth == 0) && self.has_moves()
    }

    fn take(&mut self, line: usize, token: Token) {
        match token {
            Token::Tag { name, value, leads_line } => {
                if leads_line || self.depth == 0 {
                    (self.line, self.depth) = (line, 0);
                    self.tags.push((name, value));
                }
            }
            Token::VariationStart => {
                if self.depth == 0 {
                    self.variation_line = line;
                }
                self.depth += 1;
            }
            Token::VariationEnd => self.depth = self.depth.saturating_sub(1),
            Token::OpenComment => self.blame(line, "a comment does not end".to_string()),
            Token::Comment(text) if self.depth == 0 => self.add_comment(text),
            Token::Word(word) if self.depth == 0 => self.read_word(line, word),
            Token::Comment(_) | Token::Word(_) => {}
        }
    }

    fn blame(&mut self, line: usize, reason: String) {
        self.fault.get_or_insert_with(|| format!("line {line}: {reason}"));
    }

    fn add_comment(&mut self, text: &str) {
        let place = match self.moves.last_mut() {
            Some(played) => &mut played.comment,
            None => &mut self.preface,
        };
        let Some(comment) = one_line(text) else {
            return;
        };
        match place {
            // Grown in place: a hostile text can hold very many.
            Some(before) => before.extend([" ", &comment]),
            None => *place = Some(comment),
        }
    }

    fn read_word(&mut self, line: usize, word: &str) {
        if let Some(result) = GameResult::parse(word) {
            self.result = Some(result);
            return;
        }
        let word = without_number(word);
        if self.fault.is_none() && !is_ornament(word) {
            match self.play(word) {
                Ok(()) => {}
                Err(reason) => self.blame(line, reason),
            }
        }
    }

    fn play(&mut self, word: &str) -> Result<(), String> {
        let (start, board) = match self.boards {
            Some(boards) => boards,
            None => start_position(&self.tags).map(|start| (start, start))?,
        };
        let m = parse_any(&board, word)?;
        self.boards = Some((start, board.after(m)));
        self.moves.push(PlayedMove { m, comment: None });
        Ok(())
    }

    fn finish(mut self) -> Result<GameRecord, String> {
        if self.depth > 0 {
            self.blame(self.variation_line, "a variation does not end".to_string());
        }
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let start = match self.boards {
            Some((start, _)) => start,
            None => start_position(&self.tags).map_err(|reason| format!("line {}: {reason}", self.line))?,
        };
        let stated = find_tag(&self.tags, "Result").and_then(GameResult::parse);
        let seen = self.result.filter(|&result| result != GameResult::Unknown);
        let result = seen.or(stated).unwrap_or_default();
        Ok(GameRecord { tags: self.tags, start, preface: self.preface, moves: self.moves, result })
    }
}

/// Where the game begins according to its tags.
fn start_position(tags: &[(String, String)]) -> Result<Board, String> {
    let variant = find_tag(tags, "Variant").unwrap_or_default().trim().to_lowercase();
    let chess960 = ["960", "fischer"].iter().any(|name| variant.contains(name));
    if !chess960 && !ORDINARY.contains(&variant.as_str()) {
        return Err(format!("variant {} is not played here", quoted(&variant)));
    }
    let board = match find_tag(tags, "FEN").map(str::trim) {
        None | Some("") => Board::start(),
        Some(fen) => Board::from_fen(fen).map_err(|reason| format!("FEN: {reason}"))?,
    };
    Ok(if chess960 { board.with_chess960(true) } else { board })
}

/// A move without the number before it, as in "12.Nf3", "12...Nf6" and "...Nf6".
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let bare = rest.trim_start_matches(['.', '\u{2026}']);
    // The zeros of castling are no number.
    if rest.is_empty() || bare.len() < rest.len() { bare } else { word }
}

/// Whether a word tells nothing about the moves: numbers, glyphs, "e.p.".
fn is_ornament(word: &str) -> bool {
    let says_nothing = word != "--" && !word.contains(|letter: char| letter.is_ascii_alphanumeric());
    says_nothing || word.starts_with('$') || word == "e.p."
}
