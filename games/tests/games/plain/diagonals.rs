//! Plain diagonals: a grid of letters and a walk along every ray.

use super::boards::Plain;

pub(crate) struct Diagonals {
    /// Rows from the bottom: `X` and `O` for balls, `#` for walls, `.` for empty points.
    grid: Vec<Vec<char>>,
    mover: usize,
}

impl Diagonals {
    pub(crate) fn new(columns: usize, rows: usize) -> Self {
        let mut grid = vec![vec!['.'; columns]; rows];
        for row in 0..2 {
            grid[row][columns - 1] = 'X';
            grid[rows - 1 - row][0] = 'O';
        }
        Diagonals { grid, mover: 0 }
    }

    fn at(&self, x: i64, y: i64) -> Option<char> {
        let row = self.grid.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    fn actions(&self, player: usize) -> Vec<String> {
        let (own, enemy) = [('X', 'O'), ('O', 'X')][player];
        let mut actions = Vec::new();
        for y in 0..self.grid.len() as i64 {
            for x in (0..self.grid[0].len() as i64).filter(|&x| self.at(x, y) == Some(own)) {
                for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let (mut a, mut b) = (x + dx, y + dy);
                    while self.at(a, b) == Some('.') {
                        actions.push(name(a, b));
                        (a, b) = (a + dx, b + dy);
                    }
                    if self.at(a, b) == Some(enemy) {
                        actions.push(format!("x{}", name(a, b)));
                    }
                }
            }
        }
        actions
    }
}

fn name(x: i64, y: i64) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

impl Plain for Diagonals {
    fn moves(&self) -> Vec<String> {
        let actions = self.actions(self.mover);
        match self.scores() {
            None if actions.is_empty() => vec!["pass".to_owned()],
            _ => actions,
        }
    }

    fn play(&mut self, m: &str) {
        if m != "pass" {
            let point = m.trim_start_matches('x');
            let (column, row) = point.split_at(1);
            let (x, y) = (column.as_bytes()[0] - b'a', row.parse::<usize>().unwrap() - 1);
            self.grid[y][usize::from(x)] = if m == point { ['X', 'O'][self.mover] } else { '#' };
        }
        self.mover = 1 - self.mover;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        if !self.actions(0).is_empty() || !self.actions(1).is_empty() {
            return None;
        }
        let [x, o] = ['X', 'O'].map(|ball| self.grid.iter().flatten().filter(|&&c| c == ball).count());
        let first = if x > o { 1.0 } else { 0.0 } + if x == o { 0.5 } else { 0.0 };
        Some(vec![first, 1.0 - first])
    }
}
