//! Positions in SFEN, shogi's form of FEN: rows from the top with `+` before promoted pieces, `b` or `w` for Sente or Gote to move, the
//! pieces in hand (`-` for none, counts before letters), and the number of the next move, from 1.

use super::board::Board;
use super::legal::files;
use super::pieces::{BISHOP, GOLD, HANDS, KING, LETTERS, PAWN, PROMOTING, ROOK, SILVER, ZONES, is_promoted, promoted, unpromoted};
use crate::NotationError;
use crate::Picture;
use crate::picture::{Colour, Form, Grid, Look, Man};

/// The order of the pieces in hand.
const HAND_ORDER: [usize; HANDS] = [ROOK, BISHOP, GOLD, SILVER, PAWN];

/// The number of pieces of each kind, promoted or not, of both players together.
const OF_A_KIND: u32 = 2;

/// The square at a column from the left and a row from the top.
fn square_at(column: usize, row: usize) -> u32 {
    (20 + column - 5 * row) as u32
}

/// The name of a square: files count from the right, ranks are lettered from the top.
pub(super) fn square(square: u32) -> [char; 2] {
    [char::from(b'5' - (square % 5) as u8), char::from(b'e' - (square / 5) as u8)]
}

/// The case of a letter: upper for Sente, lower for Gote.
fn cased(player: usize, letter: char) -> char {
    if player == 0 { letter } else { letter.to_ascii_lowercase() }
}

/// The player and kind of a letter.
fn piece(letter: char) -> Option<(usize, usize)> {
    let kind = LETTERS.iter().position(|&other| other == letter.to_ascii_uppercase())?;
    Some((usize::from(letter.is_ascii_lowercase()), kind))
}

/// The piece on a square, in one or two characters.
fn written(board: &Board, square: u32) -> Option<String> {
    let (player, kind) = board.at(square)?;
    Some(format!("{}{}", if is_promoted(kind) { "+" } else { "" }, cased(player, LETTERS[kind])))
}

pub(super) fn write(board: &Board) -> String {
    let rows = (0..5).map(|row| write_row(board, row)).collect::<Vec<_>>().join("/");
    format!("{rows} {} {} {}", ['b', 'w'][usize::from(board.to_move)], hands(board), board.played + 1)
}

fn write_row(board: &Board, row: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for column in 0..5 {
        match written(board, square_at(column, row)) {
            Some(piece) => {
                push_above(&mut text, std::mem::take(&mut empty), 0);
                text.push_str(&piece);
            }
            None => empty += 1,
        }
    }
    push_above(&mut text, empty, 0);
    text
}

/// Writes a number if it exceeds this one.
fn push_above(text: &mut String, number: u8, floor: u8) {
    if number > floor {
        text.push_str(&number.to_string());
    }
}

