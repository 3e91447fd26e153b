//! Minishogi as a position, and random play.

use super::board::{Board, IN_HAND, PROMOTES, State};
use super::pieces::LETTERS;
use super::sfen;
use crate::playout::{Playout, Scratch};
use crate::{Move, Picture, Player, Position, Rng, Turn, hash};

/// The lead in material, in pawns, at which the estimate is three quarters.
const SCALE: f64 = 10.0;

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        if self.state == State::Playing { Turn::Player(usize::from(self.to_move)) } else { Turn::Over }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.state == State::Playing {
            out.extend(self.fans().moves().filter(|&m| self.is_legal(m)));
        }
    }

    fn count_moves(&self, _list: &mut Vec<Move>) -> usize {
        if self.state == State::Playing { self.count_legal() as usize } else { 0 }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        self.play(m);
        self.settle();
    }

    fn score(&self, player: Player) -> f64 {
        match self.state {
            State::Lost => f64::from(u8::from(player != usize::from(self.to_move))),
            _ => 0.5,
        }
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        let mut moves = 0;
        while moves < cap && self.played < self.max_moves {
            let Some(m) = self.random_move(rng) else { break };
            self.play(m);
            moves += 1;
        }
        self.settle();
        Playout::orthodox(moves, self.state != State::Playing)
    }

    /// The number of moves is left out: it only brings a draw nearer.
    fn key(&self) -> u64 {
        hash::key(&(self.kinds, self.sides[0], self.hands, self.to_move))
    }

    fn evaluate(&self, player: Player) -> Option<f64> {
        let lead = f64::from(self.material(player)) - f64::from(self.material(1 - player));
        Some(0.5 + 0.5 * lead / (lead.abs() + SCALE))
    }

    fn notation(&self) -> String {
        sfen::write(self)
    }

    /// USI notation: `5d5c`, `2e2a+` with promotion, `P*3c` for a drop.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for m in submove {
            let (source, target) = (m.0 as u32 & 31, m.0 as u32 >> 5 & 31);
            if source >= IN_HAND {
                out.push(LETTERS[(source - IN_HAND) as usize]);
                out.push('*');
            } else {
                out.extend(sfen::square(source));
            }
            out.extend(sfen::square(target));
            if m.0 as u32 & PROMOTES != 0 {
                out.push('+');
            }
        }
    }

    fn picture(&self) -> Option<Picture> {
        Some(sfen::picture(self))
    }
}
