//! Extended position descriptions: a position and what is known about it, on a line.
use super::{
    board::Board,
    moves::Move,
    notation::{parse_any, print_san, quoted},
};

/// One position of a test suite or of an opening book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position, its counters set by `hmvc` and `fmvn` if these are given.
    pub board: Board,
    /// The best moves (`bm`).
    pub best: Vec<Move>,
    /// Moves to avoid (`am`).
    pub avoid: Vec<Move>,
    /// Name of the position (`id`).
    pub id: Option<String>,
    /// Comments `c0` to `c9`.
    pub comments: [Option<String>; 10],
    /// Moves to mate (`dm`).
    pub mate: Option<i32>,
    /// Value in centipawns for the side to move (`ce`).
    pub score: Option<i32>,
    /// Depth of analysis (`acd`).
    pub depth: Option<i32>,
    /// Other operations: the opcode and the text of its operands.
    pub others: Vec<(String, String)>,
}

/// Reads a file of positions, one on a line. Blank lines and lines that begin with
/// `#` are skipped; messages begin with the number of the line.
pub fn parse_file(text: &str) -> Vec<Result<Epd, String>> {
    parse_lines(text).collect()
}

/// The same one by one, for files of which little is kept.
pub fn parse_lines(text: &str) -> impl Iterator<Item = Result<Epd, String>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| parse_line(line).map_err(|reason| format!("line {number}: {reason}")))
}

/// Reads one position with its operations. Moves may be written in SAN or UCI, the
/// counters of a FEN may precede the operations, and the last `;` may be missing.
pub fn parse_line(line: &str) -> Result<Epd, String> {
    let (fields, rest) = split_fields(line);
    let operations: Vec<(&str, &str)> = split_operations(rest).into_iter().map(split_word).collect();
    // Fields beyond the position stay out, but a short position is refused as such.
    let position = fields[..fields.len().min(4)].join(" ");
    let halfmoves = counter(&operations, "hmvc", fields.get(4), "0")?;
    let number = counter(&operations, "fmvn", fields.get(5), "1")?;
    // What is wrong with the position comes before what is wrong with its counters.
    let board = Board::from_fen(&format!("{position} {halfmoves} {number}"))
        .or_else(|reason| Board::from_fen(&position).and(Err(reason)))?;
    let mut epd = Epd::new(board);
    for (opcode, operands) in operations {
        if !opcode.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            return Err(format!("an operation begins with a letter, not with {}", quoted(opcode)));
        }
        epd.read_operation(opcode, operands).map_err(|reason| format!("{opcode}: {reason}"))?;
    }
    Ok(epd)
}

/// Writes one position with its operations, without a line end.
pub fn print_line(epd: &Epd) -> String {
    let board = &epd.board;
    let fen = board.fen();
    let mut text = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
    let mut add = |opcode: &str, operands: String| {
        let gap = if operands.is_empty() { "" } else { " " };
        text.push_str(&format!(" {opcode}{gap}{operands};"));
    };
    let number = |value: Option<i32>| value.map(|value| value.to_string());
    let moves = |moves: &[Move]| {
        let names: Vec<String> = moves.iter().map(|&m| print_san(board, m)).collect();
        (!names.is_empty()).then(|| names.join(" "))
    };
    let (halves, full) = (board.halfmoves(), board.move_number());
    let named = [
        ("acd", number(epd.depth)),
        ("am", moves(&epd.avoid)),
        ("bm", moves(&epd.best)),
        ("ce", number(epd.score)),
        ("dm", number(epd.mate)),
        ("fmvn", (full != 1).then(|| full.to_string())),
        ("hmvc", (halves != 0).then(|| halves.to_string())),
        ("id", epd.id.as_deref().map(in_quotes)),
    ];
    for (opcode, operands) in named {
        operands.into_iter().for_each(|operands| add(opcode, operands));
    }
    for (index, comment) in epd.comments.iter().enumerate() {
        comment.iter().for_each(|comment| add(&format!("c{index}"), in_quotes(comment)));
    }
    for (opcode, operands) in &epd.others {
        add(opcode, operands.clone());
    }
    text
}

