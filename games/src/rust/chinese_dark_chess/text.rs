//! The notation: rows as in FEN with `x` for face-down pieces, the player to move, the colours, and the unseen pieces.

use super::board::{Board, COLUMNS, NO_SQUARE, NOTHING, PastMove, Rules, Status};
use super::pieces::{PIECES, colour, kind, letter, piece, worth};
use crate::picture::{Colour, Form, Grid, Look, Man};
use crate::{NotationError, Picture, fen};

impl Board {
    fn size(rules: Rules) -> (usize, usize) {
        (COLUMNS, usize::from(rules.rows))
    }

    /// The letter of the square at a column and a row from the top.
    fn letter_at(&self, column: usize, row: usize) -> Option<char> {
        let square = COLUMNS * (usize::from(self.rules.rows) - 1 - row) + column;
        if self.dark >> square & 1 == 1 {
            return Some('x');
        }
        Some(self.squares[square]).filter(|&piece| piece != NOTHING).map(letter)
    }

    /// The board; pieces that lie face down are hidden. Those not yet seen are listed below.
    pub(super) fn pictured(&self) -> Picture {
        let (columns, rows) = Board::size(self.rules);
        let grid = Grid::new(Look::Squares, columns, rows);
        let mut picture = grid.picture(|column, row| match self.letter_at(column, row)? {
            'x' => Some(Man::stone('x', Colour::Grey).form(Form::Hidden).label("a piece face down")),
            letter => piece(letter).map(man),
        });
        let own = |player| self.colour_of(player).map(|colour| format!("player {player} is {}", ["red", "black"][colour]));
        picture.notes.extend(own(0));
        picture
    }

    /// Appends `a1-b1`, `a1xb1` or `a1?`.
    pub(super) fn write_step(&self, from: u8, to: u8, out: &mut String) {
        write_square(from, out);
        if from == to {
            out.push('?');
            return;
        }
        out.push(if self.squares[usize::from(to)] == NOTHING { '-' } else { 'x' });
        write_square(to, out);
    }

    /// The rows; the player to move, 1 or 2, and the colour, `r`, `b` or `-` while unknown; the number of quiet moves; the unseen pieces or
    /// `-`; the square being turned over or `-`; where repetitions count, the quiet moves themselves or `-`.
    pub(super) fn notation(&self) -> String {
        let rows = fen::write_rows(Board::size(self.rules), |column, row| self.letter_at(column, row));
        let colour = self.colour_of(self.mover).map_or('-', |own| ['r', 'b'][own]);
        let unseen: String =
            (0..PIECES as u8).flat_map(|piece| vec![letter(piece); usize::from(self.unseen[usize::from(piece)])]).collect();
        let mut pending = String::new();
        if self.pending != NO_SQUARE {
            write_square(self.pending, &mut pending);
        }
        let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let mut text = format!("{rows} {}{colour} {} {} {}", self.mover + 1, self.quiet, or_dash(unseen), or_dash(pending));
        if self.rules.repetitions > 0 {
            let mut moves = String::new();
            for past in &self.past {
                write_square(past.from, &mut moves);
                write_square(past.to, &mut moves);
            }
            text.push(' ');
            text.push_str(&or_dash(moves));
        }
        text
    }

    /// Reads what [`Board::notation`] wrote.
    pub(super) fn parse(rules: Rules, text: &str) -> Result<Board, NotationError> {
        let wrong = |what: &str| NotationError::new(format!("`{text}` is not a position of Chinese dark chess: {what}"));
        let parts: Vec<&str> = text.split(' ').collect();
        let (fields, moves) = match parts.as_slice() {
            [fields @ .., moves] if rules.repetitions > 0 => (fields, *moves),
            fields => (fields, "-"),
        };
        let [rows, turn, quiet, unseen, pending] = fields else {
            return Err(wrong("expected the board, whose turn, quiet moves, unseen pieces and the square being turned over"));
        };
        let mut board = Board::empty(rules);
        for (column, row, found) in fen::parse_rows(rows, Board::size(rules), |c| if c == 'x' { Some(None) } else { piece(c).map(Some) })? {
            let square = (COLUMNS * (usize::from(rules.rows) - 1 - row) + column) as u8;
            match found {
                Some(piece) => board.put(piece, square),
                None => board.dark |= 1 << square,
            }
        }
        for c in unseen.chars().filter(|_| *unseen != "-") {
            let piece = piece(c).ok_or_else(|| wrong(&format!("`{c}` is not a piece")))?;
            board.unseen[usize::from(piece)] = board.unseen[usize::from(piece)].saturating_add(1);
        }
        board.count_material().map_err(|what| wrong(&what))?;
        board
            .read_turn(turn)
            .ok_or_else(|| wrong(&format!("`{turn}` is not a turn, expected 1 or 2 and the colour as the board has it")))?;
        board.quiet = quiet.parse().map_err(|_| wrong(&format!("`{quiet}` is not a number of moves")))?;
        if *pending != "-" {
            board.pending = read_square(pending.as_bytes()).filter(|square| board.dark >> square & 1 == 1).unwrap_or(NO_SQUARE);
            if board.pending == NO_SQUARE {
                return Err(wrong(&format!("nothing lies face down on `{pending}`")));
            }
        }
        if moves != "-" {
            board.read_past(moves).ok_or_else(|| wrong(&format!("`{moves}` are not the quiet moves that led here")))?;
        }
        if board.pending == NO_SQUARE {
            board.settle();
        }
        Ok(board)
    }

