//! Plain breakthrough, reversi and falling discs.

/// A game in the simplest form that can be compared: moves as text.
pub(crate) trait Plain {
    /// The legal moves, none when the game is over.
    fn moves(&self) -> Vec<String>;
    /// Plays one of them.
    fn play(&mut self, m: &str);
    /// The player to move.
    fn mover(&self) -> usize;
    /// The scores, once the game is over.
    fn scores(&self) -> Option<Vec<f64>>;
}

fn name(x: i64, y: i64) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

fn square(text: &str) -> (i64, i64) {
    (i64::from(text.as_bytes()[0] - b'a'), text[1..].parse::<i64>().unwrap() - 1)
}

/// Squares by column and row; `None` is off the board, `Some(None)` empty.
struct Squares {
    width: i64,
    height: i64,
    cells: Vec<Option<usize>>,
}

impl Squares {
    fn new(width: i64, height: i64) -> Squares {
        Squares { width, height, cells: vec![None; (width * height) as usize] }
    }

    fn at(&self, x: i64, y: i64) -> Option<Option<usize>> {
        ((0..self.width).contains(&x) && (0..self.height).contains(&y)).then(|| self.cells[(y * self.width + x) as usize])
    }

    fn set(&mut self, x: i64, y: i64, cell: Option<usize>) {
        self.cells[(y * self.width + x) as usize] = cell;
    }

    fn all(&self) -> impl Iterator<Item = (i64, i64)> {
        let width = self.width;
        (0..self.width * self.height).map(move |i| (i % width, i / width))
    }

    fn count(&self, player: usize) -> usize {
        self.cells.iter().filter(|&&cell| cell == Some(player)).count()
    }
}

pub(crate) struct Breakthrough {
    squares: Squares,
    mover: usize,
}

impl Breakthrough {
    pub(crate) fn new(width: i64, height: i64) -> Self {
        let mut squares = Squares::new(width, height);
        for x in 0..width {
            for y in 0..2 {
                squares.set(x, y, Some(0));
                squares.set(x, height - 1 - y, Some(1));
            }
        }
        Breakthrough { squares, mover: 0 }
    }
}

impl Plain for Breakthrough {
    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.scores().is_some() {
            return moves;
        }
        let forward = if self.mover == 0 { 1 } else { -1 };
        for (x, y) in self.squares.all().filter(|&(x, y)| self.squares.at(x, y) == Some(Some(self.mover))) {
            for side in -1..=1 {
                let sign = match self.squares.at(x + side, y + forward) {
                    Some(None) => '-',
                    Some(Some(owner)) if owner != self.mover && side != 0 => 'x',
                    _ => continue,
                };
                moves.push(format!("{}{sign}{}", name(x, y), name(x + side, y + forward)));
            }
        }
        moves
    }

    fn play(&mut self, m: &str) {
        let (from, to) = m.split_once(['-', 'x']).unwrap();
        let ((a, b), (x, y)) = (square(from), square(to));
        self.squares.set(a, b, None);
        self.squares.set(x, y, Some(self.mover));
        self.mover = 1 - self.mover;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        let reached = |player, y| (0..self.squares.width).any(|x| self.squares.at(x, y) == Some(Some(player)));
        if reached(0, self.squares.height - 1) || self.squares.count(1) == 0 {
            Some(vec![1.0, 0.0])
        } else if reached(1, 0) || self.squares.count(0) == 0 {
            Some(vec![0.0, 1.0])
        } else {
            None
        }
    }
}

pub(crate) struct Reversi {
    squares: Squares,
    mover: usize,
}

impl Reversi {
    pub(crate) fn new() -> Self {
        let mut squares = Squares::new(8, 8);
        for (x, y, player) in [(3, 3, 1), (4, 4, 1), (4, 3, 0), (3, 4, 0)] {
            squares.set(x, y, Some(player));
        }
        Reversi { squares, mover: 0 }
    }

    /// What a disc of this player would flip there, by walking along the rays.
    fn flips(&self, x: i64, y: i64, player: usize) -> Vec<(i64, i64)> {
        let mut flips = Vec::new();
        if self.squares.at(x, y) != Some(None) {
            return flips;
        }
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let mut run = Vec::new();
            let (mut a, mut b) = (x + dx, y + dy);
            while self.squares.at(a, b) == Some(Some(1 - player)) {
                run.push((a, b));
                (a, b) = (a + dx, b + dy);
            }
            if self.squares.at(a, b) == Some(Some(player)) {
                flips.extend(run);
            }
        }
        flips
    }

    fn places(&self, player: usize) -> Vec<String> {
        self.squares.all().filter(|&(x, y)| !self.flips(x, y, player).is_empty()).map(|(x, y)| name(x, y)).collect()
    }
}

impl Plain for Reversi {
    fn moves(&self) -> Vec<String> {
        let places = self.places(self.mover);
        match self.scores() {
            None if places.is_empty() => vec!["pass".to_owned()],
            _ => places,
        }
    }

    fn play(&mut self, m: &str) {
        if m != "pass" {
            let (x, y) = square(m);
            for (a, b) in self.flips(x, y, self.mover) {
                self.squares.set(a, b, Some(self.mover));
            }
            self.squares.set(x, y, Some(self.mover));
        }
        self.mover = 1 - self.mover;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        let counts = [0, 1].map(|player| self.squares.count(player) as f64);
        let over = self.places(0).is_empty() && self.places(1).is_empty();
        over.then(|| [counts[0] - counts[1], counts[1] - counts[0]].map(|lead| (lead.signum() * lead.abs().min(1.0) + 1.0) / 2.0).to_vec())
    }
}

/// Connect four and its kin, for any number of players.
pub(crate) struct Drop {
    squares: Squares,
    line: i64,
    players: usize,
    mover: usize,
}

impl Drop {
    pub(crate) fn new(columns: i64, rows: i64, line: i64, players: usize) -> Self {
        Drop { squares: Squares::new(columns, rows), line, players, mover: 0 }
    }

    fn has_line(&self, player: usize) -> bool {
        let run = |x, y, dx, dy| (0..self.line).all(|i| self.squares.at(x + i * dx, y + i * dy) == Some(Some(player)));
        self.squares.all().any(|(x, y)| [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| run(x, y, dx, dy)))
    }
}

impl Plain for Drop {
    fn moves(&self) -> Vec<String> {
        let open = |x: &i64| self.scores().is_none() && self.squares.at(*x, self.squares.height - 1) == Some(None);
        (0..self.squares.width).filter(open).map(|x| (x + 1).to_string()).collect()
    }

    fn play(&mut self, m: &str) {
        let x = m.parse::<i64>().unwrap() - 1;
        let y = (0..self.squares.height).find(|&y| self.squares.at(x, y) == Some(None)).unwrap();
        self.squares.set(x, y, Some(self.mover));
        self.mover = (self.mover + 1) % self.players;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        if let Some(winner) = (0..self.players).find(|&player| self.has_line(player)) {
            return Some((0..self.players).map(|player| f64::from(u8::from(player == winner))).collect());
        }
        let full = self.squares.cells.iter().all(Option::is_some);
        full.then(|| vec![1.0 / self.players as f64; self.players])
    }
}
