//! The board: made by a generator from rows, or listed square by square.

use super::cursor::Cursor;
use crate::board::Board;
use crate::error::nearest;
use crate::generators::{self, Row};
use crate::lex::Token;
use crate::limits::Limits;
use crate::names::{Meaning, Names};
use crate::report::{Failure, Place, Report};
use std::collections::BTreeMap;
use treebench_compile::{Direction, Piece, Square};

/// The generators and their numbers of directions.
const GENERATORS: [(&str, usize); 3] = [("rectangle", 4), ("hexagon", 6), ("cuboid", 6)];
/// The maximum number of rows, or places in a row, holes included: what can be drawn.
const EXTENT: usize = 10_000;

/// Reads a board and declares its directions.
pub(crate) fn board(cursor: &mut Cursor<'_>, names: &mut Names<'_>, limits: &Limits, report: &mut Report) -> Result<Board, Failure> {
    let most = limits.squares.min(usize::from(Square::MAX));
    let mut reader = Reader { cursor, names, report, most, squares: 0 };
    let board = if reader.cursor.then_sees("(") { reader.generated() } else { reader.listed() }?;
    if board.squares() == 0 {
        return Err(report.error(cursor.last(), "the board has no square"));
    }
    if cursor.peek().is_some() {
        return Err(cursor.expected("the end of the board", report));
    }
    Ok(board)
}

struct Reader<'a, 'b, 'c> {
    cursor: &'a mut Cursor<'b>,
    names: &'a mut Names<'c>,
    report: &'a mut Report,
    /// The maximum number of squares allowed, and the number of squares.
    most: usize,
    squares: usize,
}

