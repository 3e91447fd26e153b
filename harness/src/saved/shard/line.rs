//! A line of a shard file: fields between tabs, with a checksum at its end.

use std::borrow::Cow;

/// The number of hexadecimal digits of a checksum: two lines have the same one by chance once in 10¹⁹ cases.
const DIGITS: usize = 16;

/// Appends the checksum and ends the line that begins at `start`.
pub(super) fn end_line(text: &mut String, start: usize) {
    let sum = checksum(&text.as_bytes()[start..]);
    text.push('\t');
    text.push_str(&sum);
    text.push('\n');
}

/// The content of a line, without its checksum; `None` if the line is not whole, or was changed.
pub(super) fn content(line: &[u8]) -> Option<&str> {
    let line = line.strip_suffix(b"\n")?;
    let (content, rest) = line.split_at_checked(line.len().checked_sub(DIGITS + 1)?)?;
    let sum = rest.strip_prefix(b"\t")?;
    if checksum(content).as_bytes() == sum { std::str::from_utf8(content).ok() } else { None }
}

fn checksum(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..DIGITS].to_owned()
}

/// Appends a text field. Tabs and line ends are written with a backslash.
pub(super) fn push_text(line: &mut String, text: &str) {
    if !text.contains(['\\', '\t', '\n', '\r']) {
        line.push_str(text);
        return;
    }
    for c in text.chars() {
        match c {
            '\\' => line.push_str("\\\\"),
            '\t' => line.push_str("\\t"),
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            c => line.push(c),
        }
    }
}

/// The text of a field that [`push_text`] wrote; `None` if it did not.
pub(super) fn read_text(field: &str) -> Option<Cow<'_, str>> {
    if !field.contains('\\') {
        return Some(Cow::Borrowed(field));
    }
    let mut text = String::with_capacity(field.len());
    let mut chars = field.chars();
    while let Some(c) = chars.next() {
        text.push(match c {
            '\\' => match chars.next()? {
                '\\' => '\\',
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                _ => return None,
            },
            c => c,
        });
    }
    Some(Cow::Owned(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for text in ["", "a1 b2", "a\tb\\t\n\r\\", "é\\n"] {
            let mut field = String::new();
            push_text(&mut field, text);
            assert!(!field.contains(['\t', '\n', '\r']));
            assert_eq!(read_text(&field).as_deref(), Some(text));
        }
        assert_eq!((read_text("a\\"), read_text("\\x")), (None, None));
    }

    #[test]
    fn a_line_is_whole_and_unchanged_or_not_read() {
        let mut text = "x\ty".to_owned();
        end_line(&mut text, 0);
        assert_eq!(content(text.as_bytes()), Some("x\ty"));
        for length in 0..text.len() {
            assert_eq!(content(&text.as_bytes()[..length]), None);
        }
        for place in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[place] ^= 1;
            assert_eq!(content(&changed), None, "byte {place}");
        }
    }
}
