//! The board: each player's men as that player numbers the points, and the phase of the turn.

use crate::Player;

/// Men per player.
pub(super) const MEN: u8 = 15;
/// The index of men borne off.
pub(super) const OFF: u8 = 0;
/// The index of men on the bar, behind the 24 points.
pub(super) const BAR: u8 = 25;

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Phase {
    /// Chance rolls two different dice for player 0.
    Opening,
    /// Chance rolls for the player to move.
    Roll,
    /// The player to move uses these dice, the higher one first.
    Move(u8, u8),
    /// The player who moved last has borne off all men.
    Over,
}

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The number of men on each point as their owner numbers them, from 1 where men are borne off; also [`OFF`] and [`BAR`].
    pub(super) men: [[u8; 26]; 2],
    pub(super) mover: Player,
    pub(super) phase: Phase,
    /// Whether gammons count.
    pub(super) points: bool,
}

impl Board {
    /// The board before the first roll.
    pub(super) fn start(points: bool) -> Board {
        let mut own = [0; 26];
        for (point, count) in [(24, 2), (13, 5), (8, 3), (6, 5)] {
            own[point] = count;
        }
        Board { men: [own; 2], mover: 0, phase: Phase::Opening, points }
    }

    /// Moves a man of the player to move and hits a blot there; returns whether it hit.
    #[inline]
    pub(super) fn step(&mut self, from: u8, to: u8) -> bool {
        let [own, other] = self.sides();
        own[usize::from(from)] -= 1;
        own[usize::from(to)] += 1;
        let theirs = usize::from(25 - to);
        let hit = to != OFF && other[theirs] == 1;
        if hit {
            other[theirs] = 0;
            other[usize::from(BAR)] += 1;
        }
        hit
    }

    /// The men of the player to move and of the opponent.
    #[inline]
    fn sides(&mut self) -> [&mut [u8; 26]; 2] {
        let [first, second] = &mut self.men;
        if self.mover == 0 { [first, second] } else { [second, first] }
    }

    /// Ends the turn: the next roll, or the end of the game.
    pub(super) fn pass_on(&mut self) {
        if self.men[self.mover][usize::from(OFF)] == MEN {
            self.phase = Phase::Over;
            return;
        }
        self.mover ^= 1;
        self.phase = Phase::Roll;
    }

    /// The value of the win: 1, 2 for a gammon, 3 for a backgammon.
    pub(super) fn worth(&self) -> u8 {
        let loser = &self.men[1 - self.mover];
        if loser[usize::from(OFF)] > 0 {
            1
        } else if loser[19..].iter().all(|&count| count == 0) {
            2
        } else {
            3
        }
    }

    /// The number of pips that a player has to go.
    pub(super) fn pips(&self, player: Player) -> u32 {
        self.men[player].iter().zip(0..).map(|(&count, place)| u32::from(count) * place).sum()
    }
}
