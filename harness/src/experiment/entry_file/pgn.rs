//! The games of a PGN file as entries: the moves from the start, after the position of the tag `FEN` if there is one.
//!
//! Comments, glyphs, move numbers and results are left out. A variation is a separate entry, which begins with the moves before it. The game
//! interprets the moves.

use super::Entry;

/// The entries of a text, in the order in which they begin.
pub(super) fn entries(text: &str) -> Vec<Entry> {
    let mut reader = Reader { text, at: 0, line: 1, found: Vec::new(), position: String::new(), open: Vec::new() };
    while let Some(byte) = reader.peek() {
        reader.token(byte);
    }
    reader.end_game();
    reader.found.retain(|entry| !entry.text.is_empty());
    reader.found
}

/// A line of moves during reading.
struct Line {
    /// The place of its entry.
    entry: usize,
    moves: Vec<String>,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    found: Vec<Entry>,
    /// The position of the tag `FEN`.
    position: String,
    /// The main line and the variations around the current place.
    open: Vec<Line>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Goes on behind the first of these bytes, or to the end.
    fn skip_past(&mut self, end: u8) {
        let rest = &self.text.as_bytes()[self.at..];
        let length = rest.iter().position(|&byte| byte == end).map_or(rest.len(), |at| at + 1);
        self.line += rest[..length].iter().filter(|&&byte| byte == b'\n').count();
        self.at += length;
    }

    fn token(&mut self, byte: u8) {
        let begins_line = self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n';
        match byte {
            b'{' => self.skip_past(b'}'),
            b';' => self.skip_past(b'\n'),
            b'%' if begins_line => self.skip_past(b'\n'),
            b'[' => self.tag(),
            b'(' => {
                self.at += 1;
                self.begin_variation();
            }
            b')' => {
                self.at += 1;
                if self.open.len() > 1 {
                    self.close();
                }
            }
            b'\n' => self.skip_past(b'\n'),
            _ if byte.is_ascii_whitespace() || b".]}".contains(&byte) => self.at += 1,
            _ => self.word(),
        }
    }

    /// `[NAME "VALUE"]`; the first one after moves begins another game.
    fn tag(&mut self) {
        if !self.open.is_empty() {
            self.end_game();
        }
        let rest = &self.text[self.at..];
        let line = rest.lines().next().unwrap_or("");
        if let Some(value) = line.strip_prefix("[FEN \"").and_then(|rest| rest.split('"').next()) {
            self.position = value.trim().to_owned();
        }
        self.at += line.len();
    }

    fn word(&mut self) {
        let rest = &self.text[self.at..];
        let ends = |c: char| c.is_whitespace() || "(){};[".contains(c);
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        let start = self.at;
        self.at += word.len();
        // `12.e4` is a number and a move.
        let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let name = if number.starts_with('.') { number.trim_start_matches('.') } else { word };
        match name {
            "1-0" | "0-1" | "1/2-1/2" | "*" => self.end_game(),
            _ if name.is_empty() || name.starts_with('$') || name.bytes().all(|byte| byte.is_ascii_digit() || b"!?".contains(&byte)) => {}
            _ => {
                if self.open.is_empty() {
                    self.begin(start, Vec::new());
                }
                let line = self.open.last_mut().expect("a line was begun");
                line.moves.push(name.to_owned());
            }
        }
    }

    /// Starts an alternative to the last move.
    fn begin_variation(&mut self) {
        let Some(line) = self.open.last() else { return };
        let before = line.moves[..line.moves.len().saturating_sub(1)].to_vec();
        self.begin(self.at, before);
    }

    fn begin(&mut self, start: usize, moves: Vec<String>) {
        self.open.push(Line { entry: self.found.len(), moves });
        self.found.push(Entry { line: self.line, start, text: String::new() });
    }

    fn close(&mut self) {
        let Some(Line { entry, moves }) = self.open.pop() else { return };
        let moves = moves.join(" ");
        self.found[entry].text = if self.position.is_empty() { moves } else { format!("{} moves {moves}", self.position) };
    }

    fn end_game(&mut self) {
        let position_alone = self.open.is_empty() && !self.position.is_empty();
        if position_alone {
            self.begin(self.at.min(self.text.len()), Vec::new());
            let last = self.found.len() - 1;
            self.found[last].text.clone_from(&self.position);
            self.open.clear();
        }
        while !self.open.is_empty() {
            self.close();
        }
        self.position.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::entries;

    fn texts(text: &str) -> Vec<String> {
        entries(text).into_iter().map(|entry| entry.text).collect()
    }

    #[test]
    fn games_and_variations_are_entries() {
        let text = "[Event \"a\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 {best; by (test)} e5 (1... c5 2.Nf3 (2. c3 $1) d6) 2. Nf3! ; why\r\nNc6 1-0\r\n\r\n\
                    [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n%escaped\n[Event \"b\"]\n1. d4 d5 1/2-1/2\n";
        let expected = ["e4 e5 Nf3! Nc6", "e4 c5 Nf3 d6", "e4 c5 c3", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e4", "d4 d5"];
        assert_eq!(texts(text), expected);
        assert_eq!(entries(text).iter().map(|entry| entry.line).collect::<Vec<_>>(), [4, 4, 4, 9, 12]);
    }

    #[test]
    fn odd_files_are_read_as_far_as_they_go() {
        for (text, expected) in [
            ("", &[][..]),
            ("1. e4 (", &["e4"]),
            ("(1. e4", &["e4"]),
            ("1. e4 ) e5 {open", &["e4 e5"]),
            ("[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n*", &["8/8/8/8/8/8/8/8 w - -"]),
            ("[Event", &[]),
            ("1.é4 ü", &["é4 ü"]),
        ] {
            assert_eq!(texts(text), expected, "{text}");
        }
    }
}
