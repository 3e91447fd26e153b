//! Plain playout knowledge of go: a board of columns, chains by flood fill, and every question answered by trying the move.

use std::collections::BTreeSet;
use treebench_games::Position;

pub(crate) type Point = (usize, usize);

/// A drawn pattern, row by row from above.
type Rows = [&'static str; 3];

/// The stones of a position, the player to move, and the last two moves.
#[derive(Clone)]
pub(crate) struct Policy {
    pub(crate) size: usize,
    pub(crate) board: Vec<Vec<Option<usize>>>,
    pub(crate) me: usize,
    pub(crate) last: [Option<Point>; 2],
    /// Where a light playout may play.
    pub(crate) light: BTreeSet<Point>,
}

/// The patterns as RR-6062 draws them, the move in the middle; who may play it, and what must not fit besides.
const PATTERNS: [(Rows, &str, &[Rows]); 11] = [
    (["XOX", ".*.", "???"], "XO", &[]),
    (["XO.", ".*.", "?.?"], "XO", &[]),
    (["XO?", "X*.", "?.?"], "XO", &[]),
    (["XOO", ".*.", "?.?"], "X", &[]),
    (["XO?", "O*?", "???"], "XO", &[["XO?", "O*O", "?.?"], ["XO?", "O*.", "?O?"]]),
    (["?X?", "O*O", "xxx"], "XO", &[]),
    (["X.?", "O*?", "###"], "XO", &[]),
    (["?X?", "o*O", "###"], "XO", &[]),
    (["?XO", "?*?", "###"], "X", &[]),
    (["?XO", "?*o", "###"], "O", &[]),
    (["?XO", "O*X", "###"], "O", &[]),
];

pub(crate) fn point(name: &str) -> Option<Point> {
    let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(name.get(..1)?)?;
    Some((column, name[1..].parse::<usize>().ok()? - 1))
}

impl Policy {
    pub(crate) fn read(position: &dyn Position, me: usize, last: [Option<Point>; 2]) -> Policy {
        let picture = position.picture().unwrap();
        let size = picture.layout.places.len().isqrt();
        let mut board = vec![vec![None; size]; size];
        for (place, man) in picture.layout.places.iter().zip(&picture.men) {
            let (x, y) = point(&place.name).unwrap();
            board[x][y] = man.as_ref().map(|man| usize::from(man.letter == "O"));
        }
        let mut moves = Vec::new();
        position.playout_moves(&mut moves);
        let light = moves.iter().filter_map(|&m| point(&position.move_notation(&[m]))).collect();
        Policy { size, board, me, last, light }
    }

    fn near(&self, (x, y): Point) -> Vec<Point> {
        self.points().into_iter().filter(|&(a, b)| a.abs_diff(x) + b.abs_diff(y) == 1).collect()
    }

    pub(crate) fn around(&self, (x, y): Point) -> Vec<Point> {
        self.points().into_iter().filter(|&(a, b)| (a, b) != (x, y) && a.abs_diff(x) <= 1 && b.abs_diff(y) <= 1).collect()
    }

    fn points(&self) -> Vec<Point> {
        (0..self.size).flat_map(|x| (0..self.size).map(move |y| (x, y))).collect()
    }

    fn at(&self, (x, y): Point) -> Option<usize> {
        self.board[x][y]
    }

    /// The stones of the chain at a point, and its liberties.
    pub(crate) fn chain(&self, start: Point) -> (BTreeSet<Point>, BTreeSet<Point>) {
        let (mut chain, mut liberties) = (BTreeSet::from([start]), BTreeSet::new());
        let mut open = vec![start];
        while let Some(here) = open.pop() {
            for other in self.near(here) {
                match self.at(other) {
                    None => drop(liberties.insert(other)),
                    colour if colour == self.at(start) && chain.insert(other) => open.push(other),
                    _ => {}
                }
            }
        }
        (chain, liberties)
    }

    /// The same after a stone of this colour, without chains that are captured, suicides included.
    pub(crate) fn with(&self, at: Point, colour: usize) -> Policy {
        let mut next = self.clone();
        next.board[at.0][at.1] = Some(colour);
        for player in [1 - colour, colour] {
            let dead: Vec<Point> =
                next.points().into_iter().filter(|&p| next.at(p) == Some(player) && next.chain(p).1.is_empty()).collect();
            dead.into_iter().for_each(|(x, y)| next.board[x][y] = None);
        }
        next
    }

    /// The liberties of the chain that a stone would belong to.
    pub(crate) fn liberties_after(&self, at: Point, colour: usize) -> BTreeSet<Point> {
        let next = self.with(at, colour);
        if next.at(at).is_none() { BTreeSet::new() } else { next.chain(at).1 }
    }

    pub(crate) fn is_self_atari(&self, at: Point) -> bool {
        self.liberties_after(at, self.me).len() < 2
    }

    fn fits(&self, (x, y): Point, rows: &[&str; 3], symmetry: usize, swapped: bool) -> bool {
        (0..9).filter(|&k| k != 4).all(|k| {
            let (mut a, mut b) = (k % 3, k / 3);
            let letter = rows[b].as_bytes()[a];
            if symmetry & 1 != 0 {
                a = 2 - a;
            }
            if symmetry & 2 != 0 {
                b = 2 - b;
            }
            if symmetry & 4 != 0 {
                (a, b) = (b, a);
            }
            let on_board = (1..=self.size).contains(&(x + a)) && (1..=self.size).contains(&(y + b));
            if !on_board || letter == b'#' {
                return !on_board && letter == b'#';
            }
            let here = self.at((x + a - 1, y + b - 1)).map(|colour| (colour == 0) != swapped);
            match letter {
                b'X' => here == Some(true),
                b'O' => here == Some(false),
                b'x' => here != Some(false),
                b'o' => here != Some(true),
                b'.' => here.is_none(),
                _ => true,
            }
        })
    }

    fn has_pattern(&self, at: Point) -> bool {
        PATTERNS.iter().any(|(rows, who, except)| {
            [false, true].into_iter().any(|swapped| {
                let letter = if (self.me == 0) != swapped { "X" } else { "O" };
                let any = |rows: &[&str; 3]| (0..8).any(|symmetry| self.fits(at, rows, symmetry, swapped));
                who.contains(letter) && any(rows) && !except.iter().any(any)
            })
        })
    }

    /// What the parts propose, by their names.
    pub(crate) fn proposals(&self, part: &str) -> BTreeSet<Point> {
        let enemies = |from: &[Point]| from.iter().copied().filter(|&p| self.at(p) == Some(1 - self.me)).collect::<Vec<_>>();
        let own = |from: &[Point]| from.iter().copied().filter(|&p| self.at(p) == Some(self.me)).collect::<Vec<_>>();
        let attacker = self.last[0].filter(|&last| self.at(last) == Some(1 - self.me));
        let liberties_of_ataris = |stones: Vec<Point>| -> Vec<Point> {
            stones.into_iter().map(|p| self.chain(p).1).filter(|liberties| liberties.len() == 1).flatten().collect()
        };
        let found: Vec<Point> = match (part, attacker) {
            ("atari-capture", Some(last)) => liberties_of_ataris(vec![last]),
            ("capture", _) => liberties_of_ataris(enemies(&self.points())),
            ("atari-defence", Some(last)) => {
                let attacked: Vec<Point> = own(&self.near(last)).into_iter().filter(|&p| self.chain(p).1.len() == 1).collect();
                let saves = |at: Point, stone: Point| self.with(at, self.me).chain(stone).1.len() >= 2;
                let touches = |at: Point, stone: Point| {
                    self.chain(stone).1.contains(&at) || self.with(at, self.me).chain(stone).1.iter().any(|&p| self.at(p).is_some())
                };
                let all = self.light.iter().copied();
                all.filter(|&at| attacked.iter().any(|&stone| touches(at, stone) && saves(at, stone))).collect()
            }
            ("low-liberties", Some(last)) => {
                let chains = own(&self.near(last)).into_iter().chain([last]).filter(|&p| self.chain(p).1.len() == 2);
                let good = |stone: Point| {
                    let owner = self.at(stone).unwrap();
                    let liberties = self.chain(stone).1.into_iter();
                    liberties.filter(move |&at| self.liberties_after(at, owner).len() >= 3 && !self.is_self_atari(at))
                };
                chains.flat_map(good).collect()
            }
            ("patterns", Some(last)) => {
                let places = [Some(last), self.last[1]].into_iter().flatten().flat_map(|p| self.around(p));
                places.filter(|&p| self.at(p).is_none() && self.has_pattern(p) && !self.is_self_atari(p)).collect()
            }
            _ => Vec::new(),
        };
        found.into_iter().filter(|at| self.light.contains(at)).collect()
    }

    /// The candidates of the first part that has any; `None` if none has.
    pub(crate) fn first(&self) -> Option<BTreeSet<Point>> {
        let parts = ["atari-capture", "atari-defence", "low-liberties", "patterns", "capture"];
        parts.into_iter().map(|part| self.proposals(part)).find(|found| !found.is_empty())
    }
}
