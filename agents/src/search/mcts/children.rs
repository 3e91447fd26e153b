//! Children of the nodes on a descent: of players, of chance, and of nodes with a different position in every descent.

use super::{Buffers, Mcts};
use crate::agent::AgentError;
use crate::search::tree::{NodeId, Tree};
use crate::search::{ExpandedNode, Pick, PlayoutContext};
use treebench_games::{Player, Position, Turn};

/// A node where a descent is.
pub(super) enum NodeState {
    /// It has children.
    Inner {
        /// Who acts there.
        turn: Turn,
        /// The number of all its children if it is [narrowed](Tree::refit) to some.
        narrowed_from: Option<usize>,
    },
    /// It is where the descent ends.
    Leaf(Leaf),
}

/// The last node of a path, from which an iteration is simulated.
pub(super) enum Leaf {
    /// It is new in the tree.
    New,
    /// It stays without children for now.
    Unexpanded,
    /// The game is over there.
    Over,
    /// Every player's score is known there.
    Solved,
    /// No sequence of semimoves from there ends a move.
    DeadEnd,
}

impl Mcts {
    /// Prepares a node for the selection: chance acts if it leaves no trace in the tree, and the node gets the children of the position at
    /// hand.
    pub(super) fn open(&mut self, position: &mut dyn Position, node: NodeId) -> Result<NodeState, AgentError> {
        if self.info.chance {
            self.redrawn |= self.options.chance.pass(position, &mut self.rng, &mut self.buffers.scratch.moves);
        }
        let turn = position.turn();
        if turn == Turn::Over {
            return Ok(NodeState::Leaf(Leaf::Over));
        }
        let mut narrowed_from = None;
        if !self.tree.node(node).is_expanded() {
            let depth = self.buffers.path.len() - 1;
            // The move that leads to an information set has been visited before.
            let grows = self.sets.is_some() || self.options.expansion.grows(self.tree.node(node).visits, depth);
            let grows = grows && self.tree.allocated() < self.options.max_nodes;
            if depth > 0 && !grows {
                return Ok(NodeState::Leaf(Leaf::Unexpanded));
            }
            self.list_children(position, node)?;
        } else if self.redrawn {
            match self.refit(position, node) {
                Ok(all) => narrowed_from = Some(all),
                Err(leaf) => return Ok(NodeState::Leaf(leaf)),
            }
        }
        if self.tree.child_count(node) == 0 {
            // All moves from here were dead ends. If the position is nodal, that is the end of the game.
            return Ok(NodeState::Leaf(if position.is_nodal() { Leaf::Over } else { Leaf::DeadEnd }));
        }
        Ok(NodeState::Inner { turn, narrowed_from })
    }

    /// Lists the children of a node.
    fn list_children(&mut self, position: &dyn Position, node: NodeId) -> Result<(), AgentError> {
        let Buffers { edges, scratch, actions, .. } = &mut self.buffers;
        edges.clear();
        self.options.expansion.list(position, scratch, edges);
        if edges.len() > Tree::MOST_CHILDREN {
            let message = format!("{} submoves at `{}` are more than a node can hold", edges.len(), position.notation());
            return Err(AgentError::new(message));
        }
        self.tree.expand(node, edges);
        let mut expanded = ExpandedNode { node, position: Some(position), actions };
        self.options.backup.iter_mut().for_each(|rule| rule.expanded(&mut self.tree, &mut expanded));
        Ok(())
    }

    /// Narrows a node that was expanded in another position to the moves that are legal in this one, and returns how many children it has
    /// in all, or the leaf that it is without any. Moves are whole here, so that none leads to a dead end.
    fn refit(&mut self, position: &dyn Position, node: NodeId) -> Result<usize, Leaf> {
        let Buffers { edges, scratch, .. } = &mut self.buffers;
        edges.clear();
        self.options.expansion.list(position, scratch, edges);
        let room = self.tree.allocated() < self.options.max_nodes;
        let before = self.tree.stored_ids(node).len();
        let all = self.tree.refit(node, edges, room);
        if all > before {
            let mut expanded = ExpandedNode { node, position: Some(position), actions: &mut self.buffers.actions };
            self.options.backup.iter_mut().for_each(|rule| rule.added(&mut self.tree, &mut expanded));
        }
        if self.tree.child_count(node) == 0 {
            self.tree.unfit(node, all);
            return Err(if self.buffers.edges.is_empty() { Leaf::Over } else { Leaf::Unexpanded });
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

    /// Adds the unvisited child that was picked to the tree.
    pub(super) fn add_child(&mut self, node: NodeId, mover: Player, pick: Pick) -> NodeId {
        let k = match pick {
            Pick::New(k) => k,
            _ => {
                let Buffers { scratch, actions, .. } = &mut self.buffers;
                let mut playing = PlayoutContext { rng: &mut self.rng, scratch, actions, learner: self.options.learner.as_mut() };
                let chosen = self.options.playout.choose_new(&self.tree, node, mover, &mut playing);
                chosen.unwrap_or_else(|| self.rng.below(self.tree.unvisited(node)))
            }
        };
        self.tree.visit_new(node, k)
    }

    /// The child of a chance node whose outcome is drawn.
    pub(super) fn sample(&mut self, position: &dyn Position, node: NodeId) -> Result<NodeId, AgentError> {
        let moves = &mut self.buffers.scratch.moves;
        let outcome = self.options.chance.outcome(&self.tree, node, position, &mut self.rng, moves);
        let found = self.tree.stored_ids(node).find(|&child| self.tree.edge(child).eq([outcome]));
        found.ok_or_else(|| AgentError::new("chance had an outcome that it had not listed"))
    }
}
