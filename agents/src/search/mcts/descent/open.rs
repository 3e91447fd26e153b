//! Children for the nodes that a descent meets: expansion, and nodes that are another position in every descent.

use super::{Descent, End, Leaf};
use crate::agent::AgentError;
use crate::search::phases::Expanded;
use crate::search::tree::{NodeId, Tree};

impl Descent<'_> {
    /// Makes sure that a node has the children of the position at hand. If it was [narrowed](Tree::refit) to them, returns how many it had.
    #[inline(always)]
    pub(super) fn open(&mut self, node: NodeId) -> Result<Option<usize>, End> {
        let mut narrowed_from = None;
        if !self.tree.node(node).is_expanded() {
            self.expand(node)?;
        } else if self.redrawn {
            narrowed_from = Some(self.refit(node)?);
        }
        if self.tree.child_count(node) == 0 {
            // All moves from here were dead ends. If the position is nodal, that is the end of the game.
            return Err(End::Leaf(if self.position.is_nodal() { Leaf::Over } else { Leaf::Dead }));
        }
        Ok(narrowed_from)
    }

    /// Gives a leaf its children if the rules let it grow.
    #[inline(always)]
    fn expand(&mut self, node: NodeId) -> Result<(), End> {
        let (tree, options, depth) = (&mut *self.tree, &mut *self.options, self.path.len() - 1);
        if depth > 0 && (!options.expansion.grows(tree.node(node).visits, depth) || tree.allocated() >= options.max_nodes) {
            return Err(End::Leaf(Leaf::Old));
        }
        self.edges.clear();
        options.expansion.list(self.position, self.scratch, self.edges);
        if self.edges.len() > Tree::MOST_CHILDREN {
            let message = format!("{} submoves at `{}` are more than a node can hold", self.edges.len(), self.position.notation());
            return Err(AgentError::new(message).into());
        }
        tree.expand(node, self.edges);
        let mut expanded = Expanded { node, position: Some(self.position), actions: self.actions };
        options.backup.iter_mut().for_each(|rule| rule.expanded(tree, &mut expanded));
        Ok(())
    }

    /// Narrows a node that was expanded in another position to the moves that are legal in this one, and returns how many children it has
    /// in all. Moves are whole here, so that none leads to a dead end.
    fn refit(&mut self, node: NodeId) -> Result<usize, End> {
        self.edges.clear();
        self.options.expansion.list(self.position, self.scratch, self.edges);
        let room = self.tree.allocated() < self.options.max_nodes;
        let all = self.tree.refit(node, self.edges, room);
        if self.tree.child_count(node) == 0 {
            self.tree.unfit(node, all);
            return Err(End::Leaf(if self.edges.is_empty() { Leaf::Over } else { Leaf::Old }));
        }
        Ok(all)
    }

    /// Gives a node that was narrowed its other children back.
    #[inline(always)]
    pub(super) fn widen(&mut self, node: NodeId, narrowed_from: Option<usize>) {
        if let Some(all) = narrowed_from {
            self.tree.unfit(node, all);
        }
    }
}
