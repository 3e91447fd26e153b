//! N-gram selection (NST): means of sequences of actions.

use super::{Decay, DecayTime, Means};
use crate::search::{ActionId, ActionIds, Actions, Iteration, Learner, Needs, Tracing, Tree};
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
    /// The sequences after which an action is valued or counted now, the shorter ones first.
    contexts: Vec<ActionId>,
    /// The same for the next action.
    next: Vec<ActionId>,
}

/// A count that is this much greater than another may still be the same, but for rounding.
const ROUNDING: f64 = 1.0 + 1e-9;

impl NGrams {
    /// An empty table for a game with this many players.
    pub fn new(players: usize, longest: usize, threshold: f64, decay: Decay) -> NGrams {
        NGrams {
            longest,
            threshold,
            decay,
            means: Means::new(players),
            ids: ActionIds::default(),
            iterations: 0,
            contexts: Vec::new(),
            next: Vec::new(),
        }
    }

    /// The sequences that end what was played before and may have a continuation with enough samples: a sequence was played at least as
    /// often as any continuation of it.
    fn contexts<'a>(&'a self, before: &'a [Move]) -> impl Iterator<Item = ActionId> + 'a {
        let sequences = (1..self.longest.min(before.len() + 1)).map(|length| &before[before.len() - length..]);
        let known = sequences.filter_map(|sequence| sequence.iter().try_fold(ActionId::NONE, |id, &m| self.ids.find(id, m)));
        known.filter(|&id| self.means.all_samples(id) * ROUNDING >= self.threshold)
    }

    /// The value of a semimove after these sequences.
    fn of(&self, player: Player, contexts: impl IntoIterator<Item = ActionId>, m: Move) -> f64 {
        let single = self.ids.find(ActionId::NONE, m).and_then(|id| self.means.of(player, id).value());
        // An action that was never played has the value of the best result, as in MAST.
        let Some(single) = single else { return 1.0 };
        let (mut sum, mut count) = (single, 1.0);
        for context in contexts {
            let mean = self.ids.find(context, m).map(|id| self.means.of(player, id));
            let mean = mean.filter(|&mean| self.means.samples(mean) >= self.threshold);
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
        let mut contexts = std::mem::take(&mut self.contexts);
        contexts.clear();
        contexts.extend(self.contexts(actions.trace.semimoves()));
        out.extend(semimoves.iter().map(|&m| self.of(player, contexts.iter().copied(), m)));
        self.contexts = contexts;
    }

    fn value(&self, player: Player, submove: &[Move], actions: &Actions) -> f64 {
        // Only the first semimove follows a sequence that was played.
        submove.first().map_or(0.0, |&m| self.of(player, self.contexts(actions.trace.semimoves()), m))
    }

    fn learn(&mut self, _tree: &Tree, iteration: &Iteration<'_>) {
        self.contexts.clear();
        for (&m, step) in iteration.actions.trace.semimoves().iter().zip(iteration.actions.steps()) {
            // Every sequence before this action, the empty one first, is continued by it.
            self.next.clear();
            for context in [ActionId::NONE].into_iter().chain(self.contexts.iter().copied()).take(self.longest) {
                let id = self.ids.number(context, m);
                self.means.add(step.player(), id, iteration.scores[step.player()]);
                self.next.push(id);
            }
            std::mem::swap(&mut self.contexts, &mut self.next);
        }
        self.iterations += 1;
        if self.decay.is_due(self.iterations) {
            self.means.decay(self.decay.gamma);
        }
    }

    fn observe(&mut self) {
        if self.decay.when == DecayTime::Move {
            self.means.decay(self.decay.gamma);
        }
    }

    fn begin_turn(&mut self) {
        if self.decay.when == DecayTime::Turn {
            self.means.decay(self.decay.gamma);
        }
    }

    fn forget(&mut self) {
        self.means.clear();
        self.ids.clear();
        self.iterations = 0;
    }
}
