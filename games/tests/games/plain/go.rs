//! Plain go: the colour of every point, chains and regions by flood fill, and a list of all earlier positions.

use super::boards::Plain;

type Point = (usize, usize);
type Board = Vec<Vec<Option<usize>>>;

#[derive(Clone)]
pub(crate) struct Go {
    size: usize,
    /// `none`, `simple`, `positional-superko` or `situational-superko`.
    ko: String,
    suicide: bool,
    komi: f64,
    max_moves: usize,
    /// By column and row from the lower left.
    board: Board,
    mover: usize,
    passes: usize,
    /// Handicap stones that Black has yet to place.
    free: usize,
    /// All positions so far, this one included, with the player to move.
    earlier: Vec<(Board, usize)>,
    /// The captures of both players.
    pub(crate) prisoners: [usize; 2],
}

impl Go {
    pub(crate) fn new(size: usize, ko: &str, suicide: bool, komi: f64, max_moves: usize) -> Self {
        let board = vec![vec![None; size]; size];
        let earlier = vec![(board.clone(), 0)];
        let ko = ko.to_owned();
        Go { size, ko, suicide, komi, max_moves, board, mover: 0, passes: 0, free: 0, earlier, prisoners: [0, 0] }
    }

    /// The same with handicap stones on these points.
    pub(crate) fn with_handicap(mut self, points: &[&str]) -> Self {
        for point in points {
            let (x, y) = self.points().into_iter().find(|&at| name(at) == *point).unwrap();
            self.board[x][y] = Some(0);
        }
        self.mover = 1;
        self.earlier = vec![(self.board.clone(), 1)];
        self
    }

    /// The same with handicap stones that Black places.
    pub(crate) fn with_free_handicap(self, free: usize) -> Self {
        Go { free, ..self }
    }

    fn points(&self) -> Vec<Point> {
        (0..self.size).flat_map(|x| (0..self.size).map(move |y| (x, y))).collect()
    }

    fn neighbours(&self, (x, y): Point) -> Vec<Point> {
        let around = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
        around.into_iter().filter(|&(a, b)| a < self.size && b < self.size).collect()
    }

    /// The points of one colour that hang together with this one, and the colours around them.
    fn region(&self, board: &Board, start: Point) -> (Vec<Point>, Vec<Option<usize>>) {
        let colour = board[start.0][start.1];
        let (mut region, mut around) = (vec![start], Vec::new());
        let mut next = 0;
        while next < region.len() {
            for (x, y) in self.neighbours(region[next]) {
                if board[x][y] != colour {
                    around.push(board[x][y]);
                } else if !region.contains(&(x, y)) {
                    region.push((x, y));
                }
            }
            next += 1;
        }
        (region, around)
    }

    /// Takes off all chains of a player without liberties; returns how many stones these had.
    fn take(&self, board: &mut Board, player: usize) -> usize {
        let mut taken = Vec::new();
        let mut seen = Vec::new();
        for (x, y) in self.points() {
            if board[x][y] == Some(player) && !seen.contains(&(x, y)) {
                let (chain, around) = self.region(board, (x, y));
                seen.extend(&chain);
                taken.extend(chain.into_iter().filter(|_| !around.contains(&None)));
            }
        }
        taken.iter().for_each(|&(x, y)| board[x][y] = None);
        taken.len()
    }

    /// The board after a stone of the player to move, and the stones of both players that are taken, if the move is legal.
    fn after(&self, (x, y): Point) -> Option<(Board, [usize; 2])> {
        if self.board[x][y].is_some() {
            return None;
        }
        let mut board = self.board.clone();
        board[x][y] = Some(self.mover);
        let mut taken = [0, 0];
        taken[1 - self.mover] = self.take(&mut board, 1 - self.mover);
        taken[self.mover] = self.take(&mut board, self.mover);
        let repeats = match self.ko.as_str() {
            "none" => false,
            // The board before the opponent's last move.
            "simple" => {
                let before = self.earlier.len().checked_sub(2).map(|i| &self.earlier[i].0);
                taken[1 - self.mover] > 0 && before == Some(&board)
            }
            "positional-superko" => self.earlier.iter().any(|(earlier, _)| *earlier == board),
            "situational-superko" => self.earlier.contains(&(board.clone(), 1 - self.mover)),
            other => panic!("no rule of ko: {other}"),
        };
        (!repeats && (self.suicide || taken[self.mover] == 0)).then_some((board, taken))
    }

