//! Plain ataxx with one clone per target: the owner of each square.

use super::boards::Plain;

pub(crate) struct Ataxx {
    size: i64,
    /// By column and row from the lower left.
    owners: Vec<Vec<Option<usize>>>,
    mover: usize,
    /// Moves since the last clone, moves since the start, and the limits of both (0: the first has none).
    counts: [i64; 2],
    limits: [i64; 2],
}

/// The name of a square.
fn name(x: i64, y: i64) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

impl Ataxx {
    pub(crate) fn new(size: i64, quiet_moves: i64, max_moves: i64) -> Self {
        let mut owners = vec![vec![None; size as usize]; size as usize];
        let last = size as usize - 1;
        (owners[0][last], owners[last][0], owners[0][0], owners[last][last]) = (Some(0), Some(0), Some(1), Some(1));
        Ataxx { size, owners, mover: 0, counts: [0, 0], limits: [quiet_moves, max_moves] }
    }

    fn squares(&self) -> impl Iterator<Item = (i64, i64)> {
        let size = self.size;
        (0..size).flat_map(move |x| (0..size).map(move |y| (x, y)))
    }

    fn at(&self, (x, y): (i64, i64)) -> Option<usize> {
        self.owners[x as usize][y as usize]
    }

    fn set(&mut self, (x, y): (i64, i64), owner: Option<usize>) {
        self.owners[x as usize][y as usize] = owner;
    }

    /// The squares of a player (or the empty ones) that a chess king reaches from here in exactly this many moves.
    fn around(&self, (x, y): (i64, i64), distance: i64, owner: Option<usize>) -> Vec<(i64, i64)> {
        let apart = |(a, b): (i64, i64)| (a - x).abs().max((b - y).abs());
        self.squares().filter(|&square| apart(square) == distance && self.at(square) == owner).collect()
    }
}

impl Plain for Ataxx {
    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.scores().is_some() {
            return moves;
        }
        for to in self.squares().filter(|&to| self.at(to).is_none()) {
            if !self.around(to, 1, Some(self.mover)).is_empty() {
                moves.push(name(to.0, to.1));
            }
            for from in self.around(to, 2, Some(self.mover)) {
                moves.push(name(from.0, from.1) + &name(to.0, to.1));
            }
        }
        if moves.is_empty() {
            moves.push("pass".to_owned());
        }
        moves
    }

    fn play(&mut self, m: &str) {
        self.counts = self.counts.map(|count| count + 1);
        if m != "pass" {
            let find = |text: &str| self.squares().find(|&(x, y)| name(x, y) == text).unwrap();
            let (from, to) = m.split_at(m.len() - 2);
            let to = find(to);
            if from.is_empty() {
                self.counts[0] = 0;
            } else {
                self.set(find(from), None);
            }
            self.set(to, Some(self.mover));
            for enemy in self.around(to, 1, Some(1 - self.mover)) {
                self.set(enemy, Some(self.mover));
            }
        }
        self.mover = 1 - self.mover;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        let count = |owner| self.squares().filter(|&square| self.at(square) == owner).count();
        let (x, o) = (count(Some(0)), count(Some(1)));
        if x == 0 || o == 0 || count(None) == 0 {
            let score = |own: usize, other: usize| if own == other { 0.5 } else { f64::from(u8::from(own > other)) };
            return Some(vec![score(x, o), score(o, x)]);
        }
        let [quiet, moves] = self.counts;
        (moves == self.limits[1] || self.limits[0] > 0 && quiet == self.limits[0]).then(|| vec![0.5, 0.5])
    }
}
