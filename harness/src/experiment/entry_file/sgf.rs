//! The variations of SGF files of go and Othello as entries: the stones of the set-up, and the moves from there.
//!
//! Each way from the root of a game to a leaf is an entry, in the notation of `go` and `reversi`. What makes no sense stays as it is written, so that
//! the game refuses it at its place.

use super::Entry;

/// The entries of a text, in the order of their ends.
pub(super) fn entries(text: &str) -> Vec<Entry> {
    let mut reader = Reader { text, at: 0, line: 1, path: Vec::new(), open: Vec::new(), found: Vec::new(), name: String::new() };
    while let Some(c) = reader.next() {
        reader.token(c);
    }
    while !reader.open.is_empty() {
        reader.close();
    }
    reader.found
}

/// A property of a node: its name and values.
type Property = (String, Vec<String>);

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// The properties from the root to the place that is read.
    path: Vec<Property>,
    /// The trees around it.
    open: Vec<Tree>,
    found: Vec<Entry>,
    /// The name that is being read.
    name: String,
}

/// A game tree that is not closed yet.
struct Tree {
    /// The properties before it.
    before: usize,
    start: usize,
    line: usize,
    /// Whether it goes on in trees of its own.
    forks: bool,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.text[self.at..].chars().next()?;
        self.at += c.len_utf8();
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn token(&mut self, c: char) {
        match c {
            '(' => {
                if let Some(tree) = self.open.last_mut() {
                    tree.forks = true;
                }
                self.open.push(Tree { before: self.path.len(), start: self.at - 1, line: self.line, forks: false });
            }
            // Text between games means nothing.
            _ if self.open.is_empty() => {}
            ')' => self.close(),
            '[' => {
                let value = self.value();
                match (self.name.is_empty(), self.path.last_mut()) {
                    (true, Some((_, values))) => values.push(value),
                    _ => self.path.push((std::mem::take(&mut self.name), vec![value])),
                }
            }
            // Before FF[4], names could have lower-case letters that mean nothing.
            'A'..='Z' => self.name.push(c),
            ';' => self.name.clear(),
            _ => {}
        }
    }

    fn value(&mut self) -> String {
        let mut value = String::new();
        while let Some(c) = self.next() {
            match c {
                ']' => break,
                '\\' => value.extend(self.next()),
                _ => value.push(c),
            }
        }
        value.trim().to_owned()
    }

    fn close(&mut self) {
        let Some(tree) = self.open.pop() else { return };
        self.name.clear();
        if !tree.forks {
            let text = Line::new(&self.path).entry();
            self.found.push(Entry { line: tree.line, start: tree.start, text });
        }
        self.path.truncate(tree.before);
    }
}

/// The properties on the way to a leaf.
struct Line<'a> {
    path: &'a [Property],
    othello: bool,
    size: usize,
}

/// A point: its column, and its row from the top.
type Point = (usize, usize);