    /// Points from which only a player's stones can be reached, and stones.
    fn area(&self, player: usize) -> usize {
        let owned = |&(x, y): &Point| match self.board[x][y] {
            Some(owner) => owner == player,
            None => {
                let around = self.region(&self.board, (x, y)).1;
                around.contains(&Some(player)) && !around.contains(&Some(1 - player))
            }
        };
        self.points().iter().filter(|point| owned(point)).count()
    }

    /// Whether a point is an eye of the player to move: surrounded by own stones, with less than two of the diagonal points lost to the
    /// enemy, or at the edge none.
    fn is_eye(&self, (x, y): Point) -> bool {
        let corners = self.points().into_iter().filter(|&(a, b)| a.abs_diff(x) == 1 && b.abs_diff(y) == 1);
        let corners: Vec<Option<usize>> = corners.map(|(a, b)| self.board[a][b]).collect();
        let enemies = corners.iter().filter(|&&corner| corner == Some(1 - self.mover)).count();
        let own = self.neighbours((x, y)).into_iter().all(|(a, b)| self.board[a][b] == Some(self.mover));
        own && enemies <= usize::from(corners.len() == 4)
    }

    /// The moves among which random playouts choose.
    pub(crate) fn light_moves(&self) -> Vec<String> {
        let light = |&at: &Point| {
            let (_, taken) = self.after(at)?;
            (self.free > 0 || taken[self.mover] == 0 && !self.is_eye(at)).then(|| name(at))
        };
        let mut moves: Vec<String> = self.points().iter().filter_map(light).collect();
        if moves.is_empty() {
            moves.push("pass".to_owned());
        }
        moves
    }

    /// The points of the board that hold a stone, by name.
    pub(crate) fn stones(&self) -> Vec<(String, usize)> {
        self.points().into_iter().filter_map(|(x, y)| Some((name((x, y)), self.board[x][y]?))).collect()
    }

    /// The moves from here to a depth; a finished game has none.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let next = |m: &String| {
            let mut next = self.clone();
            next.play(m);
            next.perft(depth - 1)
        };
        self.moves().iter().map(next).sum()
    }
}

/// The name of a point: letters without I.
fn name((x, y): Point) -> String {
    let letter = ('A'..='Z').filter(|&letter| letter != 'I').nth(x).unwrap();
    format!("{letter}{}", y + 1)
}

impl Plain for Go {
    fn moves(&self) -> Vec<String> {
        if self.scores().is_some() {
            return Vec::new();
        }
        let mut moves: Vec<String> = self.points().into_iter().filter(|&at| self.after(at).is_some()).map(name).collect();
        if self.free == 0 {
            moves.push("pass".to_owned());
        }
        moves
    }

    fn play(&mut self, m: &str) {
        self.passes += 1;
        if m != "pass" {
            let at = self.points().into_iter().find(|&at| name(at) == m).unwrap();
            let (board, taken) = self.after(at).unwrap();
            self.board = board;
            self.prisoners[self.mover] += taken[1 - self.mover];
            self.prisoners[1 - self.mover] += taken[self.mover];
            self.passes = 0;
        }
        self.free = self.free.saturating_sub(1);
        if self.free == 0 {
            self.mover = 1 - self.mover;
        }
        self.earlier.push((self.board.clone(), self.mover));
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        if self.passes < 2 && self.earlier.len() <= self.max_moves {
            return None;
        }
        let lead = self.area(0) as f64 - self.area(1) as f64 - self.komi;
        let black = if lead == 0.0 { 0.5 } else { f64::from(u8::from(lead > 0.0)) };
        Some(vec![black, 1.0 - black])
    }
}
