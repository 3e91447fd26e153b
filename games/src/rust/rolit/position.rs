//! The board as a position of a game, and its notation.

use super::{Board, START};
use crate::picture::{Colour, Grid, Look, Man};
use crate::playout::{Playout, Scratch};
use crate::{Move, NotationError, Picture, Player, Position, Rng, Turn, bits, fen, hash};

/// Red, yellow, green and blue.
const COLOURS: [char; 4] = ['R', 'Y', 'G', 'B'];

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        if self.legal == 0 { Turn::Over } else { Turn::Player(usize::from(self.to_move)) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        out.extend(bits::ones(self.legal).map(|square| Move(u64::from(square))));
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        self.place(m.0 as u32);
    }

    fn score(&self, player: Player) -> f64 {
        let counts = (0..usize::from(self.players)).map(|player| self.count(player));
        let most = counts.clone().max().unwrap_or(0);
        let leaders = counts.filter(|&count| count == most).count();
        if self.count(player) == most { 1.0 / leaders as f64 } else { 0.0 }
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        let mut moves = 0;
        while self.legal != 0 && moves < cap {
            self.place(bits::pick(self.legal, rng));
            moves += 1;
        }
        Playout::orthodox(moves, self.legal == 0)
    }

    fn key(&self) -> u64 {
        hash::key(&(self.balls, self.to_move))
    }

    /// Based on the lead in balls over the best of the others.
    fn evaluate(&self, player: Player) -> Option<f64> {
        let others = (0..usize::from(self.players)).filter(|&other| other != player);
        let best = others.map(|other| self.count(other)).max()?;
        let lead = f64::from(self.count(player)) - f64::from(best);
        Some(0.5 + 0.5 * lead / (lead.abs() + 10.0))
    }

    fn notation(&self) -> String {
        self.write()
    }

    /// `d3`, rows numbered from the top as in Othello.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for m in submove {
            fen::write_square((m.0 & 7) as usize, (m.0 >> 3 & 7) as usize, out);
        }
    }

    fn picture(&self) -> Option<Picture> {
        let colours = [Colour::Red, Colour::Yellow, Colour::Green, Colour::Blue];
        let mut grid = Grid::from_top(Look::Squares, 8, 8);
        grid.layout().colours = colours[..usize::from(self.players)].to_vec();
        Some(grid.picture(|column, row| {
            let letter = self.letter(column, row)?;
            let colour = colours[COLOURS.iter().position(|&other| other == letter)?];
            Some(Man::stone(letter, colour).label(format!("{} ball", colour.name())))
        }))
    }
}

impl Board {
    /// The rows from the top (row 1) as in FEN, then the player to move: `8/8/8/3RY3/3BG3/8/8/8 R`.
    fn write(&self) -> String {
        let rows = fen::write_rows((8, 8), |column, row| self.letter(column, row));
        format!("{rows} {}", COLOURS[usize::from(self.to_move)])
    }

    pub(super) fn parse(players: usize, text: &str) -> Result<Board, NotationError> {
        let wrong = |what: &str| NotationError::new(format!("`{text}` is not a rolit position: {what}"));
        let Some((rows, mover)) = text.split_once(' ') else {
            return Err(wrong("expected 8 rows and the player to move, as in `8/8/8/3RY3/3BG3/8/8/8 R`"));
        };
        let mut balls = [0; 4];
        for (column, row, colour) in fen::parse_rows(rows, (8, 8), |c| COLOURS.iter().position(|&colour| colour == c))? {
            balls[colour] |= 1 << (8 * row + column);
        }
        let centre = START.iter().fold(0, |all, ball| all | ball);
        if balls.iter().fold(centre, |missing, balls| missing & !balls) != 0 {
            return Err(wrong("the four squares in the centre are never empty"));
        }
        if let Some(colour) = (players..4).find(|&colour| balls[colour] & !START[colour] != 0) {
            return Err(wrong(&format!("no player has `{}`, whose only ball is in the centre", COLOURS[colour])));
        }
        let mut played = COLOURS[..players].iter();
        match played.position(|colour| mover.chars().eq([*colour])) {
            Some(to_move) => Ok(Board::new(players, balls, to_move)),
            None => Err(wrong(&format!("`{mover}` is not a player to move, expected one of `{}`", String::from_iter(&COLOURS[..players])))),
        }
    }

    fn letter(&self, column: usize, row: usize) -> Option<char> {
        (0..4).find(|&colour| self.balls[colour] >> (8 * row + column) & 1 == 1).map(|colour| COLOURS[colour])
    }
}
