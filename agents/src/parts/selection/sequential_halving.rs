//! Sequential halving at the root, with another rule below.

use crate::budget::Budget;
use crate::search::{Needs, NodeId, Pick, Selection, Tree};
use treebench_games::{Player, Position, Rng};

/// Divides the budget into ⌈log₂ K⌉ rounds of equal length. Each round plays the remaining arms equally often and then drops the worse half
/// (Karnin, Koren and Somekh 2013, Alg. 1); iterations left over by rounding go to the last arm. Below the root another rule selects.
///
/// The budget must be known in advance: `assumed` iterations if it is not counted in iterations. The tree must not be kept for the next turn.
pub struct SequentialHalving {
    below: Box<dyn Selection>,
    assumed: u64,
    budget: u64,
    /// The remaining arms, as places among the visited children.
    left: Vec<usize>,
    /// Visits that each of them has at the end of the round.
    goal: u32,
    /// All children of the root; 0 before the first round.
    arms: usize,
}

impl SequentialHalving {
    /// This rule below the root, and the number of iterations to plan for where the budget gives none.
    pub fn new(below: Box<dyn Selection>, assumed: u64) -> Self {
        SequentialHalving { below, assumed, budget: assumed, left: Vec::new(), goal: 0, arms: 0 }
    }

    /// Plays per arm in a round with this number of arms, at least one.
    fn share(&self, arms: usize) -> u32 {
        let rounds = self.arms.next_power_of_two().trailing_zeros().max(1);
        u32::try_from(self.budget / (arms as u64 * u64::from(rounds))).unwrap_or(u32::MAX).max(1)
    }
}

impl Selection for SequentialHalving {
    fn declare(&mut self, needs: &mut Needs) {
        self.below.declare(needs);
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, position: &dyn Position, rng: &mut Rng) -> Pick {
        if node != Tree::ROOT {
            return self.below.select(tree, node, mover, position, rng);
        }
        let visited = tree.visited(node);
        if tree.unvisited(node) > 0 {
            return Pick::Unvisited;
        }
        if self.arms == 0 {
            self.arms = visited.len();
            self.left = (0..visited.len()).collect();
            self.goal = self.share(visited.len());
        }
        loop {
            // Dead ends leave the tree.
            self.left.retain(|&k| k < visited.len());
            let waiting = self.left.iter().copied().filter(|&k| visited[k].visits < self.goal).min_by_key(|&k| visited[k].visits);
            if let Some(k) = waiting {
                return Pick::Visited(k);
            }
            if self.left.len() < 2 {
                return Pick::Visited(self.left.first().copied().unwrap_or(0));
            }
            self.left.sort_by(|&a, &b| visited[b].mean().total_cmp(&visited[a].mean()).then(a.cmp(&b)));
            self.left.truncate(self.left.len().div_ceil(2));
            self.goal = self.goal.saturating_add(self.share(self.left.len()));
        }
    }

    fn begin(&mut self, rng: &mut Rng, budget: Budget) {
        self.budget = if let Budget::Iterations(n) = budget { n } else { self.assumed };
        (self.arms, self.goal) = (0, 0);
        self.left.clear();
        self.below.begin(rng, budget);
    }
}
