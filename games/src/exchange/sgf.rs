//! Reading games of go from Smart Game Format, format FF 4 and older (red-bean.com/sgf).

use crate::capabilities::Square;
use crate::game::Game;
use crate::notation::{NotationError, find_move};
use crate::position::{Player, Position, Turn};
use crate::{Move, fen};
use std::collections::BTreeSet;

/// The main line of the first game in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Number of columns and rows.
    pub size: usize,
    /// The points added to White's, as written, if the file says so.
    pub komi: Option<String>,
    /// The stones on the board before the first move.
    pub set_up: [BTreeSet<Square>; 2],
    /// Who moves first, if the file says so.
    pub first: Option<Player>,
    /// The moves: who makes each, and where; `None` is a pass.
    pub moves: Vec<(Player, Option<Square>)>,
}

impl Record {
    /// Reads a file.
    ///
    /// # Errors
    /// If the text is not a game of go in this format, or puts stones on the board after the first move: says where and what was expected.
    pub fn read(text: &str) -> Result<Record, NotationError> {
        let mut record = Record { size: 19, ..Record::default() };
        // The size is needed to read points, and need not come first.
        let nodes = Nodes::read(text)?;
        for (name, values) in nodes.properties() {
            match (name.as_str(), values.first().map(String::as_str)) {
                ("GM", Some(game)) if game.trim() != "1" => return Err(wrong(format!("it is game number {game}, expected 1 for go"))),
                ("SZ", Some(size)) => {
                    let number = size.trim().parse().ok().filter(|number| (1..=52).contains(number));
                    record.size =
                        number.ok_or_else(|| wrong(format!("`SZ[{size}]` is not the size of a square board, expected 1 to 52")))?;
                }
                _ => {}
            }
        }
        for (name, values) in nodes.properties() {
            record.add(name, values)?;
        }
        Ok(record)
    }

