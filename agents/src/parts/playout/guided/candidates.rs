//! The semimoves of a position that have not yet been tried.

use super::choice::{Choice, greatest};
use crate::search::{Actions, Learner};
use treebench_games::{Move, Player, Position, Rng};

/// Semimoves to choose from, one at a time, until one leads to a whole move.
///
/// The first choice scans all values once. The others are sorted only if it was a dead end, so that many dead ends take O(n log n) instead
/// of O(n²) (split-moves paper, appendix 4.2).
#[derive(Debug, Default)]
pub(super) struct Candidates {
    moves: Vec<Move>,
    /// The keys of the moves, computed when first needed.
    keys: Vec<f64>,
    /// Whether the moves are sorted by their keys, the greatest last. Those chosen from within are then marked as gone.
    sorted: bool,
    gone: Vec<bool>,
    left: usize,
    /// Whether a choice has been made here.
    again: bool,
    ties: Vec<usize>,
    values: Vec<f64>,
    /// Keys, random numbers for ties, and moves, to be sorted.
    pairs: Vec<(f64, u64, Move)>,
}

impl Candidates {
    /// Starts with the semimoves of a position among which random play chooses.
    pub(super) fn list(&mut self, position: &dyn Position) {
        position.playout_moves(&mut self.moves);
        self.keys.clear();
        (self.sorted, self.again, self.left) = (false, false, self.moves.len());
    }

    /// Whether there are any left.
    pub(super) fn is_left(&self) -> bool {
        self.left > 0
    }

    /// The first of the good replies that is possible here, if this is the first choice.
    pub(super) fn reply(&mut self, player: Player, learner: &dyn Learner, actions: &Actions) -> Option<Move> {
        if self.again || !learner.keeps_replies() {
            return None;
        }
        let replies = learner.replies(player, actions.trace.semimoves());
        let at = replies.into_iter().flatten().find_map(|reply| self.moves.iter().position(|&m| m == reply))?;
        (self.again, self.left) = (true, self.left - 1);
        Some(self.moves.swap_remove(at))
    }

    /// Chooses one, by values if `greedy`, and takes it out; `None` if there is none left.
    pub(super) fn choose(
        &mut self,
        player: Player,
        learner: &mut dyn Learner,
        choice: &Choice,
        greedy: bool,
        actions: &Actions,
        rng: &mut Rng,
    ) -> Option<Move> {
        if self.left == 0 {
            return None;
        }
        // Where there is only one, its value does not matter.
        let alone = self.moves.len() == 1 && !self.again && greedy && choice.draws_nothing() && !learner.needs_all();
        if alone {
            (self.again, self.left) = (true, 0);
            return self.moves.pop();
        }
        if self.keys.is_empty() && (greedy || learner.needs_all()) {
            self.values.clear();
            learner.values(player, &self.moves, actions, &mut self.values);
            self.keys.extend(self.values.iter().map(|&value| choice.key(value, rng)));
        }
        if self.again && greedy && !self.sorted {
            self.sort(rng);
        }
        self.again = true;
        Some(if self.sorted { self.take_sorted(greedy, rng) } else { self.take_unsorted(greedy, rng) })
    }

    fn take_unsorted(&mut self, greedy: bool, rng: &mut Rng) -> Move {
        let k = if greedy { greatest(&self.keys, &mut self.ties, rng) } else { rng.below(self.moves.len()) };
        self.left -= 1;
        if !self.keys.is_empty() {
            self.keys.swap_remove(k);
        }
        self.moves.swap_remove(k)
    }

    fn take_sorted(&mut self, greedy: bool, rng: &mut Rng) -> Move {
        if self.left * 2 < self.moves.len() {
            let mut gone = self.gone.iter();
            self.moves.retain(|_| !gone.next().copied().unwrap_or(false));
            self.gone.clear();
            self.gone.resize(self.moves.len(), false);
        }
        self.left -= 1;
        if greedy {
            while self.gone.pop() == Some(true) {
                self.moves.pop();
            }
            return self.moves.pop().unwrap_or_default();
        }
        // At least half of them are left.
        loop {
            let k = rng.below(self.moves.len());
            if !self.gone[k] {
                self.gone[k] = true;
                return self.moves[k];
            }
        }
    }

    /// Sorts the remaining semimoves; ties are in random order.
    fn sort(&mut self, rng: &mut Rng) {
        self.pairs.clear();
        self.pairs.extend(self.keys.iter().zip(&self.moves).map(|(&key, &m)| (key, rng.bits64(), m)));
        self.pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.moves.clear();
        self.moves.extend(self.pairs.iter().map(|pair| pair.2));
        self.gone.clear();
        self.gone.resize(self.moves.len(), false);
        self.sorted = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Iteration, Needs, Tree};

    /// Values that are the semimoves themselves; `all` asks for them even where there is no choice.
    struct OwnValues {
        all: bool,
    }

    impl Learner for OwnValues {
        fn declare(&mut self, _needs: &mut Needs) {}

        fn learn(&mut self, _tree: &Tree, _iteration: &Iteration<'_>) {}

        fn values(&mut self, _player: Player, semimoves: &[Move], _actions: &Actions, out: &mut Vec<f64>) {
            out.extend(semimoves.iter().map(|m| m.0 as f64));
        }

        fn value(&self, _player: Player, _submove: &[Move], _actions: &Actions) -> f64 {
            0.0
        }

        fn needs_all(&self) -> bool {
            self.all
        }
    }

    /// Whether values are looked up where they do not matter changes neither what is chosen nor what is drawn.
    #[test]
    fn a_single_semimove_is_chosen_without_its_value_as_with_it() {
        for choice in [Choice::EpsilonGreedy(0.4), Choice::Gibbs(0.5), Choice::Roulette] {
            for (seed, count) in (0..60).map(|n| (n, n as usize % 4)) {
                let run = |all: bool| {
                    let mut untried = Candidates { moves: (1..=count as u64).map(Move).collect(), left: count, ..Candidates::default() };
                    let (mut rng, actions, mut chosen) = (Rng::from_seed(seed), Actions::default(), Vec::new());
                    for _ in 0..=count {
                        let greedy = choice.is_greedy(&mut rng);
                        chosen.push(untried.choose(0, &mut OwnValues { all }, &choice, greedy, &actions, &mut rng));
                    }
                    (chosen, rng.bits64())
                };
                assert_eq!(run(false), run(true), "{choice:?}, {count} semimoves, seed {seed}");
            }
        }
    }
}
