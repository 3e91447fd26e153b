//! The actions of an iteration, in the tree and below it, and their numbers: what action-based statistics (MAST, RAVE …) count.
//!
//! One iteration is a sequence of whole moves, each a sequence of semimoves. Three things can be counted of it (split-moves paper,
//! "Action-based heuristics"): semimoves on their own (*split*), whole moves (*join*), and every prefix of a whole move (*context*).
//! Each of them has a number, the same for the rest of the game: [`ActionIds`].

mod ids;

pub use ids::{ActionId, ActionIds};

use treebench_games::{Move, Player, Trace};

/// The actions of the iteration at hand.
#[derive(Debug, Default)]
pub struct Actions {
    /// The numbers of all actions met in this game.
    pub ids: ActionIds,
    /// Its whole moves, those in the tree first.
    pub trace: Trace,
    /// Semimoves at the beginning of the trace that were chosen in the tree.
    pub in_tree: usize,
    /// What is known of each semimove of the trace, once it is [numbered](Self::number).
    steps: Vec<ActionStep>,
    /// What somebody needs to know of iterations.
    pub wanted: Wanted,
}

/// What a part of a search needs to know of the actions of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Wanted {
    /// Nothing.
    #[default]
    Nothing,
    /// What was played, and the numbers of semimoves.
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
    /// The prefix of the whole move that ends with it; `split` if nobody [wants](Wanted::Prefixes) prefixes.
    pub prefix: ActionId,
    /// Whether it ends the whole move: `prefix` is then that move.
    pub last: bool,
}

impl ActionStep {
    /// Who made it.
    #[inline]
    pub fn player(&self) -> Player {
        Player::from(self.player)
    }
}

impl Actions {
    /// No actions yet, of a search in which somebody wants this of them.
    pub fn wanted(wanted: Wanted) -> Actions {
        Actions { wanted, ..Actions::default() }
    }

    /// Whether anybody needs the trace.
    #[inline]
    pub fn are_wanted(&self) -> bool {
        self.wanted != Wanted::Nothing
    }

    /// Forgets the iteration.
    #[inline]
    pub fn clear(&mut self) {
        self.trace.clear();
        self.steps.clear();
        self.in_tree = 0;
    }

    /// Forgets everything: another game begins.
    pub fn forget(&mut self) {
        self.clear();
        self.ids.clear();
    }

    /// Numbers the actions of a finished iteration.
    pub fn number(&mut self) {
        self.steps.clear();
        let prefixes = self.wanted == Wanted::Prefixes;
        for (player, submove) in self.trace.iter() {
            let mut prefix = ActionId::NONE;
            for &m in submove {
                let split = self.ids.number(ActionId::NONE, m);
                prefix = if prefixes && prefix != ActionId::NONE { self.ids.number(prefix, m) } else { split };
                self.steps.push(ActionStep { player: player as u16, split, prefix, last: false });
            }
            if let Some(step) = self.steps.last_mut() {
                step.last = true;
            }
        }
    }

    /// The semimoves of the iteration, in order.
    #[inline]
    pub fn steps(&self) -> &[ActionStep] {
        &self.steps
    }

    /// The number of what a submove makes of the begun move with number `context`; `None` if it was never played.
    #[inline]
    pub fn find(&self, context: Option<ActionId>, submove: impl IntoIterator<Item = Move>) -> Option<ActionId> {
        submove.into_iter().try_fold(context?, |context, m| self.ids.find(context, m))
    }

    /// The number of the move that has been begun at the end of the trace; `None` if it was never played before.
    pub fn context(&self) -> Option<ActionId> {
        self.find(Some(ActionId::NONE), self.trace.open().iter().copied())
    }
}
