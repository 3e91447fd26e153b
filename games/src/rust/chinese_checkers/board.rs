//! The pieces, the player to move and the winner.

use super::Stops;
use super::star::{Star, ones};
use crate::{Move, Player};

/// The pass of a player without any other move; its code belongs to no pair of holes.
pub(super) const PASS: Move = Move(127 | 127 << 7);

/// Constants of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    pub(super) star: &'static Star,
    pub(super) players: usize,
    /// The point in which each player starts; the goal is the one opposite.
    homes: &'static [usize],
    /// The holes in which a piece of each player may end its move.
    pub(super) stops: [u128; 6],
    pub(super) max_moves: u32,
}

impl Setup {
    pub(super) fn new(star: &'static Star, players: usize, stops: Stops, max_moves: u32) -> Setup {
        let homes: &[usize] = match players {
            2 => &[0, 3],
            3 => &[0, 2, 4],
            4 => &[0, 1, 3, 4],
            _ => &[0, 1, 2, 3, 4, 5],
        };
        let mut setup = Setup { star, players, homes, stops: [star.holes; 6], max_moves };
        if stops == Stops::OwnPoints {
            let points = star.points.iter().fold(0, |all, point| all | point);
            for player in 0..players {
                setup.stops[player] = star.holes & !points | setup.home(player) | setup.goal(player);
            }
        }
        setup
    }

    pub(super) fn home(&self, player: Player) -> u128 {
        self.star.points[self.homes[player]]
    }

    #[inline(always)]
    pub(super) fn goal(&self, player: Player) -> u128 {
        self.star.points[self.goal_point(player)]
    }

    #[inline(always)]
    fn goal_point(&self, player: Player) -> usize {
        (self.homes[player] + 3) % 6
    }
}

/// A move is its source plus 128 × its target, or [`PASS`].
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) setup: Setup,
    /// The pieces of each player.
    pub(super) pieces: [u128; 6],
    pub(super) to_move: u8,
    /// The number of moves made.
    pub(super) moves_made: u32,
    pub(super) winner: Option<u8>,
}

impl Board {
    pub(super) fn start(setup: Setup) -> Board {
        let pieces = std::array::from_fn(|player| if player < setup.players { setup.home(player) } else { 0 });
        Board { setup, pieces, to_move: 0, moves_made: 0, winner: None }
    }

    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        self.winner.is_some() || self.moves_made >= self.setup.max_moves
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> u128 {
        self.pieces.iter().fold(0, |all, pieces| all | pieces)
    }

    /// Moves a piece of the player to move, and records a win.
    #[inline(always)]
    pub(super) fn go(&mut self, from: usize, to: usize) {
        let own = &mut self.pieces[usize::from(self.to_move)];
        *own = *own & !(1 << (from & 127)) | 1 << (to & 127);
        self.winner =
            (0..self.setup.players).find(|&player| self.setup.goal(player) >> (to & 127) & 1 == 1 && self.is_home(player)).map(|p| p as u8);
        self.pass();
    }

    #[inline(always)]
    pub(super) fn pass(&mut self) {
        self.to_move = if usize::from(self.to_move) + 1 == self.setup.players { 0 } else { self.to_move + 1 };
        self.moves_made += 1;
    }

    /// Whether a player's goal is full and holds a piece of the player.
    #[inline]
    pub(super) fn is_home(&self, player: Player) -> bool {
        let goal = self.setup.goal(player);
        goal & !self.occupied() == 0 && goal & self.pieces[player] != 0
    }

    /// The total distance in steps of a player's pieces to the tip of the goal.
    pub(super) fn steps_left(&self, player: Player) -> u32 {
        let to_tip = &self.setup.star.to_tip[self.setup.goal_point(player)];
        ones(self.pieces[player]).map(|hole| u32::from(to_tip[hole & 127])).sum()
    }
}
