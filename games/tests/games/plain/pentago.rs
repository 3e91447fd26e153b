//! Plain pentago with the rules of Ludii: the board is an array of rows, and a quadrant rotates square by square.

use super::boards::Plain;

#[derive(Clone)]
pub(crate) struct Pentago {
    /// By row from the top and column.
    cells: [[Option<usize>; 6]; 6],
    mover: usize,
}

impl Pentago {
    pub(crate) fn new() -> Self {
        Pentago { cells: [[None; 6]; 6], mover: 0 }
    }

    fn has_five(&self, player: usize) -> bool {
        let at = |row: i32, column: i32| {
            let inside = (0..6).contains(&row) && (0..6).contains(&column);
            inside && self.cells[row as usize][column as usize] == Some(player)
        };
        let run = |row, column, down, right| (0..5).all(|i| at(row + i * down, column + i * right));
        (0..6).any(|row| (0..6).any(|column| [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|&(down, right)| run(row, column, down, right))))
    }

    /// Rotates a quadrant: `s` and `t` the upper left, `u` and `v` the upper right, `w` and `x` the lower right, `y` and `z` the lower left
    /// one, the first of each pair to the left, the second to the right.
    fn turn(&mut self, letter: char) {
        let (top, left, to_the_right) = match letter {
            's' => (0, 0, false),
            't' => (0, 0, true),
            'u' => (0, 3, false),
            'v' => (0, 3, true),
            'w' => (3, 3, false),
            'x' => (3, 3, true),
            'y' => (3, 0, false),
            'z' => (3, 0, true),
            _ => panic!("`{letter}` is not a turn"),
        };
        let before = self.cells;
        for i in 0..3 {
            for j in 0..3 {
                // A rotation to the right moves the left column to the top row.
                let (row, column) = if to_the_right { (2 - j, i) } else { (j, 2 - i) };
                self.cells[top + i][left + j] = before[top + row][left + column];
            }
        }
    }

    /// Places a stone of the mover on a square like `c3`.
    fn put(&mut self, square: &str) {
        let square = square.as_bytes();
        self.cells[usize::from(square[1] - b'1')][usize::from(square[0] - b'a')] = Some(self.mover);
    }

    fn wins_at_once(&self, square: &str) -> bool {
        let mut after = Pentago { cells: self.cells, mover: self.mover };
        after.put(square);
        after.has_five(self.mover)
    }
}

impl Plain for Pentago {
    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.scores().is_some() {
            return moves;
        }
        for (row, cells) in self.cells.iter().enumerate() {
            for (letter, _) in ('a'..='f').zip(cells).filter(|(_, cell)| cell.is_none()) {
                let square = format!("{letter}{}", row + 1);
                if self.wins_at_once(&square) {
                    moves.push(square);
                } else {
                    moves.extend(('s'..='z').map(|turn| format!("{square}{turn}")));
                }
            }
        }
        moves
    }

    fn play(&mut self, m: &str) {
        self.put(&m[..2]);
        m[2..].chars().for_each(|letter| self.turn(letter));
        self.mover = 1 - self.mover;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        match (self.has_five(0), self.has_five(1)) {
            (true, true) => Some(vec![0.5, 0.5]),
            (true, false) => Some(vec![1.0, 0.0]),
            (false, true) => Some(vec![0.0, 1.0]),
            (false, false) => self.cells.iter().flatten().all(Option::is_some).then(|| vec![0.5, 0.5]),
        }
    }
}
