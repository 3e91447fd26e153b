//! The parameters in the form that the tree needs at every step.

use super::chances::{Outcomes, Sigmoids, sigmoids};
use super::noise::{self, Purpose, Ziggurat, ziggurat};
use super::{Gomba, Simulation};
use crate::Player;

/// The constants that all positions of a game share.
pub(super) struct Rules {
    /// Moves in every position.
    pub(super) branching: u64,
    /// Moves in every game.
    pub(super) depth: u16,
    /// Difficulty of the root.
    pub(super) bias: f64,
    pub(super) spread: f64,
    pub(super) spread_variation: f64,
    /// The weights, in a step, of an action's value in the whole tree and of its own value here.
    pub(super) carried: f64,
    pub(super) own: f64,
    /// The probability that a playout ends with the minimax value.
    pub(super) effectiveness: f64,
    /// The closed form, if playouts may use it.
    pub(super) closed_form: Option<Outcomes>,
    /// Whether the game is the paper's: two players, two outcomes, no chance, steps of one distribution that depend on nothing else. Its
    /// nodes take two thirds of the time.
    pub(super) plain: bool,
    /// Number of players.
    pub(super) players: u8,
    /// Number of outcomes in a game of two.
    pub(super) outcomes: u8,
    /// Number of outcomes of chance; 1 for no chance.
    pub(super) chance: u64,
    pub(super) ziggurat: &'static Ziggurat,
    sigmoids: &'static Sigmoids,
}

impl Rules {
    pub(super) fn new(game: &Gomba) -> Self {
        Rules {
            branching: u64::from(game.branching),
            depth: game.depth,
            bias: game.bias,
            spread: game.spread,
            spread_variation: game.spread_variation,
            carried: game.carry,
            own: (1.0 - game.carry * game.carry).sqrt(),
            effectiveness: game.effectiveness,
            closed_form: (game.simulation == Simulation::ClosedForm).then(|| Outcomes::new(f64::from(game.branching))),
            plain: game.players == 2 && game.outcomes == 2 && game.chance == 1 && game.carry == 0.0 && game.spread_variation == 0.0,
            players: game.players,
            outcomes: game.outcomes,
            chance: u64::from(game.chance),
            ziggurat: ziggurat(),
            sigmoids: sigmoids(),
        }
    }

    /// The number of values of a position: outcomes of player 1 in a game of two, otherwise winners.
    pub(super) fn values(&self) -> u8 {
        if self.players == 2 { self.outcomes } else { self.players }
    }

    /// A player's score at a position of this value.
    #[inline]
    pub(super) fn score(&self, value: u8, player: Player) -> f64 {
        if self.players > 2 {
            return f64::from(u8::from(usize::from(value) == player));
        }
        let score = f64::from(value) / f64::from(self.outcomes - 1);
        if player == 1 { score } else { 1.0 - score }
    }

    /// The same under [plain](Self::plain) rules.
    #[inline(always)]
    pub(super) fn plain_step(&self, child: u64) -> f64 {
        self.spread * self.ziggurat.normal(noise::bits(child, Purpose::Difficulty))
    }

    /// The player to move after this number of moves.
    #[inline(always)]
    pub(super) fn mover(&self, depth: u16) -> u8 {
        if self.players == 2 { (depth & 1) as u8 } else { (depth % u16::from(self.players)) as u8 }
    }

    /// The value of an unforced position. With two outcomes player 1 wins with probability sigmoid(difficulty); more outcomes are cut from
    /// the same logistic distribution at thresholds 1 apart and centred at 0. With several opponents of player 0, each wins equally often.
    #[inline(always)]
    pub(super) fn draw(&self, key: u64, difficulty: f64) -> u8 {
        let u = noise::unit(noise::bits(key, Purpose::Value));
        if self.outcomes > 2 {
            let lowest = 0.5 * f64::from(self.outcomes - 2);
            return (0..self.outcomes - 1).filter(|&k| self.sigmoids.exceed(u, difficulty + lowest - f64::from(k))).count() as u8;
        }
        let lost = self.sigmoids.exceed(u, difficulty);
        if lost && self.players > 2 {
            return 1 + noise::below(noise::bits(key, Purpose::Winner), u64::from(self.players) - 1) as u8;
        }
        u8::from(lost)
    }

    /// The same under [plain](Self::plain) rules.
    #[inline(always)]
    pub(super) fn plain_draw(&self, key: u64, difficulty: f64) -> u8 {
        u8::from(self.sigmoids.exceed(noise::unit(noise::bits(key, Purpose::Value)), difficulty))
    }
}
