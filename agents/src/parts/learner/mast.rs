//! MAST: the mean result of an action over all iterations in which it was played.

use super::{Mean, Means};
use crate::search::{ActionId, ActionIds, ActionStep, Actions, Entry, Iteration, Learner, Needs, Tracing, Tree};
use treebench_games::{Move, Params, Player};

/// What MAST counts as an action (split-moves paper, "Action-based heuristics" and Table 3).
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum MastUnit {
    /// Semimoves. A longer submove has the mean value of its semimoves, or the best value if one of them was never played.
    Split,
    /// Whole moves.
    Join,
    /// Submoves in their context: all prefixes of whole moves.
    Context,
    /// "context" where it has enough samples, otherwise "split".
    Mix,
}

/// When earlier results decay (Tak, Winands and Björnsson 2014).
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecayTime {
    /// At the start of the searching player's turns.
    Turn,
    /// After every move played in the game ("move decay").
    Move,
    /// After every batch of iterations ("batch decay").
    Batch,
    /// After every iteration ("simulation decay").
    Simulation,
}

/// How earlier results lose weight.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decay {
    /// The factor γ in [0, 1]; 1 keeps everything, 0 forgets it.
    pub gamma: f64,
    /// When it applies.
    pub when: DecayTime,
    /// Iterations of a batch, at least 1.
    pub batch: u32,
}

impl Decay {
    /// Whether results decay after this iteration, the first being number 1.
    pub(super) fn is_due(&self, iteration: u32) -> bool {
        match self.when {
            DecayTime::Simulation => true,
            DecayTime::Batch => iteration.is_multiple_of(self.batch),
            DecayTime::Turn | DecayTime::Move => false,
        }
    }
}

/// The Move-Average Sampling Technique (Finnsson and Björnsson 2008): after every iteration its result is added to the mean of each of its
/// actions, once for every time it was played. An action that was never played has the value of the best result.
#[derive(Clone, Debug)]
pub struct Mast {
    unit: MastUnit,
    /// Samples that [`MastUnit::Mix`] needs before it uses the value of a prefix.
    mix_threshold: f64,
    decay: Decay,
    /// Whether only the actions chosen in the tree count ("tree-only MAST").
    tree_only: bool,
    /// By semimoves.
    split: Means,
    /// By prefixes or whole moves.
    prefixes: Means,
    /// The values of `split` by player and code, after the first request for them.
    table: Vec<f64>,
    /// Number of codes in the table.
    size: usize,
    players: usize,
    iterations: u32,
    /// Memory for requests of values.
    asked: Request,
}

/// A requested action's value.
#[derive(Clone, Debug, Default)]
struct Request {
    first: Vec<Entry>,
    found: Vec<Option<ActionId>>,
    means: Vec<Mean>,
}

/// The value of an action that was never played.
const UNTRIED: f64 = 1.0;

impl Mast {
    /// An empty table for a game with this many players.
    pub fn new(players: usize, unit: MastUnit, decay: Decay, tree_only: bool) -> Mast {
        Mast {
            unit,
            mix_threshold: 7.0,
            decay,
            tree_only,
            split: Means::new(players),
            prefixes: Means::new(players),
            table: Vec::new(),
            size: 0,
            players,
            iterations: 0,
            asked: Request::default(),
        }
    }

    /// The same with another number of samples for [`MastUnit::Mix`] (7 by default, as in the split-moves paper, appendix 4.1).
    pub fn with_mix_threshold(self, samples: f64) -> Mast {
        Mast { mix_threshold: samples, ..self }
    }

    fn decay(&mut self) {
        if self.decay.gamma < 1.0 {
            self.split.decay(self.decay.gamma);
            if self.decay.gamma <= 0.0 {
                // Forgetting changes values; less weight does not.
                self.size = 0;
            }
            self.prefixes.decay(self.decay.gamma);
        }
    }

    #[inline]
    fn split_value(&self, player: Player, action: Option<ActionId>) -> f64 {
        action.and_then(|action| self.split.of(player, action).value()).unwrap_or(UNTRIED)
    }

    /// The value of a prefix; `None` if it has too few samples.
    #[inline]
    fn prefix_value(&self, mean: Mean) -> Option<f64> {
        match self.unit {
            MastUnit::Mix if self.prefixes.samples(mean) < self.mix_threshold => None,
            _ => mean.value(),
        }
    }

