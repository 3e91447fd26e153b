//! What is known of actions from earlier iterations, wherever they were played: the values by which guided playouts choose.

mod means;
mod mast;
mod n_grams;
mod ppa;
mod replies;

pub use mast::{Decay, Mast, MastUnit, When};
pub use means::{Mean, Means};
pub use n_grams::NGrams;
pub use ppa::{Learners, Ppa};
pub use replies::Replies;

use crate::parts::backup::Iteration;
use crate::search::{Actions, Tree, Wanted};
use treebench_games::{Move, Player};

/// Values of actions, learnt from iterations.
pub trait ActionValues: Send {
    /// Fills `out` (given empty) with a value for each of some semimoves, which are all that can follow the trace of `actions`.
    fn values(&mut self, player: Player, semimoves: &[Move], actions: &Actions, out: &mut Vec<f64>);

    /// The value of a submove of one or more semimoves that can follow the trace of `actions`.
    fn value(&self, player: Player, submove: &[Move], actions: &Actions) -> f64;

    /// The same values as a table by player and code, for semimoves that are codes below `size` whatever was played before; `None` if there
    /// is no such table.
    fn table(&mut self, _size: usize) -> Option<&[f64]> {
        None
    }

    /// Whether [`values`](Self::values) is called for every choice, also where it is made without them.
    fn needs_all(&self) -> bool {
        false
    }

    /// Whether it looks at children that were never visited; if no part does, these get no nodes.
    fn looks_at_unvisited(&self) -> bool {
        false
    }

    /// What it needs to know of the actions of iterations.
    fn wants(&self) -> Wanted {
        Wanted::Semimoves
    }

    /// Learns from a finished iteration, whose actions are numbered.
    fn learn(&mut self, tree: &Tree, iteration: &Iteration<'_>);

    /// A whole move was played in the game.
    fn observe(&mut self) {}

    /// A turn of the searching player begins.
    fn begin_turn(&mut self) {}

    /// A new game begins: forgets everything.
    fn forget(&mut self);
}

/// All actions are worth the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct Equal;

impl ActionValues for Equal {
    fn values(&mut self, _player: Player, semimoves: &[Move], _actions: &Actions, out: &mut Vec<f64>) {
        out.resize(semimoves.len(), 0.0);
    }

    fn value(&self, _player: Player, _submove: &[Move], _actions: &Actions) -> f64 {
        0.0
    }

    fn learn(&mut self, _tree: &Tree, _iteration: &Iteration<'_>) {}

    fn forget(&mut self) {}
}
