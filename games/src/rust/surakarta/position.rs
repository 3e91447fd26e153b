//! A board as the position of a game.

use super::super::stone_board;
use super::board::{Board, PASS, STONE_BOARD};
use super::{loops, playout};
use crate::picture::{Colour, Look};
use crate::playout::{Playout, Scratch};
use crate::{Move, Picture, Player, Position, Rng, Turn, hash};
use std::cmp::Ordering;
use std::sync::Arc;

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(usize::from(self.to_move)) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.is_over() {
            return;
        }
        out.extend(self.targets().map(|(from, to)| Move(u64::from(from | to << 6))));
        if out.is_empty() {
            out.push(PASS);
        }
    }

    fn count_moves(&self, _list: &mut Vec<Move>) -> usize {
        if self.is_over() { 0 } else { self.mobility().max(1) as usize }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        if m == PASS {
            self.pass();
        } else {
            self.play(m.0 as u32 & 63, (m.0 >> 6) as u32 & 63);
        }
    }

    fn score(&self, player: Player) -> f64 {
        if !self.is_counted() {
            return 0.5;
        }
        match self.stones[player].count_ones().cmp(&self.stones[1 - player].count_ones()) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Less => 0.0,
        }
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        playout::run(self, rng, cap)
    }

    fn key(&self) -> u64 {
        hash::key(&(self.stones, self.to_move, self.quiet))
    }

    fn evaluate(&self, player: Player) -> Option<f64> {
        Some(stone_board::estimate(self.stones, player))
    }

    fn notation(&self) -> String {
        self.write()
    }

    /// `b2-b3`, `b2xe5` for a capture, or `pass`.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for &m in submove {
            match m {
                PASS => out.push_str("pass"),
                _ => STONE_BOARD.write_move(m, self.stones[usize::from(1 - self.to_move)], out),
            }
        }
    }

    fn picture(&self) -> Option<Picture> {
        let mut picture = STONE_BOARD.stones(self.stones, Look::Points, [Colour::Black, Colour::White]);
        Arc::make_mut(&mut picture.layout).lines.extend(loops::arcs());
        Some(picture)
    }
}
