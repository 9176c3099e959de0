//! PGN text cut into tokens; every token takes text away, so it comes to an end.

/// A piece of PGN text.
pub(super) enum Token<'a> {
    Tag {
        name: String,
        value: String,
        /// Whether nothing stands before it on its line.
        leads_line: bool,
    },
    Comment(&'a str),
    /// A comment whose end is missing: it takes all the rest.
    OpenComment,
    VariationStart,
    VariationEnd,
    /// Anything else: a move, a number, a result, a glyph.
    Word(&'a str),
}

/// Text yet to be read.
pub(super) struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    leads_line: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, leads_line: true }
    }

    /// The next token with the number of the line on which it begins.
    pub(super) fn next(&mut self) -> Option<(usize, Token<'a>)> {
        loop {
            self.skip_blanks();
            let (line, leads_line) = (self.line, self.leads_line);
            self.leads_line = false;
            let token = match self.rest.chars().next()? {
                '%' if leads_line => {
                    self.take_line();
                    continue;
                }
                '[' => self.tag(leads_line),
                '{' => Some(self.comment()),
                ';' => Some(Token::Comment(&self.take_line()[1..])),
                '(' => self.symbol(Token::VariationStart),
                ')' => self.symbol(Token::VariationEnd),
                '}' | ']' => None,
                '$' => Some(self.glyph()),
                '*' => Some(Token::Word(self.take(1))),
                _ => Some(self.word()),
            };
            match token {
                Some(token) => return Some((line, token)),
                // A bracket that means nothing.
                None => drop(self.take(1)),
            }
        }
    }

    fn skip_blanks(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        if self.take(blanks).contains('\n') {
            self.leads_line = true;
        }
    }

    /// Takes away a number of bytes, which must end between characters.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
        taken
    }

    fn take_line(&mut self) -> &'a str {
        self.take(self.rest.find('\n').unwrap_or(self.rest.len()))
    }

    fn symbol(&mut self, token: Token<'a>) -> Option<Token<'a>> {
        self.take(1);
        Some(token)
    }

    fn comment(&mut self) -> Token<'a> {
        match self.rest.find('}') {
            Some(end) => Token::Comment(&self.take(end + 1)[1..end]),
            None => {
                self.take(self.rest.len());
                Token::OpenComment
            }
        }
    }

    /// A dollar sign and its number.
    fn glyph(&mut self) -> Token<'a> {
        let end = self.rest[1..].find(|letter: char| !letter.is_ascii_digit());
        Token::Word(self.take(end.map_or(self.rest.len(), |end| end + 1)))
    }

    fn word(&mut self) -> Token<'a> {
        let first = self.rest.chars().next().map_or(0, char::len_utf8);
        let ends = |letter: char| letter.is_whitespace() || "[]{}();$*".contains(letter);
        let end = self.rest[first..].find(ends).map_or(self.rest.len(), |end| first + end);
        Token::Word(self.take(end))
    }

    /// `[Name "value"]`, or nothing if it does not begin like that. Quotes that are
    /// not escaped are part of the value unless the tag ends there.
    fn tag(&mut self, leads_line: bool) -> Option<Token<'a>> {
        let inside = self.rest[1..].trim_start();
        let name_end = inside.find(|letter: char| letter.is_whitespace() || "\"[]{}();".contains(letter))?;
        let (name, after) = inside.split_at(name_end);
        let quoted = after.trim_start().strip_prefix('"').filter(|_| !name.is_empty())?;
        let (value, after) = read_value(quoted);
        let after = after.strip_prefix(']').unwrap_or(after);
        self.take(self.rest.len() - after.len());
        Some(Token::Tag { name: name.to_string(), value, leads_line })
    }
}

/// The value up to its closing quote or the end of the line, and what follows.
fn read_value(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut letters = text.chars();
    loop {
        let here = letters.as_str();
        let Some(letter) = letters.next().filter(|&letter| letter != '\n') else {
            return (value.trim_end().to_string(), here);
        };
        let rest = letters.as_str();
        match letter {
            '\\' if rest.starts_with(['"', '\\']) => value.extend(letters.next()),
            '"' => match after_quote(rest) {
                Some(rest) => return (value, rest),
                None => value.push(letter),
            },
            _ => value.push(letter),
        }
    }
}

/// What follows the blanks after a quote, if the quote ends the value.
fn after_quote(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches([' ', '\t', '\r']);
    (rest.is_empty() || rest.starts_with([']', '\n'])).then_some(rest)
}
