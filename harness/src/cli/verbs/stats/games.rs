//! Results of single games in PGN, SGF and CSV files, read in one pass and added up by pair.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use treebench_reports::reason;

/// The results of all files.
#[derive(Default)]
pub(super) struct Games {
    /// In the order of their first game.
    pub(super) names: Vec<String>,
    numbers: BTreeMap<String, usize>,
    /// Wins, draws and losses of the first of a pair when moving first.
    pub(super) pairs: BTreeMap<(usize, usize), [u64; 3]>,
    pub(super) games: u64,
    /// Games without a result or a name.
    pub(super) unrated: u64,
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

impl Games {
    /// Adds the games of a file, by the extension of its name.
    ///
    /// # Errors
    /// If the file cannot be read, or is none of the formats: what is wrong, with the line of a CSV file.
    pub(super) fn add(&mut self, path: &Path) -> Result<(), String> {
        let open = || std::fs::File::open(path).map(BufReader::new).map_err(|error| reason(path, &error));
        let before = self.games + self.unrated;
        match path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase).as_deref() {
            Some("pgn") => self.add_pgn(open()?).map_err(|error| error.to_string())?,
            Some("sgf") => self.add_sgf(open()?).map_err(|error| error.to_string())?,
            Some("csv") => self.add_csv(open()?)?,
            _ => return Err("expected a file whose name ends in .pgn, .sgf or .csv".to_owned()),
        }
        if before == self.games + self.unrated { Err("there are no games".to_owned()) } else { Ok(()) }
    }

    fn end(&mut self, game: &mut Tags) {
        let Tags { names, result, begun } = std::mem::take(game);
        if !begun {
            return;
        }
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

    /// Tags begin a line outside of comments; the first one after moves begins the next game.
    fn add_pgn(&mut self, mut file: impl BufRead) -> std::io::Result<()> {
        let (mut game, mut line) = (Tags::default(), Vec::new());
        let (mut in_comment, mut in_moves) = (false, false);
        while read_line(&mut file, &mut line)? {
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

    /// Every tree of a collection is a game. Black moves first.
    fn add_sgf(&mut self, file: impl BufRead) -> std::io::Result<()> {
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

    /// One game a row: `white,black,result` or `black,white,result`, the first column being the player who moves first.
    fn add_csv(&mut self, file: impl Read) -> Result<(), String> {
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
        let heading = reader.headers().map_err(|error| error.to_string())?.clone();
        let columns: Vec<&str> = heading.iter().collect();
        if !is_list_of_games(&columns) {
            return Err(
                "line 1: expected the columns white,black,result or black,white,result, the player who moves first in the first".to_owned()
            );
        }
        let mut row = csv::StringRecord::new();
        while reader.read_record(&mut row).map_err(|error| error.to_string())? {
            let line = row.position().map_or(0, csv::Position::line);
            let score = &row[2];
            let white_first = columns[0] == "white";
            let result = pgn_result(score).map(|result| if white_first { result } else { 2 - result });
            if result.is_none() && score != "*" {
                return Err(format!("line {line}: `{score}` is not a result, expected 1-0, 0-1, 1/2-1/2 or *, of White first"));
            }
            let mut game = Tags { names: [row[0].to_owned(), row[1].to_owned()], result, begun: true };
            self.end(&mut game);
        }
        Ok(())
    }
}

/// Whether these are the columns of a CSV file with a game a row.
pub(super) fn is_list_of_games(columns: &[&str]) -> bool {
    matches!(columns, ["white", "black", "result"] | ["black", "white", "result"])
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

fn pgn_result(text: &str) -> Option<usize> {
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
fn read_line(file: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
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

    fn pairs(games: &Games) -> Vec<(&str, &str, [u64; 3])> {
        games.pairs.iter().map(|(&(i, j), &counts)| (games.names[i].as_str(), games.names[j].as_str(), counts)).collect()
    }

    #[test]
    fn games_of_pgn_are_counted() {
        let text = "\u{feff}[Event \"x\"]\r\n[White \"a\"]\r\n[Black \"b \\\"B\\\"\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 {a comment\r\n[White \"c\"]\r\n} e5 ; {\r\n1-0\r\n\r\n\
                    [White \"b \\\"B\\\"\"]\n[Black \"a\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n\n[White \"a\"]\n[Black \"d\"]\n[Result \"*\"]\n\n*\n\
                    [White \"a\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n1-0\n";
        let mut games = Games::default();
        games.add_pgn(text.as_bytes()).unwrap();
        let b = "b \\\"B\\\"";
        assert_eq!(pairs(&games), [("a", b, [1, 0, 0]), (b, "a", [0, 1, 0])]);
        assert_eq!((games.games, games.unrated), (2, 2));
    }

    #[test]
    fn trees_of_sgf_are_counted() {
        let text = "(;GM[1]PB[a]PW[b\\]]C[(;PB[x\\\\]RE[B+R];B[aa](;W[bb])(;W[cc]))\n(;PW [a] PB[b\\]]RE[W+0.5])(;PB[a]PW[b]RE[0])(;PB[a]PW[b]RE[Void])";
        let mut games = Games::default();
        games.add_sgf(text.as_bytes()).unwrap();
        assert_eq!(pairs(&games), [("a", "b]", [1, 0, 0]), ("a", "b", [0, 1, 0]), ("b]", "a", [0, 0, 1])]);
        assert_eq!((games.games, games.unrated), (3, 1));
    }

    #[test]
    fn rows_are_games() {
        let mut games = Games::default();
        games.add_csv("white,black,result\na,b,1-0\nb,a,1/2-1/2\na,b,*\n".as_bytes()).unwrap();
        assert_eq!(pairs(&games), [("a", "b", [1, 0, 0]), ("b", "a", [0, 1, 0])]);
        let mut go = Games::default();
        go.add_csv("black,white,result\na,b,1-0\n".as_bytes()).unwrap();
        assert_eq!(pairs(&go), [("a", "b", [0, 0, 1])]);
        let error = Games::default().add_csv("white,black,result\na,b,0-1\na,b,2-0\n".as_bytes()).unwrap_err();
        assert!(error.starts_with("line 3: `2-0` is not a result"), "{error}");
    }
}
