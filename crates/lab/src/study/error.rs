//! What went wrong, and where: one line for the user.
use std::{fmt, io, path::Path};

/// A failure with its place: a file or folder, perhaps a line of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    place: Option<String>,
    line: Option<usize>,
    reason: String,
}

impl Error {
    /// A failure that belongs to no file.
    pub fn new(reason: impl Into<String>) -> Error {
        Error { place: None, line: None, reason: reason.into() }
    }

    /// A failure in a file or folder.
    pub fn at(place: impl fmt::Display, reason: impl Into<String>) -> Error {
        Error { place: Some(place.to_string()), ..Error::new(reason) }
    }

    /// A failure on a line of a file, counted from 1.
    pub fn on_line(place: impl fmt::Display, line: usize, reason: impl Into<String>) -> Error {
        Error { line: Some(line), ..Error::at(place, reason) }
    }

    /// A failure on a line, counted from 1, of a file that the caller names: see [`Error::in_file`].
    pub fn line(line: usize, reason: impl Into<String>) -> Error {
        Error { line: Some(line), ..Error::new(reason) }
    }

    /// A failure at a byte of the text of a file.
    pub fn at_byte(place: impl fmt::Display, text: &str, byte: usize, reason: impl Into<String>) -> Error {
        let before = &text.as_bytes()[..byte.min(text.len())];
        Error::on_line(place, before.iter().filter(|byte| **byte == b'\n').count() + 1, reason)
    }

    /// What the reader of TOML says of the text of a file.
    pub fn toml(place: impl fmt::Display, text: &str, error: &toml::de::Error) -> Error {
        let reason = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        Error::at_byte(place, text, error.span().map_or(0, |span| span.start), reason)
    }

    /// What the system refuses, and what was tried.
    pub fn system(path: &Path, doing: &str, reason: &io::Error) -> Error {
        Error::at(path.display(), format!("{doing}: {reason}"))
    }

    /// The same failure in a file, if it has no place yet.
    #[must_use]
    pub fn in_file(self, place: impl fmt::Display) -> Error {
        Error { place: self.place.or_else(|| Some(place.to_string())), ..self }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Error {}

/// For those who need one line and no place.
impl From<Error> for String {
    fn from(error: Error) -> String {
        error.to_string()
    }
}

impl From<String> for Error {
    fn from(reason: String) -> Error {
        Error::new(reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_file_and_line_where_there_are_such() {
        assert_eq!(Error::new("no").to_string(), "no");
        assert_eq!(Error::at("a.toml", "no").to_string(), "a.toml: no");
        assert_eq!(Error::on_line("a.toml", 3, "no").to_string(), "a.toml: line 3: no");
        assert_eq!(Error::line(2, "no").in_file("b").in_file("c").to_string(), "b: line 2: no");
        assert_eq!(Error::at_byte("d", "one\ntwo\nthree", 4, "no").to_string(), "d: line 2: no");
        let broken = "a = 1\nb = = 2\n";
        let error = toml::from_str::<toml::Table>(broken).unwrap_err();
        let message = Error::toml("e", broken, &error).to_string();
        assert!(message.starts_with("e: line 2: ") && !message.contains('\n'), "{message}");
    }
}
