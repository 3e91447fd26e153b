//! Growth inside moves: whole moves added at once, and nodes inside moves dissolved.

use super::descent::trace;
use super::{Buffers, Mcts};
use crate::parts::backup::{Expanded, Step};
use treebench_games::playout::finish_move;

impl Mcts {
    /// Adds the rest of the move inside which a new leaf is, node by node; `false` if the leaf is a dead end
    /// (split-moves paper, Alg. 2: the rest is drawn uniformly, with backtracking).
    pub(super) fn add_move(&mut self, states: &mut u64) -> bool {
        let Buffers { position: Some(position), path, scratch, edges, actions, .. } = &mut self.buffers else { return false };
        let Some(&Step { inside: true, chooser, node, .. }) = path.last() else { return true };
        if finish_move(position.as_mut(), &mut self.rng, scratch).is_none() {
            return false;
        }
        *states += 1;
        let (mut node, last) = (node, scratch.submove().len() - 1);
        for (depth, &m) in scratch.submove().iter().enumerate() {
            // Semimoves that were tried and found dead are left out.
            edges.clear();
            edges.push(&[m]);
            edges.push_each(scratch.untried(depth));
            self.tree.expand(node, edges);
            let mut expanded = Expanded { node, position: None, actions };
            self.options.backup.iter_mut().for_each(|rule| rule.expanded(&mut self.tree, &mut expanded));
            node = self.tree.visit_new(node, 0);
            let inside = depth < last;
            let traced = if actions.are_traced() { trace(actions, &self.tree, node, inside, chooser) } else { 0 };
            path.push(Step { node, chooser, actions: traced, inside });
        }
        true
    }

    /// Dissolves the nodes of the path that are inside moves and have been visited often enough, from the last upwards (Alg. 3).
    pub(super) fn roll_up(&mut self, factor: f64) {
        for pair in self.buffers.path.windows(2).rev() {
            let (parent, step) = (pair[0].node, pair[1]);
            let node = self.tree.node(step.node);
            let known = node.is_expanded() && self.tree.unvisited(step.node) == 0;
            if step.inside && known && f64::from(node.visits) >= factor * self.tree.child_count(step.node) as f64 {
                self.tree.dissolve(parent, step.node);
            }
        }
    }
}
