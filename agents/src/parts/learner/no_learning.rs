//! No learning, for playouts without values.

use crate::search::{Actions, Iteration, Learner, Needs, Tree};
use treebench_games::{Move, Player};

/// Learns nothing: all actions have the same value.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLearning;

impl Learner for NoLearning {
    fn declare(&mut self, _needs: &mut Needs) {}

    fn learn(&mut self, _tree: &Tree, _iteration: &Iteration<'_>) {}

    fn values(&mut self, _player: Player, semimoves: &[Move], _actions: &Actions, out: &mut Vec<f64>) {
        out.resize(semimoves.len(), 0.0);
    }

    fn value(&self, _player: Player, _submove: &[Move], _actions: &Actions) -> f64 {
        0.0
    }
}
