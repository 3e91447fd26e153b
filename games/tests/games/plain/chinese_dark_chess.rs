//! Plain Chinese dark chess: a map from squares to pieces.

use super::boards::Plain;
use std::collections::BTreeMap;

/// Strongest first; the exceptions for king and pawn are spelt out in the captures.
const ORDER: &str = "KGMRNCP";

#[derive(Clone)]
pub(crate) struct ChineseDarkChess {
    rows: i64,
    draw_after: usize,
    repetitions: usize,
    /// `None` is a face-down piece.
    board: BTreeMap<(i64, i64), Option<char>>,
    unseen: Vec<char>,
    player: usize,
    /// Whether player 0 has the upper-case pieces.
    first_is_red: Option<bool>,
    turning: Option<(i64, i64)>,
    quiet: usize,
    stood: Vec<String>,
}

fn name((x, y): (i64, i64)) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

impl ChineseDarkChess {
    pub(crate) fn new(rows: i64, pieces: &str, draw_after: usize, repetitions: usize) -> Self {
        let board = (0..rows).flat_map(|y| (0..4).map(move |x| ((x, y), None))).collect();
        let unseen = pieces.chars().chain(pieces.to_lowercase().chars()).collect();
        ChineseDarkChess {
            rows,
            draw_after,
            repetitions,
            board,
            unseen,
            player: 0,
            first_is_red: None,
            turning: None,
            quiet: 0,
            stood: Vec::new(),
        }
    }

    fn owns(&self, player: usize, piece: char) -> bool {
        self.first_is_red.is_some_and(|red| (red == (player == 0)) == piece.is_uppercase())
    }

    fn beats(hunter: char, prey: char) -> bool {
        let rank = |piece: char| ORDER.find(piece.to_ascii_uppercase()).unwrap();
        match (hunter.to_ascii_uppercase(), prey.to_ascii_uppercase()) {
            ('K', 'P') | ('C', _) => false,
            ('P', 'K') => true,
            _ => rank(hunter) <= rank(prey),
        }
    }

    fn player_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (&(x, y), &piece) in &self.board {
            let Some(piece) = piece else {
                moves.push(format!("{}?", name((x, y))));
                continue;
            };
            if !self.owns(self.player, piece) {
                continue;
            }
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let line = (1..8).map(|n| (x + n * dx, y + n * dy)).take_while(|(x, y)| (0..4).contains(x) && (0..self.rows).contains(y));
                let line: Vec<(i64, i64)> = line.collect();
                let Some(next) = line.first() else { continue };
                match self.board.get(next) {
                    None => moves.push(format!("{}-{}", name((x, y)), name(*next))),
                    Some(&Some(prey)) if self.owns(1 - self.player, prey) && Self::beats(piece, prey) => {
                        moves.push(format!("{}x{}", name((x, y)), name(*next)));
                    }
                    _ => {}
                }
                let second = line.iter().filter(|square| self.board.contains_key(square)).nth(1);
                if let Some(second) = second.filter(|_| piece.eq_ignore_ascii_case(&'C'))
                    && self.board[second].is_some_and(|prey| self.owns(1 - self.player, prey))
                {
                    moves.push(format!("{}x{}", name((x, y)), name(*second)));
                }
            }
        }
        moves
    }

    fn has_pieces(&self, player: usize) -> bool {
        self.first_is_red.is_none() || self.board.values().flatten().chain(&self.unseen).any(|&piece| self.owns(player, piece))
    }

    fn picture(&self) -> String {
        format!("{:?} {:?} {}", self.board, self.unseen, self.player)
    }
}

impl Plain for ChineseDarkChess {
    fn moves(&self) -> Vec<String> {
        if self.scores().is_some() {
            return Vec::new();
        }
        if self.turning.is_some() {
            return self.unseen.iter().map(char::to_string).collect();
        }
        self.player_moves()
    }

    fn play(&mut self, m: &str) {
        let square = |text: &str| (i64::from(text.as_bytes()[0] - b'a'), i64::from(text.as_bytes()[1] - b'1'));
        if let Some(at) = self.turning.take() {
            let piece = m.chars().next().unwrap();
            let place = self.unseen.iter().position(|&other| other == piece).unwrap();
            self.unseen.remove(place);
            self.first_is_red.get_or_insert(piece.is_uppercase() == (self.player == 0));
            self.board.insert(at, Some(piece));
            self.quiet = 0;
        } else if let Some(at) = m.strip_suffix('?') {
            self.turning = Some(square(at));
            return;
        } else {
            self.stood.push(self.picture());
            let piece = self.board.remove(&square(&m[..2])).unwrap();
            let captured = self.board.insert(square(&m[3..]), piece);
            self.quiet = if captured.is_some() { 0 } else { self.quiet + 1 };
        }
        self.player = 1 - self.player;
    }

    fn mover(&self) -> usize {
        self.player
    }

    fn scores(&self) -> Option<Vec<f64>> {
        if self.turning.is_some() {
            return None;
        }
        let won_by = |player: usize| Some(if player == 0 { vec![1.0, 0.0] } else { vec![0.0, 1.0] });
        let times = 1 + self.stood.iter().filter(|&picture| *picture == self.picture()).count();
        if !self.has_pieces(self.player) || self.player_moves().is_empty() {
            won_by(1 - self.player)
        } else if !self.has_pieces(1 - self.player) {
            won_by(self.player)
        } else if self.quiet >= self.draw_after || self.repetitions > 0 && times >= self.repetitions {
            Some(vec![0.5, 0.5])
        } else {
            None
        }
    }
}
