//! Plain rolit: a grid of colours and walks along its lines.

use super::boards::Plain;

const DIRECTIONS: [(i64, i64); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

pub(crate) struct Rolit {
    players: usize,
    /// By row from the top and column.
    grid: [[Option<usize>; 8]; 8],
    mover: usize,
}

impl Rolit {
    pub(crate) fn new(players: usize) -> Self {
        let mut grid = [[None; 8]; 8];
        (grid[3][3], grid[3][4], grid[4][4], grid[4][3]) = (Some(0), Some(1), Some(2), Some(3));
        Rolit { players, grid, mover: 0 }
    }

    /// The colour on a square, `None` if it is empty or off the board.
    fn at(&self, x: i64, y: i64) -> Option<usize> {
        let inside = (0..8).contains(&x) && (0..8).contains(&y);
        if inside { self.grid[y as usize][x as usize] } else { None }
    }

    /// The balls that a ball of the mover would trap there.
    fn trapped(&self, x: i64, y: i64) -> Vec<(i64, i64)> {
        let mut all = Vec::new();
        for (dx, dy) in DIRECTIONS {
            let mut line = Vec::new();
            for step in 1.. {
                let (a, b) = (x + step * dx, y + step * dy);
                match self.at(a, b) {
                    None => break,
                    Some(colour) if colour == self.mover => {
                        all.append(&mut line);
                        break;
                    }
                    Some(_) => line.push((a, b)),
                }
            }
        }
        all
    }

    fn empty(&self) -> Vec<(i64, i64)> {
        let squares = (0..8).flat_map(|y| (0..8).map(move |x| (x, y)));
        squares.filter(|&(x, y)| self.at(x, y).is_none()).collect()
    }
}

impl Plain for Rolit {
    fn moves(&self) -> Vec<String> {
        let mut places = self.empty();
        places.retain(|&(x, y)| !self.trapped(x, y).is_empty());
        if places.is_empty() {
            places = self.empty();
            places.retain(|&(x, y)| DIRECTIONS.iter().any(|(dx, dy)| self.at(x + dx, y + dy).is_some()));
        }
        places.into_iter().map(|(x, y)| format!("{}{}", char::from(b'a' + x as u8), y + 1)).collect()
    }

    fn play(&mut self, m: &str) {
        let (x, y) = (i64::from(m.as_bytes()[0] - b'a'), m[1..].parse::<i64>().unwrap() - 1);
        for (a, b) in self.trapped(x, y).into_iter().chain([(x, y)]) {
            self.grid[b as usize][a as usize] = Some(self.mover);
        }
        self.mover = (self.mover + 1) % self.players;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        if !self.empty().is_empty() {
            return None;
        }
        let counts: Vec<usize> = (0..self.players).map(|p| self.grid.iter().flatten().filter(|&&cell| cell == Some(p)).count()).collect();
        let most = *counts.iter().max().unwrap();
        let leaders = counts.iter().filter(|&&count| count == most).count() as f64;
        Some(counts.into_iter().map(|count| if count == most { 1.0 / leaders } else { 0.0 }).collect())
    }
}
