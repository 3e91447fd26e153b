//! The rules on a board of two rows.

use super::sowing::{PITS, SEEDS, SownRows, count, filled, is_scattered, sow};
use super::{Ending, GrandSlam};
use crate::{Move, Player, bits};

/// The parameters that the rules use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) ending: Ending,
    pub(super) grand_slam: GrandSlam,
    pub(super) max_moves: u32,
}

/// The pass of a player without a legal move. Other moves are the numbers of their pits: 0 to 5 for South, 6 to 11 for North.
pub(super) const PASS: Move = Move(12);

/// The lowest byte of each row is the pit that is sown first.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) rules: Rules,
    /// The rows of South and North, one byte per pit.
    pub(super) rows: [u64; 2],
    /// The seeds captured by each player.
    pub(super) captured: [u32; 2],
    pub(super) to_move: u8,
    /// The number of consecutive passes, up to 2.
    pub(super) passes: u8,
    /// The number of moves made, passes included.
    pub(super) moves: u32,
}

impl Board {
    pub(super) fn start(rules: Rules) -> Board {
        Board { rules, rows: [0x0404_0404_0404; 2], captured: [0; 2], to_move: 0, passes: 0, moves: 0 }
    }

    #[inline(always)]
    pub(super) fn mover(&self) -> Player {
        usize::from(self.to_move & 1)
    }

    /// Whether the rules (not the limit on moves) have ended the game so that captured seeds decide.
    #[inline(always)]
    pub(super) fn is_decided(&self) -> bool {
        match self.rules.ending {
            Ending::Ludii => is_scattered(self.rows),
            Ending::Oware => self.rows == [0; 2] || self.captured.iter().any(|&seeds| seeds > SEEDS / 2),
        }
    }

    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        self.is_decided() || self.passes == 2 || self.moves >= self.rules.max_moves
    }

    /// The pits from which a player may sow, whoever is to move.
    pub(super) fn legal(&self, player: Player) -> impl Iterator<Item = u32> {
        bits::ones(u64::from(filled(self.rows[player]))).filter(move |&pit| self.after(player, pit).is_some())
    }

    /// The rows after sowing from a non-empty pit, or `None` if the other player would be left without a seed.
    #[inline(always)]
    pub(super) fn after(&self, player: Player, pit: u32) -> Option<SownRows> {
        let sown = sow(self.rows[player], self.rows[1 - player], pit);
        if sown.other != 0 {
            return Some(sown);
        }
        let spared = self.rules.grand_slam == GrandSlam::NoCapture && sown.taken != 0;
        spared.then_some(SownRows { other: sown.taken, taken: 0, ..sown })
    }

    /// Completes a move, given the rows after it, or `None` for a pass.
    #[inline(always)]
    pub(super) fn finish(&mut self, sown: Option<SownRows>) {
        let me = self.mover();
        match sown {
            Some(sown) => {
                self.rows[me] = sown.own;
                self.rows[1 - me] = sown.other;
                self.captured[me] += count(sown.taken);
                self.passes = 0;
            }
            None => self.passes += 1,
        }
        self.to_move ^= 1;
        self.moves += 1;
    }

    pub(super) fn play(&mut self, m: Move) {
        let me = self.mover();
        let pit = (m.0 as u32).wrapping_sub(me as u32 * PITS);
        self.finish(if pit < PITS { self.after(me, pit) } else { None });
        self.settle();
    }

    /// Under oware's ending, gives both players the seeds in their own rows if the player to move cannot move.
    pub(super) fn settle(&mut self) {
        if self.rules.ending == Ending::Oware && !self.is_decided() && self.legal(self.mover()).next().is_none() {
            for (captured, row) in self.captured.iter_mut().zip(&mut self.rows) {
                *captured += count(std::mem::take(row));
            }
        }
    }
}
