//! Plain knightthrough, whose blocked players pass: the owner of each square.

use super::boards::Plain;

pub(crate) struct Knightthrough {
    /// Rows from the lowest.
    rows: Vec<Vec<Option<usize>>>,
    mover: usize,
}

/// The name of a square.
fn name((x, y): (i64, i64)) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

impl Knightthrough {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let owner = |y: usize| if y < 2 { Some(0) } else { (y >= height - 2).then_some(1) };
        Knightthrough { rows: (0..height).map(|y| vec![owner(y); width]).collect(), mover: 0 }
    }

    fn squares(&self) -> impl Iterator<Item = (i64, i64)> {
        let (width, height) = (self.rows[0].len() as i64, self.rows.len() as i64);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    fn at(&self, (x, y): (i64, i64)) -> Option<usize> {
        self.rows[y as usize][x as usize]
    }

    /// The targets of a player's knights, by testing all pairs of squares.
    fn leaps(&self, player: usize) -> Vec<((i64, i64), (i64, i64))> {
        let mut leaps = Vec::new();
        for from in self.squares().filter(|&from| self.at(from) == Some(player)) {
            for to in self.squares().filter(|&to| self.at(to) != Some(player)) {
                let forward = if player == 0 { to.1 - from.1 } else { from.1 - to.1 };
                let aside = (to.0 - from.0).abs();
                if (aside, forward) == (1, 2) || (aside, forward) == (2, 1) {
                    leaps.push((from, to));
                }
            }
        }
        leaps
    }
}

impl Plain for Knightthrough {
    fn moves(&self) -> Vec<String> {
        if self.scores().is_some() {
            return Vec::new();
        }
        let leaps = self.leaps(self.mover);
        if leaps.is_empty() {
            return vec!["pass".to_owned()];
        }
        let sign = |to| if self.at(to).is_some() { 'x' } else { '-' };
        leaps.into_iter().map(|(from, to)| format!("{}{}{}", name(from), sign(to), name(to))).collect()
    }

    fn play(&mut self, m: &str) {
        if let Some((from, to)) = m.split_once(['-', 'x']) {
            let [from, to] = [from, to].map(|text| self.squares().find(|&square| name(square) == text).unwrap());
            self.rows[from.1 as usize][from.0 as usize] = None;
            self.rows[to.1 as usize][to.0 as usize] = Some(self.mover);
        }
        self.mover = 1 - self.mover;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        if self.rows[self.rows.len() - 1].contains(&Some(0)) {
            Some(vec![1.0, 0.0])
        } else if self.rows[0].contains(&Some(1)) {
            Some(vec![0.0, 1.0])
        } else if self.leaps(0).is_empty() && self.leaps(1).is_empty() {
            Some(vec![0.5, 0.5])
        } else {
            None
        }
    }
}
