//! Gomba trees (Bjorge and Schaeffer, "Monte-Carlo Search Algorithms", 2010): artificial game trees of any size with known minimax
//! values.
//!
//! | to learn | read |
//! |---|---|
//! | random numbers that depend on the path, not on the order of expansion | `noise` |
//! | the probability that an unforced position is won, and theorem 2 | `chances` |
//! | the parameters in the form that the tree uses | `rules` |
//! | Algorithm 1: a node and its children | `node` |
//! | random play, walked and in closed form | `playout` |
//! | the position trait and the notation | `position` |

mod chances;
mod node;
pub(super) mod noise;
mod playout;
mod position;
mod rules;

#[cfg(test)]
mod tests;

use crate::params::ParamError;
use crate::{Game, GameInfo, NotationError, Params, Position, Rng, game};
use position::Gomba as State;
use rules::Rules;
use std::sync::Arc;

/// Gomba trees: every position has the same number of moves, every game has the same length, and the winner under perfect play is known
/// before a position is expanded. The *difficulty*, a random walk from the root to the leaves, determines how likely player 1 (the
/// paper's `PLAYER_MAX`) wins positions whose value is not forced. Player 0 begins and can always win.
///
/// Moves are numbers. The tree is a function of the parameters alone. Experiments over many trees draw a tree number for each game.
#[derive(Params, Clone, Debug)]
struct Gomba {
    /// Moves in every position.
    #[param(default = 8u16, range = 1..=1000, source = "Bjorge and Schaeffer 2010, appendix B, option -b")]
    branching: u16,
    /// Moves in every game.
    #[param(default = 8u16, range = 1..=1000, source = "appendix B, option -d")]
    depth: u16,
    /// Difficulty of the root: 0 favours neither player; higher is worse for player 0, who begins.
    #[param(default = 0.0, range = -1000.0..=1000.0, source = "section 4.2.1; appendix B, option -B")]
    bias: f64,
    /// Standard deviation of the normally distributed step in difficulty from a position to the next (the paper does not print its value).
    #[param(default = 0.25, range = 0.0..=100.0, source = "section 2.2, varyDifficulty")]
    spread: f64,
    /// Variation x of the spread between positions: below a position it is `spread`·exp(x·z), where z is standard normal, one per position.
    #[param(default = 0.0, range = 0.0..=5.0, source = "not in the paper; section 4.1.5 names its absence")]
    spread_variation: f64,
    /// Correlation c, 0 to 1, of an action's value between positions: c times the step in difficulty is fixed for each player and move
    /// number in the whole tree; the rest, √(1−c²), is drawn for each position.
    #[param(default = 0.0, range = 0.0..=1.0, source = "not in the paper; sections 2.4.2 and 6.3 ask for it")]
    carry: f64,
    /// Bias of random play: with this probability a playout ends with the minimax value.
    #[param(default = 0.0, range = 0.0..=1.0, source = "section 4.1.7, simulation effectiveness")]
    effectiveness: f64,
    /// How random play is simulated.
    #[param(default = Simulation::Walk, source = "section 3.2.4")]
    simulation: Simulation,
    /// Number of outcomes of a two-player game: 2 (lost, won), or more, evenly spaced between these.
    #[param(default = 2u8, range = 2..=101, source = "not in the paper")]
    outcomes: u8,
    /// Number of players. They move in turn, and one of them wins.
    #[param(default = 2u8, range = 2..=8, source = "not in the paper")]
    players: u8,
    /// Number of outcomes of chance after every move; 1 for no chance. Chance changes the difficulty, never the winner under perfect play.
    #[param(default = 1u16, range = 1..=1000, source = "not in the paper")]
    chance: u16,
    /// The number of the tree.
    #[param(default = 1u64, range = 0.0..=9e15)]
    seed: u64,
}

/// How random play is simulated.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum Simulation {
    /// By uniformly random moves down to a leaf.
    Walk,
    /// By one draw with the probability of theorem 2, in constant time. It counts as the number of moves that it replaces. Only for two
    /// players with two outcomes, without chance.
    ClosedForm,
}

#[game("gomba")]
impl Game for Gomba {
    fn info(&self) -> GameInfo {
        GameInfo { chance: self.chance > 1, graded: self.outcomes > 3, ..GameInfo::win_draw_loss(usize::from(self.players)) }
    }

    fn check(&self) -> Result<(), ParamError> {
        if self.outcomes > 2 && self.players > 2 {
            return Err(ParamError::rule("outcomes", "more than two `outcomes` are for two players: leave `players` at 2"));
        }
        if self.simulation == Simulation::ClosedForm && (self.outcomes > 2 || self.players > 2 || self.chance > 1) {
            let message = "the closed form holds for two players with two outcomes and without chance: use simulation = \"walk\"";
            return Err(ParamError::rule("simulation", message));
        }
        Ok(())
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(State::root(Arc::new(Rules::new(self)), self.seed))
    }

    fn draw_start(&self, rng: &mut Rng) -> Box<dyn Position> {
        Box::new(State::root(Arc::new(Rules::new(self)), noise::drawn_tree(self.seed, rng.bits64())))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        position::parse(&Arc::new(Rules::new(self)), notation).map(|position| -> Box<dyn Position> { Box::new(position) })
    }
}