impl Epd {
    /// A position of which nothing is known.
    pub fn new(board: Board) -> Epd {
        Epd {
            board,
            best: Vec::new(),
            avoid: Vec::new(),
            id: None,
            comments: Default::default(),
            mate: None,
            score: None,
            depth: None,
            others: Vec::new(),
        }
    }

    fn read_operation(&mut self, opcode: &str, operands: &str) -> Result<(), String> {
        match opcode {
            "bm" => self.best.extend(read_moves(&self.board, operands)?),
            "am" => self.avoid.extend(read_moves(&self.board, operands)?),
            "id" => self.id = Some(unquoted(operands)),
            "dm" => self.mate = Some(read_number(operands)?),
            "ce" => self.score = Some(read_number(operands)?),
            "acd" => self.depth = Some(read_number(operands)?),
            "hmvc" | "fmvn" => {}
            _ => match comment_index(opcode) {
                Some(index) => self.comments[index] = Some(unquoted(operands)),
                None => self.others.push((opcode.to_string(), with_last_quote(opcode, operands))),
            },
        }
        Ok(())
    }
}

/// The four to six fields of the position, and the operations. Opcodes begin with
/// a letter, so leading numbers are the counters of a FEN.
fn split_fields(line: &str) -> (Vec<&str>, &str) {
    let mut fields = Vec::new();
    let mut rest = line.trim();
    while fields.len() < 6 && !rest.is_empty() {
        let (field, after) = rest.split_at(rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len()));
        let is_counter = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
        if fields.len() >= 4 && !is_counter {
            break;
        }
        fields.push(field);
        rest = after.trim_start();
    }
    (fields, rest)
}

/// A counter of the position: given by an operation, by a field of FEN, or not at all.
fn counter<'a>(
    operations: &[(&str, &'a str)],
    opcode: &str,
    field: Option<&&'a str>,
    usual: &'a str,
) -> Result<&'a str, String> {
    match operations.iter().find(|operation| operation.0 == opcode) {
        Some((_, number)) if number.split_whitespace().count() == 1 => Ok(number),
        Some((_, text)) => Err(format!("{opcode}: {} is no number", quoted(text))),
        None => Ok(field.copied().unwrap_or(usual)),
    }
}

/// The operations, which end with `;` unless it stands in a quoted string.
fn split_operations(text: &str) -> Vec<&str> {
    let mut in_string = false;
    let ends_here = |letter: char| {
        in_string ^= letter == '"';
        letter == ';' && !in_string
    };
    text.split(ends_here).map(str::trim).filter(|operation| !operation.is_empty()).collect()
}

fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    (word, rest.trim())
}

fn read_moves(board: &Board, operands: &str) -> Result<Vec<Move>, String> {
    let words = operands.split(|letter: char| letter.is_whitespace() || letter == ',');
    words.filter(|word| !word.is_empty()).map(|word| parse_any(board, word)).collect()
}

fn read_number(operands: &str) -> Result<i32, String> {
    operands.parse().map_err(|_| format!("{} is no number", quoted(operands)))
}

fn comment_index(opcode: &str) -> Option<usize> {
    match opcode.as_bytes() {
        [b'c', digit @ b'0'..=b'9'] => Some((digit - b'0') as usize),
        _ => None,
    }
}

/// The operands with the quote that is missing at the end of a line.
fn with_last_quote(opcode: &str, operands: &str) -> String {
    let quotes = opcode.matches('"').count() + operands.matches('"').count();
    format!("{operands}{}", if quotes.is_multiple_of(2) { "" } else { "\"" })
}

fn unquoted(operands: &str) -> String {
    let start = operands.strip_prefix('"').unwrap_or(operands);
    start.strip_suffix('"').unwrap_or(start).to_string()
}

/// A string operand; what would end it or the line is replaced.
fn in_quotes(text: &str) -> String {
    let safe = |letter: char| match letter {
        '"' => '\'',
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    format!("\"{}\"", text.chars().map(safe).collect::<String>())
}
