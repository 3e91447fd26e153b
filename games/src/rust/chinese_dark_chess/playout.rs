//! Fast random play.

use super::board::{Board, NO_SQUARE, Status};
use super::moves::decode;
use crate::playout::{Playout, Scratch};
use crate::{Rng, bits};

impl Board {
    /// Plays uniformly random moves, or uniformly random captures where possible if `greedy`.
    pub(super) fn random_play(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch, greedy: bool) -> Playout {
        let mut moves = 0;
        let over = loop {
            if self.status != Status::Open {
                break true;
            }
            if self.pending != NO_SQUARE {
                let piece = self.draw_piece(rng);
                self.turn_over(piece);
                self.settle_in_play();
                continue;
            }
            if moves == cap || self.quiet >= self.rules.draw_after || self.is_repeated() {
                // Only now is it tested whether the player to move has lost, which takes precedence over a draw.
                self.settle();
                break self.status != Status::Open;
            }
            let captures = &mut scratch.moves;
            captures.clear();
            self.push_captures(captures);
            if greedy && !captures.is_empty() {
                let (from, to) = decode(captures[rng.below(captures.len())]);
                self.step(from, to);
                self.settle_in_play();
                moves += 1;
                continue;
            }
            let quiet = self.quiet_steps();
            let (dark, steps) = (self.dark.count_ones(), quiet.count());
            let total = dark + steps + captures.len() as u32;
            if total == 0 {
                self.status = Status::Won(1 - self.mover);
                break true;
            }
            moves += 1;
            let rank = rng.below(total as usize) as u32;
            if rank < dark {
                // The intermediate position is not needed.
                self.pending = bits::select(u64::from(self.dark), rank) as u8;
                continue;
            }
            let (from, to) = match captures.get((rank - dark).wrapping_sub(steps) as usize) {
                Some(&capture) => decode(capture),
                None => quiet.nth(rank - dark),
            };
            self.step(from, to);
            self.settle_in_play();
        };
        Playout { moves, semimoves: moves, over }
    }

    /// The part of [`Board::settle`] that the choice of the next move does not find out anyway.
    #[inline(always)]
    fn settle_in_play(&mut self) {
        let Some(first) = self.first else { return };
        for player in [self.mover, 1 - self.mover] {
            if self.material[usize::from(first) ^ player] == 0 {
                self.status = Status::Won(1 - player);
                return;
            }
        }
    }

    /// Draws the piece that is turned over, uniformly from the unseen ones.
    #[inline]
    pub(super) fn draw_piece(&self, rng: &mut Rng) -> u8 {
        let mut rank = rng.below(self.dark.count_ones() as usize) as u8;
        for (piece, &count) in self.unseen.iter().enumerate() {
            if rank < count {
                return piece as u8;
            }
            rank -= count;
        }
        unreachable!("there are as many unseen pieces as dark squares")
    }
}
