//! How nodes get children and lose them.
//!
//! A sparse tree gives a child its node when it is first visited: until then it keeps only the move. The k-th child has the k-th word from
//! the first one's, and the nodes are in blocks, which move to a block of twice the size when they are full.

use super::{Edges, LAST, Node, NodeId, Tree};
use std::ops::Range;

/// Nodes in the first block of a sparse node's children.
const FIRST_BLOCK: usize = 2;

/// Adds a node that is nobody's child, and that is lost when the root changes.
pub(in crate::search) fn add_detached(tree: &mut Tree) -> NodeId {
    tree.nodes.push(Node::default());
    tree.each_table(|table| table.add(1));
    tree.count += 1;
    tree.nodes.len() as NodeId - 1
}

impl Tree {
    /// Where an expanded node's children have their nodes.
    pub(super) fn block(&self, node: &Node) -> Range<usize> {
        let (first, children) = (node.first as usize, usize::from(node.children));
        let length = if self.sparse { usize::from(node.visited).next_power_of_two().max(FIRST_BLOCK).min(children) } else { children };
        first..first + length
    }

    /// Gives a node its children, all unvisited; in a sparse tree each must be a single semimove. The
    /// caller checks that there are no more than `MOST_CHILDREN`.
    pub fn expand(&mut self, id: NodeId, edges: &Edges) {
        debug_assert!(!self.node(id).is_expanded() && edges.len() <= Tree::MOST_CHILDREN);
        let first = self.nodes.len() as NodeId;
        let edge = self.words.len() as u32;
        if self.sparse {
            debug_assert_eq!(edges.words.len(), edges.len(), "a sparse tree has single semimoves");
            let block = edges.len().min(FIRST_BLOCK);
            self.nodes.resize(self.nodes.len() + block, Node { edge, ..Node::default() });
            self.each_table(|table| table.add(block));
        } else {
            let mut begins = true;
            for (edge, &word) in (edge..).zip(&edges.words) {
                if begins {
                    self.nodes.push(Node { edge, ..Node::default() });
                }
                begins = word & LAST != 0;
            }
            self.each_table(|table| table.add(edges.len()));
        }
        self.words.extend_from_slice(&edges.words);
        self.count += edges.len();
        let node = self.node_mut(id);
        node.first = first;
        node.children = edges.len() as u16;
    }

    /// Takes the `pick`-th unvisited child of a player's node into the visited ones and returns its index. No facts are known yet
    /// of unvisited children, so these need not move with them. In a sparse tree the other children may get new indices.
    #[inline]
    pub fn visit_new(&mut self, id: NodeId, pick: usize) -> NodeId {
        if self.sparse {
            return self.add_node(id, pick);
        }
        let node = self.node_mut(id);
        let front = node.first as usize + usize::from(node.visited);
        node.visited += 1;
        self.nodes.swap(front, front + pick);
        self.columns.swap_unvisited(front as NodeId, (front + pick) as NodeId);
        front as NodeId
    }

    /// The same in a sparse tree.
    fn add_node(&mut self, id: NodeId, pick: usize) -> NodeId {
        let Node { first, visited, children, .. } = *self.node(id);
        let (visited, mut first) = (usize::from(visited), first as usize);
        let word = self.nodes[first].edge as usize + visited;
        if visited >= FIRST_BLOCK && visited.is_power_of_two() {
            let block = first..first + visited;
            let empty = (2 * visited).min(usize::from(children)) - visited;
            first = self.nodes.len();
            self.each_table(|table| table.append(block.start as NodeId..block.end as NodeId));
            self.nodes.extend_from_within(block);
            self.nodes.resize(self.nodes.len() + empty, Node::default());
            self.each_table(|table| table.add(empty));
        }
        self.words.swap(word, word + pick);
        self.nodes[first + visited].edge = word as u32;
        let node = self.node_mut(id);
        node.first = first as NodeId;
        node.visited += 1;
        (first + visited) as NodeId
    }

    /// Removes a child that turned out to be a dead end, and below which there is nothing any more.
    pub fn remove_child(&mut self, parent: NodeId, child: NodeId) {
        let Node { first, children, visited, .. } = *self.node(parent);
        let last = first + NodeId::from(children) - 1;
        let mut hole = child;
        if child < first + NodeId::from(visited) {
            hole = first + NodeId::from(visited) - 1;
            self.swap_children(child, hole);
            self.node_mut(parent).visited -= 1;
        }
        if self.sparse {
            // Every place keeps its word, so that the moves change places instead.
            let start = self.nodes[hole as usize].edge.min(self.nodes[child as usize].edge) - (child - first);
            self.nodes[child as usize].edge = start + (child - first);
            self.nodes[hole as usize] = Node { edge: start + (hole - first), ..Node::default() };
            self.each_table(|table| table.renew(hole));
            self.words.swap((start + child - first) as usize, (start + hole - first) as usize);
            self.words.swap((start + hole - first) as usize, (start + last - first) as usize);
        } else {
            self.swap_children(hole, last);
        }
        self.node_mut(parent).children -= 1;
        self.count -= 1;
    }
}