impl Line<'_> {
    fn new(path: &[Property]) -> Line<'_> {
        let mut line = Line { path, othello: false, size: 19 };
        line.othello = line.first("GM") == Some("2");
        let size = line.first("SZ").and_then(|size| size.parse().ok()).filter(|size| (1..=52).contains(size));
        line.size = if line.othello { 8 } else { size.unwrap_or(19) };
        line
    }

    fn first(&self, name: &str) -> Option<&str> {
        let (_, values) = self.path.iter().find(|(known, _)| known == name)?;
        values.first().map(String::as_str)
    }

    /// Whether the properties with this name are moves.
    fn is_move(name: &str) -> bool {
        matches!(name, "B" | "W")
    }

    fn entry(&self) -> String {
        if let Some(other) = self.first("GM").filter(|game| !["1", "2"].contains(game)) {
            return format!("GM[{other}]");
        }
        let mut colours = self.path.iter().filter(|(name, _)| Line::is_move(name)).map(|(name, _)| name == "B");
        let stones = match self.stones() {
            Ok(stones) => stones,
            Err(wrong) => return wrong,
        };
        let handicap = !self.othello && stones.contains(&Some('X')) && !stones.contains(&Some('O'));
        let named = self.first("PL").map(|player| player.to_ascii_uppercase().starts_with('B'));
        let black = named.or_else(|| colours.next()).unwrap_or(!handicap);
        // Othello begins with discs that a file need not set up.
        let usual = self.othello && black && stones.iter().all(Option::is_none);
        let moves = self.moves(black).join(" ");
        match (usual, moves.is_empty()) {
            (true, _) => moves,
            (false, true) => self.position(&stones, black),
            (false, false) => format!("{} moves {moves}", self.position(&stones, black)),
        }
    }

    /// What is on the points before the first move, row by row from the top; the text of a property that makes no sense.
    fn stones(&self) -> Result<Vec<Option<char>>, String> {
        let mut stones = vec![None; self.size * self.size];
        for (name, values) in self.path.iter().take_while(|(name, _)| !Line::is_move(name)) {
            let stone = match name.as_str() {
                "AB" => Some('X'),
                "AW" => Some('O'),
                "AE" => None,
                _ => continue,
            };
            for value in values {
                let (from, to) = value.split_once(':').unwrap_or((value, value));
                let (Some((left, top)), Some((right, bottom))) = (self.point(from), self.point(to)) else {
                    return Err(format!("{name}[{value}]"));
                };
                for row in top..=bottom {
                    (left..=right).for_each(|column| stones[row * self.size + column] = stone);
                }
            }
        }
        Ok(stones)
    }

    /// `cd`, the column and the row; in Othello also `c4`.
    fn point(&self, text: &str) -> Option<Point> {
        let place = |letter: char| match letter {
            'a'..='z' => Some(letter as usize - 'a' as usize),
            'A'..='Z' => Some(letter as usize - 'A' as usize + 26),
            '1'..='8' if self.othello => Some(letter as usize - '1' as usize),
            _ => None,
        };
        let mut places = text.trim().chars().map(place);
        let point = (places.next()??, places.next()??);
        (places.next().is_none() && point.0 < self.size && point.1 < self.size).then_some(point)
    }

    /// The moves as the game writes them. In Othello who cannot move passes, which files leave out; elsewhere two moves of one player in a row make no
    /// sense, nor do stones that are set up later.
    fn moves(&self, black_begins: bool) -> Vec<String> {
        let (mut moves, mut black) = (Vec::new(), black_begins);
        for (name, values) in self.path.iter().skip_while(|(name, _)| !Line::is_move(name)) {
            let value = values.first().map_or("", String::as_str);
            let raw = || format!("{name}[{value}]");
            match name.as_str() {
                "B" | "W" => {
                    let in_turn = (name == "B") == black;
                    if !in_turn && self.othello {
                        moves.push("pass".to_owned());
                    }
                    let written = if in_turn || self.othello { self.written(value) } else { None };
                    moves.push(written.unwrap_or_else(raw));
                    black = name != "B";
                }
                "AB" | "AW" | "AE" => moves.push(raw()),
                _ => {}
            }
        }
        moves
    }

    /// A move as `go` and `reversi` write it.
    fn written(&self, value: &str) -> Option<String> {
        if value.is_empty() || value == "tt" && self.size <= 19 || value.eq_ignore_ascii_case("pass") {
            return Some("pass".to_owned());
        }
        let (column, row) = self.point(value)?;
        if self.othello {
            return Some(format!("{}{}", char::from(b'a' + column as u8), row + 1));
        }
        // Go leaves out the letter I.
        let letter = (b'A'..=b'Z').filter(|&letter| letter != b'I').nth(column)?;
        Some(format!("{}{}", char::from(letter), self.size - row))
    }

    fn position(&self, stones: &[Option<char>], black: bool) -> String {
        if self.othello {
            let squares: String = stones.iter().map(|stone| stone.unwrap_or('-')).collect();
            return format!("{squares} {}", if black { 'X' } else { 'O' });
        }
        let rows = treebench_games::fen::write_rows((self.size, self.size), |column, row| stones[row * self.size + column]);
        format!("{rows} {} - 0 0", if black { 'b' } else { 'w' })
    }
}

#[cfg(test)]
mod tests {
    use super::entries;

    fn texts(text: &str) -> Vec<String> {
        entries(text).into_iter().map(|entry| entry.text).collect()
    }

    #[test]
    fn variations_of_go_are_entries() {
        let text = "junk\n(;GM[1]SZ[5]C[a \\] (;B[aa\\])];B[aa];W[bb]\n(;B[ea]C[main])(;B[];W[tt]))\n(;SZ[5]AB[cc][dd]HA[2];W[aa])";
        let start = "5/5/5/5/5 b - 0 0 moves A5 B4";
        assert_eq!(texts(text), [format!("{start} E5"), format!("{start} pass pass"), "5/5/2X2/3X1/5 w - 0 0 moves A5".to_owned()]);
        assert_eq!(entries(text).iter().map(|entry| entry.line).collect::<Vec<_>>(), [3, 3, 4]);
    }

    #[test]
    fn othello_has_its_discs_and_passes() {
        assert_eq!(texts("(;GM[2];B[dc];W[c3])"), ["d3 c3"]);
        assert_eq!(texts("(;GM[2];B[d3];B[c3])"), ["d3 pass c3"]);
        let position = format!("{}OX------XO{} O", "-".repeat(27), "-".repeat(27));
        assert_eq!(texts("(;GM[2]AW[d4][e5]AB[e4][d5]PL[W])"), [position]);
    }

    #[test]
    fn odd_files_are_read_as_far_as_they_go() {
        for (text, expected) in [
            ("", &[][..]),
            (")", &[]),
            ("B[aa]", &[]),
            ("(;SZ[1]", &["1 b - 0 0"]),
            ("(;SZ[2]AB[zz]", &["AB[zz]"]),
            ("(;GM[4]B[aa])", &["GM[4]"]),
            ("(;SZ[2];B[aa];B[ba];W[zz];AW[ab]", &["2/2 b - 0 0 moves A2 B[ba] W[zz] AW[ab]"]),
            ("(;SZ[2]AB[aa:ba]AE[aa]PL[B])", &["1X/2 b - 0 0"]),
            ("(;SZ[2];B[é", &["2/2 b - 0 0 moves B[é]"]),
        ] {
            assert_eq!(texts(text), expected, "{text}");
        }
        // Neither depth nor open brackets cost a stack.
        assert_eq!(texts(&"(;SZ[2]".repeat(100_000)).len(), 1);
    }
}
