//! Plain chinese checkers: the star as a picture in which half a hole is one column.

use super::boards::Plain;
use std::collections::BTreeMap;

/// A row from the north and a column in half holes.
type Place = (i64, i64);

const STEPS: [Place; 6] = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)];

pub(crate) struct ChineseCheckers {
    size: i64,
    /// The player in each hole.
    holes: BTreeMap<Place, Option<usize>>,
    /// The points of the star, from the north clockwise, that are the players' homes.
    homes: Vec<usize>,
    mover: usize,
    moves_left: u32,
}

impl ChineseCheckers {
    pub(crate) fn new(players: usize, size: i64, max_moves: u32) -> Self {
        let homes = match players {
            2 => vec![0, 3],
            3 => vec![0, 2, 4],
            4 => vec![0, 1, 3, 4],
            _ => (0..6).collect(),
        };
        let mut holes = BTreeMap::new();
        // One triangle stands on its base, with 3·size + 1 rows, and the other on its tip.
        for row in 0..=3 * size {
            for i in 0..=row {
                holes.insert((row, 2 * i - row), None);
                holes.insert((4 * size - row, 2 * i - row), None);
            }
        }
        let mut game = ChineseCheckers { size, holes, homes, mover: 0, moves_left: max_moves };
        for player in 0..players {
            for hole in game.point(game.homes[player]) {
                game.holes.insert(hole, Some(player));
            }
        }
        game
    }

    /// The holes of a point: rows of one hole, two holes and so on from its tip inwards; those of the side points are slanted.
    fn point(&self, point: usize) -> Vec<Place> {
        let n = self.size;
        let (tip, inwards, across) = match point {
            0 => ((0, 0), (1, -1), (0, 2)),
            1 => ((n, 3 * n), (0, -2), (1, 1)),
            2 => ((3 * n, 3 * n), (0, -2), (-1, 1)),
            3 => ((4 * n, 0), (-1, -1), (0, 2)),
            4 => ((3 * n, -3 * n), (0, 2), (-1, -1)),
            _ => ((n, -3 * n), (0, 2), (1, -1)),
        };
        let starts = (0..n).map(|row| (tip.0 + row * inwards.0, tip.1 + row * inwards.1));
        let rows = starts.enumerate().flat_map(|(row, (a, b))| (0..=row as i64).map(move |i| (a + i * across.0, b + i * across.1)));
        rows.collect()
    }

    fn jumps(&self, from: Place, origin: Place, found: &mut Vec<Place>) {
        for (a, b) in STEPS {
            let (over, behind) = ((from.0 + a, from.1 + b), (from.0 + 2 * a, from.1 + 2 * b));
            let full = over != origin && matches!(self.holes.get(&over), Some(Some(_)));
            if full && self.holes.get(&behind) == Some(&None) && !found.contains(&behind) {
                found.push(behind);
                self.jumps(behind, origin, found);
            }
        }
    }

    /// The letter of the row and the place in it.
    fn name(&self, (row, column): Place) -> String {
        let before = self.holes.keys().filter(|hole| hole.0 == row && hole.1 < column).count();
        format!("{}{}", char::from(b'a' + row as u8), before + 1)
    }

    fn place(&self, name: &str) -> Place {
        *self.holes.keys().find(|&&hole| self.name(hole) == name).unwrap()
    }

    fn has_won(&self, player: usize) -> bool {
        let goal: Vec<Option<usize>> = self.point((self.homes[player] + 3) % 6).iter().map(|hole| self.holes[hole]).collect();
        goal.iter().all(Option::is_some) && goal.contains(&Some(player))
    }
}

impl Plain for ChineseCheckers {
    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.scores().is_some() {
            return moves;
        }
        for (&from, _) in self.holes.iter().filter(|(_, owner)| **owner == Some(self.mover)) {
            let steps = STEPS.iter().map(|step| (from.0 + step.0, from.1 + step.1));
            let mut targets: Vec<Place> = Vec::new();
            self.jumps(from, from, &mut targets);
            targets.extend(steps.filter(|hole| self.holes.get(hole) == Some(&None)));
            moves.extend(targets.into_iter().map(|to| format!("{}-{}", self.name(from), self.name(to))));
        }
        if moves.is_empty() {
            moves.push("pass".to_owned());
        }
        moves
    }

    fn play(&mut self, m: &str) {
        if let Some((from, to)) = m.split_once('-') {
            let (from, to) = (self.place(from), self.place(to));
            self.holes.insert(from, None);
            self.holes.insert(to, Some(self.mover));
        }
        self.mover = (self.mover + 1) % self.homes.len();
        self.moves_left -= 1;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        let players = 0..self.homes.len();
        if let Some(winner) = players.clone().find(|&player| self.has_won(player)) {
            return Some(players.map(|player| if player == winner { 1.0 } else { 0.0 }).collect());
        }
        (self.moves_left == 0).then(|| vec![1.0 / self.homes.len() as f64; self.homes.len()])
    }
}
