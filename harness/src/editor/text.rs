//! An open text and its places: bytes here, lines and UTF-16 columns in the protocol.

use lsp_types::{Position, Range as Lines};
use std::ops::Range;
use std::path::PathBuf;

/// A file as an editor shows it.
pub(super) struct Text {
    /// Its path.
    pub(super) path: PathBuf,
    /// Its content.
    pub(super) text: String,
    /// Where each line starts.
    starts: Vec<usize>,
}

impl Text {
    pub(super) fn new(path: PathBuf, text: String) -> Text {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Text { path, text, starts }
    }

    /// The byte at a position; the end of the line, or of the text, if it is beyond.
    pub(super) fn byte(&self, position: Position) -> usize {
        let Some(&start) = self.starts.get(position.line as usize) else { return self.text.len() };
        let line = &self.text[start..self.starts.get(position.line as usize + 1).map_or(self.text.len(), |next| next - 1)];
        let mut column = 0;
        for (at, c) in line.char_indices() {
            if column >= position.character as usize {
                return start + at;
            }
            column += c.len_utf16();
        }
        start + line.trim_end_matches('\r').len()
    }

    /// The position of a byte.
    pub(super) fn position(&self, byte: usize) -> Position {
        let byte = self.text.floor_char_boundary(byte);
        let line = self.starts.partition_point(|&start| start <= byte) - 1;
        let column = self.text[self.starts[line]..byte].encode_utf16().count();
        Position { line: line as u32, character: column as u32 }
    }

    pub(super) fn lines(&self, range: &Range<usize>) -> Lines {
        Lines { start: self.position(range.start), end: self.position(range.end.max(range.start)) }
    }

    /// The part of a line (from 1) from a column (from 1) on, both in characters.
    pub(super) fn part(&self, line: usize, column: usize, width: usize) -> Range<usize> {
        let Some(&start) = line.checked_sub(1).and_then(|line| self.starts.get(line)) else { return 0..0 };
        let byte = |column: usize| self.text[start..].char_indices().nth(column).map_or(self.text.len(), |(at, _)| start + at);
        let first = byte(column.saturating_sub(1));
        first..byte(column.saturating_sub(1) + width).max(first)
    }

    /// The word around a byte, or just before it: characters that `belongs` accepts.
    pub(super) fn word(&self, at: usize, belongs: impl Fn(char) -> bool) -> Range<usize> {
        let at = self.text.floor_char_boundary(at);
        let start = self.text[..at].char_indices().rev().take_while(|(_, c)| belongs(*c)).last().map_or(at, |(at, _)| at);
        let end = self.text[at..].char_indices().find(|(_, c)| !belongs(*c)).map_or(self.text.len(), |(next, _)| at + next);
        start..end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_positions_agree() {
        let text = Text::new("a.toml".into(), "é = 1\r\n# 𝄞 x\n".to_owned());
        let position = |line, character| Position { line, character };
        for byte in (0..=text.text.len()).filter(|&byte| text.text.is_char_boundary(byte) && byte != 7) {
            assert_eq!(text.byte(text.position(byte)), byte);
        }
        // The clef takes two columns in UTF-16.
        assert_eq!(text.position(text.text.find('x').unwrap()), position(1, 5));
        assert_eq!((text.byte(position(0, 99)), text.byte(position(9, 0))), (6, text.text.len()));
        assert_eq!(&text.text[text.part(2, 5, 1)], "x");
        assert_eq!((text.part(0, 1, 1), text.part(9, 1, 1)), (0..0, 0..0));
        assert_eq!(&text.text[text.word(0, char::is_alphanumeric)], "é");
    }
}
