//! Points of the board in go: `D4`, counted from the lower left corner, without the letter I.

use treebench_games::capabilities::Square;
use treebench_games::notation::{find_move, whole_moves};
use treebench_games::{Exchange, Game, Move, Position};

/// The columns.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// What begins a comment in GTP, and what is written in its place in moves of games whose notation has it.
const COMMENT: &str = "#";
const SPARE: &str = "~";

/// The name of a point, from its column and row, both counted from 0 at the lower left; `None` beyond 25 lines.
pub fn vertex(column: usize, row: usize) -> Option<String> {
    let letter = *LETTERS.get(column).filter(|_| row < LETTERS.len())?;
    Some(format!("{}{}", char::from(letter), row + 1))
}

/// How moves of a game are written in GTP.
#[derive(Clone, PartialEq, Debug)]
pub enum Points {
    /// As points of a go board with this number of lines, or `PASS`.
    Go {
        /// The lines.
        size: usize,
        /// The names of its points, row by row from the upper left corner.
        names: Vec<String>,
    },
    /// In the game's own notation, with `~` for `#`.
    Own,
}

impl Points {
    /// The way in which this game's moves are written.
    pub fn of(game: &dyn Game) -> Points {
        let go = || {
            if !matches!(game.exchange(), Exchange::Sgf { .. }) {
                return None;
            }
            let start = game.start();
            let board = start.squares()?;
            let (size, names) = (board.size().0, board.all().map(|point| board.square_name(point)).collect());
            (size <= LETTERS.len()).then_some(Points::Go { size, names })
        };
        go().unwrap_or(Points::Own)
    }

    /// A whole move as GTP has it.
    pub fn write(&self, before: &dyn Position, submove: &[Move]) -> String {
        let own = before.move_notation(submove);
        let Points::Go { size, names } = self else { return own.replace(COMMENT, SPARE) };
        // A move that is not called like a point passes.
        match names.iter().position(|name| *name == own) {
            Some(point) => vertex(point % size, size - 1 - point / size).unwrap_or(own),
            None => "PASS".to_owned(),
        }
    }

    /// The name of a point; `None` if there are no points.
    pub fn name(&self, (column, row): Square) -> Option<String> {
        let Points::Go { size, .. } = self else { return None };
        vertex(column, size - 1 - row)
    }

    /// The point with this name; `None` if there is none.
    pub fn point(&self, text: &str) -> Option<Square> {
        let Points::Go { size, .. } = self else { return None };
        let letter = text.bytes().next()?.to_ascii_uppercase();
        let column = LETTERS.iter().position(|known| *known == letter).filter(|column| column < size)?;
        let row: usize = text.get(1..)?.parse().ok().filter(|row| (1..=*size).contains(row))?;
        Some((column, size - row))
    }

    /// The legal whole move with this name; `None` if there is none.
    pub fn read(&self, position: &dyn Position, text: &str) -> Option<Vec<Move>> {
        let Points::Go { size, names } = self else { return find_move(position, &text.replace(SPARE, COMMENT)).ok() };
        let wanted = if text.eq_ignore_ascii_case("pass") {
            None
        } else {
            let (column, row) = self.point(text)?;
            Some(names.get(row * size + column)?.as_str())
        };
        // A move is usually called like its point, and then need not be looked for.
        if let Some(found) = wanted.and_then(|name| find_at_once(position, name)) {
            return Some(found);
        }
        whole_moves(position).into_iter().find(|submove| {
            let own = position.move_notation(submove);
            wanted.map_or_else(|| !names.contains(&own), |name| name == own)
        })
    }
}

/// The move with this notation, if it can be found without a list of all.
fn find_at_once(position: &dyn Position, name: &str) -> Option<Vec<Move>> {
    position.described()?.read_move(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::games;
    use treebench_games::params::{Value, Values};

    #[test]
    fn points_of_a_board_are_moves_and_back() {
        let small = Values::from_iter([("size".to_owned(), Value::Int(9))]);
        let game = games().find("rbg/go").unwrap().build(&small).unwrap();
        let points = Points::of(game.as_ref());
        let mut position = game.start();
        for (text, own) in [("A1", "a1"), ("J9", "i9"), ("d5", "d5"), ("H1", "h1")] {
            let found = points.read(position.as_ref(), text).unwrap();
            assert_eq!(position.move_notation(&found), own);
            assert_eq!(points.write(position.as_ref(), &found), text.to_uppercase());
        }
        for wrong in ["I5", "K1", "A0", "A10", "", "A", "Ä1", "resign"] {
            assert_eq!(points.read(position.as_ref(), wrong), None, "{wrong}");
        }
        let pass = points.read(position.as_ref(), "pass").unwrap();
        assert_eq!(points.write(position.as_ref(), &pass), "PASS");
        points.read(position.as_ref(), "D4").unwrap().into_iter().for_each(|m| position.apply(m));
        assert_eq!(points.read(position.as_ref(), "D4"), None, "the point is occupied");
    }

    #[test]
    fn other_games_keep_their_notation() {
        let game = games().find("breakthrough").unwrap().build(&Values::default()).unwrap();
        let points = Points::of(game.as_ref());
        let start = game.start();
        let found = points.read(start.as_ref(), "a2a3").or_else(|| points.read(start.as_ref(), "a2-a3")).unwrap();
        assert_eq!(points.write(start.as_ref(), &found), start.move_notation(&found));
    }
}
