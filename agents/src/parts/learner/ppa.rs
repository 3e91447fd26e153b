//! Playout policy adaptation: weights of actions, learnt as the weights of a softmax.

use super::{Decay, DecayTime};
use crate::search::{ActionId, ActionIds, Actions, Iteration, Learner, Needs, Tracing, Tree};
use treebench_games::{Move, Params, Player};

/// Whose weights change after an iteration.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learners {
    /// The winner's, if one player scores more than all others (Cazenave 2015).
    Winner,
    /// Every player's, in proportion to the result on [0, 1].
    All,
}

/// Playout Policy Adaptation (Cazenave 2015; with memory between turns Cazenave and Diemert 2017).
///
/// Playouts draw an action with a probability proportional to exp(w / τ). After an iteration, for every position in which a learner
/// moved, the weight of the action played grows by α, and that of each legal action a falls by α·exp(w(a)) / Σ exp(w): all
/// computed with the weights before.
///
/// An action is a semimove of the view in which the playouts are made. With sequences of N actions the weight of an action is the sum
/// of those of the sequences of 1 to N actions that it would complete, each of which is adapted in the same way.
#[derive(Clone, Debug)]
pub struct Ppa {
    players: usize,
    /// The learning rate α.
    rate: f64,
    learners: Learners,
    /// The longest sequence.
    longest: usize,
    /// Whether the weights are kept from turn to turn.
    memory: bool,
    decay: Decay,
    iterations: u32,
    /// By action and player.
    weights: Vec<f64>,
    ids: ActionIds,
    /// Where the current playout made a choice.
    choices: Vec<Choice>,
    /// The semimoves that were legal there.
    legal: Vec<Move>,
    exponentials: Vec<f64>,
    changes: Vec<(usize, f64)>,
}

/// A position in which a semimove was chosen.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// Semimoves played before.
    at: usize,
    player: Player,
    /// Where its legal semimoves begin; they end where those of the next one begin.
    legal: usize,
}

