//! The stones, legal placements, captures, and the notation.

use super::shape::{Shape, ones};
use crate::{NotationError, Player, fen};

/// The letters of the players' stones; in lower case they denote the player to move.
const LETTERS: [char; 2] = ['X', 'O'];

/// The stones of both players and the state that decides the end. Between two moves every group has an empty neighbour.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) shape: Shape,
    pub(super) stones: [u128; 2],
    pub(super) to_move: u8,
    /// Whether the player who moved last has a line.
    pub(super) won: bool,
    /// The number of moves made, passes included.
    moves: u32,
    max_moves: u32,
}

impl Board {
    pub(super) fn empty(shape: Shape, max_moves: u32) -> Board {
        Board { shape, stones: [0; 2], to_move: 0, won: false, moves: 0, max_moves }
    }

    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        self.won || self.moves >= self.max_moves
    }

    #[inline(always)]
    pub(super) fn empty_cells(&self, shape: &Shape) -> u128 {
        shape.cells & !(self.stones[0] | self.stones[1])
    }

    /// The enemy stones that a player captures with a stone on this cell.
    #[inline(always)]
    fn captures(&self, shape: &Shape, player: Player, cell: u128) -> u128 {
        let other = self.stones[1 - player];
        let open = shape.neighbours(self.empty_cells(shape) & !cell);
        let mut captured = 0;
        // Only stones next to the cell lose a liberty, and most of them keep one of their own.
        let mut suspects = shape.neighbours(cell) & other & !open;
        while suspects != 0 {
            let (group, strangled) = shape.group(suspects & suspects.wrapping_neg(), other, open);
            if strangled {
                captured |= group;
            }
            suspects &= !group;
        }
        captured
    }

    /// Whether a player's stone on this empty cell, which has no empty neighbour, captures something or joins a group with another liberty.
    #[inline]
    pub(super) fn may_fill(&self, shape: &Shape, player: Player, cell: u128) -> bool {
        let open = shape.neighbours(self.empty_cells(shape) & !cell);
        let (_, strangled) = shape.group(cell, self.stones[player] | cell, open);
        !strangled || self.captures(shape, player, cell) != 0
    }

    /// The cells on which a player may place a stone.
    pub(super) fn legal(&self, player: Player) -> u128 {
        let empty = self.empty_cells(&self.shape);
        let free = empty & self.shape.neighbours(empty);
        ones(empty & !free)
            .map(|cell| 1 << cell)
            .filter(|&cell| self.may_fill(&self.shape, player, cell))
            .fold(free, |set, cell| set | cell)
    }

    /// Places a stone of the player to move on this cell, or passes if there is no cell. `shape` is that of the board; callers that know it
    /// can pass a constant.
    #[inline(always)]
    pub(super) fn play(&mut self, shape: &Shape, cell: Option<u128>) {
        let me = usize::from(self.to_move & 1);
        if let Some(cell) = cell {
            self.stones[1 - me] &= !self.captures(shape, me, cell);
            self.stones[me] |= cell;
            self.won = shape.has_line(self.stones[me]);
        }
        self.to_move ^= 1;
        self.moves += 1;
    }

    pub(super) fn letter(&self, cell: u32) -> Option<char> {
        (0..2).find(|&player| self.stones[player] >> cell & 1 == 1).map(|player| LETTERS[player])
    }

    /// The rows from the top as in FEN, the player to move, and the number of moves made: `7/8/9/4X5/11/12/13 o 1`.
    pub(super) fn notation(&self) -> String {
        let row = |row| {
            let cells = self.shape.row(row);
            fen::write_rows((cells.len(), 1), |place, _| self.letter(cells.start + place as u32))
        };
        let rows: Vec<String> = (0..self.shape.rows).map(row).collect();
        let mover = LETTERS[usize::from(self.to_move)].to_ascii_lowercase();
        format!("{} {mover} {}", rows.join("/"), self.moves)
    }

    /// Reads what [`Board::notation`] wrote. The number of moves need not fit the stones, so that a study may start from 0.
    pub(super) fn parse(shape: Shape, max_moves: u32, text: &str) -> Result<Board, NotationError> {
        let wrong = |what: String| NotationError::new(format!("`{text}` is not a pentalath position: {what}"));
        let mut board = Board::empty(shape, max_moves);
        let parts: Vec<&str> = text.split(' ').collect();
        let [rows, mover, moves] = parts[..] else {
            return Err(wrong(format!("it has {} parts, expected the board, `x` or `o`, and how many moves were made", parts.len())));
        };
        board.read_rows(rows)?;
        board.to_move = match mover {
            "x" => 0,
            "o" => 1,
            _ => return Err(wrong(format!("`{mover}` is not a player to move, expected `x` or `o`"))),
        };
        board.moves = match moves.parse() {
            Ok(count) if count <= max_moves && moves.bytes().all(|b| b.is_ascii_digit()) => count,
            _ => return Err(wrong(format!("`{moves}` is not a number of moves made, expected 0 to {max_moves}"))),
        };
        board.check().map_err(wrong)?;
        board.won = shape.has_line(board.stones[usize::from(1 - board.to_move)]);
        Ok(board)
    }

    fn read_rows(&mut self, rows: &str) -> Result<(), NotationError> {
        let lines: Vec<&str> = rows.split('/').collect();
        if lines.len() != self.shape.rows as usize {
            let (count, expected) = (lines.len(), self.shape.rows);
            return Err(NotationError::new(format!("the board `{rows}` has {count} rows, expected {expected} joined by `/`")));
        }
        for (row, line) in (0..).zip(lines) {
            let cells = self.shape.row(row);
            let stones = fen::parse_rows(line, (cells.len(), 1), |c| LETTERS.iter().position(|&letter| letter == c))?;
            for (place, _, player) in stones {
                self.stones[player] |= 1 << (cells.start + place as u32);
            }
        }
        Ok(())
    }

    /// Whether the position is consistent, as far as the rules rely on it.
    fn check(&self) -> Result<(), String> {
        let open = self.shape.neighbours(self.empty_cells(&self.shape));
        for stones in self.stones {
            if let Some(cell) = ones(stones).find(|&cell| self.shape.group(1 << cell, stones, open).1) {
                return Err(format!("the group at {} has no empty neighbour, expected one for every group", self.shape.name(cell)));
            }
        }
        let mover = usize::from(self.to_move);
        if self.shape.has_line(self.stones[mover]) {
            return Err(format!("{} is to move, but has a line of five already", LETTERS[mover]));
        }
        Ok(())
    }
}
