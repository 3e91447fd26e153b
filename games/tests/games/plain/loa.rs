//! Plain lines of action: stones in squares, lines walked from edge to edge, groups found by visiting neighbours.

use super::boards::Plain;

pub(crate) struct LinesOfAction {
    size: i64,
    /// The owner of the stone on each square, by row and column.
    squares: Vec<Vec<Option<usize>>>,
    mover: usize,
    made: u32,
    max_moves: u32,
}

fn name(x: i64, y: i64) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

fn square(text: &str) -> (i64, i64) {
    (i64::from(text.as_bytes()[0] - b'a'), i64::from(text.as_bytes()[1] - b'1'))
}

impl LinesOfAction {
    pub(crate) fn new(size: i64, max_moves: u32) -> Self {
        let inner = |i: i64| 0 < i && i < size - 1;
        let stone = |x: i64, y: i64| match (inner(x), inner(y)) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            _ => None,
        };
        let squares = (0..size).map(|y| (0..size).map(|x| stone(x, y)).collect()).collect();
        LinesOfAction { size, squares, mover: 0, made: 0, max_moves }
    }

    fn on_board(&self, x: i64, y: i64) -> bool {
        (0..self.size).contains(&x) && (0..self.size).contains(&y)
    }

    fn at(&self, x: i64, y: i64) -> Option<usize> {
        self.squares[y as usize][x as usize]
    }

    fn stones(&self, player: usize) -> Vec<(i64, i64)> {
        let all = (0..self.size).flat_map(|y| (0..self.size).map(move |x| (x, y)));
        all.filter(|&(x, y)| self.at(x, y) == Some(player)).collect()
    }

    /// The number of stones on the whole line.
    fn on_line(&self, (x, y): (i64, i64), (dx, dy): (i64, i64)) -> i64 {
        let line = (-self.size..=self.size).map(|i| (x + i * dx, y + i * dy));
        line.filter(|&(a, b)| self.on_board(a, b) && self.at(a, b).is_some()).count() as i64
    }

    fn real_moves(&self, player: usize) -> Vec<String> {
        let mut moves = Vec::new();
        for (x, y) in self.stones(player) {
            for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let distance = self.on_line((x, y), (dx, dy));
                let (a, b) = (x + distance * dx, y + distance * dy);
                if !self.on_board(a, b) || self.at(a, b) == Some(player) {
                    continue;
                }
                if (1..distance).all(|i| self.at(x + i * dx, y + i * dy) != Some(1 - player)) {
                    let sign = if self.at(a, b).is_some() { 'x' } else { '-' };
                    moves.push(format!("{}{sign}{}", name(x, y), name(a, b)));
                }
            }
        }
        moves
    }

    fn is_one_group(&self, player: usize) -> bool {
        let stones = self.stones(player);
        let mut reached = vec![stones[0]];
        let mut next = 0;
        while next < reached.len() {
            let (x, y) = reached[next];
            next += 1;
            for &(a, b) in &stones {
                if (a - x).abs() <= 1 && (b - y).abs() <= 1 && !reached.contains(&(a, b)) {
                    reached.push((a, b));
                }
            }
        }
        reached.len() == stones.len()
    }
}

impl Plain for LinesOfAction {
    fn moves(&self) -> Vec<String> {
        let moves = self.real_moves(self.mover);
        match self.scores() {
            Some(_) => Vec::new(),
            None if moves.is_empty() => vec!["pass".to_owned()],
            None => moves,
        }
    }

    fn play(&mut self, m: &str) {
        if m != "pass" {
            let (from, to) = m.split_once(['-', 'x']).unwrap();
            let ((a, b), (x, y)) = (square(from), square(to));
            self.squares[b as usize][a as usize] = None;
            self.squares[y as usize][x as usize] = Some(self.mover);
        }
        self.mover = 1 - self.mover;
        self.made += 1;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        match (self.is_one_group(0), self.is_one_group(1)) {
            (true, true) => Some(vec![0.5, 0.5]),
            (true, false) => Some(vec![1.0, 0.0]),
            (false, true) => Some(vec![0.0, 1.0]),
            (false, false) => {
                let stuck = self.real_moves(0).is_empty() && self.real_moves(1).is_empty();
                (stuck || self.made == self.max_moves).then(|| vec![0.5, 0.5])
            }
        }
    }
}