impl Reader<'_, '_, '_> {
    /// Reads `rectangle(up, down, left, right, [e, w] [b, e])` and the like.
    fn generated(&mut self) -> Result<Board, Failure> {
        let name = self.cursor.word("the name of a generator", self.report)?;
        let text = name.text();
        let Some(&(kind, count)) = GENERATORS.iter().find(|(kind, _)| *kind == text) else {
            let near = || nearest(&text, GENERATORS.iter().map(|(kind, _)| *kind));
            return Err(self.report.suggest(name.place(), format!("unknown board generator `{text}`"), near));
        };
        self.cursor.expect("(", self.report)?;
        let mut directions = Vec::new();
        for i in 0..count {
            let token = self.cursor.word("the name of a direction", self.report)?;
            self.names.declare(token, Meaning::Direction(Direction(i as u16)), self.report)?;
            directions.push(token.text());
            self.cursor.expect(",", self.report)?;
        }
        let board = match kind {
            "rectangle" => generators::rectangle(directions, self.rows(equal)?),
            "hexagon" => generators::hexagon(directions, self.rows(hexagonal)?),
            _ => generators::cuboid(directions, self.layers()?),
        };
        self.cursor.expect(")", self.report)?;
        Ok(board)
    }

    /// Reads layers of rows, each in brackets.
    fn layers(&mut self) -> Result<Vec<Vec<Row>>, Failure> {
        let mut layers: Vec<Vec<Row>> = Vec::new();
        while self.cursor.eat("[") {
            let start = self.cursor.last();
            let rows = self.rows(equal)?;
            let size = |rows: &[Row]| (rows.len(), rows[0].len());
            let other = layers.first().map_or(size(&rows), |first| size(first));
            if size(&rows) != other {
                let message = format!("this layer has {}×{} places, the first one {}×{}", size(&rows).0, size(&rows).1, other.0, other.1);
                return Err(self.report.error(start, message));
            }
            self.cursor.expect("]", self.report)?;
            layers.push(rows);
            let extent = layers.len() * (other.1 + 1);
            if extent > EXTENT {
                return Err(self.report.error(start, format!("the layers are more than {EXTENT} places wide in all")));
            }
        }
        if layers.is_empty() { Err(self.cursor.expected("a layer of rows such as `[[e, w] [b, e]]`", self.report)) } else { Ok(layers) }
    }

    /// Reads one or more rows. `check` reports an error in the last one.
    fn rows(&mut self, check: fn(&[Row]) -> Option<String>) -> Result<Vec<Row>, Failure> {
        let mut rows = Vec::new();
        while self.cursor.eat("[") {
            let start = self.cursor.last();
            rows.push(self.row()?);
            if rows.len() > EXTENT {
                return Err(self.report.error(start, format!("there are more than {EXTENT} rows")));
            }
            if let Some(message) = check(&rows) {
                return Err(self.report.error(start.to(self.cursor.last()), message));
            }
        }
        if rows.is_empty() { Err(self.cursor.expected("a row of pieces such as `[e, w]`", self.report)) } else { Ok(rows) }
    }

    /// Reads `e, w, , b]`: nothing between two commas is a hole.
    fn row(&mut self) -> Result<Row, Failure> {
        let mut row = Vec::new();
        loop {
            let hole = self.cursor.is_at(",") || self.cursor.is_at("]");
            row.push(if hole { None } else { Some(self.piece()?) });
            if row.len() > EXTENT {
                return Err(self.report.error(self.cursor.last(), format!("this row has more than {EXTENT} places")));
            }
            if self.cursor.eat("]") {
                return Ok(row);
            }
            if !self.cursor.eat(",") {
                return Err(self.cursor.expected("`,` or `]`", self.report));
            }
        }
    }

    /// Reads the piece of a new square.
    fn piece(&mut self) -> Result<Piece, Failure> {
        let token = self.cursor.word("a piece", self.report)?;
        self.squares += 1;
        if self.squares > self.most {
            return Err(self.report.error(token.place(), format!("the board has more than {} squares", self.most)));
        }
        match self.names.get(&token.text()) {
            Some(Meaning::Piece(piece)) => Ok(piece),
            _ => Err(self.names.unknown(token, "piece", |meaning| matches!(meaning, Meaning::Piece(_)), self.report)),
        }
    }

    /// Reads `a1[e]{up: a2} a2[e]{down: a1}`.
    fn listed(&mut self) -> Result<Board, Failure> {
        let mut board = Board { directions: Vec::new(), names: Vec::new(), pieces: Vec::new(), next: Vec::new(), places: Vec::new() };
        let mut numbers = BTreeMap::new();
        let mut edges = Vec::new();
        while self.cursor.peek().is_some() {
            let token = self.cursor.word("the name of a square", self.report)?;
            let square = board.names.len();
            if numbers.insert(token.text(), square).is_some() {
                return Err(self.report.error(token.place(), format!("duplicate square `{}`", token.text())));
            }
            self.cursor.expect("[", self.report)?;
            board.names.push(token.text());
            board.pieces.push(self.piece()?);
            self.cursor.expect("]", self.report)?;
            self.cursor.expect("{", self.report)?;
            while !self.cursor.eat("}") {
                let (direction, target) = self.edge(&mut board.directions)?;
                edges.push((square, direction, target));
                if !self.cursor.is_at("}") {
                    self.cursor.expect(",", self.report)?;
                }
            }
        }
        let squares = board.squares();
        // Every direction of every square is stored.
        if board.directions.len().saturating_mul(squares) > self.most.saturating_mul(64) {
            let message = format!("the board has too many directions: {} for {squares} squares", board.directions.len());
            return Err(self.report.error(self.cursor.last(), message));
        }
        board.next = vec![vec![None; squares]; board.directions.len()];
        let mut failed = false;
        for (square, (direction, place), target) in edges {
            let Some(&number) = numbers.get(&target.text()) else {
                let near = || nearest(&target.text(), numbers.keys().map(String::as_str));
                self.report.suggest(target.place(), format!("unknown square `{}`", target.text()), near);
                failed = true;
                continue;
            };
            let next = &mut board.next[direction][square];
            if next.is_some() {
                let message = format!("`{}` leads from `{}` to two squares", board.directions[direction], board.names[square]);
                self.report.error(place, message);
                failed = true;
            }
            *next = Some(number as Square);
        }
        board.places = crate::board::places(&board.names);
        if failed { Err(Failure) } else { Ok(board) }
    }

    /// Reads `up: a2`: a direction, with its place in the text, and the square's name.
    fn edge(&mut self, directions: &mut Vec<String>) -> Result<((usize, Place), Token), Failure> {
        let token = self.cursor.word("a direction", self.report)?;
        let direction = match self.names.get(&token.text()) {
            Some(Meaning::Direction(direction)) => usize::from(direction.0),
            _ => {
                let new = directions.len();
                // A board with that many directions needs too much memory anyway.
                let number = u16::try_from(new).unwrap_or(u16::MAX);
                self.names.declare(token, Meaning::Direction(Direction(number)), self.report)?;
                directions.push(token.text());
                new
            }
        };
        self.cursor.expect(":", self.report)?;
        Ok(((direction, token.place()), self.cursor.word("the name of a square", self.report)?.clone()))
    }
}

/// All rows are as long as the first.
fn equal(rows: &[Row]) -> Option<String> {
    let (first, last) = (rows.first()?.len(), rows.last()?.len());
    (first != last).then(|| format!("this row is {last} long, the first one {first}"))
}

/// Each row is one longer than the previous one; once one is shorter, all are.
fn hexagonal(rows: &[Row]) -> Option<String> {
    let last = rows.last()?;
    if last.iter().all(Option::is_none) {
        return Some("this row has no square".to_string());
    }
    let [.., before, _] = rows else { return None };
    let shrinking = matches!(rows, [.., two, one, _] if two.len() > one.len());
    let fits = last.len() + 1 == before.len() || !shrinking && last.len() == before.len() + 1;
    (!fits).then(|| {
        let longer = if shrinking { "" } else { "or longer " };
        format!("this row is {} long; it must be shorter {longer}by one than the row before, which is {} long", last.len(), before.len())
    })
}
