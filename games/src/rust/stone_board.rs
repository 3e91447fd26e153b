//! The notation of boards with the stones of two players.

use crate::picture::{Colour, Grid, Look, Man, grid};
use crate::{Move, NotationError, Picture, Player, fen};

/// The size of a board, the numbering of its squares and the letters of the stones.
#[derive(Clone, Copy)]
pub(super) struct StoneBoard {
    /// The number of columns and of rows.
    pub(super) size: (u32, u32),
    /// The difference of square numbers from one row to the next; a1, the lower left, is square 0.
    pub(super) stride: u32,
    /// The letters of both players' stones.
    pub(super) letters: [char; 2],
}

impl StoneBoard {
    /// The rows as in FEN.
    pub(super) fn write(self, stones: [u64; 2]) -> String {
        fen::write_rows(self.columns_and_rows(), |column, row| self.letter(stones, column, row))
    }

    /// Reads the output of [`write`](Self::write).
    ///
    /// # Errors
    /// If a letter is unknown or the rows do not fit the board.
    pub(super) fn parse(self, rows: &str) -> Result<[u64; 2], NotationError> {
        let mut stones = [0u64; 2];
        let player = |c| self.letters.iter().position(|&letter| letter == c);
        for (column, row, player) in fen::parse_rows(rows, self.columns_and_rows(), player)? {
            stones[player] |= 1 << self.square(column, row);
        }
        Ok(stones)
    }

    /// The position of these stones, each player's drawn as this man.
    pub(super) fn picture(self, stones: [u64; 2], look: Look, men: [Man; 2]) -> Picture {
        let mut grid = Grid::new(look, self.size.0 as usize, self.size.1 as usize);
        grid.layout().colours = men.iter().map(|man| man.colour).collect();
        grid.picture(|column, row| self.player(stones, column, row).map(|player| men[player].clone()))
    }

    /// The men of the picture as numbers.
    pub(super) fn men(self, stones: [u64; 2], out: &mut Vec<u16>) {
        grid::lettered(self.columns_and_rows(), |column, row| self.letter(stones, column, row), out);
    }

    /// The same with plain stones.
    pub(super) fn stones(self, stones: [u64; 2], look: Look, colours: [Colour; 2]) -> Picture {
        self.picture(stones, look, [0, 1].map(|player| Man::stone(self.letters[player], colours[player])))
    }

    /// Appends the name of a square.
    pub(super) fn write_square(self, square: u32, out: &mut String) {
        fen::write_square((square % self.stride) as usize, (square / self.stride) as usize, out);
    }

    /// Appends a move, which is its source plus 64 × its target: `a2-a3`, or `a2xb3` if it captures one of these stones.
    pub(super) fn write_move(self, m: Move, enemies: u64, out: &mut String) {
        let (from, to) = (m.0 as u32 & 63, (m.0 >> 6) as u32 & 63);
        self.write_square(from, out);
        out.push(if enemies >> to & 1 == 1 { 'x' } else { '-' });
        self.write_square(to, out);
    }

    fn columns_and_rows(self) -> (usize, usize) {
        (self.size.0 as usize, self.size.1 as usize)
    }

    /// The letter at a column and a row from the top.
    fn letter(self, stones: [u64; 2], column: usize, row: usize) -> Option<char> {
        self.player(stones, column, row).map(|player| self.letters[player])
    }

    /// The player whose stone is at a column and a row from the top.
    fn player(self, stones: [u64; 2], column: usize, row: usize) -> Option<Player> {
        let square = self.square(column, row);
        stones.iter().position(|stones| stones >> square & 1 == 1)
    }

    /// The square at a column and a row from the top.
    fn square(self, column: usize, row: usize) -> u32 {
        self.stride * (self.size.1 - 1 - row as u32) + column as u32
    }
}

/// An estimate of a player's score from the lead in stones, of which ten are worth a quarter of the range.
pub(super) fn estimate(stones: [u64; 2], player: Player) -> f64 {
    let [own, other] = [player, 1 - player].map(|player| f64::from(stones[player].count_ones()));
    let lead = own - other;
    0.5 + 0.5 * lead / (lead.abs() + 10.0)
}
