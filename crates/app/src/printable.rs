//! Text from files on its way to a terminal, which would obey the control characters in it.
use std::borrow::Cow;

/// The text with signs in place of control characters; lines and tabs stay.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let obeyed = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    match text.contains(obeyed) {
        true => text.replace(obeyed, "\u{fffd}").into(),
        false => text.into(),
    }
}

/// The same for a piece of text that begins or ends inside a letter.
pub(crate) fn printable_bytes(text: &[u8]) -> Vec<u8> {
    let obeyed = |byte: u8| byte.is_ascii_control() && !matches!(byte, b'\n' | b'\t');
    text.iter().map(|&byte| if obeyed(byte) { b'?' } else { byte }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(printable("a\u{1b}[31mb\u{9b}c\rd\u{7f}\n\te é"), "a\u{fffd}[31mb\u{fffd}c\u{fffd}d\u{fffd}\n\te é");
        assert_eq!(printable_bytes(b"\x1bx\n\xc3"), b"?x\n\xc3");
        assert!(matches!(printable("plain é\n"), Cow::Borrowed(_)));
    }
}
