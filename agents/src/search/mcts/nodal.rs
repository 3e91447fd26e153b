//! Growth inside moves: whole moves added at once, and nodes inside moves dissolved.

use super::iteration::trace;
use super::{Buffers, Mcts};
use crate::search::tree::NodeId;
use crate::search::{ExpandedNode, PlayoutContext, Step};
use treebench_games::playout::finish_move;
use treebench_games::{Player, Position};

impl Mcts {
    /// Adds the rest of the move inside which a new leaf is, node by node; `false` if the leaf is a dead end
    /// (split-moves paper, Alg. 2: the rest is drawn uniformly, with backtracking).
    pub(super) fn add_move(&mut self, position: &mut dyn Position, states: &mut u64) -> bool {
        let Buffers { path, scratch, edges, actions, .. } = &mut self.buffers;
        let Some(&Step { inside: true, chooser, node, .. }) = path.last() else { return true };
        if self.options.growth.guided && actions.are_traced() {
            return self.add_guided_move(position, chooser, node, states);
        }
        if finish_move(position, &mut self.rng, scratch).is_none() {
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
            let mut expanded = ExpandedNode { node, position: None, actions };
            self.options.backup.iter_mut().for_each(|rule| rule.expanded(&mut self.tree, &mut expanded));
            node = self.tree.visit_new(node, 0);
            let inside = depth < last;
            let traced = if actions.are_traced() { trace(actions, &self.tree, node, inside, chooser) } else { 0 };
            path.push(Step { node, chooser, actions: traced, inside });
        }
        true
    }

    /// The same with the rest of the move chosen by the playout policy. Dead ends that it backed out of stay in the tree as unvisited children, and
    /// leave it when they are visited.
    fn add_guided_move(&mut self, position: &mut dyn Position, chooser: Player, mut node: NodeId, states: &mut u64) -> bool {
        let Buffers { inside, rest, path, scratch, edges, actions, .. } = &mut self.buffers;
        let here = inside.get_or_insert_with(|| position.boxed());
        position.store_in(here);
        let begun = actions.trace.open().len();
        let mut playing = PlayoutContext { rng: &mut self.rng, scratch, actions, learner: self.options.learner.as_mut() };
        if !self.options.playout.finish(position, chooser, &mut playing) {
            return false;
        }
        *states += 1;
        // Traced again below, node by node: backup rules expect a trace that ends at the node that is expanded.
        rest.clear();
        actions.trace.take_back_move(rest);
        rest.drain(..begun).for_each(|m| actions.trace.push_semimove(m));
        for (depth, &m) in rest.iter().enumerate() {
            edges.clear();
            edges.push(&[m]);
            here.moves(&mut scratch.moves);
            scratch.moves.iter().filter(|&&other| other != m).for_each(|&other| edges.push(&[other]));
            self.tree.expand(node, edges);
            let mut expanded = ExpandedNode { node, position: None, actions };
            self.options.backup.iter_mut().for_each(|rule| rule.expanded(&mut self.tree, &mut expanded));
            node = self.tree.visit_new(node, 0);
            let inside = depth + 1 < rest.len();
            path.push(Step { node, chooser, actions: trace(actions, &self.tree, node, inside, chooser), inside });
            here.apply(m);
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
