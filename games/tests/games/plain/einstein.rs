//! Plain EinStein würfelt nicht with the fixed layout: a list of stones.

use super::boards::Plain;

#[derive(Clone, Copy, PartialEq)]
struct Stone {
    player: usize,
    number: usize,
    x: i64,
    /// The row from the top.
    y: i64,
}

pub(crate) struct Einstein {
    stones: Vec<Stone>,
    mover: usize,
    roll: Option<usize>,
}

fn name(x: i64, y: i64) -> String {
    format!("{}{}", char::from(b'a' + x as u8), 5 - y)
}

impl Einstein {
    pub(crate) fn new() -> Self {
        let mut stones = Vec::new();
        for (number, (x, y)) in (1..).zip([(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)]) {
            stones.push(Stone { player: 0, number, x, y });
            stones.push(Stone { player: 1, number, x: 4 - x, y: 4 - y });
        }
        Einstein { stones, mover: 0, roll: None }
    }

    /// The stones that may move: the rolled one, or the next ones below and above it.
    fn movable(&self, roll: usize) -> Vec<Stone> {
        let own: Vec<Stone> = self.stones.iter().copied().filter(|stone| stone.player == self.mover).collect();
        if let Some(&stone) = own.iter().find(|stone| stone.number == roll) {
            return vec![stone];
        }
        let below = own.iter().filter(|stone| stone.number < roll).max_by_key(|stone| stone.number);
        let above = own.iter().filter(|stone| stone.number > roll).min_by_key(|stone| stone.number);
        below.into_iter().chain(above).copied().collect()
    }
}

impl Plain for Einstein {
    fn moves(&self) -> Vec<String> {
        if self.scores().is_some() {
            return Vec::new();
        }
        let Some(roll) = self.roll else { return (1..=6).map(|roll| roll.to_string()).collect() };
        let forward = if self.mover == 0 { 1 } else { -1 };
        let mut moves = Vec::new();
        for stone in self.movable(roll) {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1)] {
                let (x, y) = (stone.x + forward * dx, stone.y + forward * dy);
                if (0..5).contains(&x) && (0..5).contains(&y) {
                    let sign = if self.stones.iter().any(|other| (other.x, other.y) == (x, y)) { 'x' } else { '-' };
                    moves.push(format!("{}{sign}{}", name(stone.x, stone.y), name(x, y)));
                }
            }
        }
        moves
    }

    fn play(&mut self, m: &str) {
        if let Ok(roll) = m.parse() {
            self.roll = Some(roll);
            return;
        }
        let (from, to) = m.split_once(['-', 'x']).unwrap();
        self.stones.retain(|stone| name(stone.x, stone.y) != to);
        let moved = self.stones.iter_mut().find(|stone| name(stone.x, stone.y) == from).unwrap();
        let (column, row) = (to.as_bytes()[0], to.as_bytes()[1]);
        (moved.x, moved.y) = (i64::from(column - b'a'), i64::from(b'5' - row));
        self.mover = 1 - self.mover;
        self.roll = None;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        let won = |player: usize, corner: i64| {
            let reached = self.stones.iter().any(|s| s.player == player && (s.x, s.y) == (corner, corner));
            reached || self.stones.iter().all(|s| s.player == player)
        };
        if won(0, 4) {
            Some(vec![1.0, 0.0])
        } else if won(1, 0) {
            Some(vec![0.0, 1.0])
        } else {
            None
        }
    }
}
