//! The notation of positions and points, and the picture.

use super::board::{BLACK, Board, EMPTY, PASS, Rules, WHITE};
use crate::capabilities::{Piece, Square, Squares};
use crate::picture::{Colour, Grid, Look, Man, Picture};
use crate::{NotationError, fen};

/// The letters of Black's and White's stones.
const STONES: [char; 2] = ['X', 'O'];

/// The letters of the columns, as in GTP.
const COLUMNS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The name of the point in a column and a row, from 0 at the lower left.
fn name(column: usize, row: usize) -> String {
    format!("{}{}", &COLUMNS[column..=column], row + 1)
}

impl<const STRIDE: usize, const CAP: usize> Board<STRIDE, CAP> {
    /// Whether this is the index of an empty point.
    pub(super) fn is_empty_point(&self, point: usize) -> bool {
        self.stones.colour[point & (CAP - 1)] == EMPTY
    }

    /// Appends the name of a point, or `pass`.
    pub(super) fn write_point(&self, point: usize, out: &mut String) {
        match point {
            PASS => out.push_str("pass"),
            _ => out.push_str(&name((point % STRIDE).saturating_sub(1) % COLUMNS.len(), (point / STRIDE).saturating_sub(1))),
        }
    }

    /// The stone in a column and a row from the upper left.
    fn stone(&self, column: usize, row: usize) -> Option<usize> {
        let colour = self.stones.colour[Self::point(column, self.rules.size - 1 - row)];
        (colour < EMPTY).then_some(usize::from(colour))
    }

    /// The board, the player to move, the point of a simple ko, the passes in a row, the moves made, and under superko the earlier positions:
    /// `9/9/2X6/9/9/9/9/9/9 w - 0 1`. `b3` lets Black place three handicap stones first. Earlier positions are written as their keys in
    /// ascending order, so that the notation is short; a position without any is the first of its game.
    pub(super) fn write(&self) -> String {
        let size = self.rules.size;
        let rows = fen::write_rows((size, size), |column, row| self.stone(column, row).map(|player| STONES[player]));
        let mover = ['b', 'w'][self.mover];
        let free = if self.free > 0 { self.free.to_string() } else { String::new() };
        let mut ko = String::new();
        match self.ko {
            PASS => ko.push('-'),
            point => self.write_point(point, &mut ko),
        }
        let mut text = format!("{rows} {mover}{free} {ko} {} {}", self.passes, self.moves);
        if self.is_superko() {
            let mut earlier: Vec<u64> = self.history.keys().iter().copied().filter(|&key| key != self.present()).collect();
            earlier.sort_unstable();
            let keys: Vec<String> = earlier.iter().map(|key| format!("{key:016x}")).collect();
            text += " ";
            text += &if keys.is_empty() { "-".to_owned() } else { keys.join(",") };
        }
        text
    }