    fn add(&mut self, name: &str, values: &[String]) -> Result<(), NotationError> {
        let first = values.first().map_or("", |value| value.trim());
        match name {
            "KM" => self.komi = Some(first.to_owned()),
            "PL" => {
                let player = ["B", "W"].iter().position(|&letter| first.to_uppercase().starts_with(letter));
                self.first = Some(player.ok_or_else(|| wrong(format!("`PL[{first}]` is not a player, expected `B` or `W`")))?);
            }
            "B" | "W" => {
                let passes = first.is_empty() || first == "tt" && self.size <= 19;
                let point = if passes { None } else { Some(self.point(first)?) };
                self.moves.push((usize::from(name == "W"), point));
            }
            "AB" | "AW" | "AE" => {
                if !self.moves.is_empty() {
                    return Err(wrong(format!("`{name}` changes the board after the first move, expected moves only")));
                }
                for value in values {
                    for point in self.rectangle(value.trim())? {
                        for stones in &mut self.set_up {
                            stones.remove(&point);
                        }
                        if name != "AE" {
                            self.set_up[usize::from(name == "AW")].insert(point);
                        }
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// `cd`: the column and the row.
    fn point(&self, text: &str) -> Result<Square, NotationError> {
        let number = |letter: char| match letter {
            'a'..='z' => Some(letter as usize - 'a' as usize),
            'A'..='Z' => Some(letter as usize - 'A' as usize + 26),
            _ => None,
        };
        let mut letters = text.chars().map(|letter| number(letter).filter(|&number| number < self.size));
        match (letters.next(), letters.next(), letters.next()) {
            (Some(Some(column)), Some(Some(row)), None) => Ok((column, row)),
            _ => Err(wrong(format!("`{text}` is not a point of a board of size {}, expected two letters", self.size))),
        }
    }

    /// `cd`, or all points of the rectangle between two corners, `cd:ef`.
    fn rectangle(&self, text: &str) -> Result<Vec<Square>, NotationError> {
        let (from, to) = text.split_once(':').unwrap_or((text, text));
        let ((left, top), (right, bottom)) = (self.point(from)?, self.point(to)?);
        Ok((left..=right).flat_map(|column| (top..=bottom).map(move |row| (column, row))).collect())
    }

    /// The player who moves first: the one whom the file names, or who makes its first move, or White if there are only black stones.
    fn mover(&self) -> Player {
        let only_black = !self.set_up[0].is_empty() && self.set_up[1].is_empty();
        self.first.or_else(|| Some(self.moves.first()?.0)).unwrap_or(usize::from(only_black))
    }

    /// The position after the first `count` moves, or after all if there are fewer, in a game of go. The rules are those of `game`; where
    /// its start has other stones or another player to move, the game must read the notation of `go`.
    ///
    /// # Errors
    /// If the board has another size, or a move is illegal: names it.
    pub fn position(&self, game: &dyn Game, count: usize) -> Result<Box<dyn Position>, NotationError> {
        let mut here = game.start();
        let no_board = || wrong("this game has no board for stones".to_owned());
        let board = here.squares().ok_or_else(no_board)?;
        let (size, _) = board.size();
        if size != self.size {
            return Err(wrong(format!("the board has size {}, expected {size}", self.size)));
        }
        let names: Vec<Vec<String>> = (0..size).map(|row| (0..size).map(|column| board.square_name((column, row))).collect()).collect();
        let placed = [0, 1].map(|player| board.pieces_of(player).collect::<BTreeSet<Square>>());
        let is_start = placed == self.set_up && here.turn() == Turn::Player(self.mover());
        if !is_start {
            here = game.parse(&self.notation())?;
        }
        for (number, &(player, point)) in self.moves.iter().take(count).enumerate() {
            let (who, word) =
                (["Black", "White"][player], point.map_or_else(|| "pass".to_owned(), |(column, row)| names[row][column].clone()));
            if here.turn() != Turn::Player(player) {
                return Err(wrong(format!("move {} is {who}'s, who is not to move", number + 1)));
            }
            let moves: Vec<Move> =
                find_move(here.as_ref(), &word).map_err(|error| wrong(format!("move {} of {who}: {error}", number + 1)))?;
            moves.into_iter().for_each(|m| here.apply(m));
        }
        Ok(here)
    }

    /// The board before the first move in the notation of `go`.
    fn notation(&self) -> String {
        let stone = |column, row| ['X', 'O'].into_iter().zip(&self.set_up).find(|(_, points)| points.contains(&(column, row)));
        let rows = fen::write_rows((self.size, self.size), |column, row| stone(column, row).map(|(letter, _)| letter));
        format!("{rows} {} - 0 0", ['b', 'w'][self.mover()])
    }
}

fn wrong(what: String) -> NotationError {
    NotationError::new(format!("not a Go game in SGF: {what}"))
}

/// The properties of the nodes on the main line, in order.
struct Nodes(Vec<(String, Vec<String>)>);

impl Nodes {
    fn properties(&self) -> impl Iterator<Item = (&String, &Vec<String>)> {
        self.0.iter().map(|(name, values)| (name, values))
    }

    /// The main line takes the first of all variations: it ends where the first tree is closed.
    fn read(text: &str) -> Result<Nodes, NotationError> {
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        let mut name = String::new();
        let mut chars = text.chars().skip_while(|&c| c != '(');
        if chars.next().is_none() {
            return Err(wrong("missing `(`, expected a game tree".to_owned()));
        }
        loop {
            match chars.next() {
                // Before FF[4], names could have lower-case letters that mean nothing.
                Some(c) if c.is_ascii_uppercase() => name.push(c),
                Some(c) if c.is_ascii_lowercase() || c.is_whitespace() => {}
                Some(';' | '(') if name.is_empty() => {}
                Some('[') => {
                    let mut value = String::new();
                    loop {
                        match chars.next() {
                            Some(']') => break,
                            Some('\\') => value.extend(chars.next()),
                            Some(c) => value.push(c),
                            None => return Err(wrong(format!("unclosed value of `{name}`, expected `]`"))),
                        }
                    }
                    match (name.is_empty(), found.last_mut()) {
                        // Another value of the same property.
                        (true, Some((_, values))) => values.push(value),
                        (true, None) => return Err(wrong(format!("`[{value}]` has no name before it"))),
                        (false, _) => found.push((std::mem::take(&mut name), vec![value])),
                    }
                }
                Some(')') if name.is_empty() => return Ok(Nodes(found)),
                Some(c) => return Err(wrong(format!("`{c}` comes where a property or its value was expected"))),
                None => return Err(wrong("unclosed game tree, expected `)`".to_owned())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::games;
    use crate::params::{Value, Values};
    use crate::rng::Rng;

    fn go(pairs: &[(&str, i64)]) -> std::sync::Arc<dyn Game> {
        let values: Values = pairs.iter().map(|&(name, number)| (name.to_owned(), Value::Int(number))).collect();
        games().find("go").unwrap().build(&values).unwrap()
    }

    fn after(text: &str, size: i64, count: usize) -> Result<String, String> {
        let record = Record::read(text).map_err(|error| error.to_string())?;
        let position = record.position(go(&[("size", size)]).as_ref(), count).map_err(|error| error.to_string())?;
        Ok(position.notation().split(' ').take(5).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn the_main_line_is_played() {
        let text = "junk (;GM[1]FF[4]C[a \\] and\n(;B[\\]]SZ[3]KM[6.5];B[ca] ;W[aa](;B[bb];W[])(;B[bc]))(;W[aa])";
        assert_eq!(after(text, 3, 0).unwrap(), "3/3/3 b - 0 0");
        assert_eq!(after(text, 3, 2).unwrap(), "O1X/3/3 b - 0 2");
        assert_eq!(after(text, 3, 9).unwrap(), "O1X/1X1/3 b - 1 4");
        assert_eq!(Record::read(text).unwrap().komi.as_deref(), Some("6.5"));
    }

    #[test]
    fn stones_are_set_up() {
        assert_eq!(after("(;SZ[4]AB[aa:ba][dd]AW[cc];W[tt])", 4, 0).unwrap(), "XX2/4/2O1/3X w - 0 0");
        assert_eq!(after("(;SZ[4]AB[aa][ab]AE[ab])", 4, 0).unwrap(), "X3/4/4/4 w - 0 0");
        assert_eq!(after("(;SZ[4]PL[W];White[ab])", 4, 1).unwrap(), "4/O3/4/4 b - 0 1");
        let handicap = go(&[("handicap", 2)]);
        let record = Record::read("(;SZ[9]HA[2]AB[cg][gc];W[ee])").unwrap();
        assert_eq!(record.position(handicap.as_ref(), 0).unwrap().notation(), handicap.start().notation());
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, message) in [
            ("B[aa]", "missing `(`"),
            ("(;SZ[3];B[aa]", "unclosed game tree"),
            ("(;SZ[3];B[aa)", "unclosed value of `B`, expected `]`"),
            ("(;[aa])", "`[aa]` has no name"),
            ("(;SZ[3]B;)", "`;` comes where"),
            ("(;SZ[3];B[ad])", "`ad` is not a point of a board of size 3"),
            ("(;SZ[3];B[abc])", "`abc` is not a point"),
            ("(;SZ[9:7])", "`SZ[9:7]` is not the size"),
            ("(;GM[2])", "game number 2"),
            ("(;SZ[3];B[aa];AB[bb])", "`AB` changes the board after the first move"),
            ("(;SZ[3];B[aa];B[bb])", "move 2 is Black's, who is not to move"),
            ("(;SZ[3];B[aa];W[aa])", "move 2 of White: `A3` is not a legal move"),
            ("(;SZ[5];B[aa])", "the board has size 5, expected 3"),
            ("(;SZ[3]PL[x])", "`PL[x]` is not a player, expected `B` or `W`"),
        ] {
            let error = after(text, 3, 9).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn damaged_files_are_refused_or_read() {
        let text = "(;GM[1]FF[4]SZ[3]KM[7.5]AB[aa:ba]PL[W];W[cc](;B[bb];W[])(;B[bc]))";
        let mut rng = Rng::from_seed(6);
        let mut read = 0;
        for _ in 0..3_000 {
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..=rng.below(3) {
                let at = rng.below(chars.len());
                let other = chars[rng.below(chars.len())];
                match rng.below(3) {
                    0 => drop(chars.remove(at)),
                    1 => chars.insert(at, other),
                    _ => chars[at] = ['é', '\\', ']', '(', ':', '9', '\0'][rng.below(7)],
                }
            }
            read += usize::from(after(&chars.into_iter().collect::<String>(), 3, 9).is_ok());
        }
        assert!((100..2_900).contains(&read), "{read}");
    }
}
