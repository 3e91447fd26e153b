//! Results of single games in PGN and SGF files, read in one pass and added up by pair.

use std::collections::BTreeMap;
use std::io::{BufRead, Read};

/// The results of all games that were added.
#[derive(Default)]
pub struct Results {
    /// The players, in the order of their first game.
    pub names: Vec<String>,
    numbers: BTreeMap<String, usize>,
    /// Wins, draws and losses of the first of a pair when moving first.
    pub pairs: BTreeMap<(usize, usize), [u64; 3]>,
    /// Games with a result.
    pub games: u64,
    /// Games without a result or a name.
    pub unrated: u64,
}

/// The tags of a game read so far.
#[derive(Default)]
struct Tags {
    /// The player who moves first, and the other.
    names: [String; 2],
    /// Whether the first won, drew or lost: 0, 1, 2.
    result: Option<usize>,
    begun: bool,
}

/// Names longer than this are cut, so that an arbitrary file does not fill memory.
const LONGEST_NAME: usize = 200;

impl Results {
    fn end(&mut self, game: &mut Tags) {
        let Tags { names, result, begun } = std::mem::take(game);
        if begun {
            self.add_game(names, result);
        }
    }

    /// Adds a game of these players, the one who moves first at first, which that one won (0), drew (1) or lost (2).
    pub fn add_game(&mut self, names: [String; 2], result: Option<usize>) {
        match (names.iter().any(|name| name.is_empty() || name == "?"), result) {
            (false, Some(result)) if names[0] != names[1] => {
                let [first, second] = names.map(|name| self.number(name));
                self.pairs.entry((first, second)).or_default()[result] += 1;
                self.games += 1;
            }
            _ => self.unrated += 1,
        }
    }

    fn number(&mut self, name: String) -> usize {
        if let Some(&number) = self.numbers.get(&name) {
            return number;
        }
        self.names.push(name.clone());
        self.numbers.insert(name, self.names.len() - 1);
        self.names.len() - 1
    }

    /// Adds the games of a PGN file. Tags begin a line outside of comments; the first one after moves begins the next game.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn add_pgn(&mut self, file: &mut dyn BufRead) -> std::io::Result<()> {
        let (mut game, mut line) = (Tags::default(), Vec::new());
        let (mut in_comment, mut in_moves) = (false, false);
        while read_line(file, &mut line)? {
            if !in_comment && line.first() == Some(&b'[') {
                if std::mem::take(&mut in_moves) {
                    self.end(&mut game);
                }
                game.begun = true;
                tag(&mut game, &line);
                continue;
            }
            in_moves |= game.begun && !line.trim_ascii().is_empty();
            for &byte in &line {
                match byte {
                    b'}' => in_comment = false,
                    b'{' => in_comment = true,
                    b';' if !in_comment => break,
                    _ => {}
                }
            }
        }
        self.end(&mut game);
        Ok(())
    }

    /// Adds the games of an SGF file: every tree of a collection is one. Black moves first.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn add_sgf(&mut self, file: &mut dyn BufRead) -> std::io::Result<()> {
        let mut game = Tags::default();
        let (mut depth, mut property, mut value) = (0usize, Vec::new(), Vec::new());
        let (mut in_value, mut escaped, mut has_value) = (false, false, false);
        for byte in file.bytes() {
            let byte = byte?;
            if in_value {
                if byte == b']' && !escaped {
                    (in_value, has_value) = (false, true);
                    match property.as_slice() {
                        b"PB" => game.names[0] = text(&value),
                        b"PW" => game.names[1] = text(&value),
                        b"RE" => game.result = sgf_result(&text(&value)),
                        _ => {}
                    }
                } else if (byte != b'\\' || escaped) && value.len() < LONGEST_NAME {
                    value.push(byte);
                }
                escaped = byte == b'\\' && !escaped;
                continue;
            }
            match byte {
                b'[' => {
                    in_value = true;
                    value.clear();
                }
                b'A'..=b'Z' => {
                    // A property may have several values.
                    if std::mem::take(&mut has_value) {
                        property.clear();
                    }
                    if property.len() < 8 {
                        property.push(byte);
                    }
                }
                b'(' => {
                    depth += 1;
                    game.begun = true;
                }
                b')' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.end(&mut game);
                    }
                }
                _ => {}
            }
            if b"();".contains(&byte) {
                property.clear();
            }
        }
        self.end(&mut game);
        Ok(())
    }
}

