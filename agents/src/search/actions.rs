//! The actions of an iteration, in the tree and below it, and their numbers: the units of action-based statistics (MAST, RAVE …).
//!
//! One iteration is a sequence of whole moves, each a sequence of semimoves. Three things can be counted of it (split-moves paper,
//! "Action-based heuristics"): semimoves on their own (*split*), whole moves (*join*), and every prefix of a whole move (*context*).
//! Each of them has a number, the same for the rest of the game: [`ActionIds`].

mod ids;

pub use ids::{ActionId, ActionIds, Entry};

use treebench_games::{Move, Player, Trace};

/// The actions of one iteration.
#[derive(Debug, Default)]
pub struct Actions {
    /// The numbers of all actions met in this game.
    pub ids: ActionIds,
    /// Its whole moves, those in the tree first.
    pub trace: Trace,
    /// The number of semimoves at the beginning of the trace that were chosen in the tree.
    pub in_tree: usize,
    /// The semimoves of the trace with their numbers, once it is [numbered](Self::number).
    steps: Vec<ActionStep>,
    tracing: Tracing,
}

/// The level of detail of action traces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Tracing {
    /// Not at all.
    #[default]
    Off,
    /// The moves, and the numbers of semimoves.
    Semimoves,
    /// Also the numbers of the prefixes of whole moves.
    Prefixes,
}

/// A semimove of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionStep {
    player: u16,
    /// The semimove on its own.
    pub split: ActionId,
    /// The prefix of the whole move that ends with it; the same as `split` unless [prefixes](Tracing::Prefixes) are traced.
    pub prefix: ActionId,
    /// Whether it ends the whole move: `prefix` is then that move.
    pub last: bool,
}

impl ActionStep {
    /// The player who made it.
    #[inline]
    pub fn player(&self) -> Player {
        Player::from(self.player)
    }
}

impl Actions {
    /// No actions yet, in a search that traces them like this.
    pub fn traced(tracing: Tracing) -> Actions {
        Actions { tracing, ..Actions::default() }
    }

    /// Whether actions are traced.
    #[inline]
    pub fn are_traced(&self) -> bool {
        self.tracing != Tracing::Off
    }

    /// Forgets the iteration.
    #[inline]
    pub fn clear(&mut self) {
        self.trace.clear();
        self.steps.clear();
        self.in_tree = 0;
    }

    /// Forgets everything, at the start of another game.
    pub fn forget(&mut self) {
        self.clear();
        self.ids.clear();
    }

    /// Numbers the actions of a finished iteration.
    pub fn number(&mut self) {
        let Actions { ids, trace, steps, tracing, .. } = self;
        steps.clear();
        let step = |split| ActionStep { player: 0, split, prefix: split, last: false };
        if let Some(players) = trace.players_of_single_semimoves()
            && ActionIds::are_small(trace.semimoves())
        {
            // The usual case: nothing is looked up, and one plain loop is enough.
            let whole = |(&m, player): (&Move, Player)| ActionStep { player: player as u16, last: true, ..step(ActionId(m.0 as u32)) };
            steps.extend(trace.semimoves().iter().zip(players).map(whole));
            return;
        }
        // Without those of a move that is not complete.
        let semimoves = &trace.semimoves()[..trace.semimoves().len() - trace.open().len()];
        if *tracing == Tracing::Prefixes {
            for (_, submove) in trace.iter() {
                let mut prefix = ActionId::NONE;
                for &m in submove {
                    let split = ids.number(ActionId::NONE, m);
                    prefix = if prefix == ActionId::NONE { split } else { ids.number(prefix, m) };
                    steps.push(ActionStep { prefix, ..step(split) });
                }
            }
        } else if ActionIds::are_small(semimoves) {
            steps.extend(semimoves.iter().map(|m| step(ActionId(m.0 as u32))));
        } else {
            steps.extend(semimoves.iter().map(|&m| step(ids.number(ActionId::NONE, m))));
        }
        // Who made them is written afterwards, which leaves plain loops over all of them above.
        let mut rest = steps.iter_mut();
        for (player, length) in trace.lengths() {
            for (left, step) in (0..length).rev().zip(rest.by_ref()) {
                (step.player, step.last) = (player as u16, left == 0);
            }
        }
    }

    /// The semimoves of the iteration, in order.
    #[inline]
    pub fn steps(&self) -> &[ActionStep] {
        &self.steps
    }

    /// The number of the prefix that a submove makes of the unfinished move numbered `context`; `None` if it was never played.
    #[inline]
    pub fn find(&self, context: Option<ActionId>, submove: impl IntoIterator<Item = Move>) -> Option<ActionId> {
        submove.into_iter().try_fold(context?, |context, m| self.ids.find(context, m))
    }

    /// The number of the unfinished move at the end of the trace; `None` if it was never played before.
    pub fn context(&self) -> Option<ActionId> {
        self.find(Some(ActionId::NONE), self.trace.open().iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::Rng;

    #[test]
    fn steps_are_those_of_a_plain_loop() {
        let mut rng = Rng::from_seed(11);
        for round in 0..3_000 {
            let tracing = if round % 2 == 0 { Tracing::Semimoves } else { Tracing::Prefixes };
            let (mut actions, mut plain, mut expected) = (Actions::traced(tracing), ActionIds::default(), Vec::new());
            // Whole moves of one semimove, or of any number down to none, with small numbers or large ones; the last may be open.
            let (longest, shift) = (rng.below(4), 30 * rng.below(2));
            for _ in 0..rng.below(8) {
                let length = if longest == 0 { 1 } else { rng.below(longest + 1) };
                let (player, mut prefix) = (rng.below(3), ActionId::NONE);
                for left in (0..length).rev() {
                    let m = Move((1 + rng.below(5) as u64) << shift);
                    actions.trace.push_semimove(m);
                    let split = plain.number(ActionId::NONE, m);
                    let begins = prefix == ActionId::NONE || tracing == Tracing::Semimoves;
                    prefix = if begins { split } else { plain.number(prefix, m) };
                    expected.push(ActionStep { player: player as u16, split, prefix, last: left == 0 });
                }
                actions.trace.end(player);
            }
            if rng.below(4) == 0 {
                actions.trace.push_semimove(Move(1));
            }
            actions.number();
            assert_eq!(actions.steps(), expected);
        }
    }
}