    /// Reads what [`write`](Self::write) wrote.
    pub(super) fn parse(rules: Rules, text: &str) -> Result<Self, NotationError> {
        let wrong = |what: String| NotationError::new(format!("`{text}` is not a position of go: {what}"));
        let mut board = Self::empty(rules);
        let fields: Vec<&str> = text.split(' ').collect();
        let (&[rows, mover, ko, passes, moves], earlier) = (match &fields[..] {
            [fields @ .., earlier] if board.is_superko() && fields.len() == 5 => (fields, *earlier),
            fields => (fields, "-"),
        }) else {
            let more = if board.is_superko() { ", and maybe earlier positions" } else { "" };
            return Err(wrong(format!(
                "it has {} parts, expected the board, the player to move, ko, passes, moves made{more}",
                fields.len()
            )));
        };
        board.read_rows(rows)?;
        let number = |text: &str, most: u32| text.parse().ok().filter(|&n: &u32| n <= most && text.bytes().all(|b| b.is_ascii_digit()));
        (board.mover, board.free) = match (mover, mover.strip_prefix('b')) {
            ("b", _) => (BLACK, 0),
            ("w", _) => (WHITE, 0),
            (_, Some(free)) if !free.starts_with('0') => {
                let most = board.stones.empty_count as u32 - 1;
                let free = number(free, most.min(u32::from(u16::MAX)));
                (BLACK, free.ok_or_else(|| wrong(format!("`{mover}` is not a player to move, expected at most `b{most}`")))? as u16)
            }
            _ => return Err(wrong(format!("`{mover}` is not a player to move, expected `b` or `w`"))),
        };
        board.ko = match ko {
            "-" => PASS,
            _ => board
                .find(ko)
                .filter(|&point| board.is_empty_point(point) && rules.ko == super::Ko::Simple)
                .ok_or_else(|| wrong(format!("`{ko}` is not a ko point, expected an empty point under the rule `simple`, or `-`")))?,
        };
        board.passes =
            number(passes, 2).ok_or_else(|| wrong(format!("`{passes}` is not a number of passes in a row, expected 0 to 2")))? as u8;
        board.moves = number(moves, rules.max_moves)
            .ok_or_else(|| wrong(format!("`{moves}` is not a number of moves made, expected 0 to {}", rules.max_moves)))?;
        board.read_earlier(earlier).map_err(wrong)?;
        board.settle();
        Ok(board)
    }

    fn find(&self, text: &str) -> Option<usize> {
        let size = self.rules.size;
        (0..size * size).map(|i| (i % size, i / size)).find(|&(column, row)| name(column, row) == text).map(|(c, r)| Self::point(c, r))
    }

    fn read_rows(&mut self, rows: &str) -> Result<(), NotationError> {
        let size = self.rules.size;
        let stones = fen::parse_rows(rows, (size, size), |c| STONES.iter().position(|&stone| stone == c))?;
        for &(column, row, player) in &stones {
            self.stones.put(Self::point(column, size - 1 - row), player);
        }
        // A chain without liberties has been captured.
        if usize::from(self.stones.total()) < stones.len() {
            return Err(NotationError::new(format!("a chain on the board `{rows}` has no liberties, expected one for every chain")));
        }
        Ok(())
    }

    /// Reads the keys of earlier positions.
    fn read_earlier(&mut self, earlier: &str) -> Result<(), String> {
        self.remember();
        if earlier == "-" {
            return Ok(());
        }
        for word in earlier.split(',') {
            let digits = word.len() == 16 && word.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
            let key = u64::from_str_radix(word, 16).ok().filter(|&key| digits && !self.history.contains(key));
            let key = key.ok_or_else(|| format!("`{word}` is not the key of another earlier position, expected 16 hexadecimal digits"))?;
            // How many stones it had is not known.
            self.history.push(key, u16::MAX);
        }
        Ok(())
    }

    pub(super) fn pictured(&self) -> Picture {
        let size = self.rules.size;
        let mut grid = Grid::new(Look::Points, size, size).each(|column, row, place| place.name = name(column, size - 1 - row));
        let colours = [Colour::Black, Colour::White];
        grid.layout().colours = colours.to_vec();
        for label in grid.layout().labels.iter_mut().filter(|label| label.x >= 0.0) {
            let column = label.x as usize;
            label.text = COLUMNS[column..=column].to_owned();
        }
        grid.picture(|column, row| self.stone(column, row).map(|player| Man::stone(STONES[player], colours[player])))
    }
}

impl<const STRIDE: usize, const CAP: usize> Squares for Board<STRIDE, CAP> {
    fn size(&self) -> (usize, usize) {
        (self.rules.size, self.rules.size)
    }

    fn piece(&self, (column, row): Square) -> Option<Piece> {
        self.stone(column, row).map(|owner| Piece { owner, kind: 'S' })
    }

    fn square_name(&self, (column, row): Square) -> String {
        name(column, self.rules.size - 1 - row)
    }
}