/// Reads a PGN tag.
fn tag(game: &mut Tags, line: &[u8]) {
    let place = |name: &str| line.strip_prefix(name.as_bytes());
    if let Some(rest) = place("[White \"") {
        game.names[0] = text(value(rest));
    } else if let Some(rest) = place("[Black \"") {
        game.names[1] = text(value(rest));
    } else if let Some(rest) = place("[Result \"") {
        game.result = pgn_result(&text(value(rest)));
    }
}

/// The bytes before the quote that ends a value.
fn value(rest: &[u8]) -> &[u8] {
    let end = (0..rest.len()).find(|&at| rest[at] == b'"' && (at == 0 || rest[at - 1] != b'\\')).unwrap_or(rest.len());
    &rest[..end.min(LONGEST_NAME)]
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

/// The place of a result in PGN among a win, a draw and a loss of White; `None` if it is unknown.
pub fn pgn_result(text: &str) -> Option<usize> {
    ["1-0", "1/2-1/2", "0-1"].iter().position(|&known| known == text)
}

/// Black moves first; `B+3.5`, `W+R`, `0`, `Draw`; `Void` and `?` are no results.
fn sgf_result(text: &str) -> Option<usize> {
    match text {
        "0" | "Draw" | "draw" | "Jigo" => Some(1),
        _ if text.starts_with("B+") => Some(0),
        _ if text.starts_with("W+") => Some(2),
        _ => None,
    }
}

/// Reads a line, up to its first 64 KiB; `false` at the end.
fn read_line(file: &mut dyn BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
    const LONGEST: usize = 1 << 16;
    line.clear();
    loop {
        let buffer = file.fill_buf()?;
        if buffer.is_empty() {
            return Ok(!line.is_empty());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let taken = end.map_or(buffer.len(), |at| at + 1);
        let kept = taken.min(LONGEST.saturating_sub(line.len()));
        line.extend_from_slice(&buffer[..kept]);
        file.consume(taken);
        if end.is_some() {
            if line.starts_with(b"\xef\xbb\xbf") {
                line.drain(..3);
            }
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(games: &Results) -> Vec<(&str, &str, [u64; 3])> {
        games.pairs.iter().map(|(&(i, j), &counts)| (games.names[i].as_str(), games.names[j].as_str(), counts)).collect()
    }

    #[test]
    fn games_of_pgn_are_counted() {
        let text = "\u{feff}[Event \"x\"]\r\n[White \"a\"]\r\n[Black \"b \\\"B\\\"\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 {a comment\r\n[White \"c\"]\r\n} e5 ; {\r\n1-0\r\n\r\n\
                    [White \"b \\\"B\\\"\"]\n[Black \"a\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n\n[White \"a\"]\n[Black \"d\"]\n[Result \"*\"]\n\n*\n\
                    [White \"a\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n1-0\n";
        let mut games = Results::default();
        games.add_pgn(&mut text.as_bytes()).unwrap();
        let b = "b \\\"B\\\"";
        assert_eq!(pairs(&games), [("a", b, [1, 0, 0]), (b, "a", [0, 1, 0])]);
        assert_eq!((games.games, games.unrated), (2, 2));
    }

    #[test]
    fn trees_of_sgf_are_counted() {
        let text = "(;GM[1]PB[a]PW[b\\]]C[(;PB[x\\\\]RE[B+R];B[aa](;W[bb])(;W[cc]))\n(;PW [a] PB[b\\]]RE[W+0.5])(;PB[a]PW[b]RE[0])(;PB[a]PW[b]RE[Void])";
        let mut games = Results::default();
        games.add_sgf(&mut text.as_bytes()).unwrap();
        assert_eq!(pairs(&games), [("a", "b]", [1, 0, 0]), ("a", "b", [0, 1, 0]), ("b]", "a", [0, 0, 1])]);
        assert_eq!((games.games, games.unrated), (3, 1));
    }
}
