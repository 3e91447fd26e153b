//! How an iteration is played to its end below the tree.

mod uniform;

pub use uniform::Uniform;

use treebench_games::{Playout, Position, Rng, Scratch};

/// A playout policy. Called once per iteration, in a nodal position.
pub trait PlayoutPolicy: Send {
    /// Plays on until the game is over or a cap of the policy's own is reached.
    fn play(&mut self, position: &mut dyn Position, rng: &mut Rng, scratch: &mut Scratch) -> Playout;
}