    /// Checks that no piece occurs too often and that there are as many unseen pieces as face-down ones, and adds up their values.
    fn count_material(&mut self) -> Result<(), String> {
        if self.unseen.iter().map(|&count| u32::from(count)).sum::<u32>() != self.dark.count_ones() {
            return Err(format!("{} pieces lie face down, expected as many unseen ones", self.dark.count_ones()));
        }
        for piece in 0..PIECES as u8 {
            let seen = self.squares.iter().filter(|&&other| other == piece).count();
            let count = seen + usize::from(self.unseen[usize::from(piece)]);
            if count > usize::from(self.rules.set.of(piece)) {
                return Err(format!("there are {count} of `{}`, expected at most {}", letter(piece), self.rules.set.of(piece)));
            }
            self.material[colour(piece)] += count as u16 * worth(piece);
        }
        if self.material == [0; 2] {
            return Err("there is no piece".to_owned());
        }
        Ok(())
    }

    /// Reads the player and the colour, such as `1r`.
    fn read_turn(&mut self, text: &str) -> Option<()> {
        self.mover = ["1", "2"].iter().position(|player| text.starts_with(player))?;
        self.first = match &text[1..] {
            "r" => Some(self.mover as u8),
            "b" => Some(1 ^ self.mover as u8),
            "-" if self.dark == self.all() && self.mover == 0 => None,
            _ => return None,
        };
        (self.first.is_none() || self.dark != self.all()).then_some(())
    }

    /// Reads the quiet moves, and reconstructs the positions before them by taking the moves back.
    fn read_past(&mut self, text: &str) -> Option<()> {
        let squares: Option<Vec<u8>> =
            text.as_bytes().chunks(2).map(|square| read_square(square).filter(|&s| self.all() >> s & 1 == 1)).collect();
        let squares = squares?;
        let mut before = self.clone();
        for step in squares.chunks(2).rev() {
            let &[from, to] = step else { return None };
            if before.squares[usize::from(to)] == NOTHING || before.squares[usize::from(from)] != NOTHING || before.dark >> from & 1 == 1 {
                return None;
            }
            let piece = before.take(to);
            before.put(piece, from);
            before.mover ^= 1;
            self.past.push(PastMove { key: before.key_of_placement(), from, to });
        }
        self.past.reverse();
        (self.past.len() == usize::from(self.quiet) && self.status == Status::Open).then_some(())
    }
}

fn write_square(square: u8, out: &mut String) {
    fen::write_square(usize::from(square) % COLUMNS, usize::from(square) / COLUMNS, out);
}

/// The square that two bytes name, if any.
fn read_square(name: &[u8]) -> Option<u8> {
    let &[column @ b'a'..=b'd', row @ b'1'..=b'8'] = name else { return None };
    Some((row - b'1') * COLUMNS as u8 + column - b'a')
}

/// The names of the kinds, in the order of their numbers.
const NAMES: [&str; 7] = ["king", "guard", "minister", "rook", "knight", "cannon", "pawn"];

/// A piece that lies face up.
fn man(piece: u8) -> Man {
    let colour = [Colour::Red, Colour::Black][colour(piece)];
    let letter = letter(piece);
    let label = format!("{} {}", colour.name(), NAMES[usize::from(kind(piece))]);
    // Discs are pale, and their letters have the colour of the side.
    Man::stone(letter, colour).glyph(letter.to_ascii_uppercase().to_string()).label(label)
}
