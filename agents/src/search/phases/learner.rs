//! Learning about actions from iterations, wherever they were played.

use crate::search::{Actions, Iteration, Needs, Tree};
use treebench_games::{Move, Player};

/// A learner: gathers statistics of actions from iterations and turns them into values, by which guided playouts choose.
pub trait Learner: Send {
    /// Declares what the learner needs of the search: nearly always the [actions](Needs::actions) of iterations.
    fn declare(&mut self, needs: &mut Needs);

    /// Learns from a finished iteration, whose actions are numbered.
    fn learn(&mut self, tree: &Tree, iteration: &Iteration<'_>);

    /// Called when a whole move has been played in the game, by anyone.
    fn observe(&mut self) {}

    /// Called when a turn of the searching player begins.
    fn begin_turn(&mut self) {}

    /// Forgets everything, at the start of another game.
    fn forget(&mut self) {}

    /// Fills `out` (given empty) with the value of each of these semimoves, which are all that can follow the trace of `actions`.
    fn values(&mut self, player: Player, semimoves: &[Move], actions: &Actions, out: &mut Vec<f64>);

    /// The value of a submove of one or more semimoves that can follow the trace of `actions`.
    fn value(&self, player: Player, submove: &[Move], actions: &Actions) -> f64;

    /// The same values as a table by player and code, if semimoves are codes below `size` and the values do not depend on what was played
    /// before; otherwise `None`.
    fn table(&mut self, _size: usize) -> Option<&[f64]> {
        None
    }

    /// Whether [`values`](Self::values) must be called for every choice, including those made without values.
    fn needs_all(&self) -> bool {
        false
    }

    /// Whether the learner keeps [replies](Self::replies).
    fn keeps_replies(&self) -> bool {
        false
    }

    /// The replies to the last of these semimoves, to be played before any value is read; the best first.
    fn replies(&self, _player: Player, _before: &[Move]) -> [Option<Move>; 2] {
        [None; 2]
    }
}