fn hands(board: &Board) -> String {
    let mut text = String::new();
    for player in 0..2 {
        for kind in HAND_ORDER {
            let count = board.hands[player][kind];
            push_above(&mut text, count, 1);
            text.extend((count > 0).then_some(cased(player, LETTERS[kind])));
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// The board with shogi coordinates; Gote's hand is above it, Sente's below.
pub(super) fn picture(board: &Board) -> Picture {
    let mut grid = Grid::new(Look::Squares, 5, 5).each(|column, row, place| place.name = square(square_at(column, row)).iter().collect());
    let layout = grid.layout();
    layout.labels.clear();
    for (i, name) in ('a'..='e').enumerate() {
        layout.label((5 - i).to_string(), i as f32, -0.8);
        layout.label(name, 5.0, i as f32);
    }
    layout.colours = vec![Colour::White, Colour::Black];
    let mut picture = grid.picture(|column, row| {
        let (player, kind) = board.at(square_at(column, row))?;
        Some(man(player, kind))
    });
    for player in 0..2 {
        for (i, kind) in HAND_ORDER.into_iter().enumerate() {
            let count = board.hands[player][kind];
            let in_hand = (count > 0).then(|| man(player, kind).times(count.into()));
            picture.put_aside("", (i as f32, [5.1, -1.6][player]), in_hand);
        }
    }
    picture
}

/// Names of the kinds, in the order of the numbers.
const NAMES: [&str; 10] =
    ["pawn", "silver", "bishop", "rook", "gold", "promoted pawn", "promoted silver", "promoted bishop", "promoted rook", "king"];

fn man(player: usize, kind: usize) -> Man {
    let letter = format!("{}{}", if is_promoted(kind) { "+" } else { "" }, cased(player, LETTERS[kind]));
    let form = [Form::TileUp, Form::TileDown][player];
    let colour = if is_promoted(kind) { Colour::Red } else { Colour::Black };
    let label = format!("{} {}", ["Sente's", "Gote's"][player], NAMES[kind]);
    Man::stone(letter, colour).glyph(LETTERS[kind].to_string()).form(form).label(label)
}

impl Board {
    /// Reads the output of [`write`]. Pieces may be missing, as in problems, but both kings must be present.
    pub(super) fn parse(text: &str, max_moves: u32) -> Result<Board, NotationError> {
        let wrong = |what: &str| {
            NotationError::new(format!(
                "`{text}` is not a minishogi position: {what}; expected SFEN with 5 rows, as in `rbsgk/4p/5/P4/KGSBR b - 1`"
            ))
        };
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, mover, hands, number] = fields[..] else {
            return Err(wrong(&format!("it has {} fields, not 4", fields.len())));
        };
        let mut board = Board::empty(max_moves);
        board.read_rows(rows).map_err(|what| wrong(&what))?;
        board.read_hands(hands).map_err(|what| wrong(&what))?;
        board.to_move = match mover {
            "b" => 0,
            "w" => 1,
            _ => return Err(wrong(&format!("`{mover}` is not a player to move, which is `b` or `w`"))),
        };
        board.played = match number.parse::<u32>() {
            Ok(number) if number >= 1 && number - 1 <= max_moves => number - 1,
            _ => return Err(wrong(&format!("`{number}` is not a number of a move from 1 to {}", u64::from(max_moves) + 1))),
        };
        board.check().map_err(|what| wrong(&what))?;
        board.settle();
        Ok(board)
    }

    fn read_rows(&mut self, text: &str) -> Result<(), String> {
        let count = text.split('/').count();
        if count != 5 {
            return Err(format!("there are {count} rows"));
        }
        for (row, line) in text.split('/').enumerate() {
            let mut column = 0;
            let mut plus = false;
            for c in line.chars() {
                match c {
                    '+' if !plus => plus = true,
                    '1'..='5' if !plus => column += c as usize - '0' as usize,
                    _ => {
                        let (player, kind) = piece(c).ok_or_else(|| format!("`{c}` in row `{line}` is not a piece"))?;
                        if plus && kind >= PROMOTING {
                            return Err(format!("`+{c}` in row `{line}` is not a piece"));
                        }
                        if column < 5 {
                            self.place(player, if plus { promoted(kind) } else { kind }, square_at(column, row));
                        }
                        (column, plus) = (column + 1, false);
                    }
                }
            }
            if plus || column != 5 {
                return Err(format!("row `{line}` does not describe 5 squares"));
            }
        }
        Ok(())
    }

    fn read_hands(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        let mut count = None;
        for c in text.chars() {
            match (c, piece(c)) {
                ('1'..='2', _) if count.is_none() => count = Some(c as u8 - b'0'),
                (_, Some((player, kind))) if kind < HANDS => {
                    let held = &mut self.hands[player][kind];
                    *held = held.saturating_add(count.take().unwrap_or(1));
                }
                _ => return Err(format!("`{c}` does not belong into the hands `{text}`")),
            }
        }
        if text.is_empty() || count.is_some() { Err(format!("`{text}` are not hands")) } else { Ok(()) }
    }

    /// Checks the invariants of reachable positions.
    fn check(&self) -> Result<(), String> {
        if self.sides.iter().any(|side| (side & self.kinds[KING]).count_ones() != 1) {
            return Err("there is not one king of each player".to_owned());
        }
        for kind in [PAWN, SILVER, GOLD, BISHOP, ROOK] {
            let on_board = (0..KING).filter(|&other| unpromoted(other) == kind).map(|other| self.kinds[other].count_ones());
            let in_hand = self.hands.iter().map(|hand| u32::from(hand[kind]));
            if on_board.chain(in_hand).sum::<u32>() > OF_A_KIND {
                return Err(format!("there are more than {OF_A_KIND} of `{}`", LETTERS[kind]));
            }
        }
        for (player, side) in self.sides.iter().enumerate() {
            let pawns = self.kinds[PAWN] & side;
            if pawns & ZONES[player] != 0 {
                return Err("a pawn in the farthest row is not promoted".to_owned());
            }
            if files(pawns).count_ones() != 5 * pawns.count_ones() {
                return Err("a player has two pawns on a file".to_owned());
            }
        }
        if self.in_check(1 - usize::from(self.to_move)) {
            return Err("the player who has just moved is in check".to_owned());
        }
        Ok(())
    }
}
