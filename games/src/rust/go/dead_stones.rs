//! Dead stones: chains that random play takes away nearly always, removed before the area is counted.

use super::board::{BLACK, Board, EMPTY, PASS, WHITE, points};
use crate::Rng;

/// A chain is dead if its points end as the opponent's in more than this share of the playouts.
const SHARE: f64 = 0.8;

impl<const STRIDE: usize, const CAP: usize> Board<STRIDE, CAP> {
    /// Once two passes have ended the game, notes the score without dead stones, if the rules say that playouts find them.
    pub(super) fn settle(&mut self) {
        if self.passes < 2 || self.rules.dead_stones == 0 {
            return;
        }
        let mut stones = self.stones;
        for head in self.dead_chains() {
            stones.remove(head, usize::from(self.stones.colour[head]));
        }
        let [black, white] = stones.area();
        self.settled = Some(2 * (black - white) - self.rules.komi);
    }

    /// The names of the dead chains. Black and White begin equally many playouts, whose random numbers follow from the stones, so that a position
    /// is always counted in the same way.
    fn dead_chains(&self) -> Vec<usize> {
        let mut rng = Rng::from_seed(self.stones.key);
        let mut of_black = [0u32; CAP];
        let mut of_white = [0u32; CAP];
        let playouts = self.rules.dead_stones.next_multiple_of(2);
        let mut end = self.clone();
        for k in 0..playouts {
            end.clone_from(self);
            (end.passes, end.moves, end.mover, end.ko, end.last) = (0, 0, k as usize % 2, PASS, [PASS as u16; 2]);
            end.play_out(&mut rng, u32::MAX);
            for point in points::<STRIDE>(self.rules.size) {
                let owner = |player: usize| usize::from(end.stones.colour[point]) == player || end.is_surrounded(point, player);
                of_black[point] += u32::from(owner(BLACK));
                of_white[point] += u32::from(owner(WHITE));
            }
        }
        let heads = points::<STRIDE>(self.rules.size).filter(|&point| usize::from(self.stones.head[point]) == point);
        heads
            .filter(|&head| {
                let lost = if usize::from(self.stones.colour[head]) == BLACK { &of_white } else { &of_black };
                let (sum, count) = self.stones.chain(head).fold((0, 0), |(sum, count), stone| (sum + lost[stone], count + 1));
                f64::from(sum) > SHARE * f64::from(playouts) * f64::from(count)
            })
            .collect()
    }

    /// Whether a point is empty with all neighbours a player's stones.
    fn is_surrounded(&self, point: usize, player: usize) -> bool {
        self.stones.colour[point] == EMPTY && self.stones.near(point, player) == 4
    }
}
