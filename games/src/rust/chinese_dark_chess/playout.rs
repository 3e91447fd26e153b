//! Fast random play.

use super::board::{Board, NO_SQUARE, Status};
use super::unseen::UnseenPieces;
use crate::playout::Playout;
use crate::{Rng, bits};

impl Board {
    /// Plays uniformly random moves, or uniformly random captures where possible if `greedy`.
    ///
    /// The sets of squares are kept as the player to move sees them, apart from the board, which gets them at the end.
    pub(super) fn random_play(&mut self, rng: &mut Rng, cap: u32, greedy: bool) -> Playout {
        if self.pending != NO_SQUARE && self.status == Status::Open {
            let piece = self.draw_piece(rng);
            self.turn_over(piece);
            self.settle_in_play();
        }
        let (mut sides, mut unseen) = (self.sides(), UnseenPieces::new(&self.unseen));
        let mut moves = 0;
        while self.status == Status::Open {
            if moves == cap || self.quiet >= self.rules.draw_after || self.is_repeated() {
                // Only now is it tested whether the player to move has lost, which takes precedence over a draw.
                self.put_sides(sides);
                self.settle();
                break;
            }
            let (captures, jumps) = (sides.captures(), sides.count_jumps());
            if greedy && (captures.any() || jumps > 0) {
                let stepped = captures.count();
                let rank = rng.below((stepped + jumps) as usize) as u32;
                let (from, to) = if rank < stepped { captures.nth(rank) } else { sides.nth_jump(rank - stepped) };
                self.step_with(&mut sides, from, to);
                self.settle_in_play();
                moves += 1;
                continue;
            }
            let quiet = sides.quiet_steps();
            let dark = sides.dark.count_ones();
            let total = dark + jumps + quiet.with(captures).count();
            if total == 0 {
                self.status = Status::Won(1 - self.mover);
                break;
            }
            moves += 1;
            let rank = rng.below(total as usize) as u32;
            if rank < dark {
                let square = bits::select(u64::from(sides.dark), rank) as u8;
                let piece = unseen.remove(rng.below(dark as usize) as u32);
                self.show(&mut sides, square, piece);
                self.dark = sides.dark;
                continue;
            }
            let (rank, steps, all_steps) = (rank - dark, quiet.count(), total - dark - jumps);
            let (from, to) = if rank < steps {
                quiet.nth(rank)
            } else if rank < all_steps {
                captures.nth(rank - steps)
            } else {
                sides.nth_jump(rank - all_steps)
            };
            self.step_with(&mut sides, from, to);
            self.settle_in_play();
        }
        self.put_sides(sides);
        Playout::orthodox(moves, self.status != Status::Open)
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
        UnseenPieces::new(&self.unseen).remove(rng.below(self.dark.count_ones() as usize) as u32)
    }
}
