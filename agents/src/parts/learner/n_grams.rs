//! N-gram selection (NST): means of sequences of actions.

use super::{Decay, Learner, Means, When};
use crate::parts::backup::Iteration;
use crate::search::{ActionId, ActionIds, Actions, Needs, Tracing, Tree};
use treebench_games::{Move, Player};

/// The N-Gram Selection Technique (Tak, Winands and Björnsson 2012): the value of an action is the average of the means of the sequences
/// of 1, 2 … N actions that it would complete; sequences with too few samples are left out.
///
/// An action is a semimove of the view in which playouts are made, in the orthodox view a whole move. Sequences include the moves of all
/// players and may cross from one move to the next.
#[derive(Clone, Debug)]
pub struct NGrams {
    /// The longest sequence.
    longest: usize,
    /// Samples that a sequence of two or more actions needs.
    threshold: f64,
    decay: Decay,
    means: Means,
    /// The numbers of sequences; a sequence of one has an empty context.
    ids: ActionIds,
    iterations: u32,
}

impl NGrams {
    /// An empty table for a game with this many players.
    pub fn new(players: usize, longest: usize, threshold: f64, decay: Decay) -> NGrams {
        NGrams { longest, threshold, decay, means: Means::new(players), ids: ActionIds::default(), iterations: 0 }
    }

    /// The value of a semimove after those played before.
    fn of(&self, player: Player, before: &[Move], m: Move) -> f64 {
        let single = self.ids.find(ActionId::NONE, m).and_then(|id| self.means.of(player, id).value());
        // An action that was never played has the value of the best result, as in MAST.
        let Some(single) = single else { return 1.0 };
        let (mut sum, mut count) = (single, 1.0);
        for length in 2..=self.longest.min(before.len() + 1) {
            let gram = before[before.len() + 1 - length..].iter().chain([&m]);
            let id = gram.copied().try_fold(ActionId::NONE, |id, m| self.ids.find(id, m));
            let mean = id.map(|id| self.means.of(player, id)).filter(|&mean| self.means.samples(mean) >= self.threshold);
            if let Some(value) = mean.and_then(|mean| mean.value()) {
                sum += value;
                count += 1.0;
            }
        }
        sum / count
    }
}

impl Learner for NGrams {
    fn declare(&mut self, needs: &mut Needs) {
        needs.actions(Tracing::Semimoves);
    }

    fn values(&mut self, player: Player, semimoves: &[Move], actions: &Actions, out: &mut Vec<f64>) {
        let before = actions.trace.semimoves();
        out.extend(semimoves.iter().map(|&m| self.of(player, before, m)));
    }

    fn value(&self, player: Player, submove: &[Move], actions: &Actions) -> f64 {
        // Only the first semimove follows a sequence that was played.
        submove.first().map_or(0.0, |&m| self.of(player, actions.trace.semimoves(), m))
    }

    fn learn(&mut self, _tree: &Tree, iteration: &Iteration<'_>) {
        let moves = iteration.actions.trace.semimoves();
        for (k, step) in iteration.actions.steps().iter().enumerate() {
            for length in 1..=self.longest.min(k + 1) {
                let id = moves[k + 1 - length..=k].iter().fold(ActionId::NONE, |id, &m| self.ids.number(id, m));
                self.means.add(step.player(), id, iteration.scores[step.player()]);
            }
        }
        self.iterations += 1;
        if self.decay.is_due(self.iterations) {
            self.means.decay(self.decay.gamma);
        }
    }

    fn observe(&mut self) {
        if self.decay.when == When::Move {
            self.means.decay(self.decay.gamma);
        }
    }

    fn begin_turn(&mut self) {
        if self.decay.when == When::Turn {
            self.means.decay(self.decay.gamma);
        }
    }

    fn forget(&mut self) {
        self.means.clear();
        self.ids.clear();
        self.iterations = 0;
    }
}
