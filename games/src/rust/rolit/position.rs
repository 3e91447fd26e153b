//! The board as a position of a game.

use super::Board;
use crate::playout::{Playout, Scratch};
use crate::{Move, Player, Position, Rng, Turn, bits, fen, hash};

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
        Playout { moves, semimoves: moves, over: self.legal == 0 }
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

    fn draw(&self) -> String {
        self.picture()
    }
}