    fn counts_split(&self) -> bool {
        matches!(self.unit, MastUnit::Split | MastUnit::Mix)
    }
}

impl Learner for Mast {
    fn declare(&mut self, needs: &mut Needs) {
        needs.actions(if self.unit == MastUnit::Split { Tracing::Semimoves } else { Tracing::Prefixes });
    }

    /// Finds the numbers of all actions first, then their means, so that the memory accesses of each kind overlap.
    fn values(&mut self, player: Player, semimoves: &[Move], actions: &Actions, out: &mut Vec<f64>) {
        /// Not known yet.
        const OPEN: f64 = f64::NAN;
        let (ids, mut asked) = (&actions.ids, std::mem::take(&mut self.asked));
        let Request { first, found, means } = &mut asked;
        let context = actions.context().filter(|_| self.unit != MastUnit::Split);
        if let Some(context) = context {
            ids.find_all(context, semimoves, first, found);
            self.prefixes.all_of(player, found, means);
            out.extend(means.iter().map(|&mean| self.prefix_value(mean).unwrap_or(OPEN)));
        } else if self.unit == MastUnit::Split {
            ids.find_all(ActionId::NONE, semimoves, first, found);
            self.split.all_of(player, found, means);
            out.extend(means.iter().map(|mean| mean.value().unwrap_or(UNTRIED)));
        } else {
            out.resize(semimoves.len(), OPEN);
        }
        for (value, &m) in out.iter_mut().zip(semimoves).filter(|(value, _)| value.is_nan()) {
            *value = if self.counts_split() { self.split_value(player, ids.find(ActionId::NONE, m)) } else { UNTRIED };
        }
        self.asked = asked;
    }

    fn value(&self, player: Player, submove: &[Move], actions: &Actions) -> f64 {
        let prefix = || self.prefix_value(self.prefixes.of(player, actions.find(actions.context(), submove.iter().copied())?));
        if self.unit != MastUnit::Split
            && let Some(value) = prefix()
        {
            return value;
        }
        if !self.counts_split() {
            return UNTRIED;
        }
        let values =
            || submove.iter().map(|&m| actions.ids.find(ActionId::NONE, m).and_then(|action| self.split.of(player, action).value()));
        let sum: Option<f64> = values().sum();
        sum.map_or(UNTRIED, |sum| sum / submove.len() as f64)
    }

    fn table(&mut self, size: usize) -> Option<&[f64]> {
        if self.unit != MastUnit::Split || size > ActionIds::SMALL as usize {
            return None;
        }
        if self.size != size {
            self.size = size;
            let cells = (0..self.players).flat_map(|player| (0..size as u32).map(move |code| (player, ActionId(code))));
            self.table = cells.map(|(player, action)| self.split_value(player, Some(action))).collect();
        }
        Some(&self.table)
    }

    fn learn(&mut self, _tree: &Tree, iteration: &Iteration<'_>) {
        let actions = iteration.actions;
        let counted = if self.tree_only { actions.in_tree } else { actions.steps().len() };
        let result = |step: &ActionStep| iteration.scores[step.player()];
        if self.counts_split() {
            for step in &actions.steps()[..counted] {
                self.split.add(step.player(), step.split, result(step));
                // The number of a semimove that is a small code is the code itself.
                if (step.split.0 as usize) < self.size {
                    self.table[step.player() * self.size + step.split.0 as usize] = self.split_value(step.player(), Some(step.split));
                }
            }
        }
        if self.unit != MastUnit::Split {
            let join = self.unit == MastUnit::Join;
            for step in actions.steps()[..counted].iter().filter(|step| step.last || !join) {
                self.prefixes.add(step.player(), step.prefix, result(step));
            }
        }
        self.iterations += 1;
        if self.decay.is_due(self.iterations) {
            self.decay();
        }
    }

    fn observe(&mut self) {
        if self.decay.when == DecayTime::Move {
            self.decay();
        }
    }

    fn begin_turn(&mut self) {
        if self.decay.when == DecayTime::Turn {
            self.decay();
        }
    }

    fn forget(&mut self) {
        self.split.clear();
        self.prefixes.clear();
        self.size = 0;
        self.iterations = 0;
    }
}
