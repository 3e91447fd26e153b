//! Plain minishogi: an array of squares, every move tried and taken back if it leaves the king attacked.

use super::boards::Plain;

#[derive(Clone, Copy, PartialEq)]
struct Piece {
    owner: usize,
    /// `K`, `G`, `S`, `B`, `R` or `P`.
    letter: char,
    promoted: bool,
}

#[derive(Clone)]
pub(crate) struct Minishogi {
    /// By row from the top, then by column from the left.
    cells: [[Option<Piece>; 5]; 5],
    hands: [Vec<char>; 2],
    mover: usize,
    played: usize,
    limit: usize,
}

/// Files count from the right, ranks are lettered from the top.
fn name(x: i64, y: i64) -> String {
    format!("{}{}", 5 - x, char::from(b'a' + y as u8))
}

fn square(text: &str) -> (i64, i64) {
    let bytes = text.as_bytes();
    (5 - i64::from(bytes[0] - b'0'), i64::from(bytes[1] - b'a'))
}

const ORTHOGONAL: [(i64, i64); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];
const DIAGONAL: [(i64, i64); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

impl Minishogi {
    pub(crate) fn new(limit: usize) -> Self {
        let mut cells = [[None; 5]; 5];
        for (i, letter) in "KGSBR".chars().enumerate() {
            cells[4][i] = Some(Piece { owner: 0, letter, promoted: false });
            cells[0][4 - i] = Some(Piece { owner: 1, letter, promoted: false });
        }
        cells[3][0] = Some(Piece { owner: 0, letter: 'P', promoted: false });
        cells[1][4] = Some(Piece { owner: 1, letter: 'P', promoted: false });
        Minishogi { cells, hands: [Vec::new(), Vec::new()], mover: 0, played: 0, limit }
    }

    /// The content of a square: `None` is off the board, `Some(None)` an empty square.
    fn at(&self, x: i64, y: i64) -> Option<Option<Piece>> {
        ((0..5).contains(&x) && (0..5).contains(&y)).then(|| self.cells[y as usize][x as usize])
    }

    fn squares() -> impl Iterator<Item = (i64, i64)> {
        (0..25).map(|i| (i % 5, i / 5))
    }

    /// The squares to which the piece can step or slide, including captures.
    fn reach(&self, x: i64, y: i64, piece: Piece) -> Vec<(i64, i64)> {
        let forward = if piece.owner == 0 { -1 } else { 1 };
        let ahead = (0, forward);
        let mut steps = Vec::new();
        let mut slides: &[(i64, i64)] = &[];
        match (piece.letter, piece.promoted) {
            ('K', _) => steps.extend(ORTHOGONAL.iter().chain(&DIAGONAL)),
            ('G', _) | ('S' | 'P', true) => steps.extend(ORTHOGONAL.iter().chain(&[(-1, forward), (1, forward)])),
            ('S', false) => steps.extend(DIAGONAL.iter().chain(&[ahead])),
            ('P', false) => steps.push(ahead),
            ('R', promoted) => {
                slides = &ORTHOGONAL;
                steps.extend(DIAGONAL.iter().filter(|_| promoted));
            }
            ('B', promoted) => {
                slides = &DIAGONAL;
                steps.extend(ORTHOGONAL.iter().filter(|_| promoted));
            }
            (letter, _) => panic!("no piece `{letter}`"),
        }
        let mut reach: Vec<(i64, i64)> = steps.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        for (dx, dy) in slides {
            let (mut a, mut b) = (x + dx, y + dy);
            reach.push((a, b));
            while self.at(a, b) == Some(None) {
                (a, b) = (a + dx, b + dy);
                reach.push((a, b));
            }
        }
        reach.retain(|&(a, b)| self.at(a, b).is_some_and(|there| there.is_none_or(|other| other.owner != piece.owner)));
        reach
    }

    fn in_check(&self, player: usize) -> bool {
        let is_king = |piece: Option<Piece>| piece.is_some_and(|piece| piece.owner == player && piece.letter == 'K');
        let king = Self::squares().find(|&(x, y)| is_king(self.cells[y as usize][x as usize])).expect("a king");
        Self::squares().any(|(x, y)| match self.cells[y as usize][x as usize] {
            Some(piece) if piece.owner != player => self.reach(x, y, piece).contains(&king),
            _ => false,
        })
    }

    fn after(&self, m: &str) -> Self {
        let mut next = self.clone();
        next.play(m);
        next
    }

    /// The targets of moves and drops, regardless of the king's safety.
    fn candidates(&self) -> Vec<String> {
        let far = if self.mover == 0 { 0 } else { 4 };
        let mut moves = Vec::new();
        for (x, y) in Self::squares() {
            match self.cells[y as usize][x as usize] {
                Some(piece) if piece.owner == self.mover => {
                    for (a, b) in self.reach(x, y, piece) {
                        let step = format!("{}{}", name(x, y), name(a, b));
                        let promotes = !piece.promoted && "SBRP".contains(piece.letter) && (y == far || b == far);
                        if promotes {
                            moves.push(format!("{step}+"));
                        }
                        if !promotes || piece.letter != 'P' {
                            moves.push(step);
                        }
                    }
                }
                Some(_) => {}
                None => {
                    for letter in "RBGSP".chars().filter(|letter| self.hands[self.mover].contains(letter)) {
                        let pawn = Some(Piece { owner: self.mover, letter: 'P', promoted: false });
                        if letter != 'P' || y != far && (0..5).all(|row| self.cells[row][x as usize] != pawn) {
                            moves.push(format!("{letter}*{}", name(x, y)));
                        }
                    }
                }
            }
        }
        moves
    }

    /// The legal moves, whatever the limit on moves.
    fn legal(&self) -> Vec<String> {
        let mut moves = self.candidates();
        moves.retain(|m| {
            let next = self.after(m);
            if next.in_check(self.mover) {
                return false;
            }
            let pawn_check = m.starts_with("P*") && next.in_check(next.mover);
            !pawn_check || !next.legal().is_empty()
        });
        moves
    }
}

impl Plain for Minishogi {
    fn moves(&self) -> Vec<String> {
        if self.played == self.limit { Vec::new() } else { self.legal() }
    }

    fn play(&mut self, m: &str) {
        let (x, y) = square(&m[2..4]);
        let piece = match m.split_once('*') {
            Some((letter, _)) => {
                let letter = letter.chars().next().expect("a letter");
                let place = self.hands[self.mover].iter().position(|&other| other == letter).expect("in hand");
                self.hands[self.mover].remove(place);
                Piece { owner: self.mover, letter, promoted: false }
            }
            None => {
                let (a, b) = square(&m[..2]);
                let piece = self.cells[b as usize][a as usize].take().expect("a piece");
                Piece { promoted: piece.promoted || m.ends_with('+'), ..piece }
            }
        };
        if let Some(captured) = self.cells[y as usize][x as usize].replace(piece) {
            self.hands[self.mover].push(captured.letter);
        }
        self.mover = 1 - self.mover;
        self.played += 1;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        if self.legal().is_empty() {
            return Some([0, 1].map(|player| f64::from(u8::from(player != self.mover))).to_vec());
        }
        (self.played == self.limit).then(|| vec![0.5, 0.5])
    }
}
