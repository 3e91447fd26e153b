//! Positions and holes as text.

use super::board::{Board, Setup};
use super::star::Row;
use crate::picture::grid::HEXAGON_ROW;
use crate::picture::{Colour, Layout, Man, Place, Shade, Shape};
use crate::{NotationError, Picture, fen};

/// The letter of player 0; the others have the next ones.
const FIRST: u8 = b'A';

impl Board {
    /// The rows of the star from the north as in FEN, with a letter for each player (`A` is player 0), then the player to move and the
    /// number of moves made.
    pub(super) fn write(&self) -> String {
        let rows = self.setup.star.rows.iter();
        let rows: Vec<String> = rows.map(|row| fen::write_rows((row.length, 1), |column, _| self.letter(row.first + column))).collect();
        format!("{} {} {}", rows.join("/"), letter(usize::from(self.to_move)), self.moves_made)
    }

    pub(super) fn parse(setup: Setup, text: &str) -> Result<Board, NotationError> {
        let players = setup.players;
        let wrong = |what: String| NotationError::new(format!("`{text}` is not a position of chinese checkers: {what}"));
        let fields: Vec<&str> = text.split(' ').collect();
        let &[rows, mover, moves_made] = fields.as_slice() else {
            let found = fields.len();
            return Err(wrong(format!("it has {found} fields, expected the rows, the player to move, and the number of moves made")));
        };
        let player = |c: char| (0..players).find(|&player| letter(player) == c);
        let mut board = Board { pieces: [0; 6], ..Board::start(setup) };
        for (hole, player) in parse_rows(rows, &setup.star.rows, player)? {
            board.pieces[player] |= 1 << hole;
        }
        for player in 0..players {
            let (found, expected) = (board.pieces[player].count_ones(), setup.home(player).count_ones());
            if found != expected {
                return Err(wrong(format!("`{}` has {found} pieces, expected {expected}", letter(player))));
            }
        }
        let mut winners = (0..players).filter(|&player| board.is_home(player));
        let winner = winners.next();
        if winners.next().is_some() {
            return Err(wrong("more than one player has won, expected one at most".to_owned()));
        }
        let last = letter(players - 1);
        let to_move = mover.parse().ok().and_then(player);
        let to_move = to_move.ok_or_else(|| wrong(format!("`{mover}` is not a player to move, expected `A` to `{last}`")))?;
        let limit = setup.max_moves;
        let made = count(moves_made).filter(|&made| made <= limit);
        let moves_made = made.ok_or_else(|| wrong(format!("`{moves_made}` is not a number of moves made, expected 0 to {limit}")))?;
        Ok(Board { winner: winner.map(|player| player as u8), to_move: to_move as u8, moves_made, ..board })
    }

    /// The row as a letter, `a` in the north, and the place in the row, from 1 in the west.
    pub(super) fn write_hole(&self, hole: usize, out: &mut String) {
        for (letter, row) in ('a'..).zip(&self.setup.star.rows) {
            if (row.first..row.first + row.length).contains(&hole) {
                out.push(letter);
                out.push_str(&(hole - row.first + 1).to_string());
            }
        }
    }

    /// The star with the letters of its rows.
    pub(super) fn pictured(&self) -> Picture {
        let star = &self.setup.star;
        let colours = &COLOURS[..self.setup.players];
        let mut layout = Layout::default().with_colours(colours);
        for (i, (letter, row)) in ('a'..).zip(&star.rows).enumerate() {
            let y = i as f32 * HEXAGON_ROW;
            layout.label(letter, -1.0, y);
            layout.places.extend((0..row.length).map(|place| Place {
                name: format!("{letter}{}", place + 1),
                x: row.indent as f32 / 2.0 + place as f32,
                y,
                shape: Shape::Pit,
                shade: Shade::Plain,
            }));
        }
        Picture::new(layout, |hole| {
            let player = (0..self.setup.players).find(|&player| self.pieces[player] >> hole & 1 == 1)?;
            Some(Man::stone(letter(player), colours[player]).label(format!("{} marble", colours[player].name())))
        })
    }

    fn letter(&self, hole: usize) -> Option<char> {
        (0..self.setup.players).find(|&player| self.pieces[player] >> hole & 1 == 1).map(letter)
    }
}

/// The colours of the players' marbles.
const COLOURS: [Colour; 6] = [Colour::Red, Colour::Blue, Colour::Green, Colour::Yellow, Colour::Purple, Colour::Orange];

fn letter(player: usize) -> char {
    char::from(FIRST + player as u8)
}

/// The pieces with their holes.
fn parse_rows<T>(text: &str, rows: &[Row], piece: impl Fn(char) -> Option<T>) -> Result<Vec<(usize, T)>, NotationError> {
    let lines: Vec<&str> = text.split('/').collect();
    if lines.len() != rows.len() {
        let (found, expected) = (lines.len(), rows.len());
        return Err(NotationError::new(format!("the star `{text}` has {found} rows, expected {expected} joined by `/`")));
    }
    let mut pieces = Vec::new();
    for (line, row) in lines.into_iter().zip(rows) {
        let found = fen::parse_rows(line, (row.length, 1), &piece)?;
        pieces.extend(found.into_iter().map(|(column, _, piece)| (row.first + column, piece)));
    }
    Ok(pieces)
}

/// A number in canonical form: digits only, no leading zero.
fn count(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| number.to_string() == text)
}