impl Ppa {
    /// Weights of 0 for a game with this many players.
    pub fn new(players: usize, rate: f64, learners: Learners, longest: usize, memory: bool) -> Ppa {
        Ppa {
            players,
            rate,
            learners,
            longest,
            memory,
            decay: Decay { gamma: 1.0, when: DecayTime::Turn, batch: 1 },
            iterations: 0,
            weights: Vec::new(),
            ids: ActionIds::default(),
            choices: Vec::new(),
            legal: Vec::new(),
            exponentials: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// The same with weights that decay: all are multiplied by γ.
    pub fn with_decay(self, decay: Decay) -> Ppa {
        Ppa { decay, ..self }
    }

    fn decay(&mut self) {
        if self.decay.gamma < 1.0 {
            self.weights.iter_mut().for_each(|weight| *weight *= self.decay.gamma);
        }
    }

    /// The weight of a semimove after those played before.
    fn weight(&self, player: Player, before: &[Move], m: Move) -> f64 {
        let grams = (0..self.longest.min(before.len() + 1)).map(|length| &before[before.len() - length..]);
        let ids = grams.map(|gram| gram.iter().chain([&m]).copied().try_fold(ActionId::NONE, |id, m| self.ids.find(id, m)));
        ids.flatten().map(|id| self.weights.get(id.0 as usize * self.players + player).copied().unwrap_or(0.0)).sum()
    }

    /// Records by how much the weights of a semimove are to change.
    fn change(&mut self, player: Player, before: &[Move], m: Move, by: f64) {
        for length in 0..self.longest.min(before.len() + 1) {
            let gram = before[before.len() - length..].iter().chain([&m]);
            let id = gram.fold(ActionId::NONE, |id, &m| self.ids.number(id, m));
            self.changes.push((id.0 as usize * self.players + player, by));
        }
    }

    /// Records the changes that follow from one choice; `share` is the weight of the player's result.
    fn adapt(&mut self, player: Player, before: &[Move], legal: &[Move], chosen: Move, share: f64) {
        let mut exponentials = std::mem::take(&mut self.exponentials);
        exponentials.clear();
        exponentials.extend(legal.iter().map(|&m| libm::exp(self.weight(player, before, m))));
        let total: f64 = exponentials.iter().sum();
        for (&m, e) in legal.iter().zip(&exponentials) {
            let played = if m == chosen { 1.0 } else { 0.0 };
            self.change(player, before, m, self.rate * share * (played - e / total));
        }
        self.exponentials = exponentials;
    }

    /// The weight of a player's result.
    fn share(&self, scores: &[f64], player: Player) -> f64 {
        match self.learners {
            Learners::All => scores[player],
            Learners::Winner => {
                let won = scores.iter().enumerate().all(|(other, &score)| other == player || score < scores[player]);
                if won { 1.0 } else { 0.0 }
            }
        }
    }
}

impl Learner for Ppa {
    /// It reads the legal moves of every node on the path.
    fn declare(&mut self, needs: &mut Needs) {
        needs.actions(Tracing::Semimoves);
        needs.unvisited_children();
    }

    fn values(&mut self, player: Player, semimoves: &[Move], actions: &Actions, out: &mut Vec<f64>) {
        let before = actions.trace.semimoves();
        // Choices recorded here or later have been taken back, or belong to an earlier iteration.
        let kept = self.choices.partition_point(|choice| choice.at < before.len());
        if let Some(choice) = self.choices.get(kept) {
            self.legal.truncate(choice.legal);
        }
        self.choices.truncate(kept);
        self.choices.push(Choice { at: before.len(), player, legal: self.legal.len() });
        self.legal.extend_from_slice(semimoves);
        out.extend(semimoves.iter().map(|&m| self.weight(player, before, m)));
    }

    fn value(&self, player: Player, submove: &[Move], actions: &Actions) -> f64 {
        submove.first().map_or(0.0, |&m| self.weight(player, actions.trace.semimoves(), m))
    }

    fn needs_all(&self) -> bool {
        true
    }

    fn learn(&mut self, tree: &Tree, iteration: &Iteration<'_>) {
        let moves = iteration.actions.trace.semimoves();
        for pair in iteration.path.windows(2) {
            // Chance makes no choices, and playouts do not choose longer submoves.
            let (at, player) = (pair[0].actions as usize, pair[1].chooser);
            let share = self.share(iteration.scores, player);
            if pair[1].actions as usize == at + 1 && share > 0.0 {
                let legal: Vec<Move> = tree.child_ids(pair[0].node).filter_map(|child| tree.edge(child).next()).collect();
                self.adapt(player, &moves[..at], &legal, moves[at], share);
            }
        }
        let (choices, legal) = (std::mem::take(&mut self.choices), std::mem::take(&mut self.legal));
        let ends = choices.iter().skip(1).map(|choice| choice.legal).chain([legal.len()]);
        for (choice, end) in choices.iter().zip(ends) {
            let share = self.share(iteration.scores, choice.player);
            if choice.at >= iteration.actions.in_tree && choice.at < moves.len() && share > 0.0 {
                self.adapt(choice.player, &moves[..choice.at], &legal[choice.legal..end], moves[choice.at], share);
            }
        }
        (self.choices, self.legal) = (choices, legal);
        self.choices.clear();
        self.legal.clear();
        for (at, by) in self.changes.drain(..) {
            if at >= self.weights.len() {
                self.weights.resize((at + 1) * 2, 0.0);
            }
            self.weights[at] += by;
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
        if !self.memory {
            self.weights.clear();
        }
        if self.decay.when == DecayTime::Turn {
            self.decay();
        }
    }

    fn forget(&mut self) {
        self.weights.clear();
        self.iterations = 0;
        self.ids.clear();
        self.choices.clear();
        self.legal.clear();
    }
}
