//! The goals of proof numbers.

use crate::parts::proof_number::is_decided;
use crate::search::{NodeId, Rows, Tree};
use treebench_games::Player;

/// The goals of a search, numbered from 0. Where the player who pursues a goal moves, one proven child is enough (OR); where
/// another player moves, all must be proven (AND): the others form one coalition (paranoid proof-number search, Saito and Winands 2010).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goals {
    /// Goal p: player p gets the best score (GPN paper, section 3.1).
    EveryPlayer {
        /// Number of players.
        players: usize,
    },
    /// Goal 0: the root's player gets the best score; goal 1: the others prevent that. These are the proof and the disproof
    /// numbers of proof-number search. With `draws` the goals 2 and 3 are the same for more than the worst score
    /// (the second tree of Kowalski et al. 2024), and count where the first two are decided.
    RootPlayer {
        /// Whether there is a second pair.
        draws: bool,
    },
}

impl Goals {
    /// Number of goals.
    pub fn count(self) -> usize {
        match self {
            Goals::EveryPlayer { players } => players,
            Goals::RootPlayer { draws: false } => 2,
            Goals::RootPlayer { draws: true } => 4,
        }
    }

    /// Whether a node in which `mover` is to move is an OR node of a goal.
    #[inline]
    pub fn is_or(self, goal: usize, mover: Player, root: Player) -> bool {
        match self {
            Goals::EveryPlayer { .. } => mover == goal,
            Goals::RootPlayer { .. } => (mover == root) == (goal & 1 == 0),
        }
    }

    /// Whether a goal is reached when the game ends with these scores on [0, 1].
    pub(crate) fn is_reached(self, goal: usize, root: Player, scores: &[f64]) -> bool {
        match self {
            Goals::EveryPlayer { .. } => scores[goal] >= 1.0,
            Goals::RootPlayer { .. } => {
                let reached = if goal < 2 { scores[root] >= 1.0 } else { scores[root] > 0.0 };
                reached == (goal & 1 == 0)
            }
        }
    }

    /// The goal that the mover of a node pursues there, given the proof numbers of the tree.
    #[inline]
    pub(crate) fn of_mover(self, tree: &Tree, proofs: &Rows<u32>, node: NodeId, mover: Player) -> usize {
        match self {
            Goals::EveryPlayer { .. } => mover,
            Goals::RootPlayer { draws } => {
                let second = draws && is_decided(proofs.row(node)[0]);
                usize::from(mover != tree.root_player()) + if second { 2 } else { 0 }
            }
        }
    }
}
