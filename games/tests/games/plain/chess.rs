//! Plain chess on squares in a list, with the setups and ends of los-alamos-chess, reach-chess and skirmish.

use super::boards::Plain;

/// The game, with its limit on plies.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Flavour {
    LosAlamos { draw_after: u32 },
    Reach { max_moves: u32 },
    Skirmish { max_moves: u32 },
}

type Square = (i32, i32);

/// From, to, and the promoted piece.
type Step = (Square, Square, Option<char>);

/// Letters are lower case for both players.
#[derive(Clone)]
pub(crate) struct Chess {
    flavour: Flavour,
    size: i32,
    cells: Vec<Option<(usize, char)>>,
    /// Squares that a piece has left or reached.
    touched: Vec<bool>,
    /// The square that a pawn has just passed on its double step.
    passed: Option<Square>,
    quiet: u32,
    plies: u32,
    mover: usize,
}

const DIAGONAL: [Square; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const STRAIGHT: [Square; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const LEAPS: [Square; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Chess {
    pub(crate) fn new(flavour: Flavour) -> Self {
        let pieces = if matches!(flavour, Flavour::LosAlamos { .. }) { "rnqknr" } else { "rnbqkbnr" };
        let size = pieces.len() as i32;
        let cells = vec![None; (size * size) as usize];
        let touched = vec![false; cells.len()];
        let mut chess = Chess { flavour, size, cells, touched, passed: None, quiet: 0, plies: 0, mover: 0 };
        for (x, piece) in (0..).zip(pieces.chars()) {
            chess.set((x, 0), Some((0, piece)));
            chess.set((x, 1), Some((0, 'p')));
            chess.set((x, size - 2), Some((1, 'p')));
            chess.set((x, size - 1), Some((1, piece)));
        }
        chess
    }

    fn index(&self, (x, y): Square) -> usize {
        (y * self.size + x) as usize
    }

    fn inside(&self, (x, y): Square) -> bool {
        (0..self.size).contains(&x) && (0..self.size).contains(&y)
    }

    fn at(&self, square: Square) -> Option<(usize, char)> {
        if self.inside(square) { self.cells[self.index(square)] } else { None }
    }

    fn set(&mut self, square: Square, piece: Option<(usize, char)>) {
        let index = self.index(square);
        self.cells[index] = piece;
    }

    fn all(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.size;
        (0..size).flat_map(move |y| (0..size).map(move |x| (x, y)))
    }

    fn find(&self, player: usize, piece: char) -> Option<Square> {
        self.all().find(|&square| self.at(square) == Some((player, piece)))
    }

    fn forward(player: usize) -> i32 {
        [1, -1][player]
    }

    /// The squares that the piece on a square attacks, empty or occupied.
    fn attacked_from(&self, (x, y): Square) -> Vec<Square> {
        let Some((player, piece)) = self.at((x, y)) else { return Vec::new() };
        let (steps, far): (Vec<Square>, bool) = match piece {
            'p' => (vec![(-1, Self::forward(player)), (1, Self::forward(player))], false),
            'n' => (LEAPS.to_vec(), false),
            'b' => (DIAGONAL.to_vec(), true),
            'r' => (STRAIGHT.to_vec(), true),
            _ => ([DIAGONAL, STRAIGHT].concat(), piece == 'q'),
        };
        let mut attacked = Vec::new();
        for (dx, dy) in steps {
            let mut here = (x + dx, y + dy);
            while self.inside(here) {
                attacked.push(here);
                if !far || self.at(here).is_some() {
                    break;
                }
                here = (here.0 + dx, here.1 + dy);
            }
        }
        attacked
    }

    fn is_attacked(&self, square: Square, by: usize) -> bool {
        self.all().any(|from| self.at(from).is_some_and(|piece| piece.0 == by) && self.attacked_from(from).contains(&square))
    }

    fn in_check(&self, player: usize) -> bool {
        self.find(player, 'k').is_some_and(|king| self.is_attacked(king, 1 - player))
    }

    fn pawn_steps(&self, (x, y): Square, player: usize) -> Vec<Step> {
        let forward = Self::forward(player);
        let mut targets = Vec::new();
        if self.at((x, y + forward)).is_none() {
            targets.push((x, y + forward));
            let home = if player == 0 { 1 } else { self.size - 2 };
            let double = !matches!(self.flavour, Flavour::LosAlamos { .. });
            if double && y == home && self.at((x, y + 2 * forward)).is_none() {
                targets.push((x, y + 2 * forward));
            }
        }
        for square in self.attacked_from((x, y)) {
            if self.at(square).is_some_and(|piece| piece.0 != player) || self.passed == Some(square) {
                targets.push(square);
            }
        }
        let mut steps = Vec::new();
        for target in targets {
            let last = target.1 == if player == 0 { self.size - 1 } else { 0 };
            match self.flavour {
                Flavour::LosAlamos { .. } if last => steps.extend("qnr".chars().map(|piece| ((x, y), target, Some(piece)))),
                Flavour::Skirmish { .. } if last => steps.extend("qnbr".chars().map(|piece| ((x, y), target, Some(piece)))),
                _ => steps.push(((x, y), target, None)),
            }
        }
        steps
    }

    fn castling(&self, player: usize) -> Vec<Step> {
        let row = if player == 0 { 0 } else { self.size - 1 };
        let still = |x: i32, piece: char| !self.touched[self.index((x, row))] && self.at((x, row)) == Some((player, piece));
        let mut steps = Vec::new();
        if matches!(self.flavour, Flavour::LosAlamos { .. }) || !still(4, 'k') {
            return steps;
        }
        for (rook, between, way) in [(7, 5..7, [4, 5, 6]), (0, 1..4, [4, 3, 2])] {
            let free = between.clone().all(|x| self.at((x, row)).is_none());
            let safe = matches!(self.flavour, Flavour::Skirmish { .. }) || way.iter().all(|&x| !self.is_attacked((x, row), 1 - player));
            if still(rook, 'r') && free && safe {
                steps.push(((4, row), (way[2], row), None));
            }
        }
        steps
    }

    fn legal(&self, player: usize) -> Vec<Step> {
        let mut steps = self.castling(player);
        for from in self.all() {
            match self.at(from) {
                Some((owner, 'p')) if owner == player => steps.extend(self.pawn_steps(from, player)),
                Some((owner, _)) if owner == player => {
                    let targets = self.attacked_from(from).into_iter();
                    steps.extend(targets.filter(|&to| self.at(to).is_none_or(|piece| piece.0 != player)).map(|to| (from, to, None)));
                }
                _ => {}
            }
        }
        if !matches!(self.flavour, Flavour::Skirmish { .. }) {
            steps.retain(|&step| {
                let mut after = self.clone();
                after.make(step);
                !after.in_check(player)
            });
        }
        steps
    }

    fn make(&mut self, (from, to, promotion): Step) {
        let (player, piece) = self.at(from).unwrap();
        let mut quiet = piece != 'p' && self.at(to).is_none();
        if piece == 'p' && self.passed == Some(to) && self.at(to).is_none() {
            self.set((to.0, from.1), None);
            quiet = false;
        }
        if piece == 'k' && (to.0 - from.0).abs() == 2 {
            let (rook, beside) = if to.0 == 6 { (7, 5) } else { (0, 3) };
            self.set((rook, from.1), None);
            self.set((beside, from.1), Some((player, 'r')));
        }
        self.set(from, None);
        self.set(to, Some((player, promotion.unwrap_or(piece))));
        for square in [from, to] {
            let index = self.index(square);
            self.touched[index] = true;
        }
        let double = piece == 'p' && (to.1 - from.1).abs() == 2;
        self.passed = double.then_some((from.0, (from.1 + to.1) / 2));
        self.quiet = if quiet { self.quiet + 1 } else { 0 };
    }

    fn name((from, to, promotion): Step) -> String {
        let square = |(x, y): Square| format!("{}{}", char::from(b'a' + x as u8), y + 1);
        format!("{}{}{}", square(from), square(to), promotion.map_or(String::new(), String::from))
    }

    fn count(&self, player: usize) -> usize {
        self.cells.iter().flatten().filter(|piece| piece.0 == player).count()
    }

    fn reached(&self, player: usize) -> bool {
        let row = if player == 0 { self.size - 1 } else { 0 };
        (0..self.size).any(|x| self.at((x, row)).is_some_and(|piece| piece.0 == player))
    }

    /// White's score, once the game is over.
    fn result(&self) -> Option<f64> {
        let stuck = self.legal(self.mover).is_empty();
        match self.flavour {
            Flavour::LosAlamos { .. } if stuck && self.in_check(self.mover) => Some(self.mover as f64),
            Flavour::LosAlamos { draw_after } => (stuck || self.quiet >= draw_after).then_some(0.5),
            Flavour::Reach { .. } if self.reached(0) => Some(1.0),
            Flavour::Reach { .. } if self.reached(1) => Some(0.0),
            Flavour::Reach { max_moves } => {
                let mut passed = self.clone();
                passed.passed = None;
                (self.plies >= max_moves || stuck && passed.legal(1 - self.mover).is_empty()).then_some(0.5)
            }
            Flavour::Skirmish { max_moves } => {
                let lead = self.count(0) as f64 - self.count(1) as f64;
                (stuck || self.plies >= max_moves).then(|| if lead == 0.0 { 0.5 } else { (lead.signum() + 1.0) / 2.0 })
            }
        }
    }
}

impl Plain for Chess {
    fn moves(&self) -> Vec<String> {
        if self.result().is_some() {
            return Vec::new();
        }
        let legal = self.legal(self.mover);
        if legal.is_empty() { vec!["pass".to_owned()] } else { legal.into_iter().map(Self::name).collect() }
    }

    fn play(&mut self, m: &str) {
        match self.legal(self.mover).into_iter().find(|&step| Self::name(step) == m) {
            Some(step) => self.make(step),
            None => {
                self.passed = None;
                self.quiet += 1;
            }
        }
        self.plies += 1;
        self.mover = 1 - self.mover;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        self.result().map(|white| vec![white, 1.0 - white])
    }
}
