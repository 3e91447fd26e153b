//! Plain pentalath: cells by their place on the screen, groups found stone by stone.

use super::boards::Plain;

/// A cell by its place in the drawing: half a cell further right in every other row.
struct Cell {
    row: i64,
    /// Twice the distance from the middle of the row.
    x: i64,
    name: String,
    stone: Option<usize>,
}

pub(crate) struct Pentalath {
    cells: Vec<Cell>,
    mover: usize,
    passes: usize,
    moves: usize,
    max_moves: usize,
    /// The player with five in line.
    winner: Option<usize>,
}

impl Pentalath {
    /// A board with rows of these lengths.
    pub(crate) fn new(rows: &[i64], max_moves: usize) -> Self {
        let mut cells = Vec::new();
        for (row, &length) in (0..).zip(rows) {
            for number in 1..=length {
                let name = format!("{}{number}", char::from(b'a' + row as u8));
                cells.push(Cell { row, x: 2 * number - length, name, stone: None });
            }
        }
        Pentalath { cells, mover: 0, passes: 0, moves: 0, max_moves, winner: None }
    }

    fn at(&self, x: i64, row: i64) -> Option<usize> {
        self.cells.iter().position(|cell| (cell.x, cell.row) == (x, row))
    }

    fn neighbours(&self, cell: usize) -> Vec<usize> {
        let Cell { x, row, .. } = self.cells[cell];
        [(-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)].iter().filter_map(|(dx, dy)| self.at(x + dx, row + dy)).collect()
    }

    /// The group of the stone on this cell, and whether it has a liberty.
    fn group(&self, cell: usize) -> (Vec<usize>, bool) {
        let mut group = vec![cell];
        let mut liberty = false;
        let mut next = 0;
        while next < group.len() {
            for neighbour in self.neighbours(group[next]) {
                let stone = self.cells[neighbour].stone;
                liberty |= stone.is_none();
                if stone == self.cells[cell].stone && !group.contains(&neighbour) {
                    group.push(neighbour);
                }
            }
            next += 1;
        }
        (group, liberty)
    }

    /// Places a stone and returns its captures, or restores everything if it would be suicide.
    fn place(&mut self, cell: usize) -> Option<Vec<usize>> {
        self.cells[cell].stone = Some(self.mover);
        let mut captured = Vec::new();
        for neighbour in self.neighbours(cell) {
            if self.cells[neighbour].stone == Some(1 - self.mover) {
                let (group, liberty) = self.group(neighbour);
                if !liberty {
                    captured.extend(group.into_iter().filter(|stone| !captured.contains(stone)).collect::<Vec<_>>());
                }
            }
        }
        captured.iter().for_each(|&stone| self.cells[stone].stone = None);
        if self.group(cell).1 {
            return Some(captured);
        }
        self.cells[cell].stone = None;
        None
    }

    /// Takes a placed stone back.
    fn take_back(&mut self, cell: usize, captured: &[usize]) {
        self.cells[cell].stone = None;
        captured.iter().for_each(|&stone| self.cells[stone].stone = Some(1 - self.mover));
    }

    /// The longest line through a stone, over all axes.
    fn longest_line(&self, cell: usize) -> usize {
        let Cell { x, row, stone, .. } = self.cells[cell];
        let count = |dx: i64, dy: i64| {
            (1..).take_while(|i| self.at(x + i * dx, row + i * dy).is_some_and(|next| self.cells[next].stone == stone)).count()
        };
        [(2, 0), (1, 1), (1, -1)].iter().map(|&(dx, dy)| 1 + count(dx, dy) + count(-dx, -dy)).max().unwrap()
    }
}

impl Plain for Pentalath {
    fn moves(&self) -> Vec<String> {
        if self.scores().is_some() {
            return Vec::new();
        }
        let stones = self.cells.iter().map(|cell| Cell { name: cell.name.clone(), ..*cell }).collect();
        let mut board = Pentalath { cells: stones, ..*self };
        let mut moves = Vec::new();
        for cell in 0..board.cells.len() {
            if board.cells[cell].stone.is_none()
                && let Some(captured) = board.place(cell)
            {
                board.take_back(cell, &captured);
                moves.push(board.cells[cell].name.clone());
            }
        }
        if moves.is_empty() { vec!["pass".to_owned()] } else { moves }
    }

    fn play(&mut self, m: &str) {
        self.moves += 1;
        if m == "pass" {
            self.passes += 1;
        } else {
            let cell = self.cells.iter().position(|cell| cell.name == m).unwrap();
            self.place(cell).unwrap();
            self.passes = 0;
            if self.longest_line(cell) >= 5 {
                self.winner = Some(self.mover);
            }
        }
        self.mover = 1 - self.mover;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        match self.winner {
            Some(winner) => Some((0..2).map(|player| f64::from(u8::from(player == winner))).collect()),
            None => (self.passes == 2 || self.moves == self.max_moves).then(|| vec![0.5, 0.5]),
        }
    }
}
