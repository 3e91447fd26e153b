//! The board: each player's men as that player numbers the points, and the phase of the turn.

use crate::Player;

/// Men per player.
pub(super) const MEN: u8 = 15;
/// The index of men borne off.
pub(super) const OFF: u8 = 0;
/// The index of men on the bar, behind the 24 points.
pub(super) const BAR: u8 = 25;

/// The phase of a turn.
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
    /// The places with at least one of them, as bits.
    pub(super) any: [u32; 2],
    /// The places with at least two.
    pub(super) pairs: [u32; 2],
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
        Board::new([own; 2], 0, Phase::Opening, points)
    }

    /// A board with these men.
    pub(super) fn new(men: [[u8; 26]; 2], mover: Player, phase: Phase, points: bool) -> Board {
        let places = |least: u8| men.map(|own| own.iter().rev().fold(0, |set, &count| set << 1 | u32::from(count >= least)));
        Board { men, any: places(1), pairs: places(2), mover, phase, points }
    }

    /// Moves a man of the player to move and hits a blot there; returns whether it hit.
    #[inline]
    pub(super) fn step(&mut self, from: u8, to: u8) -> bool {
        let (me, other) = (self.mover, 1 - self.mover);
        self.put(me, from, self.men[me][usize::from(from)] - 1);
        self.put(me, to, self.men[me][usize::from(to)] + 1);
        let theirs = 25 - to;
        let hit = to != OFF && self.men[other][usize::from(theirs)] == 1;
        if hit {
            self.put(other, theirs, 0);
            self.put(other, BAR, self.men[other][usize::from(BAR)] + 1);
        }
        hit
    }

    /// Sets the number of a player's men in a place.
    #[inline]
    fn put(&mut self, player: Player, place: u8, count: u8) {
        self.men[player][usize::from(place)] = count;
        let change = |set: &mut u32, there: bool| *set = *set & !(1 << place) | u32::from(there) << place;
        change(&mut self.any[player], count > 0);
        change(&mut self.pairs[player], count > 1);
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
